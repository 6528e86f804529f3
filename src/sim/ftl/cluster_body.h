// SPDX-License-Identifier: MIT
// What a cluster is as a rigid body: its nodes, the runs that leave it, and who carries it
// (sim/ftl/cluster.h).

#pragma once

#include "sim/world_state.h"

static inline const bi_rope *bi_rope_at(const bight_world *world, int32_t node)
{
    return &world->ropes[world->rope_of[node]];
}

/// The node next to `node`, or -1 beyond an end.
static inline int32_t bi_neighbour(const bi_rope *rope, int32_t node, int32_t forward)
{
    int32_t next = node + forward;
    if (next >= rope->first && next < rope->first + rope->count) {
        return next;
    }
    if (!rope->closed) {
        return -1;
    }
    return next < rope->first ? rope->first + rope->count - 1 : rope->first;
}

/// Make world->bodies and world->runs from the groups of this cycle. Fills world->ftl.body_of and
/// .body_nodes.
/// @param count Receives how many bodies there are.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE.
bight_status bi_gather_bodies(bight_world *world, int32_t *count);

/// Take the bodies that a single run leads off the tree of runs, outermost first. Each remembers the
/// one taken before it, so that the last, which is nearest to the hands, is carried first.
/// @return The last body taken, or -1.
int32_t bi_find_carried(bight_world *world, int32_t count);
