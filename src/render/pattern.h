// SPDX-License-Identifier: MIT
// How a rope's surface rises, falls and is coloured, from its texture coordinates alone.

#pragma once

#include "bight/render.h"

/// One point of the surface. Heights are in circumferences, like u and v.
typedef struct bi_pattern_point {
    double slope_u, slope_v; ///< of the height, along u and v
    double light;            ///< 0 to 1: how much a point in this depth sees of the sky
    double tracer;           ///< 0 sheath to 1 tracer
    double tint;             ///< around 1: brightness of this very fibre
} bi_pattern_point;

/// @param blur width of a pixel in circumferences: finer detail fades to its mean
bi_pattern_point bi_pattern_at(bight_pattern pattern, double u, double v, double blur);

/// The tracer's linear colour for a rope's linear colour: light on dark and dark on light.
void bi_pattern_tracer(const double colour[3], double tracer[3]);
