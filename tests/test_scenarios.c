// SPDX-License-Identifier: MIT
// Scenes that users of other simulators report as going wrong.

#include "bench/oracle.h"
#include "core/pi.h"
#include "scene.h"

// A strand is dragged across a pinned node: nothing jerks.
TEST(dragging_across_a_pinned_node_does_not_jerk)
{
    for (int32_t pin = 5; pin <= 35; pin += 10) {
        bight_world *world = scene_world();
        bight_rope_id rope = scene_line(world, v3(0, 0, 0), v3(1, 0, 0), 60, 0.4, 1.0);
        scene_grasp(world, rope, pin);
        bight_hand_id hand = scene_grasp(world, rope, 60);
        double hand_step = 0.9 * 0.4, fastest = 0.0;
        for (int32_t cycle = 0; cycle < 600; cycle++) {
            // back along the rope, over the pinned node, to the other side
            bight_hand_set_target(world, hand, cycle < 300 ? v3(pin - 10, 0.5, 0.2) : v3(pin + 10, -0.5, 0));
            fastest = fmax(fastest, scene_step(world).moved);
        }
        print_message("pinned at %d: fastest node %.2f times the hand\n", pin, fastest / hand_step);
        CHECK(fastest < 5.0 * hand_step);
        bight_world_destroy(world);
    }
}

// Wind a rope round a drum by leading its end round in circles, five turns, and unwind it again.
TEST(five_turns_on_a_drum_and_off_again)
{
    bight_world *world = scene_world();
    enum { LINKS = 90, CYCLES = 8000 };
    double drum = 2.0, radius = 0.3;
    scene_obstacle(world, BIGHT_SHAPE_CAPSULE, v3(drum, 30, 0), v3(0, 0, 0));
    bight_rope_id rope = scene_line(world, v3(2.8, 0, 0), v3(0, 0, 1), LINKS, radius, 1.0);
    scene_grasp(world, rope, 0);
    bight_hand_id hand = scene_grasp(world, rope, LINKS);
    double least = HUGE_VAL;
    for (int32_t part = 0; part < 2; part++) {
        for (int32_t cycle = 0; cycle < CYCLES; cycle++) {
            double turns = 5.0 * (part == 0 ? cycle : CYCLES - cycle) / CYCLES;
            double angle = 0.5 * PI + 2.0 * PI * turns, far = LINKS - 6.0 - 14.5 * turns;
            bight_hand_set_target(world, hand, v3(far * cos(angle), 1.0 * turns, far * sin(angle)));
            scene_step(world);
            if (cycle % 100 == 0) {
                least = fmin(least, oracle_least_self_distance(bight_rope_curve(world, rope), 3));
                CHECK(scene_finite(world, rope));
            }
        }
        bight_curve curve = bight_rope_curve(world, rope);
        double wound = 0.0;
        for (int32_t i = 0; i < LINKS; i++) {
            bight_vec3 a = curve.points[i], b = curve.points[i + 1];
            wound += atan2(a.x * b.z - a.z * b.x, a.x * b.x + a.z * b.z);
            CHECK(a.x * a.x + a.z * a.z > (drum * drum) * 0.999);
        }
        print_message(
            "%s: %.2f turns on the drum, strands at least %.3f diameters apart, longest link %.3f\n",
            part == 0 ? "wound" : "unwound", wound / (2.0 * PI), least / (2.0 * radius),
            scene_longest(world, rope));
        CHECK(part == 0 ? wound > 2.0 * PI * 4.0 : fabs(wound) < 2.0 * PI * 0.6);
    }
    CHECK(least > 0.9 * 2.0 * radius);
    bight_world_destroy(world);
}

