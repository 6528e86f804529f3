// SPDX-License-Identifier: MIT
// Which pairs may touch or cross before some vertex has moved by world->margin: the broad phase.

#pragma once

#include "cloth/state.h"

/// Edges begin to push at this part of the thickness: layers that lie on each other are carried by their
/// vertices, and edges matter where ridges meet.
#define BI_EDGE_GAP 0.75

/// And this where the sheet is flat about either of two edges: there vertices keep cloth off as well as edges
/// would, as long as it is not pressed together hard.
#define BI_FLAT_EDGE_GAP 0.25

/// List near pairs anew where vertices are, if the old lists no longer hold.
/// @param listed Nullable: incremented when the lists were made.
bight_status bi_near_update(bight_cloth_world *world, int32_t *listed);

/// The greatest margin that keeps lists short, metres.
double bi_near_most_margin(const bight_cloth_world *world);

/// Has a pair been so far apart that it cannot have come within one and a half thicknesses since it was
/// listed? Those that come nearer are looked at before they touch, so that the side they come from is known.
static inline bool bi_near_is_clear(const bight_cloth_world *world, const bi_near_pair *pair)
{
    return (double)pair->clear * world->clear_unit - 2.0 * world->drift > 1.5 * world->thickness;
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

/// The vertices of a vertex-face pair: vertex, corners. Of an edge-edge pair: ends of a, ends of b.
void bi_near_vertices(const bight_cloth_world *world, bool edges, int32_t a, int32_t b, int32_t v[4]);
