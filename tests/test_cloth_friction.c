// SPDX-License-Identifier: MIT
// Friction of cloth on obstacles that move, against what a block on a moving table does: it goes along while
// that takes less than mu times its weight, and slides under that force where it takes more.

#include "cloth_grid.h"
#include "core/vec3.h"

#include <math.h>

static const double gravity = 9.81, friction = 0.1;

typedef struct ride {
    grid g;
    bight_cloth_world *world;
    bight_cloth_id cloth;
    bight_cloth_obstacle_id table;
    bight_pose before; // of the table, a step ago
    double time_step;
} ride;

// A patch of 5 cm that lies on a table, at rest, its middle so far along x.
static ride ride_make(bight_shape_kind kind, int32_t cells, double out, double time_step, double inertia)
{
    ride r = {.g = grid_make(6, 6, 0.05, 0.05), .time_step = time_step};
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.thickness = 0.004;
    def.friction = friction;
    def.time_step = time_step;
    def.inertia = inertia;
    def.air_drag = 0.0;
    def.solve_iterations = 100;
    r.world = cloth_world(&def);
    for (int32_t i = 0; i < r.g.vertex_count; i++) {
        r.g.positions[i] = v3_add(r.g.positions[i], v3(out, 0.0039, 0));
    }
    r.cloth = cloth_add(r.world, &r.g, NULL);
    bight_cloth_obstacle_def table = bight_cloth_obstacle_def_default();
    grid top = grid_make(cells + 1, cells + 1, 0.4, 0.4);
    table.kind = kind;
    table.size = v3(0.2, 0.05, 0.2);
    table.points = top.positions;
    table.triangles = top.triangles;
    table.point_count = top.vertex_count;
    table.triangle_count = top.triangle_count;
    table.pose.position.y = kind == BIGHT_SHAPE_MESH ? 0.0 : -0.05;
    CHECK(bight_cloth_obstacle_create(r.world, &table, &r.table, NULL) == BIGHT_OK);
    grid_free(&top);
    cloth_steps(r.world, 60);
    return r;
}

static void ride_free(ride *r)
{
    bight_cloth_world_destroy(r->world);
    grid_free(&r->g);
}

// One step, with the table to be that far along x, or turned by that about y.
static bight_cloth_report ride_step(ride *r, double along, double angle)
{
    bight_pose to;
    CHECK(bight_cloth_obstacle_get(r->world, r->table, &r->before, NULL) == BIGHT_OK);
    to = r->before;
    to.position.x = along;
    to.rotation[1] = sin(0.5 * angle);
    to.rotation[3] = cos(0.5 * angle);
    CHECK(bight_cloth_obstacle_set_target(r->world, r->table, to) == BIGHT_OK);
    bight_cloth_report report = cloth_steps(r->world, 1);
    CHECK(report.lag < 1e-9 && report.held == 0);
    return report;
}

static bight_vec3 centre(const ride *r)
{
    bight_vec3 sum = v3(0, 0, 0);
    for (int32_t i = 0; i < r->g.vertex_count; i++) {
        sum = v3_add(sum, bight_cloth_positions(r->world, r->cloth, NULL)[i]);
    }
    return v3_mul(1.0 / r->g.vertex_count, sum);
}

// Boxes, and belts of triangles larger and smaller than the cloth's.
static const struct table {
    bight_shape_kind kind;
    int32_t cells;
} tables[] = {{BIGHT_SHAPE_BOX, 1}, {BIGHT_SHAPE_MESH, 13}, {BIGHT_SHAPE_MESH, 60}};
enum { TABLES = LESS_WHEN_CHECKED((int32_t)(sizeof tables / sizeof *tables), 2) };

// ---- along -----------------------------------------------------------------------------------------------

// The table sets out with so many times mu g, for so long. Returns how far the cloth is behind, once at half
// of the time and once at its end. An obstacle moves at the end of a step and the cloth feels it in the next,
// so the cloth is compared to where the table was a step ago, and goes for one step less.
static void set_out(const struct table *table, double share, double lag[2])
{
    enum { STEPS = 120 };
    ride r = ride_make(table->kind, table->cells, 0.0, 1.0 / 480.0, 1.0);
    double from = centre(&r).x, a = share * friction * gravity;
    for (int32_t i = 1; i <= STEPS; i++) {
        double t = r.time_step * i;
        ride_step(&r, 0.5 * a * t * t, 0.0);
        lag[i > STEPS / 2] = r.before.position.x - (centre(&r).x - from);
    }
    ride_free(&r);
}

TEST(a_table_takes_cloth_along_up_to_mu_g)
{
    for (int32_t n = 0; n < TABLES; n++) {
        for (double share = 0.3; share < 1.0; share += 0.3) {
            double lag[2];
            set_out(&tables[n], share, lag);
            // what it lost before it stuck, while the table went 8 to 27 mm; nothing from then on
            CHECK_SEED(fabs(lag[0]) < 2e-4, n);
            CHECK_SEED(fabs(lag[1] - lag[0]) < 4e-5, n);
        }
    }
}

TEST(beyond_mu_g_it_slides_under_that_force)
{
    for (int32_t n = 0; n < TABLES; n++) {
        for (double share = 1.3; share < 3.0; share += 0.7) {
            double lag[2], t = 119.0 / 480.0;
            set_out(&tables[n], share, lag);
            CHECK_NEAR(lag[1] / (0.5 * (share - 1.0) * friction * gravity * t * t), 1.0, 0.05);
        }
    }
}

