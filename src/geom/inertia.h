// SPDX-License-Identifier: MIT
// How the volume of a shape is spread: its centre and second moments, for rigid bodies of even density.

#pragma once

#include "geom/solid.h"

/// Of a body of mass 1, in the shape's frame.
typedef struct bi_spread {
    double volume;      ///< Cubic metres.
    bight_vec3 centre;  ///< Of mass, metres.
    bight_vec3 axes[3]; ///< Principal axes: unit, at right angles, right-handed.
    double second[3];   ///< Mean of the squared distance from the centre along each axis, square metres.
} bi_spread;

/// Of a sphere, capsule, box or ring (kinds and sizes: bight/shape.h), by closed forms.
bi_spread bi_spread_of_solid(const bi_solid *solid);

/// Of a closed mesh, by tetrahedra from its first point. Turned inside out it has the same spread.
/// @param points    (point_count) metres
/// @param triangles (triangle_count x 3)
/// @return false: it has no inside, its volume being less than 1e-9 of that of a cube as large.
bool bi_spread_of_mesh(const bight_vec3 *points, int32_t point_count, const int32_t *triangles,
                       int32_t triangle_count, bi_spread *spread);
