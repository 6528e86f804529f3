// SPDX-License-Identifier: MIT
// Constrained Delaunay triangulations in the plane, decided exactly.
//
// Points are rounded to a grid of 2^-25 of the drawing's size, a power of two. Then x^2 + y^2 has no more than 53 bits,
// so the paraboloid (x, y, x^2 + y^2) is exact in double, and "d lies inside the circle through a, b, c" is the sign of
// bi_orient3d() on it, with no predicate of its own.

#pragma once

#include "bight/base.h"

/// Triangle t has the corners corners[3 t + k], counter-clockwise. Opposite corner k lies triangle across[3 t + k], -1
/// at the border; that edge must stay when fixed[3 t + k] is true.
typedef struct bi_delaunay {
    const bight_allocator *allocator;
    double *points;   ///< (point_count x 2) on the grid; the first four are corners of a box around all
    int32_t *star;    ///< (point_count) a triangle of each point, -1 for none
    int32_t *corners; ///< (triangle_count x 3)
    int32_t *across;  ///< (triangle_count x 3)
    bool *fixed;      ///< (triangle_count x 3)
    int32_t point_count, triangle_count;
    int32_t *stack; ///< edges 3 t + k to be looked at
    int32_t stack_count;
    int32_t last; ///< where the next search begins
    double grid;  ///< metres, a power of two
    double origin[2];
    int32_t capacities[6];
} bi_delaunay;

/// Begin with a box around low to high. @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_delaunay_begin(const bight_allocator *allocator, const double low[2], const double high[2],
                               bi_delaunay *mesh);

void bi_delaunay_free(bi_delaunay *mesh);

/// A place in the grid's own frame: rounded, and with the origin at the middle of the box.
void bi_delaunay_round(const bi_delaunay *mesh, const double place[2], double rounded[2]);

/// The triangle that holds a rounded place. @return -1 when it lies beyond the border, or behind an edge that is fixed.
int32_t bi_delaunay_find(bi_delaunay *mesh, const double rounded[2]);

/// Add a rounded place inside the triangulation, and make it Delaunay again.
/// @param point Receives its number; that of the earlier one when the place is taken (*fresh is then false).
/// @return BIGHT_ERROR_INVALID when it lies outside, or on a fixed edge; BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY.
bight_status bi_delaunay_insert(bi_delaunay *mesh, const double rounded[2], int32_t *point, bool *fresh);

/// Make a-b an edge that stays.
/// @return BIGHT_ERROR_INVALID when a point lies on it or a fixed edge crosses it.
bight_status bi_delaunay_fix(bi_delaunay *mesh, int32_t a, int32_t b);

/// Keep what lies inside the fixed edges: an odd number of them away from the box. The four corners stay as points.
bight_status bi_delaunay_carve(bi_delaunay *mesh);

/// Flip all edges that are not fixed until the triangulation is Delaunay, after points were moved.
bight_status bi_delaunay_mend(bi_delaunay *mesh);
