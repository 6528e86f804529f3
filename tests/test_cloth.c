// SPDX-License-Identifier: MIT
// Sheets at work: hanging, sliding, holding, folding, the same with any number of threads.

#include "cloth/world.h"
#include "capstan.h"
#include "cloth_grid.h"
#include "core/pi.h"
#include "failing_memory.h"

// ---- a heavy strip that stands out from an edge -----------------------------------------------------

// Regular triangles in rows across the strip, clamped over the first two rows: columns across, rows along.
static grid triangular_strip(int32_t columns, int32_t rows, double side)
{
    grid g = grid_make(columns, rows, side * (columns - 1), side * (rows - 1));
    for (int32_t j = 0; j < rows; j++) {
        for (int32_t i = 0; i < columns; i++) {
            int32_t a = j * columns + i;
            g.uv[2 * a] = side * (i + 0.5 * (j % 2));
            g.uv[2 * a + 1] = side * sqrt(0.75) * j;
            g.positions[a] = v3(g.uv[2 * a], 0.0, g.uv[2 * a + 1]);
            if (i + 1 < columns && j + 1 < rows) {
                int32_t b = a + 1, c = a + columns, d = c + 1;
                const int32_t odd[6] = {a, c, d, a, d, b}, even[6] = {a, c, b, b, c, d};
                memcpy(g.triangles + 6 * (j * (columns - 1) + i), j % 2 ? odd : even, sizeof odd);
            }
        }
    }
    return g;
}

// Height of the tip below the clamp for a heavy elastica of length 1: B theta'' = -weight (1 - s) cos theta
// with theta(0) = 0 and theta'(1) = 0, by shooting from the clamp with midpoint steps.
static double elastica_drop(double weight)
{
    double low = 0.0, high = 20.0, drop = 0.0;
    for (int32_t n = 0; n < 80; n++) {
        double bend = 0.5 * (low + high), theta = 0.0, h = 1e-3;
        drop = 0.0;
        for (int32_t i = 0; i < 1000; i++) {
            double s = (i + 0.5) * h, middle = theta + 0.5 * h * bend;
            double slope = bend - 0.5 * h * weight * (1.0 - i * h) * cos(theta);
            drop += h * sin(middle);
            theta += h * slope;
            bend -= h * weight * (1.0 - s) * cos(middle);
        }
        if (bend > 0.0) {
            high = 0.5 * (low + high);
        } else {
            low = 0.5 * (low + high);
        }
    }
    return drop;
}

static double strip_drop(int32_t rows, double length, double bend)
{
    double side = length / (sqrt(0.75) * (rows - 1));
    grid g = triangular_strip(rows / 4 + 2, rows + 1, side);
    bight_cloth_material material = bight_cloth_material_default();
    material.bend = bend;
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.solve_iterations = 200;
    def.solve_tolerance = 1e-4;
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id id = cloth_add(world, &g, &material);
    // clamped: the first two rows do not move; the strip begins at the second
    for (int32_t i = 0; i < 2 * g.columns; i++) {
        bight_cloth_pin(world, id, i, true, NULL);
    }
    cloth_steps(world, 250);
    const bight_vec3 *at = bight_cloth_positions(world, id, NULL);
    double drop = 0.0;
    for (int32_t i = 0; i < g.columns; i++) {
        drop -= at[g.rows * g.columns - 1 - i].y / g.columns;
    }
    bight_cloth_world_destroy(world);
    grid_free(&g);
    return drop;
}

// A strip that stands out 100 mm droops as the elastica says, the better the finer it is.
TEST(drape_converges)
{
    double length = 0.1, bend = 1e-4, weight = 0.2 * 9.81 * length * length * length / bend;
    double expected = length * elastica_drop(weight), error[3];
    CHECK(expected > 0.06 && expected < 0.09);
    const int32_t rows[3] = {7, 13, 25}, sizes = LESS_WHEN_CHECKED(3, 2);
    for (int32_t i = 0; i < sizes; i++) {
        error[i] = fabs(strip_drop(rows[i], length, bend) / expected - 1.0);
    }
    CHECK(error[1] < 0.65 * error[0] && error[1] < 0.07);
    CHECK(sizes == 2 || (error[2] < 0.65 * error[1] && error[2] < 0.04));
}

