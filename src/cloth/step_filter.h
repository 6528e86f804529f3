// SPDX-License-Identifier: MIT
// Safe mode: a step never makes an intersection, neither at its end nor on the way.
//
// An iteration proposes places for all vertices; each moves there along a straight line.
//
// - Pairs of triangles that are not listed had a larger distance, when pairs were listed, than they can have
//   approached since; clusters that would exceed it are held (motion_bound.h).
// - Each listed pair is proved by a direction that separates it at both ends of the motion (separation.h), or
//   because all its vertices stay within 0.45 of its distance.
// - Triangles around one vertex stay side by side (step_filter_fan.c), or are proved pair by pair.
// - Vertices of a pair that is not proved are stopped, and what that may have changed is judged again.
// - A body (an obstacle) is a set of vertices that share one fraction of their way: it waits for cloth that
//   cannot get away.

#pragma once

#include "cloth/buffer.h"

#define BI_FILTER_BUFFERS(X)                                                                                 \
    X(uint8_t, verdicts)       /* (near.close_count) */                                                      \
    X(int32_t, verdict_counts) /* (2 for each block of near.close)  failed, touching; so are the next two */ \
    X(int32_t, fan_counts)     /* (2 for each block of vertices)  step_filter_fan.c */                       \
    X(int32_t, solid_counts)   /* (2 for each block of sheet triangles) */                                   \
    X(double, solid_slack)     /* (vertex_count)  step_filter_solid.c */                                     \
    X(uint8_t, solid_beyond)   /* (vertex_count) */

typedef struct bi_step_verdicts {
    BI_FILTER_BUFFERS(BI_BUFFER)
    bool impatient; ///< What fails now does not move at all.
} bi_step_verdicts;

/// Shorten the motion from world->start to world->at, and that of obstacles, until it is proved.
/// @param report Its fields on safe mode are set.
/// @param rounds Receives how often it had to shorten something: 0 when all was proved as it was.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_STOPPED
bight_status bi_step_filter(bight_cloth_world *world, bight_cloth_report *report, int32_t *rounds);