// Pulled far over the edge of a box: the rope bends round it, never through it, and comes back.
TEST(over_the_edge_of_a_box)
{
    bight_world *world = scene_world();
    scene_obstacle(world, BIGHT_SHAPE_BOX, v3(5, 5, 5), v3(0, -5.6, 0));
    bight_rope_id rope = scene_line(world, v3(-15, 0, 0), v3(1, 0, 0), 40, 0.5, 1.0);
    bight_hand_id left = scene_grasp(world, rope, 0), right = scene_grasp(world, rope, 40);
    for (int32_t cycle = 0; cycle < 500; cycle++) {
        bight_hand_set_target(world, left, v3(-15, -10, 0));
        bight_hand_set_target(world, right, v3(12, -60, 0));
        scene_step(world);
        bight_curve curve = bight_rope_curve(world, rope);
        for (int32_t i = 0; i <= 40; i++) {
            bight_vec3 p = curve.points[i];
            CHECK(!(fabs(p.x) < 5.0 && fabs(p.y + 5.6) < 5.0 && fabs(p.z) < 5.0));
        }
        CHECK(scene_longest(world, rope) < 1.6);
    }
    double stuck = scene_longest(world, rope);
    for (int32_t cycle = 0; cycle < 900; cycle++) {
        bight_hand_set_target(world, left, v3(-15, 8, 0));
        bight_hand_set_target(world, right, v3(15, 8, 0));
        scene_step(world);
    }
    print_message("longest link %.3f when pulled over the edge, %.3f when lifted off\n", stuck,
                  scene_longest(world, rope));
    CHECK(v3_distance(scene_hand(world, right), v3(15, 8, 0)) < 1e-6);
    bight_world_destroy(world);
}

// A rope that both hands pull is straight.
TEST(a_taut_rope_is_straight)
{
    bight_world *world = scene_world();
    bight_vec3 points[51];
    for (int32_t i = 0; i <= 50; i++) {
        points[i] = v3(0.8 * i, i % 2 == 0 ? 0.0 : 0.6, 0.1 * (i % 3));
    }
    bight_rope_id rope = scene_rope(world, points, 51, false, 0.3, 1.0);
    bight_hand_id left = scene_grasp(world, rope, 0), right = scene_grasp(world, rope, 50);
    bight_hand_set_target(world, left, v3(-50, 0, 0));
    bight_hand_set_target(world, right, v3(90, 0, 0));
    for (int32_t cycle = 0; cycle < 600; cycle++) {
        scene_step(world);
    }
    bight_curve curve = bight_rope_curve(world, rope);
    bight_vec3 along = v3_unit(v3_sub(curve.points[50], curve.points[0]), v3(1, 0, 0));
    double off = 0.0;
    for (int32_t i = 0; i <= 50; i++) {
        off = fmax(off, v3_length(v3_cross(along, v3_sub(curve.points[i], curve.points[0]))));
    }
    print_message("a taut rope of 50 links is %.4f off its chord\n", off);
    CHECK(off < 1.0 && scene_longest(world, rope) < 1.03);
    bight_world_destroy(world);
}

// Two knots' worth of rope in one hand: hands in a cluster, next to each other, pulling apart.
TEST(hands_inside_a_cluster)
{
    bight_world *world = scene_world();
    bight_rope_id a = scene_line(world, v3(-10, 0, 0), v3(1, 0, 0), 20, 0.5, 1.0);
    bight_rope_id b = scene_line(world, v3(0, 0.9, -10), v3(0, 0, 1), 20, 0.5, 1.0);
    bight_hand_id in_a = scene_grasp(world, a, 10), in_b = scene_grasp(world, b, 10);
    bight_hand_id next_a = scene_grasp(world, a, 9);
    for (int32_t cycle = 0; cycle < 300; cycle++) {
        bight_hand_set_target(world, in_a, v3(0, 20, 5)); // into the other strand
        bight_hand_set_target(world, in_b, v3(0, -20, 0));
        bight_hand_set_target(world, next_a, v3(-20, -5, 0));
        scene_step(world);
        CHECK(scene_finite(world, a) && scene_finite(world, b));
        CHECK(scene_longest(world, a) < 1.6 && scene_longest(world, b) < 1.6);
        CHECK(oracle_least_distance(bight_rope_curve(world, a), bight_rope_curve(world, b)) > 1e-6);
    }
    bight_world_destroy(world);
}

RUN_TESTS(unit(dragging_across_a_pinned_node_does_not_jerk), unit(five_turns_on_a_drum_and_off_again),
          unit(over_the_edge_of_a_box), unit(a_taut_rope_is_straight), unit(hands_inside_a_cluster))
