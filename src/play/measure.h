// SPDX-License-Identifier: MIT
// Numbers that expectations are about. Pure functions of curves.

#pragma once

#include "bight/curve.h"
#include "bight/world.h"

/// A curve with its thickness.
typedef struct bi_thick {
    bight_curve curve;
    double radius;
} bi_thick;

/// Where two ropes overlap most.
typedef struct bi_overlap {
    /// Radii of both minus the distance, over the sum of the radii: 0 none, 1 centre on centre.
    double depth;
    int32_t rope[2], link[2];
    double distance; ///< Between the centrelines there, metres.
} bi_overlap;

/// Links of one rope that are next to each other do not count. Sorted sweep: links^2 only when all are close.
/// @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_measure_overlap(const bight_env *env, const bi_thick *ropes, int32_t count,
                                bi_overlap *overlap);

/// Longest link over rest length, and which.
double bi_measure_stretch(bight_curve curve, double rest_length, int32_t *link);

/// Length along an open curve from node a to node b, metres.
double bi_measure_length(bight_curve curve, int32_t a, int32_t b);

/// Turns of a curve round the y axis of a pose, anticlockwise seen from its tip.
double bi_measure_winding(bight_curve curve, const bight_pose *pose);

/// Turns of a curve round the tube of a ring in the pose's xz plane: positive when it runs down inside.
double bi_measure_tube_winding(bight_curve curve, const bight_pose *pose, double ring_radius);

/// Turns of an open rope round another: the winding integral along the target's chord, or Gauss's when the
/// target turns by 90 degrees or more from it. Right-handed is positive when both run the same way.
double bi_measure_rope_winding(bight_curve coil, bight_curve target);

/// Length of target between the first and the last place where the coil is at most `near` from it, metres.
double bi_measure_spread(bight_curve coil, bight_curve target, double near);

/// Two open curves made one: a from its first point to its last, from there straight away from the middle of
/// both, round on a large circle, back to the last point of b and along b to its first; or to its first and
/// along to its last. The two other ends go towards the eye, along z, and are joined far away, so that the
/// curve is closed.
/// @param to_first The latter.
/// @param joined Receives the curve; the caller frees its points (count of them).
/// @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_measure_joined(const bight_env *env, bight_curve a, bight_curve b, bool to_first,
                               bight_curve *joined);

/// Gauss's linking integral of two curves, from the solid angles of pairs of links (Banchoff 1976).
double bi_measure_linking(bight_curve a, bight_curve b);