// ---- friction ---------------------------------------------------------------------------------------

static double slide_on_incline(double friction, double angle)
{
    grid g = grid_make(11, 11, 0.08, 0.08);
    double c = cos(angle), s = sin(angle);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        bight_vec3 p = g.positions[i];
        g.positions[i] = v3(p.x * c - 0.00099 * s, p.x * s + 0.00099 * c, p.z);
    }
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.friction = friction;
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id id = cloth_add(world, &g, NULL), unused = id;
    (void)unused;
    bight_cloth_obstacle_def box = bight_cloth_obstacle_def_default();
    box.kind = BIGHT_SHAPE_BOX;
    box.size = v3(1.0, 0.1, 1.0);
    box.pose = (bight_pose){{0.1 * s, -0.1 * c, 0.0}, {0.0, 0.0, sin(0.5 * angle), cos(0.5 * angle)}};
    bight_cloth_obstacle_id obstacle;
    CHECK(bight_cloth_obstacle_create(world, &box, &obstacle, NULL) == BIGHT_OK);
    cloth_steps(world, 100);
    bight_vec3 before = bight_cloth_positions(world, id, NULL)[60];
    cloth_steps(world, 200);
    bight_vec3 way = v3_sub(bight_cloth_positions(world, id, NULL)[60], before), force;
    bight_cloth_obstacle_get(world, obstacle, NULL, &force);
    double weight = 0.2 * 0.08 * 0.08 * 9.81;
    CHECK_NEAR(v3_dot(force, v3(-s, c, 0)), -weight * c, 0.02 * weight);
    bight_cloth_world_destroy(world);
    grid_free(&g);
    return v3_length(way);
}

// Half a degree below the critical angle a sheet lies still, half a degree above it slides; and at the speed
// that quasi-static steps give: (sin - mu cos) g dt^2 each.
TEST(incline_at_the_critical_angle)
{
    const double friction[3] = {0.1, 0.3, 0.8};
    for (int32_t i = LESS_WHEN_CHECKED(0, 2); i < 3; i++) {
        double critical = atan(friction[i]), half = 0.5 * PI / 180.0, above = critical + 4.0 * half;
        CHECK(slide_on_incline(friction[i], critical - half) < 1e-7);
        CHECK(slide_on_incline(friction[i], critical + half) > 1e-4);
        double expected = 200.0 * 9.81 / 3600.0 * (sin(above) - friction[i] * cos(above));
        CHECK_NEAR(slide_on_incline(friction[i], above) / expected, 1.0, 0.1);
    }
}

// A strip over a cylinder, half way round, legs straight down.
typedef struct capstan {
    grid g;
    bight_cloth_world *world;
    bight_cloth_id cloth;
} capstan;

static capstan strip_on_cylinder(double friction, double shift, bight_vec3 gravity)
{
    capstan c = {.g = grid_make(5, 61, 0.02, 0.3)};
    double radius = 0.041;
    for (int32_t i = 0; i < c.g.vertex_count; i++) {
        double s = c.g.positions[i].z + shift, angle = s / radius, half = 0.5 * PI * radius;
        c.g.positions[i] = fabs(s) <= half
                               ? v3(radius * sin(angle), radius * cos(angle), c.g.positions[i].x)
                               : v3(s > 0.0 ? radius : -radius, half - fabs(s), c.g.positions[i].x);
    }
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.friction = friction;
    def.gravity = gravity;
    def.solve_iterations = 100;
    c.world = cloth_world(&def);
    c.cloth = cloth_add(c.world, &c.g, NULL);
    bight_cloth_obstacle_def pole = bight_cloth_obstacle_def_default();
    pole.kind = BIGHT_SHAPE_CAPSULE;
    pole.size = v3(0.04, 0.1, 0.0);
    pole.pose.rotation[0] = pole.pose.rotation[3] = sqrt(0.5); // axis along z
    bight_cloth_obstacle_id obstacle;
    CHECK(bight_cloth_obstacle_create(c.world, &pole, &obstacle, NULL) == BIGHT_OK);
    return c;
}

static void free_capstan(capstan *c)
{
    bight_cloth_world_destroy(c->world);
    grid_free(&c->g);
}

