// SPDX-License-Identifier: MIT
// Turning edges of a triangulation.

#pragma once

#include "garment/delaunay.h"

/// Which corner of t lies opposite triangle u.
int32_t bi_delaunay_index(const bi_delaunay *mesh, int32_t t, int32_t u);

/// Remember the edge opposite corner k of t for bi_delaunay_flip_all(). @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_delaunay_push(bi_delaunay *mesh, int32_t t, int32_t k);

/// Turn the edge opposite corner k of t, which must have two triangles that make a strictly convex quadrangle.
void bi_delaunay_flip(bi_delaunay *mesh, int32_t t, int32_t k);

/// Flip what was pushed, and what becomes wrong through it, until all is Delaunay (Lawson 1977).
bight_status bi_delaunay_flip_all(bi_delaunay *mesh);

/// Is d strictly inside the circle through a, b, c (counter-clockwise)? Exact for rounded places.
bool bi_in_circle(const double a[2], const double b[2], const double c[2], const double d[2]);
