// SPDX-License-Identifier: MIT
// Ropes of rigid rods that constraints move (Wang, Komura 2012, section 4.3).

#pragma once

#include "sim/world_state.h"

/// Put the motion of all projection ropes for this cycle into world->at: gravity, then iterations of equation
/// (8) until the constraints are satisfied. The certificate proves it afterwards like any other motion.
/// @return BIGHT_ERROR_NO_MEMORY; world->at is then half done.
bight_status bi_move_rods(bight_world *world);

/// Remember what the links of this cycle pulled with: after the whole cycle has succeeded.
void bi_commit_rods(bight_world *world);
