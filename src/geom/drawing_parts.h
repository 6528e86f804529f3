// SPDX-License-Identifier: MIT
// What the parts of reading a drawing (geom/drawing.c) hand to each other.

#pragma once

#include "core/vec3.h"
#include "geom/drawing.h"

/// A rope at a crossing.
typedef struct bi_drawing_pass {
    int32_t rope, crossing;
    double at;        ///< along the rope, metres
    bight_vec3 place; ///< in the plane
    int32_t level;    ///< 1 over, -1 under
    int32_t side;     ///< of a bar that it lies on: 1 in front, -1 behind, 0 none
    int32_t meeting;  ///< in which it does, or -1
    double lie;       ///< height of a rope that lies on that bar
} bi_drawing_pass;

/// From one point to another of a rope it is near a bar.
typedef struct bi_drawing_meeting {
    int32_t rope, bar;
    double from, to; ///< along the rope
    bight_vec3 place;
    int32_t side;
} bi_drawing_meeting;

/// A height that a rope has at one place along it.
typedef struct bi_drawing_key {
    double at, height;
    int32_t meeting; ///< in which it lies on a bar, or -1
} bi_drawing_key;

/// A drawing while it is read.
typedef struct bi_drawing {
    const bight_allocator *allocator;
    bi_drawn_rope *ropes;
    const bi_drawn_bar *bars;
    int32_t count, bar_count;
    bi_drawing_pass *passes;
    bi_drawing_meeting *meetings;
    bi_drawing_key *keys;
    int32_t pass_count, pass_capacity, meeting_count, meeting_capacity, key_count, key_capacity;
    bi_drawn_fault *fault;
} bi_drawing;

/// Shift each point a little, always the same way, so that no crossing lies on a corner.
void bi_drawing_nudge(bi_drawing *d);

/// Find where ropes cross and where they meet bars; crossings are sorted along the ropes.
/// @param along  (all points)  How far along its rope each point is, metres.
/// @param starts (count)  Where each rope begins in along.
bight_status bi_drawing_meet(bi_drawing *d, const double *along, const size_t *starts);

/// From the bar's middle to the centre line of a rope that keeps its own radius away from the bar.
double bi_drawing_lie(const bi_drawn_bar *bar, const bi_drawn_rope *rope);

/// Set the heights of one rope from what was read at its crossings and bars.
/// @param along (count of its points)  How far along it each is, metres.
bight_status bi_drawing_raise(bi_drawing *d, int32_t rope, const double *along);
