// SPDX-License-Identifier: MIT
// LU factors of small dense matrices.

#pragma once

#include "bight/base.h"

/// Gaussian elimination with column pivots: `a` becomes its factors, in place.
/// @param a     (n x n) row-major
/// @param pivot (n) receives the row that came to the top for each column.
/// @return False when a pivot is too small to divide by.
bool bi_lu_factor(double *a, int32_t n, int32_t *pivot);

/// b <- A^-1 b
void bi_lu_solve(const double *a, int32_t n, const int32_t *pivot, double *b);
