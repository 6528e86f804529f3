// SPDX-License-Identifier: MIT
// Geodesics on a mesh: the shortest way between two places, the straightest way from one, and the straight way from one place to
// another that sets out in a given direction, as the longer way round an object.

#pragma once

#include "bight/base.h"
#include "bight/cloth_mesh.h"

/// What is looked for. Start from {0}. With `to` alone the way is the shortest one near itself; with `along` and `length` the
/// straightest; with `to` and `along` a straight one that ends at `to`, turned from `along` as little as possible.
typedef struct bight_geodesic_def {
    bight_vec3 from;         ///< metres; the nearest point of the surface is taken
    const bight_vec3 *to;    ///< nullable; likewise
    const bight_vec3 *along; ///< nullable; its part along the surface at `from` counts, any length
    double length;           ///< metres, of the straightest way; with `to`: the longest way that is looked at
    bool hull;               ///< on the convex hull of the mesh's vertices
    double offset;           ///< metres: points are moved out of the surface so far
} bight_geodesic_def;

/// A way over a surface. Owned: bight_geodesic_free().
typedef struct bight_geodesic {
    bight_vec3 *points; ///< (count) metres: where it starts, crosses edges or meets vertices, and ends
    int32_t count;
    double length; ///< metres, on the surface
    double turned; ///< of a straight way to a place: from `along`, in turns, anticlockwise seen from outside
    /// likewise: how much it bends at three quarters, in turns, where no straight way meets the place;
    /// else 0
    double bend;
    bool stopped;      ///< the straightest way came to a border before its length was gone
    int32_t triangles; ///< of the surface it lies on: of the mesh, or of its hull
} bight_geodesic;

/// Find a geodesic on a mesh. It ends, never crosses a border, and has the same bits on every machine.
/// @param env  Nullable.
/// @param mesh Borrowed; its triangles, facing outward. Edges of more than two triangles count as borders.
/// @param way  Receives it, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID in words: nothing that says where to, no way leads there, a direction square to the surface, a
///         place or a length that is not finite, no triangle; BIGHT_ERROR_NO_MEMORY; BIGHT_ERROR_STOPPED.
/// Source: Xin, Wang 2007 (shortest); Polthier, Schmies 1998 (straightest); Wang, Komura 2012, section 7 (the longer way).
BIGHT_API bight_status bight_geodesic_find(const bight_env *env, const bight_cloth_mesh *mesh,
                                           const bight_geodesic_def *def, bight_geodesic *way,
                                           bight_error *error);

/// Give the points back. An empty one, or NULL, is fine.
BIGHT_API void bight_geodesic_free(const bight_allocator *allocator, bight_geodesic *way);
