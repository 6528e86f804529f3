// SPDX-License-Identifier: MIT
// Where surfaces go through each other, decided exactly: edges against triangles.
//
// A pair of an edge and a triangle without a common vertex is one of three things:
// - apart: the closed segment and the closed triangle have no point in common;
// - crossing: the segment pierces the triangle. Where nothing is degenerate, this means from strictly
// one side of
//   its plane to strictly the other, through its inside. Otherwise (an end in the plane, a way through a side
//   or a corner of the triangle, everything in one plane, a triangle without area) it is decided as if all
//   vertices had been displaced by infinitely little, those with low numbers the most:
//   bi_orient3d_displaced(). So a surface that passes through another exactly at a vertex or along an edge is
//   counted once, neither missed nor counted twice, and crossings always join to contours;
// - touching: they have a point in common, and that displacement would part them. A vertex that lies on a
// triangle
//   and triangles that overlap in one plane are touching or crossing pairs, never apart.
// A pair with a common vertex is neither.
// A mesh whose pairs are all apart does not meet itself, except that triangles meet at common vertices and
// edges. Triangles with one vertex at two corners are passed over (surface.h).
//
// Range: every coordinate is zero or has a magnitude of 2^-120 to 2^120, as in predicates.h.

#pragma once

#include "geom/box_tree.h"
#include "geom/gather.h"
#include "geom/surface.h"

typedef enum bi_meeting { BI_APART, BI_TOUCHING, BI_CROSSING } bi_meeting;

/// @param x     (5) the segment's ends, then the triangle's corners
/// @param ranks (5) all different: the vertices' numbers
bi_meeting bi_edge_meets_triangle(const bight_vec3 x[5], const int32_t ranks[5]);

/// A mesh somewhere: all three belong together and are borrowed.
typedef struct bi_sheet {
    const bi_surface *surface;
    const bight_vec3 *positions; ///< (surface->vertex_count)
    const bi_box_tree *tree;     ///< over surface->triangles, fitted to positions
} bi_sheet;

typedef struct bi_crossing {
    int32_t edge, triangle;
    int32_t sheet; ///< 0: the edge is of the first sheet (or of the only one), 1: it is of the second
} bi_crossing;

/// What was found, and the room it was found in. Start from {0}.
typedef struct bi_crossings {
    bi_crossing *items; ///< (count of capacity)  owned
    int32_t count, capacity;
    int64_t touching; ///< how many pairs touch without crossing
    bi_pair_list parts;
    bi_gather found;  ///< bi_crossing
    int64_t *touches; ///< (touch_capacity) of each part  owned
    int32_t touch_capacity;
} bi_crossings;

void bi_crossings_free(const bight_allocator *allocator, bi_crossings *crossings);

/// List all crossing pairs of a mesh with itself, or of two meshes with each other (not each with itself).
/// Always in the same order, for any number of threads. Vertices of b rank after those of a.
/// @param b NULL for a with itself
/// @param watch Nullable: asked between parts.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE beyond 2^31 pairs, BIGHT_ERROR_STOPPED; there are no
/// items then.
bight_status bi_crossings_find(const bight_allocator *allocator, bi_watch *watch, const bi_sheet *a,
                               const bi_sheet *b, int32_t threads, bi_crossings *crossings);

/// Where a crossing is, in floating point.
typedef struct bi_crossing_place {
    double t;    ///< along the edge from its lower vertex, in [0, 1]
    double w[3]; ///< weights of the triangle's corners, >= 0, of sum 1
    bight_vec3 point;
} bi_crossing_place;

/// @param b The second sheet, NULL for a with itself.
bi_crossing_place bi_crossing_locate(const bi_sheet *a, const bi_sheet *b, const bi_crossing *crossing);
