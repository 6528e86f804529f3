// SPDX-License-Identifier: MIT
// On which side? Answered exactly: a floating-point filter decides the easy cases, expansions the rest.
//
// Range: every coordinate is zero or has a magnitude of 2^-120 to 2^120. Then no product of six of them
// overflows or loses a bit, and every sign below is the sign of the real number. bi_polygon_load() scales
// and trims curves into this range.

#pragma once

#include "bight/base.h"

/// Sign of det[b - a, c - a]: 1 when a, b, c turn counter-clockwise.
int32_t bi_orient2d(const double a[2], const double b[2], const double c[2]);

/// Sign of det[b - a, c - a, d - a]: 1 when d lies where the right-hand normal of a, b, c points.
int32_t bi_orient3d(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 d);

/// bi_orient3d() where floating point alone decides, 0 where it does not: never the wrong sign.
int32_t bi_orient3d_quick(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 d);

/// bi_orient3d() after every vertex of the world was displaced by a distance that is infinitely small, and
/// much smaller the higher its rank: -1 or 1, never 0, and always as if for one and the same displaced world.
/// @param points (4) as in bi_orient3d()
/// @param ranks  (4) different numbers; the same vertex has the same rank in every call
/// Source: Edelsbrunner, Muecke, "Simulation of Simplicity", ACM Transactions on Graphics 9 (1990).
int32_t bi_orient3d_displaced(const bight_vec3 points[4], const int32_t ranks[4]);

/// Sign of det[b - a, c - a, n]: 1 when a, b, c turn counter-clockwise, seen with n towards the eye.
int32_t bi_orient_along(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 n);

/// Seen along n, the segments (c1, d1) and (c2, d2) both cross the segment (a, b). Which comes first?
/// @return -1 when the first is nearer to a, 1 when the second is, 0 when both cross in one point.
int32_t bi_order_along(bight_vec3 a, bight_vec3 b, const bight_vec3 first[2], const bight_vec3 second[2],
                       bight_vec3 n);

/// Is the closed triangle a, b, c certainly free of the closed segment p, q? A touch counts as a meeting;
/// a triangle without area is never free.
bool bi_triangle_free_of_segment(const bight_vec3 triangle[3], bight_vec3 p, bight_vec3 q);

/// Do the closed segments a, b and c, d have a point in common?
bool bi_segments_meet(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 d);

/// Are three points on one line?
bool bi_collinear(bight_vec3 a, bight_vec3 b, bight_vec3 c);
