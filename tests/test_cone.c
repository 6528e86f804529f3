// SPDX-License-Identifier: MIT
// Contacts with friction: closed forms for one, and the conditions themselves for many.

#include "solve/cone.h"

#include "core/random.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define MOST 20

// w and free are what is asked; solving changes the copies.
typedef struct made_problem {
    double w[9 * MOST * MOST], free[3 * MOST], friction[MOST], force[3 * MOST], scratch[100000];
    double w_copy[9 * MOST * MOST], free_copy[3 * MOST];
} made_problem;

// Solve from m->force on.
static double solve(made_problem *m, int32_t count, double hold, double enough, int32_t sweeps)
{
    assert_true(bi_cone_scratch(count) <= sizeof m->scratch / sizeof *m->scratch);
    memcpy(m->w_copy, m->w, sizeof m->w);
    memcpy(m->free_copy, m->free, sizeof m->free);
    bi_cone_problem p = {count,      m->w_copy, m->free_copy, m->friction, m->force,
                         m->scratch, hold,      enough,       sweeps};
    return bi_cone_solve(&p);
}

static double solve_one(made_problem *m, double gap, double x, double y, double friction)
{
    *m = (made_problem){0};
    for (int32_t k = 0; k < 3; k++) {
        m->w[4 * k] = k == 0 ? 2.0 : 0.5;
    }
    m->free[0] = gap;
    m->free[1] = x;
    m->free[2] = y;
    m->friction[0] = friction;
    return solve(m, 1, 0.0, 1e-12, 100);
}

// An open gap needs no force; a closed one f = -gap / w; a slip is stopped by f = -slip / w within friction x normal
// force, else opposed by as much.
TEST(one_contact_has_a_closed_form)
{
    made_problem *m = malloc(sizeof *m);
    CHECK(m != NULL);
    CHECK(solve_one(m, 0.1, 1.0, 1.0, 0.5) <= 1e-12 && m->force[0] == 0.0 && m->force[1] == 0.0);
    CHECK(solve_one(m, -1.0, 0.03, -0.04, 0.5) <= 1e-12);
    CHECK_NEAR(m->force[0], 0.5, 1e-12);
    CHECK_NEAR(m->force[1], -0.06, 1e-12);
    CHECK_NEAR(m->force[2], 0.08, 1e-12);
    CHECK(solve_one(m, -1.0, 3.0, -4.0, 0.5) <= 1e-12);
    CHECK_NEAR(m->force[0], 0.5, 1e-12);
    CHECK_NEAR(m->force[1], -0.25 * 0.6, 1e-9);
    CHECK_NEAR(m->force[2], 0.25 * 0.8, 1e-9);
    CHECK(solve_one(m, -1.0, 3.0, -4.0, 0.0) <= 1e-12 && m->force[1] == 0.0 && m->force[2] == 0.0);
    free(m);
}

