// SPDX-License-Identifier: MIT
// The terms of a tangle: which end each strand leaves by, and a polynomial in v and z modulo 2^64.

#pragma once

#include "bight/base.h"
#include "knot/homfly.h"

#define BI_TERMS_STRANDS (2 * BI_HOMFLY_STRANDS + 2)

// Terms share the list of incoming ends; each has the outgoing end of every strand, and a polynomial.
typedef struct bi_terms {
    uint8_t *outs;    ///< (BI_TERMS_STRANDS capacity)
    uint64_t *blocks; ///< (block capacity)
    int32_t *slots;   ///< (slot_count, a power of two) 1 + term, 0 when empty
    int32_t count, capacity, block, slot_count;
    int32_t v_size, z_size;
    int32_t used; ///< rows |i| <= used of every block may be non-zero
} bi_terms;

void bi_terms_free(bi_terms *t, const bight_allocator *allocator);
void bi_terms_clear(bi_terms *t);

/// Where the term with these ends is, or would be.
int32_t *bi_terms_slot(const bi_terms *t, const uint8_t *outs);

/// Twice as much room.
bight_status bi_terms_grow(bi_terms *t, const bight_allocator *allocator);

/// Add factor v^shift_v z^shift_z times a block to the term with these outgoing ends.
/// @param used Rows |i| <= used of the block may be non-zero.
/// @return BIGHT_ERROR_TOO_LARGE when a power is out of range.
bight_status bi_terms_add(bi_terms *t, const bight_allocator *allocator, const uint8_t *outs,
                          const uint64_t *block, int32_t used, int32_t shift_v, int32_t shift_z,
                          uint64_t factor);
