// SPDX-License-Identifier: MIT
// An elastic rod and a rope of another model: no forces, but the law of contact, and never a crossing.

#include "rod_scene.h"

#include <math.h>

enum { COUNT = 41 };

// A rod falls across a Follow The Leader rope between two hands. It is held up, and comes no closer than 0.6 diameters; on
// another rod it comes no closer than 0.99.
TEST(a_rod_on_another_rope_is_held_up)
{
    const bight_rope_model models[2] = {BIGHT_MODEL_FTL, BIGHT_MODEL_ROD};
    for (int32_t m = 0; m < 2; m++) {
        bight_world *world = scene_world();
        bight_vec3 points[COUNT];
        line_of(points, COUNT, v3(0.001, 0, -0.2), v3(0.001, 0, 0.2));
        bight_rope_def def = rod_def(points, COUNT, false);
        def.model = models[m];
        bight_rope_id under = make_rod(world, &def);
        scene_grasp(world, under, 0);
        scene_grasp(world, under, COUNT - 1);
        line_of(points, COUNT, v3(-0.2, 2.2 * R, 0), v3(0.2, 2.2 * R, 0));
        def = rod_def(points, COUNT, false);
        def.rod.gravity = v3(0, -9.81, 0);
        bight_rope_id over = make_rod(world, &def);
        double least = HUGE_VAL;
        for (int32_t i = 0; i < 1000; i++) {
            bight_step_report report = scene_step(world);
            CHECK(!report.rolled_back);
            bight_curve a = bight_rope_curve(world, over), b = bight_rope_curve(world, under);
            least = fmin(least, scene_apart(world, over, under));
            CHECK(a.points[COUNT / 2].y > b.points[COUNT / 2].y && b.points[COUNT / 2].y > -4.0 * R);
        }
        print_message("%s: no closer than %.3f diameters\n", m == 0 ? "follow" : "rod", least / (2.0 * R));
        CHECK(least > (m == 0 ? 0.6 : 0.99) * 2.0 * R);
        bight_world_destroy(world);
    }
}

RUN_TESTS(unit(a_rod_on_another_rope_is_held_up))
