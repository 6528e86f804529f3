// SPDX-License-Identifier: MIT
// An obstacle that strands are wound round: its axis, as a strand is seen.

#pragma once

#include "play/strand_view.h"

#define BI_POLE_NODES 129

/// Where the axis of an obstacle lies. A ring has no end: it is cut open at `cut`.
typedef struct bi_pole {
    int32_t obstacle;
    double cut_cosine, cut_sine; ///< In the ring's own xz plane, from x on.
    bight_vec3 nodes[BI_POLE_NODES];
} bi_pole;

/// Begin with a ring cut open opposite to a place; of other shapes nothing is cut.
void bi_pole_begin(const bight_play *play, bi_pole *pole, int32_t obstacle, bight_vec3 from);

/// The axis where the obstacle is now. Its index is -2 - obstacle, so that it is no strand's; its rope is -1.
/// Axes: of a capsule local y between its round ends, of a box through the middles of its smallest sides, of a torus its
/// ring. The radius is that of a tube round the axis which holds the obstacle.
bi_strand_view bi_pole_see(const bight_play *play, bi_pole *pole);
