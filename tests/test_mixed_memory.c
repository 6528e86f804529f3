// SPDX-License-Identifier: MIT
// An elastic rod among ropes of other models: failing allocations, warm steps, and the golden hash.

#include "golden_hashes.h"
#include "golden_mixed.h"
#include "scene_memory.h"

static const memory_scene scene = {golden_mixed_build, golden_mixed_drive, NULL};

TEST(creation_survives_every_failing_allocation)
{
    scene_build_through_failures(&scene);
}

TEST(steps_survive_every_failing_allocation)
{
    failing_allocator memory = {0}, broken = {0};
    bight_world *good = scene_counted_world(&memory), *world = scene_counted_world(&broken);
    bight_hand_id hand, other;
    CHECK(golden_mixed_build(good, &hand) == BIGHT_OK && golden_mixed_build(world, &other) == BIGHT_OK);
    int32_t failures = 0, contacts = 0;
    for (int32_t cycle = 0; cycle < 200; cycle++) {
        golden_mixed_drive(good, hand, cycle);
        golden_mixed_drive(world, other, cycle);
        failures +=
            scene_step_through_failures(world, &broken, false); // a spring rope may have been divided before
        contacts += scene_step(good).contacts;
        CHECK_SEED(bight_world_hash(good) == bight_world_hash(world), cycle);
    }
    CHECK(failures > 5 && contacts > 100);
    bight_world_destroy(good);
    bight_world_destroy(world);
    CHECK(memory.held == 0 && broken.held == 0);
}

// What the first 2,000 cycles have taken is enough for the same to and fro again.
TEST(warm_steps_take_no_memory)
{
    failing_allocator memory = {0};
    bight_world *world = scene_counted_world(&memory);
    bight_hand_id hand;
    int32_t contacts = 0;
    CHECK(golden_mixed_build(world, &hand) == BIGHT_OK);
    for (int32_t cycle = 0; cycle < 2000; cycle++) {
        golden_mixed_drive(world, hand, cycle);
        scene_step(world);
    }
    int64_t calls = memory.calls;
    for (int32_t cycle = 2000; cycle < 2400; cycle++) {
        golden_mixed_drive(world, hand, cycle);
        contacts += scene_step(world).contacts;
    }
    print_message("%d requests, %d contacts\n", (int)(memory.calls - calls), (int)contacts);
    CHECK(memory.calls == calls && contacts > 200);
    bight_world_destroy(world);
}

TEST(the_golden_hash)
{
    uint64_t hash = golden_mixed(1, GOLDEN_MIXED_CYCLES);
    CHECK(golden_mixed(3, GOLDEN_MIXED_CYCLES) == hash);
    if (hash != GOLDEN_MIXED_HASH) {
        fail_msg("the golden hash is 0x%016llX", (unsigned long long)hash);
    }
}

RUN_TESTS(unit(creation_survives_every_failing_allocation), unit(steps_survive_every_failing_allocation),
          unit(warm_steps_take_no_memory), unit(the_golden_hash))
