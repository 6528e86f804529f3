// SPDX-License-Identifier: MIT
// Ropes and cloth together: hands that stop, weight that is carried, folds that are never crossed, a tube
// that closes, the same for any number of threads.

#include "core/pi.h"
#include "core/random.h"
#include "couple_scene.h"

static const bight_rope_model models[3] = {BIGHT_MODEL_FTL, BIGHT_MODEL_SPRING, BIGHT_MODEL_PROJECTION};

// ---- pressing -------------------------------------------------------------------------------------------

static int32_t line(bight_vec3 *points, bight_vec3 from, bight_vec3 to, int32_t links)
{
    for (int32_t i = 0; i <= links; i++) {
        points[i] = v3_lerp(from, to, i / (double)links);
    }
    return links + 1;
}

static bool on_border(const grid *g, int32_t vertex)
{
    int32_t i = vertex % g->columns, j = vertex / g->columns;
    return i == 0 || j == 0 || i == g->columns - 1 || j == g->rows - 1;
}

// Two hands push a rope far through a sheet that is pinned all round. They lag; the sheet is stretched as far
// as the couple lets it be; nothing is crossed.
TEST(hands_stop_at_cloth)
{
    for (int32_t m = 0; m < 3; m++) {
        pair p = pair_make(0.001, NULL);
        grid g = grid_make(21, 21, 0.1, 0.1);
        bight_cloth_id cloth = cloth_add(p.cloth, &g, NULL);
        for (int32_t i = 0; i < g.vertex_count; i++) {
            bight_cloth_pin(p.cloth, cloth, i, on_border(&g, i), NULL);
        }
        bight_vec3 points[32];
        int32_t count = line(points, v3(-0.04, 0.006, 0.0005), v3(0.04, 0.006, 0.0005), 20);
        bight_rope_id rope = pair_rope(&p, points, count, false, 0.004, models[m]);
        bight_hand_id hands[2] = {scene_grasp(p.ropes, rope, 0), scene_grasp(p.ropes, rope, 20)};
        bight_couple_def def = bight_couple_def_default();
        def.cloth_steps = 1;
        pair_tie(&p, &def);
        bight_hand_set_target(p.ropes, hands[0], v3(-0.035, -0.1, 0));
        bight_hand_set_target(p.ropes, hands[1], v3(0.035, -0.1, 0));
        record r = {0};
        take_record(&p, rope, cloth, &r);
        int32_t met = 0;
        double low = 0.0;
        for (int32_t i = 0; i < 150; i++) {
            met += judged_step(&p, rope, cloth, &g, &r);
        }
        bight_cloth_report report = pair_step(&p);
        for (int32_t i = 0; i < g.vertex_count; i++) {
            low = fmin(low, bight_cloth_positions(p.cloth, cloth, NULL)[i].y);
        }
        bight_hand_state state;
        CHECK(bight_hand_get(p.ropes, hands[0], &state) == BIGHT_OK);
        CHECK_SEED(met == 0, m);
        CHECK_SEED(state.lag > 0.07 && low < -0.008, m);
        CHECK_SEED(report.stretch < 1.35 && report.cord_contacts > 0, m);
        free_record(&r);
        pair_free(&p);
        grid_free(&g);
    }
}

