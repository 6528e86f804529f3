// SPDX-License-Identifier: MIT
// The projection rope: failing allocations, warm steps, the same bits on any number of threads.

#include "golden_hashes.h"
#include "golden_scene.h"
#include "rods.h"

static bight_status build(bight_world *world, bight_hand_id *hand)
{
    bight_rope_def def = bight_rope_def_default();
    bight_rope_id rope = {0}, ring;
    bight_vec3 points[40];
    for (int32_t i = 0; i < 40; i++) {
        points[i] = v3(i - 20, 0.1 * (i % 2), 0);
    }
    def.model = BIGHT_MODEL_PROJECTION;
    def.curve = (bight_curve){points, 40, false};
    def.radius = 0.4;
    def.projection.bend_weight = 50.0;
    bight_status status = bight_rope_create(world, &def, &rope, NULL);
    double around = 20 / 6.283185307179586;
    for (int32_t i = 0; i < 20; i++) {
        points[i] = v3(0, around * cos(i / around) - 0.5, around * sin(i / around));
    }
    def.curve = (bight_curve){points, 20, true};
    status = status == BIGHT_OK ? bight_rope_create(world, &def, &ring, NULL) : status;
    return status == BIGHT_OK ? bight_hand_grasp(world, rope, 39, hand, NULL) : status;
}

static void drive(bight_world *world, bight_hand_id hand, int32_t cycle)
{
    double angle = 0.05 * cycle;
    bight_hand_set_target(world, hand, v3(12 * cos(angle), 8 * sin(angle), 3 * sin(2.0 * angle)));
}

static void add_rope(bight_world *world)
{
    rods_along(world, v3(-15, 20, 0), v3(1, 0, 0), 30, 0.4, 1.0, 1.0);
}

static const memory_scene scene = {build, drive, add_rope};

TEST(creation_survives_every_failing_allocation)
{
    scene_build_through_failures(&scene);
}

TEST(steps_survive_every_failing_allocation)
{
    scene_steps_through_failures(&scene, 150);
}

TEST(a_warm_step_takes_no_memory)
{
    failing_allocator memory = {0};
    bight_world *world = scene_counted_world(&memory);
    bight_hand_id hand;
    CHECK(build(world, &hand) == BIGHT_OK);
    int64_t contacts = 0;
    for (int32_t cycle = 0; cycle < 600; cycle++) {
        drive(world, hand, cycle % 126); // nearly five times round
        if (cycle == 400) {
            memory.fail_at = memory.calls + 1;
            memory.fail_after = true;
        }
        contacts += scene_step(world).contacts;
    }
    CHECK(contacts > 0);
    bight_world_destroy(world);
}

TEST(threads_change_nothing)
{
    uint64_t hash[3];
    for (int32_t i = 0; i < 3; i++) {
        bight_world_def def = bight_world_def_default();
        def.env.threads = i == 2 ? 4 : 1;
        bight_world *world;
        bight_hand_id hand;
        CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
        CHECK(build(world, &hand) == BIGHT_OK);
        for (int32_t cycle = 0; cycle < 150; cycle++) {
            drive(world, hand, cycle);
            scene_step(world);
        }
        hash[i] = bight_world_hash(world);
        bight_world_destroy(world);
    }
    CHECK(hash[1] == hash[0] && hash[2] == hash[0]);
}

TEST(the_golden_hash)
{
    uint64_t hash = golden_projection(1, GOLDEN_PROJECTION_CYCLES);
    CHECK(golden_projection(3, GOLDEN_PROJECTION_CYCLES) == hash);
    if (hash != GOLDEN_PROJECTION_HASH) {
        fail_msg("the golden hash of projection ropes is 0x%016llX", (unsigned long long)hash);
    }
}

RUN_TESTS(unit(creation_survives_every_failing_allocation), unit(steps_survive_every_failing_allocation),
          unit(a_warm_step_takes_no_memory), unit(threads_change_nothing), unit(the_golden_hash))
