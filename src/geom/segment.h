// SPDX-License-Identifier: MIT
// Closest points of points, segments and triangles. Everything may be degenerate; nothing divides by zero.

#pragma once

#include "core/vec3.h"

/// Closest points of two segments: p1 + s (q1 - p1) and p2 + t (q2 - p2).
typedef struct bi_segment_pair {
    double s, t;             ///< Both in [0, 1].
    double distance_squared; ///< Between the two points.
} bi_segment_pair;

/// @return The closest points of segments p1 q1 and p2 q2. Nearly parallel and zero-length segments are fine.
///         The distance is right to 1e-11 of the largest coordinate difference, to a few ulps unless the
///         segments are parallel to within 1e-3.
bi_segment_pair bi_segment_closest(bight_vec3 p1, bight_vec3 q1, bight_vec3 p2, bight_vec3 q2);

/// Parameter in [0, 1] of the point of segment a b closest to p.
double bi_segment_closest_to_point(bight_vec3 a, bight_vec3 b, bight_vec3 p);

/// Closest point of a triangle to a point.
typedef struct bi_point_triangle {
    double w[3];             ///< Weights of the corners, in [0, 1], of sum 1 (to rounding).
    bight_vec3 on_triangle;  ///< The closest point.
    double distance_squared; ///< From the point to it.
} bi_point_triangle;

/// @return The closest point of triangle abc to p. Triangles without area are fine. The distance is right to
/// 1e-7
///         of the largest coordinate difference; to 1e-11 of it unless the triangle is a needle (height below
///         1e-3 of its length).
bi_point_triangle bi_point_triangle_closest(bight_vec3 p, bight_vec3 a, bight_vec3 b, bight_vec3 c);

/// The point of triangle abc closest to p.
bight_vec3 bi_triangle_closest_to_point(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 p);

/// Closest points of a segment and a triangle.
typedef struct bi_segment_triangle {
    double s;                ///< On the segment, in [0, 1].
    bight_vec3 on_triangle;  ///< Closest point of the triangle.
    double distance_squared; ///< 0 when they intersect.
} bi_segment_triangle;

/// @return The closest points of segment p q and triangle abc. The distance is right to 1e-7 of the largest
///         coordinate difference; the worst are segments that graze the triangle's plane.
bi_segment_triangle bi_segment_triangle_closest(bight_vec3 p, bight_vec3 q, bight_vec3 a, bight_vec3 b,
                                                bight_vec3 c);
