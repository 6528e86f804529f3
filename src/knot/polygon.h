// SPDX-License-Identifier: MIT
// Closed polygons in space: brought into the range of the predicates, closed when open, shrunk.

#pragma once

#include "bight/curve.h"
#include "bight/knot.h"
#include "core/watch.h"
#include "geom/hull.h"

/// Axis-parallel box.
typedef struct bi_polygon_box {
    bight_vec3 low, high;
} bi_polygon_box;

/// Vertices of all components, one after the other.
typedef struct bi_polygon {
    bight_vec3 *points; ///< (count) scaled by a power of two so that the largest coordinate is in [0.5, 1)
    int32_t *origin;    ///< (count) which point of its curve; -1 on the path that closes an open curve
    int32_t *start;     ///< (components + 1) where each component begins
    int32_t count, components;
    int32_t point_capacity, origin_capacity, start_capacity;

    // scratch of the shrinking
    int32_t *next, *previous, *blocker; ///< (count)
    bi_polygon_box *boxes;                      ///< one for each 8, 64, 512, ... edges
    int32_t next_capacity, previous_capacity, blocker_capacity, box_capacity;

    // scratch of the closing
    bight_vec3 *rounded; ///< an open curve
    bi_hull hull;        ///< of it
    int32_t rounded_capacity;

    bi_watch *watch; ///< Nullable. Asked meanwhile; work that it stops leaves the polygon useless.
    bight_allocator allocator;
} bi_polygon;

void bi_polygon_init(bi_polygon *polygon, const bight_allocator *allocator);
void bi_polygon_free(bi_polygon *polygon);

/// Check, scale, drop repeated neighbours, and close.
bight_status bi_polygon_load(bi_polygon *polygon, const bight_curve *curves, int32_t curve_count,
                             bight_knot_closure closure, bight_error *error);

/// Take the last component, which is open, out to a far sphere at both ends and join the ends there: see
/// closure.c for where.
bight_status bi_polygon_close_far(bi_polygon *polygon);

/// Remove every vertex b between a and c for which no other edge meets the triangle a, b, c, until none is
/// left or a component is a triangle. The link type stays. Touching counts as meeting, so a polygon that
/// touches itself still does.
bight_status bi_polygon_shrink(bi_polygon *polygon);

/// Set next[] and previous[] and nothing else, in place of shrinking.
bight_status bi_polygon_link(bi_polygon *polygon);

/// Make room for that many vertices.
bight_status bi_polygon_reserve(bi_polygon *polygon, int64_t count);
