// SPDX-License-Identifier: MIT
// What a new rope, obstacle or sheet must satisfy.

#pragma once

#include "sim/world_state.h"

/// Refuse a state in which a centreline meets another or an obstacle. Obstacles rest from here on: their pose
/// before is the present one. The list of near pairs is that of the state.
/// @return BIGHT_ERROR_INVALID naming what meets what, BIGHT_ERROR_NO_MEMORY.
bight_status bi_check_no_crossing(bight_world *world, bight_error *error);
