// SPDX-License-Identifier: MIT
// Ropes of every model and sheets: contact from both sides, folds, holes, and sheets that move.

#include "sheet_ropes.h"

// A rope falls on an open sheet from either side and comes to lie on it, a radius away.
TEST(a_rope_comes_to_lie_on_either_side)
{
    for (int32_t model = 0; model < BIGHT_MODEL_COUNT; model++) {
        for (int32_t side = -1; side <= 1; side += 2) {
            bool spring = model == BIGHT_MODEL_SPRING;
            bight_world *world = world_with(v3(0, spring ? 0.0 : -0.1 * side * R, 0), NULL, 1);
            cover c = cover_grid(20, 0.3, 0, 0);
            for (int32_t i = 0; i < c.points; i++) {
                c.x[i].y = 0.2 * side * c.x[i].x * c.x[i].x; // hardly a hollow, so that nothing slides off
            }
            cover_add(world, &c);
            bight_vec3 points[21];
            for (int32_t i = 0; i < 21; i++) {
                points[i] = v3(LINK * (i - 10), side * (0.03 + 0.02 * i / 20), 0.003 * (i % 2));
            }
            bight_rope_def def = rope_def((bight_rope_model)model, points, 21, false);
            def.spring.gravity = def.rod.gravity = v3(0, -9.81 * side, 0);
            bight_rope_id rope = rope_add(world, &def);
            steps(world, spring ? 4000 : 1500);
            bight_curve curve = bight_rope_curve(world, rope);
            double least = judge_distance(curve, &c), most = 0.0;
            for (int32_t i = 0; i < curve.count; i++) {
                CHECK(side * curve.points[i].y > 0.0);
                most = fmax(most, side * curve.points[i].y - 0.2 * curve.points[i].x * curve.points[i].x);
            }
            print_message("%s from %s: nearest %.4f, farthest node %.3f radii\n", names[model],
                          side > 0 ? "above" : "below", least / R, most / R);
            CHECK(judge_state(curve, &c) == 0);
            // under Follow The Leader contacts let go and catch again, and an end that was put down last may
            // stay up
            CHECK(least > 0.85 * R && least < 1.35 * R);
            CHECK(most < (model == BIGHT_MODEL_FTL ? 4.0 : 1.5) * R);
            bight_world_destroy(world);
            cover_free(&c);
        }
    }
}

// Hands and loads push a rope at a sheet that does not give way: hands stop when they touch it and lag behind
// for ever, the rope stays on its side.
TEST(nothing_pushes_a_rope_through)
{
    for (int32_t model = 0; model < BIGHT_MODEL_COUNT; model++) {
        for (int32_t side = -1; side <= 1; side += 2) {
            bight_world *world = world_with(v3(0, 0, 0), NULL, 1);
            cover c = cover_grid(12, 0.3, 0, 0);
            cover_add(world, &c);
            bight_vec3 points[16];
            for (int32_t i = 0; i < 16; i++) {
                points[i] = v3(LINK * (i - 7.5), side * 0.02, 0.001 * i);
            }
            bight_rope_def def = rope_def((bight_rope_model)model, points, 16, false);
            bight_rope_id rope = rope_add(world, &def);
            bight_hand_id hand[3] = {scene_grasp(world, rope, 0), scene_grasp(world, rope, 8),
                                     scene_grasp(world, rope, 15)};
            double least = HUGE_VAL, least_of_hands = HUGE_VAL;
            int32_t touched = 0;
            bight_vec3 load[SCENE_NODES];
            for (int32_t cycle = 0; cycle < 400; cycle++) {
                int32_t nodes = bight_rope_curve(world, rope).count;
                for (int32_t i = 0; i < nodes; i++) {
                    load[i] = v3(0, side * (model == BIGHT_MODEL_SPRING ? -0.02 : -0.8 * R), 0);
                }
                CHECK(bight_rope_set_load(world, rope, load, nodes, NULL) == BIGHT_OK);
                for (int32_t i = 0; i < 3; i++) {
                    bight_vec3 at = scene_hand(world, hand[i]);
                    double down = model == BIGHT_MODEL_SPRING ? 0.2 * R : 0.5;
                    CHECK(bight_hand_set_target(world, hand[i], v3(at.x, at.y - side * down, at.z)) ==
                          BIGHT_OK);
                }
                steps(world, 1);
                bight_curve curve = bight_rope_curve(world, rope);
                int32_t count;
                const bight_contact *contacts = bight_world_contacts(world, &count);
                for (int32_t i = 0; i < count; i++) {
                    if (contacts[i].sheet.index1 != 0) {
                        CHECK(contacts[i].sheet.index1 == c.id.index1 && contacts[i].obstacle.index1 == 0);
                        CHECK(contacts[i].triangle >= 0 && contacts[i].triangle < c.count);
                        const int32_t *k = c.triangles + 3 * contacts[i].triangle;
                        bight_vec3 p = contacts[i].point, a = c.x[k[0]], d = c.x[k[1]], e = c.x[k[2]];
                        CHECK(fabs(p.y) < 1e-9 && p.x > fmin(a.x, fmin(d.x, e.x)) - 1e-9 &&
                              p.x < fmax(a.x, fmax(d.x, e.x)) + 1e-9);
                        touched++;
                    }
                }
                for (int32_t i = 0; i < curve.count; i++) {
                    least = fmin(least, side * curve.points[i].y);
                }
                CHECK(least > 0.0);
                for (int32_t i = 0; i < 3; i++) {
                    least_of_hands = fmin(least_of_hands, side * scene_hand(world, hand[i]).y);
                }
            }
            print_message("%s: nearest %.4f radii, hands %.4f, %d contacts\n", names[model], least / R,
                          least_of_hands / R, touched);
            CHECK(touched > 100 && least_of_hands > 0.99 * R);
            CHECK(judge_state(bight_rope_curve(world, rope), &c) == 0);
            bight_world_destroy(world);
            cover_free(&c);
        }
    }
}

