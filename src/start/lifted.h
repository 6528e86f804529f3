// SPDX-License-Identifier: MIT
// A planar layout as a curve in space: opened where it is outermost, lifted, cut into even links.

#pragma once

#include "bight/curve.h"
#include "bight/start.h"
#include "knot/layout.h"

typedef struct bi_lifted {
    bi_layout layout;
    int32_t count, cut;  // of the closed strand; where it is outermost
    double angle;        // of the direction in which it is
    bight_vec3 *points;  // (capacity) the lifted strand with its leads
    bight_vec3 *fine;    // (fine_count) rounded
    bight_vec3 *scratch; // (2 room)
    double *lengths;     // (fine_capacity + 1)
    double *places;      // (2 (room + 1))
    int32_t point_count, capacity, fine_capacity, room;
} bi_lifted;

/// Find where the layout is outermost in some direction and farthest from its crossings: cut and angle.
void bi_lifted_find_cut(bi_lifted *s);

/// Points of the layout, scaled in the plane, with heights from -high to high.
void bi_lifted_lift(bi_lifted *s, double scale, double high);

/// Leave out the arc at the cut; both ends turn away from it and outwards.
void bi_lifted_open(bi_lifted *s);

/// Room for so many fine points and links.
bight_status bi_lifted_reserve(const bight_env *env, bi_lifted *s, int32_t fine, int32_t links);

/// Cut a curve into unit links and put them into start, which grows as needed.
bight_status bi_lifted_even_out(const bight_env *env, bi_lifted *s, bight_curve curve, bight_start *start);
