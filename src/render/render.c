// SPDX-License-Identifier: MIT
// From a picture to a stage: ranges checked, defaults filled in, tubes swept, camera and ground placed.

#include "bight/render.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "render/pattern.h"
#include "render/stage.h"
#include "render/tone.h"
#include "render/weave.h"

void bight_rope_colour(int32_t i, double colour[3])
{
    // Okabe and Ito 2008, "Color Universal Design", in an order that starts with the strongest pair
    static const uint8_t palette[7][3] = {{213, 94, 0},    {0, 114, 178},  {0, 158, 115}, {230, 159, 0},
                                          {204, 121, 167}, {86, 180, 233}, {240, 228, 66}};
    const uint8_t *chosen = palette[(uint32_t)i % 7];
    for (int32_t k = 0; k < 3; k++) {
        colour[k] = chosen[k] / 255.0;
    }
}

static bool is_colour(const double colour[3])
{
    return colour[0] >= 0 && colour[0] <= 1 && colour[1] >= 0 && colour[1] <= 1 && colour[2] >= 0 &&
           colour[2] <= 1;
}

// sRGB to linear; all zero means the default
static void set_colour(const double colour[3], const double otherwise[3], double linear[3])
{
    bool given = colour[0] > 0.0 || colour[1] > 0.0 || colour[2] > 0.0;
    for (int32_t k = 0; k < 3; k++) {
        linear[k] = bi_linear(given ? colour[k] : otherwise[k]);
    }
}

static bight_status check_picture(const bight_picture *picture, const bi_stage *stage, bight_error *error)
{
    if (stage->width < 1 || stage->width > 16384 || stage->height < 1 || stage->height > 16384 ||
        (int64_t)stage->width * stage->height > (int64_t)1 << 24) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "picture of %d x %d: 1 to 16384 pixels a side and 2^24 in all can be made",
                       stage->width, stage->height);
    }

    if (stage->samples < 1 || stage->samples > 64) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "picture with %d samples: 1 to 64 can be taken",
                       stage->samples);
    }

    // counts, and an array for each that is not 0
    if (picture->tube_count < 0 || picture->mesh_count < 0 || picture->cloth_count < 0 ||
        (int64_t)picture->tube_count + picture->mesh_count + picture->cloth_count > INT32_MAX ||
        (picture->cloth_count > 0 && picture->cloths == NULL) ||
        (picture->tube_count > 0 && picture->tubes == NULL) ||
        (picture->mesh_count > 0 && picture->meshes == NULL) ||
        picture->tube_count + picture->mesh_count + picture->cloth_count == 0) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "picture of %d ropes, %d obstacles and %d cloths: nothing to show",
                       picture->tube_count, picture->mesh_count, picture->cloth_count);
    }

    // numbers that must be finite; a field of view of 0 is the usual one
    double fov = picture->camera.fov_degrees;
    if (!is_colour(picture->background) || !v3_is_finite(picture->from) ||
        !v3_is_finite(picture->camera.up) || !isfinite(picture->ground_level) ||
        !(fov == 0.0 || (fov >= 1.0 && fov <= 120.0))) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "picture: background, direction or camera is out of range");
    }
    return BIGHT_OK;
}

static bight_status add_tubes(const bight_env *env, const bight_picture *picture, bi_stage *stage,
                              bight_error *error)
{
    int64_t points = 0;
    for (int32_t i = 0; i < picture->tube_count; i++) {
        points += picture->tubes[i].curve.count;
    }

    // a film of a long rope must still fit memory: coarser when there are very many links
    int32_t sides = stage->height <= 480 && points < 4000 ? 20
                    : points < 600                        ? 36
                    : points < 4000                       ? 24
                    : points < 30000                      ? 14
                                                          : 8;
    int32_t samples = points < 4000 ? (stage->height <= 480 ? 2 : 4) : points < 30000 ? 3 : 1;
    for (int32_t i = 0; i < picture->tube_count; i++) {
        const bight_picture_tube *from = &picture->tubes[i];
        bi_shaded_surface *surface = &stage->surfaces[stage->count];
        if (!is_colour(from->colour) || !is_colour(from->tracer)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "rope %d: colours must be between 0 and 1", i + 1);
        }
        bight_tube tube = {.curve = from->curve,
                           .radius = from->radius,
                           .sides = sides,
                           .samples_per_link = samples,
                           .radii = from->radii};
        bight_status status = bight_tube_mesh(env, &tube, &surface->tube, error);
        if (status != BIGHT_OK) {
            return status;
        }
        double colour[3], tracer[3];
        bight_rope_colour(i, colour);
        surface->mesh = &surface->tube;
        surface->radius = from->radius;
        // the mesh lies inside the round rope by up to (1 - cos(pi / sides)) of its radius
        surface->lift = from->radius * (1.03 - cos(3.14159265358979323846 / sides));
        surface->pattern = from->pattern;
        surface->gloss = fmax(0.12, from->gloss);
        set_colour(from->colour, colour, surface->colour);
        bi_pattern_tracer(surface->colour, tracer);
        bool given = from->tracer[0] > 0.0 || from->tracer[1] > 0.0 || from->tracer[2] > 0.0;
        for (int32_t k = 0; k < 3; k++) {
            surface->tracer[k] = given ? bi_linear(from->tracer[k]) : tracer[k];
        }
        stage->rope_radius = fmax(stage->rope_radius, from->radius);
        stage->count++;
    }
    return BIGHT_OK;
}

