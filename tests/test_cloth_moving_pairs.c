// SPDX-License-Identifier: MIT
// Separating directions of two triangles that move: what is parted never meets, and is that far apart all the
// way. Judged by motion_judge.h and by distances of all features.

#include "cloth/separation.h"
#include "core/random.h"
#include "geom/crossing.h"
#include "geom/segment.h"
#include "motion_judge.h"
#include "test.h"

#include <string.h>

static bight_vec3 turn_about(bight_vec3 p, bight_vec3 axis, double angle)
{
    double c = cos(angle), s = sin(angle);
    bight_vec3 q = v3_add(v3_mul(c, p), v3_mul(s, v3_cross(axis, p)));
    return v3_madd(q, (1.0 - c) * v3_dot(axis, p), axis);
}

static double log_range(bi_random *random, double low, double high)
{
    return exp2(bi_random_range(random, log2(low), log2(high)));
}

static bool triangles_meet(const bi_moving_pair *pair)
{
    bool meet = false;
    for (int32_t k = 0; k < 3; k++) {
        for (int32_t side = 0; side < 2; side++) {
            const bight_vec3(*x)[3] = side == 0 ? pair->x : pair->y, (*y)[3] = side == 0 ? pair->y : pair->x;
            const bight_vec3 a[4] = {x[0][k], y[0][0], y[0][1], y[0][2]};
            const bight_vec3 b[4] = {x[1][k], y[1][0], y[1][1], y[1][2]};
            meet = meet || (k != (side == 0 ? pair->x_shared : pair->y_shared) && judge_vertex_meets(a, b));
        }
        for (int32_t m = 0; m < 3; m++) {
            int32_t l = (k + 1) % 3, n = (m + 1) % 3;
            bool common =
                (k == pair->x_shared || l == pair->x_shared) && (m == pair->y_shared || n == pair->y_shared);
            const bight_vec3 a[4] = {pair->x[0][k], pair->x[0][l], pair->y[0][m], pair->y[0][n]};
            const bight_vec3 b[4] = {pair->x[1][k], pair->x[1][l], pair->y[1][m], pair->y[1][n]};
            meet = meet || (!common && judge_edge_meets(a, b));
        }
    }
    return meet;
}

// Two triangles that go anywhere, some with a common corner, some flying along or turning together: what is
// proved never meets, and most of what does not meet is proved.
TEST(what_is_parted_never_meets)
{
    bi_random random = bi_random_from(1);
    int32_t met = 0, apart = 0, proved = 0, turned = 0;
    const int32_t pairs = LESS_WHEN_CHECKED(60000, 6000);
    for (int32_t n = 0; n < pairs; n++) {
        bi_moving_pair pair = {.x_shared = -1, .y_shared = -1};
        double motion = exp2(bi_random_range(&random, -6.0, 0.0)), together = n % 3 == 0 ? 5.0 : 0.0;
        bight_vec3 way = bi_random_vec3(&random, together), off = bi_random_vec3(&random, 0.5);
        for (int32_t k = 0; k < 3; k++) {
            pair.x[0][k] = bi_random_vec3(&random, 1.0);
            pair.y[0][k] = v3_add(off, bi_random_vec3(&random, 1.0));
            pair.x[1][k] = v3_add(v3_add(pair.x[0][k], way), bi_random_vec3(&random, motion));
            pair.y[1][k] = v3_add(v3_add(pair.y[0][k], way), bi_random_vec3(&random, motion));
        }
        if (n % 2 == 0) {
            pair.x_shared = bi_random_below(&random, 3);
            pair.y_shared = bi_random_below(&random, 3);
            pair.y[0][pair.y_shared] = pair.x[0][pair.x_shared];
            pair.y[1][pair.y_shared] = pair.x[1][pair.x_shared];
        }
        if (n % 5 == 0) { // turning together, up to half round
            double angle = bi_random_range(&random, -3.0, 3.0), c = cos(angle), s = sin(angle);
            for (int32_t k = 0; k < 6; k++) {
                bight_vec3 *p = k < 3 ? &pair.x[1][k] : &pair.y[1][k - 3];
                *p = v3(c * p->x - s * p->y, s * p->x + c * p->y, p->z);
            }
        }
        bight_vec3 direction, last;
        double distance = bi_pair_distance(&pair, 0, &direction), least = 1e-6;
        double left = bi_pair_distance(&pair, 1, &last);
        bool parted = bi_pair_separates(&pair, least) || bi_pair_separates_along(&pair, direction, least);
        if (!parted && distance > 0.0 && left > 0.0 &&
            bi_pair_separates_turning(&pair, direction, last, least)) {
            parted = true;
            turned++;
        }
        if (triangles_meet(&pair)) {
            CHECK_SEED(!parted, n);
            met++;
        } else if (distance > 1e-6) {
            apart++;
            proved += parted;
        }
    }
    CHECK(met > pairs / 12 && apart > pairs / 12);
    CHECK(proved > apart / 2 && turned > pairs / 120);
}

