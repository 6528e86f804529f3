// SPDX-License-Identifier: MIT
// Small scenes of spring ropes for tests.

#pragma once

#include "bight/world.h"
#include "scene.h"
#include "sim/spring/spring.h"

#include <string.h>

#define R 0.005 ///< Radius of the ropes.

static inline bight_rope_def spring_def(const bight_vec3 *points, int32_t count, bool closed)
{
    bight_rope_def def = bight_rope_def_default();
    def.curve = (bight_curve){points, count, closed};
    def.radius = R;
    def.model = BIGHT_MODEL_SPRING;
    return def;
}

static inline bight_rope_id create(bight_world *world, const bight_rope_def *def)
{
    bight_rope_id rope;
    bight_error error = {0};
    if (bight_rope_create(world, def, &rope, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return rope;
}

static inline void straight(bight_vec3 *points, int32_t count, bight_vec3 from, bight_vec3 step)
{
    for (int32_t i = 0; i < count; i++) {
        points[i] = v3_madd(from, i, step);
    }
}

static inline bight_spring_state state_of(const bight_world *world, bight_rope_id rope)
{
    bight_spring_state state;
    CHECK(bight_rope_spring_state(world, rope, &state) == BIGHT_OK);
    return state;
}

static inline void throw(bight_world * world, bight_rope_id id, bight_vec3 velocity)
{
    bi_rope *rope = bi_find_rope(world, id);
    for (int32_t i = 0; i < rope->count; i++) {
        rope->springs->point[i].left_velocity = rope->springs->point[i].right_velocity = velocity;
        rope->springs->point[i].touched = true;
    }
}

static inline void run(bight_world *world, int32_t cycles)
{
    for (int32_t i = 0; i < cycles; i++) {
        if (bight_world_step(world, NULL) != BIGHT_OK) {
            fail_msg("cycle %d: %s", (int)i, bight_world_error(world).message);
        }
    }
}
