// SPDX-License-Identifier: MIT
// From light to screen and back.

#pragma once

#include <math.h>

/// sRGB to linear light (IEC 61966-2-1).
static inline double bi_linear(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/// Linear light to sRGB.
static inline double bi_srgb(double c)
{
    return c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1.0 / 2.4) - 0.055;
}

/// A shoulder for the highlights: straight up to m, then x -> m + (1 - m) (1 - exp(-(x - m) / (1 - m))),
/// which continues with slope one and never passes 1. Colours keep their hue where it matters.
#define BI_SHOULDER 0.6

static inline double bi_tone(double x)
{
    double m = BI_SHOULDER;
    return x <= m ? x : m + (1.0 - m) * (1.0 - exp(-(x - m) / (1.0 - m)));
}

/// The light that bi_tone turns into y; y below 1.
static inline double bi_tone_inverse(double y)
{
    double m = BI_SHOULDER;
    return y <= m ? y : m - (1.0 - m) * log(1.0 - (y - m) / (1.0 - m));
}
