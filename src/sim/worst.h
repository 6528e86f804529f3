// SPDX-License-Identifier: MIT
// The worst that ropes have been through: how far a link was stretched, how deep two ropes were in each
// other, how far a node moved in one cycle.

#pragma once

#include "sim/world_state.h"

/// Before the first cycle.
void bi_worst_begin(bight_world_worst *worst);

/// Look at the state after a cycle, and at the way to it from world->before. After a wild cycle pairs are
/// searched again; where there is no memory for that, those are looked at that are known.
/// @param fitted The ropes' hierarchies fit world->at: they know the longest link.
/// @param report moved and pull are set, gap is infinite; receives gap, stretch and jammed.
void bi_worst_look(bight_world *world, bool fitted, bight_step_report *report);

/// Whether a listed pair counts for the gap: not in a bend, no second neighbours, no sheet.
bool bi_worst_counts(const bight_world *world, const bi_near *near);