// A spring rope lies on a sheet that hands hold: they carry its weight, and nothing sideways.
TEST(cloth_carries_the_weight)
{
    pair p = pair_make(0.001, NULL);
    grid g = grid_make(21, 21, 0.1, 0.1);
    bight_cloth_id cloth = cloth_add(p.cloth, &g, NULL);
    bight_cloth_hand_id hands[80];
    int32_t held = 0;
    for (int32_t i = 0; i < g.vertex_count; i++) {
        if (on_border(&g, i)) {
            CHECK(bight_cloth_grasp(p.cloth, cloth, i, &hands[held++], NULL) == BIGHT_OK);
        }
    }
    bight_vec3 points[32];
    bight_rope_def def = bight_rope_def_default();
    def.curve =
        (bight_curve){points, line(points, v3(-0.03, 0.0052, 0.001), v3(0.03, 0.0052, 0.001), 15), false};
    def.radius = 0.004;
    def.model = BIGHT_MODEL_SPRING;
    def.spring.density = 0.5;
    def.spring.stiffness = 10.0;
    def.spring.drag = 60.0;
    def.spring.restitution = 0.0;
    def.spring.time_step = 5e-4;
    def.spring.gravity = v3(0, -9.81, 0);
    bight_rope_id rope;
    CHECK(bight_rope_create(p.ropes, &def, &rope, NULL) == BIGHT_OK);
    pair_tie(&p, NULL);
    double pull = 0.0, side = 0.0;
    int32_t mean = 50;
    for (int32_t i = 0; i < 400 + mean; i++) {
        pair_step(&p);
        for (int32_t k = 0; i >= 400 && k < held; k++) {
            bight_cloth_hand_state state;
            CHECK(bight_cloth_hand_get(p.cloth, hands[k], &state) == BIGHT_OK);
            pull += state.pull.y / mean;
            side += (fabs(state.pull.x) > 10.0 ? 1.0 : 0.0);
        }
    }
    bight_spring_state state;
    CHECK(bight_rope_spring_state(p.ropes, rope, &state) == BIGHT_OK);
    CHECK_NEAR(pull / (9.81 * state.mass), -1.0, 0.03);
    CHECK(side == 0.0);
    pair_free(&p);
    grid_free(&g);
}

// Ropes that know no forces give way, too: hands lift a sheet, and a rope that lies free on it goes up with
// it.
TEST(cloth_lifts_a_rope)
{
    for (int32_t m = 0; m < 3; m++) {
        if (models[m] == BIGHT_MODEL_SPRING) {
            continue;
        }
        pair p = pair_make(0.001, NULL);
        grid g = grid_make(13, 13, 0.06, 0.06);
        bight_cloth_id cloth = cloth_add(p.cloth, &g, NULL);
        bight_cloth_hand_id hands[48];
        int32_t held = 0;
        for (int32_t i = 0; i < g.vertex_count; i++) {
            if (on_border(&g, i)) {
                CHECK(bight_cloth_grasp(p.cloth, cloth, i, &hands[held++], NULL) == BIGHT_OK);
            }
        }
        bight_vec3 points[32];
        bight_rope_id rope =
            pair_rope(&p, points, line(points, v3(-0.02, 0.0055, 0.001), v3(0.02, 0.0055, 0.001), 10), false,
                      0.004, models[m]);
        pair_tie(&p, NULL);
        for (int32_t step = 1; step <= 200; step++) { // and wait
            for (int32_t i = 0, k = 0; i < g.vertex_count; i++) {
                if (on_border(&g, i)) {
                    bight_vec3 to = v3_add(g.positions[i], v3(0, 0.00025 * bi_min(step, 80), 0));
                    CHECK(bight_cloth_hand_set_target(p.cloth, hands[k++], to) == BIGHT_OK);
                }
            }
            pair_step(&p);
        }
        bight_curve curve = bight_rope_curve(p.ropes, rope);
        for (int32_t i = 0; i < curve.count; i++) {
            CHECK_SEED(curve.points[i].y > 0.0075 && curve.points[i].y < 0.03, m);
        }
        pair_free(&p);
        grid_free(&g);
    }
}

// ---- a fold ---------------------------------------------------------------------------------------------

// Two layers 2 r apart and half a circle that joins them, along x; the rope lies in it.
static grid folded(int32_t columns, int32_t rows, double width, double length, double r)
{
    grid g = grid_make(columns, rows, width, length);
    double half = 0.5 * PI * r;
    for (int32_t i = 0; i < g.vertex_count; i++) {
        double s = g.positions[i].z, x = g.positions[i].x, angle = s / r;
        g.positions[i] = fabs(s) <= half ? v3(x, r * sin(angle), -r * cos(angle))
                                         : v3(x, s > 0.0 ? r : -r, fabs(s) - half);
    }
    return g;
}

