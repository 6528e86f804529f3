// SPDX-License-Identifier: MIT
// The terms of a tangle: how its ends are joined, and a polynomial in two variables v and z modulo 2^64.
//
// Powers of v and z are both even or both odd in one term, since every step of the skein relation changes both or
// neither: v = 2 i + odd, z = 2 j + odd. A term's polynomial lies in its own rectangle of i and j; all terms of a
// table have blocks of one size, which holds all rectangles and grows when one leaves it.
//
// In Kauffman's polynomial the powers of a and z have an even sum or an odd one in all of a term, so there v stands for
// their sum and z for their difference. Its coefficients are at most those with power(a) + power(z) and power(z) -
// power(a) no more than the crossings (Thistlethwaite 1988), which a rectangle of these holds best.

#pragma once

#include "bight/base.h"

/// Most strands of a term with directions, and most ends of one without.
#define BI_TERMS_STRANDS 18

// A rectangle of powers, in halves; empty when low > high.
typedef struct bi_powers {
    int16_t i_low, i_high, j_low, j_high;
} bi_powers;

// One term without its coefficients.
typedef struct bi_term_head {
    uint8_t outs[BI_TERMS_STRANDS];
    uint8_t odd;
    bi_powers powers; ///< outside of them all coefficients are 0
    double size;      ///< of their magnitudes the sum is no more, up to rounding
} bi_term_head;

// Terms share a list of ends; each has the end that every one of them leads to, and a polynomial.
typedef struct bi_terms {
    bi_term_head *heads; ///< (count)
    uint64_t *blocks;    ///< (count block) row by row of powers of v
    int32_t *slots;      ///< (slot_count, a power of two) 1 + term, 0 when empty
    int32_t count, head_capacity, block_capacity, slot_count;
    bi_powers box; ///< of every block
    int32_t width, block;
} bi_terms;

void bi_terms_free(bi_terms *t, const bight_allocator *allocator);

/// No terms. Blocks will have the size of this box until a term needs more.
void bi_terms_clear(bi_terms *t, bi_powers box);

/// Rebuild the slots after the ends of all terms have changed.
void bi_terms_rehash(bi_terms *t);

/// The one term without strands, 1.
bight_status bi_terms_begin(bi_terms *t, const bight_allocator *allocator);

/// Add factor v^shift_v z^shift_z times term `which` of `from` to the term with these outgoing ends. Both shifts are even or
/// both odd.
/// @return BIGHT_ERROR_TOO_LARGE when a table would have more than 2^31 numbers, BIGHT_ERROR_NO_MEMORY
bight_status bi_terms_add(bi_terms *t, const bight_allocator *allocator, const uint8_t *outs,
                          const bi_terms *from, int32_t which, int32_t shift_v, int32_t shift_z,
                          uint64_t factor);

/// Find the size of each term again, which cancellation makes smaller.
/// @return False when a coefficient may have left the whole numbers of 64 bits since the last time.
bool bi_terms_measure(bi_terms *t);

/// Numbers in a term's rectangle.
static inline int64_t bi_terms_area(const bi_terms *t, int32_t which)
{
    const bi_powers *p = &t->heads[which].powers;
    return (int64_t)(p->i_high - p->i_low + 1) * (p->j_high - p->j_low + 1);
}
