// SPDX-License-Identifier: MIT
// Nothing passes through anything. The judge is topology: linking numbers cannot change while strands only
// move around each other.

#include "bench/oracle.h"
#include "core/random.h"
#include "scene.h"

static const bight_vec3 X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1};

TEST(the_two_linking_numbers_agree)
{
    bight_vec3 a[24], b[24];
    for (int32_t i = 0; i < 24; i++) {
        double angle = 2.0 * 3.14159265358979323846 * i / 24;
        a[i] = v3(2 * cos(angle), 2 * sin(angle), 0);
        b[i] = v3(2 + 2 * cos(angle), 0, 2 * sin(angle));
    }
    bight_curve first = {a, 24, true}, second = {b, 24, true};
    CHECK(oracle_linking(first, second) * oracle_linking(first, second) == 1);
    CHECK_NEAR(oracle_gauss_linking(first, second), oracle_linking(first, second), 1e-9);
    for (int32_t i = 0; i < 24; i++) {
        b[i].x += 10.0;
    }
    CHECK(oracle_linking(first, second) == 0);
    CHECK_NEAR(oracle_gauss_linking(first, second), 0.0, 1e-9);
}

// Two linked rings, four hands that are sent anywhere at once, also 100 radii away and across each other.
TEST(linked_rings_stay_linked)
{
    for (uint64_t seed = 1; seed <= 12; seed++) {
        bi_random random = bi_random_from(seed);
        bight_world *world = scene_world();
        double radius = exp2(bi_random_range(&random, -4.0, -0.6));
        bight_rope_id a = scene_ring(world, v3(0, 0, 0), X, Y, 40, radius);
        bight_rope_id b = scene_ring(world, v3(6, 0, 0), X, Z, 40, radius);
        double linked = oracle_gauss_linking(bight_rope_curve(world, a), bight_rope_curve(world, b));
        CHECK_NEAR(fabs(linked), 1.0, 1e-9);
        bight_hand_id hand[4] = {scene_grasp(world, a, 0), scene_grasp(world, a, 20),
                                 scene_grasp(world, b, 3), scene_grasp(world, b, 25)};
        for (int32_t cycle = 0; cycle < 200; cycle++) {
            if (cycle % 20 == 0) {
                for (int32_t i = 0; i < 4; i++) {
                    double far = cycle % 40 == 0 ? 100.0 * radius : 10.0;
                    bight_vec3 from = scene_hand(world, hand[3 - i]);
                    bight_hand_set_target(world, hand[i], v3_add(from, bi_random_vec3(&random, far)));
                }
            }
            scene_step(world);
            bight_curve first = bight_rope_curve(world, a), second = bight_rope_curve(world, b);
            CHECK_SEED(oracle_linking(first, second) == (int32_t)lround(linked), seed);
            CHECK_SEED(oracle_least_distance(first, second) > 1e-6 * radius, seed);
        }
        CHECK_NEAR(oracle_gauss_linking(bight_rope_curve(world, a), bight_rope_curve(world, b)), linked,
                   1e-6);
        bight_world_destroy(world);
    }
}

// A ring of rope threaded through a ring of steel cannot be pulled off it.
TEST(a_threaded_ring_cannot_be_pulled_off)
{
    for (uint64_t seed = 1; seed <= 6; seed++) {
        bi_random random = bi_random_from(seed);
        bight_world *world = scene_world();
        bight_obstacle_id torus = scene_obstacle(world, BIGHT_SHAPE_TORUS, v3(4, 0.3, 0), v3(0, 0, 0));
        bight_rope_id rope = scene_ring(world, v3(4, 0, 0), X, Y, 24, 0.3);
        bight_hand_id hand = scene_grasp(world, rope, 0), other = scene_grasp(world, rope, 9);
        for (int32_t cycle = 0; cycle < 300; cycle++) {
            if (cycle % 30 == 0) {
                bight_hand_set_target(world, hand, bi_random_vec3(&random, 30.0));
                bight_hand_set_target(world, other, bi_random_vec3(&random, 30.0));
                bight_pose pose = {.position = bi_random_vec3(&random, 3.0), .rotation = {0, 0, 0, 1}};
                pose.rotation[0] = bi_random_range(&random, -1, 1);
                bight_obstacle_set_target(world, torus, pose);
            }
            scene_step(world);
            bight_pose pose;
            CHECK(bight_obstacle_get(world, torus, &pose, NULL) == BIGHT_OK);
            bight_vec3 core[96];
            for (int32_t i = 0; i < 96; i++) {
                // the turn of a pose about x only: y' = y cos - z sin
                double angle = 2.0 * 3.14159265358979323846 * i / 96, w = pose.rotation[3],
                       x = pose.rotation[0];
                double c = w * w - x * x, s = 2.0 * w * x, z = 4.0 * sin(angle);
                core[i] = v3_add(pose.position, v3(4.0 * cos(angle), -s * z, c * z));
            }
            int32_t linking = oracle_linking(bight_rope_curve(world, rope), (bight_curve){core, 96, true});
            CHECK_SEED(linking * linking == 1, seed);
        }
        bight_world_destroy(world);
    }
}

