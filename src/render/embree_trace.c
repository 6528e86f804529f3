// SPDX-License-Identifier: MIT
// Rays: one through each sample of a pixel, one from there to the lamp, one into the sky.

#include "core/error.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/random.h"
#include "core/vec3.h"
#include "render/embree_scene.h"
#include "render/image.h"
#include "render/shade.h"

#include <string.h>

#define TILE 16
#define LAMP_SPREAD 0.16 // tangent of the lamp's half width as seen from the scene

static const double pi = 3.14159265358979323846;

typedef struct trace_job {
    const bi_stage *stage;
    RTCScene scene;
    bi_pixel *pixels;
    int32_t tiles_across;
} trace_job;

// A sequence of points in the unit square that spreads evenly however many are taken, shifted by a random
// offset for each pixel and use (the additive recurrence of Roberts 2018, steps 1/g and 1/g^2 with
// g^3 = g + 1; shift of Cranley and Patterson 1976).
typedef struct spread {
    double x, y;
} spread;

static spread spread_at(uint64_t pixel, uint64_t use, int32_t i)
{
    bi_random random = bi_random_from(pixel * 8 + use);
    double x = bi_random_unit(&random) + i * 0.7548776662466927;
    double y = bi_random_unit(&random) + i * 0.5698402909980532;
    return (spread){x - floor(x), y - floor(y)};
}

static struct RTCRay ray_from(bight_vec3 origin, bight_vec3 direction, double reach)
{
    return (struct RTCRay){.org_x = (float)origin.x, .org_y = (float)origin.y, .org_z = (float)origin.z,
                           .dir_x = (float)direction.x, .dir_y = (float)direction.y, .dir_z = (float)direction.z,
                           .tfar = (float)reach, .mask = 0xFFFFFFFFu};
}

static bool is_hidden(const trace_job *job, bight_vec3 origin, bight_vec3 direction, double reach)
{
    struct RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    struct RTCRay ray = ray_from(origin, direction, reach);
    rtcOccluded1(job->scene, &context, &ray);
    return ray.tfar < 0.0f;
}

// Part of the lamp that a sample sees: one ray to one point of its disc.
static double lamp_seen(const trace_job *job, const bi_hit *hit, spread at)
{
    const bi_stage *stage = job->stage;
    double radius = LAMP_SPREAD * sqrt(at.x), angle = 2.0 * pi * at.y;
    bight_vec3 side = v3_perpendicular(stage->lamp), other = v3_cross(stage->lamp, side);
    bight_vec3 to_lamp = v3_madd(v3_madd(stage->lamp, radius * cos(angle), side), radius * sin(angle), other);
    to_lamp = v3_unit(to_lamp, stage->lamp);
    if (v3_dot(to_lamp, hit->normal) <= 0.0) {
        return 0.0;
    }
    return is_hidden(job, hit->place, to_lamp, 8.0 * stage->size) ? 0.0 : 1.0;
}

// Part of the sky that a sample sees: one ray, cosine-weighted around the normal. Its reach is drawn evenly
// between nothing and a few radii, so that what is d away of reach D counts 1 - d / D: near things darken,
// far ones hardly, and on average the falloff is linear. The ground takes half the light of a ray it stops.
static double sky_open(const trace_job *job, const bi_hit *hit, spread at, double reach_part)
{
    const bi_stage *stage = job->stage;
    double out = sqrt(at.x), up = sqrt(1.0 - at.x), angle = 2.0 * pi * at.y;
    bight_vec3 side = v3_perpendicular(hit->normal), other = v3_cross(hit->normal, side);
    bight_vec3 direction = v3_madd(v3_mul(up, hit->normal), out * cos(angle), side);
    direction = v3_unit(v3_madd(direction, out * sin(angle), other), hit->normal);
    double reach = reach_part * fmin(12.0 * stage->rope_radius, 2.0 * stage->size);
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
    struct RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    struct RTCRayHit found = {.ray = ray_from(stage->pinhole.eye, direction, INFINITY)};
    found.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(job->scene, &context, &found);

    bi_hit ground;
    bool on_ground = bi_shade_ground(stage, direction, &ground, distance);
    if (found.hit.geomID == RTC_INVALID_GEOMETRY_ID || (on_ground && *distance < (double)found.ray.tfar)) {
        *distance = on_ground ? *distance : 0.0;
        return on_ground ? ground : bi_shade_background(stage);
    }
    *distance = (double)found.ray.tfar;
    return bi_shade_surface(stage, &stage->surfaces[found.hit.geomID], (int32_t)found.hit.primID,
                            (double)found.hit.u, (double)found.hit.v, direction, *distance);
}

// Running sums over the samples of a pixel.
typedef struct pixel_sum {
    double glow[3], key[3], sky[3];
    double key_weight, seen, sky_weight, open;
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
    uint64_t pixel = (uint64_t)y * (uint64_t)job->stage->width + (uint64_t)x;
    int32_t i = sum->count++;
    spread at = spread_at(pixel, 0, i);
    double distance;
    bi_hit hit = look(job, x + at.x, y + at.y, &distance);
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

    // means weighted by the light they will dim, so that key x seen of the pixel is the mean of the samples
    double key = brightness(hit.key) + 1e-3, sky = brightness(hit.sky) + 1e-3;
    sum->key_weight += key;
    sum->sky_weight += sky;
    sum->seen += key * lamp_seen(job, &hit, spread_at(pixel, 1, i));
    sum->open += sky * sky_open(job, &hit, spread_at(pixel, 2, i), spread_at(pixel, 3, i).x);
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
    pixel.seen = (float)(sum->surfaces > 0.0 ? sum->seen / sum->key_weight : 1.0);
    pixel.open = (float)(sum->surfaces > 0.0 ? sum->open / sum->sky_weight : 1.0);
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
    bool edge = stage->samples >= 3 && sum.brightest - sum.darkest > 0.12;
    while (edge && sum.count < 4 * stage->samples) {
        take_sample(job, x, y, &sum);
    }
    job->pixels[(size_t)y * (size_t)stage->width + (size_t)x] = settle(&sum);
}

static void trace_tile(void *data, int32_t block)
{
    const trace_job *job = data;
    int32_t x0 = block % job->tiles_across * TILE, y0 = block / job->tiles_across * TILE;
    for (int32_t y = y0; y < y0 + TILE && y < job->stage->height; y++) {
        for (int32_t x = x0; x < x0 + TILE && x < job->stage->width; x++) {
            trace_pixel(job, x, y);
        }
    }
}

bight_status bi_trace(const bight_env *env, const bi_stage *stage, uint8_t *rgb, bight_error *error)
{
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
    status = status == BIGHT_OK ? bi_scene_make(stage, &scene, error) : status;
    if (status == BIGHT_OK) {
        int32_t across = (stage->width + TILE - 1) / TILE, down = (stage->height + TILE - 1) / TILE;
        trace_job job = {stage, scene.scene, pixels, across};
        bi_parallel_for(threads, across * down, trace_tile, &job);
        bi_image_finish(pixels, smooth, stage->width, stage->height, stage->pinhole.pixel, 3, threads, rgb);
    }
    bi_scene_free(&scene);
    bi_free_array(allocator, pixels, count, sizeof *pixels);
    bi_free_array(allocator, smooth, count, 2 * sizeof *smooth);
    return status;
}
