// SPDX-License-Identifier: MIT
// Obstacles inside the world.

#pragma once

#include "core/hash.h"
#include "sim/world_state.h"

#include <math.h>

#define BI_MOST_FRICTION 10.0

/// The friction of an obstacle or a sheet: 0 to BI_MOST_FRICTION, or below 0 for that of the rope.
static inline bool bi_friction_in_range(double friction)
{
    return friction <= BI_MOST_FRICTION && isfinite(friction);
}

/// Change it. @param obstacle Nullable: a stale id.
/// @return BIGHT_ERROR_STALE, BIGHT_ERROR_INVALID out of range.
static inline bight_status bi_friction_set(bi_obstacle *obstacle, double friction)
{
    if (obstacle == NULL) {
        return BIGHT_ERROR_STALE;
    }
    if (!bi_friction_in_range(friction)) {
        return BIGHT_ERROR_INVALID;
    }
    obstacle->friction = friction;
    return BIGHT_OK;
}

/// Their hash: nothing where it is the rope's.
static inline uint64_t bi_friction_hash(uint64_t hash, const bi_obstacle *obstacle)
{
    return obstacle->alive && obstacle->friction >= 0.0 ? bi_hash_double(hash, obstacle->friction) : hash;
}

/// Free what an obstacle owns.
void bi_obstacle_free(const bight_allocator *allocator, bi_obstacle *obstacle);

/// Move every obstacle towards its target, no point of it by more than `limit`, and set `before`.
void bi_obstacles_advance(bight_world *world, double limit);

/// Recompute the hierarchy in the world frame for the present pose.
void bi_obstacle_place(bi_obstacle *obstacle);

/// How far a link's closest point is from the surface, for the pose at hand; normal in the world frame.
/// @param triangle Which triangle of a mesh; not used for other shapes.
bi_solid_gap bi_obstacle_gap(const bi_obstacle *obstacle, const bight_pose *pose, int32_t triangle,
                             bight_vec3 p, bight_vec3 q);
