// SPDX-License-Identifier: MIT
// The step arena of cloth: memory for one phase at a time. What it holds, in the order of a step:
//
// - facets of triangles, while near pairs are listed (pairs.h)
// - pulls of triangles, while the matrix is assembled (elastic.c)
// - what the contacts of the iteration before knew, while contacts are found (contact.c)
// - entries and pulls of rows, from the first row until the system is solved (rows.h)
// - counters of sorts by counting, and queues of floods, on top of any of these
//
// Building the topology makes room for the first two; only lists that grow can make it grow after that.

#pragma once

#include "cloth/world.h"
#include "core/arena.h"

/// Make room for `bytes` more. Memory may move: arrays taken before it have moved.
static inline bight_status bi_cloth_arena_reserve(bight_cloth_world *world, int64_t bytes)
{
    int64_t all = (int64_t)world->arena.used + bytes, unit = (int64_t)sizeof *world->arena.memory;
    BI_CLOTH_RESERVE(world, arena.memory, (all + unit - 1) / unit);
    return BIGHT_OK;
}

/// Where the arena ends now, for bi_cloth_arena_release().
static inline size_t bi_cloth_arena_mark(const bight_cloth_world *world)
{
    return world->arena.used;
}

/// Take `count` elements of `size` bytes, content undefined. Room for them was made before.
static inline void *bi_cloth_arena_take(bight_cloth_world *world, int64_t count, size_t size)
{
    return bi_arena_push(world->arena.memory,
                         (size_t)world->arena.memory_capacity * sizeof *world->arena.memory,
                         &world->arena.used, (size_t)count * size);
}

/// The same where room may have to be made; arrays taken before it may have moved.
/// @return NULL when there is no memory.
static inline void *bi_cloth_arena_claim(bight_cloth_world *world, int64_t count, size_t size)
{
    bight_status status = bi_cloth_arena_reserve(world, (int64_t)bi_arena_size((size_t)count * size));
    return status == BIGHT_OK ? bi_cloth_arena_take(world, count, size) : NULL;
}

/// Give back all that was taken since the mark.
static inline void bi_cloth_arena_release(bight_cloth_world *world, size_t mark)
{
    bi_arena_pop(world->arena.memory, &world->arena.used, mark);
}
