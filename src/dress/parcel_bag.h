// SPDX-License-Identifier: MIT
// A bag that all four corners of a square cloth rise out of. The pattern's place is (h, y): h along the line from the middle to the
// nearest tip, y beside it, |y| <= h up to half of the line, and |y| <= L - h beyond. What has the same h is a ring round the bag.

#pragma once

#include "bight/base.h"

#define BI_PARCEL_NODES                                                                                      \
    91 // of the bag from the middle to half of the line, and again of each strand from there to its tip

/// Measures of a bag: metres. All down to `links` is given.
typedef struct bi_parcel_bag {
    double half;                       ///< L: from the middle of the cloth to a tip
    double pleat;                      ///< width of a pleat
    double shut;                       ///< how far a shut fold stands aside, over its y
    double wide;                       ///< half the width of the bag
    double high;                       ///< from its floor to its top
    double corner;                     ///< radius of its upright edges, and of the neck
    double floor;                      ///< radius of the edge between floor and wall
    double rim;                        ///< the same between wall and top
    double throat;                     ///< the same between top and neck
    double links[BI_PARCEL_NODES - 1]; ///< how far the bag goes on from each node to the next
    double gone[BI_PARCEL_NODES];      ///< sum of the links before each node
    double length; ///< along the outline, from the middle of the floor to where the neck is upright
} bi_parcel_bag;

/// Where the outline of a bag is: out from its axis and up from its floor, its direction and its outer side.
typedef struct bi_parcel_outline {
    double out, up, to_out, to_up; ///< metres; unit vector along it. Outward is (to_up, -to_out).
} bi_parcel_outline;

/// Add up links, and the length of the outline.
void bi_parcel_bag_make(bi_parcel_bag *bag);

/// @param gone Metres along the outline from the middle of the floor.
bi_parcel_outline bi_parcel_bag_outline(const bi_parcel_bag *bag, double gone);

/// A place of the pattern on the bag. @param h 0 to half of L @param y -h to h @return out, up, aside.
bight_vec3 bi_parcel_bag_at(const bi_parcel_bag *bag, double h, double y);

/// How far aside folds stand, over their y, where the neck ends.
double bi_parcel_neck_rate(const bi_parcel_bag *bag);

/// From -1 to 1 and back as y grows by two pleats.
double bi_parcel_zigzag(double y, double pleat);

/// 0 to 1 as t goes from 0 to 1, level at both.
double bi_parcel_ease(double t);
