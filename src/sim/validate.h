// SPDX-License-Identifier: MIT
// Validators: what holds of a world between two calls of its user. For BI_VALIDATE (core/assert.h), at the
// end of a step and of each edit.

#pragma once

#include "sim/world_state.h"

/// Ropes lie in the node arrays without gaps and in their order, counts agree, every live hand holds its
/// node and nothing else is held, no memory of the step arena is taken; with a valid near list also that and
/// the hierarchies. Linear in nodes and pairs.
bool bi_world_is_valid(const bight_world *world);

/// Every sphere holds those below it, but for rounding.
bool bi_hierarchy_is_valid(const bi_sphere_tree *tree);

/// Pairs name links and obstacles that there are, with the lower link first, finite distances and their own
/// reach.
bool bi_near_list_is_valid(const bight_world *world);
