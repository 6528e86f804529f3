// SPDX-License-Identifier: MIT

#include "core/random.h"
#include "core/vec3.h"
#include "scene.h"
#include "sim/ftl/follow.h"

#include <string.h>

#define MOST 64

// ---- the paper's algorithms, step by step as printed, links of `length` -----------------------------

static void FTL1(bight_vec3 *v, int32_t i, int32_t j, double length)
{
    int32_t e = j > i ? 1 : -1;
    int32_t a = i;
    int32_t b = a + e;
    while (b != j + e) {
        bight_vec3 d = v3_sub(v[b], v[a]);
        bight_vec3 u = v3_mul(1.0 / sqrt(v3_dot(d, d)), d);
        v[b] = v3_madd(v[a], length, u);
        a = b;
        b = a + e;
    }
}

static void FTL2(bight_vec3 *v, int32_t i, int32_t j, double length)
{
    bight_vec3 O[MOST], C[MOST];
    memcpy(O, v, sizeof O);
    FTL1(v, i, j - 1, length);
    memcpy(C, v, sizeof C);
    // the leaders' new places are part of the original positions
    memcpy(v, O, sizeof O);
    FTL1(v, j, i + 1, length);
    for (int32_t a = i + 1; a <= j - 1; a++) {
        v[a] = v3_mul(0.5, v3_add(v[a], C[a]));
    }
}

static void FTL(bight_vec3 *v, int32_t nodes, const int32_t *A, int32_t q, double length)
{
    if (A[0] > 0) {
        FTL1(v, A[0], 0, length);
    }
    if (A[q - 1] < nodes - 1) {
        FTL1(v, A[q - 1], nodes - 1, length);
    }
    for (int32_t i = 0; i + 1 < q; i++) {
        FTL2(v, A[i], A[i + 1], length);
    }
}

static void random_chain(bi_random *random, bight_vec3 *at, int32_t nodes, double length)
{
    at[0] = bi_random_vec3(random, 5.0);
    for (int32_t i = 1; i < nodes; i++) {
        at[i] = v3_madd(at[i - 1], length, v3_unit(bi_random_vec3(random, 1.0), v3(1, 0, 0)));
    }
}

TEST(one_leader_as_printed)
{
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 old[MOST], ours[MOST], paper[MOST];
        double length = exp2(bi_random_range(&random, -10.0, 10.0));
        int32_t nodes = 2 + bi_random_below(&random, MOST - 2), i = bi_random_below(&random, nodes);
        random_chain(&random, old, nodes, length);
        memcpy(paper, old, sizeof paper);
        memcpy(ours, old, sizeof ours);
        ours[i] = paper[i] = v3_add(old[i], bi_random_vec3(&random, 0.5 * length));
        int32_t j = seed % 2 == 0 ? 0 : nodes - 1;
        if (i != j) {
            FTL1(paper, i, j, length);
            bi_follow_one(old, ours, i, j, length);
        }
        CHECK_SEED(memcmp(ours, paper, (size_t)nodes * sizeof *ours) == 0, seed);
    }
}

TEST(two_leaders_as_printed)
{
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 old[MOST], ours[MOST], paper[MOST], left[MOST], right[MOST];
        int32_t nodes = 3 + bi_random_below(&random, MOST - 3);
        int32_t i = bi_random_below(&random, nodes - 1), j = i + 1 + bi_random_below(&random, nodes - i - 1);
        random_chain(&random, old, nodes, 1.0);
        memcpy(paper, old, sizeof paper);
        memcpy(ours, old, sizeof ours);
        ours[i] = paper[i] = v3_add(old[i], bi_random_vec3(&random, 0.4));
        ours[j] = paper[j] = v3_add(old[j], bi_random_vec3(&random, 0.4));
        FTL2(paper, i, j, 1.0);
        bi_follow_two(old, ours, left, right, i, j, 1.0);
        CHECK_SEED(memcmp(ours, paper, (size_t)nodes * sizeof *ours) == 0, seed);
    }
}

// The whole cycle of a slack rope in free space is FTL and nothing else.
TEST(a_free_rope_as_printed)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        bi_random random = bi_random_from(seed);
        bight_world *world = scene_world();
        bight_vec3 paper[MOST], bent[MOST];
        int32_t nodes = 12 + bi_random_below(&random, 40), q = 1 + bi_random_below(&random, 3), A[3];
        for (int32_t i = 0; i < nodes; i++) {
            // a zigzag that opens: slack, far from touching itself
            bent[i] = v3(0.8 * i, i % 2 == 0 ? 0.0 : 0.6, 0.0);
        }
        bight_rope_id rope = scene_rope(world, bent, nodes, false, 0.2, 1.0);
        A[0] = bi_random_below(&random, nodes - 8);
        A[1] = A[0] + 3;
        A[2] = A[1] + 4;
        bight_hand_id hands[3];
        for (int32_t i = 0; i < q; i++) {
            hands[i] = scene_grasp(world, rope, A[i]);
        }
        for (int32_t cycle = 0; cycle < 3; cycle++) {
            memcpy(paper, bight_rope_curve(world, rope).points, (size_t)nodes * sizeof *paper);
            for (int32_t i = 0; i < q; i++) {
                paper[A[i]] = v3_add(paper[A[i]], bi_random_vec3(&random, 0.02));
                bight_hand_set_target(world, hands[i], paper[A[i]]);
            }
            FTL(paper, nodes, A, q, 1.0);
            bight_step_report report = scene_step(world);
            CHECK_SEED(report.contacts == 0 && report.advanced == 1.0, seed);
            bight_curve curve = bight_rope_curve(world, rope);
            for (int32_t i = 0; i < nodes; i++) {
                CHECK_SEED(v3_distance(curve.points[i], paper[i]) < 1e-12, seed);
            }
        }
        bight_world_destroy(world);
    }
}

