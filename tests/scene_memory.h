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
