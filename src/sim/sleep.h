// SPDX-License-Identifier: MIT
// A world whose cycles change nothing any more sleeps: they are not made, only counted, until something acts on it.

#pragma once

#include "sim/world_state.h"

/// A hash of what acts on the world from outside: settings, hands, obstacles. O(hands + obstacles).
uint64_t bi_sleep_inputs(const bight_world *world);

/// After models have proposed, with the solved response: when all has been still for BIGHT_REST_CYCLES cycles and
/// nothing new acts, ropes that touch nothing stay to the last bit, as those that rest in contact do
/// (sim/response). Follow The Leader would go on rounding.
void bi_sleep_keep(bight_world *world);

/// Whether the world sleeps on in this cycle: it is counted then, and reported.
/// @param report Nullable.
bool bi_sleep_goes_on(bight_world *world, bight_step_report *report);

/// After a cycle that was made: may the next one sleep?
/// @param shifts Overlaps were removed in it.
/// @param before The sums before it.
void bi_sleep_look(bight_world *world, bool shifts, const bight_world_stats *before,
                   const bight_step_report *report);