static uint64_t draw_through_fold(bight_rope_model model, uint64_t seed, int32_t cycles, const bight_env *env,
                                  bool judge)
{
    pair p = pair_make(0.001, env);
    grid g = folded(21, 25, 0.1, 0.1, 0.006);
    bight_cloth_id cloth = cloth_add(p.cloth, &g, NULL);
    for (int32_t i = 0; i < g.columns; i++) {
        bight_cloth_pin(p.cloth, cloth, i, true, NULL);
        bight_cloth_pin(p.cloth, cloth, g.vertex_count - 1 - i, true, NULL);
    }
    bight_vec3 points[64];
    int32_t count = line(points, v3(-0.04, 0.0003, 0.004), v3(0.04, 0.0003, 0.004), 32);
    bight_rope_id rope = pair_rope(&p, points, count, false, 0.002, model);
    bight_hand_id hands[2] = {scene_grasp(p.ropes, rope, 0), scene_grasp(p.ropes, rope, count - 1)};
    bight_couple_def def = bight_couple_def_default();
    def.cloth_steps = 1;
    pair_tie(&p, &def);
    bi_random random = bi_random_from(seed);
    bight_vec3 goal[2] = {points[0], points[count - 1]};
    record r = {0};
    take_record(&p, rope, cloth, &r);
    for (int32_t i = 0; i < cycles; i++) {
        if (i % 12 == 0) {
            // together, and nearer than the rope is long
            bight_vec3 way = bi_random_vec3(&random, 0.04);
            for (int32_t k = 0; k < 2; k++) {
                bight_vec3 own = v3_add(points[k * (count - 1)], bi_random_vec3(&random, 0.005));
                own.x *= 0.6;
                goal[k] = v3_add(own, way);
            }
        }
        for (int32_t k = 0; k < 2; k++) {
            // hands go as fast as they can, but a spring rope would be torn
            bight_vec3 at = scene_hand(p.ropes, hands[k]), to = v3_sub(goal[k], at);
            double far = v3_length(to), most = model == BIGHT_MODEL_SPRING ? 3e-4 : far;
            bight_hand_set_target(p.ropes, hands[k], far > most ? v3_madd(at, most / far, to) : goal[k]);
        }
        if (judge) {
            CHECK_SEED(judged_step(&p, rope, cloth, &g, &r) == 0, seed);
        } else {
            pair_step(&p);
        }
    }
    CHECK_SEED(bight_couple_get_stats(p.couple).touches > 0, seed);
    uint64_t hash = bight_couple_hash(p.couple);
    free_record(&r);
    pair_free(&p);
    grid_free(&g);
    return hash;
}

TEST(a_rope_drawn_through_a_fold_never_crosses)
{
    for (int32_t m = 0; m < 3; m++) {
        for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(2, 1); seed++) {
            draw_through_fold(models[m], seed, 80, NULL, true);
        }
    }
}

TEST(same_bits_for_any_number_of_threads)
{
    uint64_t first = 0;
    for (int32_t threads = 1; threads <= 3; threads++) {
        bight_env env = {.threads = threads};
        uint64_t hash = draw_through_fold(BIGHT_MODEL_FTL, 3, 40, &env, false);
        first = threads == 1 ? hash : first;
        CHECK_SEED(hash == first, threads);
    }
}

// ---- a tube ---------------------------------------------------------------------------------------------

// Around x.
static grid tube(int32_t around, int32_t along, double radius, double length)
{
    grid g = {.columns = around, .rows = along};
    g.vertex_count = around * along;
    g.triangle_count = 2 * around * (along - 1);
    g.positions = malloc((size_t)g.vertex_count * sizeof *g.positions);
    g.triangles = malloc(3 * (size_t)g.triangle_count * sizeof *g.triangles);
    int32_t *t = g.triangles;
    for (int32_t j = 0; j < along; j++) {
        for (int32_t i = 0; i < around; i++) {
            double a = 2.0 * PI * i / around;
            g.positions[j * around + i] =
                v3(length * j / (along - 1) - 0.5 * length, radius * cos(a), radius * sin(a));
            if (j + 1 < along) {
                int32_t next = (i + 1) % around, q = j * around + i, s = j * around + next;
                const int32_t odd[6] = {q, s, q + around, s, s + around, q + around};
                const int32_t even[6] = {q, s + around, q + around, q, s, s + around};
                memcpy(t, (i + j) % 2 ? odd : even, sizeof odd);
                t += 6;
            }
        }
    }
    return g;
}

// What a ring of vertices encloses, seen along x.
static double enclosed(const bight_vec3 *x, const grid *g, int32_t row)
{
    double sum = 0.0;
    for (int32_t i = 0; i < g->columns; i++) {
        bight_vec3 a = x[row * g->columns + i], b = x[row * g->columns + (i + 1) % g->columns];
        sum += 0.5 * (a.y * b.z - a.z * b.y);
    }
    return sum;
}

