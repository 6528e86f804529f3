// SPDX-License-Identifier: MIT
// Clusters (the paper's section "Collision Management"): links in contact, and links between them, move as
// one body, so that a tight knot travels as a whole and two knots travel apart.

#pragma once

#include "sim/world_state.h"

/// Group the links of the last cycle's contacts: world->cluster[link] becomes the lowest link of its group,
/// or -1. Links of one group share their number.
/// @return How many groups there are.
int32_t bi_group_clusters(bight_world *world);

/// After Follow The Leader: move each cluster rigidly as the strands that leave it pull. A cluster with a
/// hand on it goes with the hand; one that touches an obstacle stays.
/// @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_move_clusters(bight_world *world);
