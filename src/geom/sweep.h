// SPDX-License-Identifier: MIT
// Continuous collision: how long two moving things provably stay apart.

#pragma once

#include "core/vec3.h"

/// Conservative advancement. The distance between two things at time t in [0, 1] is at least
/// distance(data, t) - error, and it shrinks no faster than `speed` per unit of time.
/// @param floor Closer than this is touching; > 0 and well above the error of distance(). Things that start
///              closer than 1.25 floors may still move, but come hardly closer than they start.
/// @return A time up to which the distance provably stays at floor or above (or at 0.8 of where it started,
/// if
///         that is less): 1 for the whole motion, 0 when it starts at a hundredth of floor or below.
/// Source: Mirtich 1996; Li et al. 2021 (additive CCD) for the use of a bound on relative motion alone.
double bi_sweep(double (*distance)(const void *data, double t), const void *data, double speed, double floor);

/// A segment at time 0 and at time 1; its end points move along straight lines.
typedef struct bi_moving_segment {
    bight_vec3 p0, q0, p1, q1;
} bi_moving_segment;

/// Greatest displacement of the difference between points of the two: the bound on relative motion.
double bi_relative_motion(const bi_moving_segment *a, const bi_moving_segment *b);

/// bi_sweep for two moving segments.
double bi_sweep_segments(const bi_moving_segment *a, const bi_moving_segment *b, double floor);

/// bi_sweep for a moving segment and a triangle at rest.
double bi_sweep_segment_triangle(const bi_moving_segment *a, const bight_vec3 triangle[3], double floor);

/// bi_sweep for a segment at rest and a triangle whose corners move along straight lines.
double bi_sweep_moving_triangle(bight_vec3 p, bight_vec3 q, const bight_vec3 from[3], const bight_vec3 to[3],
                                double floor);

/// A point and a triangle at time 0 and at time 1, all moving along straight lines.
typedef struct bi_moving_point_triangle {
    bight_vec3 point[2];       ///< at time 0 and 1
    bight_vec3 triangle[2][3]; ///< at time 0 and 1
} bi_moving_point_triangle;

/// bi_sweep for a moving point and a moving triangle.
double bi_sweep_point_triangle(const bi_moving_point_triangle *pair, double floor);
