// SPDX-License-Identifier: MIT

#include "core/random.h"
#include "core/vec3.h"
#include "geom/pose.h"
#include "geom/winding.h"
#include "play/measure.h"
#include "test.h"

#define TURN 6.283185307179586

enum { COUNT = 60 };

static void circle(bight_vec3 *points, bight_vec3 center, bight_vec3 u, bight_vec3 v, double turns)
{
    for (int32_t i = 0; i < COUNT; i++) {
        double t = TURN * turns * i / COUNT;
        points[i] = v3_add(center, v3_add(v3_mul(cos(t), u), v3_mul(sin(t), v)));
    }
}

// Two rings through each other: +1 or -1 by the right-hand rule; side by side: 0.
TEST(linking_of_two_rings)
{
    bight_vec3 a[COUNT], b[COUNT], c[COUNT];
    circle(a, v3(0, 0, 0), v3(2, 0, 0), v3(0, 2, 0), 1.0); // anticlockwise seen from +z
    circle(b, v3(2, 0, 0), v3(1, 0, 0), v3(0, 0, 1), 1.0); // leaves the disc of a downwards at x = 1
    circle(c, v3(9, 0, 0), v3(1, 0, 0), v3(0, 0, 1), 1.0);
    bight_curve ring = {a, COUNT, true}, through = {b, COUNT, true}, beside = {c, COUNT, true};
    CHECK_NEAR(bi_gauss_linking(ring, through), -1.0, 1e-9);
    CHECK_NEAR(bi_gauss_linking(through, ring), -1.0, 1e-9);
    CHECK_NEAR(bi_gauss_linking(ring, beside), 0.0, 1e-9);
}

// Oracle: Gauss's double integral by the midpoint rule on finely cut curves.
TEST(linking_is_the_gauss_integral)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 a[4], b[4];
        for (int32_t i = 0; i < 4; i++) {
            a[i] = bi_random_vec3(&random, 1.0);
            b[i] = v3_add(bi_random_vec3(&random, 1.0), v3(3, 0, 0));
        }
        enum { CUTS = 60 };
        double sum = 0.0;
        for (int32_t i = 0; i < 3; i++) {
            for (int32_t k = 0; k < 3; k++) {
                bight_vec3 da = v3_mul(1.0 / CUTS, v3_sub(a[i + 1], a[i]));
                bight_vec3 db = v3_mul(1.0 / CUTS, v3_sub(b[k + 1], b[k]));
                for (int32_t s = 0; s < CUTS * CUTS; s++) {
                    bight_vec3 r =
                        v3_sub(v3_madd(a[i], s % CUTS + 0.5, da), v3_madd(b[k], s / CUTS + 0.5, db));
                    double length = v3_length(r);
                    sum += v3_dot(r, v3_cross(da, db)) / (length * length * length);
                }
            }
        }
        double found = bi_gauss_linking((bight_curve){a, 4, false}, (bight_curve){b, 4, false});
        CHECK_SEED(fabs(found - sum / (2.0 * TURN)) < 1e-4, seed);
    }
}

TEST(winding_counts_turns_with_their_sign)
{
    bight_vec3 points[COUNT];
    bight_pose pose = {.position = {1, 2, 3}, .rotation = {0, 0, 0, 1}};
    // from x to -z is anticlockwise seen from +y; the last point is one step short of the full turns
    circle(points, v3(1, 5, 3), v3(2, 0, 0), v3(0, 0, -2), 3.0);
    CHECK_NEAR(bi_measure_winding((bight_curve){points, COUNT, false}, &pose), 3.0 * (COUNT - 1) / COUNT,
               1e-9);
    CHECK_NEAR(bi_measure_winding((bight_curve){points, COUNT, true}, &pose), 3.0, 1e-9);
    // upside down: half a turn round x
    pose.rotation[0] = 1.0;
    pose.rotation[3] = 0.0;
    CHECK_NEAR(bi_measure_winding((bight_curve){points, COUNT, true}, &pose), -3.0, 1e-9);
}

TEST(winding_round_the_tube_of_a_ring)
{
    bight_vec3 points[COUNT];
    bight_pose pose = {.rotation = {0, 0, 0, 1}};
    // round the tube at (5, 0, 0): up outside, down inside
    circle(points, v3(5, 0, 0), v3(2, 0, 0), v3(0, 2, 0), 2.0);
    CHECK_NEAR(bi_measure_tube_winding((bight_curve){points, COUNT, true}, &pose, 5.0), 2.0, 1e-9);
    // far above the ring: no winding
    circle(points, v3(5, 9, 0), v3(2, 0, 0), v3(0, 2, 0), 2.0);
    CHECK_NEAR(bi_measure_tube_winding((bight_curve){points, COUNT, true}, &pose, 5.0), 0.0, 1e-9);
}

// Oracle: all pairs, and a dense sampling of both links.
TEST(overlap_is_the_deepest_of_all_pairs)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 points[2][12];
        bi_thick ropes[2];
        for (int32_t i = 0; i < 2; i++) {
            for (int32_t k = 0; k < 12; k++) {
                points[i][k] = bi_random_vec3(&random, 3.0);
            }
            ropes[i] = (bi_thick){{points[i], 12, seed % 2 == (uint64_t)i}, 0.4 + 0.2 * i};
        }
        bi_overlap overlap;
        CHECK(bi_measure_overlap(NULL, ropes, 2, &overlap) == BIGHT_OK);
        double deepest = 0.0;
        for (int32_t a = 0; a < 24; a++) {
            for (int32_t b = 0; b < a; b++) {
                int32_t ra = a / 12, rb = b / 12, la = a % 12, lb = b % 12, gap = la - lb;
                bool ends = (!ropes[ra].curve.closed && la == 11) || (!ropes[rb].curve.closed && lb == 11);
                if (ends || (ra == rb && (gap == 1 || (ropes[ra].curve.closed && gap == 11)))) {
                    continue;
                }
                for (int32_t s = 0; s <= 40 * 41; s++) {
                    bight_vec3 p = v3_lerp(points[ra][la], points[ra][(la + 1) % 12], (s % 41) / 40.0);
                    bight_vec3 q = v3_lerp(points[rb][lb], points[rb][(lb + 1) % 12], (s / 41) / 40.0);
                    double both = ropes[ra].radius + ropes[rb].radius;
                    deepest = fmax(deepest, (both - v3_distance(p, q)) / both);
                }
            }
        }
        CHECK_SEED(overlap.depth >= deepest - 1e-12 && overlap.depth <= deepest + 0.15, seed);
    }
}

TEST(ropes_apart_do_not_overlap)
{
    bight_vec3 a[3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, b[2] = {{0, 3, 0}, {2, 3, 0}};
    bi_thick ropes[2] = {{{a, 3, false}, 1.0}, {{b, 2, false}, 1.0}};
    bi_overlap overlap;
    CHECK(bi_measure_overlap(NULL, ropes, 2, &overlap) == BIGHT_OK);
    CHECK(overlap.depth == 0.0 && overlap.rope[0] == -1);
    int32_t link;
    CHECK_NEAR(bi_measure_stretch(ropes[0].curve, 0.8, &link), 1.25, 1e-12);
    CHECK_NEAR(bi_measure_length(ropes[0].curve, 2, 0), 2.0, 1e-12);
}

RUN_TESTS(unit(linking_of_two_rings), unit(linking_is_the_gauss_integral),
          unit(winding_counts_turns_with_their_sign), unit(winding_round_the_tube_of_a_ring),
          unit(overlap_is_the_deepest_of_all_pairs), unit(ropes_apart_do_not_overlap))
