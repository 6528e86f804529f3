// SPDX-License-Identifier: MIT
// Ropes of every model and sheets: contact from both sides, folds, holes, and sheets that move.

#include "core/random.h"
#include "scene_memory.h"
#include "sheet_judge.h"

#define R 0.005
#define LINK 0.01

static const char *const names[] = {"follow the leader", "spring", "projection"};

static bight_world *world_with(bight_vec3 gravity, bight_allocator *allocator, int32_t threads)
{
    bight_world_def def = bight_world_def_default();
    bight_world *world;
    def.gravity = gravity;
    def.env.threads = threads;
    if (allocator != NULL) {
        def.env.allocator = *allocator;
    }
    CHECK(bight_world_create(&def, &world, NULL) == BIGHT_OK);
    return world;
}

static bight_rope_def rope_def(bight_rope_model model, const bight_vec3 *points, int32_t count, bool closed)
{
    bight_rope_def def = bight_rope_def_default();
    def.model = model;
    def.radius = R;
    def.curve = (bight_curve){points, count, closed};
    def.spring.drag = 40.0;
    def.spring.restitution = 0.0;
    def.projection.bend_weight = 1.0;
    return def;
}

static bight_rope_id rope_add(bight_world *world, const bight_rope_def *def)
{
    bight_rope_id rope;
    bight_error error = {0};
    if (bight_rope_create(world, def, &rope, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return rope;
}

static void steps(bight_world *world, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (bight_world_step(world, NULL) != BIGHT_OK) {
            fail_msg("cycle %d: %s", (int)i, bight_world_error(world).message);
        }
    }
}

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
            def.spring.gravity = v3(0, -9.81 * side, 0);
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
            bight_handle_id hand[3] = {scene_grasp(world, rope, 0), scene_grasp(world, rope, 8),
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
                    CHECK(bight_handle_set_target(world, hand[i], v3(at.x, at.y - side * down, at.z)) ==
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
    for (int32_t model = 0; model < BIGHT_MODEL_COUNT; model++) {
        bight_world *world = world_with(v3(0, 0, 0), NULL, 1);
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
        def.spring.gravity = v3(0, -9.81, 0);
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
        bight_handle_id hand = scene_grasp(world, rope, 20);
        int32_t through = 0, touched = 0;
        for (int32_t leg = 0; leg < 2; leg++) {
            double goal = leg == 0 ? -0.1 : -0.3;
            for (int32_t cycle = 0; cycle < 8000 && scene_hand(world, hand).y > goal + 1e-6; cycle++) {
                bight_vec3 at = scene_hand(world, hand);
                double y = fmax(goal, at.y - (spring ? 0.03 : 0.5) * R);
                CHECK(bight_handle_set_target(world, hand, v3(0, y, 0)) == BIGHT_OK);
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

// ---- sheets that move
// --------------------------------------------------------------------------------------

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
    for (int32_t model = 0; model < BIGHT_MODEL_COUNT; model++) {
        bight_world *world = world_with(v3(0, 0, 0), NULL, 1);
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
        CHECK(model == BIGHT_MODEL_SPRING || height < 1.6 * R);
        bight_world_destroy(world);
        free(to);
        cover_free(&c);
    }
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

// ---- what is refused
// ---------------------------------------------------------------------------------------

static bool refuses(bight_sheet_def def, const char *word)
{
    failing_allocator memory = {0};
    bight_world *world = scene_counted_world(&memory);
    bight_sheet_id id = {7, 7};
    bight_error error = {0};
    bight_status status = bight_sheet_create(world, &def, &id, &error);
    bool answer = status != BIGHT_OK && id.index1 == 0 && strstr(error.message, word) != NULL;
    bight_world_destroy(world);
    return answer && memory.held == 0;
}

TEST(every_field_is_checked)
{
    cover c = cover_grid(3, 1.0, 0, 0);
    bight_sheet_def def = cover_def(&c);
    CHECK(refuses((bight_sheet_def){0}, "bight_sheet_def_default"));
    def.points = NULL;
    CHECK(refuses(def, "needs"));
    def = cover_def(&c);
    def.triangles = NULL;
    CHECK(refuses(def, "needs"));
    def = cover_def(&c);
    def.point_count = 2;
    CHECK(refuses(def, "needs"));
    def = cover_def(&c);
    def.triangle_count = 0;
    CHECK(refuses(def, "needs"));
    def.triangle_count = 2000000000;
    CHECK(refuses(def, "at most"));
    const double bad[] = {(double)NAN, (double)INFINITY, -1.0, 1e300};
    for (int32_t i = 0; i < 4; i++) {
        def = cover_def(&c);
        def.margin = bad[i];
        CHECK(refuses(def, "margin"));
        def = cover_def(&c);
        def.slip = i == 2 ? 0.6 : bad[i];
        CHECK(refuses(def, "slip"));
        if (i != 2) {
            bight_vec3 kept = c.x[5];
            c.x[5].z = bad[i];
            CHECK(refuses(cover_def(&c), "point 5"));
            c.x[5] = kept;
        }
    }
    const int32_t out[] = {-1, 16, INT32_MAX, INT32_MIN};
    for (int32_t i = 0; i < 4; i++) {
        int32_t kept = c.triangles[14];
        c.triangles[14] = out[i];
        CHECK(refuses(cover_def(&c), "triangle 4"));
        c.triangles[14] = kept;
    }
    cover_free(&c);
}

TEST(a_rope_through_a_sheet_is_refused_either_way_round)
{
    bight_world *world = world_with(v3(0, 0, 0), NULL, 1);
    cover c = cover_grid(6, 0.2, 0, 0);
    bight_vec3 points[5];
    for (int32_t i = 0; i < 5; i++) {
        points[i] = v3(0.013, LINK * (i - 1.6), 0.021);
    }
    bight_rope_def def = rope_def(BIGHT_MODEL_FTL, points, 5, false);
    bight_rope_id rope = rope_add(world, &def);
    bight_sheet_def sheet = cover_def(&c);
    bight_sheet_id id;
    bight_error error = {0};
    uint64_t before = bight_world_hash(world);
    CHECK(bight_sheet_create(world, &sheet, &id, &error) == BIGHT_ERROR_INVALID && id.index1 == 0);
    CHECK(strstr(error.message, "link 1 of rope 0 goes through triangle") != NULL);
    CHECK(bight_world_hash(world) == before);
    CHECK(bight_rope_destroy(world, rope));
    cover_add(world, &c);
    CHECK(bight_rope_create(world, &def, &rope, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "link 1 of rope") != NULL && strstr(error.message, "sheet 0") != NULL);
    bight_world_destroy(world);
    cover_free(&c);
}

TEST(stale_sheets)
{
    bight_world *world = world_with(v3(0, 0, 0), NULL, 1);
    cover c = cover_grid(4, 1.0, 0, 0), d = cover_grid(2, 1.0, 0, 0);
    cover_add(world, &c);
    cover_add(world, &d);
    int32_t count = 7;
    bight_error error = {0};
    CHECK(bight_sheet_destroy(world, c.id) && !bight_sheet_destroy(world, c.id));
    CHECK(bight_sheet_points(world, c.id, &count) == NULL && count == 0);
    CHECK(bight_sheet_move(world, c.id, c.x, &error) == BIGHT_ERROR_STALE);
    CHECK(bight_sheet_move(world, d.id, NULL, &error) == BIGHT_ERROR_INVALID);
    d.x[3].y = (double)NAN;
    CHECK(bight_sheet_move(world, d.id, d.x, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "point 3") != NULL);

    // sheets and obstacles are numbered together and are not each other
    bight_obstacle_id as_obstacle = {d.id.index1, d.id.generation};
    bight_pose pose = {.rotation = {0, 0, 0, 1}};
    CHECK(bight_obstacle_set_target(world, as_obstacle, pose) == BIGHT_ERROR_STALE);
    CHECK(!bight_obstacle_destroy(world, as_obstacle));
    bight_obstacle_id box = scene_obstacle(world, BIGHT_SHAPE_BOX, v3(1, 1, 1), v3(9, 0, 0));
    CHECK(box.index1 == c.id.index1 && box.generation != c.id.generation);
    CHECK(!bight_sheet_destroy(world, (bight_sheet_id){box.index1, box.generation}));
    steps(world, 2);
    bight_world_destroy(world);
    cover_free(&c);
    cover_free(&d);
}

RUN_TESTS(unit(a_rope_comes_to_lie_on_either_side), unit(nothing_pushes_a_rope_through),
          unit(between_two_layers_a_rope_is_in_the_middle), unit(a_rope_lies_in_a_fold),
          unit(a_loop_is_drawn_through_a_hole), unit(a_sheet_does_not_move_through_a_resting_rope),
          unit(a_rising_sheet_lifts_a_rope), unit(moves_are_refused_exactly_when_they_meet_a_link),
          unit(every_field_is_checked), unit(a_rope_through_a_sheet_is_refused_either_way_round),
          unit(stale_sheets))