// In quasi-static steps a mass m that goes v a step takes m v / dt^2 from what carries it.
TEST(quasi_static_cloth_is_carried_at_mu_g_dt_at_most)
{
    for (int32_t n = 0; n < TABLES; n++) {
        for (double share = 0.5; share < 2.5; share += 1.0) {
            ride r = ride_make(tables[n].kind, tables[n].cells, 0.0, 1.0 / 60.0, 0.0);
            double most = friction * gravity * r.time_step * r.time_step, at = 0.0;
            for (int32_t i = 0; i < 200; i++) {
                at = i == 100 ? centre(&r).x : at;
                ride_step(&r, (i + 1) * share * most, 0.0);
            }
            double speed = (centre(&r).x - at) / (100.0 * most);
            CHECK_NEAR(speed, share < 1.0 ? share : 1.0, 0.03);
            ride_free(&r);
        }
    }
}

// A table that stops under cloth that has gone along leaves it to slide v^2 / (2 mu g).
TEST(cloth_slides_on_when_its_table_stops)
{
    for (int32_t n = 0; n < TABLES; n++) {
        ride r = ride_make(tables[n].kind, tables[n].cells, 0.0, 1.0 / 480.0, 1.0);
        double a = 0.5 * friction * gravity, along = 0.0, v = 0.0;
        for (int32_t i = 0; i < 240; i++) {
            v = i < 120 ? a * r.time_step * (i + 1) : v;
            along += v * r.time_step;
            ride_step(&r, along, 0.0);
        }
        ride_step(&r, along, 0.0);
        double from = centre(&r).x;
        for (int32_t i = 0; i < 240; i++) {
            ride_step(&r, along, 0.0);
        }
        CHECK_NEAR((centre(&r).x - from) / (v * v / (2.0 * friction * gravity)), 1.0, 0.05);
        ride_free(&r);
    }
}

// ---- round -----------------------------------------------------------------------------------------------

// A turntable that turns ever faster holds the patch until r omega^2 = mu g.
TEST(a_turntable_holds_cloth_until_r_omega_squared_is_mu_g)
{
    const double radius = 0.1, dt = 1.0 / 960.0;
    for (int32_t n = 0; n < TABLES; n++) {
        ride r = ride_make(tables[n].kind, tables[n].cells, radius, dt, 1.0);
        double critical = sqrt(friction * gravity / radius), angle = 0.0, omega = 0.0, slid = 0.0;
        bight_vec3 from = centre(&r);
        while (omega < 1.3 * critical && slid < 0.001) {
            omega += 0.5 * critical * dt;
            angle += omega * dt;
            ride_step(&r, 0.0, angle);
            bight_vec3 c = centre(&r);
            slid = sqrt(c.x * c.x + c.z * c.z) - from.x;
        }
        CHECK_NEAR(omega / critical, 1.0, 0.05);
        ride_free(&r);
    }
}

// A ball with a sheet over it goes up 2 cm and then turns slowly by half a radian; how far the middle of the
// sheet has risen and turned.
static void ride_ball(double rough, int32_t systems, double *risen, double *turned)
{
    enum { SIDE = 21, MIDDLE = SIDE * SIDE / 2 };
    const double radius = 0.04, angle = 0.5;
    grid g = grid_make(SIDE, SIDE, 0.1, 0.1);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i].y = radius + 0.0011;
    }
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.friction = rough;
    def.newton_iterations = systems;
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id cloth = cloth_add(world, &g, NULL);
    bight_cloth_obstacle_def ball = bight_cloth_obstacle_def_default();
    ball.size.x = radius;
    bight_cloth_obstacle_id id;
    CHECK(bight_cloth_obstacle_create(world, &ball, &id, NULL) == BIGHT_OK);
    cloth_steps(world, 150);
    const bight_vec3 *at = bight_cloth_positions(world, cloth, NULL);
    bight_vec3 before = v3_sub(at[MIDDLE + 5], at[MIDDLE - 5]), middle = at[MIDDLE];
    bight_pose to = ball.pose;
    to.position.y = 0.02;
    CHECK(bight_cloth_obstacle_set_target(world, id, to) == BIGHT_OK);
    CHECK(cloth_steps(world, 160).lag < 1e-9);

    // without friction the sheet soon slides off the ball, and turns as it does
    int32_t steps = rough > 0.0 ? 200 : 60;
    for (int32_t i = 1; i <= steps; i++) {
        to.rotation[1] = sin(0.5 * angle * i / steps);
        to.rotation[3] = cos(0.5 * angle * i / steps);
        CHECK(bight_cloth_obstacle_set_target(world, id, to) == BIGHT_OK);
        CHECK(cloth_steps(world, 1).lag < 1e-9);
    }
    at = bight_cloth_positions(world, cloth, NULL);
    bight_vec3 after = v3_sub(at[MIDDLE + 5], at[MIDDLE - 5]);
    *risen = at[MIDDLE].y - middle.y;
    *turned = atan2(before.z * after.x - before.x * after.z, before.x * after.x + before.z * after.z);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

TEST(a_ball_that_turns_under_a_sheet_takes_it_along)
{
    double risen, turned;
    for (int32_t systems = 1; systems <= 3; systems += 2) {
        ride_ball(1.0, systems, &risen, &turned);
        CHECK_NEAR(risen, 0.02, 1e-4);
        CHECK_NEAR(turned, 0.5, 0.01);
    }
    ride_ball(0.0, 1, &risen, &turned);
    CHECK_NEAR(turned, 0.0, 0.02);
}

RUN_TESTS(unit(a_table_takes_cloth_along_up_to_mu_g), unit(beyond_mu_g_it_slides_under_that_force),
          unit(quasi_static_cloth_is_carried_at_mu_g_dt_at_most), unit(cloth_slides_on_when_its_table_stops),
          unit(a_turntable_holds_cloth_until_r_omega_squared_is_mu_g),
          unit(a_ball_that_turns_under_a_sheet_takes_it_along))
