// SPDX-License-Identifier: MIT
// The block band against a product with the matrix itself, for any core, open and closed.

#include "core/random.h"
#include "solve/strip.h"
#include "test.h"

#include <string.h>

enum { MOST = 16 };

static double dense[3 * MOST][3 * MOST];

static void add(bi_strip *strip, int32_t row, int32_t column, double s, double p, bight_vec3 u)
{
    const double v[3] = {u.x, u.y, u.z};
    bi_strip_add(strip, row, column, s, p, u);
    for (int32_t i = 0; i < 3; i++) {
        for (int32_t k = 0; k < 3; k++) {
            double by = p * v[i] * v[k] + (i == k ? s : 0.0);
            dense[3 * row + i][3 * column + k] += by;
            if (row != column) {
                dense[3 * column + k][3 * row + i] += by;
            }
        }
    }
}

TEST(a_solution_gives_back_the_right_side)
{
    for (uint32_t seed = 1; seed <= 400; seed++) {
        bi_random random = bi_random_from(seed);
        bi_strip_node nodes[MOST];
        int32_t n = 5 + (int32_t)(seed % (MOST - 4));
        bi_strip strip = {nodes, n, seed % 2 == 0, n, n - 1};
        bi_strip_clear(&strip);
        memset(dense, 0, sizeof dense);
        for (int32_t i = 0; i < n; i++) {
            add(&strip, i, i, 6.0, 1.0, bi_random_vec3(&random, 1.0));
            for (int32_t k = 1; k <= 2 && (strip.closed || i + k < n); k++) {
                add(&strip, i, (i + k) % n, 0.3, 0.8, bi_random_vec3(&random, 1.0));
            }
        }
        if (strip.closed) {
            strip.first = (int32_t)(seed / 2) % (n + 1);
        } else if (seed % 3 != 0) {
            strip.first = (int32_t)(seed / 2) % (n - 1);
            strip.last = strip.first + 1 + (int32_t)(seed / 7) % (n - 1 - strip.first);
        }
        bight_vec3 right[MOST], x[MOST];
        for (int32_t i = 0; i < n; i++) {
            right[i] = x[i] = bi_random_vec3(&random, 1.0);
        }
        CHECK_SEED(bi_strip_factor(&strip), seed);
        bi_strip_solve(&strip, x);
        const double *flat = &x[0].x, *wanted = &right[0].x;
        for (int32_t i = 0; i < 3 * n; i++) {
            double sum = 0.0;
            for (int32_t k = 0; k < 3 * n; k++) {
                sum += dense[i][k] * flat[k];
            }
            CHECK_SEED(fabs(sum - wanted[i]) < 1e-10, seed);
        }

        // half solves give the same inverse: y^T z is e_i^T A^-1 e_k
        int32_t core = strip.last - strip.first + 1;
        double y[3 * MOST * 2] = {0}, z[3 * MOST * 2] = {0};
        if (core < 2) {
            continue;
        }
        y[0] = 1.0;
        y[(3 * core - 1) * 2 + 1] = 1.0;
        bi_strip_half_solve(&strip, y, z, 2);
        double sum = 0.0;
        for (int32_t i = 0; i < 3 * core; i++) {
            sum += y[2 * i] * z[2 * i + 1];
        }
        for (int32_t i = 0; i < n; i++) {
            x[i] = v3(0, 0, 0);
        }
        x[strip.last].z = 1.0;
        bi_strip_solve(&strip, x);
        CHECK_SEED(fabs(x[strip.first].x - sum) < 1e-12, seed);
    }
}

RUN_TESTS(unit(a_solution_gives_back_the_right_side))
