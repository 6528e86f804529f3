// SPDX-License-Identifier: MIT

#include "sim/projection/band.h"

#include "core/assert.h"

#include <math.h>

// A pivot below this share of the diagonal it came from has no digits left.
#define LEAST_PIVOT 1e-14

bool bi_band_factor(bi_band *band)
{
    BI_ASSERT(band->rows > 0 && band->width >= 0);
    int32_t width = band->width;
    bool definite = true;
    for (int32_t i = 0; i < band->rows; i++) {
        double *row = band->entry + (int64_t)i * (width + 1);
        double diagonal = row[width], left = diagonal;

        // L(i, j) = (A(i, j) - sum_k L(i, k) L(j, k)) / L(j, j), k from the first place that both rows have
        for (int32_t j = i > width ? i - width : 0; j < i; j++) {
            const double *other = band->entry + (int64_t)j * (width + 1);
            int32_t offset = width - i + j, shift = i - j;
            double sum = row[offset];
            for (int32_t k = 0; k < offset; k++) {
                sum -= row[k] * other[k + shift];
            }
            row[offset] = sum * other[width];
            left -= row[offset] * row[offset];
        }
        if (!(left > LEAST_PIVOT * diagonal)) {
            left = diagonal > 0.0 ? diagonal : 1.0;
            definite = false;
        }
        row[width] = 1.0 / sqrt(left);
    }
    return definite;
}

void bi_band_solve(const bi_band *factor, double *x)
{
    int32_t width = factor->width;
    for (int32_t i = 0; i < factor->rows; i++) {
        const double *row = factor->entry + (int64_t)i * (width + 1);
        double sum = x[i];
        for (int32_t k = i < width ? width - i : 0; k < width; k++) {
            sum -= row[k] * x[i - width + k];
        }
        x[i] = sum * row[width];
    }
    for (int32_t i = factor->rows - 1; i >= 0; i--) {
        const double *row = factor->entry + (int64_t)i * (width + 1);
        double value = x[i] * row[width];
        x[i] = value;
        for (int32_t k = i < width ? width - i : 0; k < width; k++) {
            x[i - width + k] -= row[k] * value;
        }
    }
}

void bi_band_solve_lanes(const bi_band *factor, double *x, int32_t first)
{
    BI_ASSERT(first >= 0 && first < factor->rows);
    enum { LANES = BI_BAND_LANES };
    int32_t width = factor->width, rows = factor->rows, stride = width + 1;

    // L y = b by rows
    for (int32_t i = first; i < rows; i++) {
        const double *row = factor->entry + (int64_t)i * stride;
        double *at = x + (int64_t)i * LANES, sum[LANES];

        for (int32_t lane = 0; lane < LANES; lane++) {
            sum[lane] = at[lane];
        }

        // less the known terms above
        for (int32_t k = i - first < width ? width - i + first : 0; k < width; k++) {
            const double *above = at + (int64_t)(k - width) * LANES;
            for (int32_t lane = 0; lane < LANES; lane++) {
                sum[lane] -= row[k] * above[lane];
            }
        }
        for (int32_t lane = 0; lane < LANES; lane++) {
            at[lane] = sum[lane] * row[width];
        }
    }

    // L' x = y by columns of L: entry (i + k, i) lies one row and one place back for each k
    for (int32_t i = rows - 1; i >= 0; i--) {
        const double *diagonal = factor->entry + (int64_t)i * stride + width;
        double *at = x + (int64_t)i * LANES, sum[LANES];
        int32_t below = rows - 1 - i < width ? rows - 1 - i : width;
        for (int32_t lane = 0; lane < LANES; lane++) {
            sum[lane] = at[lane];
        }
        for (int32_t k = below; k > 0; k--) {
            double entry = diagonal[(int64_t)k * width];
            const double *later = at + (int64_t)k * LANES;
            for (int32_t lane = 0; lane < LANES; lane++) {
                sum[lane] -= entry * later[lane];
            }
        }
        for (int32_t lane = 0; lane < LANES; lane++) {
            at[lane] = sum[lane] * diagonal[0];
        }
    }
}
