// SPDX-License-Identifier: MIT

#include "core/random.h"
#include "sim/spring/divide.h"
#include "test.h"

#include <string.h>

#define MOST 512

typedef struct chain {
    bight_vec3 at[MOST];
    bi_control_point point[MOST];
    int32_t count;
} chain;

static bi_control_point random_point(bi_random *random, double left, double right)
{
    return (bi_control_point){.left_mass = left,
                              .right_mass = right,
                              .left_velocity = bi_random_vec3(random, 3.0),
                              .right_velocity = bi_random_vec3(random, 3.0),
                              .rest = bi_random_range(random, 0.3, 1.7)};
}

// A walk whose links are sometimes longer than beta and which sometimes turns back.
static void random_chain(bi_random *random, chain *c, int32_t count, bool closed)
{
    bight_vec3 at = v3(0, 0, 0);
    c->count = count;
    for (int32_t i = 0; i < count; i++) {
        double left = i > 0 || closed ? bi_random_range(random, 0.1, 2.0) : 0.0;
        double right = i < count - 1 || closed ? bi_random_range(random, 0.1, 2.0) : 0.0;
        c->at[i] = at;
        c->point[i] = random_point(random, left, right);
        bight_vec3 step = v3_unit(bi_random_vec3(random, 1.0), v3(1, 0, 0));
        at = v3_madd(at, bi_random_range(random, 0.2, 2.6), step);
    }
}

typedef struct totals {
    double mass, rest;
    bight_vec3 momentum;
} totals;

static totals totals_of(const bi_control_point *point, int32_t count, bool closed)
{
    totals sum = {0};
    for (int32_t i = 0; i < count; i++) {
        sum.mass += point[i].left_mass + point[i].right_mass;
        sum.momentum = v3_madd(sum.momentum, point[i].left_mass, point[i].left_velocity);
        sum.momentum = v3_madd(sum.momentum, point[i].right_mass, point[i].right_velocity);
        sum.rest += i < count - 1 || closed ? point[i].rest : 0.0;
    }
    return sum;
}

static bi_division divide(chain *c, bool closed, double alpha, double beta, chain *out, int32_t *moved_to)
{
    bi_division division = {.alpha = alpha,
                            .beta = beta,
                            .at = c->at,
                            .point = c->point,
                            .count = c->count,
                            .closed = closed,
                            .to_at = out->at,
                            .to = out->point,
                            .room = MOST,
                            .moved_to = moved_to};
    bi_divide(&division);
    out->count = division.to_count;
    return division;
}

// Algorithm 2 word for word, on one array that is shifted to make and to close gaps.
static void as_printed(bight_vec3 *p, int32_t *n, double alpha, double beta, double share)
{
    for (int32_t i = 1; i <= *n - 1; i++) {
        bight_vec3 *at = p + i - 1; // p[i], counted from one
        if (v3_distance(at[0], at[1]) > beta) {
            memmove(at + 2, at + 1, (size_t)(*n - i) * sizeof *at);
            at[1] = v3_lerp(at[0], at[2], share);
            ++*n;
            continue;
        } else if (i + 2 <= *n && v3_distance(at[0], at[2]) < alpha) {
            memmove(at + 1, at + 2, (size_t)(*n - i - 1) * sizeof *at);
            --*n;
            i = i + 1;
            continue;
        }
    }
}

TEST(algorithm_2_as_printed)
{
    int32_t inserts = 0, deletes = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        bi_random random = bi_random_from(seed);
        static chain c, out;
        static bight_vec3 p[MOST];
        int32_t moved_to[MOST], n = 2 + (int32_t)(seed % 60);
        random_chain(&random, &c, n, false);

        // equal masses: new points are in the middle, and stay equal when nothing is contracted in between
        for (int32_t i = 0; i < n; i++) {
            c.point[i].left_mass = i > 0 ? 1.0 : 0.0;
            c.point[i].right_mass = i < n - 1 ? 1.0 : 0.0;
        }
        memcpy(p, c.at, sizeof p);
        as_printed(p, &n, 1.5, 2.0, 0.5);
        bi_division done = divide(&c, false, 1.5, 2.0, &out, moved_to);
        CHECK_SEED(out.count == n, seed);
        for (int32_t i = 0; i < n; i++) {
            CHECK_SEED(v3_distance(out.at[i], p[i]) < 1e-12, seed);
        }
        inserts += done.inserts;
        deletes += done.deletes;
    }
    CHECK(inserts > 1000 && deletes > 200);
}

