// SPDX-License-Identifier: MIT
// Contact response (the paper's section "Collision Management").

#pragma once

#include "sim/world_state.h"

/// From the near list: record the pairs that overlap as the cycle's contacts, and work out where the nodes
/// move to remove the overlaps. Equal and opposite shifts for two links, the whole shift for a link on an
/// obstacle, the mean where a node gets several; grasped nodes stay.
/// @param at Positions the near list was made for.
/// @param to    Receives all positions after the shifts, if there are any.
/// @param shifts Receives whether there are.
/// @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_respond(bight_world *world, const bight_vec3 *at, bight_vec3 *to, bool *shifts);

/// Change the world's contacts for those of the cycle before, which bi_respond() keeps.
void bi_swap_contacts(bight_world *world);

/// Set BI_IN_CONTACT on the end nodes of all links of the last cycle's contacts, or clear it everywhere.
void bi_hold_contacts(bight_world *world);
void bi_free_contacts(bight_world *world);
