// SPDX-License-Identifier: MIT

#include "cli/stage.h"
#include "core/vec3.h"
#include "geom/shapes.h"
#include "test.h"

static bight_vec3 tangled(const bight_scene_rope *ropes, int32_t count, bight_mesh *obstacle, double reach)
{
    bight_curve curves[2];
    bight_scene scene = {.ropes = ropes, .rope_count = count, .obstacle_count = obstacle != NULL};
    cli_stage stage = {.scene = &scene, .posed = obstacle, .moment = {.curves = curves}};
    for (int32_t i = 0; i < count; i++) {
        curves[i] = ropes[i].curve;
    }
    bight_vec3 place;
    CHECK(cli_most_tangled(&stage, reach, &place));
    return place;
}

// A sharp kink at x = 0, and far away two passes of the rope that touch: the kink is no knot.
TEST(touching_counts_and_bending_does_not)
{
    const bight_vec3 points[] = {v3(-8, 20, 0), v3(0, 0, 0),   v3(8, 20, 0),  v3(40, 20, 0),
                                 v3(60, 0, 0),  v3(60, 20, 0), v3(40, 0, 1.1)};
    bight_scene_rope rope = {.curve = {points, 7, false}, .radius = 0.5};
    CHECK(v3_distance(tangled(&rope, 1, NULL, 5), v3(50, 10, 0.3)) < 0.5);

    // when nothing touches, it is all there is
    bight_vec3 fine[97];
    for (int32_t i = 0; i < 97; i++) {
        fine[i] = v3_lerp(points[i / 32], points[i / 32 + 1], i % 32 / 32.0);
    }
    rope.curve = (bight_curve){fine, 96, false};
    CHECK(v3_distance(tangled(&rope, 1, NULL, 5), v3(0, 0, 0)) < 1.0);
}

TEST(two_ropes_touch_where_they_cross)
{
    const bight_vec3 a[] = {v3(-30, 0, 0), v3(30, 0, 0)}, b[] = {v3(12, -30, 1.1), v3(12, 30, 1.1)};
    bight_scene_rope ropes[2] = {{.curve = {a, 2, false}, .radius = 0.5},
                                 {.curve = {b, 2, false}, .radius = 0.5}};
    CHECK(v3_distance(tangled(ropes, 2, NULL, 5), v3(12, 0, 0.55)) < 0.5);
}

// A closed rope is no stranger to itself where its ends meet.
TEST(a_ring_touches_nothing_but_the_ball)
{
    bight_vec3 ring[64];
    for (int32_t i = 0; i < 64; i++) {
        ring[i] = v3(10 * cos(i * 0.09817477042468103), 10 * sin(i * 0.09817477042468103), 0);
    }
    bight_mesh ball;
    CHECK(bi_shape_sphere(NULL, 1.0, 16, 8, &ball, NULL) == BIGHT_OK);
    for (int32_t k = 0; k < ball.vertex_count; k++) {
        ball.positions[k] = v3_add(ball.positions[k], v3(0, -11.5, 0));
    }
    bight_scene_rope rope = {.curve = {ring, 64, true}, .radius = 0.5};
    CHECK(v3_distance(tangled(&rope, 1, &ball, 5), v3(0, -10, 0)) < 0.5);
    bight_mesh_free(NULL, &ball);
}

RUN_TESTS(unit(touching_counts_and_bending_does_not), unit(two_ropes_touch_where_they_cross),
          unit(a_ring_touches_nothing_but_the_ball))
