// SPDX-License-Identifier: MIT
// Small scenes of elastic rods for tests.

#pragma once

#include "scene.h"

#include <string.h>

#define R 0.005 ///< Radius of the rods, metres.

static inline bight_rope_def rod_def(const bight_vec3 *points, int32_t count, bool closed)
{
    bight_rope_def def = bight_rope_def_default();
    def.curve = (bight_curve){points, count, closed};
    def.radius = R;
    def.model = BIGHT_MODEL_ROD;
    return def;
}

static inline bight_rope_id make_rod(bight_world *world, const bight_rope_def *def)
{
    bight_rope_id rope;
    bight_error error = {0};
    if (bight_rope_create(world, def, &rope, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return rope;
}

/// It must not be made, and be told so in these words.
static inline void check_rod_refused(const bight_rope_def *def, const char *words)
{
    bight_world *world = scene_world();
    bight_error error = {0};
    bight_rope_id rope;
    CHECK(bight_rope_create(world, def, &rope, &error) == BIGHT_ERROR_INVALID);
    if (strstr(error.message, words) == NULL) {
        fail_msg("%s", error.message);
    }
    bight_world_destroy(world);
}

static inline void line_of(bight_vec3 *points, int32_t count, bight_vec3 from, bight_vec3 to)
{
    for (int32_t i = 0; i < count; i++) {
        points[i] = v3_lerp(from, to, (double)i / (count - 1));
    }
}

static inline void run_rods(bight_world *world, int32_t cycles)
{
    for (int32_t i = 0; i < cycles; i++) {
        if (bight_world_step(world, NULL) != BIGHT_OK) {
            fail_msg("cycle %d: %s", (int)i, bight_world_error(world).message);
        }
    }
}

static inline bight_rod_state rod_state(const bight_world *world, bight_rope_id rope)
{
    bight_rod_state state;
    CHECK(bight_rope_rod_state(world, rope, &state) == BIGHT_OK);
    return state;
}

static inline double rod_energy(const bight_world *world, bight_rope_id rope)
{
    bight_rod_state s = rod_state(world, rope);
    return s.kinetic + s.elastic + s.bending + s.gravity;
}
