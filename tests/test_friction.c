// SPDX-License-Identifier: MIT
// The paper: "a higher epsilon lets the rope slide more easily along itself", "too small an epsilon causes
// rope segments in contact to slide along each other very slowly". Cycles and distances are compared, never
// times. From 0.2 on contacts are rarely held two cycles running, and more slip changes little ("unnatural
// jumps").

#include "scene.h"

static bight_world *world_with_slip(double slip)
{
    bight_world_def def = bight_world_def_default();
    def.response = BIGHT_RESPONSE_PAPER; // slip is its friction
    def.slip = slip;
    bight_world *world;
    CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
    return world;
}

// A rope lies half round a pole; one end is pulled with the other free. How far does the free end come?
static double slide_round_a_pole(double slip, int32_t cycles)
{
    bight_world *world = world_with_slip(slip);
    scene_obstacle(world, BIGHT_SHAPE_CAPSULE, v3(2.5, 5, 0), v3(0, 0, 0));
    bight_vec3 points[60];
    double around = 3.1, step = 1.0 / around;
    for (int32_t i = 0; i < 60; i++) {
        double angle = step * (i - 30), most = 1.57;
        if (angle > most || angle < -most) {
            double on = (fabs(angle) - most) * around;
            points[i] = v3(-on, 0, angle > 0.0 ? around : -around);
        } else {
            points[i] = v3(around * cos(angle), 0, around * sin(angle));
        }
    }
    bight_rope_id rope = scene_rope(world, points, 60, false, 0.5, 1.0);
    bight_hand_id hand = scene_grasp(world, rope, 59);
    bight_vec3 start = bight_rope_curve(world, rope).points[0];
    bight_hand_set_target(world, hand, v3(-60, 0, around));
    for (int32_t i = 0; i < cycles; i++) {
        scene_step(world);
    }
    double slid = v3_distance(bight_rope_curve(world, rope).points[0], start);
    bight_world_destroy(world);
    return slid;
}

TEST(a_pole_holds_better_with_less_slip)
{
    const double slips[4] = {0.5, 0.2, 0.08, 0.02};
    double last = HUGE_VAL;
    for (int32_t i = 0; i < 4; i++) {
        double slid = slide_round_a_pole(slips[i], 40);
        print_message("slip %.2f: %.3f links slid round the pole in 40 cycles\n", slips[i], slid);
        CHECK(i < 2 || slid <= last);
        last = slid;
    }
    CHECK(slide_round_a_pole(0.5, 40) > 1.2 * slide_round_a_pole(0.02, 40));
}

// Two ropes press on each other; one is pulled along. Cycles until its hand has gone a given way.
static int32_t cycles_along(double slip, double way)
{
    bight_world *world = world_with_slip(slip);
    bight_vec3 points[41];
    for (int32_t i = 0; i <= 40; i++) {
        points[i] = v3(i - 20, 0.6 * cos(0.9 * i), 0.6 * sin(0.9 * i));
    }
    bight_rope_id straight = scene_line(world, v3(-22, 0, 0), v3(1, 0, 0), 44, 0.3, 1.0);
    bight_rope_id wound = scene_rope(world, points, 41, false, 0.3, 0.0);
    scene_grasp(world, wound, 0);
    scene_grasp(world, wound, 40);
    bight_hand_id hand = scene_grasp(world, straight, 44);
    bight_vec3 start = bight_rope_curve(world, straight).points[0];
    bight_hand_set_target(world, hand, v3(200, 0, 0));
    int32_t cycle = 0;
    while (cycle < 3000 && v3_distance(bight_rope_curve(world, straight).points[0], start) < way) {
        scene_step(world);
        cycle++;
    }
    bight_world_destroy(world);
    return cycle;
}

TEST(a_wound_rope_slides_slower_with_less_slip)
{
    const double slips[4] = {0.5, 0.2, 0.08, 0.02};
    int32_t last = 0;
    for (int32_t i = 0; i < 4; i++) {
        int32_t cycles = cycles_along(slips[i], 3.0);
        print_message("slip %.2f: %d cycles to slide 3 links\n", slips[i], cycles);
        CHECK(i < 2 || cycles >= last);
        last = cycles;
    }
    CHECK(cycles_along(0.02, 3.0) > cycles_along(0.5, 3.0));
}

RUN_TESTS(unit(a_pole_holds_better_with_less_slip), unit(a_wound_rope_slides_slower_with_less_slip))
