// SPDX-License-Identifier: MIT
// The four strands that rise out of a bag's neck and are tied in pairs: curves as long as the cloth, or shorter, and as thick.

#pragma once

#include "dress/parcel_bag.h"

#include "bight/pipe.h"

#define BI_PARCEL_TAIL 0.25 ///< of a strand, that a knot must leave
#define BI_PARCEL_ARMS 4    ///< to +x, -x, -z and +z; 0 and 1 are a pair, 2 and 3 are

/// Of a strand, from the neck to its tip.
typedef struct bi_parcel_arm {
    bight_vec3 points[BI_PARCEL_NODES];
    bight_vec3 outward[BI_PARCEL_NODES]; ///< unit, square to the curve and to `aside`
    bight_vec3 aside[BI_PARCEL_NODES];   ///< unit
    double radii[BI_PARCEL_NODES];       ///< metres, that it must keep free round it: given
    double links[BI_PARCEL_NODES - 1];   ///< metres that the curve goes from each node to the next: given
} bi_parcel_arm;

typedef struct bi_parcel_arms {
    bi_parcel_arm arm[BI_PARCEL_ARMS];
    double neck, top; ///< metres: radius of the neck, height of its end: given
    double spacing;   ///< metres of cloth between nodes: given
    double bend;      ///< metres: least radius of curvature
    double tails[2];  ///< metres of cloth beyond each knot
} bi_parcel_arms;

/// Lay two knots above each other over the neck, and relax.
/// @param strands (2) Each of two open strands that begin below their knot.
/// @return false: a knot leaves no cloth for its tails; arms->tails says which.
bool bi_parcel_arms_make(const bight_axis *strands, bi_parcel_arms *arms);

/// The same again after links were changed, from the curves as they are.
void bi_parcel_arms_again(bi_parcel_arms *arms);

/// Which way an arm goes, and what is to its side for cloth beside its line.
bight_vec3 bi_parcel_out(int32_t arm);
bight_vec3 bi_parcel_aside(int32_t arm);

/// The place d metres of cloth beyond the neck's end, with its frame.
void bi_parcel_arm_at(const bi_parcel_arms *arms, int32_t arm, double d, bight_vec3 *point,
                      bight_vec3 *outward, bight_vec3 *aside);
