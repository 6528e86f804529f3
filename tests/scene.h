// SPDX-License-Identifier: MIT
// Small scenes for tests: ropes along lines and curves, walls of checks that any world must pass.

#pragma once

#include "bight/world.h"
#include "core/vec3.h"
#include "failing_memory.h"
#include "geom/segment.h"
#include "test.h"

#define SCENE_NODES 2000

static inline bight_world *scene_world(void)
{
    bight_world_def def = bight_world_def_default();
    bight_world *world;
    CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
    return world;
}

/// Least distance between two ropes' centrelines.
static inline double scene_apart(const bight_world *world, bight_rope_id one, bight_rope_id other)
{
    bight_curve a = bight_rope_curve(world, one), b = bight_rope_curve(world, other);
    double least = HUGE_VAL;
    for (int32_t i = 0; i + 1 < a.count; i++) {
        for (int32_t k = 0; k + 1 < b.count; k++) {
            bi_segment_pair pair =
                bi_segment_closest(a.points[i], a.points[i + 1], b.points[k], b.points[k + 1]);
            least = fmin(least, sqrt(pair.distance_squared));
        }
    }
    return least;
}

/// Ropes of this world respond in this way from now on.
static inline void scene_respond(bight_world *world, bight_response response)
{
    bight_world_def def = bight_world_get_def(world);
    def.response = response;
    CHECK(bight_world_set_def(world, &def, NULL) == BIGHT_OK);
}

static inline bight_rope_id scene_rope(bight_world *world, const bight_vec3 *points, int32_t count,
                                       bool closed, double radius, double length)
{
    bight_rope_def def = bight_rope_def_default();
    bight_error error = {0};
    bight_rope_id rope;
    def.curve = (bight_curve){points, count, closed};
    def.radius = radius;
    def.link_length = length;
    bight_status status = bight_rope_create(world, &def, &rope, &error);
    if (status != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return rope;
}

/// A straight rope of `links` links from `from` along the unit vector `along`.
static inline bight_rope_id scene_line(bight_world *world, bight_vec3 from, bight_vec3 along, int32_t links,
                                       double radius, double length)
{
    bight_vec3 points[SCENE_NODES];
    for (int32_t i = 0; i <= links; i++) {
        points[i] = v3_madd(from, i * length, along);
    }
    return scene_rope(world, points, links + 1, false, radius, length);
}

/// A round closed rope in the plane of the unit vectors u and v, links of length one.
static inline bight_rope_id scene_ring(bight_world *world, bight_vec3 centre, bight_vec3 u, bight_vec3 v,
                                       int32_t links, double radius)
{
    bight_vec3 points[SCENE_NODES];
    double turn = 2.0 * 3.14159265358979323846 / links, around = 0.5 / sin(0.5 * turn);
    for (int32_t i = 0; i < links; i++) {
        points[i] = v3_madd(v3_madd(centre, around * cos(turn * i), u), around * sin(turn * i), v);
    }
    return scene_rope(world, points, links, true, radius, 1.0);
}

static inline bight_hand_id scene_grasp(bight_world *world, bight_rope_id rope, int32_t node)
{
    bight_hand_id hand;
    CHECK(bight_hand_grasp(world, rope, node, &hand, NULL) == BIGHT_OK);
    return hand;
}

static inline bight_vec3 scene_hand(const bight_world *world, bight_hand_id hand)
{
    bight_hand_state state;
    CHECK(bight_hand_get(world, hand, &state) == BIGHT_OK);
    return state.position;
}

static inline bight_obstacle_id scene_obstacle(bight_world *world, bight_shape_kind kind, bight_vec3 size,
                                               bight_vec3 at)
{
    bight_obstacle_def def = bight_obstacle_def_default();
    bight_obstacle_id id;
    bight_error error = {0};
    def.kind = kind;
    def.size = size;
    def.pose.position = at;
    if (bight_obstacle_create(world, &def, &id, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return id;
}

static inline bight_step_report scene_step(bight_world *world)
{
    bight_step_report report;
    CHECK(bight_world_step(world, &report) == BIGHT_OK);
    return report;
}

static inline double scene_link(bight_curve curve, int32_t i)
{
    return v3_distance(curve.points[i], curve.points[i + 1 < curve.count ? i + 1 : 0]);
}

/// Length of the longest link.
static inline double scene_longest(const bight_world *world, bight_rope_id rope)
{
    bight_curve curve = bight_rope_curve(world, rope);
    double longest = 0.0;
    for (int32_t i = 0; i < (curve.closed ? curve.count : curve.count - 1); i++) {
        longest = fmax(longest, scene_link(curve, i));
    }
    return longest;
}

static inline bool scene_finite(const bight_world *world, bight_rope_id rope)
{
    bight_curve curve = bight_rope_curve(world, rope);
    bool finite = true;
    for (int32_t i = 0; i < curve.count; i++) {
        finite = finite && v3_is_finite(curve.points[i]);
    }
    return finite;
}

/// A world on an allocator that counts and can fail.
static inline bight_world *scene_counted_world(failing_allocator *memory)
{
    bight_world_def def = bight_world_def_default();
    def.env.allocator = (bight_allocator){failing_resize, memory};
    bight_world *world;
    return bight_world_create(&def, &world, NULL) == BIGHT_OK ? world : NULL;
}
