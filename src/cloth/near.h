// SPDX-License-Identifier: MIT
// Which pairs may touch or cross before some vertex has moved by world->margin: the broad phase.

#pragma once

#include "cloth/state.h"

/// Edges begin to push at this part of the thickness: layers that lie on each other are carried by their
/// vertices, and edges matter where ridges meet.
#define BI_EDGE_GAP 0.75

/// List near pairs anew where vertices are, if the old lists no longer hold.
/// @param listed Nullable: incremented when the lists were made.
bight_status bi_near_update(bight_cloth_world *world, int32_t *listed);

/// Has a pair been so far apart that it cannot have come within the thickness since it was listed?
static inline bool bi_near_is_clear(const bight_cloth_world *world, const bi_near_pair *pair)
{
    return (double)pair->clear * world->clear_unit - 2.0 * world->drift > world->thickness;
}

/// The vertices of a vertex-face pair: vertex, corners. Of an edge-edge pair: ends of a, ends of b.
void bi_near_vertices(const bight_cloth_world *world, bool edges, int32_t a, int32_t b, int32_t v[4]);