static bool is_good_mesh(const bight_mesh *mesh)
{
    bool good = mesh != NULL && mesh->triangle_count > 0;
    for (int32_t k = 0; good && k < mesh->vertex_count; k++) {
        good = v3_is_finite(mesh->positions[k]);
    }
    for (size_t k = 0; good && k < 3 * (size_t)mesh->triangle_count; k++) {
        good = mesh->triangles[k] >= 0 && mesh->triangles[k] < mesh->vertex_count;
    }
    return good;
}

static bight_status add_meshes(const bight_picture *picture, bi_stage *stage, bight_error *error)
{
    const double grey[3] = {0.50, 0.53, 0.57};
    for (int32_t i = 0; i < picture->mesh_count; i++) {
        const bight_picture_mesh *from = &picture->meshes[i];
        const bight_mesh *mesh = from->mesh;
        bool good = is_good_mesh(mesh) && is_colour(from->colour) && from->gloss >= 0.0 && from->gloss <= 1.0;
        if (!good) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "obstacle %d: no triangles, or a number that is out of range", i + 1);
        }
        bi_shaded_surface *surface = &stage->surfaces[stage->count++];
        surface->mesh = mesh;
        surface->gloss = from->gloss;
        surface->pattern = BIGHT_PATTERN_PLAIN;
        set_colour(from->colour, grey, surface->colour);
    }
    return BIGHT_OK;
}

// A tenth of the wider side of its pattern.
static double usual_repeat(const bight_mesh *mesh)
{
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
    for (int32_t i = 0; i < 2 * mesh->vertex_count; i++) {
        low[i % 2] = fmin(low[i % 2], mesh->uv[i]);
        high[i % 2] = fmax(high[i % 2], mesh->uv[i]);
    }
    return 0.1 * fmax(high[0] - low[0], high[1] - low[1]);
}

static bight_status add_cloths(const bight_picture *picture, bi_stage *stage, bight_error *error)
{
    for (int32_t i = 0; i < picture->cloth_count; i++) {
        const bight_picture_cloth *from = &picture->cloths[i];
        const bight_mesh *mesh = from->mesh;
        if (!is_good_mesh(mesh) || !is_colour(from->colour) || !is_colour(from->back) ||
            !is_colour(from->accent) || (uint32_t)from->weave > BIGHT_WEAVE_NONE ||
            !(from->repeat >= 0.0 && from->repeat < HUGE_VAL)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "cloth %d: no triangles, or a number that is out of range", i + 1);
        }

        bi_shaded_surface *surface = &stage->surfaces[stage->count++];
        double usual[3], pale[3], light[3];
        bight_rope_colour(i + 1, usual);
        surface->mesh = mesh;
        surface->cloth = true;
        surface->gloss = 0.06;

        // threads lie along u and v: without a pattern, or on one that has no size, there are none
        surface->weave = mesh->uv != NULL ? from->weave : BIGHT_WEAVE_NONE;
        surface->repeat = from->repeat > 0.0 ? from->repeat : mesh->uv != NULL ? usual_repeat(mesh) : 1.0;
        if (!(surface->repeat > 0.0)) {
            surface->weave = BIGHT_WEAVE_NONE;
        }

        // back and accent follow from the colour of the front unless they are given
        set_colour(from->colour, usual, surface->colour);
        for (int32_t k = 0; k < 3; k++) {
            usual[k] = bi_srgb(surface->colour[k]);
        }
        bi_weave_colours(usual, pale, light);
        set_colour(from->back, pale, surface->back);
        set_colour(from->accent, light, surface->tracer);
    }
    return BIGHT_OK;
}

// All positions in one array, for framing; the caller frees it.
static bight_vec3 *gather(const bight_allocator *allocator, const bi_stage *stage, int64_t *count)
{
    *count = 0;
    for (int32_t i = 0; i < stage->count; i++) {
        *count += stage->surfaces[i].mesh->vertex_count;
    }
    bight_vec3 *points = *count > INT32_MAX ? NULL : bi_new_array(allocator, (size_t)*count, sizeof *points);
    int64_t at = 0;
    for (int32_t i = 0; i < stage->count && points != NULL; i++) {
        const bight_mesh *mesh = stage->surfaces[i].mesh;
        for (int32_t k = 0; k < mesh->vertex_count; k++) {
            points[at++] = mesh->positions[k];
        }
    }
    return points;
}

