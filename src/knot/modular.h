// SPDX-License-Identifier: MIT
// Exact integers from arithmetic modulo several primes below 2^31.

#pragma once

#include "bight/base.h"

/// Enough for numbers below 2^495.
#define BI_PRIMES 16

extern const uint32_t bi_primes[BI_PRIMES];

static inline uint32_t bi_mod_multiply(uint32_t a, uint32_t b, uint32_t p)
{
    return (uint32_t)((uint64_t)a * b % p);
}

static inline uint32_t bi_mod_add(uint32_t a, uint32_t b, uint32_t p)
{
    uint32_t sum = a + b; // p < 2^31: no overflow
    return sum >= p ? sum - p : sum;
}

static inline uint32_t bi_mod_subtract(uint32_t a, uint32_t b, uint32_t p)
{
    return a >= b ? a - b : a + (p - b);
}

/// a as a residue, for any a.
static inline uint32_t bi_mod_from(int64_t a, uint32_t p)
{
    int64_t rest = a % (int64_t)p;
    return (uint32_t)(rest < 0 ? rest + p : rest);
}

/// 1 / a for a not 0, by Fermat's little theorem.
uint32_t bi_mod_inverse(uint32_t a, uint32_t p);

/// Determinant of an n x n matrix, which is destroyed.
uint32_t bi_mod_determinant(uint32_t *matrix, int32_t n, uint32_t p);

/// Coefficients of det(t I - matrix), lowest first: (n + 1), the last is 1. The matrix is destroyed.
/// @param scratch ((n + 1) (n + 1))
void bi_mod_characteristic(uint32_t *matrix, int32_t n, uint32_t p, uint32_t *coefficients,
                           uint32_t *scratch);

/// Turn residues modulo the first `primes` primes, in place, into balanced mixed-radix digits: the integer of
/// least magnitude with these residues is d0 + p0 (d1 + p1 (d2 + ...)), each |d| <= p / 2.
void bi_mod_digits(uint32_t *residues, int32_t primes, int32_t *digits);

/// The sign of that integer.
int32_t bi_mod_sign(const int32_t *digits, int32_t primes);

/// That integer; false when it may not be below 2^60.
bool bi_mod_value(const int32_t *digits, int32_t primes, int64_t *value);