TEST(insert_at_the_centre_of_mass)
{
    bi_control_point a = {.left_mass = 7, .right_mass = 1, .right_velocity = {1, 2, 3}, .rest = 4};
    bi_control_point c = {.left_mass = 3, .right_mass = 9, .left_velocity = {-1, 0, 5}, .rest = 6};
    bight_vec3 at;
    bi_control_point b = bi_insert_point(&a, v3(0, 0, 0), &c, v3(8, 0, 4), &at);

    // (1 * 0 + 3 * 8) / 4 = 6
    CHECK(v3_distance(at, v3(6, 0, 3)) == 0.0);
    CHECK(a.right_mass == 0.5 && b.left_mass == 0.5 && b.right_mass == 1.5 && c.left_mass == 1.5);
    CHECK(a.left_mass == 7.0 && c.right_mass == 9.0);
    CHECK(a.rest == 3.0 && b.rest == 1.0 && c.rest == 6.0);
    CHECK(v3_distance(b.left_velocity, v3(1, 2, 3)) == 0.0);
    CHECK(v3_distance(b.right_velocity, v3(-1, 0, 5)) == 0.0);
}

TEST(delete_undoes_insert)
{
    for (uint64_t seed = 1; seed <= 300; seed++) {
        bi_random random = bi_random_from(seed);
        bi_control_point a = random_point(&random, 1.0, bi_random_range(&random, 0.1, 2.0)), old_a = a;
        bi_control_point c = random_point(&random, bi_random_range(&random, 0.1, 2.0), 1.0), old_c = c;
        bight_vec3 at;
        bi_control_point b = bi_insert_point(&a, v3(0, 0, 0), &c, v3(1, 0, 0), &at);
        bi_delete_point(&a, &b, &c);
        CHECK_SEED(a.right_mass == old_a.right_mass && c.left_mass == old_c.left_mass, seed);
        CHECK_SEED(v3_distance(a.right_velocity, old_a.right_velocity) < 1e-15, seed);
        CHECK_SEED(v3_distance(c.left_velocity, old_c.left_velocity) < 1e-15, seed);
        CHECK_SEED(fabs(a.rest - old_a.rest) < 1e-15, seed);
    }
}

TEST(mass_momentum_and_rest_length_are_kept)
{
    int32_t inserts = 0, deletes = 0;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        bi_random random = bi_random_from(seed);
        static chain c, out;
        int32_t moved_to[MOST], n = 5 + (int32_t)(seed % 50);
        bool closed = seed % 2 == 0;
        random_chain(&random, &c, n, closed);
        totals before = totals_of(c.point, n, closed);
        bi_division done = divide(&c, closed, 1.5, 2.0, &out, moved_to);
        totals after = totals_of(out.point, out.count, closed);

        // to rounding: a few ulps a point
        CHECK_SEED(fabs(after.mass - before.mass) < 1e-15 * n * before.mass, seed);
        CHECK_SEED(fabs(after.rest - before.rest) < 1e-15 * n * before.rest, seed);
        CHECK_SEED(v3_distance(after.momentum, before.momentum) < 1e-14 * n * before.mass, seed);
        CHECK_SEED(out.count == n + done.inserts - done.deletes, seed);
        inserts += done.inserts;
        deletes += done.deletes;
    }
    CHECK(inserts > 1000 && deletes > 200);
}

// Elastic energy k / 2 (d - d0)^2 with k = K / d0 is the same before and after INSERT, as the halves of a
// spring of equal masses are.
TEST(insert_keeps_elastic_energy)
{
    bi_control_point a = {.right_mass = 1, .rest = 1.7}, c = {.left_mass = 1};
    bight_vec3 at, from = v3(0, 0, 0), to = v3(1.5, 1.2, 0.4);
    double d = v3_distance(from, to), whole = (d - 1.7) * (d - 1.7) / 1.7;
    bi_control_point b = bi_insert_point(&a, from, &c, to, &at);
    double da = v3_distance(from, at) - a.rest, db = v3_distance(at, to) - b.rest;
    CHECK_NEAR(da * da / a.rest + db * db / b.rest, whole, 1e-15);
}

