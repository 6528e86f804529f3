// SPDX-License-Identifier: MIT
// Elastic rods: failing allocations, and the golden hash.

#include "golden_hashes.h"
#include "golden_rods.h"
#include "scene_memory.h"
#include "rod_scene.h"

// A twisted rod that a hand leads through a ring, which is bent at rest, and back over itself; a ball is in the way.
static bight_status build(bight_world *world, bight_hand_id *hand)
{
    bight_vec3 points[60];
    bight_rope_id rope = {0}, ring;
    for (int32_t i = 0; i < 60; i++) {
        points[i] = v3(0.005 * (i - 30), 0.0005 * (i % 2), 0);
    }
    bight_rope_def def = rod_def(points, 60, false);
    def.rod.twist = 1e-3;
    bight_status status = bight_rope_create(world, &def, &rope, NULL);
    for (int32_t i = 0; i < 20; i++) {
        double t = 2.0 * 3.14159265358979 * i / 20;
        points[i] = v3(0, 0.03 * cos(t) - 0.005, 0.03 * sin(t));
    }
    def.curve = (bight_curve){points, 20, true};
    def.rod.turns = 1.0;
    def.rod.rest_shape = 1.0;
    def.rod.second_order = true;
    def.rod.twist_friction = 1.0;
    status = status == BIGHT_OK ? bight_rope_create(world, &def, &ring, NULL) : status;
    bight_obstacle_def ball = bight_obstacle_def_default();
    bight_obstacle_id obstacle;
    ball.kind = BIGHT_SHAPE_SPHERE;
    ball.size = v3(0.02, 0, 0);
    ball.pose.position = v3(0.05, 0.08, 0);
    status = status == BIGHT_OK ? bight_obstacle_create(world, &ball, &obstacle, NULL) : status;
    bight_hand_id first;
    status = status == BIGHT_OK ? bight_hand_grasp(world, rope, 0, &first, NULL) : status;
    status = status == BIGHT_OK ? bight_hand_hold_twist(world, first, true) : status;
    status = status == BIGHT_OK ? bight_hand_grasp(world, rope, 59, hand, NULL) : status;
    return status == BIGHT_OK ? bight_hand_hold_twist(world, *hand, true) : status;
}

static void drive(bight_world *world, bight_hand_id hand, int32_t cycle)
{
    double angle = 0.02 * cycle;
    bight_hand_set_target(world, hand, v3(0.1 * cos(angle), 0.07 * sin(angle), 0.03 * sin(2.0 * angle)));
    bight_hand_roll(world, hand, angle);
}

static const memory_scene scene = {build, drive, NULL};

TEST(creation_survives_every_failing_allocation)
{
    scene_build_through_failures(&scene);
}

TEST(steps_survive_every_failing_allocation)
{
    CHECK(scene_steps_through_failures(&scene, 400) > 100);
}

TEST(the_golden_hash)
{
    uint64_t hash = golden_rods(1, GOLDEN_RODS_CYCLES);
    CHECK(golden_rods(3, GOLDEN_RODS_CYCLES) == hash);
    if (hash != GOLDEN_RODS_HASH) {
        fail_msg("the golden hash is 0x%016llX", (unsigned long long)hash);
    }
}

RUN_TESTS(unit(creation_survives_every_failing_allocation), unit(steps_survive_every_failing_allocation),
          unit(the_golden_hash))
