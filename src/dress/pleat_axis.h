// SPDX-License-Identifier: MIT
// The curve that a gathered cloth lies on: two strands of a template joined by a bight, as long as the cloth (or shorter,
// where cloth lies slack on it) and as thick.

#pragma once

#include "bight/pipe.h"

#define BI_PLEAT_NODES 361 // odd: the middle is a node

/// Nodes from tip to tip, and frames that do not twist. In the middle `across` is square to the plane of the bight.
typedef struct bi_pleat_axis {
    bight_vec3 points[BI_PLEAT_NODES];
    bight_vec3 inward[BI_PLEAT_NODES]; ///< unit, square to the curve and to `across`
    bight_vec3 across[BI_PLEAT_NODES]; ///< unit
    double radii[BI_PLEAT_NODES];      ///< metres, that it must keep free round it
    double links[BI_PLEAT_NODES];      ///< metres that the curve goes from each node to the next
    double spacing;                    ///< metres of cloth between nodes
    double tail;                       ///< metres of cloth beyond the knot, at first
    double hold
        [2]; ///< metres: half the length along x and half the height of what the bight goes round; 0: nothing
    double below;                      ///< metres along y from the knot's middle to the middle of that
    double bend;                       ///< least radius of curvature beyond `reach`
    double reach;                      ///< metres from the middle to where strands first come near each other
    double last;                       ///< the same to where they last are
} bi_pleat_axis;

/// @param strands Two open strands; their first nodes are joined by the bight.
/// @param axis    Its radii, spacing and tail are given; all else is made.
void bi_pleat_axis_make(const bight_axis *strands, bi_pleat_axis *axis);

/// The same again after `links` were changed, from the curve as it is.
void bi_pleat_axis_again(bi_pleat_axis *axis);

/// The place `s` metres of cloth beyond the middle (before it: below 0), with its frame.
void bi_pleat_axis_at(const bi_pleat_axis *axis, double s, bight_vec3 *point, bight_vec3 *inward,
                      bight_vec3 *across);
