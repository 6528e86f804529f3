// SPDX-License-Identifier: MIT
// How long a list of near pairs holds. Cloth that falls or is carried moves far, but neighbouring parts of it
// move alike: what counts is how far things have moved relative to what was near them. Triangles are taken in
// clusters (nodes of the hierarchy); a cluster's motion is its mean and the greatest deviation from it.

#pragma once

#include "cloth/state.h"

/// Start anew from the present positions: clusters within world->range of each other are paired. The trees
/// must be fitted to them.
bight_status bi_motion_bound_start(bight_cloth_world *world);

/// Half the greatest relative motion of paired clusters, as far as it matters: what was farther apart than
/// the reach of the lists may come as much nearer for nothing. The lists hold while it is at most
/// world->margin.
/// @param stepped  The iteration began at world->start: measure how far clusters have gone in it, too.
/// @param farthest Receives how far anything has moved; what pairing covers ends at world->range.
double bi_motion_bound(bight_cloth_world *world, bool stepped, double *farthest);

/// Does nothing go farther in this iteration than bi_filter_reach(), as bi_motion_bound_hold() has found?
bool bi_motion_bound_all_held(const bight_cloth_world *world);

/// Hold what triangles that are not listed might meet: clusters that have come nearer to each other than
/// world->proof allows, as bi_motion_bound() has last measured them. Their vertices go back along their way into the
/// balls of radius bi_filter_reach() around where they started, and so do obstacle meshes.
/// @param all Hold all of them.
/// @return How many were not held before.
int32_t bi_motion_bound_hold(bight_cloth_world *world, bool all);
