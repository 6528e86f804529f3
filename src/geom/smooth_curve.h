// SPDX-License-Identifier: MIT
// The curve a rope is drawn as: successive links joined by parabolic arcs (Brown 2004, section 2).

#pragma once

#include "bight/curve.h"

/// Samples of the smooth curve. In a closed curve the last sample joins the first.
typedef struct bi_smooth_curve {
    bight_vec3 *points;   ///< (count)
    bight_vec3 *tangents; ///< (count) unit, also where the curve stands still or turns back
    double *arc;          ///< (count) length along the samples from the first one
    double length;        ///< of all samples, with the closing piece of a closed curve
    int32_t count;
    bool closed;
} bi_smooth_curve;

/// How many samples a curve gets, see bi_smooth_curve_make().
int64_t bi_smooth_curve_count(const bight_curve *curve, int32_t samples_per_link);

/// Sample a curve that bi_smooth_curve_make() would take into arrays that the caller has set in *smooth,
/// bi_smooth_curve_count() elements each. Takes no memory; fills in the rest of *smooth.
void bi_smooth_curve_fill(const bight_curve *curve, int32_t samples_per_link, bi_smooth_curve *smooth);

/// Sample the curve: at each node a parabola from the middle of the link before to the middle of the link
/// after, with the node as control point, sampled evenly; the two ends of an open curve are straight.
/// An open curve of n points gives (n - 2) samples_per_link + 3 samples, a closed one n samples_per_link.
/// @param samples_per_link at least 1
/// @return BIGHT_ERROR_INVALID for too few points or a coordinate that is not finite,
///         BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY; the curve is then empty.
bight_status bi_smooth_curve_make(const bight_allocator *allocator, const bight_curve *curve,
                                  int32_t samples_per_link, bi_smooth_curve *smooth, bight_error *error);

/// Give the arrays back and leave an empty curve.
void bi_smooth_curve_free(const bight_allocator *allocator, bi_smooth_curve *smooth);

/// A unit vector across each tangent that turns about it as little as possible along the curve. In a closed
/// curve the turn left over at the seam is spread evenly, so that the last frame meets the first.
/// @param across (smooth->count) receives the vectors.
void bi_smooth_curve_frames(const bi_smooth_curve *smooth, bight_vec3 *across);
