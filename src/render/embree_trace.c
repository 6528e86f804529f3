// SPDX-License-Identifier: MIT
// Rays: one through each sample of a pixel, one from there to the lamp, one into the sky.

#include "core/error.h"
#include "core/assert.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/pi.h"
#include "core/random.h"
#include "core/vec3.h"
#include "render/embree_scene.h"
#include "render/image.h"
#include "render/quiet.h"
#include "render/shade.h"

#include <string.h>

#define TILE 16
#define LAMP_SPREAD 0.16 // tangent of the lamp's half width as seen from the scene

typedef struct trace_job {
    const bi_stage *stage;
    RTCScene scene;
    bi_pixel *pixels;
    const bi_quiet *quiet;
    int32_t tiles_across;
    int32_t reach;                    // of the filter
    bight_vec3 lamp_side, lamp_other; // across the lamp's direction
    double sky_reach;                 // no further than this is the sky hidden
} trace_job;

// Points that spread evenly however many are taken: the additive recurrences of Roberts 2018, whose steps
// are powers of 1/g, in two dimensions with g^3 = g + 1, in three with g^4 = g + 1.
typedef struct spread {
    double x, y, z;
} spread;

static double part(double x)
{
    return x - floor(x);
}

static spread spread2(double i)
{
    return (spread){part(0.5 + i * 0.7548776662466927), part(0.5 + i * 0.5698402909980532), 0.0};
}

static spread spread3(double i)
{
    return (spread){part(0.5 + i * 0.8191725133961645), part(0.5 + i * 0.6710436067037893),
                    part(0.5 + i * 0.5497004779019703)};
}

// Where a pixel stands on a curve that keeps neighbours together (Morton 1966): the bits of x and y in
// turn. Samples are numbered along it, so that any square of pixels, which is what the filter averages,
// holds one long piece of a spread sequence.
static uint64_t interleave(uint64_t x)
{
    x = (x | x << 8) & UINT64_C(0x00FF00FF);
    x = (x | x << 4) & UINT64_C(0x0F0F0F0F);
    x = (x | x << 2) & UINT64_C(0x33333333);
    return (x | x << 1) & UINT64_C(0x55555555);
}

static struct RTCRay ray_from(bight_vec3 origin, bight_vec3 direction, double reach)
{
    return (struct RTCRay){.org_x = (float)origin.x,
                           .org_y = (float)origin.y,
                           .org_z = (float)origin.z,
                           .dir_x = (float)direction.x,
                           .dir_y = (float)direction.y,
                           .dir_z = (float)direction.z,
                           .tfar = (float)reach,
                           .mask = 0xFFFFFFFFu};
}

static bool is_hidden(const trace_job *job, bight_vec3 origin, bight_vec3 direction, double reach)
{
    struct RTCRay ray = ray_from(origin, direction, reach);
    bi_any_hit(job->scene, &ray);
    return ray.tfar < 0.0f;
}

// Part of the lamp that a sample sees: one ray to one point of its disc.
static double lamp_seen(const trace_job *job, const bi_hit *hit, spread at)
{
    const bi_stage *stage = job->stage;

    // nothing between here and any point of the lamp: the cone passes by the ball around everything
    bight_vec3 to_centre = v3_sub(stage->centre, hit->place);
    double ahead = v3_dot(to_centre, stage->lamp),
           clear = stage->size + LAMP_SPREAD * fmax(ahead, 0.0) * 1.02;
    if (v3_length_squared(to_centre) - ahead * ahead > clear * clear * (1.0 + LAMP_SPREAD * LAMP_SPREAD)) {
        return 1.0;
    }
    double radius = LAMP_SPREAD * sqrt(at.x), angle = 2.0 * PI * at.y;
    bight_vec3 to_lamp = v3_madd(stage->lamp, radius * cos(angle), job->lamp_side);
    to_lamp = v3_madd(to_lamp, radius * sin(angle), job->lamp_other);
    to_lamp = v3_unit(to_lamp, stage->lamp);
    if (v3_dot(to_lamp, hit->normal) <= 0.0) {
        return 0.0;
    }
    return is_hidden(job, hit->place, to_lamp, 8.0 * stage->size) ? 0.0 : 1.0;
}

