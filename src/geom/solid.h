// SPDX-License-Identifier: MIT
// Rigid shapes and how far a segment is from their surface. All in the shape's own frame.

#pragma once

#include "bight/shape.h"
#include "core/vec3.h"

/// A convex shape or ring without mesh data: kind and size as in bight_obstacle_def.
typedef struct bi_solid {
    bight_shape_kind kind;
    bight_vec3 size;
} bi_solid;

/// The closest approach of a segment to a surface.
typedef struct bi_solid_gap {
    double s;          ///< Where on the segment, in [0, 1].
    double distance;   ///< From the surface, metres; <= 0 inside. A box only says 0 inside.
    bight_vec3 normal; ///< Unit, from the surface towards the segment; zero when it has no direction.
} bi_solid_gap;

/// A torus answer is found by bounded search: its distance is never too large, and too small by at most 2e-4
/// of the tube radius. The other kinds are exact to rounding. Not for BIGHT_SHAPE_MESH.
bi_solid_gap bi_solid_closest(const bi_solid *solid, bight_vec3 p, bight_vec3 q);

/// Radius of a sphere around the local origin that holds the shape. Not for BIGHT_SHAPE_MESH.
double bi_solid_bound(const bi_solid *solid);
