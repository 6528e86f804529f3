// SPDX-License-Identifier: MIT
// The step arena: memory for one phase of a step at a time. A phase takes arrays of one element a node, names
// them by what they hold, and gives them back when it ends; nothing lies there between steps. Room grows with
// the nodes, so a step allocates nothing and taking cannot fail.

#pragma once

#include "core/arena.h"
#include "sim/world_state.h"

/// Where the arena ends now, for bi_arena_release().
static inline size_t bi_arena_mark(const bight_world *world)
{
    return world->arena_used;
}

/// Give back everything that was taken since the mark.
static inline void bi_arena_release(bight_world *world, size_t mark)
{
    bi_arena_pop(world->arena, &world->arena_used, mark);
}

/// An array of node_count elements of `size` bytes, indexed as the node arrays; its content is undefined.
static inline void *bi_arena_take(bight_world *world, size_t size)
{
    return bi_arena_push(world->arena, (size_t)world->node_capacity * sizeof *world->arena,
                         &world->arena_used, (size_t)world->node_count * size);
}
