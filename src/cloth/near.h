// SPDX-License-Identifier: MIT
// Which pairs may touch or cross before some vertex has moved by world->margin: the broad phase.

#pragma once

#include "cloth/state.h"

/// List near pairs anew where vertices are, if the old lists no longer hold.
/// @param listed Nullable: incremented when the lists were made.
bight_status bi_near_update(bight_cloth_world *world, int32_t *listed);

/// The vertices of a vertex-face pair: vertex, corners. Of an edge-edge pair: ends of a, ends of b.
void bi_near_vertices(const bight_cloth_world *world, bool edges, int32_t a, int32_t b, int32_t v[4]);
