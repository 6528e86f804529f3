// SPDX-License-Identifier: MIT
// Wrapping things in cloth: things to wrap, whether they can be wrapped, how much of them is behind cloth, and programs
// that say how; docs/wraps.md.

#pragma once

#include "bight/base.h"
#include "bight/mesh.h"

// ---- things to wrap -----------------------------------------------------------------------------------

/// An object that is made by code.
typedef struct bight_wrap_object {
    const char *name, *words;
} bight_wrap_object;

/// Objects by their index from 0; NULL beyond the last. Constant.
BIGHT_API const bight_wrap_object *bight_wrap_object_at(int32_t index);

/// Make one: a closed mesh of one piece, 1,000 to 20,000 triangles, facing outward, standing on y = 0, about 1 m long.
/// @param mesh Receives it without normals; the caller frees it; empty on failure.
/// @return BIGHT_ERROR_INVALID for another name, with one that you may have meant; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_wrap_object_make(const bight_env *env, const char *name, bight_mesh *mesh,
                                              bight_error *error);

/// What an object stands on, after it was set down: a facet of its convex hull.
typedef struct bight_wrap_stand {
    bight_vec3 extent; ///< metres along x, y and z of the object as it stands
    double volume;     ///< cubic metres
    double area;       ///< square metres of the facet
    double margin;     ///< metres from below its centre of mass to the facet's border
    bool turned;       ///< it did not stand like that in its file
} bight_wrap_stand;

/// Scale an object and set it down: its stand in the plane y = 0, its centre of mass above the origin. The stand is the facet that faces
/// down within 10 degrees, else the largest, among those inside whose border the centre of mass is by at least a fortieth of the
/// object's longest side.
/// @param mesh Changed in place; a mesh that is inside out is turned. On failure it may be scaled.
/// @param size Metres: its longest side along x, y or z as it stands; 0 leaves its size.
/// @return BIGHT_ERROR_INVALID in words, with numbers and what to do: open, in several pieces, without inside, without flat stand,
///         beyond 2^20 triangles, a size out of range; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_wrap_set_down(const bight_env *env, bight_mesh *mesh, double size,
                                           bight_wrap_stand *stand, bight_error *error);

// ---- coverage -----------------------------------------------------------------------------------------

/// Whose surface is looked at, and the cloth that should be before it. All in one frame.
typedef struct bight_wrap_view {
    const bight_vec3 *points;   ///< (point_count) of the object, metres
    const int32_t *triangles;   ///< (triangle_count x 3) facing outward
    const bight_vec3 *cloth;    ///< (cloth_count) vertices, metres
    const int32_t *cloth_sides; ///< (cloth_side_count x 3) triangles
    int32_t point_count, triangle_count, cloth_count, cloth_side_count;
    bight_vec3 up; ///< with `below`: only places x of the surface with up . x < below count; zero: all
    double below;  ///< metres
    int32_t rays;  ///< 1 to 1e6; 0 means 4,096
} bight_wrap_view;

/// The share of an object's surface that is behind cloth: of places spread evenly over its area, always the same ones, those from
/// which a ray straight outward meets a triangle of cloth. Whether a ray meets a triangle is decided exactly
/// (predicates of geom/crossing.h): none slips through a common edge.
/// @param coverage Receives 0 to 1; NaN when nothing counts.
/// @return BIGHT_ERROR_INVALID for an index out of range, a coordinate that is not finite, a count out of range; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_wrap_coverage(const bight_env *env, const bight_wrap_view *view,
                                           double *coverage, bight_error *error);
