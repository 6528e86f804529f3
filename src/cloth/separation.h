// SPDX-License-Identifier: MIT
// Two triangles that move: a proof that nothing of one meets the other on the way.
//
// All corners go along straight lines. Along a fixed direction n the height n.(y - x) of a corner y over a
// corner x is then linear in time: when the lowest y is above the highest x at the start and at the end, it
// is so all the way. One direction that parts two triangles at both ends is therefore a proof, whatever their
// common motion. A pair that turns as a whole needs a direction that turns with it: with n going straight
// from n0 to n1, n.(y - x) is quadratic in time, and above the least of its Bernstein coefficients n0.d0,
// (n0.d1 + n1.d0)/2, n1.d1, d0 and d1 being y - x at the start and at the end. When no direction is found, a
// pair at distance d whose corners all go less than d/2 does not meet either.

#pragma once

#include "core/vec3.h"

/// Two triangles at the start and at the end, of which at most one corner is common.
typedef struct bi_moving_pair {
    bight_vec3 x[2][3], y[2][3];
    int32_t x_shared, y_shared; ///< Corner of x and of y that is one vertex, or -1.
} bi_moving_pair;

/// What counts as meeting: an edge of one and the other triangle, where they have no common vertex.

/// Does a direction out of a few likely ones (normals, sides, from centre to centre) part them by more than
/// `least` metres at the start and at the end? With a common corner: are the others of x, and those of y,
/// beyond `least` from a plane through it, on either side?
bool bi_pair_separates(const bi_moving_pair *pair, double least);

/// As bi_pair_separates() for one direction, not zero.
bool bi_pair_separates_along(const bi_moving_pair *pair, bight_vec3 direction, double least);

/// As bi_pair_separates_along() for a direction that turns from one to another, both from x to y and not
/// zero.
bool bi_pair_separates_turning(const bi_moving_pair *pair, bight_vec3 from, bight_vec3 to, double least);

/// Distance of what may meet at the start (when 0) or at the end (1), metres.
/// @param direction Nullable: from the closest point of x to that of y, not unit.
double bi_pair_distance(const bi_moving_pair *pair, int32_t when, bight_vec3 *direction);
