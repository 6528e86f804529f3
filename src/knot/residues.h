// SPDX-License-Identifier: MIT
// Whole numbers of any size from their residues modulo many primes.

#pragma once

#include "core/watch.h"

/// The largest primes below 2^31, and what the Chinese remainder theorem needs of them. Grows, never shrinks.
typedef struct bi_residues {
    uint32_t *primes;  ///< (count)
    uint32_t *inverse; ///< (count^2 / 2) of prime i modulo prime k > i, at k (k - 1) / 2 + i
    int32_t *digits;   ///< (count) scratch of bi_residues_text()
    int32_t count, prime_capacity, inverse_capacity, digit_capacity;
    bight_allocator allocator;
    bi_watch *watch; ///< Nullable.
} bi_residues;

void bi_residues_init(bi_residues *r, const bight_allocator *allocator);
void bi_residues_free(bi_residues *r);

/// Have at least that many primes.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE beyond 20,000 primes
bight_status bi_residues_reserve(bi_residues *r, int32_t count);

/// How many primes a number of so many bits needs, its sign among them.
int32_t bi_residues_needed(double bits);

/// Balanced mixed-radix digits of the number of least magnitude that has these residues: d0 + p0 (d1 + p1 (d2 + ...)),
/// each |d_k| <= p_k / 2. As bi_mod_digits(), for any number of primes.
/// @param residues (count stride) the number's residue modulo prime k at k stride; destroyed
void bi_residues_digits(const bi_residues *r, uint32_t *residues, int32_t count, int32_t stride,
                        int32_t *digits);

/// Write the number with these digits in decimal; a minus sign in front when it is negative.
/// @param text Appended to, without a 0 at the end.
bight_status bi_residues_text(bi_residues *r, const int32_t *digits, int32_t count, bight_bytes *text);

/// log2 of a whole number, from above.
double bi_log2_above(double number);
