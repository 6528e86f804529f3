// SPDX-License-Identifier: MIT
// The worst that ropes have been through: how far a link was stretched, how deep two ropes were in each
// other, how far a node moved in one cycle.

#pragma once

#include "sim/world_state.h"

/// Before the first cycle.
void bi_worst_begin(bight_world_worst *worst);

/// Look at the state after a cycle, and at the way to it from world->before. After a wild cycle pairs are
/// searched again; where there is no memory for that, those are looked at that are known.
/// @param moved  Farthest way of any node in this cycle, metres.
/// @param fitted The ropes' hierarchies fit world->at: they know the longest link.
void bi_worst_look(bight_world *world, double moved, bool fitted);
