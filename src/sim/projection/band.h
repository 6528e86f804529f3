// SPDX-License-Identifier: MIT
// Symmetric positive definite band matrices: factors and solutions.
//
// The matrix of equation (8) without its contacts couples a particle with its neighbours and second
// neighbours only, so along the rope it is a band of constant width. A general sparse solver (the paper took
// UMFPACK) would spend its time finding that out; a band solver needs no ordering, no symbolic phase and no
// memory of its own, uses only + - * / and sqrt in one fixed order, and so gives the same bits in
// WebAssembly.

#pragma once

#include "bight/base.h"

/// Columns that are solved side by side.
#define BI_BAND_LANES 4

/// Entry (i, j), i - width <= j <= i, is at entry[i * (width + 1) + width - i + j]. Places with j < 0 are
/// there, and must be zero.
typedef struct bi_band {
    int32_t rows, width;
    double *entry; ///< (rows x (width + 1))
} bi_band;

static inline double *bi_band_at(const bi_band *band, int32_t i, int32_t j)
{
    return &band->entry[(int64_t)i * (band->width + 1) + band->width - i + j];
}

/// Replace A by its Cholesky factor L, A = L L^T, with 1 / L(i, i) on the diagonal. O(rows width^2).
/// @return False when A is not positive definite to rounding; the factor is then of a matrix with a larger
///         diagonal, and still good for bi_band_solve().
bool bi_band_factor(bi_band *band);

/// x <- A^-1 x from the factor. O(rows width).
void bi_band_solve(const bi_band *factor, double *x);

/// The same for BI_BAND_LANES right sides: row i of lane k is x[i * BI_BAND_LANES + k].
/// @param first All lanes are zero above this row, which saves time.
void bi_band_solve_lanes(const bi_band *factor, double *x, int32_t first);
