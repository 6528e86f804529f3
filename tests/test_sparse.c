// SPDX-License-Identifier: MIT
// Sparse systems of 3 x 3 blocks: A x is b again, with A kept as a dense matrix.

#include "solve/sparse.h"

#include "core/random.h"
#include "test.h"

#include <string.h>

#define MOST 40

static void add(bi_sparse *s, double *whole, int32_t n, int32_t row, int32_t column, const double m[9])
{
    bi_sparse_add(s, bi_sparse_find(s, row, column), 1.0, m);
    for (int32_t e = 0; e < 9; e++) {
        whole[(3 * row + e / 3) * 3 * n + 3 * column + e % 3] += m[e];
    }
}

static void random_block(bi_random *random, double m[9], double diagonal)
{
    for (int32_t e = 0; e < 9; e++) {
        m[e] = bi_random_range(random, -1.0, 1.0) + (e % 4 == 0 ? diagonal : 0.0);
    }
}

// Chains, rings and what ties them together, not symmetric; some pairs come twice, some values change after a reset.
TEST(a_solution_gives_the_right_side_again)
{
    bi_sparse s = {0};
    static double whole[9 * MOST * MOST], kept[9 * MOST * MOST];
    double worst = 0.0;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t n = 1 + bi_random_below(&random, MOST), pairs = 0;
        bi_sparse_pair pair[4 * MOST];
        for (int32_t i = 0; i + 1 < n; i++) {
            if (bi_random_below(&random, 8) != 0) {
                pair[pairs++] = (bi_sparse_pair){i, i + 1};
            }
        }
        int32_t ties = bi_random_below(&random, n + 1);
        for (int32_t k = 0; k < ties; k++) {
            pair[pairs++] = (bi_sparse_pair){bi_random_below(&random, n), bi_random_below(&random, n)};
        }
        bool late[MOST];
        int32_t late_count = 0;
        for (int32_t i = 0; i < n; i++) {
            late[i] = bi_random_below(&random, 3) == 0;
            late_count += late[i];
        }
        s.keeps = true;
        CHECK_SEED(bi_sparse_plan(&s, NULL, n, pair, pairs, seed % 2 == 0 ? late : NULL) == BIGHT_OK, seed);
        CHECK_SEED(s.early == (seed % 2 == 0 ? n - late_count : 0), seed);
        for (int32_t i = 0; i < n && seed % 2 == 0; i++) {
            CHECK_SEED(late[i] == (s.place[i] >= s.early), seed);
        }
        if (seed % 3 == 0) { // the same again is a plan without values
            add(&s, whole, n, 0, 0, (double[9]){1, 1, 1, 1, 1, 1, 1, 1, 1});
            CHECK_SEED(bi_sparse_plan(&s, NULL, n, pair, pairs, seed % 2 == 0 ? late : NULL) == BIGHT_OK,
                       seed);
        }
        memset(whole, 0, sizeof whole);
        double m[9];
        for (int32_t i = 0; i < n; i++) {
            random_block(&random, m, 12.0 + 4.0 * pairs / n);
            add(&s, whole, n, i, i, m);
        }
        for (int32_t k = 0; k < pairs; k++) {
            random_block(&random, m, 0.0);
            add(&s, whole, n, pair[k].a, pair[k].b, m);
            random_block(&random, m, 0.0);
            add(&s, whole, n, pair[k].b, pair[k].a, m);
        }

        CHECK_SEED(bi_sparse_factor(&s, 0, s.early), seed);
        bi_sparse_keep(&s);
        memcpy(kept, whole, sizeof whole);
        for (int32_t again = 0; again < 2; again++) {
            bi_sparse_reset(&s);
            memcpy(whole, kept, sizeof whole);
            int32_t i = bi_random_below(&random, n);
            random_block(&random, m, 3.0);
            if (s.place[i] >= s.early) {
                add(&s, whole, n, i, i, m);
            }
            double b[3 * MOST], x[3 * MOST];
            for (int32_t k = 0; k < 3 * n; k++) {
                b[k] = x[k] = bi_random_range(&random, -1.0, 1.0);
            }
            CHECK_SEED(bi_sparse_factor(&s, s.early, n), seed);
            if (again == 0) {
                bi_sparse_solve(&s, x);
            } else { // in parts
                int32_t part = bi_random_below(&random, n + 1);
                bi_sparse_solve_down(&s, x, 0, s.early);
                bi_sparse_solve_down(&s, x, s.early, n);
                bi_sparse_solve_up(&s, x, part, n);
                bi_sparse_solve_up(&s, x, 0, part);
            }
            for (int32_t r = 0; r < 3 * n; r++) {
                double sum = -b[r];
                for (int32_t k = 0; k < 3 * n; k++) {
                    sum += whole[r * 3 * n + k] * x[k];
                }
                worst = fmax(worst, fabs(sum));
                CHECK_SEED(fabs(sum) < 1e-11, seed);
            }
        }
    }
    print_message("worst residual %.1e\n", worst);
    bi_sparse_free(&s, NULL);
}

