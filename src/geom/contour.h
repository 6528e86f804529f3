// SPDX-License-Identifier: MIT
// The curves along which surfaces go through each other, as chains of crossings.
//
// Two triangles that go through each other share a segment, and each of its ends is a crossing: an edge of
// one with the other. A crossing of an edge inside a mesh ends two such segments, one for each triangle of
// the edge, so segments join to curves. A curve is closed, or it ends where an edge is a border, or at a
// vertex that two triangles through each other have in common; at an edge of three triangles or more, curves
// meet and end.

#pragma once

#include "geom/crossing.h"

/// Start from {0}.
typedef struct bi_contours {
    int32_t *crossings; ///< (number of crossings listed) along the curves, one after another  owned
    int32_t *starts;    ///< (count + 1) curve i is crossings[starts[i]] up to crossings[starts[i + 1]]  owned
    bool *closed;       ///< (count) the last crossing is followed by the first  owned
    int32_t count;
    int32_t crossing_capacity, start_capacity, closed_capacity;
    struct bi_contour_work *work; ///< room to work in  owned
} bi_contours;

void bi_contours_free(const bight_allocator *allocator, bi_contours *contours);

/// Join crossings to curves: first those with ends, then the closed ones, each in the order of its first
/// crossing. A crossing where more than two segments meet begins and ends curves, and stands in each of them.
/// @param b NULL when a was compared with itself
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE; there are no curves then.
bight_status bi_contours_link(const bight_allocator *allocator, const bi_sheet *a, const bi_sheet *b,
                              const bi_crossings *crossings, bi_contours *contours);

/// Length of a curve, from crossing to crossing.
double bi_contour_length(const bi_sheet *a, const bi_sheet *b, const bi_crossings *crossings,
                         const bi_contours *contours, int32_t contour);
