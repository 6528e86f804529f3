// SPDX-License-Identifier: MIT
// Judges of a simulation that share no code with it: knot and link invariants from a projection, distances
// by brute force. Slow and plain on purpose.

#pragma once

#include "bight/curve.h"

/// Values that no motion of a closed curve can change, up to the sign.
typedef struct oracle_knot {
    bool sound;           ///< False when the projection had too many crossings to judge.
    int32_t crossings;    ///< Of the projection; this one may change.
    uint32_t determinant; ///< |Alexander polynomial at -1| modulo the prime 2^31 - 1.
    uint32_t value;       ///< |Alexander(t) Alexander(1/t)| at t = 5, modulo the same prime.
} oracle_knot;

#define ORACLE_MAX_CROSSINGS 400

/// Judge a closed curve (an open one is closed by a straight link).
/// Source: Alexander 1928; rows (1 - t) over + t in - out of Fox's calculus, one row and column left out.
oracle_knot oracle_knot_of(bight_curve curve);

/// True when both are sound and differ: then a strand has passed through another.
bool oracle_knots_differ(oracle_knot a, oracle_knot b);

/// Linking number of two closed curves: half the sum of the signs of their crossings in a projection.
int32_t oracle_linking(bight_curve a, bight_curve b);

/// Linking number by Gauss's integral, summed exactly for polygons: each pair of links gives a solid angle.
/// Source: Klenin, Langowski 2000, method 1a.
double oracle_gauss_linking(bight_curve a, bight_curve b);

/// Distance of two segments by a hundred bisections of the convex function of one parameter. Slow, robust.
double oracle_segment_distance(bight_vec3 p1, bight_vec3 q1, bight_vec3 p2, bight_vec3 q2);

/// Least distance of links of a that have more than `between` links between them along the curve.
double oracle_least_self_distance(bight_curve curve, int32_t between);

/// Least distance of links of two curves.
double oracle_least_distance(bight_curve a, bight_curve b);
