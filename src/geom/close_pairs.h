// SPDX-License-Identifier: MIT
// Which parts of surfaces are near each other: vertices against triangles and edges against edges, within a
// reach. These two kinds hold all contact of triangles that do not cross. Pairs with a common vertex are left
// out.

#pragma once

#include "geom/crossing.h"

/// A vertex and a triangle, or two edges.
typedef struct bi_close_pair {
    int32_t a, b;
    double distance; ///< of the two, <= reach
} bi_close_pair;

typedef struct bi_close_list {
    bi_close_pair *pairs; ///< (count of capacity)  owned
    int32_t count, capacity;
    bi_gather found;
} bi_close_list;

/// What is near, and the room it was found in. Start from {0}.
typedef struct bi_close_pairs {
    bi_close_list vertex_triangle; ///< a is a vertex of the first sheet, b a triangle of the second
    bi_close_list triangle_vertex; ///< a is a triangle of the first sheet, b a vertex of the second; of one
                                   ///< sheet with itself all such pairs are in the list above, and none here
    bi_close_list edge_edge;       ///< a is an edge of the first sheet, b of the second (of one sheet: a < b)
    bi_pair_list parts;
} bi_close_pairs;

void bi_close_pairs_free(const bight_allocator *allocator, bi_close_pairs *close);

/// List all pairs with a distance of at most reach, each once, always in the same order, for any number of
/// threads. Only vertices and edges of triangles that are not folded (surface.h) count.
/// @param b     NULL for a with itself
/// @param reach >= 0, finite, in the unit of the positions
/// @param watch Nullable: asked between parts.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE beyond 2^31 pairs, BIGHT_ERROR_STOPPED; the lists are
/// empty then.
bight_status bi_close_pairs_find(const bight_allocator *allocator, bi_watch *watch, const bi_sheet *a,
                                 const bi_sheet *b, double reach, int32_t threads, bi_close_pairs *close);
