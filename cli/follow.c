// SPDX-License-Identifier: MIT
// Time and cameras for films: by change, and smoothly.

#include "cli/shots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define QUICK 0.04 // of the mean time: what a moment in which nothing changes still gets
#define TAMED 0.7  // how far fast stretches are slowed down and slow ones sped up: 1 is evenly

double cli_most_change(double bound, int32_t frames)
{
    return bound * fmax(1.0, 200.0 / frames);
}

// ---- time -------------------------------------------------------------------------------------------

void cli_film_places(const double *change, int32_t moments, int32_t frames, double *places)
{
    // a moment gets change^TAMED + QUICK of the mean of that, all alike when nothing changes at all
    double mean = 0.0;
    for (int32_t i = 0; i + 1 < moments; i++) {
        mean += pow(change[i], TAMED) / (moments - 1);
    }
    double whole = 0.0, floor_time = mean > 0.0 ? QUICK * mean : 1.0;
    for (int32_t i = 0; i + 1 < moments; i++) {
        whole += pow(change[i], TAMED) + floor_time;
    }
    double before = 0.0;
    int32_t at = 0;
    for (int32_t k = 0; k < frames; k++) {
        double wanted = frames > 1 ? whole * k / (frames - 1) : whole;
        while (at + 2 < moments && before + pow(change[at], TAMED) + floor_time < wanted) {
            before += pow(change[at++], TAMED) + floor_time;
        }
        double part = moments > 1 ? (wanted - before) / (pow(change[at], TAMED) + floor_time) : 0.0;
        places[k] = at + fmin(fmax(part, 0.0), 1.0);
    }
    if (frames > 0) {
        places[frames - 1] = moments - 1;
    }
}

// ---- the path ---------------------------------------------------------------------------------------

// The mean over `reach` frames to both sides; the ends go on as they are.
static void blur(double *values, double *spare, int32_t count, int32_t reach)
{
    for (int32_t pass = 0; pass < 3; pass++) {
        for (int32_t i = 0; i < count; i++) {
            double sum = 0.0;
            for (int32_t k = i - reach; k <= i + reach; k++) {
                sum += values[k < 0 ? 0 : k < count ? k : count - 1];
            }
            spare[i] = sum / (2 * reach + 1);
        }
        memcpy(values, spare, sizeof *values * (size_t)count);
    }
}

// The greatest over `reach` frames to both sides.
static void greatest(double *values, double *spare, int32_t count, int32_t reach)
{
    for (int32_t i = 0; i < count; i++) {
        spare[i] = values[i];
        for (int32_t k = i - reach > 0 ? i - reach : 0; k <= i + reach && k < count; k++) {
            spare[i] = fmax(spare[i], values[k]);
        }
    }
    memcpy(values, spare, sizeof *values * (size_t)count);
}

// Three means of r frames each look 3 r frames away. Where v is first raised to its greatest over 3 r frames,
// the means of it are nowhere below v itself: that is why no box leaves the picture.
bool cli_follow(const cli_box *boxes, int32_t count, double aspect, double margin, double room, double least,
                cli_lens *lenses)
{
    double *values = malloc(sizeof *values * 5 * (size_t)(count + 1));
    if (values == NULL) {
        return false;
    }

    double *x = values, *y = x + count, *front = y + count, *half = front + count, *spare = half + count;
    int32_t reach = count / 36 < 12 ? count / 36 : 12;
    for (int32_t i = 0; i < count; i++) {
        x[i] = 0.5 * (boxes[i].low[0] + boxes[i].high[0]);
        y[i] = 0.5 * (boxes[i].low[1] + boxes[i].high[1]);
        front[i] = boxes[i].high[2];
    }

    blur(x, spare, count, reach);
    blur(y, spare, count, reach);
    greatest(front, spare, count, 3 * reach);
    blur(front, spare, count, reach);

    // how much must be seen: the box, and so much that the camera's own motion is no jump
    double scale = 1.15 / (1.0 - fmin(margin, 0.4)), pan = cli_most_change(CLI_PAN, count);
    for (int32_t i = 0; i < count; i++) {
        double wide = fmax(boxes[i].high[0] - x[i], x[i] - boxes[i].low[0]);
        double tall = fmax(boxes[i].high[1] - y[i], y[i] - boxes[i].low[1]);
        half[i] = fmax(least, fmax(scale * tall + room, (scale * wide + room) / aspect));
        for (int32_t k = i > 0 ? i - 1 : 0; k <= i && k + 1 < count; k++) {
            double step =
                fmax(hypot(x[k + 1] - x[k], y[k + 1] - y[k]), CLI_TANGENT * fabs(front[k + 1] - front[k]));
            half[i] = fmax(half[i], step / pan);
        }
        half[i] = log(half[i]);
    }
    greatest(half, spare, count, 3 * reach);

    // the least curve above that which nowhere rises or falls too fast, and its mean
    double slope = cli_most_change(CLI_ZOOM, count);
    for (int32_t i = 1; i < count; i++) {
        half[i] = fmax(half[i], half[i - 1] - slope);
    }
    for (int32_t i = count - 2; i >= 0; i--) {
        half[i] = fmax(half[i], half[i + 1] - slope);
    }

    blur(half, spare, count, reach);
    for (int32_t i = 0; i < count; i++) {
        lenses[i] = (cli_lens){x[i], y[i], front[i], exp(half[i])};
    }

    free(values);
    return true;
}