// T13: one end is pulled until the strip slides all the way round; the pulls then stand as exp(mu angle).
TEST(capstan_ratio)
{
    const double friction[2] = {0.2, 0.4};
    for (int32_t n = LESS_WHEN_CHECKED(0, 1); n < 2; n++) {
        capstan c = strip_on_cylinder(friction[n], 0.0, v3(0, 0, 0));
        double pull[2];
        capstan_pulls(c.world, c.cloth, pull);
        CHECK(pull[0] > 0.005);
        CHECK_NEAR(pull[1] / pull[0] / exp(friction[n] * PI), 1.0, 0.1);
        free_capstan(&c);
    }
}

// T14: legs of unequal length, held by friction alone. When the legs have swung out, two thousand steps
// change nothing.
TEST(what_friction_holds_does_not_creep)
{
    capstan c = strip_on_cylinder(0.4, 0.02, v3(0, -9.81, 0));
    bight_cloth_settle_report settled;
    CHECK(bight_cloth_world_settle(c.world, 2000, NULL, NULL, &settled) == BIGHT_OK);
    CHECK(settled.outcome == BIGHT_CLOTH_SETTLED && settled.intersections == 0);
    bight_cloth_report report = cloth_steps(c.world, 300);
    int32_t contacts = report.contacts;
    bight_vec3 *before = malloc((size_t)c.g.vertex_count * sizeof *before);
    memcpy(before, bight_cloth_positions(c.world, c.cloth, NULL), (size_t)c.g.vertex_count * sizeof *before);
    report = cloth_steps(c.world, LESS_WHEN_CHECKED(2000, 200));
    const bight_vec3 *after = bight_cloth_positions(c.world, c.cloth, NULL);
    double farthest = 0.0;
    for (int32_t i = 0; i < c.g.vertex_count; i++) {
        farthest = bi_max(farthest, v3_distance(before[i], after[i]));
    }
    CHECK(farthest < 1e-7);
    CHECK(abs(report.contacts - contacts) * 100 <= contacts);
    free(before);
    free_capstan(&c);

    // without friction it runs off
    c = strip_on_cylinder(0.0, 0.02, v3(0, -9.81, 0));
    bight_vec3 start = bight_cloth_positions(c.world, c.cloth, NULL)[0];
    cloth_steps(c.world, 500);
    CHECK(v3_distance(bight_cloth_positions(c.world, c.cloth, NULL)[0], start) > 0.02);
    free_capstan(&c);
}

// ---- folds ------------------------------------------------------------------------------------------

// Carry a hand over an arc to a place, and wait until it is there and the cloth has come to rest a little.
static void carry(bight_cloth_world *world, bight_cloth_hand_id hand, bight_vec3 to, int32_t *crossings)
{
    bight_cloth_hand_state state;
    CHECK(bight_cloth_hand_get(world, hand, &state) == BIGHT_OK);
    bight_vec3 from = state.position;
    double height = 0.4 * v3_distance(from, to);
    for (int32_t i = 1; i <= 800; i++) {
        double t = i < 150 ? i / 150.0 : 1.0;
        bight_vec3 target = v3_lerp(from, to, t);
        target.y += 4.0 * height * t * (1.0 - t);
        bight_cloth_hand_set_target(world, hand, target);
        *crossings += cloth_steps(world, 1).intersections;
        CHECK(bight_cloth_hand_get(world, hand, &state) == BIGHT_OK);
        if (i > 150 && state.lag < 1e-3) {
            return;
        }
    }
    fail_msg("the hand is still %g m from its target", state.lag);
}

