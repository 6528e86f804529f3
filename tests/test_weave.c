// SPDX-License-Identifier: MIT
// What is woven into cloth, and cloth in pictures: two sides, threads that fade to their mean, shadows.

#include "bight/render.h"
#include "core/vec3.h"
#include "render/weave.h"
#include "test.h"

#include <string.h>

#define W 96
#define H 96

// Half of every band is accent, at any distance: the mean over a repeat does not depend on blur.
TEST(bands_keep_their_mean_at_any_distance)
{
    for (int32_t weave = BIGHT_WEAVE_PLAIN; weave <= BIGHT_WEAVE_NONE; weave++) {
        double wanted = weave == BIGHT_WEAVE_CHECKS || weave == BIGHT_WEAVE_STRIPES ? 0.5 : 0.0;
        for (double blur = 1e-4; blur < 30.0; blur *= 3.0) {
            double sum = 0.0;
            for (int32_t i = 0; i < 400 * 400; i++) {
                bi_weave_point p = bi_weave_at((bight_weave)weave, 0.7, 0.7 * (i % 400 + 0.5) / 400 - 3.0,
                                               0.7 * (i / 400 + 0.5) / 400 + 8.0, blur);
                CHECK(p.accent >= 0.0 && p.accent <= 1.0 && p.light > 0.3 && p.light <= 1.0);
                CHECK(isfinite(p.slope_u) && isfinite(p.slope_v) && p.tint > 0.9 && p.tint < 1.1);
                sum += p.accent / (400 * 400);
            }
            CHECK_NEAR(sum, wanted, 0.012);
        }
    }
}

// From afar nothing of a weave is left.
TEST(far_away_a_weave_is_one_colour)
{
    for (int32_t i = 0; i < 1000; i++) {
        bi_weave_point p = bi_weave_at(BIGHT_WEAVE_CHECKS, 1.0, 0.0371 * i, 0.0173 * i, 5.0);
        CHECK(p.accent == 0.5 && p.light == 1.0 && p.tint == 1.0 && p.slope_u == 0.0 && p.slope_v == 0.0);
    }
}

TEST(a_tile_repeats)
{
    static uint8_t rgb[64 * 64 * 3];
    const double colour[3] = {0.1, 0.2, 0.8}, accent[3] = {0.9, 0.9, 0.8};
    CHECK(bight_weave_texture(BIGHT_WEAVE_CHECKS, colour, accent, 64, rgb, NULL) == BIGHT_OK);
    int32_t blue = 0, light = 0;
    for (int32_t i = 0; i < 64 * 64; i++) {
        blue += rgb[3 * i] < 60;
        light += rgb[3 * i] > 150;
    }
    CHECK(blue > 500 && light > 500);
    bight_error error = {0};
    CHECK(bight_weave_texture(BIGHT_WEAVE_CHECKS, colour, accent, 8, rgb, &error) == BIGHT_ERROR_INVALID);
    CHECK(error.message[0] != '\0');
}

// ---- pictures ---------------------------------------------------------------------------------------

// A unit square in the plane z = height, its front towards +z.
typedef struct square {
    bight_vec3 positions[4], normals[4];
    double uv[8];
    int32_t triangles[6];
    bight_mesh mesh;
} square;

static void make_square(square *s, double size, double height, bool turned)
{
    const bight_vec3 at[4] = {
        {-size, -size, height}, {size, -size, height}, {size, size, height}, {-size, size, height}};
    const int32_t front[6] = {0, 1, 2, 0, 2, 3}, back[6] = {0, 2, 1, 0, 3, 2};
    const double uv[8] = {0, 0, 1, 0, 1, 1, 0, 1};
    memcpy(s->positions, at, sizeof at);
    memcpy(s->uv, uv, sizeof uv);
    memcpy(s->triangles, turned ? back : front, sizeof front);
    for (int32_t i = 0; i < 4; i++) {
        s->normals[i] = v3(0, 0, turned ? -1 : 1);
    }
    s->mesh = (bight_mesh){s->positions, s->normals, s->uv, s->triangles, 4, 2};
}

