// SPDX-License-Identifier: MIT
// The two sides of a push: the knot, and what it may reach that is not the knot.

#pragma once

#include "bight/dress.h"

#include "geom/box_tree.h"
#include "geom/surface.h"

/// Triangles that may meet the other side. Vertices of the cloth keep their numbers on both sides, so that those of the border
/// have one number; a body's come after.
typedef struct bi_push_side {
    const bight_vec3 *points; ///< (point_count) the cloth's, or `copied`  borrowed
    bight_vec3 *copied;       ///< (point_count) NULL where all are the cloth's  owned
    int32_t *triangles;       ///< (triangle_count x 3, room for `room` triangles) owned
    int32_t point_count, triangle_count, room;
    bi_surface surface;
    bi_box_tree tree;
} bi_push_side;

typedef struct bi_push_sides {
    bi_push_side knot, rest;
    uint8_t *border; ///< (border_count) of the cloth's vertices: in triangles of both sides
    int32_t border_count;
    double extent;     ///< metres: diagonal of the box round the knot
    bight_vec3 centre; ///< of that box
} bi_push_sides;

/// Collect them; mesh and map must outlive them. Triangles that are farther from the knot than it may be moved are left out, as are the knot's that are farther
/// from all others.
/// @param reach Part of the knot's extent that it may be moved.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_INVALID for an index out of range; empty then.
bight_status bi_push_sides_make(const bight_allocator *allocator, const bight_cloth_mesh *mesh,
                                const bight_dress_map *map, const bight_mesh *bodies, int32_t body_count,
                                double reach, bi_push_sides *sides);

void bi_push_sides_free(const bight_allocator *allocator, bi_push_sides *sides);