// A random chain with ties, symmetric pairs of blocks that are not; its late blocks.
static int32_t make_chain(bi_random *random, int32_t n, bi_sparse_pair *pair, bool *late)
{
    int32_t pairs = 0, ties = bi_random_below(random, n / 2 + 1);
    for (int32_t i = 0; i + 1 < n; i++) {
        pair[pairs++] = (bi_sparse_pair){i, i + 1};
    }
    for (int32_t k = 0; k < ties; k++) {
        pair[pairs++] = (bi_sparse_pair){bi_random_below(random, n), bi_random_below(random, n)};
    }
    for (int32_t i = 0; i < n; i++) {
        late[i] = bi_random_below(random, 3) == 0;
    }
    return pairs;
}

static void fill_chain(bi_random *random, bi_sparse *s, double *whole, int32_t n, const bi_sparse_pair *pair,
                       int32_t pairs)
{
    double m[9];
    for (int32_t i = 0; i < n; i++) {
        random_block(random, m, 12.0);
        add(s, whole, n, i, i, m);
    }
    for (int32_t k = 0; k < 2 * pairs; k++) {
        random_block(random, m, 0.0);
        add(s, whole, n, k % 2 == 0 ? pair[k / 2].a : pair[k / 2].b,
            k % 2 == 0 ? pair[k / 2].b : pair[k / 2].a, m);
    }
}

// What elimination leaves of the late blocks is a matrix of its own, and few right sides need not all of the factor.
TEST(late_blocks_stand_for_all)
{
    bi_sparse s = {.keeps = true, .lists_left = true}, left = {.keeps = true};
    static double whole[9 * MOST * MOST];
    double worst = 0.0;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t n = 1 + bi_random_below(&random, MOST);
        bi_sparse_pair pair[4 * MOST];
        bool late[MOST];
        int32_t pairs = make_chain(&random, n, pair, late);
        memset(whole, 0, sizeof whole);
        CHECK_SEED(bi_sparse_plan(&s, NULL, n, pair, pairs, late) == BIGHT_OK, seed);
        fill_chain(&random, &s, whole, n, pair, pairs);
        CHECK_SEED(bi_sparse_factor(&s, 0, s.early), seed);
        bi_sparse_keep(&s);

        // down to the late blocks, their own matrix, and up again
        CHECK_SEED(bi_sparse_plan_late(&left, NULL, n, s.left, s.left_count, late) == BIGHT_OK, seed);
        CHECK_SEED(left.n == n - s.early && left.early == 0, seed);
        static bi_sparse_match match[9 * MOST * MOST];
        int32_t matches = bi_sparse_match_late(&left, &s, match);
        CHECK_SEED(matches == left.n + 2 * s.left_count, seed);
        for (int32_t k = 0; k < 9 * left.n; k++) {
            left.value[k] = 1.0; // of what was there before nothing is left
        }
        bi_sparse_set_late(&left, &s, match, matches);
        CHECK_SEED(bi_sparse_factor(&left, 0, left.n) && bi_sparse_factor(&s, s.early, n), seed);
        double b[3 * MOST], x[3 * MOST];
        for (int32_t k = 0; k < 3 * n; k++) {
            b[k] = x[k] = bi_random_range(&random, -1.0, 1.0);
        }
        bi_sparse_solve_down(&s, x, 0, s.early);
        bi_sparse_solve(&left, x);
        bi_sparse_solve_up(&s, x, 0, s.early);
        for (int32_t r = 0; r < 3 * n; r++) {
            double sum = -b[r];
            for (int32_t k = 0; k < 3 * n; k++) {
                sum += whole[r * 3 * n + k] * x[k];
            }
            worst = fmax(worst, fabs(sum));
            CHECK_SEED(fabs(sum) < 1e-11, seed);
        }
    }
    print_message("worst residual %.1e\n", worst);
    bi_sparse_free(&s, NULL);
    bi_sparse_free(&left, NULL);
}

