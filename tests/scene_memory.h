// SPDX-License-Identifier: MIT
// Steps in which allocations fail.

#pragma once

#include "scene.h"

/// One step while more and more allocations may be made, so that it fails at each in turn and succeeds at
/// last.
/// @param memory Of the world.
/// @param same   Each failed step must leave the hash as it was.
/// @return How often it failed.
static inline int32_t scene_step_through_failures(bight_world *world, failing_allocator *memory, bool same)
{
    int32_t failures = 0;
    for (int64_t n = 1; n < 60; n++) {
        uint64_t before = bight_world_hash(world);
        memory->fail_at = memory->calls + n;
        memory->fail_after = true;
        bight_status status = bight_world_step(world, NULL);
        memory->fail_at = 0;
        if (status == BIGHT_OK) {
            return failures;
        }
        failures++;
        CHECK(status == BIGHT_ERROR_NO_MEMORY);
        CHECK_SEED(!same || bight_world_hash(world) == before, n);
    }
    fail_msg("the step failed at every allocation");
    return failures;
}

/// A world for tests of memory: how it is made, with a hand that is led, and where that goes in each cycle.
typedef struct memory_scene {
    bight_status (*build)(bight_world *world, bight_hand_id *hand);
    void (*drive)(bight_world *world, bight_hand_id hand, int32_t cycle);
    void (*more)(bight_world *world); ///< Nullable: what may still be done in a world that was made in part.
} memory_scene;

/// Make it while each allocation fails in turn: the world stays usable, and nothing is lost.
static inline void scene_build_through_failures(const memory_scene *scene)
{
    bool done = false;
    for (int64_t n = 1; !done && n < 500; n++) {
        failing_allocator memory = {.fail_at = n, .fail_after = n % 2 == 0};
        bight_world *world = scene_counted_world(&memory);
        if (world == NULL) {
            CHECK(memory.held == 0);
            continue;
        }
        bight_hand_id hand;
        bight_status status = scene->build(world, &hand);
        CHECK(status == BIGHT_OK || status == BIGHT_ERROR_NO_MEMORY);
        done = status == BIGHT_OK && memory.calls < n;
        memory.fail_at = 0;
        scene_step(world);
        if (scene->more != NULL) {
            scene->more(world);
            scene_step(world);
        }
        CHECK((size_t)memory.held == bight_world_memory(world));
        bight_world_destroy(world);
        CHECK(memory.held == 0);
    }
    CHECK(done);
}

/// Each step fails at each allocation in turn, and the world stays bit for bit beside one without failures.
/// @return The contacts of all cycles.
static inline int64_t scene_steps_through_failures(const memory_scene *scene, int32_t cycles)
{
    failing_allocator memory = {0}, broken = {0};
    bight_world *good = scene_counted_world(&memory), *world = scene_counted_world(&broken);
    bight_hand_id hand, other;
    CHECK(scene->build(good, &hand) == BIGHT_OK && scene->build(world, &other) == BIGHT_OK);
    int32_t failures = 0;
    int64_t contacts = 0;
    for (int32_t cycle = 0; cycle < cycles; cycle++) {
        scene->drive(good, hand, cycle);
        scene->drive(world, other, cycle);
        failures += scene_step_through_failures(world, &broken, true);
        contacts += scene_step(good).contacts;
        CHECK_SEED(bight_world_hash(good) == bight_world_hash(world), cycle);
    }
    CHECK(failures > 5);
    bight_world_destroy(good);
    bight_world_destroy(world);
    CHECK(memory.held == 0 && broken.held == 0);
    return contacts;
}