TEST(points_know_where_they_went)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        bi_random random = bi_random_from(seed);
        static chain c, copy, out;
        int32_t moved_to[MOST], n = 5 + (int32_t)(seed % 50);
        bool closed = seed % 2 == 0;
        uint8_t held[MOST] = {0};
        random_chain(&random, &c, n, closed);
        copy = c;
        held[n / 2] = 1;
        bi_division division = {.alpha = 1.5,
                                .beta = 2.0,
                                .at = c.at,
                                .point = c.point,
                                .count = n,
                                .closed = closed,
                                .held = held,
                                .to_at = out.at,
                                .to = out.point,
                                .room = MOST,
                                .moved_to = moved_to};
        bi_divide(&division);
        int32_t gone = 0, last = -1;
        for (int32_t i = 0; i < n; i++) {
            gone += moved_to[i] < 0;
            if (moved_to[i] >= 0) {
                CHECK_SEED(moved_to[i] > last && moved_to[i] < division.to_count, seed);
                CHECK_SEED(v3_distance(out.at[moved_to[i]], copy.at[i]) == 0.0, seed);
                last = moved_to[i];
            }
        }
        CHECK_SEED(gone == division.deletes, seed);
        CHECK_SEED(moved_to[n / 2] >= 0 && moved_to[0] == 0, seed);
        CHECK_SEED(closed || moved_to[n - 1] == division.to_count - 1, seed);
    }
}

// Hysteresis: what lies between alpha and beta is left alone, and a pass is only needed when it does
// something.
TEST(nothing_to_do)
{
    static chain c, out;
    int32_t moved_to[MOST];
    c.count = 40;
    for (int32_t i = 0; i < 40; i++) {
        c.at[i] = v3(0.8 * i, 0.1 * (i % 2), 0);
        c.point[i] = (bi_control_point){.left_mass = i > 0, .right_mass = i < 39, .rest = 1};
    }
    bi_division division = {.alpha = 1.5, .beta = 2.0, .at = c.at, .point = c.point, .count = 40};
    CHECK(!bi_division_needed(&division));
    bi_division done = divide(&c, false, 1.5, 2.0, &out, moved_to);
    CHECK(done.inserts == 0 && done.deletes == 0 && out.count == 40);

    // one spring too long, one triple too close
    division.at = c.at;
    c.at[39].x += 1.3;
    CHECK(bi_division_needed(&division));
    c.at[39].x -= 1.3;
    c.at[38].x = c.at[36].x + 0.3;
    c.at[39].x = c.at[38].x + 0.8;
    CHECK(bi_division_needed(&division));
    uint8_t held[40] = {0};
    held[37] = held[38] = 1;
    division.held = held;
    CHECK(!bi_division_needed(&division));
}

// Passes over and over come to an end with no spring too long.
TEST(repeated_passes_come_to_rest)
{
    for (uint64_t seed = 1; seed <= 100; seed++) {
        bi_random random = bi_random_from(seed);
        static chain c, out;
        int32_t moved_to[MOST], passes = 0;
        bool closed = seed % 2 == 0;
        random_chain(&random, &c, 6 + (int32_t)(seed % 40), closed);
        bi_division division;
        do {
            divide(&c, closed, 1.5, 2.0, &out, moved_to);
            c = out;
            division = (bi_division){
                .alpha = 1.5, .beta = 2.0, .at = c.at, .point = c.point, .count = c.count, .closed = closed};
        } while (bi_division_needed(&division) && ++passes < 40);
        CHECK_SEED(passes < 40, seed);
        for (int32_t i = 0; i < c.count - !closed; i++) {
            CHECK_SEED(v3_distance(c.at[i], c.at[i + 1 < c.count ? i + 1 : 0]) <= 2.0, seed);
        }
    }
}

TEST(no_room_no_insert)
{
    static chain c, out;
    int32_t moved_to[MOST];
    c.count = 2;
    c.at[0] = v3(0, 0, 0);
    c.at[1] = v3(9, 0, 0);
    c.point[0] = (bi_control_point){.right_mass = 1, .rest = 9};
    c.point[1] = (bi_control_point){.left_mass = 1};
    bi_division division = {.alpha = 1.5,
                            .beta = 2.0,
                            .at = c.at,
                            .point = c.point,
                            .count = 2,
                            .to_at = out.at,
                            .to = out.point,
                            .room = 3,
                            .moved_to = moved_to};
    bi_divide(&division);
    CHECK(division.to_count == 3 && division.inserts == 1 && division.refused == 1);
}

RUN_TESTS(unit(algorithm_2_as_printed), unit(insert_at_the_centre_of_mass), unit(delete_undoes_insert),
          unit(mass_momentum_and_rest_length_are_kept), unit(insert_keeps_elastic_energy),
          unit(points_know_where_they_went), unit(nothing_to_do), unit(repeated_passes_come_to_rest),
          unit(no_room_no_insert))
