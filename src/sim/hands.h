// SPDX-License-Identifier: MIT
// Step 1 of the cycle: hands move towards their targets, within the speed and stretch limits.

#pragma once

#include "sim/world_state.h"

/// Whether a hand has a way to go in this cycle: its aim is known, and is not where the node was.
bool bi_hand_is_led(const bight_world *world, const bi_rope_hand *hand);

/// Move the grasped nodes in world->at. Sets hand->stretched.
/// @return How many hands the stretch limit stopped.
int32_t bi_move_hands(bight_world *world);