// A suture once round a vessel whose ends are held, its own ends pulled apart: the vessel closes.
TEST(a_loop_closes_a_tube)
{
    for (int32_t m = 0; m < LESS_WHEN_CHECKED(3, 1); m++) {
        double radius = 0.012, thin = 0.001, thickness = 0.0008;
        pair p = pair_make(thickness, NULL);
        grid g = tube(20, 25, radius, 0.06);
        bight_cloth_id cloth = cloth_add(p.cloth, &g, NULL);
        for (int32_t i = 0; i < g.columns; i++) {
            bight_cloth_pin(p.cloth, cloth, i, true, NULL);
            bight_cloth_pin(p.cloth, cloth, g.vertex_count - 1 - i, true, NULL);
        }
        // in below, once round, out below
        bight_vec3 points[160];
        double r = radius + thickness + thin + 0.0005, link = 0.0015;
        int32_t legs = 24, turn = (int32_t)(2.0 * PI * r / link), count = 0;
        for (int32_t i = -legs; i <= turn + legs; i++) {
            double s = bi_min(bi_max(i, 0), turn) * link, a = s / r;
            bight_vec3 on = v3(0.003 * s / (turn * link) - 0.0015, -r * cos(a), r * sin(a));
            points[count++] = v3_madd(on, i * link - s, v3(0, sin(a), cos(a)));
        }
        bight_rope_id rope = pair_rope(&p, points, count, false, thin, models[m]);
        if (models[m] == BIGHT_MODEL_SPRING) {
            CHECK(bight_rope_pull(p.ropes, rope, 0, 0.0, v3(0, 0, -2.0), NULL) == BIGHT_OK);
            CHECK(bight_rope_pull(p.ropes, rope, 1, 0.0, v3(0, 0, 2.0), NULL) == BIGHT_OK);
        } else {
            bight_hand_id a = scene_grasp(p.ropes, rope, 0), b = scene_grasp(p.ropes, rope, count - 1);
            bight_hand_set_target(p.ropes, a, v3(-0.0015, -r, -0.2));
            bight_hand_set_target(p.ropes, b, v3(0.0015, -r, 0.2));
        }
        pair_tie(&p, NULL);
        double open = enclosed(g.positions, &g, 12), least = 1.0, stretch = 0.0;
        int32_t cycles = models[m] == BIGHT_MODEL_SPRING ? 400 : 140;
        for (int32_t i = 0; i < cycles; i++) {
            bight_cloth_report report = pair_step(&p);
            CHECK_SEED(report.intersections == 0, m);
            stretch = report.stretch;
        }
        for (int32_t row = 1; row + 1 < g.rows; row++) {
            least = bi_min(least, enclosed(bight_cloth_positions(p.cloth, cloth, NULL), &g, row) / open);
        }
        CHECK_SEED(least < 0.25 && least > -0.1, m);
        CHECK_SEED(stretch < 1.4, m);
        pair_free(&p);
        grid_free(&g);
    }
}

// ---- the rest -------------------------------------------------------------------------------------------

// The judge of the tests above sees a link that jumps over a sheet, and a sheet that jumps over a link.
TEST(the_judge_sees_a_jump)
{
    grid g = grid_make(5, 5, 0.04, 0.04);
    bight_vec3 above[2] = {{0.001, 0.01, 0.003}, {0.012, 0.01, 0.002}}, below[2];
    bight_vec3 *higher = malloc((size_t)g.vertex_count * sizeof *higher);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        higher[i] = v3_add(g.positions[i], v3(0, 0.02, 0));
    }
    for (int32_t i = 0; i < 2; i++) {
        below[i] = v3_sub(above[i], v3(0, 0.02, 0));
    }
    CHECK(judge_way(above, below, 2, g.positions, g.positions, &g) > 0);
    CHECK(judge_way(above, above, 2, g.positions, higher, &g) > 0);
    CHECK(judge_way(above, above, 2, g.positions, g.positions, &g) == 0);
    free(higher);
    grid_free(&g);
}

