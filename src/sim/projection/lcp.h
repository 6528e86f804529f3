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
    double *w, *z;   ///< (n)
    int32_t *active; ///< (n)
} bi_complement_work;

/// Solve the linear complementarity problem as Lawson and Hanson (1974, chapter 23) solve theirs: from a
/// guess of the rows that push, those that would pull are taken out; then rows are added one by one, the
/// worst first, and 1/2 l S l + q l falls with each. It cannot cycle when rows depend on each other. At most
/// 3 n rows are added.
/// @param s      (n (n + 1) / 2)  packed. The diagonal must be above 0.
/// @param l      (n) In: rows above 0 are the guess. Out: the multipliers, none below 0.
/// @param enough Values of w down to minus this count as 0.
/// @return False when it did not converge; some w may then be below minus `enough`.
bool bi_complement(int32_t n, const double *s, const double *q, double *l, double enough,
                   const bi_complement_work *work);
