// SPDX-License-Identifier: MIT

#include "core/random.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "geom/path.h"
#include "test.h"

#include <stdlib.h>

enum { MOST = 12, ROUND = MOST * BI_ROUND_PIECES + 1, LINKS = 200 };

// Against the C library, which is right to an ulp or so.
TEST(turns_are_sine_and_cosine)
{
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        bi_random random = bi_random_from(seed);
        double t = bi_random_range(&random, -1.0, 1.0);
        t = seed % 3 == 0 ? 1000.0 * t : t;
        bi_turn turn = bi_turn_of(t);
        double x = 6.283185307179586476925 * (t - floor(t));
        CHECK_SEED(fabs(turn.cosine - cos(x)) < 2e-15 && fabs(turn.sine - sin(x)) < 2e-15, seed);
    }
    CHECK(bi_turn_of(0.25).sine == 1.0 && bi_turn_of(0.25).cosine == 0.0);
    CHECK(bi_turn_of(-0.5).cosine == -1.0 && bi_turn_of(1.75).sine == -1.0);
    CHECK(bi_turn_of(0.0).cosine == 1.0 && bi_turn_of(1.0).cosine == 1.0 && bi_turn_of(1.0).sine == 0.0);
}

// a walk that turns up to some 90 degrees at each point, with steps from 1 to 5
static void random_points(uint64_t seed, int32_t count, bight_vec3 *points)
{
    bi_random random = bi_random_from(seed);
    bight_vec3 direction = v3_unit(bi_random_vec3(&random, 1.0), v3(1, 0, 0));
    points[0] = v3(0, 0, 0);
    for (int32_t i = 1; i < count; i++) {
        direction = v3_unit(v3_add(direction, bi_random_vec3(&random, 0.7)), direction);
        points[i] = v3_madd(points[i - 1], bi_random_range(&random, 1.0, 5.0), direction);
    }
}

static double angle_at(const bight_vec3 *p)
{
    bight_vec3 before = v3_sub(p[0], p[-1]), after = v3_sub(p[1], p[0]);
    return atan2(v3_length(v3_cross(before, after)), v3_dot(before, after));
}

// The given points lie on the spline, and where pieces meet it has no corner.
TEST(rounded_paths_go_through_their_points_without_corners)
{
    bight_vec3 points[MOST], round[ROUND];
    for (uint64_t seed = 1; seed <= 500; seed++) {
        int32_t count = 3 + (int32_t)(seed % (MOST - 2));
        bool closed = seed % 2 == 0;
        random_points(seed, count, points);
        bi_path_round((bight_curve){points, count, closed}, round);
        CHECK_SEED(bi_path_round_count(count, closed) <= ROUND, seed);
        for (int32_t i = 0; i < count; i++) {
            CHECK_SEED(v3_distance(round[i * BI_ROUND_PIECES], points[i]) < 1e-12, seed);
        }
        // a joint turns no more than its neighbourhood does: 4 times the larger angle next to it
        for (int32_t i = 1; i + 1 < count; i++) {
            const bight_vec3 *joint = &round[i * BI_ROUND_PIECES];
            double near = fmax(angle_at(joint - 1), angle_at(joint + 1));
            CHECK_SEED(angle_at(joint) <= 4.0 * near + 0.02, seed);
        }
    }
}

TEST(two_points_stay_a_straight_line)
{
    bight_vec3 points[2] = {{0, 0, 0}, {3, 4, 0}}, round[BI_ROUND_PIECES + 1];
    bi_path_round((bight_curve){points, 2, false}, round);
    for (int32_t i = 0; i <= BI_ROUND_PIECES; i++) {
        CHECK(v3_distance(round[i], v3_lerp(points[0], points[1], (double)i / BI_ROUND_PIECES)) < 1e-12);
    }
}

TEST(walking_meets_the_ends_and_never_jumps)
{
    bight_vec3 points[MOST];
    double lengths[MOST + 1];
    for (uint64_t seed = 1; seed <= 200; seed++) {
        bight_curve curve = {points, MOST, seed % 2 == 0};
        random_points(seed, MOST, points);
        bi_path_lengths(curve, lengths);
        double total = lengths[curve.closed ? MOST : MOST - 1];
        int32_t segment = 0;
        bight_vec3 before = points[0];
        for (int32_t i = 0; i <= 1000; i++) {
            bight_vec3 at = bi_path_at(curve, lengths, total * i / 1000.0, &segment);
            CHECK_SEED(v3_distance(at, before) <= total / 1000.0 + 1e-9, seed);
            before = at;
        }
        CHECK_SEED(v3_distance(before, points[curve.closed ? 0 : MOST - 1]) < 1e-9, seed);
        // back again, and beyond both ends
        CHECK_SEED(v3_distance(bi_path_at(curve, lengths, -5.0, &segment), points[0]) == 0.0, seed);
        CHECK_SEED(v3_distance(bi_path_at(curve, lengths, total + 5.0, &segment), before) < 1e-9, seed);
    }
}

TEST(resampled_ropes_have_equal_links_and_keep_their_ends)
{
    static bight_vec3 points[MOST], round[ROUND], out[LINKS + 1];
    static double lengths[ROUND + 1], places[2 * (LINKS + 1)];
    for (uint64_t seed = 1; seed <= 200; seed++) {
        bool closed = seed % 2 == 0;
        random_points(seed, MOST, points);
        bi_path_round((bight_curve){points, MOST, closed}, round);
        bight_curve curve = {round, (int32_t)bi_path_round_count(MOST, closed), closed};
        bi_path_lengths(curve, lengths);
        bi_path_resample(curve, lengths, LINKS, places, out);
        CHECK_SEED(v3_distance(out[0], round[0]) == 0.0, seed);
        CHECK_SEED(closed || v3_distance(out[LINKS], round[curve.count - 1]) < 1e-9, seed);
        double shortest = 1e9, longest = 0.0;
        for (int32_t i = 0; i < LINKS; i++) {
            double link = v3_distance(out[i], out[closed && i + 1 == LINKS ? 0 : i + 1]);
            shortest = fmin(shortest, link);
            longest = fmax(longest, link);
        }
        CHECK_SEED(longest < (closed ? 1.1 : 1.01) * shortest, seed);
    }
}

RUN_TESTS(unit(turns_are_sine_and_cosine), unit(rounded_paths_go_through_their_points_without_corners),
          unit(two_points_stay_a_straight_line), unit(walking_meets_the_ends_and_never_jumps),
          unit(resampled_ropes_have_equal_links_and_keep_their_ends))
