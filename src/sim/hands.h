// SPDX-License-Identifier: MIT
// Step 1 of the cycle: hands move towards their targets, within the speed and stretch limits.

#pragma once

#include "sim/world_state.h"

/// Move the grasped nodes in world->at. Sets hand->stretched.
/// @return How many hands the stretch limit stopped.
int32_t bi_move_hands(bight_world *world);
