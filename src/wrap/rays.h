// SPDX-License-Identifier: MIT
// Rays from places spread over an object's surface, and what they meet.

#pragma once

#include "bight/wrap.h"
#include "core/error.h"
#include "geom/box_tree.h"

/// Triangles that rays may meet.
typedef struct bi_wrap_wall {
    const bight_vec3 *at;     ///< (count) metres; borrowed
    const int32_t *triangles; ///< (triangle_count x 3)
    int32_t count, triangle_count;
    bi_box_tree tree;  ///< over the triangles
    bight_vec3 middle; ///< some place near them
    double reach;      ///< metres from there to the farthest of `at`
} bi_wrap_wall;

/// @param wall Filled in; free its tree with bi_wrap_wall_free(), also on failure.
/// @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_wrap_wall_make(const bight_allocator *allocator, const bight_vec3 *at, int32_t count,
                               const int32_t *triangles, int32_t triangle_count, bi_wrap_wall *wall);
void bi_wrap_wall_free(const bight_allocator *allocator, bi_wrap_wall *wall);

/// Does a ray meet any triangle, exactly?
/// @param way    Unit.
/// @param except A triangle that is left out: that which the ray sets out from; -1 for none.
bool bi_wrap_meets(const bi_wrap_wall *wall, bight_vec3 from, bight_vec3 way, int32_t except);

/// A place on the object's surface.
typedef struct bi_wrap_place {
    bight_vec3 at, normal; ///< metres; unit, outward
    int32_t triangle;
} bi_wrap_place;

/// The area of the object's triangles up to and with each.
/// @param area (view->triangle_count) square metres
void bi_wrap_areas(const bight_wrap_view *view, double *area);

/// Place i of `count`, spread evenly over the area, always the same.
bi_wrap_place bi_wrap_place_at(const bight_wrap_view *view, const double *area, int32_t i, int32_t count);

/// Does the place count, or is it beyond the view's `below`?
static inline bool bi_wrap_counts(const bight_wrap_view *view, bight_vec3 at)
{
    bight_vec3 up = view->up;
    bool all = up.x == 0.0 && up.y == 0.0 && up.z == 0.0;
    return all || up.x * at.x + up.y * at.y + up.z * at.z < view->below;
}

/// Are indices, coordinates and the number of rays such as can be looked at?
/// @return BIGHT_ERROR_INVALID in words.
bight_status bi_wrap_check_view(const bight_wrap_view *view, bight_error *error);
