// SPDX-License-Identifier: MIT

#include "render/quiet.h"

#include "core/random.h"
#include "geom/shapes.h"
#include "surface.h"

#define W 96
#define H 64
#define TILE 16
#define LAMP_SPREAD 0.16
#define SKY_REACH 4.0

// Does a ray meet a triangle before `reach`? (Moeller and Trumbore 1997)
static bool meets(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 from, bight_vec3 ray, double reach)
{
    bight_vec3 ab = v3_sub(b, a), ac = v3_sub(c, a), p = v3_cross(ray, ac);
    double det = v3_dot(ab, p);
    bight_vec3 to = v3_sub(from, a), q = v3_cross(to, ab);
    double u = v3_dot(to, p) / det, v = v3_dot(ray, q) / det, t = v3_dot(ac, q) / det;
    return u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t > 0.0 && t < reach;
}

static bool is_stopped(const bi_stage *stage, bight_vec3 from, bight_vec3 ray, double reach)
{
    for (int32_t i = 0; i < stage->count; i++) {
        const bight_mesh *mesh = stage->surfaces[i].mesh;
        for (int32_t k = 0; k < mesh->triangle_count; k++) {
            const int32_t *t = mesh->triangles + 3 * (size_t)k;
            if (meets(mesh->positions[t[0]], mesh->positions[t[1]], mesh->positions[t[2]], from, ray,
                      reach)) {
                return true;
            }
        }
    }
    return false;
}

typedef struct scene {
    bi_shaded_surface surfaces[2];
    bight_mesh rings[2];
    bi_stage stage;
} scene;

// two rings that lie anywhere, seen from anywhere, most often above a ground
static void make(uint64_t seed, scene *s)
{
    bi_random random = bi_random_from(seed);
    *s = (scene){0};
    for (int32_t i = 0; i < 2; i++) {
        CHECK(bi_shape_torus(NULL, 1.0, 0.1, 12, 5, &s->rings[i], NULL) == BIGHT_OK);
        bight_vec3 move = bi_random_vec3(&random, 3.0);
        for (int32_t k = 0; k < s->rings[i].vertex_count; k++) {
            s->rings[i].positions[k] = v3_add(s->rings[i].positions[k], move);
        }
        s->surfaces[i].mesh = &s->rings[i];
    }
    s->stage = (bi_stage){
        .surfaces = s->surfaces, .count = 2, .size = 5.0, .rope_radius = 0.1, .width = W, .height = H};
    bight_camera camera = {
        .eye = bi_random_vec3(&random, 12.0), .target = bi_random_vec3(&random, 2.0), .fov_degrees = 40};
    CHECK(bi_pinhole_make(&camera, W, H, &s->stage.pinhole));
    s->stage.lamp = v3_unit(bi_random_vec3(&random, 1.0), v3(0, 1, 0));
    s->stage.has_ground = seed % 4 != 0;
    s->stage.ground_normal = seed % 4 == 1 ? v3(0, 1, 0) : s->stage.pinhole.back;
    s->stage.ground_point = v3_mul(-3.5, s->stage.ground_normal);
}

// A ray through the tile, and from the ground it meets one to the lamp and one into the sky: all are free.
static bool ray_is_free(const bi_stage *stage, int32_t x, int32_t y, bi_random *random)
{
    double px = x + TILE * bi_random_unit(random), py = y + TILE * bi_random_unit(random);
    bight_vec3 ray = bi_pinhole_ray(&stage->pinhole, px / W, py / H);
    if (is_stopped(stage, stage->pinhole.eye, ray, 1e9)) {
        return false;
    }
    double slope = v3_dot(ray, stage->ground_normal);
    double height = v3_dot(v3_sub(stage->pinhole.eye, stage->ground_point), stage->ground_normal);
    if (!stage->has_ground || slope >= -1e-6 || height <= 0.0) {
        return true;
    }
    bight_vec3 place = v3_madd(stage->pinhole.eye, height / -slope, ray);
    bight_vec3 side = v3_perpendicular(stage->lamp), other = v3_cross(stage->lamp, side);
    double angle = 2.0 * PI * bi_random_unit(random), out = LAMP_SPREAD * bi_random_unit(random);
    bight_vec3 to_lamp = v3_madd(v3_madd(stage->lamp, out * cos(angle), side), out * sin(angle), other);
    bight_vec3 to_sky = v3_unit(bi_random_vec3(random, 1.0), stage->lamp);
    return !is_stopped(stage, place, to_lamp, 1e9) && !is_stopped(stage, place, to_sky, SKY_REACH);
}

// Oracle: rays against every triangle never find anything in a tile that is called quiet.
TEST(quiet_tiles_are_quiet)
{
    int32_t quiet_tiles = 0, tiles = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        scene s;
        bi_quiet quiet;
        make(seed, &s);
        CHECK(bi_quiet_make(NULL, &s.stage, LAMP_SPREAD, SKY_REACH, &quiet, NULL) == BIGHT_OK);
        bi_random random = bi_random_from(seed);
        for (int32_t y = 0; y < H; y += TILE) {
            for (int32_t x = 0; x < W; x += TILE) {
                bool is_quiet = bi_quiet_tile(&quiet, &s.stage, x, y, x + TILE, y + TILE);
                quiet_tiles += is_quiet;
                tiles++;
                for (int32_t i = 0; i < 20 && is_quiet; i++) {
                    CHECK_SEED(ray_is_free(&s.stage, x, y, &random), seed);
                }
            }
        }
        bi_quiet_free(NULL, &quiet);
        bight_mesh_free(NULL, &s.rings[0]);
        bight_mesh_free(NULL, &s.rings[1]);
    }

    // and it is worth asking
    CHECK(quiet_tiles > tiles / 4);
}

RUN_TESTS(unit(quiet_tiles_are_quiet))