TEST(no_node_moves_farther_than_its_leader)
{
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 old[MOST], out[MOST], left[MOST], right[MOST];
        random_chain(&random, old, MOST, 1.0);
        memcpy(out, old, sizeof out);
        out[0] = v3_add(old[0], bi_random_vec3(&random, 0.5));
        out[MOST - 1] = v3_add(old[MOST - 1], bi_random_vec3(&random, 0.5));
        double most = fmax(v3_distance(out[0], old[0]), v3_distance(out[MOST - 1], old[MOST - 1]));
        bi_follow_two(old, out, left, right, 0, MOST - 1, 1.0);
        for (int32_t i = 0; i < MOST; i++) {
            CHECK_SEED(v3_distance(out[i], old[i]) <= most * (1 + 1e-12), seed);
        }
        bi_spread_strain(out, left, right, 0, MOST - 1, 1.0, 1.0, 0.0, v3(0, 0, 0), true);
        for (int32_t i = 0; i < MOST; i++) {
            CHECK_SEED(v3_distance(out[i], old[i]) <= most * (1 + 1e-12), seed);
        }
    }
}

TEST(nodes_that_coincide_stay_finite)
{
    bight_vec3 old[MOST], out[MOST], left[MOST], right[MOST];
    for (uint64_t seed = 1; seed <= 300; seed++) {
        bi_random random = bi_random_from(seed);
        random_chain(&random, old, MOST, 1.0);
        for (int32_t i = 1; i < MOST; i++) {
            if (bi_random_below(&random, 2) == 0) {
                old[i] = old[i - 1];
            }
        }
        memcpy(out, old, sizeof out);
        out[0] = seed % 3 == 0 ? old[1] : old[0]; // the leader lands on its follower
        bi_follow_one(old, out, 0, MOST - 1, 1.0);
        for (int32_t i = 1; i < MOST; i++) {
            CHECK_SEED(fabs(v3_distance(out[i], out[i - 1]) - 1.0) < 1e-12, seed);
        }
        memcpy(out, old, sizeof out);
        bi_follow_two(old, out, left, right, 0, MOST - 1, 1.0);
        for (int32_t i = 0; i < MOST; i++) {
            CHECK_SEED(v3_is_finite(out[i]), seed);
        }
    }
}

// A closed rope has no place where it starts: numbering its nodes from elsewhere changes nothing.
TEST(closed_ropes_have_no_seam)
{
    for (int32_t shift = 0; shift < 24; shift += 5) {
        bight_vec3 points[24];
        for (int32_t i = 0; i < 24; i++) {
            double angle = 2.0 * 3.14159265358979323846 * (i + shift) / 24;
            points[i] = v3(3.83 * cos(angle), 3.83 * sin(angle), 0.0);
        }
        bight_world *world = scene_world();
        bight_rope_id rope = scene_rope(world, points, 24, true, 0.2, 0.0);
        int32_t a = (24 - shift) % 24, b = (31 - shift) % 24;
        bight_hand_id first = scene_grasp(world, rope, a), second = scene_grasp(world, rope, b);
        bight_hand_set_target(world, first, v3(5, 0, 1));
        bight_hand_set_target(world, second, v3(0, 3, -1));
        for (int32_t cycle = 0; cycle < 20; cycle++) {
            scene_step(world);
        }
        static bight_vec3 reference[24];
        bight_curve curve = bight_rope_curve(world, rope);
        for (int32_t i = 0; i < 24; i++) {
            bight_vec3 here = curve.points[(24 - shift + i) % 24];
            if (shift == 0) {
                reference[i] = here;
            }
            CHECK_NEAR(v3_distance(here, reference[i]), 0.0, 1e-9);
        }
        bight_world_destroy(world);
    }
}

// Ropes of one to three links and closed ropes of three to six: every order is followed, nothing breaks.
TEST(tiny_ropes)
{
    for (int32_t links = 1; links <= 9; links++) {
        bool closed = links > 3;
        int32_t nodes = closed ? links - 1 : links + 1;
        nodes = closed && nodes < 3 ? 3 : nodes;
        for (uint64_t seed = 1; seed <= 8; seed++) {
            bi_random random = bi_random_from(seed);
            bight_world *world = scene_world();
            double radius = exp2((double)seed - 6.0);
            bight_rope_id rope;
            if (closed) {
                rope = scene_ring(world, v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0), nodes, radius);
            } else {
                rope = scene_line(world, v3(0, 0, 0), v3(1, 0, 0), links, radius, 1.0);
            }
            bight_hand_id hand = scene_grasp(world, rope, 0), other = {0};
            if (seed % 2 == 0) {
                other = scene_grasp(world, rope, nodes - 1);
            }
            for (int32_t cycle = 0; cycle < 200; cycle++) {
                if (cycle % 10 == 0) {
                    bight_hand_set_target(world, hand, bi_random_vec3(&random, 3.0));
                    bight_hand_set_target(world, other, bi_random_vec3(&random, 3.0));
                }
                scene_step(world);
                CHECK_SEED(scene_finite(world, rope), seed);
                // hands that move a link or more a cycle stretch them for a while: the mean of two
                // suggestions that point apart may lie two links from its leaders
                CHECK_SEED(scene_longest(world, rope) < (radius > 0.5 ? 4.0 : 1.6), seed);
            }
            bight_world_destroy(world);
        }
    }
}

RUN_TESTS(unit(one_leader_as_printed), unit(two_leaders_as_printed), unit(a_free_rope_as_printed),
          unit(no_node_moves_farther_than_its_leader), unit(nodes_that_coincide_stay_finite),
          unit(closed_ropes_have_no_seam), unit(tiny_ropes))
