// SPDX-License-Identifier: MIT

#include "bight/render.h"
#include "geom/shapes.h"
#include "render/camera.h"
#include "render/pattern.h"
#include "render/tone.h"
#include "surface.h"

#define W 96
#define H 64

static bool has_embree(void)
{
    bight_vec3 points[2] = {v3(0, 0, 0), v3(1, 0, 0)};
    bight_picture_tube tube = {.curve = {points, 2, false}, .radius = 0.1};
    bight_picture picture = {.tubes = &tube, .tube_count = 1, .width = 8, .height = 8};
    uint8_t rgb[8 * 8 * 3];
    bight_error error;
    bight_status status = bight_render(NULL, &picture, rgb, &error);
    CHECK(status == BIGHT_OK ||
          (status == BIGHT_ERROR_UNSUPPORTED && strstr(error.message, "libembree-dev")));
    return status == BIGHT_OK;
}

static void knot(bight_vec3 *points, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        double t = 2.0 * PI * i / count;
        points[i] =
            v3(3.3 * (sin(t) + 2.0 * sin(2.0 * t)), 3.3 * (cos(t) - 2.0 * cos(2.0 * t)), -2.0 * sin(3.0 * t));
    }
}

TEST(a_picture_does_not_depend_on_threads)
{
    if (!has_embree()) {
        skip();
    }
    bight_vec3 points[100];
    knot(points, 100);
    bight_mesh ball;
    CHECK(bi_shape_sphere(NULL, 2.0, 24, 12, &ball, NULL) == BIGHT_OK);
    bight_picture_tube tube = {.curve = {points, 100, true}, .radius = 0.5};
    bight_picture_mesh mesh = {.mesh = &ball, .gloss = 0.5};
    bight_picture picture = {.tubes = &tube,
                             .tube_count = 1,
                             .meshes = &mesh,
                             .mesh_count = 1,
                             .width = W,
                             .height = H,
                             .ground = BIGHT_GROUND_BELOW};
    static uint8_t first[W * H * 3], other[W * H * 3];
    CHECK(bight_render(NULL, &picture, first, NULL) == BIGHT_OK);
    for (int32_t threads = 1; threads <= 4; threads++) {
        bight_env env = {.threads = threads};
        memset(other, 0, sizeof other);
        CHECK(bight_render(&env, &picture, other, NULL) == BIGHT_OK);
        assert_memory_equal(first, other, sizeof first);
    }
    bight_mesh_free(NULL, &ball);
}

// A rope of one plain colour in front of a background: its hue is there, the corners are the background.
TEST(colours_arrive)
{
    if (!has_embree()) {
        skip();
    }
    bight_vec3 points[2] = {v3(-1, 0, 0), v3(1, 0, 0)};
    bight_picture_tube tube = {.curve = {points, 2, false},
                               .radius = 0.5,
                               .colour = {0.1, 0.7, 0.1},
                               .pattern = BIGHT_PATTERN_PLAIN};
    bight_picture picture = {
        .tubes = &tube, .tube_count = 1, .width = W, .height = H, .background = {0.2, 0.4, 0.8}};
    static uint8_t rgb[W * H * 3];
    CHECK(bight_render(NULL, &picture, rgb, NULL) == BIGHT_OK);
    CHECK(abs(rgb[0] - 51) <= 1 && abs(rgb[1] - 102) <= 1 && abs(rgb[2] - 204) <= 1);
    const uint8_t *middle = rgb + 3 * ((H / 2) * W + W / 2);
    CHECK(middle[1] > 2 * middle[0] && middle[1] > 2 * middle[2]);
}

// A rope at two heights over the same ground: what is far from rope and shadow looks the same.
TEST(a_fixed_ground_stays)
{
    if (!has_embree()) {
        skip();
    }
    static uint8_t rgb[2][W * H * 3];
    for (int32_t i = 0; i < 2; i++) {
        bight_vec3 points[2] = {v3(-1, 1.0 + 2.0 * i, 0), v3(1, 1.0 + 2.0 * i, 0)};
        bight_picture_tube tube = {.curve = {points, 2, false}, .radius = 0.3};
        bight_picture picture = {.tubes = &tube,
                                 .tube_count = 1,
                                 .width = W,
                                 .height = H,
                                 .samples = 8,
                                 .camera = {.eye = v3(0, 6, 9), .target = v3(0, 0, 0)},
                                 .ground = BIGHT_GROUND_BELOW,
                                 .ground_fixed = true};
        CHECK(bight_render(NULL, &picture, rgb[i], NULL) == BIGHT_OK);
    }
    // in the middle of the lower edge neither rope nor shadow: the very background
    const size_t at = 3 * ((H - 2) * W + W / 2);
    CHECK(abs(rgb[0][at] - rgb[1][at]) <= 2 && rgb[0][at] > 225);
    CHECK(memcmp(rgb[0], rgb[1], sizeof rgb[0]) != 0);
}

TEST(pictures_out_of_range_are_refused)
{
    bight_vec3 points[2] = {v3(0, 0, 0), v3(1, 0, 0)};
    bight_picture_tube tube = {.curve = {points, 2, false}, .radius = 0.1};
    const bight_picture good = {.tubes = &tube, .tube_count = 1, .width = 8, .height = 8};
    bight_picture bad[10];
    for (int32_t i = 0; i < 10; i++) {
        bad[i] = good;
    }
    bad[0].width = -1;
    bad[1].height = 20000;
    bad[2].samples = 65;
    bad[3].tube_count = 0;
    bad[4].background[1] = (double)NAN;
    bad[5].from = v3((double)INFINITY, 0, 0);
    bad[6].camera.fov_degrees = 170.0;
    bad[7].camera.eye = v3((double)NAN, 0, 0);
    bad[8].mesh_count = 1;
    bad[9].width = bad[9].height = 8192;
    uint8_t rgb[8 * 8 * 3];
    for (int32_t i = 0; i < 10; i++) {
        bight_error error = {0};
        CHECK(bight_render(NULL, &bad[i], rgb, &error) == BIGHT_ERROR_INVALID && error.message[0] != '\0');
    }
    tube.radius = (double)NAN;
    CHECK(bight_render(NULL, &good, rgb, NULL) == BIGHT_ERROR_INVALID);
}

