// SPDX-License-Identifier: MIT
// Oracle: the conditions themselves, which have one solution when S is positive definite.

#include "core/random.h"
#include "dense.h"
#include "sim/projection/lcp.h"
#include "test.h"

#include <string.h>

#define MOST 40

typedef struct sample {
    int32_t n;
    double s[MOST * (MOST + 1) / 2], q[MOST], l[MOST], factor[MOST * (MOST + 1) / 2], w[MOST], z[MOST];
    int32_t active[MOST];
} sample;

// S = B B' with `rank` columns, and a ridge.
static void make(sample *p, bi_random *random, int32_t n, int32_t rank, double ridge)
{
    double b[MOST][MOST];
    p->n = n;
    for (int32_t i = 0; i < n; i++) {
        for (int32_t k = 0; k < rank; k++) {
            b[i][k] = bi_random_range(random, -1.0, 1.0);
        }
        p->q[i] = bi_random_range(random, -1.0, 0.7);
        p->l[i] = i % 3 == 0 ? 1.0 : 0.0; // a wrong guess
        for (int32_t j = 0; j <= i; j++) {
            double sum = i == j ? ridge : 0.0;
            for (int32_t k = 0; k < rank; k++) {
                sum += b[i][k] * b[j][k];
            }
            p->s[bi_packed(i, j)] = sum;
        }
    }
}

static bool solve(sample *p)
{
    bi_complement_work work = {p->factor, p->w, p->z, p->active};
    return bi_complement(p->n, p->s, p->q, p->l, 1e-12, &work);
}

static double gap(const sample *p, int32_t i)
{
    double w = p->q[i];
    for (int32_t j = 0; j < p->n; j++) {
        w += p->s[bi_packed(i, j)] * p->l[j];
    }
    return w;
}

TEST(contacts_push_and_gaps_stay_open)
{
    for (uint32_t seed = 1; seed <= 500; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t n = 1 + (int32_t)bi_random_range(&random, 0.0, MOST - 1.0);
        sample p;
        make(&p, &random, n, n, 1e-3);
        CHECK_SEED(solve(&p), seed);
        for (int32_t i = 0; i < n; i++) {
            double w = gap(&p, i);
            CHECK_SEED(p.l[i] >= 0.0, seed);
            CHECK_SEED(w >= -1e-6, seed);
            CHECK_SEED(p.l[i] == 0.0 || fabs(w) < 1e-6 * (1.0 + p.l[i]), seed);
        }
    }
}

// Every set of contacts of a small problem is tried: exactly one fits.
TEST(the_set_is_the_only_one_that_fits)
{
    for (uint32_t seed = 1; seed <= 100; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t n = 1 + (int32_t)(seed % 7), fits = 0;
        sample p;
        make(&p, &random, n, n, 0.1);
        CHECK_SEED(solve(&p), seed);
        for (int32_t set = 0; set < 1 << n; set++) {
            double a[49] = {0}, x[7];
            for (int32_t i = 0; i < n; i++) {
                bool in = set >> i & 1;
                for (int32_t j = 0; j < n; j++) {
                    a[i * n + j] = in && (set >> j & 1) ? p.s[bi_packed(i, j)] : i == j ? 1.0 : 0.0;
                }
                x[i] = in ? -p.q[i] : 0.0;
            }
            CHECK_SEED(dense_solve(n, a, x), seed);
            bool good = true;
            for (int32_t i = 0; i < n; i++) {
                double w = p.q[i];
                for (int32_t j = 0; j < n; j++) {
                    w += p.s[bi_packed(i, j)] * x[j];
                }
                good = good && x[i] >= 0.0 && w >= -1e-9;
            }
            fits += good;
            for (int32_t i = 0; i < n && good; i++) {
                CHECK_SEED(fabs(x[i] - p.l[i]) < 1e-6 * (1.0 + x[i]), seed);
            }
        }
        CHECK_SEED(fits == 1, seed);
    }
}

// One direction said thirty times, a little differently: no multiplier runs away, and the deepest gap opens.
TEST(redundant_contacts_share_the_load)
{
    sample p = {.n = 30};
    for (int32_t i = 0; i < p.n; i++) {
        p.q[i] = -0.5 - 0.01 * (i % 2);
        for (int32_t j = 0; j <= i; j++) {
            p.s[bi_packed(i, j)] = 1.0;
        }
    }
    solve(&p);
    for (int32_t i = 0; i < p.n; i++) {
        CHECK(p.l[i] >= 0.0 && p.l[i] < 1.0);
        CHECK(gap(&p, i) > -1e-6);
        CHECK(gap(&p, i) < 0.02);
    }
}

RUN_TESTS(unit(contacts_push_and_gaps_stay_open), unit(the_set_is_the_only_one_that_fits),
          unit(redundant_contacts_share_the_load))
