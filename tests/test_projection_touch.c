// SPDX-License-Identifier: MIT
// The projection rope touches ropes of every model and obstacles, and nothing passes through anything.

#include "rods.h"

// Stiff rings dropped over a pole pile up on the floor, each a diameter above the one below, and come to
// rest.
TEST(a_stack_of_rings)
{
    enum { RINGS = 5 };
    bight_world *world = world_with_gravity(v3(0, -0.02, 0));
    scene_obstacle(world, BIGHT_SHAPE_BOX, v3(30, 1, 30), v3(0, -1, 0));
    scene_obstacle(world, BIGHT_SHAPE_CAPSULE, v3(2.65, 12, 2.65), v3(0, 10, 0));
    bight_rope_id ring[RINGS];
    double around = 0.5 / sin(3.14159265358979323846 / 20);
    for (int32_t i = 0; i < RINGS; i++) {
        bight_vec3 points[20];
        for (int32_t k = 0; k < 20; k++) {
            double turn = 6.283185307179586 * (k + 0.3 * i) / 20;
            points[k] = v3(around * cos(turn) + 0.02 * i, 1.0 + 1.7 * i + 0.03 * k, around * sin(turn));
        }
        ring[i] = rods(world, points, 20, true, 0.4, 1.0, 2000.0);
    }
    double moved = 1.0;
    for (int32_t cycle = 0; cycle < 1500; cycle++) {
        bight_step_report report = scene_step(world);
        CHECK(!report.rolled_back);
        moved = report.moved;
    }
    print_message("a stack at rest moves by %g a cycle\n", moved);
    CHECK(moved < 2e-3); // a tenth of what it sinks in the air: rings slide, without friction
    for (int32_t i = 0; i < RINGS; i++) {
        bight_curve curve = bight_rope_curve(world, ring[i]);
        for (int32_t k = 0; k < 20; k++) {
            CHECK_NEAR(curve.points[k].y, 0.4 + 0.8 * i, 0.01);
        }
        CHECK(stretch_of(world, ring[i]) < 1e-3);
    }
    bight_world_destroy(world);
}

// A rope drawn over a ball and a mesh stays outside both by its radius.
TEST(obstacles_are_hard)
{
    static const bight_vec3 corner[4] = {{3, 3, 3}, {3, -3, -3}, {-3, 3, -3}, {-3, -3, 3}};
    static const int32_t face[12] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
    bight_world *world = world_with_gravity(v3(0, -0.02, 0));
    scene_obstacle(world, BIGHT_SHAPE_SPHERE, v3(3, 3, 3), v3(-6, -4, 0));
    bight_obstacle_def def = bight_obstacle_def_default();
    bight_obstacle_id mesh;
    def.kind = BIGHT_SHAPE_MESH;
    def.points = corner;
    def.triangles = face;
    def.point_count = def.triangle_count = 4;
    def.pose.position = v3(6, -4, 0);
    CHECK(bight_obstacle_create(world, &def, &mesh, NULL) == BIGHT_OK);
    bight_rope_id rope = rods_along(world, v3(-20, 0, 0), v3(1, 0, 0), 40, 0.4, 1.0, 20.0);
    bight_hand_id hand = scene_grasp(world, rope, 40);
    int32_t touched = 0;
    double deepest = HUGE_VAL;
    for (int32_t cycle = 0; cycle < 700; cycle++) {
        CHECK(bight_hand_set_target(world, hand, v3(20 - 0.03 * cycle, 0.01 * cycle, 0.005 * cycle)) ==
              BIGHT_OK);
        touched += scene_step(world).contacts > 0;
        bight_curve curve = bight_rope_curve(world, rope);
        for (int32_t i = 0; i < 40; i++) {
            double s = bi_segment_closest_to_point(curve.points[i], curve.points[i + 1], v3(-6, -4, 0));
            deepest = fmin(
                deepest, v3_distance(v3_lerp(curve.points[i], curve.points[i + 1], s), v3(-6, -4, 0)) - 3.0);
        }
    }
    print_message("touched in %d cycles, never nearer than %.4f\n", touched, deepest);
    CHECK(touched > 100 && deepest > 0.38);
    bight_world_destroy(world);
}

// A rope of the other model is pulled down on this one, then this one is pulled up against it: neither
// passes, and every cycle is proved.
static void press_models(bight_response response)
{
    bight_world *world = world_with_gravity(v3(0, 0, 0));
    scene_respond(world, response);
    bight_rope_id led = scene_line(world, v3(-15, 1, 0), v3(1, 0, 0), 30, 0.4, 1.0);
    bight_rope_id rod = rods_along(world, v3(0.5, -0.2, -15), v3(0, 0, 1), 30, 0.4, 1.0, 50.0);
    bight_hand_id left = scene_grasp(world, led, 0), right = scene_grasp(world, led, 30);
    double least = HUGE_VAL;
    for (int32_t cycle = 0; cycle < 400; cycle++) {
        double down = 1.0 - 0.02 * cycle;
        CHECK(bight_hand_set_target(world, left, v3(-14, down, 0)) == BIGHT_OK);
        CHECK(bight_hand_set_target(world, right, v3(14, down, 0)) == BIGHT_OK);
        scene_step(world);
        least = fmin(least, scene_apart(world, led, rod));
    }
    bight_curve a = bight_rope_curve(world, led), b = bight_rope_curve(world, rod);
    print_message("pushed to %.2f by the one at %.2f\n", b.points[15].y, a.points[15].y);
    CHECK(b.points[15].y < -0.25 && b.points[15].y < a.points[15].y - 0.7);
    bight_hand_id ends[2] = {scene_grasp(world, rod, 0), scene_grasp(world, rod, 30)};
    for (int32_t cycle = 0; cycle < 400; cycle++) {
        for (int32_t i = 0; i < 2; i++) {
            bight_vec3 to = v3(0.5, 0.03 * cycle, i == 0 ? -12 : 12);
            CHECK(bight_hand_set_target(world, ends[i], to) == BIGHT_OK);
        }
        scene_step(world);
        least = fmin(least, scene_apart(world, led, rod));
    }
    print_message("models as near as %.3f\n", least);
    bight_world_stats stats = bight_world_get_stats(world);
    CHECK(stats.certified == stats.cycles);
    CHECK(least > 0.4);
    CHECK(scene_longest(world, led) < 1.2 && stretch_of(world, rod) < 0.1);
    bight_world_destroy(world);
}

TEST(models_touch_each_other)
{
    press_models(BIGHT_RESPONSE_PAPER);
    press_models(BIGHT_RESPONSE_SOLVED);
}

RUN_TESTS(unit(a_stack_of_rings), unit(obstacles_are_hard), unit(models_touch_each_other))
