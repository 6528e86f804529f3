// SPDX-License-Identifier: MIT
// Obstacles inside the world.

#pragma once

#include "sim/world_state.h"

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
