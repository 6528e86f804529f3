// SPDX-License-Identifier: MIT
// Elastic rods against closed forms.

#include "rod_scene.h"

#define NODES 81

// A limp rope of length L between two points at one height hangs as a catenary, y = a cosh(x / a), whose tension is
// weight per length times height above the directrix: w y.
TEST(a_limp_rod_hangs_as_a_catenary)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    double span = 0.6, length = 1.0;

    // a V of the right length
    double deep = 0.5 * sqrt(length * length - span * span);
    for (int32_t i = 0; i < NODES; i++) {
        double s = (double)i / (NODES - 1);
        points[i] = v3(span * s, -2.0 * deep * (s < 0.5 ? s : 1.0 - s), 0);
    }
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.bend = 0.0;
    def.rod.drag = 1.0;
    def.rod.time_step = 0.01;
    def.rod.gravity = v3(0, -9.81, 0);
    bight_rope_id rope = make_rod(world, &def);
    scene_grasp(world, rope, 0);
    scene_grasp(world, rope, NODES - 1);
    run_rods(world, 3000);

    // a from 2 a sinh(span / 2 a) = length, by bisection
    double low = 0.01, high = 10.0;
    for (int32_t k = 0; k < 200; k++) {
        double a = 0.5 * (low + high);
        (2.0 * a * sinh(0.5 * span / a) > length ? (low = a) : (high = a));
    }
    double a = low, weight = def.rod.density * 9.81;
    bight_curve curve = bight_rope_curve(world, rope);
    double base = curve.points[0].y - a * cosh(0.5 * span / a);
    for (int32_t i = 0; i + 1 < NODES; i++) {
        bight_vec3 p = v3_lerp(curve.points[i], curve.points[i + 1], 0.5);
        double height = a * cosh((p.x - 0.5 * span) / a);
        CHECK(fabs(p.y - base - height) < 1e-3 * length);
        CHECK(fabs(bight_rope_tension(world, rope, i) / (weight * height) - 1.0) < 5e-3);
    }
    CHECK(rod_state(world, rope).kinetic < 1e-12);
    bight_world_destroy(world);
}

// A clamped-free beam, bent by its own weight by little: deflection w L^4 / (8 B) at its end. Two nodes in hands at rest
// are the clamp.
TEST(a_stiff_rod_bends_as_a_beam)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    double length = 0.4;
    line_of(points, NODES, v3(0, 0, 0), v3(length, 0, 0));
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.bend = 0.1;
    def.rod.drag = 10.0;
    def.rod.time_step = 0.01;
    def.rod.gravity = v3(0, -9.81, 0);
    bight_rope_id rope = make_rod(world, &def);
    scene_grasp(world, rope, 0);
    scene_grasp(world, rope, 1);
    run_rods(world, 3000);
    double l = length - 0.5 * length / (NODES - 1); // clamped in the middle of the first link
    double law = def.rod.density * 9.81 * l * l * l * l / (8.0 * def.rod.bend);
    bight_curve curve = bight_rope_curve(world, rope);
    CHECK(law < 0.1 * length);
    CHECK(fabs(-curve.points[NODES - 1].y / law - 1.0) < 0.02);
    bight_world_destroy(world);
}

// Without damping, drag and contact: free fall is exact to the integrator, v = g t, and a swinging rod never gains.
TEST(energy_never_grows)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    line_of(points, NODES, v3(0, 0, 0), v3(0.5, 0, 0));
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.drag = 0.0;
    def.rod.time_step = 0.0005;
    def.rod.gravity = v3(0, -9.81, 0);
    bight_rope_id rope = make_rod(world, &def);
    scene_grasp(world, rope, 0);
    double last = rod_energy(world, rope), first = last;
    for (int32_t i = 0; i < 1500; i++) {
        run_rods(world, 1);
        double now = rod_energy(world, rope);
        CHECK(now < last + 1e-9);
        last = now;
    }
    CHECK(last < first);
    bight_world_destroy(world);

    world = scene_world();
    rope = make_rod(world, &def);
    run_rods(world, 200);
    CHECK(fabs(rod_state(world, rope).kinetic / (0.5 * 0.078 * 0.5 * 9.81 * 0.1 * 9.81 * 0.1) - 1.0) < 1e-6);
    bight_world_destroy(world);
}

