// SPDX-License-Identifier: MIT

#include "render/pattern.h"

#include "core/error.h"
#include "core/pi.h"
#include "render/tone.h"

#include <math.h>

// Strands of each direction around the rope. Even, so that over-two-under-two closes around it.
#define STRANDS 8

static double fraction(double x)
{
    return x - floor(x);
}

static int32_t modulo(double whole, int32_t n)
{
    return (int32_t)(whole - n * floor(whole / n));
}

static double clamp01(double x)
{
    return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
}

// One strand seen from above: w across (-1/2 to 1/2), s along the piece that lies on top (0 to 1).
//   height(w, s) = (1 - (2 w)^2) (1 - 0.7 (2 s - 1)^4)
// round across, and diving under its neighbours at both ends. The slopes are its derivatives.
static double strand(double w, double s, double *across, double *along)
{
    double round = 1.0 - 4.0 * w * w, e = 2.0 * s - 1.0, bend = 1.0 - 0.7 * e * e * e * e;
    *across = -8.0 * w * bend;
    *along = -5.6 * e * e * e * round;
    return round * bend;
}

// Two families of helices at 45 degrees, a = n (u + v) and b = n (u - v), each strand passing over two of
// the other family and under two: the regular braid of a kernmantle sheath. At the crossing of strand
// i = floor(a) with j = floor(b) the first family is on top when (i + j) mod 4 is 0 or 1. Along i, j runs
// over-over-under-under; along the rope, i + j is constant, which makes the columns of V of a sheath.
static bi_pattern_point braid(double u, double v, double blur)
{
    const double n = STRANDS;
    double a = n * (u + v), b = n * (u - v);
    int32_t phase = modulo(floor(a) + floor(b), 4);
    bool first_on_top = phase < 2;
    double w = fraction(first_on_top ? a : b) - 0.5;
    double s = 0.5 * (fraction(first_on_top ? b : a) + phase % 2);
    double across, along, height = strand(w, s, &across, &along);

    // from (across, along) to (a, b) to (u, v); the bulge is a part of a strand's width, 1 / (n sqrt 2)
    double bulge = 0.20 / (n * 1.4142135623730951);
    double slope_a = bulge * (first_on_top ? across : 0.5 * along);
    double slope_b = bulge * (first_on_top ? 0.5 * along : across);

    // one pair of strands each way is the tracer: two helices that cross once a turn
    int32_t carrier = modulo(floor(first_on_top ? a : b), STRANDS);
    bool tracer = first_on_top ? carrier < 2 : carrier == 5;

    // yarns twisted within the strand, seen from close by
    double yarn = cos(2.0 * PI * (4.0 * w + 3.0 * s));
    double fine = clamp01(1.5 - blur * n * 5.0), coarse = clamp01(1.6 - blur * n * 0.8);
    return (bi_pattern_point){
        .slope_u = coarse * n * (slope_a + slope_b),
        .slope_v = coarse * n * (slope_a - slope_b),
        .light = coarse * (0.42 + 0.58 * sqrt(height)) + (1.0 - coarse) * 0.85,
        .tracer = tracer ? 1.0 : 0.0,
        .tint = (first_on_top ? 1.04 : 0.96) * (1.0 + 0.07 * fine * yarn),
    };
}

// Three strands as helices: w across the strand, round like a strand, deep grooves between.
static bi_pattern_point laid(double u, double v, double blur)
{
    double a = 3.0 * (u - v), w = fraction(a) - 0.5;
    double coarse = clamp01(1.6 - blur * 3.0), fine = clamp01(1.5 - blur * 24.0);
    double slope = coarse * -8.0 * w * 0.16 / 3.6;
    double yarn = cos(2.0 * PI * (5.0 * w + 9.0 * v + 3.0 * u));
    return (bi_pattern_point){
        .slope_u = 3.0 * slope,
        .slope_v = -3.0 * slope,
        .light = coarse * (0.3 + 0.7 * sqrt(1.0 - 4.0 * w * w)) + (1.0 - coarse) * 0.85,
        .tracer = modulo(floor(a), 3) == 0 ? 1.0 : 0.0,
        .tint = 1.0 + 0.10 * fine * yarn,
    };
}

bi_pattern_point bi_pattern_at(bight_pattern pattern, double u, double v, double blur)
{
    switch (pattern) {
    case BIGHT_PATTERN_BRAID:
        return braid(u, v, blur);
    case BIGHT_PATTERN_LAID:
        return laid(u, v, blur);
    case BIGHT_PATTERN_PLAIN:
        break;
    }
    return (bi_pattern_point){.light = 1.0, .tint = 1.0};
}

void bi_pattern_tracer(const double colour[3], double tracer[3])
{
    double brightness = 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2];
    const double light[3] = {0.80, 0.74, 0.62}, dark[3] = {0.035, 0.04, 0.06};
    for (int32_t k = 0; k < 3; k++) {
        tracer[k] = brightness < 0.42 ? light[k] : dark[k];
    }
}

static bool is_zero(const double colour[3])
{
    return colour[0] == 0.0 && colour[1] == 0.0 && colour[2] == 0.0;
}

bight_status bight_pattern_texture(bight_pattern pattern, const double colour[3], const double tracer[3],
                                   int32_t size, uint8_t *rgb, bight_error *error)
{
    if (size < 16 || size > 4096) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "texture of %d pixels: 16 to 4096 can be made", size);
    }

    // colours are mixed in linear light, not in sRGB
    double base[3], trace[3];
    for (int32_t k = 0; k < 3; k++) {
        base[k] = bi_linear(clamp01(colour[k]));
        trace[k] = bi_linear(clamp01(tracer[k]));
    }
    if (is_zero(tracer)) {
        bi_pattern_tracer(base, trace);
    }

    // the mean of 16 places on a 4 x 4 grid within each pixel
    for (int32_t y = 0; y < size; y++) {
        for (int32_t x = 0; x < size; x++, rgb += 3) {
            double sum[3] = {0.0, 0.0, 0.0};
            for (int32_t i = 0; i < 16; i++) {
                double u = (x + (i % 4 + 0.5) / 4.0) / size, v = (y + (double)(2 * (i / 4) + 1) / 8.0) / size;
                bi_pattern_point point = bi_pattern_at(pattern, u, v, 0.0);
                for (int32_t k = 0; k < 3; k++) {
                    double c = base[k] + point.tracer * (trace[k] - base[k]);
                    sum[k] += c * point.light * point.tint / 16.0;
                }
            }
            for (int32_t k = 0; k < 3; k++) {
                rgb[k] = (uint8_t)(255.0 * bi_srgb(clamp01(sum[k])) + 0.5);
            }
        }
    }
    return BIGHT_OK;
}
