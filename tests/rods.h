// SPDX-License-Identifier: MIT
// Projection ropes for tests.

#pragma once

#include "geom/segment.h"
#include "scene.h"
#include "scene_memory.h"

#include <string.h>

static inline bight_world *world_with_gravity(bight_vec3 gravity)
{
    bight_world_def def = bight_world_def_default();
    def.gravity = gravity;
    bight_world *world;
    CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
    return world;
}

static inline bight_rope_id rods(bight_world *world, const bight_vec3 *points, int32_t count, bool closed,
                                 double radius, double length, double bend_weight)
{
    bight_rope_def def = bight_rope_def_default();
    bight_rope_id rope;
    bight_error error = {0};
    def.model = BIGHT_MODEL_PROJECTION;
    def.curve = (bight_curve){points, count, closed};
    def.radius = radius;
    def.link_length = length;
    def.projection.bend_weight = bend_weight;
    if (bight_rope_create(world, &def, &rope, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return rope;
}

static inline bight_rope_id rods_along(bight_world *world, bight_vec3 from, bight_vec3 along, int32_t links,
                                       double radius, double length, double bend_weight)
{
    bight_vec3 points[SCENE_NODES];
    for (int32_t i = 0; i <= links; i++) {
        points[i] = v3_madd(from, i * length, along);
    }
    return rods(world, points, links + 1, false, radius, length, bend_weight);
}

// Worst relative error of a link's length.
static inline double stretch_of(const bight_world *world, bight_rope_id rope)
{
    bight_curve curve = bight_rope_curve(world, rope);
    double worst = 0.0, length = bight_rope_link_length(world, rope);
    for (int32_t i = 0; i < (curve.closed ? curve.count : curve.count - 1); i++) {
        worst = fmax(worst, fabs(scene_link(curve, i) / length - 1.0));
    }
    return worst;
}
