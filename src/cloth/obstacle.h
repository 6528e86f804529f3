// SPDX-License-Identifier: MIT
// Obstacles: smooth solids, and meshes whose vertices and triangles are among the world's.

#pragma once

#include "cloth/buffer.h"
#include "cloth/rigid.h"
#include "geom/solid.h"

typedef struct bi_cloth_obstacle {
    uint32_t generation;
    bi_solid solid; ///< kind BIGHT_SHAPE_MESH: vertices of the world
    double bound;   ///< Radius around the local origin that holds all of it.
    double friction;
    bight_pose pose, before, target;
    bight_pose start;  ///< Where it was when the iteration began.
    bight_pose began;  ///< Where it was when the step began.
    bight_pose rubbed; ///< Where it was when the last system was made; it moves after that.
    bool moved;        ///< Since then.
    bool moved_before; ///< Between that and the one before.
    bool unproved;     ///< In the present round of cloth/step_filter.c.
    bight_vec3 force;
    bi_rigid rigid; ///< Mass, where it has any.
    int32_t first_vertex, vertex_count, first_triangle, triangle_count;
    int32_t first_local; ///< Into locals.
} bi_cloth_obstacle;

#define BI_OBSTACLE_BUFFERS(X)                                                                               \
    X(bi_cloth_obstacle, items)                                                                              \
    X(bight_vec3, locals) /* (local_count)  vertices of meshes in their own frames */                        \
    X(int32_t, triangles) /* (x 3)  as given, indices from the mesh's first vertex */

typedef struct bi_cloth_obstacles {
    BI_OBSTACLE_BUFFERS(BI_BUFFER)
    int32_t count, local_count;
} bi_cloth_obstacles;
