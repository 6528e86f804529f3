// SPDX-License-Identifier: MIT
// Clusters (the paper's section "Collision Management"): links in contact, and links between them, move as
// one body, so that a tight knot travels as a whole and two knots travel apart.

#pragma once

#include "sim/world_state.h"

/// Group the links of the last cycle's contacts: world->cluster[link] becomes the lowest link of its group,
/// or -1. Links of one group share their number.
/// @return How many groups there are.
int32_t bi_group_clusters(bight_world *world);

/// Forget the groups: all of world->cluster is -1 between the cycles' motions.
void bi_ungroup_clusters(bight_world *world);

/// After Follow The Leader: move each cluster rigidly as the runs that leave it lead.
///
/// A cluster with hands on it moves with the hands; one that touches an obstacle stays. One that is led by a
/// single run, because all its others dangle or lead to clusters that are only led by it, is carried along
/// like any piece of rope: the run follows its other leader, the cluster follows the run, and so on
/// outwards from the hands. One that several runs lead is being pulled tight: the rope has to slide
/// through its contacts, and it follows their pulls only a little.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE.
bight_status bi_move_clusters(bight_world *world);
