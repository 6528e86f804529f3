// SPDX-License-Identifier: MIT
// Inside of surface_path.h: the strip of triangles that a way passes, from its first guess on.

#pragma once

#include "core/vec3.h"
#include "geom/surface_path.h"

/// A node that waits to be looked at.
struct bi_surface_wait {
    double least; ///< how long the way through it is at least
    int32_t node;
};

/// What a way is looked for with.
typedef struct bi_path_search {
    const bight_allocator *allocator;
    const bi_surface *surface;
    const bight_vec3 *x;
    bi_surface_path *path;
    bi_surface_point from, to;
    bight_vec3 start, goal;
} bi_path_search;

/// The corner of a triangle at a vertex, -1 when it has none.
int32_t bi_path_corner(const bi_surface *surface, int32_t triangle, int32_t vertex);

static inline bight_vec3 bi_path_corner_at(const bi_path_search *s, int32_t corner)
{
    return s->x[s->surface->triangles[corner]];
}

/// Put a triangle behind the first `count` of path->spare; forth and back is nothing.
bight_status bi_path_append(bi_path_search *s, int32_t *count, int32_t triangle);

/// What was put together is the strip.
void bi_path_take(bi_path_search *s, int32_t count);

/// Fill the strip with the shortest chain of vertices and middles of edges.
/// @return BIGHT_ERROR_INVALID where no way leads there; BIGHT_ERROR_NO_MEMORY
bight_status bi_path_strip(bi_path_search *s);

/// What is nearly on a side, or at a corner, is there.
void bi_path_snap(bi_surface_point *point);

/// A way from a vertex or side, or to one, begins in the last triangle at it, or ends in the first.
void bi_path_trim(bi_path_search *s);
