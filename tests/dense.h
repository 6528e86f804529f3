// SPDX-License-Identifier: MIT
// Whole matrices: the slow and sure way.

#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/// x <- A^-1 x by Gaussian elimination with partial pivoting. A (n x n) by rows is destroyed.
static inline bool dense_solve(int32_t n, double *a, double *x)
{
    for (int32_t k = 0; k < n; k++) {
        int32_t best = k;
        for (int32_t i = k + 1; i < n; i++) {
            best = fabs(a[i * n + k]) > fabs(a[best * n + k]) ? i : best;
        }
        if (a[best * n + k] == 0.0) {
            return false;
        }
        for (int32_t j = 0; j < n; j++) {
            double swap = a[k * n + j];
            a[k * n + j] = a[best * n + j];
            a[best * n + j] = swap;
        }
        double swap = x[k];
        x[k] = x[best];
        x[best] = swap;
        for (int32_t i = k + 1; i < n; i++) {
            double factor = a[i * n + k] / a[k * n + k];
            for (int32_t j = k; j < n; j++) {
                a[i * n + j] -= factor * a[k * n + j];
            }
            x[i] -= factor * x[k];
        }
    }
    for (int32_t i = n - 1; i >= 0; i--) {
        for (int32_t j = i + 1; j < n; j++) {
            x[i] -= a[i * n + j] * x[j];
        }
        x[i] /= a[i * n + i];
    }
    return true;
}