// Part of the sky that a sample sees: one ray, cosine-weighted around the normal. Its reach is drawn evenly
// between nothing and a few radii, so that a surface at distance d of reach D counts 1 - d / D: near things
// darken, far ones hardly, and on average the falloff is linear. The ground takes half the light of a ray it
// stops.
static double sky_open(const trace_job *job, const bi_hit *hit, spread at)
{
    const bi_stage *stage = job->stage;
    if (v3_distance(hit->place, stage->centre) > stage->size + job->sky_reach) {
        return 1.0;
    }
    double out = sqrt(at.x), up = sqrt(1.0 - at.x), angle = 2.0 * PI * at.y;
    bight_vec3 side = v3_perpendicular(hit->normal), other = v3_cross(hit->normal, side);
    bight_vec3 direction = v3_madd(v3_mul(up, hit->normal), out * cos(angle), side);
    direction = v3_unit(v3_madd(direction, out * sin(angle), other), hit->normal);
    double reach = at.z * job->sky_reach;
    if (is_hidden(job, hit->place, direction, reach)) {
        return 0.0;
    }
    if (stage->has_ground) {
        double height = v3_dot(v3_sub(hit->place, stage->ground_point), stage->ground_normal);
        double slope = v3_dot(direction, stage->ground_normal);
        if (slope < -1e-6 && height < -slope * reach) {
            return 0.45;
        }
    }
    return 1.0;
}

static bi_hit look(const trace_job *job, double x, double y, double *distance)
{
    const bi_stage *stage = job->stage;
    bight_vec3 direction = bi_pinhole_ray(&stage->pinhole, x / stage->width, y / stage->height);
    struct RTCRayHit found = {.ray = ray_from(stage->pinhole.eye, direction, (double)INFINITY)};
    found.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    bi_first_hit(job->scene, &found);

    // the ground is only seen where nothing else is; what lies below a fixed ground shows through it
    if (found.hit.geomID == RTC_INVALID_GEOMETRY_ID) {
        bi_hit hit;
        if (!bi_shade_ground(stage, direction, &hit, distance)) {
            hit = bi_shade_background(stage);
            *distance = 0.0;
        }
        return hit;
    }
    *distance = (double)found.ray.tfar;
    return bi_shade_surface(stage, &stage->surfaces[found.hit.geomID], (int32_t)found.hit.primID,
                            (double)found.hit.u, (double)found.hit.v, direction, *distance);
}

// Running sums over the samples of a pixel.
typedef struct pixel_sum {
    double glow[3], key[3], sky[3];
    double key_weight, seen, sky_weight, open; // means weighted by the light they will dim
    bight_vec3 place, normal;
    double distance, surfaces;
    double darkest, brightest;
    int32_t count;
} pixel_sum;

static double brightness(const double colour[3])
{
    return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2];
}

static void take_sample(const trace_job *job, int32_t x, int32_t y, pixel_sum *sum)
{
    int32_t i = sum->count++;
    uint64_t pixel = interleave((uint64_t)x) | interleave((uint64_t)y) << 1;
    double number = (double)(pixel * (uint64_t)job->stage->samples + (uint64_t)i);
    bi_random random = bi_random_from(pixel);
    double shift_x = bi_random_unit(&random), shift_y = bi_random_unit(&random), distance;
    spread at = spread2(i);
    bi_hit hit = look(job, x + part(at.x + shift_x), y + part(at.y + shift_y), &distance);
    double total = 0.0;
    for (int32_t k = 0; k < 3; k++) {
        sum->glow[k] += hit.glow[k];
        sum->key[k] += hit.key[k];
        sum->sky[k] += hit.sky[k];
    }

    total = brightness(hit.glow) + brightness(hit.key) + brightness(hit.sky);
    sum->darkest = i == 0 ? total : fmin(sum->darkest, total);
    sum->brightest = i == 0 ? total : fmax(sum->brightest, total);
    if (distance <= 0.0) {
        return;
    }

    // Weighted by light, so that key x seen of the pixel is the mean of the samples. In a film each sample
    // sends one ray only, the first to the lamp and the second to the sky, and of those added on edges few.
    bool thrifty = job->stage->samples < 3;
    if (!thrifty || i % 3 == 0) {
        double key = brightness(hit.key) + 1e-3;
        sum->key_weight += key;
        sum->seen += key * lamp_seen(job, &hit, spread2(number));
    }

    if (!thrifty || i % 3 == 1 || job->stage->samples == 1) {
        double sky = brightness(hit.sky) + 1e-3;
        sum->sky_weight += sky;
        sum->open += sky * sky_open(job, &hit, spread3(number));
    }

    sum->place = v3_add(sum->place, hit.place);
    sum->normal = v3_add(sum->normal, hit.normal);
    sum->distance += distance;
    sum->surfaces += 1.0;
}

