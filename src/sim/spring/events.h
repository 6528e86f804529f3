// SPDX-License-Identifier: MIT
// Discrete-event collisions of spheres inside one time step (Phillips, Ladd, Kavraki 2002, Algorithm 1 and
// section 3.1): every sphere moves straight, collisions are handled one by one in the order of their times.
// Time runs from 0 to 1 within the step; velocities are displacements over a whole step.

#pragma once

#include "core/memory.h"
#include "core/vec3.h"

/// A sphere hit more often than this in one step collides without bouncing.
#define BI_BALL_SOFT 16
/// One hit more often than this stays where it is until the step is over: every collision but those of two
/// immovable spheres is a hit of a movable one, so a step has at most BI_BALL_HARD collisions a sphere.
#define BI_BALL_HARD 32

typedef struct bi_ball {
    bight_vec3 at;     ///< Where it is at `time`.
    bight_vec3 move;   ///< How far it moves in a whole step.
    bight_vec3 pushed; ///< How much of move is there only to end an overlap: not part of its velocity.
    bight_vec3 kept;   ///< Its velocity from before it stopped (with stopped).
    double time;       ///< When it was deflected last, 0 to 1.
    double inverse;    ///< 1 / mass; 0 for one that nothing moves.
    double radius;
    double restitution; ///< 0 to 1; of two balls the lower one counts.
    uint32_t stamp;     ///< Deflections: predictions made before are stale.
    int32_t hits;
    bool stopped;      ///< It was hit too often.
    int32_t rope;      ///< Its rope, for counting.
    int32_t neighbour; ///< Where its neighbours start, see bi_events.neighbours.
} bi_ball;

/// A predicted collision.
typedef struct bi_event {
    double time;
    int32_t a, b; ///< a < b
    uint32_t stamp_a, stamp_b;
} bi_event;

/// What happened.
typedef struct bi_event_counts {
    int64_t events, stale, secondary, overlaps, stopped;
} bi_event_counts;

typedef struct bi_ball_pair {
    int32_t a, b; ///< a < b
} bi_ball_pair;

/// Spheres and the pairs of them that may meet. Zero-initialised is empty; memory is kept between steps.
typedef struct bi_events {
    bi_ball *balls; ///< (ball_count)  owned
    int32_t ball_count, ball_capacity;
    bi_ball_pair *pairs; ///< (pair_count)  owned: each once, in any fixed order
    int32_t pair_count, pair_capacity;
    int32_t *neighbours; ///< (2 pair_count)  owned: of each ball, those it may meet
    int32_t neighbour_capacity;
    bi_event *queue; ///< (queue_count)  owned: a binary heap, earliest first, then lowest a, then lowest b
    int32_t queue_count, queue_capacity;
    bi_event_counts
        *counts; ///< (rope_capacity)  owned: per bi_ball.rope; an event of two ropes counts for both
    int32_t rope_capacity;
} bi_events;

void bi_events_free(const bight_allocator *allocator, bi_events *events);
size_t bi_events_bytes(const bi_events *events);

/// Empty it, with room for so many balls and zeroed counts for so many ropes.
bight_status bi_events_start(const bight_allocator *allocator, bi_events *events, int32_t balls,
                             int32_t ropes);

/// Name two balls that may meet, not equal, in either order, once.
bight_status bi_events_pair(const bight_allocator *allocator, bi_events *events, int32_t a, int32_t b);

/// When two balls that both are where they are at their own time touch next: at that time or later up to 1;
/// 2 when they do not. Balls that overlap and come closer to each other touch at once.
double bi_ball_meeting(const bi_ball *a, const bi_ball *b);

/// Run the step. Afterwards each ball is at its place at time 1, and move (kept when stopped) less pushed is
/// its velocity. Elastic impulses along the line of centres, without friction; momentum is conserved, and
/// energy when the restitution is 1, but for balls that were hit more often than BI_BALL_SOFT.
/// Balls that overlap at the beginning are also pushed apart: a quarter of the overlap in this step, the
/// lighter one more.
/// @param log Nullable: receives every collision in order, up to log_room.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE.
bight_status bi_events_run(const bight_allocator *allocator, bi_events *events, bi_event *log,
                           int32_t log_room, int32_t *log_count);
