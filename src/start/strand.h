// SPDX-License-Identifier: MIT
// A curve while a start shape is made of it: how far its strands are apart, and how it is relaxed.

#pragma once

#include "bight/curve.h"

/// Links nearer than this along the curve, in the distance that is asked for, are neighbours: half a turn
/// round a strand is 1.57.
#define BI_STRAND_NEAR 2.4

/// Least distance of centre lines between links that are not neighbours.
/// @param near    Along the curve, metres: nearer links are neighbours.
/// @param lengths (count) scratch: where each point is along the curve
double bi_strand_apart(bight_curve curve, double near, double *lengths);

/// Shorten and even out, keeping strands `apart` from each other and ends where they are. A round in which a
/// point would move by half the distance of two strands is done in smaller steps: nothing passes through.
/// @param points  (count) in and out
/// @param scratch (2 count)
/// @param lengths (count) scratch
/// @param smoothing Of the way to the middle of a point's neighbours, in one round: 0 to 0.5. Strands are
/// pressed
///                  together less when it is small.
/// @return rounds done
int32_t bi_strand_relax(bight_vec3 *points, int32_t count, bool closed, double apart, double smoothing,
                        int32_t rounds, bight_vec3 *scratch, double *lengths);
