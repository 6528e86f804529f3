// SPDX-License-Identifier: MIT
// What hands carry: cloth that hangs from them goes along as it is, with what lies in it, however far it is
// stretched; where hands do not agree, or something else is near, nothing is carried.

#include "cloth/world.h"
#include "cloth_grid.h"
#include "cloth_safe_stage.h"

enum { SIDE = 13, HANDS = 4 };

typedef struct stage {
    bight_cloth_world *world;
    bight_cloth_id sheet;
    bight_cloth_hand_id hands[HANDS];
    int32_t hand_count;
} stage;

// By patches of 3 x 3.
static void hold_corners(stage *s)
{
    for (int32_t n = 0; n < s->hand_count; n++) {
        int32_t patch[9], column = n % 2 == 0 ? 0 : SIDE - 3, row = n < 2 ? 0 : SIDE - 3;
        for (int32_t k = 0; k < 9; k++) {
            patch[k] = (row + k / 3) * SIDE + column + k % 3;
        }
        CHECK(bight_cloth_grasp_many(s->world, s->sheet, patch, 9, &s->hands[n], NULL) == BIGHT_OK);
    }
}

static stage stage_make(double gravity, int32_t hand_count)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.gravity = v3(0, -gravity, 0);
    def.thickness = 0.002;
    stage s = {.world = cloth_world(&def), .hand_count = hand_count};
    grid g = grid_make(SIDE, SIDE, 0.24, 0.24);
    s.sheet = cloth_add(s.world, &g, NULL);
    grid_free(&g);

    hold_corners(&s);
    return s;
}

static bight_vec3 hand_at(const stage *s, int32_t n)
{
    bight_cloth_hand_state state;
    CHECK(bight_cloth_hand_get(s->world, s->hands[n], &state) == BIGHT_OK);
    return state.position;
}

static void lead(stage *s, int32_t n, bight_vec3 by)
{
    CHECK(bight_cloth_hand_set_target(s->world, s->hands[n], v3_add(hand_at(s, n), by)) == BIGHT_OK);
}

static double farthest_hand(const stage *s)
{
    double lag = 0.0;
    for (int32_t n = 0; n < s->hand_count; n++) {
        bight_cloth_hand_state state;
        CHECK(bight_cloth_hand_get(s->world, s->hands[n], &state) == BIGHT_OK);
        lag = fmax(lag, state.lag);
    }
    return lag;
}

static bight_cloth_obstacle_id add_box(stage *s, bight_vec3 size, bight_vec3 at, double mass)
{
    bight_cloth_obstacle_def def = bight_cloth_obstacle_def_default();
    def.kind = BIGHT_SHAPE_BOX;
    def.size = size;
    def.pose.position = at;
    def.mass = mass;
    bight_cloth_obstacle_id id;
    CHECK(bight_cloth_obstacle_create(s->world, &def, &id, NULL) == BIGHT_OK);
    return id;
}

// So much weight that hands which pull would wait: it is stretched farther than where they slow down. Up and aside.
TEST(what_hangs_goes_along_as_it_is)
{
    stage s = stage_make(9.81, HANDS);
    bight_cloth_obstacle_id box = add_box(&s, v3(0.03, 0.01, 0.03), v3(0, 0.0125, 0), 2.0);
    bight_cloth_report report = cloth_steps(s.world, LESS_WHEN_CHECKED(400, 200));
    double stretch = report.stretch;
    CHECK(stretch > 1.06 && stretch <= 1.10);

    bight_vec3 was[SIDE * SIDE], by = v3(0.03, 0.1, -0.02);
    bight_pose from, to;
    memcpy(was, bight_cloth_positions(s.world, s.sheet, NULL), sizeof was);
    CHECK(bight_cloth_obstacle_get(s.world, box, &from, NULL) == BIGHT_OK);
    for (int32_t n = 0; n < HANDS; n++) {
        lead(&s, n, by);
    }

    // 0.4 thicknesses a step, and a few to begin and end
    int32_t steps = (int32_t)(v3_length(by) / (0.4 * 0.002)) + 5;
    for (int32_t i = 0; i < steps; i++) {
        report = cloth_steps(s.world, 1);
        CHECK_SEED(report.certified && report.intersections == 0, i);
        CHECK_SEED(report.stretch <= 1.10, i);
    }
    CHECK(farthest_hand(&s) < 1e-9);

    // all of it, but for what it would have crept at rest as well
    double most = 0.0;
    const bight_vec3 *x = bight_cloth_positions(s.world, s.sheet, NULL);
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        most = fmax(most, v3_distance(x[i], v3_add(was[i], by)));
    }
    CHECK(bight_cloth_obstacle_get(s.world, box, &to, NULL) == BIGHT_OK);
    CHECK(most < 0.001);
    CHECK(v3_distance(to.position, v3_add(from.position, by)) < 0.001);
    bight_cloth_world_destroy(s.world);
}

