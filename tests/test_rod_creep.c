// SPDX-License-Identifier: MIT
// Stick is stick: a rope on a slope, half a degree below the critical angle, for 1e5 steps.

#include "rod_scene.h"

#define NODES 11
#define STEPS 100000

// @param stirred Its load changes by a hair in each step, so that the world never takes it for one that rests and solves
//     for it anew each time.
// @return The way of the node that went farthest, in any step, from where it had settled, metres.
static double creep(double degrees, bool stirred, int32_t steps)
{
    double friction = 0.3, angle = atan(friction) + degrees * 3.14159265358979 / 180.0, most = 0.0;
    bight_vec3 points[NODES], settled[NODES], load[NODES] = {{0}};
    bight_world *world = scene_world();
    scene_obstacle(world, BIGHT_SHAPE_BOX, v3(3.0, 0.1, 1.0), v3(0, 0, 0));

    // the slope is level, gravity leans
    line_of(points, NODES, v3(-0.1, 0.1 + 1.002 * R, 0), v3(0.1, 0.1 + 1.002 * R, 0));
    bight_rope_def def = rod_def(points, NODES, false);
    def.rod.friction = friction;
    def.rod.drag = 0.0;
    def.rod.gravity = v3(9.81 * sin(angle), -9.81 * cos(angle), 0);
    bight_rope_id rope = make_rod(world, &def);
    run_rods(world, 50);
    memcpy(settled, bight_rope_curve(world, rope).points, sizeof settled);
    for (int32_t i = 0; i < steps; i++) {
        if (stirred) {
            load[0].z = i % 2 == 0 ? 1e-9 : -1e-9;
            CHECK(bight_rope_set_load(world, rope, load, NODES, NULL) == BIGHT_OK);
        }
        run_rods(world, 1);
        const bight_vec3 *now = bight_rope_curve(world, rope).points;
        for (int32_t k = 0; k < NODES; k++) {
            most = fmax(most, v3_distance(now[k], settled[k]));
        }
    }
    bight_world_destroy(world);
    return most;
}

TEST(a_rope_on_a_slope_does_not_creep)
{
    for (int32_t stirred = 0; stirred < 2; stirred++) {
        double most = creep(-0.5, stirred != 0, STEPS);
        print_message("%s: %.3g m in %d steps\n", stirred ? "stirred" : "left alone", most, STEPS);
        CHECK(most < 1e-6);
    }
}

// Half a degree above it slides as Coulomb says, which the same look sees in 500 steps.
TEST(above_the_critical_angle_it_slides)
{
    double angle = atan(0.3) + 0.5 * 3.14159265358979 / 180.0, t0 = 50 * 0.002, t = 550 * 0.002;
    double a = 9.81 * (sin(angle) - 0.3 * cos(angle)), law = 0.5 * a * (t * t - t0 * t0);
    double way = creep(0.5, false, 500);
    print_message("%.4f m, the law %.4f m\n", way, law);
    CHECK(fabs(way / law - 1.0) < 0.05);
}

RUN_TESTS(unit(a_rope_on_a_slope_does_not_creep), unit(above_the_critical_angle_it_slides))