// A rod laid in waves and drawn by 20 N becomes straight, and its tension is the hand's force.
TEST(a_taut_rod_is_straight)
{
    bight_vec3 points[NODES];
    bight_world *world = scene_world();
    for (int32_t i = 0; i < NODES; i++) {
        points[i] = v3(0.01 * i, 0.01 * sin(0.2 * i), 0.01 * cos(0.13 * i));
    }
    bight_rope_def def = rod_def(points, NODES, false);
    bight_rope_id rope = make_rod(world, &def);
    scene_grasp(world, rope, 0);
    bight_hand_id hand = scene_grasp(world, rope, NODES - 1);
    CHECK(bight_hand_set_target(world, hand, v3(2.0, 0, 0)) == BIGHT_OK);
    run_rods(world, 4000);
    bight_curve curve = bight_rope_curve(world, rope);
    bight_vec3 along = v3_unit(v3_sub(curve.points[NODES - 1], curve.points[0]), v3(1, 0, 0));
    for (int32_t i = 0; i < NODES; i++) {
        bight_vec3 way = v3_sub(curve.points[i], curve.points[0]);
        CHECK(v3_length(v3_madd(way, -v3_dot(way, along), along)) < 1e-4);
    }
    for (int32_t i = 0; i + 1 < NODES; i++) {
        CHECK(fabs(bight_rope_tension(world, rope, i) - 20.0) < 0.2);
    }
    bight_world_destroy(world);
}

// On a slope of angle a a rod rests where friction > tan a, and slides with g (sin a - friction cos a) where it is less.
TEST(a_rod_sticks_and_slides_on_a_slope)
{
    for (int32_t slides = 0; slides < 2; slides++) {
        double friction = 0.3, angle = atan(friction) + (slides ? 4.0 : -0.5) * 3.14159265358979 / 180.0;
        bight_vec3 points[21];
        bight_world *world = scene_world();
        scene_obstacle(world, BIGHT_SHAPE_BOX, v3(3.0, 0.1, 1.0), v3(0, 0, 0));

        // the slope is level, gravity leans
        line_of(points, 21, v3(-0.1, 0.1 + 1.002 * R, 0), v3(0.1, 0.1 + 1.002 * R, 0));
        bight_rope_def def = rod_def(points, 21, false);
        def.rod.friction = friction;
        def.rod.drag = 0.0;
        def.rod.gravity = v3(9.81 * sin(angle), -9.81 * cos(angle), 0);
        bight_rope_id rope = make_rod(world, &def);
        run_rods(world, 50);
        double x = bight_rope_curve(world, rope).points[0].x;
        run_rods(world, 500);
        double way = bight_rope_curve(world, rope).points[0].x - x;
        if (slides) {
            double a = 9.81 * (sin(angle) - friction * cos(angle)), t0 = 50 * 0.002, t = 550 * 0.002;
            double law = 0.5 * a * (t * t - t0 * t0);
            CHECK(fabs(way / law - 1.0) < 0.05);
        } else {
            CHECK(fabs(way) < 1e-6);
        }
        bight_world_destroy(world);
    }
}

TEST(a_rod_says_what_is_wrong)
{
    bight_vec3 points[5];
    line_of(points, 5, v3(0, 0, 0), v3(0.04, 0, 0));
    bight_world *world = scene_world();
    bight_rope_id rope;
    bight_error error = {0};
    bight_rope_def def = rod_def(points, 5, false);
    def.rod.bend = -1.0;
    CHECK(bight_rope_create(world, &def, &rope, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "rod.bend is -1: give 0 to") != NULL);
    def = rod_def(points, 5, false);
    def.rod.time_step = (double)NAN;
    CHECK(bight_rope_create(world, &def, &rope, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "rod.time_step") != NULL);

    // the response that rods need
    def = rod_def(points, 5, false);
    rope = make_rod(world, &def);
    bight_world_def settings = bight_world_get_def(world);
    settings.response = BIGHT_RESPONSE_PAPER;
    CHECK(bight_world_set_def(world, &settings, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "elastic rods need the solved response") != NULL);
    CHECK(bight_rope_tension(world, rope, 4) == 0.0 && bight_rope_get_model(world, rope) == BIGHT_MODEL_ROD);

    // one step for all
    for (int32_t i = 0; i < 5; i++) {
        points[i].y += 0.1;
    }
    def.rod.time_step = 0.001;
    CHECK(bight_rope_create(world, &def, &rope, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "one time step") != NULL);
    bight_world_destroy(world);
}

RUN_TESTS(unit(a_limp_rod_hangs_as_a_catenary), unit(a_stiff_rod_bends_as_a_beam), unit(energy_never_grows),
          unit(a_taut_rod_is_straight), unit(a_rod_sticks_and_slides_on_a_slope), unit(a_rod_says_what_is_wrong))