// Two hands cross at 100 radii an update; each drags a strand across the other's.
TEST(crossing_hands_pass_nothing)
{
    for (int32_t variant = 0; variant < 4; variant++) {
        double radius = variant % 2 == 0 ? 0.5 : 0.1;
        bight_world *world = scene_world();
        bight_rope_id a = scene_line(world, v3(-15, 0, 0), X, 30, radius, 1.0);
        bight_rope_id b = scene_line(world, v3(0, 3, -15), Z, 30, radius, 1.0);
        scene_grasp(world, a, 0);
        scene_grasp(world, a, 30);
        scene_grasp(world, b, 0);
        scene_grasp(world, b, 30);
        bight_hand_id low = scene_grasp(world, a, 15), high = scene_grasp(world, b, 15);
        bight_vec3 room[40], other_room[40];
        for (int32_t cycle = 0; cycle < 200; cycle++) {
            double up = cycle % 2 == 0 ? 100.0 * radius : -100.0 * radius;
            bight_hand_set_target(world, low, v3(0, variant < 2 ? 50.0 : up, 0));
            bight_hand_set_target(world, high, v3(0, variant < 2 ? -50.0 : -up, 0));
            scene_step(world);
            bight_curve first = bight_rope_curve(world, a), second = bight_rope_curve(world, b);

            // seen from above a runs along x and b along z, so b stays on top
            bight_vec3 ends[2] = {second.points[0], second.points[30]};
            for (int32_t i = 0; i <= 30; i++) {
                room[i] = first.points[i];
                other_room[i] = second.points[i];
            }
            room[31] = v3(1e4, -1e4, 0);
            room[32] = v3(-1e4, -1e4, 0);
            other_room[31] = v3_add(ends[1], v3(0, 1e4, 1e4));
            other_room[32] = v3_add(ends[0], v3(0, 1e4, -1e4));
            CHECK(oracle_linking((bight_curve){room, 33, true}, (bight_curve){other_room, 33, true}) == 0);
            CHECK(oracle_least_distance(first, second) > 1e-6);
        }
        bight_world_destroy(world);
    }
}

// A bar turns through a long slack rope and is pushed against it.
TEST(a_rotating_bar_does_not_pass_through)
{
    for (int32_t speed = 1; speed <= 3; speed++) {
        bight_world *world = scene_world();
        bight_vec3 points[81];
        for (int32_t i = 0; i <= 80; i++) {
            points[i] = v3(0.85 * (i - 40), 2.0, i % 2 == 0 ? 0.0 : 0.5);
        }
        bight_rope_id rope = scene_rope(world, points, 81, false, 0.3, 1.0);
        scene_grasp(world, rope, 0);
        scene_grasp(world, rope, 80);
        bight_obstacle_id bar = scene_obstacle(world, BIGHT_SHAPE_CAPSULE, v3(0.2, 8, 0), v3(0, -9, 0));
        for (int32_t cycle = 0; cycle < 500; cycle++) {
            double angle = 0.02 * speed * cycle;
            bight_pose pose = {v3(2.0 * sin(0.01 * cycle), -9.0 + 0.03 * cycle, 0),
                               {0, 0, sin(angle), cos(angle)}};
            bight_obstacle_set_target(world, bar, pose);
            scene_step(world);
            CHECK(bight_obstacle_get(world, bar, &pose, NULL) == BIGHT_OK);

            // the bar's core segment, in the plane z = 0, and the rope never meet
            double s = 2.0 * pose.rotation[2] * pose.rotation[3];
            double c = pose.rotation[3] * pose.rotation[3] - pose.rotation[2] * pose.rotation[2];
            bight_vec3 arm = v3(-8.0 * s, 8.0 * c, 0),
                       core[2] = {v3_sub(pose.position, arm), v3_add(pose.position, arm)};
            bight_curve line = {core, 2, false};
            CHECK(oracle_least_distance(line, bight_rope_curve(world, rope)) > 0.2);
        }
        CHECK(scene_longest(world, rope) < 2.0);
        bight_world_destroy(world);
    }
}

// A strand is dragged down through another that both its hands hold taut: it does not come out below.
TEST(a_taut_strand_holds_another_back)
{
    bight_world *world = scene_world();
    bight_rope_id taut = scene_line(world, v3(-10, 0, 0), X, 20, 0.5, 1.0);
    scene_grasp(world, taut, 0);
    scene_grasp(world, taut, 20);
    bight_rope_id rope = scene_line(world, v3(0, 2, -10), Z, 20, 0.5, 1.0);
    bight_hand_id left = scene_grasp(world, rope, 0), right = scene_grasp(world, rope, 20);
    for (int32_t cycle = 0; cycle < 400; cycle++) {
        bight_hand_set_target(world, left, v3(0, -20, -10));
        bight_hand_set_target(world, right, v3(0, -20, 10));
        scene_step(world);
        CHECK(oracle_least_distance(bight_rope_curve(world, taut), bight_rope_curve(world, rope)) > 1e-6);
    }

    // the middle of the upper rope is still above that of the taut one
    bight_curve upper = bight_rope_curve(world, rope);
    double top = -1e9;
    for (int32_t i = 0; i <= 20; i++) {
        top = fabs(upper.points[i].z) < 3.0 ? fmax(top, upper.points[i].y) : top;
    }
    CHECK(top > bight_rope_curve(world, taut).points[10].y);

    // two per cent of stretch let twenty links sag by sqrt(10.2^2 - 10^2), no more
    CHECK(top > -2.1);
    bight_world_destroy(world);
}

RUN_TESTS(unit(the_two_linking_numbers_agree), unit(linked_rings_stay_linked),
          unit(a_threaded_ring_cannot_be_pulled_off), unit(crossing_hands_pass_nothing),
          unit(a_rotating_bar_does_not_pass_through), unit(a_taut_strand_holds_another_back))
