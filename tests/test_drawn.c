// SPDX-License-Identifier: MIT
// Knots drawn by a hand on a plane: the drawing is tied, at all sizes and with a hand that is not steady.

#include "drawn_knots.h"

#include <stdlib.h>

#define HANDS LESS_WHEN_CHECKED(3, 1)

static bight_world *make(bight_rope_id *rope, bight_hand_id *end)
{
    bight_rope_def kind = bight_rope_def_default();
    return drawn_world(&kind, 1.0, rope, end);
}

// Where the end goes down over the standing part, which goes to the right, the crossing is right-handed.
TEST(an_overhand_is_tied_at_all_sizes)
{
    bight_rope_def kind = bight_rope_def_default();
    draw_all(&kind, 1.0, overhand, sizeof overhand / sizeof *overhand, HANDS, 0, "3_1", -2);
}

TEST(a_figure_eight_is_tied_at_all_sizes)
{
    bight_rope_def kind = bight_rope_def_default();
    draw_all(&kind, 1.0, figure_eight, sizeof figure_eight / sizeof *figure_eight, HANDS, 0, "4_1", 0);
}

// Another rope lies across, somewhat higher than the plane: how far apart the two are at their crossing, and which is
// nearer to the viewer. The plane stands upright, so that nothing depends on z.
static double cross(bight_side side, double *least)
{
    bight_rope_id rope, other;
    bight_hand_id hand;
    bight_drawn *drawn;
    bight_world *world = make(&rope, &hand);
    bight_vec3 across[21];
    for (int32_t i = 0; i < 21; i++) {
        across[i] = v3(12, 1.3, i - 10);
    }
    bight_rope_def rope_def = bight_rope_def_default();
    rope_def.curve = (bight_curve){across, 21, false};
    rope_def.radius = 0.7;
    CHECK(bight_rope_create(world, &rope_def, &other, NULL) == BIGHT_OK);
    CHECK(bight_hand_grasp(world, other, 0, &(bight_hand_id){0}, NULL) == BIGHT_OK);
    CHECK(bight_hand_grasp(world, other, 20, &(bight_hand_id){0}, NULL) == BIGHT_OK);
    CHECK(bight_hand_release(world, (bight_hand_id){1, 1})); // the far end follows

    bight_drawn_def def = bight_drawn_def_default();
    def.up = v3(0, 3, 0);
    CHECK(bight_drawn_create(world, hand, &def, &drawn, NULL) == BIGHT_OK);
    CHECK(bight_drawn_to(drawn, v3(24, 0, 0), side, NULL) == BIGHT_OK);
    bight_drawn_state state = {.left = 1};
    bool named = false;
    *least = HUGE_VAL;
    for (int32_t cycles = 0; state.left > 0.0 && cycles < 1000; cycles++) {
        CHECK(bight_drawn_step(drawn, &state) == BIGHT_OK);
        CHECK(bight_world_step(world, NULL) == BIGHT_OK);
        if (state.crossing) {
            named = true;
            CHECK(state.side == side && state.rope.index1 == other.index1 && abs(state.link - 10) <= 3);
        }
        bight_hand_state at;
        CHECK(bight_hand_get(world, hand, &at) == BIGHT_OK);
        *least = fmin(*least, hypot(at.position.x - 12.0, at.position.y - 1.3));
    }
    CHECK(named && state.left <= 0.0);

    // the rope at x = 12
    bight_curve curve = bight_rope_curve(world, rope);
    double height = 0.0;
    for (int32_t i = 0; i + 1 < curve.count; i++) {
        if (curve.points[i].x <= 12.0 && curve.points[i + 1].x > 12.0) {
            height = curve.points[i].y - 1.3;
        }
    }
    bight_drawn_free(drawn);
    bight_world_destroy(world);
    return height;
}

TEST(a_hand_clears_what_it_crosses)
{
    double least, over = cross(BIGHT_OVER, &least);
    CHECK_SEED(least >= 1.3 * 1.2 - 0.01 && over > 0.5, 1000 * least);
    double under = cross(BIGHT_UNDER, &least);
    CHECK_SEED(least >= 1.3 * 1.2 - 0.01 && under < -0.5, 1000 * least);
}

TEST(a_line_ends_where_it_is_cut)
{
    bight_rope_id rope;
    bight_hand_id hand;
    bight_drawn *drawn;
    bight_drawn_def def = bight_drawn_def_default();
    bight_world *world = make(&rope, &hand);
    CHECK(bight_drawn_create(world, hand, &def, &drawn, NULL) == BIGHT_OK);
    CHECK(bight_drawn_to(drawn, v3(-20, 10, 0), BIGHT_OVER, NULL) == BIGHT_OK);
    CHECK(bight_drawn_to(drawn, v3(-60, 10, 0), BIGHT_OVER, NULL) == BIGHT_OK);
    bight_drawn_state state;
    bight_hand_state at;
    for (int32_t i = 0; i < 20; i++) {
        CHECK(bight_drawn_step(drawn, &state) == BIGHT_OK && bight_world_step(world, NULL) == BIGHT_OK);
    }
    CHECK_NEAR(state.left, hypot(20, 10) + 40 - 20 * 0.9 * 0.9 * RADIUS, 1e-9);
    bight_drawn_cut(drawn);
    for (int32_t i = 0; i < 50; i++) {
        CHECK(bight_drawn_step(drawn, &state) == BIGHT_OK && bight_world_step(world, NULL) == BIGHT_OK);
    }
    CHECK(bight_hand_get(world, hand, &at) == BIGHT_OK);
    CHECK(state.left == 0.0 && v3_distance(at.position, v3(0, 0, 0)) < 20 * 0.9 * 0.9 * RADIUS + 1e-9);
    bight_drawn_free(drawn);
    bight_world_destroy(world);
}

TEST(what_cannot_be_drawn_is_refused)
{
    bight_rope_id rope;
    bight_hand_id hand;
    bight_drawn *drawn;
    bight_error error;
    bight_world *world = make(&rope, &hand);
    bight_drawn_def def = bight_drawn_def_default();
    const bight_vec3 none = {0, 0, 0};
    bight_drawn_def wrong[5] = {def, def, def, def, def};
    wrong[0].up = none;
    wrong[1].origin.x = (double)NAN;
    wrong[2].clearance = -0.1;
    wrong[3].slope = (double)NAN;
    wrong[4].cookie = 0;
    for (int32_t i = 0; i < 5; i++) {
        CHECK(bight_drawn_create(world, hand, &wrong[i], &drawn, &error) == BIGHT_ERROR_INVALID &&
              drawn == NULL);
    }
    CHECK(bight_drawn_create(world, (bight_hand_id){7, 1}, &def, &drawn, &error) == BIGHT_ERROR_STALE);
    CHECK(bight_drawn_create(world, hand, &def, &drawn, &error) == BIGHT_OK);
    CHECK(bight_drawn_to(drawn, v3((double)NAN, 0, 0), BIGHT_OVER, &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_hand_release(world, hand));
    CHECK(bight_drawn_step(drawn, NULL) == BIGHT_ERROR_STALE);
    bight_drawn_free(drawn);
    bight_drawn_free(NULL);
    bight_world_destroy(world);
}

RUN_TESTS(unit(an_overhand_is_tied_at_all_sizes), unit(a_figure_eight_is_tied_at_all_sizes),
          unit(a_hand_clears_what_it_crosses), unit(a_line_ends_where_it_is_cut),
          unit(what_cannot_be_drawn_is_refused))