// Two layers at once are two contacts: closer to each other than a diameter they hold the rope half way.
TEST(between_two_layers_a_rope_is_in_the_middle)
{
    for (int32_t variant = 0; variant < 2 * BIGHT_MODEL_COUNT; variant++) {
        int32_t model = variant % BIGHT_MODEL_COUNT;
        bight_world *world = world_with(v3(0, 0, 0), NULL, 1);
        bool paper =
            variant < BIGHT_MODEL_COUNT && model != BIGHT_MODEL_ROD; // which needs the solved response
        scene_respond(world, paper ? BIGHT_RESPONSE_PAPER : BIGHT_RESPONSE_SOLVED);
        cover low = cover_grid(8, 0.2, 0, 0), both = {.points = 2 * low.points, .count = 2 * low.count};
        both.x = calloc((size_t)both.points, sizeof *both.x);
        both.triangles = calloc((size_t)both.count, 3 * sizeof *both.triangles);
        for (int32_t i = 0; i < low.points; i++) {
            both.x[i] = v3_add(low.x[i], v3(0, -0.7 * R, 0));
            both.x[low.points + i] = v3_add(low.x[i], v3(0, 0.7 * R, 0));
        }
        for (int32_t i = 0; i < 3 * low.count; i++) {
            both.triangles[i] = low.triangles[i];
            both.triangles[3 * low.count + i] = low.points + low.triangles[i];
        }
        cover_add(world, &both);
        bight_vec3 points[9];
        for (int32_t i = 0; i < 9; i++) {
            points[i] = v3(LINK * (i - 4) + 0.001, -0.6 * R, 0.0021);
        }
        bight_rope_def def = rope_def((bight_rope_model)model, points, 9, false);
        bight_rope_id rope = rope_add(world, &def);
        steps(world, 60);
        bight_curve curve = bight_rope_curve(world, rope);
        double worst = 0.0;
        for (int32_t i = 0; i < curve.count; i++) {
            worst = fmax(worst, fabs(curve.points[i].y));
        }
        print_message("%s: %.4f radii off the middle\n", names[model], worst / R);
        CHECK(worst < 0.15 * R && judge_state(curve, &both) == 0);
        bight_world_destroy(world);
        cover_free(&low);
        cover_free(&both);
    }
}

// In a fold, two slopes of 45 degrees, a rope comes to lie a radius from both: sqrt(2) radii above the
// crease.
TEST(a_rope_lies_in_a_fold)
{
    for (int32_t model = 0; model < BIGHT_MODEL_COUNT; model++) {
        bool spring = model == BIGHT_MODEL_SPRING;
        bight_world *world = world_with(v3(0, spring ? 0.0 : -0.05 * R, 0), NULL, 1);
        cover c = cover_grid(20, 0.2, 0, 0);
        for (int32_t i = 0; i < c.points; i++) {
            c.x[i].y = fabs(c.x[i].z);
        }
        cover_add(world, &c);
        bight_vec3 points[11];
        for (int32_t i = 0; i < 11; i++) {
            points[i] = v3(LINK * (i - 5) + 0.001, 0.03, 0.01);
        }
        bight_rope_def def = rope_def((bight_rope_model)model, points, 11, false);
        def.spring.gravity = def.rod.gravity = v3(0, -9.81, 0);
        bight_rope_id rope = rope_add(world, &def);
        steps(world, spring ? 3500 : 1500);
        bight_curve curve = bight_rope_curve(world, rope);
        double low = HUGE_VAL, high = 0.0, aside = 0.0;
        for (int32_t i = 0; i < curve.count; i++) {
            low = fmin(low, curve.points[i].y / R);
            high = fmax(high, curve.points[i].y / R);
            aside = fmax(aside, fabs(curve.points[i].z) / R);
        }
        print_message("%s: %.3f to %.3f radii above the crease, %.3f aside\n", names[model], low, high,
                      aside);
        CHECK(judge_state(curve, &c) == 0);
        CHECK(low > 1.3 && high < (model == BIGHT_MODEL_FTL ? 3.0 : 1.6));
        CHECK(aside < (model == BIGHT_MODEL_FTL ? 0.6 : 0.2));
        bight_world_destroy(world);
        cover_free(&c);
    }
}

