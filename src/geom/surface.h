// SPDX-License-Identifier: MIT
// Which vertices, edges and triangles of an indexed mesh belong together. It depends on the indices alone, is
// made once, and serves every position that the mesh takes after.

#pragma once

#include "bight/base.h"

/// In bi_surface.owned: the triangle looks after the vertex at corner k, or after edge k.
#define BI_OWNS_VERTEX(k) (1u << (k))
#define BI_OWNS_EDGE(k) (8u << (k))

/// In bi_surface.owned: two corners are one vertex, so that the triangle is no surface. It is passed over
/// wherever surfaces meet.
#define BI_FOLDED 64u

/// Side k of triangle t, written 3 t + k, runs from its corner k to corner k + 1 (mod 3). Sides with the same
/// two vertices are one edge. Vertices without a triangle are allowed; so are edges of three triangles and
/// more.
typedef struct bi_surface {
    const int32_t *triangles; ///< (triangle_count x 3) borrowed: must live as long as the surface
    int32_t vertex_count, triangle_count, edge_count;
    int32_t *edges;          ///< (edge_count x 2) vertices, the lower first; sorted  owned
    int32_t *triangle_edges; ///< (triangle_count x 3) the edge of each side  owned
    int32_t *edge_first;     ///< (edge_count + 1) where an edge's sides start in edge_sides  owned
    int32_t *edge_sides; ///< (triangle_count x 3) sides in the order of their edges, then of triangles  owned
    int32_t *vertex_first;   ///< (vertex_count + 1) where a vertex's corners start in vertex_corners  owned
    int32_t *vertex_corners; ///< (triangle_count x 3) corners 3 t + k in the order of their vertices  owned
    uint8_t *owned;          ///< (triangle_count) each vertex and edge is owned by one triangle  owned
} bi_surface;

/// @param triangles (triangle_count x 3) indices in 0 .. vertex_count - 1. To make vertices at one place
/// count as
///                  one, pass indices that were replaced by bi_mesh_weld().
/// @return BIGHT_ERROR_INVALID for an index out of range, BIGHT_ERROR_TOO_LARGE beyond INT32_MAX / 3
/// triangles,
///         BIGHT_ERROR_NO_MEMORY. Any failure leaves the surface empty.
bight_status bi_surface_make(const bight_allocator *allocator, const int32_t *triangles,
                             int32_t triangle_count, int32_t vertex_count, bi_surface *surface);

/// An empty surface is fine.
void bi_surface_free(const bight_allocator *allocator, bi_surface *surface);

/// How many triangles an edge has: 1 at a border, 2 inside, more where the mesh is not a manifold.
static inline int32_t bi_edge_triangles(const bi_surface *surface, int32_t edge)
{
    return surface->edge_first[edge + 1] - surface->edge_first[edge];
}

/// The edge between two vertices, -1 when there is none.
int32_t bi_surface_find_edge(const bi_surface *surface, int32_t a, int32_t b);