TEST(folded_twice_and_dropped)
{
    grid g = grid_make(25, 25, 0.12, 0.12);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i].y = 0.0011;
    }
    bight_cloth_world_def def = bight_cloth_world_def_default();
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id id = cloth_add(world, &g, NULL);
    bight_cloth_obstacle_def table = bight_cloth_obstacle_def_default();
    table.kind = BIGHT_SHAPE_BOX;
    table.size = v3(0.3, 0.05, 0.3);
    table.pose.position = v3(0, -0.05, 0);
    bight_cloth_obstacle_id obstacle;
    CHECK(bight_cloth_obstacle_create(world, &table, &obstacle, NULL) == BIGHT_OK);

    // corner 0 onto corner 624, then the fold's end 24 onto its other end 600
    int32_t crossings = 0;
    bight_cloth_hand_id hand;
    CHECK(bight_cloth_grasp_many(world, id, (const int32_t[]){0, 1, 25}, 3, &hand, NULL) == BIGHT_OK);
    carry(world, hand, v3(0.058, 0.004, 0.058), &crossings);
    CHECK(bight_cloth_release(world, hand));
    cloth_steps(world, 60);
    CHECK(bight_cloth_grasp_many(world, id, (const int32_t[]){24, 23, 49}, 3, &hand, NULL) == BIGHT_OK);
    carry(world, hand, v3(-0.052, 0.008, 0.052), &crossings);
    CHECK(bight_cloth_release(world, hand));
    cloth_steps(world, 60);

    // lifted, and dropped with the speed of a fall
    CHECK(bight_cloth_grasp_many(world, id, (const int32_t[]){600, 601, 575}, 3, &hand, NULL) == BIGHT_OK);
    carry(world, hand, v3(-0.02, 0.12, 0.02), &crossings);
    CHECK(bight_cloth_release(world, hand));
    def.inertia = 1.0;
    CHECK(bight_cloth_world_set_def(world, &def, NULL) == BIGHT_OK);
    bight_cloth_report report = {0};
    for (int32_t i = 0; i < 200; i++) {
        report = cloth_steps(world, 1);
        crossings += report.intersections;
    }
    CHECK(crossings == 0);
    CHECK(report.contacts > 80);
    const bight_vec3 *at = bight_cloth_positions(world, id, NULL);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        CHECK(at[i].y > 0.0 && at[i].y < 0.1);
    }
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// ---- threads, memory, words -------------------------------------------------------------------------

static uint64_t hash_with(int32_t threads)
{
    grid flat = grid_make(30, 30, 0.15, 0.15), over = grid_make(28, 28, 0.13, 0.13);
    for (int32_t i = 0; i < over.vertex_count; i++) {
        bight_vec3 p = over.positions[i];
        over.positions[i] = v3(p.x + 0.003, 0.004 * p.x / 0.06 + 0.001, p.z);
    }
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.env.threads = threads;
    bight_cloth_world *world = cloth_world(&def);
    cloth_add(world, &flat, NULL);
    cloth_add(world, &over, NULL);
    bight_cloth_obstacle_def ball = bight_cloth_obstacle_def_default();
    ball.size.x = 0.05;
    ball.pose.position.y = -0.055;
    bight_cloth_obstacle_id obstacle;
    CHECK(bight_cloth_obstacle_create(world, &ball, &obstacle, NULL) == BIGHT_OK);
    cloth_steps(world, LESS_WHEN_CHECKED(60, 15));
    uint64_t hash = bight_cloth_world_hash(world);
    bight_cloth_world_destroy(world);
    grid_free(&flat);
    grid_free(&over);
    return hash;
}

// T15, to the last bit.
TEST(same_bits_for_any_number_of_threads)
{
    uint64_t one = hash_with(1);
    CHECK(hash_with(1) == one);
    CHECK(hash_with(2) == one);
    CHECK(hash_with(5) == one);
}

