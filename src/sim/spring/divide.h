// SPDX-License-Identifier: MIT
// Adaptive subdivision of spring ropes (the spring paper, sections 2.2 and 2.3).

#pragma once

#include "sim/spring/spring.h"

/// One pass of Algorithm 2 over a chain of control points.
typedef struct bi_division {
    double alpha, beta;      ///< Metres.
    double density;          ///< Least mass of a metre of rope that a contraction may leave; 0 for any.
    bight_vec3 *at;          ///< (count)  changed where the chain closes
    bi_control_point *point; ///< (count)  changed
    int32_t count;
    bool closed;
    const uint8_t *held; ///< (count)  points that are not contracted. Nullable.

    bight_vec3 *to_at;    ///< (room)  receives the chain; no overlap with at
    bi_control_point *to; ///< (room)  likewise
    int32_t to_count, room;
    int32_t *moved_to; ///< (count)  receives where each point is now, -1 when contracted

    /// May point `middle` be contracted? `from` is the chain so far, ending in its left neighbour. Nullable:
    /// it may.
    bool (*may_contract)(void *user, const struct bi_division *division, int32_t middle);
    void *user;
    int32_t inserts, deletes, refused; ///< Refused: inserts for which there was no room.
    int32_t kept;                      ///< Deletes that were not allowed.
} bi_division;

/// Whether a pass would change anything.
bool bi_division_needed(const bi_division *division);

/// Algorithm 2 as printed, with i running over the chain as it becomes: INSERT(i) when points i and i + 1 are
/// further apart than beta, then on to the new point; else DELETE(i + 1) when points i and i + 2 are closer
/// than alpha, then on by two. Closed chains go on to their first point, which is never contracted.
///
/// A contraction joins a light spring to a heavy one, and the next division puts the new point near the heavy
/// end: long and light on one side, short and heavy on the other, more so each time, until no time step is
/// short enough. So a point stays if dividing its spring again would leave less than `density` on one side.
void bi_divide(bi_division *division);

/// INSERT between a and c: the new point is at the centre of mass of their spring, has half of the masses
/// that face it with their velocities, and the rest length is divided in the same ratio. Mass, momentum and
/// rest length are kept.
bi_control_point bi_insert_point(bi_control_point *a, bight_vec3 at_a, bi_control_point *c, bight_vec3 at_c,
                                 bight_vec3 *at);

/// DELETE b between a and c: its inverse. Velocities become means by mass. Mass and momentum are kept.
void bi_delete_point(bi_control_point *a, const bi_control_point *b, bi_control_point *c);
