// SPDX-License-Identifier: MIT
// Sheets that move: they lift ropes, and are refused where they would go through one.

#include "sheet_ropes.h"

static void lift(const cover *c, bight_vec3 *to, double by)
{
    for (int32_t i = 0; i < c->points; i++) {
        to[i] = v3_add(c->x[i], v3(0, by, 0));
    }
}

TEST(a_sheet_does_not_move_through_a_resting_rope)
{
    for (int32_t model = 0; model < BIGHT_MODEL_COUNT; model++) {
        bight_world *world = world_with(v3(0, 0, 0), NULL, 1);
        cover c = cover_grid(6, 0.2, 0, 0);
        cover_add(world, &c);
        bight_vec3 points[9], *to = calloc((size_t)c.points, sizeof *to);
        for (int32_t i = 0; i < 9; i++) {
            points[i] = v3(LINK * (i - 4) + 0.001, 3.0 * R, 0.0021);
        }
        bight_rope_def def = rope_def((bight_rope_model)model, points, 9, false);
        rope_add(world, &def);
        steps(world, 2);

        // across, however far; to it but for half of what is too near; by a corner alone
        const double across[4] = {3.0001, 4.0, 60.0, 1e9};
        for (int32_t i = 0; i < 4; i++) {
            uint64_t before = bight_world_hash(world);
            bight_error error = {0};
            lift(&c, to, across[i] * R);
            CHECK(bight_sheet_move(world, c.id, to, &error) == BIGHT_ERROR_INVALID);
            CHECK(strstr(error.message, "triangle ") != NULL && strstr(error.message, "link ") != NULL);
            CHECK(bight_world_hash(world) == before);
        }
        bight_error error = {0};
        lift(&c, to, 2.9995 * R);
        CHECK(bight_sheet_move(world, c.id, to, &error) == BIGHT_ERROR_INVALID);
        lift(&c, to, 2.995 * R);
        CHECK(bight_sheet_move(world, c.id, to, &error) == BIGHT_OK);
        int32_t count;
        CHECK(memcmp(bight_sheet_points(world, c.id, &count), to, (size_t)c.points * sizeof *to) == 0);
        CHECK(count == c.points);
        memcpy(c.x, to, (size_t)c.points * sizeof *to);

        // it is far away again, at once, on its own side only
        lift(&c, to, -1e9);
        CHECK(bight_sheet_move(world, c.id, to, &error) == BIGHT_OK);
        lift(&c, to, 1.0);
        CHECK(bight_sheet_move(world, c.id, to, &error) == BIGHT_ERROR_INVALID);
        steps(world, 2);
        bight_world_destroy(world);
        free(to);
        cover_free(&c);
    }
}

// A sheet that rises by a third of a radius a cycle carries a rope on its back; one that sinks leaves it.
TEST(a_rising_sheet_lifts_a_rope)
{
    for (int32_t variant = 0; variant < 2 * BIGHT_MODEL_COUNT; variant++) {
        int32_t model = variant % BIGHT_MODEL_COUNT;
        bight_world *world = world_with(v3(0, 0, 0), NULL, 1);
        bool paper =
            variant < BIGHT_MODEL_COUNT && model != BIGHT_MODEL_ROD; // which needs the solved response
        scene_respond(world, paper ? BIGHT_RESPONSE_PAPER : BIGHT_RESPONSE_SOLVED);
        cover c = cover_grid(16, 0.2, 0, 0);
        cover_add(world, &c);
        bight_vec3 points[11], *to = calloc((size_t)c.points, sizeof *to);
        for (int32_t i = 0; i < 11; i++) {
            points[i] = v3(LINK * (i - 5) + 0.001, 2.0 * R, 0.002);
        }
        bight_rope_def def = rope_def((bight_rope_model)model, points, 11, false);
        bight_rope_id rope = rope_add(world, &def);
        for (int32_t cycle = 0; cycle < 60; cycle++) {
            lift(&c, to, 0.3 * R);
            CHECK(judge_move(bight_rope_curve(world, rope), &c, to, 0.0) == 0);
            CHECK(bight_sheet_move(world, c.id, to, NULL) == BIGHT_OK);
            memcpy(c.x, to, (size_t)c.points * sizeof *to);
            steps(world, 1);
            bight_curve curve = bight_rope_curve(world, rope);
            for (int32_t i = 0; i < curve.count; i++) {
                CHECK(curve.points[i].y > c.x[0].y + 0.5 * R);
            }
        }
        double height = bight_rope_curve(world, rope).points[5].y - c.x[0].y;
        print_message("%s is carried %.3f radii above\n", names[model], height / R);
        bool flies =
            model == BIGHT_MODEL_SPRING || model == BIGHT_MODEL_ROD; // what has inertia and no weight
        CHECK(flies || height < 1.6 * R);
        bight_world_destroy(world);
        free(to);
        cover_free(&c);
    }
}

