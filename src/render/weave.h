// SPDX-License-Identifier: MIT
// The threads of a cloth, from its pattern alone.

#pragma once

#include "bight/render.h"

/// One point of a woven surface. Lengths are in the unit of the pattern.
typedef struct bi_weave_point {
    double slope_u, slope_v; ///< of the height, along u and v
    double light;            ///< 0 to 1: how much a point in this depth sees of the sky
    double accent;           ///< 0 colour to 1 accent
    double tint;             ///< around 1: brightness of this very thread
} bi_weave_point;

/// @param repeat > 0: after how much cloth the pattern repeats
/// @param blur   width of a pixel: finer detail fades to its mean
bi_weave_point bi_weave_at(bight_weave weave, double repeat, double u, double v, double blur);

/// The usual colours of back and bands for a cloth's colour, all sRGB.
void bi_weave_colours(const double colour[3], double back[3], double accent[3]);