// A bight is drawn down through a hole; the ends stay above. Then it is drawn through altogether.
TEST(a_loop_is_drawn_through_a_hole)
{
    for (int32_t model = 0; model < BIGHT_MODEL_COUNT; model++) {
        bool spring = model == BIGHT_MODEL_SPRING;
        bight_world *world = world_with(v3(0, 0, 0), NULL, 1);
        cover c = cover_grid(30, 0.3, 12, 18);
        cover_add(world, &c);
        bight_vec3 points[41];
        for (int32_t i = 0; i < 41; i++) {
            points[i] = v3(LINK * (i - 20), 0.01, 0.0003 * (i % 3));
        }
        bight_rope_def def = rope_def((bight_rope_model)model, points, 41, false);
        bight_rope_id rope = rope_add(world, &def);
        bight_hand_id hand = scene_grasp(world, rope, 20);
        int32_t through = 0, touched = 0;
        for (int32_t leg = 0; leg < 2; leg++) {
            double goal = leg == 0 ? -0.1 : -0.3;
            for (int32_t cycle = 0; cycle < 8000 && scene_hand(world, hand).y > goal + 1e-6; cycle++) {
                bight_vec3 at = scene_hand(world, hand);
                double y = fmax(goal, at.y - (spring ? 0.03 : 0.5) * R);
                CHECK(bight_hand_set_target(world, hand, v3(0, y, 0)) == BIGHT_OK);
                steps(world, 1);
                int32_t count;
                bight_world_contacts(world, &count);
                touched += count;
            }
            bight_curve curve = bight_rope_curve(world, rope);
            CHECK(judge_state(curve, &c) == 0);
            CHECK_NEAR(scene_hand(world, hand).y, goal, 1e-4);
            int32_t crossings = 0;
            for (int32_t i = 0; i + 1 < curve.count; i++) {
                bight_vec3 a = curve.points[i], b = curve.points[i + 1];
                if ((a.y > 0.0) != (b.y > 0.0)) {
                    bight_vec3 p = v3_lerp(a, b, a.y / (a.y - b.y));
                    CHECK(fabs(p.x) < 0.03 && fabs(p.z) < 0.03); // in the hole
                    crossings++;
                }
            }
            CHECK(crossings == (leg == 0 ? 2 : 0));
            through += leg == 0 ? crossings : 0;
        }
        print_message("%s: drawn through with %d contacts\n", names[model], touched);
        CHECK(through == 2 && touched > 0);
        bight_world_destroy(world);
        cover_free(&c);
    }
}

// The margin counts; without the sheet nothing holds the rope.
TEST(a_margin_is_kept_and_a_sheet_can_go)
{
    bight_world *world = world_with(v3(0, -0.1 * R, 0), NULL, 1);
    cover c = cover_grid(8, 0.2, 0, 0);
    bight_sheet_def sheet = cover_def(&c);
    sheet.margin = 0.5 * R;
    CHECK(bight_sheet_create(world, &sheet, &c.id, NULL) == BIGHT_OK);
    bight_vec3 points[9];
    for (int32_t i = 0; i < 9; i++) {
        points[i] = v3(LINK * (i - 4) + 0.001, 0.02, 0.0021);
    }
    bight_rope_def def = rope_def(BIGHT_MODEL_PROJECTION, points, 9, false);
    bight_rope_id rope = rope_add(world, &def);
    steps(world, 100);
    bight_curve curve = bight_rope_curve(world, rope);
    int32_t count;
    const bight_contact *contacts = bight_world_contacts(world, &count);
    for (int32_t i = 0; i < 9; i++) {
        CHECK_NEAR(curve.points[i].y, 1.5 * R, 0.01 * R);
    }
    CHECK(count > 0);
    CHECK_NEAR(contacts[0].distance, 1.5 * R, 0.01 * R);
    CHECK(bight_sheet_destroy(world, c.id));
    steps(world, 100);
    CHECK(bight_rope_curve(world, rope).points[4].y < -5.0 * R);
    bight_world_destroy(world);
    cover_free(&c);
}

RUN_TESTS(unit(a_rope_comes_to_lie_on_either_side), unit(nothing_pushes_a_rope_through),
          unit(between_two_layers_a_rope_is_in_the_middle), unit(a_rope_lies_in_a_fold),
          unit(a_loop_is_drawn_through_a_hole), unit(a_margin_is_kept_and_a_sheet_can_go))
