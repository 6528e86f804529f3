// SPDX-License-Identifier: MIT
// Closed triangle meshes as obstacles.

#pragma once

#include "sim/world_state.h"

#include <math.h>

/// Farther than this from either origin nothing is put: spheres around it are kept in single precision, which ends at
/// 3e38. Metres.
#define BI_OBSTACLE_FARTHEST 1e30

static inline bool bi_obstacle_in_range(bight_vec3 p)
{
    return fabs(p.x) <= BI_OBSTACLE_FARTHEST && fabs(p.y) <= BI_OBSTACLE_FARTHEST &&
           fabs(p.z) <= BI_OBSTACLE_FARTHEST;
}

/// Copy and check the mesh of a definition, put its triangles in spatial order and build the hierarchy.
/// @return BIGHT_ERROR_INVALID naming the face or edge that is wrong, BIGHT_ERROR_TOO_LARGE,
///         BIGHT_ERROR_NO_MEMORY. What was taken is freed by bi_obstacle_free() in any case.
bight_status bi_obstacle_take_mesh(const bight_allocator *allocator, const bight_obstacle_def *def,
                                   bi_obstacle *obstacle, bight_error *error);

/// True when a point of the local frame is inside the mesh; on the surface either answer may come.
bool bi_obstacle_mesh_holds(const bi_obstacle *obstacle, bight_vec3 local);

/// The corners of one triangle in the local frame.
static inline void bi_obstacle_triangle(const bi_obstacle *obstacle, int32_t triangle, bight_vec3 corner[3])
{
    for (int32_t i = 0; i < 3; i++) {
        corner[i] = obstacle->points[obstacle->triangles[3 * triangle + i]];
    }
}

/// A sphere around a triangle: centred on its centroid, reaching its farthest corner.
bi_sphere bi_triangle_sphere(const bight_vec3 corner[3]);
