// SPDX-License-Identifier: MIT
// The contacts' multipliers: find l >= 0 with w = S l + q >= 0 and l_i w_i = 0, S symmetric positive
// definite.

#pragma once

#include "bight/base.h"

/// Symmetric matrices here are packed: entry (i, j), j <= i, is at i (i + 1) / 2 + j.
static inline int64_t bi_packed(int32_t i, int32_t j)
{
    return i >= j ? (int64_t)i * (i + 1) / 2 + j : (int64_t)j * (j + 1) / 2 + i;
}

/// Scratch of bi_complement(); the caller owns it.
typedef struct bi_complement_work {
    double *factor;  ///< (n (n + 1) / 2)
    double *w;       ///< (n)
    int32_t *active; ///< (n)
} bi_complement_work;

/// Solve the linear complementarity problem by exchanging whole blocks (Judice, Pires 1994), and one by one
/// (Murty 1974, which comes to an end for every such S) when that does not help; at most 2 n + 40 exchanges.
/// @param s      (n (n + 1) / 2)  packed. The diagonal must be above 0.
/// @param l      (n) In: entries above 0 are tried as contacts first. Out: the multipliers, none below 0.
/// @param enough Values of w down to minus this count as 0.
/// @return False when the exchanges did not end: l then comes from a bounded number of relaxation sweeps.
bool bi_complement(int32_t n, const double *s, const double *q, double *l, double enough,
                   const bi_complement_work *work);
