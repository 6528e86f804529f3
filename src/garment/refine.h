// SPDX-License-Identifier: MIT
// A flat piece of cloth cut into well-shaped triangles whose border is given.

#pragma once

#include "bight/base.h"

/// A flat mesh. The first vertices are those of the border, in order. Free it with bi_flat_free().
typedef struct bi_flat {
    double *places;     ///< (vertex_count x 2) metres
    int32_t *triangles; ///< (triangle_count x 3) counter-clockwise
    int32_t vertex_count, triangle_count;
    double least_angle; ///< degrees
} bi_flat;

/// What lies inside closed loops of points, an odd number of loops deep, with edges near a length. Rows of equilateral
/// triangles along u, circumcentres where those leave room (Chew 1989: a point with nothing near it, so this ends),
/// then vertices inside are moved to even the triangles out, which never turns one over and never makes the least
/// angle around a vertex smaller. The border is not divided: give it points about an edge apart.
/// @param border (count x 2) metres, finite, less than 2^24 times the least distance apart; rounded by no more
/// @param loops  (loop_count) how many points each loop has, 3 at least
/// @param fault  Receives a border point where it meets itself, -1 otherwise.
/// @return BIGHT_ERROR_INVALID when the border touches or crosses itself, BIGHT_ERROR_TOO_LARGE beyond 1,000,000
/// vertices, BIGHT_ERROR_NO_MEMORY.
bight_status bi_flat_make(const bight_allocator *allocator, const double *border, const int32_t *loops,
                          int32_t loop_count, double edge, bi_flat *flat, int32_t *fault);

void bi_flat_free(const bight_allocator *allocator, bi_flat *flat);

/// The least angle of triangles in the plane, degrees; 180 without any.
double bi_least_angle(const double *places, const int32_t *triangles, int32_t count);
