// SPDX-License-Identifier: MIT
// Which pairs may touch or cross before some vertex has moved by world->margin: the broad phase.

#pragma once

#include "cloth/state.h"

/// List near pairs anew where vertices are, if the old lists no longer hold.
/// @param listed Nullable: incremented when the lists were made.
bight_status bi_near_update(bight_cloth_world *world, int32_t *listed);

/// Has a pair been so far apart that it cannot have come within one and a half thicknesses since it was
/// listed? Those that come nearer are looked at before they touch, so that the side they come from is known.
static inline bool bi_near_is_clear(const bight_cloth_world *world, const bi_near_pair *pair)
{
    return (double)pair->clear * world->clear_unit - 2.0 * world->motion > 1.5 * world->thickness;
}

/// A pair of world->close: its triangles, and how many levels they were apart at least when listed.
static inline int32_t bi_close_first(bi_close_triangles pair)
{
    return (int32_t)(pair.a & ((UINT32_C(1) << BI_CLOSE_BITS) - 1));
}

static inline int32_t bi_close_second(bi_close_triangles pair)
{
    return (int32_t)(pair.b & ((UINT32_C(1) << BI_CLOSE_BITS) - 1));
}

static inline uint32_t bi_close_level(bi_close_triangles pair)
{
    return pair.a >> BI_CLOSE_BITS | pair.b >> BI_CLOSE_BITS << 3;
}

/// One level, metres.
static inline double bi_near_level(const bight_cloth_world *world)
{
    return world->proof / 63.0;
}