// W = sum of a a^T over random a, of full rank or not; free is W times something, so that there is an answer.
static int32_t make_random(made_problem *m, bi_random *random, bool full)
{
    *m = (made_problem){0};
    int32_t count = 1 + bi_random_below(random, MOST), n = 3 * count, terms = full ? 2 * n : n - n / 6;
    for (int32_t t = 0; t < terms; t++) {
        double a[3 * MOST];
        for (int32_t i = 0; i < n; i++) {
            a[i] = bi_random_range(random, -1.0, 1.0);
        }
        for (int32_t i = 0; i < n; i++) {
            for (int32_t k = 0; k < n; k++) {
                m->w[i * n + k] += a[i] * a[k] / n;
            }
        }
    }
    for (int32_t i = 0; i < n; i++) {
        double pull = bi_random_range(random, -1.0, 1.0);
        for (int32_t k = 0; k < n; k++) {
            m->free[k] += m->w[i * n + k] * pull;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        m->friction[i] = bi_random_below(random, 4) == 0 ? 0.0 : bi_random_range(random, 0.0, 0.6);
    }
    return count;
}

// Gap >= 0, force >= 0, one of them zero; no slip within the cone, else a force of full size against it.
static double worst_condition(const made_problem *m, int32_t count)
{
    double worst = 0.0;
    for (int32_t i = 0; i < count; i++) {
        double v[3];
        for (int32_t r = 0; r < 3; r++) {
            v[r] = m->free[3 * i + r];
            for (int32_t k = 0; k < 3 * count; k++) {
                v[r] += m->w[(3 * i + r) * 3 * count + k] * m->force[k];
            }
        }
        const double *f = m->force + 3 * i;
        double most = m->friction[i] * f[0], size = hypot(f[1], f[2]), slip = hypot(v[1], v[2]);
        worst = fmax(worst, fmax(-v[0], -f[0]));
        worst = fmax(worst, fmin(fabs(v[0]), fabs(f[0])));
        worst = fmax(worst, size - most);
        if (slip > 1e-5 && most > 0.0) {
            worst = fmax(worst, fmax(fabs(f[1] + most * v[1] / slip), fabs(f[2] + most * v[2] / slip)));
        }
    }
    return worst;
}

TEST(many_contacts_satisfy_the_conditions)
{
    made_problem *m = malloc(sizeof *m);
    CHECK(m != NULL);
    int32_t solved = 0, runs = 400;
    double worst = 0.0;
    for (int32_t run = 1; run <= runs; run++) {
        bi_random random = bi_random_from((uint64_t)run);
        int32_t count = make_random(m, &random, run % 2 == 0);
        if (solve(m, count, 0.0, 1e-10, 2000) <= 1e-10) {
            solved++;
            double now = worst_condition(m, count);
            worst = fmax(worst, now);
            CHECK_SEED(now < 1e-4, run);
        }
    }
    print_message("%d of %d random problems solved, conditions to %.1e\n", (int)solved, (int)runs, worst);
    CHECK(solved >= runs * 95 / 100);
    free(m);
}

// v + hold x own (force - guess) takes the place of v. So a held answer is that of another W and free without hold,
// and solving again from each answer leads to one of the problem itself.
TEST(held_forces_lead_to_the_same_answer)
{
    made_problem *m = malloc(sizeof *m), *other = malloc(sizeof *other);
    CHECK(m != NULL && other != NULL);
    int32_t settled = 0, runs = 300;
    for (int32_t run = 1; run <= runs; run++) {
        bi_random random = bi_random_from((uint64_t)run);
        int32_t count = make_random(m, &random, run % 2 == 0), n = 3 * count;
        for (int32_t i = 0; i < count; i++) {
            m->force[3 * i] = bi_random_range(&random, 0.0, 1.0);
        }
        *other = *m;
        for (int32_t i = 0; i < n; i++) {
            int32_t d = i - i % 3, one = (d + 1) * (n + 1), two = (d + 2) * (n + 1);
            double own = i % 3 == 0 ? m->w[i * (n + 1)] : 0.5 * (m->w[one] + m->w[two]);
            other->w[i * (n + 1)] += 0.05 * own;
            other->free[i] -= 0.05 * own * m->force[i];
        }
        double error = solve(m, count, 0.05, 1e-11, 200);
        CHECK_SEED(error <= 1e-11, run);
        memcpy(other->force, m->force, sizeof m->force);
        CHECK_SEED(worst_condition(other, count) < 1e-4, run);

        for (int32_t again = 0; again < 400 && worst_condition(m, count) > 1e-5; again++) {
            CHECK_SEED(solve(m, count, 0.05, 1e-11, 200) <= 1e-10, run);
        }
        settled += worst_condition(m, count) <= 1e-5;
    }
    print_message("%d of %d settle\n", (int)settled, (int)runs);
    CHECK(settled >= runs * 95 / 100);
    free(m);
    free(other);
}

// An answer that is known comes back as it was, to rounding, however it is held.
TEST(an_answer_is_kept)
{
    made_problem *m = malloc(sizeof *m);
    CHECK(m != NULL);
    for (int32_t run = 1; run <= 100; run++) {
        bi_random random = bi_random_from((uint64_t)run);
        int32_t count = make_random(m, &random, true);
        if (solve(m, count, 0.0, 1e-12, 2000) > 1e-12) {
            continue;
        }
        double before[3 * MOST];
        memcpy(before, m->force, sizeof before);
        CHECK_SEED(solve(m, count, 0.3, 1e-9, 10) <= 1e-9, run);
        for (int32_t i = 0; i < 3 * count; i++) {
            CHECK_SEED(fabs(before[i] - m->force[i]) < 1e-14, run);
        }
    }
    free(m);
}

RUN_TESTS(unit(one_contact_has_a_closed_form), unit(many_contacts_satisfy_the_conditions),
          unit(held_forces_lead_to_the_same_answer), unit(an_answer_is_kept))
