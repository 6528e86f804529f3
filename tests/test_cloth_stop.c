// SPDX-License-Identifier: MIT
// A step of cloth that the caller stops leaves no trace, wherever it is stopped: the world's hash is that of
// before, and the next step does what it should.

#include "bight/cloth_mesh_file.h"
#include "cloth/world.h"
#include "cloth_grid.h"
#include "failing_memory.h"

#include <math.h>

// Says stop at the question number `at`, counted from 1; 0: never.
typedef struct stopper {
    int32_t at, asked;
} stopper;

static bool stop(void *user)
{
    stopper *s = user;
    s->asked++;
    return s->at > 0 && s->asked >= s->at;
}

typedef struct scene {
    bight_cloth_world *world;
    bight_cloth_hand_id hand;
    bight_cloth_obstacle_id obstacle;
    bight_cloth_cord_id cord;
    bool has_hand, has_obstacle, has_cord;
} scene;

static scene begin(stopper *s, int32_t threads, int32_t newton)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.env.threads = threads;
    def.newton_iterations = newton;
    if (s != NULL) {
        def.env.watch = (bight_watch){stop, s};
    }
    return (scene){.world = cloth_world(&def)};
}

static bight_cloth_id add_sheet(scene *sc, int32_t side, double width, double height, double slope)
{
    grid g = grid_make(side, side, width, width);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i].y = height + slope * g.positions[i].x;
    }
    bight_cloth_id id = cloth_add(sc->world, &g, NULL);
    grid_free(&g);
    return id;
}

static void add_obstacle(scene *sc, bight_shape_kind kind, bight_vec3 size, bight_vec3 at)
{
    static const bight_vec3 corner[4] = {{0.02, 0, -0.01}, {-0.02, 0, -0.01}, {0, 0, 0.02}, {0, 0.02, 0}};
    static const int32_t face[12] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0};
    bight_cloth_obstacle_def def = bight_cloth_obstacle_def_default();
    def.kind = kind;
    def.size = size;
    def.pose.position = at;
    def.points = corner;
    def.triangles = face;
    def.point_count = kind == BIGHT_SHAPE_MESH ? 4 : 0;
    def.triangle_count = kind == BIGHT_SHAPE_MESH ? 4 : 0;
    CHECK(bight_cloth_obstacle_create(sc->world, &def, &sc->obstacle, NULL) == BIGHT_OK);
    sc->has_obstacle = true;
}

// ---- scenes ---------------------------------------------------------------------------------------------

// A sheet and a hand, on a ball and a solid that move.
static scene make_drape(stopper *s, int32_t threads)
{
    scene sc = begin(s, threads, 2);
    bight_cloth_id id = add_sheet(&sc, 9, 0.04, 0.0, 0.0);
    add_obstacle(&sc, BIGHT_SHAPE_SPHERE, (bight_vec3){0.012, 0, 0}, (bight_vec3){0.01, -0.0135, 0});
    add_obstacle(&sc, BIGHT_SHAPE_MESH, (bight_vec3){0}, (bight_vec3){-0.012, -0.0215, 0});
    CHECK(bight_cloth_grasp(sc.world, id, 40, &sc.hand, NULL) == BIGHT_OK);
    sc.has_hand = true;
    return sc;
}

// Two sheets through each other.
static scene make_crossing(stopper *s, int32_t threads)
{
    scene sc = begin(s, threads, 2);
    add_sheet(&sc, 9, 0.04, 0.0, 0.0);
    add_sheet(&sc, 8, 0.037, 0.0003, 0.6);
    return sc;
}

// Two panels that are sewn together and close.
static scene make_seam(stopper *s, int32_t threads)
{
    scene sc = begin(s, threads, 1);
    bight_cloth_id a = add_sheet(&sc, 7, 0.03, 0.0, 0.0), b = add_sheet(&sc, 7, 0.03, 0.006, 0.0);
    for (int32_t i = 0; i < 7; i++) {
        CHECK(bight_cloth_sew(sc.world, a, i, b, i, 0.0, NULL) == BIGHT_OK);
    }
    return sc;
}

