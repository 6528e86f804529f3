// SPDX-License-Identifier: MIT
// Strain limiting (Provot 1995, which the paper names as the kin of its averaging).

#pragma once

#include "sim/world_state.h"

/// Bring links that are too long or too short back into their limits, in a few sweeps; the rest is left to
/// the next cycles. Links between two held nodes of a tight knot are not restored by Follow The Leader.
/// @param to    (node_count) positions, changed in place.
/// @param stays Which held nodes do not move: BI_IN_HAND, BI_IN_CONTACT or both.
void bi_limit_strain(const bight_world *world, bight_vec3 *to, uint8_t stays);
