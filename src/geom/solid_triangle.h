// SPDX-License-Identifier: MIT
// How far a triangle is from a rigid shape, and along which direction. All in the shape's own frame; none for
// BIGHT_SHAPE_MESH.

#pragma once

#include "geom/solid.h"

/// The rounding radius of a shape around its core: a point, a segment or a circle. A box is its own core: 0.
double bi_solid_core_radius(const bi_solid *solid);

/// Distance of a point from the core.
double bi_solid_from_core(const bi_solid *solid, bight_vec3 p);

/// How far the shape's convex hull reaches along a unit direction.
double bi_solid_reach(const bi_solid *solid, bight_vec3 n);

/// Room along the unit direction n between the convex hull and a triangle beyond it; negative when none.
double bi_solid_gap_along(const bi_solid *solid, const bight_vec3 x[3], bight_vec3 n);

/// The square of the longest side of a triangle.
double bi_longest_side_squared(const bight_vec3 x[3]);

/// Distance of a triangle from a shape, or a lower bound of it; negative where they meet.
///
/// Spheres and capsules: the distance, to rounding (geom/segment.h: 1e-7 of the size). Boxes: the most room
/// along a direction that is at right angles to a face of either or to an edge of both; the distance itself
/// when the nearest points lie on a face or on two edges. Rings: a bound by parts of the triangle down to a
/// sixteenth of its sides.
/// @param direction Receives the unit direction, from the shape to the triangle, in which it was found. Of a
///   ring: from its centre to the triangle's.
double bi_solid_triangle_distance(const bi_solid *solid, const bight_vec3 x[3], bight_vec3 *direction);