static bight_vec3 mean_of(const bight_cloth_world *world, bight_cloth_id cloth)
{
    int32_t count;
    const bight_vec3 *x = bight_cloth_positions(world, cloth, &count);
    bight_vec3 sum = v3(0, 0, 0);
    for (int32_t i = 0; i < count; i++) {
        sum = v3_madd(sum, 1.0 / count, x[i]);
    }
    return sum;
}

// Worlds without the one or the other, and what comes later.
TEST(things_come_and_go)
{
    pair p = pair_make(0.001, NULL);
    pair_tie(&p, NULL);
    CHECK(bight_couple_step(p.couple, NULL, NULL) == BIGHT_OK);
    bight_vec3 points[32];
    int32_t count = line(points, v3(-0.04, 0.006, 0), v3(0.04, 0.006, 0), 20);
    bight_rope_id rope = pair_rope(&p, points, count, false, 0.004, BIGHT_MODEL_FTL);
    bight_hand_id hand = scene_grasp(p.ropes, rope, 10);
    pair_step(&p);
    grid g = grid_make(13, 13, 0.05, 0.05);
    bight_cloth_id cloth = cloth_add(p.cloth, &g, NULL);
    pair_step(&p);
    bight_hand_set_target(p.ropes, hand, v3(0, -0.03, 0));
    for (int32_t i = 0; i < 60; i++) {
        pair_step(&p);
    }
    // a free sheet is carried along
    bight_vec3 pushed = mean_of(p.cloth, cloth);
    CHECK(pushed.y < -0.01);
    CHECK(bight_rope_destroy(p.ropes, rope));
    for (int32_t i = 0; i < 5; i++) {
        CHECK(pair_step(&p).cord_contacts == 0);
    }
    // a rope in its place, and the sheet put elsewhere
    count = line(points, v3(-0.04, 0.05, 0), v3(0.04, 0.05, 0), 20);
    rope = pair_rope(&p, points, count, false, 0.004, BIGHT_MODEL_PROJECTION);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i].y = 0.0555;
    }
    CHECK(bight_cloth_set_positions(p.cloth, cloth, g.positions, NULL) == BIGHT_OK);
    CHECK(pair_step(&p).cord_contacts == 0);
    CHECK(bight_couple_get_stats(p.couple).cycles == 69);
    // but not through the rope
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i].y = 0.05 + 0.5 * g.positions[i].x;
    }
    CHECK(bight_cloth_set_positions(p.cloth, cloth, g.positions, NULL) == BIGHT_OK);
    CHECK(bight_couple_step(p.couple, NULL, NULL) == BIGHT_ERROR_INVALID);
    CHECK(strlen(bight_couple_error(p.couple).message) > 0);
    bight_couple_destroy(p.couple);
    p.couple = NULL;
    CHECK(bight_world_step(p.ropes, NULL) == BIGHT_OK);
    pair_free(&p);
    grid_free(&g);
}

TEST(mistakes_are_named)
{
    pair p = pair_make(0.001, NULL);
    bight_couple_def good = bight_couple_def_default(), bad[5] = {good, good, good, good, good};
    bad[0].cookie = 0;
    bad[1].compliance = -1.0;
    bad[2].friction = (double)NAN;
    bad[3].stretch = 1.0;
    bad[4].cloth_steps = 0;
    const char *words[5] = {"bight_couple_def_default", "compliance", "friction", "stretch", "cloth_steps"};
    for (int32_t i = 0; i < 5; i++) {
        bight_error error = {0};
        CHECK(bight_couple_create(p.ropes, p.cloth, &bad[i], &p.couple, &error) == BIGHT_ERROR_INVALID);
        CHECK(p.couple == NULL && strstr(error.message, words[i]) != NULL);
    }
    // a rope through a sheet
    grid g = grid_make(13, 13, 0.05, 0.05);
    cloth_add(p.cloth, &g, NULL);
    bight_vec3 points[32];
    int32_t count = line(points, v3(0.001, 0.04, 0.002), v3(0.001, -0.04, 0.002), 20);
    pair_rope(&p, points, count, false, 0.004, BIGHT_MODEL_FTL);
    uint64_t hashes[2] = {bight_world_hash(p.ropes), bight_cloth_world_hash(p.cloth)};
    bight_error error = {0};
    CHECK(bight_couple_create(p.ropes, p.cloth, &good, &p.couple, &error) == BIGHT_ERROR_INVALID);
    CHECK(p.couple == NULL && strstr(error.message, "triangle") != NULL);
    CHECK(bight_world_hash(p.ropes) == hashes[0] && bight_cloth_world_hash(p.cloth) == hashes[1]);
    pair_free(&p);
    grid_free(&g);
}

