// SPDX-License-Identifier: MIT
// Circle packing: a triangulated disk, and for each vertex a circle that touches those of its neighbours
// (Koebe, Andreev, Thurston; the iteration is Collins and Stephenson's, 2003).

#pragma once

#include "core/watch.h"

/// A point of the plane.
typedef struct bi_point {
    double x, y;
} bi_point;

/// The disk's vertices and who surrounds each.
typedef struct bi_packing {
    int32_t count;
    int32_t *first;  ///< (count + 1) where each vertex's neighbours begin in `petals`
    int32_t *petals; ///< (first[count]) neighbours, counter-clockwise; -1 between two means: no triangle here
    double *angle;   ///< (count) what the angles of its triangles should add up to; 2 pi inside
    double *radius;  ///< (count) receives the circles' radii; start from any positive ones
    bi_point *centre; ///< (count) receives their centres
    int32_t *queue;   ///< (count) scratch
} bi_packing;

/// Radii, then centres. The vertex `root` lies at the origin.
/// @param watch Nullable. Stopped, the circles do not fit.
void bi_pack(bi_packing *packing, int32_t root, bi_watch *watch);
