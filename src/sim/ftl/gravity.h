// SPDX-License-Identifier: MIT
// The optional gravity and loads of the Follow-The-Leader rope, which the paper leaves out.

#pragma once

#include "sim/world_state.h"

/// After Follow The Leader: sink every free node by def.gravity and its load, then project each run
/// between held nodes back onto its link lengths. At rest between two held ends a run is the (discrete)
/// catenary: the projection moves nodes along the links only, so what balances the sinking at a node is a
/// pair of link tensions.
void bi_sink(bight_world *world);
