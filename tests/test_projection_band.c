// SPDX-License-Identifier: MIT
// Oracle: Gaussian elimination with pivoting on the whole matrix.

#include "core/random.h"
#include "dense.h"
#include "sim/projection/band.h"
#include "test.h"

#include <string.h>

#define MOST 40

typedef struct sample {
    bi_band band;
    double entry[MOST * (MOST + 1)], dense[MOST * MOST];
} sample;

// A = I + M M' with M a random lower band, or nearly singular when asked.
static void make(sample *s, bi_random *random, int32_t rows, int32_t width, double ridge)
{
    double m[MOST][MOST] = {{0}};
    memset(s->entry, 0, sizeof s->entry);
    s->band = (bi_band){rows, width, s->entry};
    for (int32_t i = 0; i < rows; i++) {
        for (int32_t j = i > width ? i - width : 0; j <= i; j++) {
            m[i][j] = bi_random_range(random, -1.0, 1.0);
        }
    }
    for (int32_t i = 0; i < rows; i++) {
        for (int32_t j = 0; j < rows; j++) {
            double sum = i == j ? ridge : 0.0;
            for (int32_t k = 0; k < rows; k++) {
                sum += m[i][k] * m[j][k];
            }
            s->dense[i * rows + j] = sum;
            if (j <= i && i - j <= width) {
                *bi_band_at(&s->band, i, j) = sum;
            }
        }
    }
}

TEST(solutions_are_those_of_the_whole_matrix)
{
    for (uint32_t seed = 1; seed <= 300; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t rows = 1 + (int32_t)(bi_random_range(&random, 0.0, MOST - 1.0)), width = seed % 2 ? 8 : 14;
        double right[MOST], x[MOST], lanes[MOST * BI_BAND_LANES];
        sample s;
        make(&s, &random, rows, width, 1.0);
        for (int32_t i = 0; i < rows; i++) {
            right[i] = x[i] = bi_random_range(&random, -1.0, 1.0);
        }
        CHECK_SEED(bi_band_factor(&s.band), seed);
        bi_band_solve(&s.band, x);
        CHECK_SEED(dense_solve(rows, s.dense, right), seed);
        for (int32_t i = 0; i < rows; i++) {
            CHECK_SEED(fabs(x[i] - right[i]) < 1e-10, seed);
        }

        // four unit vectors side by side, the same as one by one to the last bit
        int32_t first = rows > 5 ? rows - 5 : 0;
        memset(lanes, 0, sizeof lanes);
        for (int32_t lane = 0; lane < BI_BAND_LANES; lane++) {
            int32_t row = first + lane < rows ? first + lane : rows - 1;
            lanes[row * BI_BAND_LANES + lane] = 1.0 + lane;
        }
        bi_band_solve_lanes(&s.band, lanes, first);
        for (int32_t lane = 0; lane < BI_BAND_LANES; lane++) {
            memset(x, 0, sizeof x);
            x[first + lane < rows ? first + lane : rows - 1] = 1.0 + lane;
            bi_band_solve(&s.band, x);
            for (int32_t i = 0; i < rows; i++) {
                CHECK_SEED(x[i] == lanes[i * BI_BAND_LANES + lane], seed);
            }
        }
    }
}

TEST(matrices_that_are_not_definite_are_told)
{
    sample s;
    bi_random random = bi_random_from(7);
    make(&s, &random, 20, 8, 1.0);
    *bi_band_at(&s.band, 11, 11) = -3.0;
    CHECK(!bi_band_factor(&s.band));
    double x[20] = {1.0};
    bi_band_solve(&s.band, x);
    for (int32_t i = 0; i < 20; i++) {
        CHECK(isfinite(x[i]));
    }
}

RUN_TESTS(unit(solutions_are_those_of_the_whole_matrix), unit(matrices_that_are_not_definite_are_told))