// Three sheets in one place.
static scene make_layers(stopper *s, int32_t threads)
{
    scene sc = begin(s, threads, 1);
    for (int32_t i = 0; i < 3; i++) {
        add_sheet(&sc, 6, 0.03, 0.0, 0.0);
    }
    return sc;
}

// A sheet across a cord that moves.
static scene make_cord(stopper *s, int32_t threads)
{
    scene sc = begin(s, threads, 1);
    add_sheet(&sc, 9, 0.04, 0.0, 0.0);
    bight_cloth_cord_def def = bight_cloth_cord_def_default();
    bight_vec3 points[5];
    for (int32_t i = 0; i < 5; i++) {
        points[i] = (bight_vec3){0.02 * (i - 2), -0.0045, 0.002 * i};
    }
    def.points = points;
    def.count = 5;
    def.radius = 0.003;
    bight_error error = {0};
    if (bight_cloth_cord_create(sc.world, &def, &sc.cord, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    sc.has_cord = true;
    return sc;
}

// A sheet that hangs from a hand, which goes on with all of it.
static scene make_lift(stopper *s, int32_t threads)
{
    scene sc = begin(s, threads, 1);
    bight_cloth_id id = add_sheet(&sc, 9, 0.04, 0.0, 0.0);
    CHECK(bight_cloth_grasp(sc.world, id, 40, &sc.hand, NULL) == BIGHT_OK);
    sc.has_hand = true;
    return sc;
}

// What the caller does before step i.
static void lead(const scene *sc, int32_t i)
{
    if (sc->has_hand) {
        bight_vec3 to = {0.004 * sin(0.3 * i), -0.0003 * i, 0.0};
        CHECK(bight_cloth_hand_set_target(sc->world, sc->hand, to) == BIGHT_OK);
    }
    if (sc->has_obstacle) {
        bight_pose pose = {{-0.012 + 0.0002 * i, -0.0215, 0}, {0, sin(0.05 * i), 0, cos(0.05 * i)}};
        CHECK(bight_cloth_obstacle_set_target(sc->world, sc->obstacle, pose) == BIGHT_OK);
    }
    if (sc->has_cord) {
        bight_vec3 points[5];
        for (int32_t k = 0; k < 5; k++) {
            points[k] = (bight_vec3){0.02 * (k - 2) + 0.0001 * i, -0.0045, 0.002 * k};
        }
        CHECK(bight_cloth_cord_move(sc->world, sc->cord, points, 5, NULL) == BIGHT_OK);
    }
}

// ---- steps that are stopped -----------------------------------------------------------------------------

typedef struct story {
    int32_t stops, parted, contacts,
        carried; // contacts: most of any step; carried: steps in which hands carried something
    bool crossed, certified;         // in any step, in all of them
    double stretch;
} story;

// Each of `steps` steps is stopped at its 1st question, at its `stride` next one and so on, until it gets to
// its end.
static story play(scene (*make)(stopper *, int32_t), int32_t threads, int32_t steps, int32_t stride)
{
    stopper s = {0, 0};
    scene stopped = make(&s, threads);
    story told = {.certified = true};
    for (int32_t i = 0; i < steps; i++) {
        lead(&stopped, i);
        uint64_t before = bight_cloth_world_hash(stopped.world);
        bight_status status = BIGHT_ERROR_STOPPED;
        bight_cloth_report report;
        for (int32_t at = 1; status == BIGHT_ERROR_STOPPED; at += stride) {
            s = (stopper){at, 0};
            status = bight_cloth_world_step(stopped.world, &report);
            CHECK(status == (s.asked >= at ? BIGHT_ERROR_STOPPED : BIGHT_OK));
            if (status == BIGHT_ERROR_STOPPED) {
                told.stops++;
                CHECK(bight_cloth_world_hash(stopped.world) == before);
                CHECK(report.contacts == 0 && !report.certified);
                CHECK(threads > 1 || s.asked == at); // it does not go on asking
            }
        }
        CHECK(status == BIGHT_OK);
        told.parted += report.parted;
        told.carried += stopped.world->carry.moved > 0.0;
        told.crossed = told.crossed || report.intersections > 0;
        told.certified = told.certified && report.certified;
        told.contacts = report.contacts > told.contacts ? report.contacts : told.contacts;
        told.stretch = fmax(told.stretch, report.stretch);
    }
    bight_cloth_world_destroy(stopped.world);
    return told;
}

TEST(stops_leave_no_trace_in_a_drape)
{
    story told = play(make_drape, 1, 12, 1);
    CHECK(told.stops > 12 * 20 && told.certified && told.contacts > 0 && told.stretch < 1.5);
    told = play(make_drape, 3, 4, 3);
    CHECK(told.stops > 4 * 5 && told.certified);
}

TEST(stops_leave_no_trace_where_a_hand_carries)
{
    story told = play(make_lift, 1, 12, 1);
    CHECK(told.stops > 12 * 10 && told.certified && told.carried >= 10);
}

TEST(stops_leave_no_trace_where_sheets_cross)
{
    story told = play(make_crossing, 1, 10, 1);
    CHECK(told.stops > 10 * 20 && told.crossed);
}

TEST(stops_leave_no_trace_while_seams_close)
{
    story told = play(make_seam, 1, 30, 5);
    CHECK(told.stops > 30 * 4 && told.certified);
}

TEST(stops_leave_no_trace_while_layers_are_parted)
{
    story told = play(make_layers, 1, 4, 1);
    CHECK(told.stops > 4 * 20 && told.parted > 0 && !told.crossed);
}

TEST(stops_leave_no_trace_on_a_cord)
{
    story told = play(make_cord, 1, 10, 1);
    CHECK(told.stops > 10 * 20 && told.certified && told.contacts > 0);
}

// ---- settling, meshes -----------------------------------------------------------------------------------

TEST(settling_stops_within_a_step)
{
    stopper s = {0, 0};
    scene sc = make_drape(&s, 1);
    bight_cloth_settle_report report;
    s.at = 500; // within some step
    CHECK(bight_cloth_world_settle(sc.world, 400, NULL, NULL, &report) == BIGHT_ERROR_STOPPED);
    CHECK(report.steps > 1 && report.steps < 100);
    CHECK(s.asked == s.at);
    s.at = 0;
    CHECK(bight_cloth_world_settle(sc.world, 5, NULL, NULL, &report) == BIGHT_OK);
    CHECK(report.steps == 5);
    bight_cloth_world_destroy(sc.world);
}

// Two squares through each other, with a triangle too many.
static bight_cloth_mesh make_mesh(void)
{
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.5 0.2 -1\nv 0.5 0.2 1\nv 0.5 0.9 1\n"
                               "f 1 2 3\nf 1 3 4\nf 5 6 7\nf 1 2 3\n";
    bight_cloth_mesh mesh;
    CHECK(bight_read_cloth_mesh(NULL, text, sizeof text - 1, "a.obj", &mesh, NULL) == BIGHT_OK);
    return mesh;
}

TEST(checks_and_repairs_of_meshes_stop)
{
    bight_status status = BIGHT_ERROR_STOPPED;
    int32_t checks = 0, repairs = 0;
    for (int32_t at = 1; status == BIGHT_ERROR_STOPPED; at++) {
        stopper s = {at, 0};
        const bight_env env = {.watch = {stop, &s}};
        bight_cloth_mesh mesh = make_mesh();
        bight_mesh_report report;
        bight_error error = {0};
        status = bight_mesh_check(&env, &mesh, &report, &error);
        CHECK(status == (s.asked >= at ? BIGHT_ERROR_STOPPED : BIGHT_OK));
        CHECK(error.status == status);
        CHECK(status != BIGHT_OK ? report.fault_count == 0 : report.intersections > 0);
        checks += status != BIGHT_OK;
        bight_mesh_report_free(NULL, &report);
        bight_cloth_mesh_free(NULL, &mesh);
    }
    CHECK(status == BIGHT_OK && checks >= 9);
    status = BIGHT_ERROR_STOPPED;
    for (int32_t at = 1; status == BIGHT_ERROR_STOPPED; at++) {
        stopper s = {at, 0};
        const bight_env env = {.watch = {stop, &s}};
        bight_cloth_mesh mesh = make_mesh();
        int32_t mended[BIGHT_MESH_FAULT_COUNT];
        status = bight_mesh_repair(&env, &mesh, mended, NULL);
        CHECK(status == (s.asked >= at ? BIGHT_ERROR_STOPPED : BIGHT_OK));
        repairs += status != BIGHT_OK;

        // sound all the same
        bight_mesh_report report;
        CHECK(bight_mesh_check(NULL, &mesh, &report, NULL) == BIGHT_OK);
        CHECK(status != BIGHT_OK || report.fault_count < 2);
        bight_mesh_report_free(NULL, &report);
        bight_cloth_mesh_free(NULL, &mesh);
    }
    CHECK(status == BIGHT_OK && repairs >= 9);
}

// What a step makes first, once for each world, takes as long as many steps: it asks, before and between its parts.
TEST(the_first_step_asks_while_it_builds)
{
    int64_t calls[3] = {0};
    for (int32_t n = 0; n < 3; n++) {
        failing_allocator memory = {0};
        stopper s = {0};
        bight_cloth_world_def def = bight_cloth_world_def_default();
        def.env = failing_env(&memory);
        def.env.watch = (bight_watch){stop, &s};
        bight_cloth_world *world = cloth_world(&def);
        grid g = grid_make(9, 9, 0.04, 0.04);
        cloth_add(world, &g, NULL);
        grid_free(&g);
        int64_t before = memory.calls;
        s.at = n == 0 ? s.asked + 1 : n == 1 ? s.asked + 4 : 0;
        CHECK(bight_cloth_world_step(world, NULL) == (n < 2 ? BIGHT_ERROR_STOPPED : BIGHT_OK));
        calls[n] = memory.calls - before;
        bight_cloth_world_destroy(world);
        CHECK(memory.held == 0);
    }
    CHECK(calls[0] == 0 && calls[1] > 0 && 2 * calls[1] < calls[2]);
}

// So does settling, which would else build before its first step: both stop functions are asked, and nothing is left.
TEST(settling_asks_while_it_builds)
{
    int64_t whole = 0;
    for (int32_t n = 0; n < 7; n++) {
        failing_allocator memory = {0};
        stopper s = {0}, own = {0};
        bight_cloth_world_def def = bight_cloth_world_def_default();
        def.env = failing_env(&memory);
        def.env.watch = (bight_watch){stop, &s};
        bight_cloth_world *world = cloth_world(&def);
        grid g = grid_make(9, 9, 0.04, 0.04);
        cloth_add(world, &g, NULL);
        grid_free(&g);
        uint64_t hash = bight_cloth_world_hash(world);
        int64_t before = memory.calls;
        s.at = n == 1 ? s.asked + 1 : n == 2 ? s.asked + 4 : n == 3 ? s.asked + 9 : 0;
        own.at = n == 4 ? 1 : n == 5 ? 4 : n == 6 ? 9 : 0;
        bight_cloth_settle_report report;
        bight_status status = bight_cloth_world_settle(world, 1, stop, &own, &report);
        int64_t calls = memory.calls - before;
        whole = n == 0 ? calls : whole;
        CHECK(status == (n == 0 ? BIGHT_OK : BIGHT_ERROR_STOPPED) && report.steps == (n == 0));
        CHECK(n == 0 || (n % 3 == 1 ? calls == 0 : calls > 0 && calls < whole));
        CHECK(n == 0 || bight_cloth_world_hash(world) == hash);
        s.at = own.at = 0;
        CHECK(bight_cloth_world_settle(world, 1, stop, &own, &report) == BIGHT_OK && report.steps == 1);
        bight_cloth_world_destroy(world);
        CHECK(memory.held == 0);
    }
}

RUN_TESTS(unit(settling_asks_while_it_builds), unit(the_first_step_asks_while_it_builds),
          unit(stops_leave_no_trace_in_a_drape), unit(stops_leave_no_trace_where_a_hand_carries),
          unit(stops_leave_no_trace_where_sheets_cross), unit(stops_leave_no_trace_while_seams_close),
          unit(stops_leave_no_trace_while_layers_are_parted), unit(stops_leave_no_trace_on_a_cord),
          unit(settling_stops_within_a_step), unit(checks_and_repairs_of_meshes_stop))