TEST(running_out_of_memory_leaks_nothing)
{
    bool traced = has_embree();
    bight_vec3 points[3] = {v3(0, 0, 0), v3(1, 0, 0), v3(1, 1, 0)};
    bight_picture_tube tube = {.curve = {points, 3, false}, .radius = 0.1};
    bight_picture picture = {.tubes = &tube, .tube_count = 1, .width = 8, .height = 8};
    for (int64_t n = 1; n < 100; n++) {
        failing_allocator state = {.fail_at = n};
        bight_env env = failing_env(&state);
        uint8_t rgb[8 * 8 * 3];
        bight_status status = bight_render(&env, &picture, rgb, NULL);
        CHECK(state.held == 0);
        if (status == (traced ? BIGHT_OK : BIGHT_ERROR_UNSUPPORTED)) {
            return;
        }
        CHECK(status == BIGHT_ERROR_NO_MEMORY);
    }
    fail();
}

// Every ball lies inside the picture, and one of them touches the border of the framed part.
TEST(framing_is_tight)
{
    bight_vec3 points[100];
    knot(points, 100);
    for (int32_t i = 0; i < 6; i++) {
        bight_vec3 from = i == 0 ? v3(0, 0, 0) : v3(sin(i), cos(3.0 * i), sin(2.0 * i));
        bight_camera camera = bight_camera_fit(points, 100, 0.5, from, v3(0, 0, 0), 0.0, 16.0 / 9.0);
        bi_pinhole p;
        CHECK(bi_pinhole_make(&camera, 1600, 900, &p));
        double widest = 0.0;
        for (int32_t k = 0; k < 100; k++) {
            bight_vec3 d = v3_sub(points[k], p.eye);
            double z = -v3_dot(d, p.back), x = fabs(v3_dot(d, p.right)), y = fabs(v3_dot(d, p.up));
            CHECK(z > 0.5);
            double tx = 0.92 * p.tan_x, ty = 0.92 * p.tan_y;
            widest = fmax(widest, (x + 0.5 * sqrt(1.0 + tx * tx)) / (tx * z));
            widest = fmax(widest, (y + 0.5 * sqrt(1.0 + ty * ty)) / (ty * z));
        }
        CHECK_NEAR(widest, 1.0, 1e-9);
    }
    // one point, and looking straight down
    bight_camera camera = bight_camera_fit(points, 1, 0.0, v3(0, 1, 0), v3(0, 1, 0), 0.0, 1.0);
    bi_pinhole p;
    CHECK(bi_pinhole_make(&camera, 16, 16, &p));
    CHECK_NEAR(v3_dot(p.right, p.up), 0.0, 1e-12);
}

TEST(patterns_repeat_around_and_along)
{
    for (int32_t pattern = 0; pattern < 3; pattern++) {
        for (int32_t i = 0; i < 500; i++) {
            // off the borders of strands, where rounding decides which side one is on
            double u = (i + 0.377) / 500.0, v = 0.731 * i / 500.0 + 0.0123;
            bi_pattern_point a = bi_pattern_at((bight_pattern)pattern, u, v, 0.0);
            bi_pattern_point b = bi_pattern_at((bight_pattern)pattern, u + 1.0, v, 0.0);
            bi_pattern_point c = bi_pattern_at((bight_pattern)pattern, u, v + 1.0, 0.0);
            CHECK_NEAR(a.light, b.light, 1e-6);
            CHECK_NEAR(a.light, c.light, 1e-6);
            CHECK(a.tracer == b.tracer && a.tracer == c.tracer);
            CHECK(a.light >= 0.0 && a.light <= 1.0 && isfinite(a.slope_u) && isfinite(a.slope_v));
        }
    }
    uint8_t rgb[32 * 32 * 3];
    const double colour[3] = {0.8, 0.3, 0.1}, none[3] = {0, 0, 0};
    CHECK(bight_pattern_texture(BIGHT_PATTERN_BRAID, colour, none, 32, rgb, NULL) == BIGHT_OK);
    CHECK(bight_pattern_texture(BIGHT_PATTERN_BRAID, colour, none, 8, rgb, NULL) == BIGHT_ERROR_INVALID);
}

TEST(tone_has_an_inverse)
{
    for (double x = 0.0; x < 3.0; x += 0.01) {
        CHECK_NEAR(bi_tone_inverse(bi_tone(x)), x, 1e-6);
        CHECK_NEAR(bi_linear(bi_srgb(x / 3.0)), x / 3.0, 1e-6);
        CHECK(bi_tone(x + 0.01) > bi_tone(x) && bi_tone(x) < 1.0);
    }
}

RUN_TESTS(unit(a_picture_does_not_depend_on_threads), unit(colours_arrive), unit(a_fixed_ground_stays),
          unit(pictures_out_of_range_are_refused), unit(running_out_of_memory_leaks_nothing),
          unit(framing_is_tight), unit(patterns_repeat_around_and_along), unit(tone_has_an_inverse))
