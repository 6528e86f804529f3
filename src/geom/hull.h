// SPDX-License-Identifier: MIT
// The convex hull of points in space, exact.

#pragma once

#include "core/watch.h"

/// A face while the hull grows.
typedef struct bi_hull_face {
    int32_t corner[3]; ///< counter-clockwise, seen from outside
    int32_t across[3]; ///< the face beyond the side from corner i to corner i + 1
    int32_t outside;   ///< first of the points that wait beyond it, -1 for none
    int32_t mark;      ///< of the last point that looked at it; -1 when the face is gone
} bi_hull_face;

/// A hull, and the memory that it is made in. Grows, never shrinks.
typedef struct bi_hull {
    int32_t *corners; ///< (3 count) points of each face, counter-clockwise seen from outside
    int32_t count;

    bi_hull_face *faces; ///< faces and gone faces
    int32_t face_count;
    int32_t *next;  ///< (points) the next point that waits beyond the same face
    int32_t *start; ///< (points) the new face whose side begins there
    int32_t *stack; ///< faces to look at
    int32_t *seen;  ///< faces that the new point sees
    int32_t *free;  ///< gone faces whose place can be used
    int32_t free_count;
    int32_t corner_capacity, face_capacity, next_capacity, start_capacity, stack_capacity, seen_capacity,
        free_capacity;
    bi_watch *watch; ///< Nullable.
    bight_allocator allocator;
} bi_hull;

void bi_hull_init(bi_hull *hull, const bight_allocator *allocator);
void bi_hull_free(bi_hull *hull);

/// The hull of the points after each was displaced by an infinitely small distance, as
/// bi_orient3d_displaced() does with their indices for ranks. So it is a closed surface of triangles, 2 v - 4
/// of them over v corners, whatever the points: many in one plane, on one line, in one place, all of them.
///
/// Where no four points lie in one plane these are the faces of the true hull. Else a facet of it is cut into
/// triangles, some of which may have no area, and points inside of a facet may be corners. The planes of the
/// triangles with area are those of the true hull's facets, each at least once and no others, so they do not
/// depend on the order of the points. Of points in one plane all triangles lie in it, facing either way.
/// @param points (count) in the range of geom/predicates.h; not copied
/// @param count  4 or more
/// @return BIGHT_ERROR_INVALID for fewer points, BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_STOPPED
/// Source: Barber, Dobkin, Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", ACM Transactions on
/// Mathematical Software 22 (1996).
bight_status bi_hull_make(bi_hull *hull, const bight_vec3 *points, int32_t count);
