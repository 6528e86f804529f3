// SPDX-License-Identifier: MIT
// Ropes that hang and lie by their weight, against Coulomb's law.

#include "core/pi.h"
#include "scene.h"

#include <math.h>

#define FRICTION 0.3

static bight_world *world_with(bight_vec3 gravity)
{
    bight_world_def def = bight_world_def_default();
    bight_world *world;
    def.gravity = gravity;
    def.friction = FRICTION;
    CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
    return world;
}

// A rope on a slope, along it or across: it lies where the slope is below the coefficient, and slides down where above.
// The floor is level and gravity oblique.
static double slid(double slope, bool across)
{
    double weight = 0.02, c = 1.0 / sqrt(1.0 + slope * slope);
    bight_world *world = world_with(v3(weight * slope * c, -weight * c, 0));
    scene_obstacle(world, BIGHT_SHAPE_BOX, v3(400, 2, 400), v3(0, -2.0, 0));
    bight_rope_id rope =
        scene_line(world, v3(-10, 0.51, 0), across ? v3(0, 0, 1) : v3(1, 0, 0), 20, 0.5, 1.0);
    for (int32_t cycle = 0; cycle < 300; cycle++) {
        scene_step(world);
    }
    double x = bight_rope_curve(world, rope).points[10].x;
    for (int32_t cycle = 0; cycle < 500; cycle++) {
        scene_step(world);
    }
    x = bight_rope_curve(world, rope).points[10].x - x;
    bight_world_destroy(world);
    return x;
}

TEST(a_rope_lies_on_a_slope_as_far_as_friction_allows)
{
    for (int32_t across = 0; across < 2; across++) {
        double below = slid(0.95 * FRICTION, across), above = slid(1.05 * FRICTION, across);
        print_message("%s: below the coefficient %.2e, above %.3f\n", across ? "across" : "along", below,
                      above);
        CHECK(fabs(below) < 1e-6);
        CHECK(above > 0.05);
    }
}

// A rope over a pole: T = w a on one side and w b on the other, which hold each other while b / a <= exp(friction pi).
// A part of it that lies on the pole weighs too: at most 3 % here.
static double ran(double ratio)
{
    enum { SHORT = 20, OVER = 4 };
    int32_t links = SHORT + OVER + (int32_t)lround(ratio * SHORT);
    bight_world *world = world_with(v3(0, -0.02, 0));
    bight_obstacle_def pole = bight_obstacle_def_default();
    bight_obstacle_id id;
    pole.kind = BIGHT_SHAPE_CAPSULE;
    pole.size = v3(0.8, 8, 0);
    pole.pose.rotation[0] = pole.pose.rotation[3] = sqrt(0.5); // along z
    CHECK(bight_obstacle_create(world, &pole, &id, NULL) == BIGHT_OK);
    bight_vec3 points[SCENE_NODES];
    double radius = 4.0 / PI; // of the pole and half the rope, and a little
    for (int32_t i = 0; i <= links; i++) {
        double s = i - SHORT, angle = PI - s / radius;
        points[i] = s < 0.0    ? v3(-radius, s, 0)
                    : s < OVER ? v3(radius * cos(angle), radius * sin(angle), 0)
                               : v3(radius, OVER - s, 0);
    }
    bight_rope_id rope = scene_rope(world, points, links + 1, false, 0.4, 1.0);
    bight_hand_id hand = scene_grasp(world, rope, 0);
    for (int32_t cycle = 0; cycle < 200; cycle++) {
        scene_step(world);
    }
    CHECK(bight_hand_release(world, hand));

    // the shorter end has risen
    double y = bight_rope_curve(world, rope).points[0].y;
    for (int32_t cycle = 0; cycle < 300; cycle++) {
        scene_step(world);
    }
    y = bight_rope_curve(world, rope).points[0].y - y;
    bight_world_destroy(world);
    return y;
}

TEST(a_rope_over_a_pole_hangs_by_its_shorter_end)
{
    double law = exp(FRICTION * PI), holds = ran(0.9 * law), runs = ran(1.1 * law);
    print_message("ratio %.3f: below it %.2e, above %.3f\n", law, holds, runs);
    CHECK(fabs(holds) < 0.05);
    CHECK(runs > 1.0);
}

RUN_TESTS(unit(a_rope_lies_on_a_slope_as_far_as_friction_allows),
          unit(a_rope_over_a_pole_hangs_by_its_shorter_end))