static void measure(const bight_vec3 *points, int64_t count, bi_stage *stage)
{
    bight_vec3 low = points[0], high = points[0];
    for (int64_t i = 1; i < count; i++) {
        low = v3(fmin(low.x, points[i].x), fmin(low.y, points[i].y), fmin(low.z, points[i].z));
        high = v3(fmax(high.x, points[i].x), fmax(high.y, points[i].y), fmax(high.z, points[i].z));
    }
    stage->centre = v3_lerp(low, high, 0.5);
    stage->size = fmax(0.5 * v3_distance(low, high), 1e-9);
    if (!(stage->rope_radius > 0.0)) {
        stage->rope_radius = 0.05 * stage->size;
    }
    for (int32_t i = 0; i < stage->count; i++) {
        if (stage->surfaces[i].cloth) { // folds shade what lies in them
            stage->rope_radius = fmax(stage->rope_radius, 0.03 * stage->size);
        }
    }
}

static void place_ground(const bight_picture *picture, const bight_vec3 *points, int64_t count,
                         bi_stage *stage)
{
    if (picture->ground == BIGHT_GROUND_NONE) {
        return;
    }
    bight_vec3 up = v3_unit(picture->camera.up, v3(0, 1, 0));
    bight_vec3 normal = picture->ground == BIGHT_GROUND_BEHIND ? stage->pinhole.back : up;
    double lowest = (double)INFINITY;
    for (int64_t i = 0; i < count; i++) {
        lowest = fmin(lowest, v3_dot(points[i], normal));
    }
    if (picture->ground_fixed) {
        lowest = picture->ground_level;
    }
    stage->has_ground = true;
    stage->ground_normal = normal;
    stage->ground_point = v3_madd(stage->centre, lowest - v3_dot(stage->centre, normal), normal);
}

static bight_status set_up(const bight_env *env, const bight_picture *picture, bi_stage *stage,
                           bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    int64_t count;
    bight_vec3 *points = gather(allocator, stage, &count);
    if (points == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to frame %lld vertices", (long long)count);
    }

    measure(points, count, stage);
    bight_camera camera = picture->camera;
    bight_vec3 gap = v3_sub(camera.eye, camera.target);
    if (gap.x == 0.0 && gap.y == 0.0 && gap.z == 0.0) {
        camera = bight_camera_fit(points, (int32_t)count, 0.0, picture->from, camera.up, camera.fov_degrees,
                                  (double)stage->width / stage->height);
    }

    bool good = bi_pinhole_make(&camera, stage->width, stage->height, &stage->pinhole);
    if (good) {
        place_ground(picture, points, count, stage);
    }

    bi_free_array(allocator, points, (size_t)count, sizeof *points);
    if (!good) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "camera is not finite, or looks nowhere");
    }

    // the lamp stands behind the viewer's left shoulder, high up
    const bi_pinhole *p = &stage->pinhole;
    bight_vec3 above =
        picture->ground == BIGHT_GROUND_BEHIND ? p->up : v3_unit(picture->camera.up, v3(0, 1, 0));
    double lift = picture->ground == BIGHT_GROUND_BEHIND ? 0.6 : 0.95,
           ahead = picture->ground == BIGHT_GROUND_BEHIND ? 0.95 : 0.45;
    bight_vec3 lamp = v3_madd(v3_madd(v3_mul(-0.70, p->right), lift, above), ahead, p->back);
    stage->lamp = v3_unit(lamp, above);
    return BIGHT_OK;
}

bight_status bight_render(const bight_env *env, const bight_picture *picture, uint8_t *rgb,
                          bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    const double paper[3] = {0.925, 0.917, 0.902};
    bi_stage stage = {.width = picture->width == 0 ? 1280 : picture->width,
                      .height = picture->height == 0 ? 720 : picture->height,
                      .samples = picture->samples == 0 ? 4 : picture->samples};
    bight_status status = check_picture(picture, &stage, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // the background as light, before the tone curve
    set_colour(picture->background, paper, stage.background);
    for (int32_t k = 0; k < 3; k++) {
        stage.background[k] = bi_tone_inverse(fmin(stage.background[k], 0.99));
    }

    // surfaces, then the camera, ground and lamp, which are fitted to them
    size_t room = (size_t)picture->tube_count + (size_t)picture->mesh_count + (size_t)picture->cloth_count;
    stage.surfaces = bi_new_array(allocator, room, sizeof *stage.surfaces);
    if (stage.surfaces == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a picture");
    }

    status = add_tubes(env, picture, &stage, error);
    status = status == BIGHT_OK ? add_meshes(picture, &stage, error) : status;
    status = status == BIGHT_OK ? add_cloths(picture, &stage, error) : status;
    status = status == BIGHT_OK ? set_up(env, picture, &stage, error) : status;
    if (status == BIGHT_OK) {
#ifdef BIGHT_HAS_EMBREE
        status = bi_trace(env, &stage, rgb, error);
#else
        (void)rgb;
        status = bi_fail(
            error, BIGHT_ERROR_UNSUPPORTED, 0,
            "this build cannot make pictures: install Embree (Debian: libembree-dev) and build again");
#endif
    }

    // tubes are meshes of our own, the others are borrowed
    for (size_t i = 0; i < room; i++) {
        bight_mesh_free(allocator, &stage.surfaces[i].tube);
    }

    bi_free_array(allocator, stage.surfaces, room, sizeof *stage.surfaces);
    return status;
}