// Of a symmetric matrix: what right sides at few late blocks have as products with their solutions.
TEST(products_of_right_sides_at_few_blocks)
{
    bi_sparse s = {0};
    static double whole[9 * MOST * MOST];
    for (uint64_t seed = 1; seed <= 600; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t n = 1 + bi_random_below(&random, MOST), some[BI_SPARSE_REACH], count = 0;
        bi_sparse_pair pair[4 * MOST];
        bool late[MOST];
        int32_t pairs = make_chain(&random, n, pair, late);
        CHECK_SEED(bi_sparse_plan(&s, NULL, n, pair, pairs, late) == BIGHT_OK, seed);
        double m[9], t[9], y[9 * MOST], products[9];
        for (int32_t k = 0; k < n + pairs; k++) {
            random_block(&random, m, k < n ? 6.0 : 0.0);
            for (int32_t e = 0; e < 9; e++) {
                t[e] = m[e % 3 * 3 + e / 3];
            }
            int32_t a = k < n ? k : pair[k - n].a, b = k < n ? k : pair[k - n].b;
            add(&s, whole, n, a, b, m);
            add(&s, whole, n, b, a, t);
        }
        CHECK_SEED(bi_sparse_factor(&s, 0, n), seed);
        for (int32_t i = 0; i < n && count < BI_SPARSE_REACH; i++) {
            if (late[i] && bi_random_below(&random, 2) == 0) {
                some[count++] = i;
            }
        }
        for (int32_t k = 0; k < 9 * MOST; k++) {
            y[k] = (double)NAN;
        }
        bi_sparse_reach(&s, some, count, y);
        double right[3][3 * MOST] = {{0}}, solved[3][3 * MOST];
        for (int32_t k = 0; k < 9 * count; k++) {
            int32_t at = some[k / 9], row = k % 9 / 3, column = k % 3;
            right[column][3 * at + row] = bi_random_range(&random, -1.0, 1.0);
            y[9 * (s.place[at] - s.early) + k % 9] = right[column][3 * at + row];
        }
        bi_sparse_reach_products(&s, y, products);
        memcpy(solved, right, sizeof solved);
        for (int32_t c = 0; c < 3; c++) {
            bi_sparse_solve(&s, solved[c]);
        }
        for (int32_t k = 0; k < 9; k++) {
            double sum = -products[k];
            for (int32_t i = 0; i < 3 * n; i++) {
                sum += right[k / 3][i] * solved[k % 3][i];
            }
            CHECK_SEED(fabs(sum) < 1e-13, seed);
        }
    }
    bi_sparse_free(&s, NULL);
}

// Two strands beside each other, tied at each link: the pattern grows with their length, not with its square.
TEST(what_lies_side_by_side_is_linear)
{
    bi_sparse s = {0};
    double entries[2];
    for (int32_t k = 0; k < 2; k++) {
        enum { LONG = 4000 };
        static bi_sparse_pair pair[6 * LONG];
        int32_t links = k == 0 ? LONG / 4 : LONG, pairs = 0;
        for (int32_t i = 0; i + 1 < links; i++) {
            pair[pairs++] = (bi_sparse_pair){i, i + 1};
            pair[pairs++] = (bi_sparse_pair){links + i, links + i + 1};
            pair[pairs++] = (bi_sparse_pair){i, links + i};
            pair[pairs++] = (bi_sparse_pair){i, links + i + 1};
        }
        CHECK(bi_sparse_plan(&s, NULL, 2 * links, pair, pairs, NULL) == BIGHT_OK);
        entries[k] = (double)s.begin[s.n] / s.n;
    }
    print_message("%.2f and %.2f blocks a row\n", entries[0], entries[1]);
    CHECK(entries[0] < 5.0 && entries[1] < 1.1 * entries[0]);
    bi_sparse_free(&s, NULL);
}

TEST(what_cannot_be_divided_by_is_refused)
{
    bi_sparse s = {0};
    bi_sparse_pair pair = {0, 1};
    double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    CHECK(bi_sparse_plan(&s, NULL, 2, &pair, 1, NULL) == BIGHT_OK);
    bi_sparse_add(&s, bi_sparse_find(&s, 0, 0), 1.0, one);
    bi_sparse_add(&s, bi_sparse_find(&s, 0, 1), 1.0, one);
    bi_sparse_add(&s, bi_sparse_find(&s, 1, 0), 1.0, one);
    bi_sparse_add(&s, bi_sparse_find(&s, 1, 1), 1.0, one); // rows 0 and 1 are the same
    CHECK(!bi_sparse_factor(&s, 0, 2));
    bi_sparse_free(&s, NULL);
}

RUN_TESTS(unit(a_solution_gives_the_right_side_again), unit(late_blocks_stand_for_all),
          unit(products_of_right_sides_at_few_blocks), unit(what_lies_side_by_side_is_linear),
          unit(what_cannot_be_divided_by_is_refused))
