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
