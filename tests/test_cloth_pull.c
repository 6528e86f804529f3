// SPDX-License-Identifier: MIT
// Cloth pulled by hands: no step stretches it beyond what it bears, hands wait only where they stretch it, and
// report what they feel. Judged by positions alone: stretch from the pattern, crossings on all pairs.

#include "bight/cloth_mesh_file.h"
#include "cloth/elastic.h"
#include "cloth/world.h"
#include "cloth_grid.h"
#include "cloth_safe_stage.h"

#include <stdio.h>

// ---- judges ---------------------------------------------------------------------------------------------

// Of triangle t: F maps the pattern to space, its greatest singular value by the trace and determinant of F'F.
static double stretch_of(const bight_vec3 *x, const int32_t *t, const double *uv)
{
    double a[2], b[2], f[3][2], trace = 0.0, c[3] = {0};
    for (int32_t k = 0; k < 2; k++) {
        a[k] = uv[2 * t[1] + k] - uv[2 * t[0] + k];
        b[k] = uv[2 * t[2] + k] - uv[2 * t[0] + k];
    }
    double det = a[0] * b[1] - a[1] * b[0];
    bight_vec3 d = v3_sub(x[t[1]], x[t[0]]), e = v3_sub(x[t[2]], x[t[0]]);
    const double p[3] = {d.x, d.y, d.z}, q[3] = {e.x, e.y, e.z};
    for (int32_t i = 0; i < 3; i++) {
        f[i][0] = (p[i] * b[1] - q[i] * a[1]) / det;
        f[i][1] = (q[i] * a[0] - p[i] * b[0]) / det;
        c[0] += f[i][0] * f[i][0];
        c[1] += f[i][1] * f[i][1];
        c[2] += f[i][0] * f[i][1];
    }
    trace = c[0] + c[1];
    double root = sqrt(fmax(trace * trace - 4.0 * (c[0] * c[1] - c[2] * c[2]), 0.0));
    return sqrt(0.5 * (trace + root));
}

static double greatest_stretch(const bight_vec3 *x, const int32_t *triangles, int32_t count, const double *uv)
{
    double most = 0.0;
    for (int32_t t = 0; t < count; t++) {
        most = fmax(most, stretch_of(x, triangles + 3 * t, uv));
    }
    return most;
}

// ---- a ribbon in an overhand knot -----------------------------------------------------------------------

typedef struct ribbon {
    bight_cloth_mesh mesh; // 48 rows of 6 vertices along a pipe, its ends at either side
    bight_cloth_world *world;
    bight_cloth_id id;
} ribbon;

