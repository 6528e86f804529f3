// SPDX-License-Identifier: MIT

#include "render/image.h"

#include "core/assert.h"
#include "core/parallel.h"
#include "render/tone.h"

#include <stddef.h>

#define ROWS_A_BLOCK 8
#define CURVE_SIZE 4096
#define MAX_REACH 4

typedef struct finish_job {
    const bi_pixel *pixels;
    float *smooth;
    uint8_t *rgb;
    int32_t width, height, reach;
    float pixel;
    float away[2 * MAX_REACH + 1][2 * MAX_REACH + 1]; // 1 + a part of the squared distance to a neighbour
    uint8_t curve[CURVE_SIZE + 1]; // light in steps of 2 / CURVE_SIZE, square root spaced, to sRGB bytes
} finish_job;

static float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// How much pixel q tells about p: the same plane, the same way up. A cross bilateral weight (Eisemann and
// Durand 2004) with rational functions instead of exponentials.
static float likeness(const bi_pixel *p, const bi_pixel *q, float inverse_width2, float away)
{
    const float step[3] = {q->place[0] - p->place[0], q->place[1] - p->place[1], q->place[2] - p->place[2]};
    float off_plane = dot(step, p->normal);
    float turn = 1.0f - dot(p->normal, q->normal);
    return 1.0f / (away * (1.0f + off_plane * off_plane * inverse_width2) * (1.0f + 600.0f * turn * turn));
}

static void smooth_pixel(const finish_job *job, int32_t x, int32_t y)
{
    size_t at = (size_t)y * (size_t)job->width + (size_t)x;
    const bi_pixel *p = &job->pixels[at];

    // a pixel without a surface has no neighbours on its plane: it keeps its own values
    float *out = job->smooth + 2 * at;
    out[0] = p->seen;
    out[1] = p->open;
    if (dot(p->normal, p->normal) < 0.01f) {
        return;
    }

    // sums over the neighbourhood: seen = sum of w seen_q / sum of w, w = likeness(p, q); open likewise
    float width = job->pixel * p->distance, inverse_width2 = 1.0f / (width * width);
    float total = 0.0f, seen = 0.0f, open = 0.0f;
    int32_t reach = job->reach;
    for (int32_t dy = -reach; dy <= reach; dy++) {
        if (y + dy < 0 || y + dy >= job->height) {
            continue;
        }
        for (int32_t dx = -reach; dx <= reach; dx++) {
            if (x + dx < 0 || x + dx >= job->width) {
                continue;
            }
            const bi_pixel *q = p + (ptrdiff_t)dy * job->width + dx;
            float weight = likeness(p, q, inverse_width2, job->away[dy + reach][dx + reach]);
            total += weight;
            seen += weight * q->seen;
            open += weight * q->open;
        }
    }

    out[0] = seen / total;
    out[1] = open / total;
}

// Is nothing hidden in the block of rows from y, columns x to end - 1, nor within reach of there? Then there
// is nothing to smooth.
static bool all_in_light(const finish_job *job, int32_t x, int32_t end, int32_t y)
{
    int32_t reach = job->reach, left = x > reach ? x - reach : 0, top = y > reach ? y - reach : 0;
    int32_t right = end + reach < job->width ? end + reach : job->width;
    int32_t bottom = y + ROWS_A_BLOCK + reach < job->height ? y + ROWS_A_BLOCK + reach : job->height;
    for (int32_t row = top; row < bottom; row++) {
        const bi_pixel *p = job->pixels + (size_t)row * (size_t)job->width;
        for (int32_t i = left; i < right; i++) {
            if (p[i].seen != 1.0f || p[i].open != 1.0f) {
                return false;
            }
        }
    }
    return true;
}

static void smooth_rows(void *data, int32_t block)
{
    const finish_job *job = data;
    int32_t start = block * ROWS_A_BLOCK;
    int32_t end = start + ROWS_A_BLOCK < job->height ? start + ROWS_A_BLOCK : job->height;
    for (int32_t x = 0; x < job->width; x += ROWS_A_BLOCK) {
        int32_t right = x + ROWS_A_BLOCK < job->width ? x + ROWS_A_BLOCK : job->width;
        bool plain = all_in_light(job, x, right, start);
        for (int32_t y = start; y < end; y++) {
            for (int32_t i = x; i < right; i++) {
                float *out = job->smooth + 2 * ((size_t)y * (size_t)job->width + (size_t)i);
                out[0] = out[1] = 1.0f;
                if (!plain) {
                    smooth_pixel(job, i, y);
                }
            }
        }
    }
}

static void tone_rows(void *data, int32_t block)
{
    const finish_job *job = data;
    int32_t end = (block + 1) * ROWS_A_BLOCK < job->height ? (block + 1) * ROWS_A_BLOCK : job->height;
    size_t last = (size_t)end * (size_t)job->width;
    for (size_t at = (size_t)block * ROWS_A_BLOCK * (size_t)job->width; at < last; at++) {
        const bi_pixel *p = &job->pixels[at];
        float seen = job->smooth[2 * at], open = job->smooth[2 * at + 1];
        for (int32_t k = 0; k < 3; k++) {
            float light = p->glow[k] + p->key[k] * seen + p->sky[k] * open;
            float step = sqrtf(light > 0.0f ? light : 0.0f) * (CURVE_SIZE / 2.0f) + 0.5f;
            job->rgb[3 * at + (size_t)k] = job->curve[step < CURVE_SIZE ? (int32_t)step : CURVE_SIZE];
        }
    }
}

void bi_image_finish(const bi_pixel *pixels, float *smooth, int32_t width, int32_t height, double pixel,
                     int32_t reach, int32_t threads, uint8_t *rgb)
{
    BI_ASSERT(width > 0 && height > 0);
    finish_job job = {.pixels = pixels,
                      .smooth = smooth,
                      .rgb = rgb,
                      .width = width,
                      .height = height,
                      .reach = reach,
                      .pixel = (float)pixel};
    for (int32_t i = 0; i <= CURVE_SIZE; i++) {
        double root = 2.0 * i / CURVE_SIZE;
        job.curve[i] = (uint8_t)(255.0 * bi_srgb(bi_tone(root * root)) + 0.5);
    }
    for (int32_t y = -reach; y <= reach; y++) {
        for (int32_t x = -reach; x <= reach; x++) {
            job.away[y + reach][x + reach] =
                1.0f + 2.0f * (float)(x * x + y * y) / (float)(reach * reach + 1);
        }
    }
    int32_t blocks = (height + ROWS_A_BLOCK - 1) / ROWS_A_BLOCK;
    bi_parallel_for(threads, blocks, smooth_rows, &job);
    bi_parallel_for(threads, blocks, tone_rows, &job);
}