// One hand goes up, the other has nowhere to go: it stays to the bit, and cloth is pulled between them.
TEST(a_hand_that_rests_is_not_carried)
{
    stage s = stage_make(9.81, 2);
    cloth_steps(s.world, 100);
    bight_vec3 rests = hand_at(&s, 1), goes = hand_at(&s, 0);
    lead(&s, 0, v3(-0.1, 0.2, 0));
    for (int32_t i = 0; i < 100; i++) {
        bight_cloth_report report = cloth_steps(s.world, 1);
        CHECK_SEED(report.certified && report.stretch <= 1.10, i);
        CHECK_SEED(v3_distance(hand_at(&s, 1), rests) == 0.0, i);
    }
    CHECK(v3_distance(hand_at(&s, 0), goes) > 0.001);
    bight_cloth_world_destroy(s.world);
}

// Without weight: hands that pull apart leave the middle where it is; what both do besides, all of it does.
TEST(only_what_hands_do_alike_is_carried)
{
    stage s = stage_make(0.0, 2);
    bight_vec3 middle = bight_cloth_positions(s.world, s.sheet, NULL)[SIDE * SIDE / 2];
    lead(&s, 0, v3(-0.02, 0, 0));
    lead(&s, 1, v3(0.02, 0, 0));
    cloth_steps(s.world, 20);
    const bight_vec3 *x = bight_cloth_positions(s.world, s.sheet, NULL);
    CHECK(fabs(x[SIDE * SIDE / 2].x - middle.x) < 1e-4 && fabs(x[SIDE * SIDE / 2].y) < 1e-6);

    double high = 0.05;
    for (int32_t n = 0; n < 2; n++) {
        lead(&s, n, v3(n == 0 ? -0.02 : 0.02, high, 0));
    }
    cloth_steps(s.world, 20);
    bight_vec3 held = hand_at(&s, 0);
    CHECK(held.y > 0.002);
    CHECK(fabs(x[SIDE * SIDE / 2].y - held.y) < 0.1 * held.y);
    bight_cloth_world_destroy(s.world);
}

// On a table what lies in the middle lies still while corners rise, and come nearer to each other so that there is cloth enough.
TEST(what_lies_on_something_is_not_carried)
{
    stage s = stage_make(9.81, HANDS);
    add_box(&s, v3(0.5, 0.1, 0.5), v3(0, -0.1025, 0), 0.0);
    bight_cloth_obstacle_id body = add_box(&s, v3(0.03, 0.01, 0.03), v3(0, 0.0125, 0), 0.5);
    cloth_steps(s.world, 100);
    bight_pose from, to;
    double low = hand_at(&s, 0).y;
    CHECK(bight_cloth_obstacle_get(s.world, body, &from, NULL) == BIGHT_OK);
    for (int32_t n = 0; n < HANDS; n++) {
        lead(&s, n, v3(n % 2 == 0 ? 0.02 : -0.02, 0.03, n < 2 ? 0.02 : -0.02));
    }
    cloth_steps(s.world, 12);
    CHECK(bight_cloth_obstacle_get(s.world, body, &to, NULL) == BIGHT_OK);
    CHECK(hand_at(&s, 0).y > low + 0.003);
    CHECK(fabs(to.position.y - from.position.y) < 1e-4);
    bight_cloth_world_destroy(s.world);
}

// Up to a ceiling, which stops it as it stops all cloth; both judged on all pairs, on the way, too.
TEST(nothing_is_carried_into_anything)
{
    stage s = stage_make(9.81, HANDS);
    const bight_vec3 corners[4] = {{-0.2, 0.03, -0.2}, {0.2, 0.03, -0.2}, {0, 0.03, 0.3}, {0, 0.3, 0}};
    const int32_t sides[12] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0};
    bight_cloth_obstacle_def def = bight_cloth_obstacle_def_default();
    def.kind = BIGHT_SHAPE_MESH;
    def.points = corners;
    def.triangles = sides;
    def.point_count = def.triangle_count = 4;
    bight_cloth_obstacle_id id;
    CHECK(bight_cloth_obstacle_create(s.world, &def, &id, NULL) == BIGHT_OK);
    cloth_steps(s.world, 20);
    for (int32_t n = 0; n < HANDS; n++) {
        lead(&s, n, v3(0, 0.1, 0));
    }
    for (int32_t i = 0; i < LESS_WHEN_CHECKED(80, 50); i++) {
        judged_step(s.world, (uint64_t)i);
    }
    CHECK(hand_at(&s, 0).y < 0.03 && hand_at(&s, 0).y > 0.02);
    bight_cloth_world_destroy(s.world);
}