static double plain_distance(const bight_vec3 x[3], const bight_vec3 y[3])
{
    double least = HUGE_VAL;
    for (int32_t k = 0; k < 3; k++) {
        least = bi_min(least, bi_point_triangle_closest(x[k], y[0], y[1], y[2]).distance_squared);
        least = bi_min(least, bi_point_triangle_closest(y[k], x[0], x[1], x[2]).distance_squared);
        for (int32_t m = 0; m < 3; m++) {
            least = bi_min(least,
                           bi_segment_closest(x[k], x[(k + 1) % 3], y[m], y[(m + 1) % 3]).distance_squared);
        }
    }
    return sqrt(least);
}

static bool pierce_each_other(const bight_vec3 x[3], const bight_vec3 y[3])
{
    bool pierce = false;
    for (int32_t k = 0; k < 3; k++) {
        static const int32_t ranks[5] = {0, 1, 2, 3, 4};
        const bight_vec3 a[5] = {x[k], x[(k + 1) % 3], y[0], y[1], y[2]};
        const bight_vec3 b[5] = {y[k], y[(k + 1) % 3], x[0], x[1], x[2]};
        pierce = pierce || bi_edge_meets_triangle(a, ranks) != BI_APART ||
                 bi_edge_meets_triangle(b, ranks) != BI_APART;
    }
    return pierce;
}

// What is parted by so much is that far apart all the way; and the distance of a pair is what it is.
TEST(parted_by_so_much_is_that_far_apart)
{
    bi_random random = bi_random_from(7);
    int32_t likely = 0, along = 0, turning = 0;
    const int32_t pairs = LESS_WHEN_CHECKED(40000, 4000);
    for (int32_t n = 0; n < pairs; n++) {
        bi_moving_pair pair = {.x_shared = -1, .y_shared = -1};
        double motion = log_range(&random, 0.01, 2.0), least = bi_random_range(&random, 0.0, 0.5);
        bight_vec3 off = bi_random_vec3(&random, 1.5),
                   axis = v3_unit(bi_random_vec3(&random, 1.0), v3(1, 0, 0));
        double angle = n % 3 == 0 ? bi_random_range(&random, -1.5, 1.5) : 0.0;
        for (int32_t k = 0; k < 3; k++) {
            pair.x[0][k] = bi_random_vec3(&random, 1.0);
            pair.y[0][k] = v3_add(off, bi_random_vec3(&random, 1.0));
            pair.x[1][k] = turn_about(v3_add(pair.x[0][k], bi_random_vec3(&random, motion)), axis, angle);
            pair.y[1][k] = turn_about(v3_add(pair.y[0][k], bi_random_vec3(&random, motion)), axis, angle);
        }
        bight_vec3 first, last;
        for (int32_t when = 0; when < 2; when++) {
            double d = bi_pair_distance(&pair, when, when == 0 ? &first : &last);
            CHECK_SEED(fabs(d - plain_distance(pair.x[when], pair.y[when])) < 1e-12, n);
            // inside each other there is no direction
            bight_vec3 way = when == 0 ? first : last;
            CHECK_SEED(d == 0.0 || fabs(v3_length(way) - d) < 1e-6, n);
        }
        bool parts[3] = {bi_pair_separates(&pair, least), bi_pair_separates_along(&pair, first, least),
                         false};
        parts[2] = v3_length(first) > 0.0 && v3_length(last) > 0.0 &&
                   bi_pair_separates_turning(&pair, first, last, least);
        likely += parts[0];
        along += parts[1];
        turning += parts[2];
        for (int32_t s = 0; s <= 12 && (parts[0] || parts[1] || parts[2]); s++) {
            bight_vec3 x[3], y[3];
            for (int32_t k = 0; k < 3; k++) {
                x[k] = v3_lerp(pair.x[0][k], pair.x[1][k], s / 12.0);
                y[k] = v3_lerp(pair.y[0][k], pair.y[1][k], s / 12.0);
            }
            CHECK_SEED(plain_distance(x, y) > least * (1.0 - 1e-9), n);
        }
        // at rest what is apart is parted along its distance by nearly that
        bi_moving_pair still = pair;
        memcpy(still.x[1], still.x[0], sizeof still.x[0]);
        memcpy(still.y[1], still.y[0], sizeof still.y[0]);
        double d = bi_pair_distance(&still, 0, &first);
        d = pierce_each_other(still.x[0], still.y[0]) ? 0.0 : d;
        CHECK_SEED(d < 0.02 || bi_pair_separates_along(&still, first, 0.9999 * d), n);
        CHECK_SEED(d < 0.02 || bi_pair_separates_turning(&still, first, first, 0.9999 * d), n);
        CHECK_SEED(
            !bi_pair_separates_along(&still, v3_length(first) > 0.0 ? first : v3(1, 0, 0), 1.0001 * d + 1e-3),
            n);
    }
    print_message("of %d: %d by likely directions, %d along the distance, %d turning\n", (int)pairs,
                  (int)likely, (int)along, (int)turning);
    CHECK(likely > pairs / 20 && along > pairs / 20 && turning > pairs / 20);
}

RUN_TESTS(unit(what_is_parted_never_meets), unit(parted_by_so_much_is_that_far_apart))
