// SPDX-License-Identifier: MIT
// What is pulled: shared by making (hold.c), pulling (hold_pull.c) and looking for a friction (hold_least.c).

#pragma once

#include "bight/hold.h"
#include "core/vec3.h"

#define BI_HOLD_MOST 16 ///< Hands of a load.

/// A place of a rope that the card's load names.
typedef struct bi_loaded {
    int32_t rope, node;
    bool pulls;
    bight_vec3 way; ///< Unit: where it pulls to.
} bi_loaded;

/// A stretch of a rope that is pulled as a rope of its own.
typedef struct bi_piece {
    int32_t rope, first, count; ///< Nodes first to first + count - 1 of a rope of the scene.
    bool closed;
} bi_piece;

struct bight_hold {
    bight_allocator allocator;
    bight_watch watch;
    bight_scene *scene;
    bight_hold_options options;
    bight_vec3 **set, **now; ///< (rope_count) of (node counts): as it was set, as the last pull left it
    double **tension;        ///< (rope_count) of (node counts)
    bool pulled;
    double *length; ///< (rope_count) of a link at rest
    bi_loaded loads[BI_HOLD_MOST];
    int32_t load_count;
    bi_piece *pieces; ///< (2 rope_count) in the order of the ropes
    int32_t piece_count;
};

/// Has the caller asked to stop? The message says so then.
bight_status bi_hold_ask(const bight_hold *hold, bight_error *error);

/// Nodes of a rope.
static inline int32_t bi_hold_nodes(const bight_hold *hold, int32_t rope)
{
    return hold->scene->ropes[rope].curve.count;
}

/// How far a rope turns in all, radians in the limit of short links: sum |t' - t| over its nodes, t the directions of links.
double bi_hold_turning(bight_curve curve);

/// The rope that has lost half of its turning since the knot was set, while no other has; -1 for none, and of one rope. Where
/// it is now is in hold->now.
int32_t bi_hold_straightened(const bight_hold *hold);

/// Links of a rope.
static inline int32_t bi_hold_links(const bight_hold *hold, int32_t rope)
{
    return bi_hold_nodes(hold, rope) - !hold->scene->ropes[rope].curve.closed;
}