// Two sheets that go towards each other, each with hands of its own: wherever they begin they end on their own sides.
TEST(what_is_carried_does_not_jump_over_what_is)
{
    double most = 0.0;
    for (int32_t v = 0; v < 12; v++) {
        bight_cloth_world_def def = bight_cloth_world_def_default();
        def.gravity = v3(0, 0, 0);
        def.thickness = 0.001;
        stage s[2];
        s[0] = (stage){.world = cloth_world(&def), .hand_count = HANDS};
        s[1] = s[0];
        for (int32_t n = 0; n < 2; n++) {
            grid g = grid_make(SIDE, SIDE, 0.36, 0.36);
            for (int32_t i = 0; i < g.vertex_count; i++) {
                g.positions[i] = v3_add(g.positions[i], v3(0.0037 * n, (0.05 + 0.0005 * v) * n, 0.0053 * n));
            }
            s[n].sheet = cloth_add(s[n].world, &g, NULL);
            grid_free(&g);
            hold_corners(&s[n]);
        }
        cloth_steps(s[0].world, 3);
        for (int32_t n = 0; n < 2; n++) {
            for (int32_t k = 0; k < HANDS; k++) {
                lead(&s[n], k, v3(0, n == 0 ? 0.1 : -0.1, 0));
            }
        }
        for (int32_t i = 0; i < 40; i++) {
            CHECK_SEED(cloth_steps(s[0].world, 1).certified, v);
            most = fmax(most, s[0].world->carry.moved);
            double low = bight_cloth_positions(s[0].world, s[0].sheet, NULL)[SIDE * SIDE / 2].y;
            double high = bight_cloth_positions(s[0].world, s[1].sheet, NULL)[SIDE * SIDE / 2].y;
            CHECK_SEED(high > low, v);
        }
        bight_cloth_world_destroy(s[0].world);
    }
    CHECK(most > 0.002); // above twice the thickness, so that one could pass the other
}

// Solids that come when the topology is built already have parts, too.
TEST(solids_may_come_later)
{
    stage s = stage_make(0.0, HANDS);
    cloth_steps(s.world, 3);
    for (int32_t i = 0; i < 40; i++) {
        add_box(&s, v3(0.03, 0.01, 0.03), v3(0, -5.0 - i, 0), 0.0);
    }
    for (int32_t n = 0; n < HANDS; n++) {
        lead(&s, n, v3(0, 0.05, 0));
    }
    cloth_steps(s.world, 3);
    CHECK(s.world->carry.moved > 0.0 && s.world->carry.parts_capacity >= 41);
    bight_cloth_world_destroy(s.world);
}

// Rounding of the mean of a hand's vertices is no way to go.
TEST(a_hand_that_rests_carries_nothing)
{
    stage s = stage_make(9.81, 1);
    cloth_steps(s.world, 2);
    for (int32_t i = 0; i < 20; i++) {
        lead(&s, 0, v3(0, 4e-17, 4e-17));
        cloth_steps(s.world, 1);
        CHECK(s.world->carry.moved == 0.0);
    }
    bight_cloth_world_destroy(s.world);
}

// Above a wide flat table, which its bounding ball would reach; and with several systems a step hands go on as well.
TEST(a_wide_table_below_holds_nothing_back)
{
    stage s = stage_make(0.0, HANDS);
    bight_cloth_world_def def = bight_cloth_world_get_def(s.world);
    def.newton_iterations = 4;
    CHECK(bight_cloth_world_set_def(s.world, &def, NULL) == BIGHT_OK);
    add_box(&s, v3(1.0, 0.05, 1.0), v3(0, -0.1, 0), 0.0);
    cloth_steps(s.world, 2);
    for (int32_t n = 0; n < HANDS; n++) {
        lead(&s, n, v3(0, 1.0, 0));
    }
    double from = hand_at(&s, 0).y, carried = 0.0;
    for (int32_t i = 0; i < 10; i++) {
        cloth_steps(s.world, 1);
        CHECK(s.world->carry.moved > 0.0);
        carried += s.world->carry.moved;
    }
    CHECK(hand_at(&s, 0).y - from > 1.5 * carried);
    bight_cloth_world_destroy(s.world);
}

RUN_TESTS(unit(what_hangs_goes_along_as_it_is), unit(what_is_carried_does_not_jump_over_what_is),
          unit(solids_may_come_later), unit(a_wide_table_below_holds_nothing_back),
          unit(a_hand_that_rests_carries_nothing), unit(a_hand_that_rests_is_not_carried),
          unit(only_what_hands_do_alike_is_carried), unit(what_lies_on_something_is_not_carried),
          unit(nothing_is_carried_into_anything))