TEST(warm_steps_take_no_memory)
{
    failing_allocator c = {0};
    grid g = grid_make(25, 25, 0.12, 0.12);
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.env.allocator = (bight_allocator){failing_resize, &c};
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id id = cloth_add(world, &g, NULL);
    bight_cloth_pin(world, id, 0, true, NULL);
    bight_cloth_pin(world, id, 24, true, NULL);
    cloth_steps(world, 200);
    int64_t before = c.calls;
    cloth_steps(world, 50);
    CHECK(c.calls == before);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// Every allocation of a life fails once: an error comes back, and nothing leaks or breaks.
TEST(lack_of_memory_is_survived)
{
    grid g = grid_make(5, 5, 0.04, 0.04);
    int64_t total = 1;
    for (int64_t fail_at = 1; fail_at <= total; fail_at++) {
        failing_allocator c = {.fail_at = fail_at};
        bight_cloth_world_def def = bight_cloth_world_def_default();
        def.env.allocator = (bight_allocator){failing_resize, &c};
        bight_cloth_world *world = NULL;
        bight_status status = bight_cloth_world_create(&def, &world, NULL);
        if (status == BIGHT_OK) {
            bight_cloth_def sheet = bight_cloth_def_default();
            sheet.positions = g.positions;
            sheet.triangles = g.triangles;
            sheet.uv = g.uv;
            sheet.vertex_count = g.vertex_count;
            sheet.triangle_count = g.triangle_count;
            bight_cloth_id id;
            bight_cloth_obstacle_id obstacle;
            bight_cloth_obstacle_def ball = bight_cloth_obstacle_def_default();
            ball.size.x = 0.02;
            ball.pose.position.y = -0.0201;
            status = bight_cloth_create(world, &sheet, &id, NULL);
            status = status == BIGHT_OK ? bight_cloth_obstacle_create(world, &ball, &obstacle, NULL) : status;
            for (int32_t i = 0; i < 5 && status == BIGHT_OK; i++) {
                status = bight_cloth_world_step(world, NULL);
            }
            bight_cloth_world_destroy(world);
        }
        CHECK_SEED(status == (c.calls >= fail_at ? BIGHT_ERROR_NO_MEMORY : BIGHT_OK), fail_at);
        total = c.calls >= fail_at ? fail_at + 1 : fail_at - 1;
    }
    CHECK(total > 30);
    grid_free(&g);
}

TEST(mistakes_are_named)
{
    bight_error error = {0};
    bight_cloth_world *world = NULL;
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.thickness = -1.0;
    CHECK(bight_cloth_world_create(&def, &world, &error) == BIGHT_ERROR_INVALID && world == NULL);
    CHECK(strstr(error.message, "thickness is -1") != NULL);
#define X(field, words, least, most, standard)                                                               \
    def = bight_cloth_world_def_default();                                                                   \
    def.field = (double)NAN;                                                                                 \
    CHECK(bight_cloth_world_create(&def, &world, &error) == BIGHT_ERROR_INVALID);                            \
    CHECK(strstr(error.message, #field) != NULL);
    BIGHT_CLOTH_WORLD_FIELDS(X)
#undef X
    def = bight_cloth_world_def_default();
    world = cloth_world(&def);
    grid g = grid_make(4, 4, 0.03, 0.03);
    bight_cloth_def sheet = bight_cloth_def_default();
    sheet.positions = g.positions;
    sheet.triangles = g.triangles;
    sheet.vertex_count = g.vertex_count;
    sheet.triangle_count = g.triangle_count;
    bight_cloth_id id;
#define X(field, words, least, most, standard)                                                               \
    sheet.material = bight_cloth_material_default();                                                         \
    sheet.material.field = (double)INFINITY;                                                                 \
    CHECK(bight_cloth_create(world, &sheet, &id, &error) == BIGHT_ERROR_INVALID);                            \
    CHECK(strstr(error.message, #field) != NULL);
    BIGHT_CLOTH_MATERIAL_FIELDS(X)
#undef X
    sheet.material = bight_cloth_material_default();
    g.positions[7].y = (double)NAN;
    CHECK(bight_cloth_create(world, &sheet, &id, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "position 7") != NULL);
    g.positions[7].y = 0.0;
    int32_t kept = g.triangles[4];
    g.triangles[4] = 16;
    CHECK(bight_cloth_create(world, &sheet, &id, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "triangle 1 has corner 16") != NULL);
    g.triangles[4] = g.triangles[3];
    CHECK(bight_cloth_create(world, &sheet, &id, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "twice") != NULL);
    g.triangles[4] = kept;
    memcpy(g.triangles + 3, g.triangles, 3 * sizeof *g.triangles);
    memcpy(g.triangles + 6, g.triangles, 3 * sizeof *g.triangles);
    CHECK(bight_cloth_create(world, &sheet, &id, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "has 3 triangles") != NULL || strstr(error.message, "at most two") != NULL);
    CHECK(id.index1 == 0 && bight_cloth_positions(world, id, NULL) == NULL);
    CHECK(bight_cloth_pin(world, id, 0, true, &error) == BIGHT_ERROR_STALE);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

RUN_TESTS(unit(drape_converges), unit(incline_at_the_critical_angle), unit(capstan_ratio),
          unit(what_friction_holds_does_not_creep), unit(folded_twice_and_dropped),
          unit(same_bits_for_any_number_of_threads), unit(warm_steps_take_no_memory),
          unit(lack_of_memory_is_survived), unit(mistakes_are_named))
