// SPDX-License-Identifier: MIT
// Geodesics on meshes: the shortest way between two points, and the straightest way from one.

#pragma once

#include "bight/base.h"
#include "geom/surface.h"

/// A point of a surface.
typedef struct bi_surface_point {
    int32_t triangle;
    double weights[3]; ///< of its corners, at least 0, sum 1
} bi_surface_point;

/// A way over a surface, and the memory that it is made in. Start from {0}. Grows, never shrinks.
typedef struct bi_surface_path {
    bight_vec3 *points; ///< (count) where it starts, where it crosses edges or meets vertices, where it ends
    int32_t count;
    double length;        ///< of the line through them
    bi_surface_point end; ///< where it ends
    bool stopped;         ///< a trace that came to a border before its length was gone

    int32_t *strip; ///< (strip_count) triangles that it passes
    int32_t *spare; ///< as many
    double *plane;  ///< (strip_count x 6) the strip unfolded
    int32_t *
        bends; ///< (strip_count x 2) vertices at which it turns, and before which portal; a sign for its side
    int32_t *from; ///< (nodes x 2) the node before, and the triangle between; nodes are vertices, then edges
    double *reached; ///< (nodes) how far it is
    struct bi_surface_wait *heap;
    int32_t strip_count, strip_capacity, spare_capacity, plane_capacity, bend_capacity, from_capacity,
        reached_capacity, heap_count, heap_capacity, point_capacity;
} bi_surface_path;

void bi_surface_path_free(const bight_allocator *allocator, bi_surface_path *path);

/// The point of a triangle nearest to a place; the nearest of all triangles. Looks at all of them.
bi_surface_point bi_surface_nearest(const bi_surface *surface, const bight_vec3 *positions, bight_vec3 place);

bight_vec3 bi_surface_point_at(const bi_surface *surface, const bight_vec3 *positions,
                               bi_surface_point point);

/// A locally shortest way from one point to another: no other way near it is shorter. It begins as the shortest chain of
/// vertices and middles of edges (A*), is made the shortest in its strip of triangles (a funnel), and the strip is
/// taken round the other side of every vertex at which it turns and has less than half a turn of surface on the other side, until
/// there is none. Each such change makes it shorter, so it ends. Edges of more than two triangles, and of two that face against
/// each other, count as borders.
/// @return BIGHT_ERROR_INVALID where no way leads there; BIGHT_ERROR_NO_MEMORY
/// Source: Xin, Wang, "Efficiently determining a locally exact shortest path on polyhedral surfaces", Computer-Aided Design 39
/// (2007); the changes at vertices are the flips of Sharp, Crane, "You can find geodesic paths in triangle meshes by just flipping
/// edges", ACM Transactions on Graphics 39 (2020).
bight_status bi_surface_path_find(const bight_allocator *allocator, const bi_surface *surface,
                                  const bight_vec3 *positions, bi_surface_point from, bi_surface_point to,
                                  bi_surface_path *path);

/// The straightest way from a point: it leaves each edge as it came, and each vertex with equal angles on both sides (Polthier,
/// Schmies 1998). It stops at borders.
/// @param direction Its part along the triangle counts; any length.
/// @param length    Metres to go.
/// @return BIGHT_ERROR_INVALID for a direction square to the triangle; BIGHT_ERROR_NO_MEMORY
bight_status bi_surface_path_trace(const bight_allocator *allocator, const bi_surface *surface,
                                   const bight_vec3 *positions, bi_surface_point from, bight_vec3 direction,
                                   double length, bi_surface_path *path);

/// A straightest way from one point that ends at another, turned from the direction as little as possible (to a quarter of a
/// degree): the longer way round an object as well.
/// @param direction Its part along the triangle counts; any length.
/// @param longest   Metres, > 0, of ways that are looked at. Those that come to the goal within a fiftieth of it do not count.
/// @param turned    Receives by how much, in turns, anticlockwise seen from outside.
/// @param bend      Receives how much it bends at three quarters, in turns: 0 but for places that straightest ways pass on both
///                  sides and none meets, as behind the focus of a round surface. Then within a five hundredth of `longest`.
/// @return BIGHT_ERROR_INVALID where no such way is that long or shorter; BIGHT_ERROR_NO_MEMORY
bight_status bi_surface_path_aim(const bight_allocator *allocator, const bi_surface *surface,
                                 const bight_vec3 *positions, bi_surface_point from, bight_vec3 direction,
                                 bi_surface_point to, double longest, bi_surface_path *path, double *turned,
                                 double *bend);