static bool draw(const bight_picture_cloth *cloths, int32_t count, uint8_t *rgb)
{
    bight_picture picture = {.cloths = cloths,
                             .cloth_count = count,
                             .width = W,
                             .height = H,
                             .camera = {.eye = {0, 0, 8}, .target = {0, 0, 0}, .up = {0, 1, 0}}};
    bight_error error = {0};
    bight_status status = bight_render(NULL, &picture, rgb, &error);
    if (status != BIGHT_OK && status != BIGHT_ERROR_UNSUPPORTED) {
        fail_msg("%s", error.message);
    }
    return status == BIGHT_OK;
}

static const uint8_t *pixel(const uint8_t *rgb, int32_t x, int32_t y)
{
    return rgb + 3 * (x + y * W);
}

TEST(front_and_back_have_their_colours)
{
    static uint8_t rgb[W * H * 3];
    square front, back;
    make_square(&front, 1.0, 0.0, false);
    make_square(&back, 1.0, 0.0, true);
    bight_picture_cloth cloth = {
        .mesh = &front.mesh, .colour = {0.8, 0.1, 0.1}, .back = {0.1, 0.1, 0.8}, .weave = BIGHT_WEAVE_NONE};
    if (!draw(&cloth, 1, rgb)) {
        skip();
    }
    const uint8_t *p = pixel(rgb, W / 2, H / 2);
    CHECK(p[0] > 2 * p[2]);
    cloth.mesh = &back.mesh;
    draw(&cloth, 1, rgb);
    CHECK(p[2] > 2 * p[0]);
}

// A small square before a large one: its shadow falls to the right, as the lamp stands to the left.
TEST(cloth_throws_shadows_on_cloth)
{
    static uint8_t with[W * H * 3], without[W * H * 3];
    square large, small;
    make_square(&large, 1.5, 0.0, false);
    make_square(&small, 0.3, 0.5, false);
    bight_picture_cloth cloths[2] = {
        {.mesh = &large.mesh, .colour = {0.7, 0.7, 0.7}, .weave = BIGHT_WEAVE_NONE},
        {.mesh = &small.mesh, .colour = {0.7, 0.7, 0.7}, .weave = BIGHT_WEAVE_NONE}};
    if (!draw(cloths, 1, without)) {
        skip();
    }
    draw(cloths, 2, with);
    int32_t darker = 0;
    for (int32_t i = 0; i < W * H; i++) {
        darker += with[3 * i] + 25 < without[3 * i];
    }
    CHECK(darker > 20);
}

TEST(checks_show_and_bad_cloths_are_refused)
{
    static uint8_t rgb[W * H * 3];
    square s;
    make_square(&s, 1.0, 0.0, false);
    bight_picture_cloth cloth = {
        .mesh = &s.mesh, .colour = {0.1, 0.3, 0.7}, .weave = BIGHT_WEAVE_CHECKS, .repeat = 0.5};
    if (!draw(&cloth, 1, rgb)) {
        skip();
    }
    int32_t least = 255, most = 0;
    for (int32_t x = W / 2 - 15; x < W / 2 + 15; x++) {
        int32_t red = pixel(rgb, x, H / 2 + 3)[0];
        least = red < least ? red : least;
        most = red > most ? red : most;
    }
    CHECK(most > least + 50);
    bight_picture picture = {.cloths = &cloth, .cloth_count = 1, .width = W, .height = H};
    bight_error error = {0};
    cloth.repeat = -1.0;
    CHECK(bight_render(NULL, &picture, rgb, &error) == BIGHT_ERROR_INVALID &&
          strstr(error.message, "cloth 1"));
    cloth.repeat = 0.0;
    cloth.weave = (bight_weave)9;
    CHECK(bight_render(NULL, &picture, rgb, &error) == BIGHT_ERROR_INVALID);
    cloth.weave = BIGHT_WEAVE_CHECKS;
    s.positions[2].x = (double)NAN;
    CHECK(bight_render(NULL, &picture, rgb, &error) == BIGHT_ERROR_INVALID);
    picture.cloths = NULL;
    CHECK(bight_render(NULL, &picture, rgb, &error) == BIGHT_ERROR_INVALID);
}

RUN_TESTS(unit(bands_keep_their_mean_at_any_distance), unit(far_away_a_weave_is_one_colour),
          unit(a_tile_repeats), unit(front_and_back_have_their_colours), unit(cloth_throws_shadows_on_cloth),
          unit(checks_show_and_bad_cloths_are_refused))
