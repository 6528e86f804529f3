// SPDX-License-Identifier: MIT
// Dense systems: A x is b again.

#include "solve/dense.h"

#include "core/random.h"
#include "test.h"

#include <string.h>

#define MOST 23

// Entries of very different size, so that pivots matter; the first one is often zero.
TEST(a_solution_gives_the_right_side_again)
{
    double worst = 0.0;
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t n = 1 + bi_random_below(&random, MOST), pivot[MOST];
        double a[MOST * MOST], whole[MOST * MOST], b[MOST], x[MOST];
        for (int32_t i = 0; i < n * n; i++) {
            a[i] = bi_random_range(&random, -1.0, 1.0) * (bi_random_below(&random, 4) == 0 ? 1e-6 : 1.0);
        }
        a[0] = n > 1 && bi_random_below(&random, 2) == 0 ? 0.0 : a[0];
        for (int32_t i = 0; i < n; i++) {
            b[i] = x[i] = bi_random_range(&random, -1.0, 1.0);
        }
        memcpy(whole, a, sizeof whole);
        CHECK_SEED(bi_lu_factor(a, n, pivot), seed);
        bi_lu_solve(a, n, pivot, x);
        double size = 1.0;
        for (int32_t i = 0; i < n; i++) {
            size = fmax(size, fabs(x[i]));
        }
        for (int32_t i = 0; i < n; i++) {
            double sum = -b[i];
            for (int32_t k = 0; k < n; k++) {
                sum += whole[i * n + k] * x[k];
            }
            worst = fmax(worst, fabs(sum) / size);
            CHECK_SEED(fabs(sum) < 1e-12 * size, seed);
        }
    }
    print_message("worst residual %.1e\n", worst);
}

TEST(a_matrix_without_rank_is_refused)
{
    for (int32_t n = 1; n <= 12; n++) {
        double a[12 * 12] = {0};
        int32_t pivot[12];
        for (int32_t i = 0; i < n - 1; i++) {
            a[i * n + i] = 1.0; // the last row and column are zero
        }
        CHECK(!bi_lu_factor(a, n, pivot));
    }
}

RUN_TESTS(unit(a_solution_gives_the_right_side_again), unit(a_matrix_without_rank_is_refused))
