// SPDX-License-Identifier: MIT

#include "render/weave.h"

#include "core/assert.h"
#include "core/error.h"
#include "render/tone.h"

#include <math.h>

#define THREADS 32.0 // in one repeat

static double clamp01(double x)
{
    return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
}

static double fraction(double x)
{
    return x - floor(x);
}

// Half of each period is the band. Its edges are as wide as a pixel, and where a pixel is wider than a period
// nothing is left but the mean.
static double band(double x, double blur)
{
    double d = fabs(fraction(x) - 0.5) - 0.25; // < 0 inside
    double sharp = clamp01(0.5 - d / fmax(blur, 1e-3)), fade = clamp01(2.0 * blur - 0.6);
    return sharp + fade * (0.5 - sharp);
}

// A number from 0 to 1 for each thread, without order.
static double noise(double thread)
{
    return fraction(sin(thread * 12.9898) * 43758.5453);
}

bi_weave_point bi_weave_at(bight_weave weave, double repeat, double u, double v, double blur)
{
    BI_ASSERT(blur >= 0.0);
    bi_weave_point point = {.light = 1.0, .tint = 1.0};
    if (weave == BIGHT_WEAVE_NONE) {
        return point;
    }

    // plain weave: warp runs along u and is on top in every other square, weft along v in the others.
    // height(w, s) = (1 - (2 w)^2) (1 - (2 s)^4 / 2), w across the thread on top, s along it
    double thread = repeat / THREADS, a = u / thread, b = v / thread,
           coarse = clamp01(1.6 - 3.0 * blur / thread);
    bool warp = (int64_t)(floor(a) + floor(b)) % 2 == 0;
    double w = (warp ? fraction(b) : fraction(a)) - 0.5, s = (warp ? fraction(a) : fraction(b)) - 0.5;
    double round = 1.0 - 4.0 * w * w, bend = 1.0 - 8.0 * s * s * s * s;
    double across = -8.0 * w * bend, along = -32.0 * s * s * s * round;
    point.slope_u = 0.22 * coarse * (warp ? along : across);
    point.slope_v = 0.22 * coarse * (warp ? across : along);
    point.light = 1.0 - coarse * 0.45 * (1.0 - round * bend);
    point.tint = 1.0 + 0.10 * coarse * (noise(warp ? floor(b) : floor(a) + 0.5) - 0.5);

    // a thread has one colour all along: from afar the eye mixes warp and weft
    double over_u = band(u / repeat, blur / repeat), over_v = band(v / repeat, blur / repeat);
    if (weave == BIGHT_WEAVE_STRIPES) {
        point.accent = over_u;
    } else if (weave == BIGHT_WEAVE_CHECKS) {
        double mixed = 0.5 * (over_u + over_v), seen = warp ? over_v : over_u;
        point.accent = mixed + coarse * (seen - mixed);
    }
    return point;
}

void bi_weave_colours(const double colour[3], double back[3], double accent[3])
{
    for (int32_t k = 0; k < 3; k++) {
        back[k] = 0.45 * colour[k] + 0.42;
        accent[k] = 0.30 * colour[k] + 0.64;
    }
}

bight_status bight_weave_texture(bight_weave weave, const double colour[3], const double accent[3],
                                 int32_t size, uint8_t *rgb, bight_error *error)
{
    if (size < 16 || size > 4096 || (uint32_t)weave > BIGHT_WEAVE_NONE) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "weave %d in %d pixels: weaves have 16 to 4096",
                       (int)weave, (int)size);
    }
    double base[3], band_colour[3], back[3], usual[3];
    bi_weave_colours(colour, back, usual);
    bool given = accent[0] > 0.0 || accent[1] > 0.0 || accent[2] > 0.0;
    for (int32_t k = 0; k < 3; k++) {
        base[k] = bi_linear(clamp01(colour[k]));
        band_colour[k] = bi_linear(clamp01(given ? accent[k] : usual[k]));
    }
    for (int32_t y = 0; y < size; y++) {
        for (int32_t x = 0; x < size; x++, rgb += 3) {
            bi_weave_point point = bi_weave_at(weave, 1.0, (x + 0.5) / size, (y + 0.5) / size, 1.0 / size);
            for (int32_t k = 0; k < 3; k++) {
                double c = base[k] + point.accent * (band_colour[k] - base[k]);
                rgb[k] = (uint8_t)(255.0 * bi_srgb(clamp01(c * point.light * point.tint)) + 0.5);
            }
        }
    }
    return BIGHT_OK;
}