// One rope over one pinned sheet, on an allocator.
static pair counted(failing_allocator *memory, bight_hand_id *hand, grid *g)
{
    bight_env env = failing_env(memory);
    pair p = pair_make(0.001, &env);
    *g = grid_make(13, 13, 0.05, 0.05);
    bight_cloth_id cloth = cloth_add(p.cloth, g, NULL);
    for (int32_t i = 0; i < g->vertex_count; i++) {
        bight_cloth_pin(p.cloth, cloth, i, on_border(g, i), NULL);
    }
    bight_vec3 points[32];
    int32_t count = line(points, v3(-0.02, 0.006, 0), v3(0.02, 0.006, 0), 10);
    bight_rope_id rope = pair_rope(&p, points, count, false, 0.004, BIGHT_MODEL_FTL);
    *hand = scene_grasp(p.ropes, rope, 5);
    return p;
}

TEST(a_warm_step_takes_no_memory)
{
    failing_allocator memory = {0};
    bight_hand_id hand;
    grid g;
    pair p = counted(&memory, &hand, &g);
    pair_tie(&p, NULL);
    // deep in, so that lists have been long, and back to a gentle touch
    for (int32_t i = 0; i < 200; i++) {
        bight_hand_set_target(p.ropes, hand, v3(0.001, i < 100 ? -0.01 : 0.002, 0.001));
        pair_step(&p);
    }
    int64_t before = memory.calls;
    for (int32_t i = 0; i < 50; i++) {
        CHECK(pair_step(&p).cord_contacts > 0);
    }
    CHECK(memory.calls == before);
    pair_free(&p);
    CHECK(memory.held == 0);
    grid_free(&g);
}

TEST(failed_allocations_change_nothing)
{
    failing_allocator memory = {0};
    bight_hand_id hand;
    grid g;
    pair p = counted(&memory, &hand, &g);
    bight_couple_def def = bight_couple_def_default();
    uint64_t hash = bight_cloth_world_hash(p.cloth);
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    int32_t failures = 0;
    for (int64_t n = 1; n < 200 && status != BIGHT_OK; n++) {
        memory.fail_at = memory.calls + n;
        memory.fail_after = true;
        status = bight_couple_create(p.ropes, p.cloth, &def, &p.couple, NULL);
        memory.fail_at = 0;
        CHECK_SEED(status == BIGHT_OK || (status == BIGHT_ERROR_NO_MEMORY && p.couple == NULL), n);
        failures += status != BIGHT_OK;
        CHECK_SEED(status == BIGHT_OK || bight_cloth_world_hash(p.cloth) == hash, n);
    }
    CHECK(status == BIGHT_OK && failures > 10);
    bight_hand_set_target(p.ropes, hand, v3(0, -0.01, 0));
    status = BIGHT_ERROR_NO_MEMORY;
    for (int64_t n = 1; n < 200 && status != BIGHT_OK; n++) {
        memory.fail_at = memory.calls + n;
        memory.fail_after = true;
        status = bight_couple_step(p.couple, NULL, NULL);
        memory.fail_at = 0;
        CHECK_SEED(status == BIGHT_OK || status == BIGHT_ERROR_NO_MEMORY, n);
    }
    CHECK(status == BIGHT_OK);
    pair_step(&p);
    pair_free(&p);
    CHECK(memory.held == 0);
    grid_free(&g);
}

RUN_TESTS(unit(hands_stop_at_cloth), unit(cloth_carries_the_weight), unit(cloth_lifts_a_rope),
          unit(a_rope_drawn_through_a_fold_never_crosses), unit(same_bits_for_any_number_of_threads),
          unit(a_loop_closes_a_tube), unit(the_judge_sees_a_jump), unit(things_come_and_go),
          unit(mistakes_are_named), unit(a_warm_step_takes_no_memory),
          unit(failed_allocations_change_nothing))