static ribbon ribbon_make(double friction)
{
    static char text[1 << 16];
    FILE *file = fopen(BIGHT_SOURCE_DIR "/tests/cases/ribbon-overhand.obj", "rb");
    CHECK(file != NULL);
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    ribbon r = {0};
    bight_error error = {0};
    if (bight_read_cloth_mesh(NULL, text, size, "ribbon.obj", &r.mesh, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    bight_cloth_world_def world = bight_cloth_world_def_default();
    world.gravity = v3(0, 0, 0);
    world.thickness = 0.004;
    world.friction = friction;
    r.world = cloth_world(&world);
    bight_cloth_def def = bight_cloth_def_default();
    def.positions = r.mesh.positions;
    def.triangles = r.mesh.triangles;
    def.uv = r.mesh.uv;
    def.uv_triangles = r.mesh.uv_triangles;
    def.vertex_count = r.mesh.vertex_count;
    def.triangle_count = r.mesh.triangle_count;
    def.uv_count = r.mesh.uv_count;
    CHECK(bight_cloth_create(r.world, &def, &r.id, NULL) == BIGHT_OK);
    return r;
}

static void ribbon_free(ribbon *r)
{
    bight_cloth_world_destroy(r->world);
    bight_cloth_mesh_free(NULL, &r->mesh);
}

// One step, judged: greatest stretch. Every vertex has one place on the pattern.
static double ribbon_step(ribbon *r, int32_t step)
{
    bight_cloth_report report;
    CHECK(bight_cloth_world_step(r->world, &report) == BIGHT_OK);
    CHECK_SEED(report.certified && report.intersections == 0, step);
    if (step % 20 == 0) {
        CHECK_SEED(count_crossings(r->world) == 0, step);
    }
    return greatest_stretch(bight_cloth_positions(r->world, r->id, NULL), r->mesh.triangles,
                            r->mesh.triangle_count, r->mesh.uv);
}

// Relaxed from the pipe it starts on, pulled by both ends, let go.
static void pull_tight(double friction)
{
    enum { ROW = 6 };
    ribbon r = ribbon_make(friction);
    double stretch = 0.0, first = 1.0;
    for (int32_t i = 0; i < 60; i++) {
        stretch = ribbon_step(&r, i);
        first = i == 0 ? fmax(stretch, 1.5) : first;
        CHECK_SEED(stretch <= first, i);
    }
    CHECK(stretch < 1.09);

    // hands pull far beyond what the ribbon has to give
    int32_t ends[2][ROW], count = r.mesh.vertex_count;
    bight_cloth_hand_id hands[2];
    bight_cloth_hand_state state[2];
    bight_vec3 from[2];
    for (int32_t n = 0; n < 2; n++) {
        for (int32_t i = 0; i < ROW; i++) {
            ends[n][i] = n == 0 ? i : count - ROW + i;
        }
        CHECK(bight_cloth_grasp_many(r.world, r.id, ends[n], ROW, &hands[n], NULL) == BIGHT_OK);
        CHECK(bight_cloth_hand_get(r.world, hands[n], &state[n]) == BIGHT_OK);
        from[n] = state[n].position;
    }
    bight_vec3 apart = v3_unit(v3_sub(from[1], from[0]), v3(1, 0, 0));
    for (int32_t n = 0; n < 2; n++) {
        bight_vec3 to = v3_madd(from[n], n == 0 ? -0.3 : 0.3, apart);
        CHECK(bight_cloth_hand_set_target(r.world, hands[n], to) == BIGHT_OK);
    }
    int32_t steps = LESS_WHEN_CHECKED(400, 60);
    for (int32_t i = 0; i < steps; i++) {
        CHECK_SEED(ribbon_step(&r, i) <= 1.10, i);
    }

    // the knot is tight: hands have come some way, feel it, and about alike
    double way = 0.0;
    for (int32_t n = 0; n < 2; n++) {
        CHECK(bight_cloth_hand_get(r.world, hands[n], &state[n]) == BIGHT_OK);
        way += v3_distance(state[n].position, from[n]);
    }
    CHECK(way > LESS_WHEN_CHECKED(0.08, 0.02));
    if (LESS_WHEN_CHECKED(true, false)) {
        CHECK(state[0].force > 0.5 && state[1].force > 0.5);
        CHECK(v3_dot(state[0].pull, apart) > 0.0 && v3_dot(state[1].pull, apart) < 0.0);
        CHECK_NEAR(state[0].force / state[1].force, 1.0, 0.5);
    }

    // nothing springs apart when it is let go
    CHECK(bight_cloth_release(r.world, hands[0]) && bight_cloth_release(r.world, hands[1]));
    for (int32_t i = 0; i < 100; i++) {
        stretch = ribbon_step(&r, i);
        CHECK_SEED(stretch <= 1.10, i);
    }
    CHECK(stretch < 1.08);
    ribbon_free(&r);
}

TEST(an_overhand_pulled_tight_is_never_stretched_beyond_1_10)
{
    pull_tight(0.1);
}

TEST(nor_with_more_friction)
{
    pull_tight(0.3);
}

// ---- the bound ------------------------------------------------------------------------------------------

// A patch that starts anyhow: stretched beyond the bound in places, pushed by a ball, pulled by a hand.
TEST(the_greatest_stretch_never_grows_above_the_bound)
{
    for (uint64_t seed = 0; seed < 6; seed++) {
        bi_random random = bi_random_from(seed);
        grid g = grid_make(13, 13, 0.12, 0.12);
        bight_vec3 *x = malloc((size_t)g.vertex_count * sizeof *x);
        for (int32_t i = 0; i < g.vertex_count; i++) {
            double part = seed % 2 == 0 ? 0.0004 : 0.002;
            x[i] = v3_add(g.positions[i], bi_random_vec3(&random, part));
        }
        bight_cloth_world_def def = bight_cloth_world_def_default();
        bight_cloth_world *world = cloth_world(&def);
        bight_cloth_id id = cloth_add(world, &g, NULL);
        CHECK(bight_cloth_set_positions(world, id, x, NULL) == BIGHT_OK);
        bight_cloth_pin(world, id, 0, true, NULL);
        bight_cloth_pin(world, id, 12, true, NULL);
        bight_cloth_hand_id hand;
        CHECK(bight_cloth_grasp(world, id, 168, &hand, NULL) == BIGHT_OK);
        bight_cloth_hand_set_target(world, hand, v3_add(x[168], v3_mul(0.1, bi_random_vec3(&random, 1.0))));
        bight_cloth_obstacle_def ball = bight_cloth_obstacle_def_default();
        ball.size.x = 0.02;
        ball.pose.position = v3(0, -0.03, 0);
        bight_cloth_obstacle_id obstacle;
        CHECK(bight_cloth_obstacle_create(world, &ball, &obstacle, NULL) == BIGHT_OK);
        bight_pose up = ball.pose;
        up.position.y = 0.06;
        bight_cloth_obstacle_set_target(world, obstacle, up);

        // below the bound for ever once it is, and never above the start until then
        double before = greatest_stretch(x, g.triangles, g.triangle_count, g.uv), start = before;
        for (int32_t i = 0; i < LESS_WHEN_CHECKED(250, 40); i++) {
            cloth_steps(world, 1);
            const bight_vec3 *at = bight_cloth_positions(world, id, NULL);
            double now = greatest_stretch(at, g.triangles, g.triangle_count, g.uv);
            CHECK_SEED(now <= 1e-6 + (before <= 1.10 ? 1.10 : start), 1000 * seed + (uint64_t)i);
            before = now;
        }
        CHECK_SEED(before <= 1.10 + 1e-6, seed);
        bight_cloth_world_destroy(world);
        grid_free(&g);
        free(x);
    }
}

// ---- hands ----------------------------------------------------------------------------------------------

static bight_cloth_world *light_world(void)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.gravity = v3(0, 0, 0);
    return cloth_world(&def);
}

static bight_vec3 hand_at(const bight_cloth_world *world, bight_cloth_hand_id hand)
{
    bight_cloth_hand_state state;
    CHECK(bight_cloth_hand_get(world, hand, &state) == BIGHT_OK);
    return state.position;
}

TEST(a_hand_at_its_limit_goes_back)
{
    grid g = grid_make(21, 11, 0.2, 0.1);
    bight_cloth_world *world = light_world();
    bight_cloth_id id = cloth_add(world, &g, NULL);
    for (int32_t j = 0; j < 11; j++) {
        bight_cloth_pin(world, id, 21 * j, true, NULL);
    }
    bight_cloth_hand_id hand;
    CHECK(bight_cloth_grasp(world, id, 20, &hand, NULL) == BIGHT_OK);
    bight_vec3 from = hand_at(world, hand);
    bight_cloth_hand_set_target(world, hand, v3_add(from, v3(0.1, 0, 0)));
    cloth_steps(world, 150);
    bight_vec3 out = hand_at(world, hand);
    CHECK(out.x - from.x > 0.005 && out.x - from.x < 0.05);

    // it stands; then it is told to come back, and does at once
    cloth_steps(world, 10);
    CHECK(v3_distance(hand_at(world, hand), out) < 1e-4);
    bight_cloth_hand_set_target(world, hand, v3_add(out, v3(-0.02, 0, 0)));
    cloth_steps(world, 40);
    CHECK(v3_distance(hand_at(world, hand), v3_add(out, v3(-0.02, 0, 0))) < 1e-9);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// Three pinned corners hold a triangle at 1.3: it is nobody's business elsewhere, nor in the same sheet.
TEST(one_bad_triangle_stops_no_hand)
{
    grid g = grid_make(21, 21, 0.2, 0.2);
    double way[2];
    for (int32_t bad = 0; bad < 2; bad++) {
        bight_cloth_world *world = light_world();
        bight_cloth_id id = cloth_add(world, &g, NULL);
        bight_vec3 *x = malloc((size_t)g.vertex_count * sizeof *x);
        memcpy(x, g.positions, (size_t)g.vertex_count * sizeof *x);
        if (bad == 1) {
            const int32_t *t = g.triangles;
            x[t[1]] = v3_lerp(x[t[0]], x[t[1]], 1.3);
            CHECK(bight_cloth_set_positions(world, id, x, NULL) == BIGHT_OK);
        }
        for (int32_t k = 0; k < 3; k++) {
            bight_cloth_pin(world, id, g.triangles[k], true, NULL);
        }
        bight_cloth_hand_id hand;
        CHECK(bight_cloth_grasp(world, id, g.vertex_count - 1, &hand, NULL) == BIGHT_OK);
        bight_vec3 from = hand_at(world, hand);
        bight_cloth_hand_set_target(world, hand, v3_add(from, v3(-0.05, 0.1, -0.05)));
        bight_cloth_report report = cloth_steps(world, 40);
        CHECK(bad == 0 || report.stretch > 1.25);
        way[bad] = v3_distance(hand_at(world, hand), from);
        bight_cloth_world_destroy(world);
        free(x);
    }
    CHECK(way[0] > 0.02);
    CHECK_NEAR(way[1] / way[0], 1.0, 0.2);
    grid_free(&g);
}

// Cloth follows in the same step: a hand that starts does not stretch what it holds by its whole way.
TEST(cloth_goes_with_the_hand_in_the_same_step)
{
    grid g = grid_make(11, 11, 0.05, 0.05);
    bight_cloth_world *world = light_world();
    bight_cloth_id id = cloth_add(world, &g, NULL);
    int32_t edge[11];
    for (int32_t i = 0; i < 11; i++) {
        edge[i] = i;
    }
    bight_cloth_hand_id hand;
    CHECK(bight_cloth_grasp_many(world, id, edge, 11, &hand, NULL) == BIGHT_OK);
    bight_vec3 from = hand_at(world, hand), far = bight_cloth_positions(world, id, NULL)[115];
    bight_cloth_hand_set_target(world, hand, v3_add(from, v3(0, 0, -0.03)));
    cloth_steps(world, 1);
    double led = from.z - hand_at(world, hand).z;
    double followed = far.z - bight_cloth_positions(world, id, NULL)[115].z;
    CHECK(led > 5e-4);
    CHECK(followed > 0.5 * led);
    const bight_vec3 *at = bight_cloth_positions(world, id, NULL);
    CHECK(greatest_stretch(at, g.triangles, g.triangle_count, g.uv) < 1.06);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// A strip between two edges in rigid grips: T = stretch_v width (length / rest - 1), here and there, and the
// grips keep their shape.
TEST(a_grip_is_rigid_and_feels_the_tension)
{
    enum { COLUMNS = 5, ROWS = 21 };
    double width = 0.04, length = 0.2;
    grid g = grid_make(COLUMNS, ROWS, width, length);
    bight_cloth_world *world = light_world();
    bight_cloth_id id = cloth_add(world, &g, NULL);
    bight_cloth_hand_id hands[2];
    for (int32_t n = 0; n < 2; n++) {
        int32_t edge[2 * COLUMNS];
        for (int32_t i = 0; i < 2 * COLUMNS; i++) {
            edge[i] = n * (COLUMNS * (ROWS - 1)) + i % COLUMNS; // each twice, which is no mistake
        }
        CHECK(bight_cloth_grasp_many(world, id, edge, 2 * COLUMNS, &hands[n], NULL) == BIGHT_OK);
        bight_vec3 to = v3_add(hand_at(world, hands[n]), v3(0, 0, n == 0 ? -0.002 : 0.002));
        bight_cloth_hand_set_target(world, hands[n], to);
    }
    cloth_steps(world, 300);
    bight_cloth_hand_state state[2];
    for (int32_t n = 0; n < 2; n++) {
        CHECK(bight_cloth_hand_get(world, hands[n], &state[n]) == BIGHT_OK);
        CHECK(state[n].lag < 1e-9 && state[n].count == COLUMNS);
        CHECK_NEAR(state[n].force, v3_length(state[n].pull), 1e-12);
    }
    double now = state[1].position.z - state[0].position.z;
    CHECK_NEAR(now, 0.204, 1e-9);
    double tension = 300.0 * width * (now / length - 1.0);
    CHECK_NEAR(state[0].pull.z / tension, 1.0, 0.02);
    CHECK_NEAR(state[1].pull.z / tension, -1.0, 0.02);
    const bight_vec3 *at = bight_cloth_positions(world, id, NULL);
    for (int32_t i = 1; i < COLUMNS; i++) {
        CHECK_NEAR(v3_distance(at[i], at[0]), width * i / (COLUMNS - 1), 1e-9);
    }
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// Cloth that is stretched within a grip stays as it is, wherever the hand goes: the hand does not wait for it.
TEST(a_grip_does_not_wait_for_what_it_holds_whole)
{
    enum { COLUMNS = 5, ROWS = 21, HELD = 5 * COLUMNS };
    grid g = grid_make(COLUMNS, ROWS, 0.04, 0.2);
    g.positions[COLUMNS * (ROWS - 3) + 2].z += 0.001; // of an edge of 10 mm, in the middle of the second grip
    bight_cloth_world *world = light_world();
    bight_cloth_id id = cloth_add(world, &g, NULL);
    bight_cloth_hand_id hands[2];
    int32_t held[HELD];
    for (int32_t n = 0; n < 2; n++) {
        for (int32_t i = 0; i < HELD; i++) {
            held[i] = n == 0 ? i % COLUMNS : COLUMNS * (ROWS - 5) + i;
        }
        CHECK(bight_cloth_grasp_many(world, id, held, HELD, &hands[n], NULL) == BIGHT_OK);
    }
    CHECK(greatest_stretch(bight_cloth_positions(world, id, NULL), g.triangles, g.triangle_count, g.uv) >
          1.085);
    bight_cloth_hand_set_target(world, hands[1], v3_add(hand_at(world, hands[1]), v3(0, 0, 0.002)));
    cloth_steps(world, 300);
    bight_cloth_hand_state state;
    CHECK(bight_cloth_hand_get(world, hands[1], &state) == BIGHT_OK);
    CHECK(state.pull.z < 0.0); // the strip pulls it back
    CHECK(state.lag < 1e-9);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

TEST(grips_come_and_go)
{
    grid g = grid_make(6, 6, 0.05, 0.05);
    bight_cloth_world *world = light_world();
    bight_cloth_id id = cloth_add(world, &g, NULL);
    const int32_t one[3] = {0, 1, 2}, two[2] = {3, 4}, three[3] = {30, 31, 32}, bad[2] = {7, 36},
                  again[1] = {1};
    bight_cloth_hand_id hands[3], none;
    bight_error error = {0};
    CHECK(bight_cloth_grasp_many(world, id, one, 3, &hands[0], NULL) == BIGHT_OK);
    CHECK(bight_cloth_grasp_many(world, id, two, 2, &hands[1], NULL) == BIGHT_OK);
    CHECK(bight_cloth_grasp_many(world, id, three, 3, &hands[2], NULL) == BIGHT_OK);
    uint64_t hash = bight_cloth_world_hash(world);
    CHECK(bight_cloth_grasp_many(world, id, bad, 2, &none, &error) == BIGHT_ERROR_INVALID);
    CHECK(none.index1 == 0 && strstr(error.message, "vertex 36 does not exist") != NULL);
    CHECK(bight_cloth_grasp_many(world, id, again, 1, &none, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "vertex 1 is in another hand") != NULL);
    CHECK(bight_cloth_grasp_many(world, id, one, 0, &none, &error) == BIGHT_ERROR_INVALID);
    CHECK(bight_cloth_grasp_many(world, (bight_cloth_id){9, 1}, one, 1, &none, NULL) == BIGHT_ERROR_STALE);
    CHECK(bight_cloth_world_hash(world) == hash);

    // the others go on when one lets go, and its vertices are free
    CHECK(bight_cloth_release(world, hands[0]) && !bight_cloth_release(world, hands[0]));
    CHECK(bight_cloth_grasp_many(world, id, again, 1, &hands[0], NULL) == BIGHT_OK);
    for (int32_t n = 1; n < 3; n++) {
        bight_cloth_hand_state state;
        CHECK(bight_cloth_hand_get(world, hands[n], &state) == BIGHT_OK);
        CHECK(state.vertex == (n == 1 ? 3 : 30) && state.count == (n == 1 ? 2 : 3));
        bight_cloth_hand_set_target(world, hands[n], v3_add(state.position, v3(0, 0.004, 0)));
    }
    cloth_steps(world, 30);
    const bight_vec3 *at = bight_cloth_positions(world, id, NULL);
    CHECK(at[31].y > 0.0039 && at[4].y > 0.0039 && at[1].y == 0.0);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// ---- at rest --------------------------------------------------------------------------------------------

// A corner held at its limit trembles by more than a thousandth of an edge for ever; it lies all the same. Cloth
// that sinks by a fiftieth of the thickness a step, more than half of it in 60, does not.
TEST(cloth_that_stays_where_it_is_counts_as_settled)
{
    for (int32_t sinks = 0; sinks < 2; sinks++) {
        grid g = grid_make(21, 11, 0.2, 0.1);
        bight_cloth_world_def def = bight_cloth_world_def_default();
        def.gravity = v3(0, sinks ? -2e-5 * 3600.0 : 0.0, 0);
        bight_cloth_world *world = cloth_world(&def);
        bight_cloth_id id = cloth_add(world, &g, NULL);
        if (!sinks) {
            for (int32_t j = 0; j < 11; j++) {
                bight_cloth_pin(world, id, 21 * j, true, NULL);
            }
            bight_cloth_hand_id hand;
            CHECK(bight_cloth_grasp(world, id, 20, &hand, NULL) == BIGHT_OK);
            bight_cloth_hand_set_target(world, hand, v3_add(hand_at(world, hand), v3(0.1, 0, 0)));
            cloth_steps(world, 200);
            bight_cloth_hand_set_target(world, hand, hand_at(world, hand));
        }
        bight_cloth_watch watch = {0};
        double moved = 0.0;
        for (int32_t i = 0; i < 150 && !watch.settled; i++) {
            bight_cloth_report report = cloth_steps(world, 1);
            bight_cloth_watch_step(world, &watch, &report);
            moved = fmax(moved, report.moved);
        }
        CHECK(moved > 1e-5);
        CHECK(watch.settled == !sinks);
        CHECK(sinks || (watch.steps > 20 && watch.steps <= 62));
        bight_cloth_world_destroy(world);
        grid_free(&g);
    }
}

// Damping where steps were refused lets go again: it is what turns a jammed knot, and ends with the trouble.
TEST(what_was_refused_is_damped_and_nothing_else)
{
    grid g = grid_make(21, 11, 0.2, 0.1);
    bight_cloth_world *world = light_world();
    bight_cloth_id id = cloth_add(world, &g, NULL);
    for (int32_t j = 0; j < 11; j++) {
        bight_cloth_pin(world, id, 21 * j, true, NULL);
    }
    bight_cloth_hand_id hand;
    CHECK(bight_cloth_grasp(world, id, 20, &hand, NULL) == BIGHT_OK);
    bight_cloth_hand_set_target(world, hand, v3_add(hand_at(world, hand), v3(0.1, 0, 0)));
    float near = 0.0f, far = 0.0f;
    for (int32_t i = 0; i < 60; i++) {
        cloth_steps(world, 1);
        near = fmaxf(near, world->growth.damping[19]);
        far = fmaxf(far, world->growth.damping[21 * 10 + 1]);
    }
    CHECK(near >= 0.01f && far == 0.0f);
    CHECK(bight_cloth_release(world, hand));
    cloth_steps(world, 60);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        CHECK(world->growth.damping[i] == 0.0f);
    }
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// The ceiling of cloth that starts too far stretched: it refuses what goes above, and falls for good.
TEST(a_ceiling_is_the_start_and_then_the_bound)
{
    grid g = grid_make(5, 5, 0.04, 0.04);
    bight_cloth_world *world = light_world();
    bight_cloth_id id = cloth_add(world, &g, NULL);
    bight_vec3 x[25];
    for (int32_t i = 0; i < 25; i++) {
        x[i] = v3(1.3 * g.positions[i].x, g.positions[i].y, g.positions[i].z);
    }
    CHECK(bight_cloth_set_positions(world, id, x, NULL) == BIGHT_OK);
    cloth_steps(world, 1);
    CHECK_NEAR(world->growth.ceiling, 0.25, 1e-5);

    // a step that would lead above it, given by hand
    bi_cloth_elastic(world);
    memcpy(world->start, world->at, 25 * sizeof *world->at);
    double most = greatest_stretch(world->at, g.triangles, g.triangle_count, g.uv);
    world->at[24].x += 0.005;
    CHECK(greatest_stretch(world->at, g.triangles, g.triangle_count, g.uv) > fmax(most, 1.35));
    bi_growth_propose(world);
    CHECK(!bi_growth_accepts(world) && world->growth.refused > 0);
    memcpy(world->at, world->start, 25 * sizeof *world->at);
    CHECK(bi_growth_accepts(world));
    cloth_steps(world, 100);
    CHECK_NEAR(world->growth.ceiling, BI_GROWTH_MOST, 0.0);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

RUN_TESTS(unit(an_overhand_pulled_tight_is_never_stretched_beyond_1_10), unit(nor_with_more_friction),
          unit(the_greatest_stretch_never_grows_above_the_bound), unit(a_hand_at_its_limit_goes_back),
          unit(one_bad_triangle_stops_no_hand), unit(cloth_goes_with_the_hand_in_the_same_step),
          unit(a_grip_is_rigid_and_feels_the_tension), unit(a_grip_does_not_wait_for_what_it_holds_whole),
          unit(grips_come_and_go), unit(cloth_that_stays_where_it_is_counts_as_settled),
          unit(what_was_refused_is_damped_and_nothing_else), unit(a_ceiling_is_the_start_and_then_the_bound))
