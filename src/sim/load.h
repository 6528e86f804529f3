// SPDX-License-Identifier: MIT
// Loads of nodes: bight_rope_set_load().

#pragma once

#include "core/vec3.h"
#include "sim/world_state.h"

/// How far the load of a node of a rope without forces moves it in one cycle: as far as asked, but no more
/// than the speed limit. Zero when the rope has no load.
static inline bight_vec3 bi_load_step(const bight_world *world, const bi_rope *rope, int32_t node)
{
    if (!rope->loaded) {
        return v3(0, 0, 0);
    }
    bight_vec3 load = rope->load[node];
    double length = v3_length(load), most = world->def.speed_limit * rope->radius;
    return length > most ? v3_mul(most / length, load) : load;
}

/// The load F of node i of a rod that resists motion, F - S (x - x0), x0 where the cycle began.
/// @return S, N/m: xx xy xz yy yz zz. Only where rope->resists.
static inline const double *bi_load_resistance(const bi_rope *rope, int32_t node)
{
    return (const double *)(rope->load + 2 * (ptrdiff_t)rope->room) + 6 * (ptrdiff_t)node;
}

/// Say how the loads that a rod has got resist its motion, until it gets others.
/// @param resistance (count x 6) as above; positive semidefinite.
void bi_load_resist(bi_rope *rope, const double *resistance);

/// (room) Vectors beside the loads of a rope that has had some.
static inline bight_vec3 *bi_load_scratch(const bi_rope *rope)
{
    return rope->load + rope->room;
}

/// The nodes of a spring rope have new numbers: renumber their loads.
/// @param moved_to (count) the new number of each node, -1 for those removed
/// @param count    Nodes before.
void bi_load_follow(const bi_rope *rope, const int32_t *moved_to, int32_t count);

/// Mix the loads of a rope into a hash.
uint64_t bi_load_hash(uint64_t hash, const bi_rope *rope);
