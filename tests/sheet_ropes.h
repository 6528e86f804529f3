// SPDX-License-Identifier: MIT
// Ropes of every model for worlds with sheets.

#pragma once

#include "core/random.h"
#include "scene_memory.h"
#include "sim/sheet/sheet.h"
#include "sheet_judge.h"

#define R 0.005
#define LINK 0.01

static const char *const names[] = {"follow the leader", "spring", "projection", "rod"};

static inline bight_world *world_with(bight_vec3 gravity, bight_allocator *allocator, int32_t threads)
{
    bight_world_def def = bight_world_def_default();
    bight_world *world;
    def.gravity = gravity;
    def.env.threads = threads;
    if (allocator != NULL) {
        def.env.allocator = *allocator;
    }
    CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
    return world;
}

static inline bight_rope_def rope_def(bight_rope_model model, const bight_vec3 *points, int32_t count,
                                      bool closed)
{
    bight_rope_def def = bight_rope_def_default();
    def.model = model;
    def.radius = R;
    def.curve = (bight_curve){points, count, closed};
    def.spring.drag = 40.0;
    def.spring.restitution = 0.0;
    def.projection.bend_weight = 1.0;
    return def;
}

static inline bight_rope_id rope_add(bight_world *world, const bight_rope_def *def)
{
    bight_rope_id rope;
    bight_error error = {0};
    if (bight_rope_create(world, def, &rope, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return rope;
}

static inline void steps(bight_world *world, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (bight_world_step(world, NULL) != BIGHT_OK) {
            fail_msg("cycle %d: %s", (int)i, bight_world_error(world).message);
        }
    }
}