static void set3(float out[3], bight_vec3 v)
{
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

static bi_pixel settle(const pixel_sum *sum)
{
    bi_pixel pixel;
    double share = 1.0 / sum->count, on_surface = sum->surfaces > 0.0 ? 1.0 / sum->surfaces : 0.0;
    for (int32_t k = 0; k < 3; k++) {
        pixel.glow[k] = (float)(share * sum->glow[k]);
        pixel.key[k] = (float)(share * sum->key[k]);
        pixel.sky[k] = (float)(share * sum->sky[k]);
    }
    pixel.seen = (float)(sum->key_weight > 0.0 ? sum->seen / sum->key_weight : 1.0);
    pixel.open = (float)(sum->sky_weight > 0.0 ? sum->open / sum->sky_weight : 1.0);
    set3(pixel.place, v3_mul(on_surface, sum->place));
    set3(pixel.normal, v3_unit(sum->normal, v3(0, 0, 0)));
    pixel.distance = (float)(on_surface * sum->distance);
    return pixel;
}

static void trace_pixel(const trace_job *job, int32_t x, int32_t y)
{
    const bi_stage *stage = job->stage;
    pixel_sum sum = {0};
    while (sum.count < stage->samples) {
        take_sample(job, x, y, &sum);
    }

    // edges and fine texture get four times as many
    bool edge = stage->samples > 1 && sum.brightest - sum.darkest > 0.12;
    while (edge && sum.count < 4 * stage->samples) {
        take_sample(job, x, y, &sum);
    }
    job->pixels[(size_t)y * (size_t)stage->width + (size_t)x] = settle(&sum);
}

// Nothing but lit ground, which looks like the background.
static void fill_tile(const trace_job *job, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    bi_pixel pixel = {.seen = 1.0f, .open = 1.0f};
    for (int32_t k = 0; k < 3; k++) {
        pixel.glow[k] = (float)job->stage->background[k];
    }
    for (int32_t y = y0; y < y1; y++) {
        for (int32_t x = x0; x < x1; x++) {
            job->pixels[(size_t)y * (size_t)job->stage->width + (size_t)x] = pixel;
        }
    }
}

static void trace_tile(void *data, int32_t block)
{
    const trace_job *job = data;
    int32_t x0 = block % job->tiles_across * TILE, y0 = block / job->tiles_across * TILE;
    int32_t x1 = x0 + TILE < job->stage->width ? x0 + TILE : job->stage->width;
    int32_t y1 = y0 + TILE < job->stage->height ? y0 + TILE : job->stage->height;

    // no pixel for whose smoothing this tile counts is touched by a shadow either
    int32_t margin = 2 * job->reach;
    if (bi_quiet_tile(job->quiet, job->stage, x0 - margin, y0 - margin, x1 + margin, y1 + margin)) {
        fill_tile(job, x0, y0, x1, y1);
        return;
    }
    for (int32_t y = y0; y < y1; y++) {
        for (int32_t x = x0; x < x1; x++) {
            trace_pixel(job, x, y);
        }
    }
}

bight_status bi_trace(const bight_env *env, const bi_stage *stage, uint8_t *rgb, bight_error *error)
{
    BI_ASSERT(stage->width > 0 && stage->height > 0 && rgb != NULL);
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    int32_t threads = env == NULL ? 1 : env->threads;
    size_t count = (size_t)stage->width * (size_t)stage->height;
    bi_scene scene = {0};

    bi_pixel *pixels = bi_new_array(allocator, count, sizeof *pixels);
    float *smooth = bi_new_array(allocator, count, 2 * sizeof *smooth);
    bight_status status = BIGHT_OK;
    if (pixels == NULL || smooth == NULL) {
        status = bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for %d x %d pixels", stage->width,
                         stage->height);
    }

    // only what lies within 12 radii of a surface takes light of the sky from it
    double sky_reach = fmin(12.0 * stage->rope_radius, 2.0 * stage->size);
    bi_quiet quiet = {0};
    status =
        status == BIGHT_OK ? bi_quiet_make(allocator, stage, LAMP_SPREAD, sky_reach, &quiet, error) : status;
    status = status == BIGHT_OK ? bi_scene_make(stage, &scene, error) : status;

    if (status == BIGHT_OK) {
        int32_t across = (stage->width + TILE - 1) / TILE, down = (stage->height + TILE - 1) / TILE;
        int32_t reach = stage->samples < 3 ? 3 : 4; // a film has less to smooth with, and less time
        bight_vec3 side = v3_perpendicular(stage->lamp);
        trace_job job = {.stage = stage,
                         .scene = scene.scene,
                         .pixels = pixels,
                         .quiet = &quiet,
                         .tiles_across = across,
                         .reach = reach,
                         .lamp_side = side,
                         .lamp_other = v3_cross(stage->lamp, side),
                         .sky_reach = sky_reach};

        // smoothing follows when all tiles are traced: it needs the pixels round each tile
        bi_parallel_for(threads, across * down, trace_tile, &job);
        bi_image_finish(pixels, smooth, stage->width, stage->height, stage->pinhole.pixel, reach, threads,
                        rgb);
    }

    bi_scene_free(&scene);
    bi_quiet_free(allocator, &quiet);
    bi_free_array(allocator, pixels, count, sizeof *pixels);
    bi_free_array(allocator, smooth, count, 2 * sizeof *smooth);
    return status;
}
