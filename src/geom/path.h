// SPDX-License-Identifier: MIT
// Curves from a few given points: rounded, walked along, and cut into equal links.

#pragma once

#include "bight/curve.h"

#define BI_ROUND_PIECES 16 ///< Straight pieces that replace each stretch between two points.

/// How many points bi_path_round() makes out of count.
int64_t bi_path_round_count(int32_t count, bool closed);

/// A smooth curve through the points: the centripetal Catmull-Rom spline (Yuksel, Schaefer, Keyser 2011),
/// which makes no loops or cusps within a stretch, sampled at BI_ROUND_PIECES + 1 places each.
/// @param out (bi_path_round_count()) receives the points; the given ones are among them.
void bi_path_round(bight_curve curve, bight_vec3 *out);

/// Length along the curve from its start to each point.
/// @param lengths (count, and one more when closed)
void bi_path_lengths(bight_curve curve, double *lengths);

/// The point at `length` along the curve; beyond the ends, the end. *segment is where the search starts and
/// ends, so that a walk along the curve is linear in its points. Start it at 0.
bight_vec3 bi_path_at(bight_curve curve, const double *lengths, double length, int32_t *segment);

/// Points along the curve such that all links have nearly one length (to about 1e-3 where the curve is as
/// smooth as the links are short). Ends stay; a closed curve keeps its first point.
/// @param lengths From bi_path_lengths().
/// @param links   At least 1; at least 3 when closed.
/// @param places  (2 x (links + 1)) scratch.
/// @param out     (links + 1 points, or links when closed)
void bi_path_resample(bight_curve curve, const double *lengths, int32_t links, double *places,
                      bight_vec3 *out);
