// SPDX-License-Identifier: MIT
// Step 1 of the cycle: hands move towards their targets, within the speed and stretch limits.

#pragma once

#include "core/vec3.h"
#include "sim/world_state.h"

/// A way shorter than this is none (radii).
#define BI_HAND_AT_REST 1e-9

/// Whether a hand has a way to go in this cycle: its aim is known, and is not where the node was.
static inline bool bi_hand_is_led(const bight_world *world, const bi_rope_hand *hand)
{
    const bi_rope *rope = &world->ropes[hand->rope];
    return v3_distance(hand->aim, world->before[rope->first + hand->node]) > BI_HAND_AT_REST * rope->radius;
}

/// Move the grasped nodes in world->at. Sets hand->stretched.
/// @return How many hands the stretch limit stopped.
int32_t bi_move_hands(bight_world *world);
