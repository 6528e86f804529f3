// SPDX-License-Identifier: MIT
// Needles: the same bits, failing memory, and what is refused.

#include "needle_scene.h"
#include "scene_memory.h"

// ---- bits and memory ---------------------------------------------------------------------------------------------

#define APART v3(1, 0, 0)

static bight_status build_at(bight_world *world, bight_vec3 place, bight_hand_id *hand)
{
    bight_vec3 points[COUNT];
    lay(points, PI);
    for (int32_t i = 0; i < COUNT; i++) {
        points[i] = v3_add(points[i], place);
    }
    bight_rope_def def = needle_def(points);
    def.rod.bend = 1e-10; // else the thread springs straight at first
    bight_rope_id rope;
    bight_status status = bight_rope_create(world, &def, &rope, NULL);
    bight_obstacle_def ball = bight_obstacle_def_default();
    bight_obstacle_id obstacle;
    ball.kind = BIGHT_SHAPE_SPHERE;
    ball.size = v3(0.003, 0, 0);
    ball.pose.position = v3_add(place, v3(0.003, 0.009, 0.0005));
    status = status == BIGHT_OK ? bight_obstacle_create(world, &ball, &obstacle, NULL) : status;
    status = status == BIGHT_OK ? bight_hand_grasp(world, rope, THREAD + 20, hand, NULL) : status;
    return status == BIGHT_OK ? bight_hand_hold_needle(world, *hand, true) : status;
}

static bight_status build(bight_world *world, bight_hand_id *hand)
{
    return build_at(world, v3(0, 0, 0), hand);
}

static void drive_at(bight_world *world, bight_vec3 place, bight_hand_id hand, int32_t cycle)
{
    // slowly: after a failed step near pairs are listed anew, and a rod that sets off may go farther then
    double a = 0.001 * cycle;
    const double q[4] = {0.2 * sin(a), 0.1 * a, sin(a), cos(a)};
    bight_vec3 points[COUNT];
    lay(points, PI);
    bight_vec3 from = v3_add(place, points[THREAD + 20]);
    bight_hand_set_target(world, hand, v3_add(from, v3(0.001 * a, -0.008 * a, 0.002 * a)));
    bight_hand_turn(world, hand, q);
}

static void drive(bight_world *world, bight_hand_id hand, int32_t cycle)
{
    drive_at(world, v3(0, 0, 0), hand, cycle);
}

static const memory_scene scene = {build, drive, NULL};

TEST(creation_survives_every_failing_allocation)
{
    scene_build_through_failures(&scene);
}

TEST(steps_survive_every_failing_allocation)
{
    CHECK(scene_steps_through_failures(&scene, 200) > 10);
}

// Two far apart, which are solved for each on its own; the other one is led a little later.
static uint64_t play(int32_t threads, int32_t cycles)
{
    bight_world_def def = bight_world_def_default();
    def.env.threads = threads;
    bight_world *world;
    bight_hand_id hand, other;
    CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK && build(world, &hand) == BIGHT_OK);
    CHECK(build_at(world, APART, &other) == BIGHT_OK);
    for (int32_t i = 0; i < cycles; i++) {
        drive(world, hand, i);
        drive_at(world, APART, other, i / 2);
        run_rods(world, 1);
    }
    uint64_t hash = bight_world_hash(world);
    bight_world_destroy(world);
    return hash;
}

TEST(the_same_bits_on_any_number_of_threads)
{
    uint64_t hash = play(1, 400);
    CHECK(play(2, 400) == hash && play(1, 400) == hash && play(1, 399) != hash);
}

// ---- bad input ------------------------------------------------------------------------------------------------------

TEST(what_a_needle_cannot_be)
{
    bight_vec3 points[COUNT];
    lay(points, PI);
    bight_rope_def def = needle_def(points);
    def.rod.needle.links = 2;
    check_rod_refused(&def, "rod.needle.links is 2 of the rope's 110: give 3 to 109");
    def.rod.needle.links = COUNT - 1;
    check_rod_refused(&def, "the rest is thread");
    def.rod.needle.links = -5;
    check_rod_refused(&def, "rod.needle.links is -5");
    def = needle_def(points);
    def.rod.needle.end = (bight_rope_end)7;
    check_rod_refused(&def, "rod.needle.end is 7");
    def = needle_def(points);
    def.rod.needle.diameter = (double)NAN;
    check_rod_refused(&def, "rod.needle.diameter");
    def.rod.needle.diameter = 1.0;
    check_rod_refused(&def, "rod.needle.diameter is 1: give 1.6e-05 to 0.0032");
    def = needle_def(points);
    def.rod.twist = 1e-7;
    def.rod.twist_friction = 1.0;
    check_rod_refused(&def, "rod.twist_friction is 1: the thread of a needle is straight at rest");
    def.rod.rest_shape = 0.5;
    check_rod_refused(&def, "rod.rest_shape is 0.5: the thread of a needle");
}

TEST(orders_that_cannot_be_followed)
{
    bight_vec3 points[COUNT];
    lay(points, PI);
    bight_world *world = scene_world();
    bight_rope_def def = needle_def(points);
    bight_rope_id rope = make_rod(world, &def);
    bight_hand_id thread = scene_grasp(world, rope, THREAD - 1), swage = scene_grasp(world, rope, THREAD);
    bight_vec3 torque;
    const double none[4] = {0, 0, 0, 0}, bad[4] = {0, (double)NAN, 0, 1}, large[4] = {0, 0, 1e300, 1e300};
    CHECK(bight_hand_hold_needle(world, thread, true) == BIGHT_ERROR_INVALID);
    CHECK(bight_hand_turn(world, swage, large) == BIGHT_ERROR_INVALID); // it does not hold it yet
    CHECK(bight_hand_torque(world, swage, &torque) == BIGHT_ERROR_UNSUPPORTED);
    CHECK(bight_hand_hold_needle(world, swage, true) == BIGHT_OK);
    CHECK(bight_hand_turn(world, swage, none) == BIGHT_ERROR_INVALID);
    CHECK(bight_hand_turn(world, swage, bad) == BIGHT_ERROR_INVALID);
    CHECK(bight_hand_turn(world, swage, large) == BIGHT_OK);
    CHECK(bight_hand_torque(world, swage, &torque) == BIGHT_OK && v3_length(torque) == 0.0);
    CHECK(fabs(state_of(world, swage).turn_lag - 0.5 * PI) < 1e-12);
    CHECK(state_of(world, thread).rotation[3] == 1.0 && state_of(world, thread).turn_lag == 0.0);

    // a rod that is made anew is held by the node alone
    CHECK(bight_rope_set_model(world, rope, &def, NULL) == BIGHT_OK);
    CHECK(bight_hand_torque(world, swage, &torque) == BIGHT_ERROR_UNSUPPORTED);
    def.model = BIGHT_MODEL_FTL;
    CHECK(bight_rope_set_model(world, rope, &def, NULL) == BIGHT_OK);
    CHECK(bight_hand_hold_needle(world, swage, true) == BIGHT_ERROR_INVALID);
    CHECK(bight_hand_release(world, swage) && bight_hand_turn(world, swage, large) == BIGHT_ERROR_STALE);
    CHECK(bight_hand_hold_needle(world, swage, true) == BIGHT_ERROR_STALE);
    bight_world_destroy(world);
}

RUN_TESTS(unit(creation_survives_every_failing_allocation), unit(steps_survive_every_failing_allocation),
          unit(the_same_bits_on_any_number_of_threads), unit(what_a_needle_cannot_be),
          unit(orders_that_cannot_be_followed))
