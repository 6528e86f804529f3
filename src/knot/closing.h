// SPDX-License-Identifier: MIT
// Random ways to close an open curve far outside.

#pragma once

#include "bight/knot.h"
#include "core/random.h"

/// One curve's closures, one after the other. Begin with bi_closing_begin().
typedef struct bi_closing {
    bight_vec3 middle; ///< of the bounding box
    double radius;     ///< of the sphere on which curves are closed: sixteen times half the box's diagonal
    bight_knot_way way;
    bi_random random;
} bi_closing;

/// @param curve Two points or more, all finite.
bi_closing bi_closing_begin(const bight_curve *curve, bight_knot_way way, uint64_t seed);

/// The next way from the curve's last point to its first: the same sequence for the same seed.
/// @param path Receives the points in between. @return how many: 1 for a sphere, 5 for two points.
int32_t bi_closing_next(bi_closing *closing, bight_vec3 path[BIGHT_KNOT_MAX_PATH]);

/// The middle of the bounding box, and half its diagonal.
bight_vec3 bi_curve_middle(const bight_curve *curve, double *size);

/// Three unit vectors between the unit vectors a and b, neighbours at most 45 degrees apart.
void bi_arc_between(bight_vec3 out[3], bight_vec3 a, bight_vec3 b);
