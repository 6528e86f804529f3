// SPDX-License-Identifier: MIT

#include "solve/dense.h"

#include <math.h>
#include <string.h>

// Columns that are eliminated together: a row below is then read and written once for all of them.
#define PANEL 4

static void swap_rows(double *restrict a, double *restrict b, int32_t n)
{
    for (int32_t c = 0; c < n; c++) {
        double swap = a[c];
        a[c] = b[c];
        b[c] = swap;
    }
}

// Columns k0 .. k1 - 1 of all rows from k0 on: multipliers and pivots.
static bool factor_panel(double *a, int32_t n, int32_t k0, int32_t k1, int32_t *pivot)
{
    for (int32_t k = k0; k < k1; k++) {

        // the row with the greatest number in this column goes to the top
        int32_t best = k;
        for (int32_t i = k + 1; i < n; i++) {
            best = fabs(a[(ptrdiff_t)i * n + k]) > fabs(a[(ptrdiff_t)best * n + k]) ? i : best;
        }
        double *top = a + (ptrdiff_t)k * n;
        pivot[k] = best;
        if (best != k) {
            swap_rows(top, a + (ptrdiff_t)best * n, n);
        }
        if (!(fabs(top[k]) > 1e-300)) {
            return false;
        }

        // and is taken off the rows below, within the panel
        double inverse = 1.0 / top[k];
        for (int32_t i = k + 1; i < n; i++) {
            double *row = a + (ptrdiff_t)i * n, part = row[k] * inverse;
            row[k] = part;
            for (int32_t c = k + 1; c < k1; c++) {
                row[c] -= part * top[c];
            }
        }
    }
    return true;
}

// row -= part . (four rows from top on), columns from .. n - 1
static void take_off_four(double *restrict row, const double part[4], const double *restrict top,
                          int32_t from, int32_t n)
{
    const double *restrict t1 = top + n, *restrict t2 = t1 + n, *restrict t3 = t2 + n;
    double p0 = part[0], p1 = part[1], p2 = part[2], p3 = part[3];
    for (int32_t c = from; c < n; c++) {
        row[c] = row[c] - p0 * top[c] - p1 * t1[c] - p2 * t2[c] - p3 * t3[c];
    }
}

bool bi_lu_factor(double *a, int32_t n, int32_t *pivot)
{
    for (int32_t k0 = 0; k0 < n; k0 += PANEL) {
        int32_t k1 = k0 + PANEL < n ? k0 + PANEL : n;
        if (!factor_panel(a, n, k0, k1, pivot)) {
            return false;
        }

        // the panel's rows behind it, then all rows below
        for (int32_t k = k0 + 1; k < k1; k++) {
            double *row = a + (ptrdiff_t)k * n;
            for (int32_t l = k0; l < k; l++) {
                const double *top = a + (ptrdiff_t)l * n;
                double part = row[l];
                for (int32_t c = k1; c < n; c++) {
                    row[c] -= part * top[c];
                }
            }
        }
        for (int32_t i = k1; i < n; i++) {
            double *row = a + (ptrdiff_t)i * n, part[PANEL];
            memcpy(part, row + k0, sizeof part);
            take_off_four(row, part, a + (ptrdiff_t)k0 * n, k1, n);
        }
    }
    return true;
}

// Four sums side by side: one after the other they would wait for each other.
static double dot(const double *a, const double *b, int32_t n)
{
    double sum[4] = {0};
    int32_t k = 0;
    for (; k + 4 <= n; k += 4) {
        sum[0] += a[k] * b[k];
        sum[1] += a[k + 1] * b[k + 1];
        sum[2] += a[k + 2] * b[k + 2];
        sum[3] += a[k + 3] * b[k + 3];
    }
    for (; k < n; k++) {
        sum[0] += a[k] * b[k];
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void bi_lu_solve(const double *a, int32_t n, const int32_t *pivot, double *b)
{
    for (int32_t k = 0; k < n; k++) {
        double swap = b[k];
        b[k] = b[pivot[k]];
        b[pivot[k]] = swap;
    }
    for (int32_t k = 1; k < n; k++) {
        b[k] -= dot(a + (ptrdiff_t)k * n, b, k);
    }
    for (int32_t k = n - 1; k >= 0; k--) {
        const double *row = a + (ptrdiff_t)k * n;
        b[k] = (b[k] - dot(row + k + 1, b + k + 1, n - k - 1)) / row[k];
    }
}