// Two panels lie on each other, and their triangles are side by side in the hierarchy; then one goes far
// away. From there on all is as if the sheet had been made like that, to the bit.
TEST(a_hierarchy_that_has_become_loose_is_sorted_anew)
{
    cover low = cover_grid(10, 0.2, 0, 0), both = {.points = 2 * low.points, .count = 2 * low.count};
    both.x = calloc((size_t)both.points, sizeof *both.x);
    both.triangles = calloc((size_t)both.count, 3 * sizeof *both.triangles);
    bight_vec3 *apart = calloc((size_t)both.points, sizeof *apart), ends[2][9];
    uint64_t order[2] = {0, 0};
    for (int32_t i = 0; i < 3 * low.count; i++) {
        both.triangles[i] = low.triangles[i];
        both.triangles[3 * low.count + i] = low.points + low.triangles[i];
    }
    for (int32_t way = 0; way < 2; way++) {
        for (int32_t i = 0; i < low.points; i++) {
            bight_vec3 x = v3(low.x[i].x, 0.3 * low.x[i].x * low.x[i].z, low.x[i].z);
            both.x[i] = apart[i] = x;
            apart[low.points + i] = v3_add(x, v3(40, -3, 5));
            both.x[low.points + i] = way == 0 ? apart[low.points + i] : v3_add(x, v3(0, -0.01, 0));
        }
        bight_world *world = world_with(v3(0, -0.1 * R, 0), NULL, 1);
        cover_add(world, &both);
        bight_vec3 points[9];
        for (int32_t i = 0; i < 9; i++) {
            points[i] = v3(LINK * (i - 4) + 0.001, 0.02, 0.0021 * i);
        }
        bight_rope_def def = rope_def(BIGHT_MODEL_FTL, points, 9, false);
        bight_rope_id rope = rope_add(world, &def);
        bight_error error = {0};
        const bi_sheet_part *part = bi_find_sheet(world, both.id)->sheet;
        CHECK((part->sorted == order[0]) == false);
        if (bight_sheet_move(world, both.id, apart, &error) != BIGHT_OK) {
            fail_msg("%s", error.message);
        }
        order[way] = part->sorted;
        int64_t contacts = 0;
        for (int32_t cycle = 0; cycle < 200; cycle++) {
            contacts += scene_step(world).contacts;
        }
        CHECK(contacts > 50);
        memcpy(ends[way], bight_rope_curve(world, rope).points, sizeof ends[way]);
        bight_world_destroy(world);
    }
    CHECK(order[0] == order[1]);
    CHECK(memcmp(ends[0], ends[1], sizeof ends[0]) == 0);
    free(apart);
    cover_free(&low);
    cover_free(&both);
}

// What is let through meets nothing by the judge; what is refused comes within what the header says.
TEST(moves_are_refused_exactly_when_they_meet_a_link)
{
    int32_t accepted = 0, refused = 0, met = 0;
    double nearest = 0.0;
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        bi_random random = bi_random_from(seed);
        bight_world *world = world_with(v3(0, 0, 0), NULL, 1);
        bight_vec3 points[3], x[5], to[5];
        int32_t triangles[9];
        for (int32_t i = 0; i < 5; i++) {
            x[i] = bi_random_vec3(&random, 2.0 * LINK);
        }
        for (int32_t i = 0; i < 9; i += 3) {
            int32_t first = bi_random_below(&random, 5);
            for (int32_t k = 0; k < 3; k++) {
                triangles[i + k] = (first + k * (1 + first % 2)) % 5; // any three of them
            }
        }
        points[0] = bi_random_vec3(&random, LINK);
        for (int32_t i = 1; i < 3; i++) {
            points[i] = v3_madd(points[i - 1], LINK, v3_unit(bi_random_vec3(&random, 1.0), v3(1, 0, 0)));
        }
        bight_rope_def def = rope_def(BIGHT_MODEL_FTL, points, 3, false);
        bight_rope_id rope = rope_add(world, &def);
        cover c = {x, triangles, 5, 3, {0, 0}};
        bight_sheet_def sheet = cover_def(&c);
        bight_status status = bight_sheet_create(world, &sheet, &c.id, NULL);
        bight_curve curve = bight_rope_curve(world, rope);
        CHECK_SEED(status == BIGHT_OK || judge_state(curve, &c) > 0 || judge_distance(curve, &c) < 2e-4 * R,
                   seed);
        CHECK_SEED(status != BIGHT_OK || judge_state(curve, &c) == 0, seed);
        double speed = LINK * exp2(bi_random_range(&random, -6.0, 2.0));
        for (int32_t i = 0; i < 5; i++) {
            to[i] = v3_add(x[i], bi_random_vec3(&random, speed));
        }
        if (status == BIGHT_OK && judge_distance(curve, &c) > 2e-3 * R) {
            status = bight_sheet_move(world, c.id, to, NULL);
            int32_t judged = judge_move(curve, &c, to, 1e-12);
            CHECK_SEED(status == BIGHT_ERROR_INVALID || judged == 0, seed);
            accepted += status == BIGHT_OK;
            refused += status != BIGHT_OK;
            met += judged > 0;
            if (status != BIGHT_OK && judged == 0) {
                // as near as that it does come
                double least = HUGE_VAL;
                bight_vec3 between[5];
                cover then = c;
                then.x = between;
                for (int32_t k = 0; k <= 4000; k++) {
                    for (int32_t i = 0; i < 5; i++) {
                        between[i] = v3_lerp(x[i], to[i], k / 4000.0);
                    }
                    least = fmin(least, judge_distance(curve, &then));
                }
                nearest = fmax(nearest, least / R);
            }
        }
        bight_world_destroy(world);
    }
    print_message("%d accepted, %d refused, %d meet; refused without meeting at %g radii at most\n", accepted,
                  refused, met, nearest);
    CHECK(accepted > 300 && met > 60 && refused - met < 20 && nearest < 2e-2);
}

RUN_TESTS(unit(a_sheet_does_not_move_through_a_resting_rope), unit(a_rising_sheet_lifts_a_rope),
          unit(a_hierarchy_that_has_become_loose_is_sorted_anew),
          unit(moves_are_refused_exactly_when_they_meet_a_link))
