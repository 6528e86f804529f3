// SPDX-License-Identifier: MIT
// Cloth against cords: forces that balance, friction that drags and lets go, nothing that crosses.

#include "cloth/cord.h"
#include "cloth/world.h"
#include "capstan.h"
#include "cloth_grid.h"
#include "core/pi.h"

// A straight cord along x at height y and depth z.
static bight_cloth_cord_def straight(bight_vec3 *points, int32_t count, double length, double y, double z,
                                     double radius)
{
    for (int32_t i = 0; i < count; i++) {
        points[i] = v3(length * (i / (double)(count - 1) - 0.5), y, z);
    }
    bight_cloth_cord_def def = bight_cloth_cord_def_default();
    def.points = points;
    def.count = count;
    def.radius = radius;
    return def;
}

static bight_cloth_cord_id add_cord(bight_cloth_world *world, const bight_cloth_cord_def *def)
{
    bight_cloth_cord_id id;
    bight_error error = {0};
    if (bight_cloth_cord_create(world, def, &id, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return id;
}

static void move_by(bight_cloth_world *world, bight_cloth_cord_id id, bight_vec3 *points, int32_t count,
                    bight_vec3 by)
{
    for (int32_t i = 0; i < count; i++) {
        points[i] = v3_add(points[i], by);
    }
    bight_error error = {0};
    if (bight_cloth_cord_move(world, id, points, count, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
}

static bight_vec3 sum_forces(const bight_cloth_world *world, bight_cloth_cord_id id)
{
    int32_t count;
    const bight_vec3 *force = bight_cloth_cord_forces(world, id, &count);
    bight_vec3 sum = v3(0, 0, 0);
    for (int32_t i = 0; i < count; i++) {
        sum = v3_add(sum, force[i]);
    }
    return sum;
}

// ---- pushing --------------------------------------------------------------------------------------------

typedef struct pressed {
    double force;    // of the cloth on the cord, upwards
    double expected; // 2 T sin of the slope of a strip over a cylinder
    double reaction; // of the hands that hold the ends
} pressed;

// A strip held at both ends, with a cord across its middle that goes down. The strip then runs straight
// from its ends to the cord and around it: with tension T = stretch width (length / rest - 1) the cord
// feels 2 T sin(slope).
static pressed press(int32_t columns, int32_t rows, int32_t nodes, double radius, double depth)
{
    double width = 0.06, length = 0.2;
    grid g = grid_make(columns, rows, width, length);
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.gravity = v3(0, 0, 0);
    def.thickness = 0.0005;
    def.friction = 0.0;
    def.solve_iterations = 300;
    bight_cloth_material material = bight_cloth_material_default();
    material.bend = 1e-8;
    material.strain_limit = 2.0;
    bight_cloth_world *world = cloth_world(&def);
    bight_cloth_id cloth = cloth_add(world, &g, &material);
    bight_cloth_hand_id *hands = malloc(2 * (size_t)columns * sizeof *hands);
    for (int32_t i = 0; i < columns; i++) {
        CHECK(bight_cloth_grasp(world, cloth, i, &hands[2 * i], NULL) == BIGHT_OK);
        CHECK(bight_cloth_grasp(world, cloth, g.vertex_count - 1 - i, &hands[2 * i + 1], NULL) == BIGHT_OK);
    }
    bight_vec3 *points = malloc((size_t)nodes * sizeof *points);
    double y = radius + 0.001;
    bight_cloth_cord_def cord = straight(points, nodes, 0.1, y, 0.0, radius);
    bight_cloth_cord_id id = add_cord(world, &cord);
    int32_t steps = 100;
    for (int32_t i = 0; i < steps; i++) {
        move_by(world, id, points, nodes, v3(0, -(depth + y) / steps, 0));
        cloth_steps(world, 2);
    }
    bight_cloth_report report = cloth_steps(world, 400);
    CHECK(report.cord_piercings == 0 && report.cord_contacts > 0);

    pressed result = {.force = sum_forces(world, id).y};
    bight_vec3 pull = v3(0, 0, 0);
    for (int32_t i = 0; i < 2 * columns; i++) {
        bight_cloth_hand_state state;
        CHECK(bight_cloth_hand_get(world, hands[i], &state) == BIGHT_OK);
        pull = v3_add(pull, state.pull);
    }
    CHECK(fabs(pull.x) + fabs(pull.z) < 0.01 * fabs(pull.y));
    result.reaction = pull.y;

    // the cloth's own radius around the cord, where it is lowest
    const bight_vec3 *at = bight_cloth_positions(world, cloth, NULL);
    double low = 0.0;
    for (int32_t i = 0; i < g.vertex_count; i++) {
        low = bi_min(low, at[i].y);
    }
    double r = points[0].y - low, h = -points[0].y, far = sqrt(0.25 * length * length + h * h);
    double tangent = sqrt(far * far - r * r);
    double slope = atan2(h, 0.5 * length) + asin(r / far);
    double path = 2.0 * (tangent + r * slope);
    double tension = material.stretch_v * width * (path / length - 1.0);
    result.expected = 2.0 * tension * sin(slope);
    bight_cloth_world_destroy(world);
    grid_free(&g);
    free(hands);
    free(points);
    return result;
}

// Thick cord and fine cloth, thin cord and coarse cloth, links longer and shorter than edges.
TEST(pressed_strip_pushes_back)
{
    const struct {
        int32_t columns, rows, nodes;
        double radius, depth, tolerance;
    } cases[4] = {{13, 41, 8, 0.012, 0.03, 0.02},
                  {13, 41, 60, 0.012, 0.03, 0.02},
                  {5, 15, 9, 0.001, 0.03, 0.03},
                  {5, 15, 80, 0.001, 0.03, 0.03}};
    for (int32_t i = 0; i < 4; i++) {
        pressed p = press(cases[i].columns, cases[i].rows, cases[i].nodes, cases[i].radius, cases[i].depth);
        CHECK_NEAR(p.force / p.expected, 1.0, cases[i].tolerance);
        CHECK_NEAR(p.reaction / p.force, -1.0, 0.01);
    }
}

// ---- friction -------------------------------------------------------------------------------------------

// A strip hung over a cord along its middle, half way round.
typedef struct hung {
    grid g;
    bight_cloth_world *world;
    bight_cloth_id cloth;
    bight_cloth_cord_id cord;
    bight_vec3 points[24];
    double radius, leg; // of the cloth
} hung;

static hung hang(double friction, int32_t columns, double width, int32_t rows, double length,
                 bight_vec3 gravity)
{
    int32_t nodes = 24;
    hung h = {.g = grid_make(columns, rows, width, length), .radius = 0.0305};
    double half = 0.5 * PI * h.radius;
    h.leg = 0.5 * length - half;
    for (int32_t i = 0; i < h.g.vertex_count; i++) {
        double s = h.g.positions[i].z, angle = s / h.radius, x = h.g.positions[i].x;
        h.g.positions[i] = fabs(s) <= half ? v3(x, h.radius * cos(angle), h.radius * sin(angle))
                                           : v3(x, half - fabs(s), s > 0.0 ? h.radius : -h.radius);
    }
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.gravity = gravity;
    def.solve_iterations = 100;
    h.world = cloth_world(&def);
    h.cloth = cloth_add(h.world, &h.g, NULL);
    bight_cloth_cord_def cord = straight(h.points, nodes, 0.4, 0.0, 0.0, 0.03);
    cord.friction = friction;
    h.cord = add_cord(h.world, &cord);
    return h;
}

static void free_hung(hung *h)
{
    bight_cloth_world_destroy(h->world);
    grid_free(&h->g);
}

// One end is pulled until the strip slides all the way round; the pulls then stand as exp(mu angle).
TEST(capstan_on_a_cord)
{
    const double friction[2] = {0.2, 0.4};
    for (int32_t n = 0; n < 2; n++) {
        hung h = hang(friction[n], 5, 0.02, 61, 0.3, v3(0, 0, 0));
        double pull[2];
        capstan_pulls(h.world, h.cloth, pull);
        CHECK(pull[0] > 0.005);
        CHECK_NEAR(pull[1] / pull[0] / exp(friction[n] * PI), 1.0, 0.1);
        CHECK_NEAR(sum_forces(h.world, h.cord).y, -(pull[0] + pull[1]), 0.02 * pull[1]);
        free_hung(&h);
    }
}

// A cord pulled along its own axis takes the strip along; in quasi-static steps a mass m that goes v a step
// needs m v / dt^2, and friction gives at most mu times the normal forces. Along the strip its tension is its
// weight below: w (leg + r cos), so those sum up to w (pi leg + 4 r) against a weight of w (2 leg + pi r).
TEST(cord_drags_cloth_no_faster_than_friction)
{
    double friction = 0.2;
    for (int32_t fast = 0; fast < 2; fast++) {
        hung h = hang(friction, 25, 0.12, 25, 0.12, v3(0, -9.81, 0));
        double step2 = 9.81 / 3600.0;
        double most = friction * step2 * (PI * h.leg + 4.0 * h.radius) / (2.0 * h.leg + PI * h.radius);
        cloth_steps(h.world, 100);
        double speed = fast ? 2.0 * most : 0.8 * most;
        int32_t middle = h.g.vertex_count / 2;
        double before = 0.0, from = 0.0;
        for (int32_t i = 0; i < 50; i++) {
            if (i == 10) {
                before = bight_cloth_positions(h.world, h.cloth, NULL)[middle].x;
                from = h.points[0].x;
            }
            move_by(h.world, h.cord, h.points, 24, v3(speed, 0, 0));
            cloth_steps(h.world, 1);
        }
        double went = (bight_cloth_positions(h.world, h.cloth, NULL)[middle].x - before) / 40.0;
        CHECK_NEAR((h.points[0].x - from) / 40.0, speed, 1e-12);
        CHECK_NEAR(went / (fast ? most : speed), 1.0, fast ? 0.08 : 0.01);
        free_hung(&h);
    }
}

// ---- nodes that come and go -----------------------------------------------------------------------------

// A cord that is said again with other nodes, where it was, keeps what it holds: the strip does not slide.
TEST(stuck_cloth_stays_when_nodes_change)
{
    hung h = hang(0.4, 5, 0.02, 61, 0.3, v3(0, -9.81, 0));
    cloth_steps(h.world, 150);
    bight_vec3 before = bight_cloth_positions(h.world, h.cloth, NULL)[h.g.vertex_count / 2];
    for (int32_t i = 0; i < 20; i++) {
        bight_vec3 points[40];
        int32_t count = 23 + 5 * (i % 3);
        straight(points, count, 0.4, 0.0, 0.0, 0.03);
        CHECK(bight_cloth_cord_move(h.world, h.cord, points, count, NULL) == BIGHT_OK);
        int32_t forces;
        CHECK(bight_cloth_cord_forces(h.world, h.cord, &forces) != NULL && forces == count);
        cloth_steps(h.world, 2);
    }
    bight_vec3 after = bight_cloth_positions(h.world, h.cloth, NULL)[h.g.vertex_count / 2];
    CHECK(v3_distance(before, after) < 1e-4);
    double weight = 9.81 * 0.2 * 0.02 * 0.3;
    CHECK_NEAR(sum_forces(h.world, h.cord).y / weight, -1.0, 0.01);
    free_hung(&h);
}

// Cords before and behind one that is resized or removed keep their contacts.
TEST(cords_come_and_go)
{
    hung h = hang(0.4, 5, 0.02, 61, 0.3, v3(0, -9.81, 0));
    bight_vec3 points[40];
    bight_cloth_cord_def far = straight(points, 9, 0.1, 0.5, 0.0, 0.01);
    bight_cloth_cord_id first = add_cord(h.world, &far);
    for (int32_t i = 0; i < 9; i++) {
        points[i].z = 0.1;
    }
    bight_cloth_cord_id second = add_cord(h.world, &far);
    CHECK(bight_cloth_cord_destroy(h.world, h.cord));
    CHECK(!bight_cloth_cord_destroy(h.world, h.cord));
    // the pole again, now behind the others
    bight_cloth_cord_def pole = straight(h.points, 24, 0.4, 0.0, 0.0, 0.03);
    pole.friction = 0.4;
    h.cord = add_cord(h.world, &pole);
    CHECK(h.cord.index1 == 1 && h.cord.generation == 2);
    cloth_steps(h.world, 150);
    bight_vec3 before = bight_cloth_positions(h.world, h.cloth, NULL)[h.g.vertex_count / 2];
    straight(points, 13, 0.1, 0.5, 0.0, 0.01);
    CHECK(bight_cloth_cord_move(h.world, first, points, 13, NULL) == BIGHT_OK);
    cloth_steps(h.world, 10);
    CHECK(bight_cloth_cord_destroy(h.world, second));
    cloth_steps(h.world, 10);
    straight(points, 5, 0.1, 0.5, 0.0, 0.01);
    CHECK(bight_cloth_cord_move(h.world, first, points, 5, NULL) == BIGHT_OK);
    cloth_steps(h.world, 10);
    CHECK(v3_distance(bight_cloth_positions(h.world, h.cloth, NULL)[h.g.vertex_count / 2], before) < 1e-4);
    CHECK(bight_cloth_cord_destroy(h.world, h.cord));
    CHECK(bight_cloth_cord_forces(h.world, h.cord, NULL) == NULL);
    cloth_steps(h.world, 20);
    CHECK(bight_cloth_positions(h.world, h.cloth, NULL)[h.g.vertex_count / 2].y < before.y - 0.005);
    free_hung(&h);
}

// ---- what is refused ------------------------------------------------------------------------------------

static bool refuses(bight_cloth_world *world, const bight_cloth_cord_def *def, const char *word)
{
    bight_cloth_cord_id id = {7, 7};
    bight_error error = {0};
    bool refused = bight_cloth_cord_create(world, def, &id, &error) == BIGHT_ERROR_INVALID;
    return refused && id.index1 == 0 && strstr(error.message, word) != NULL;
}

TEST(mistakes_are_named)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    bight_cloth_world *world = cloth_world(&def);
    grid g = grid_make(9, 9, 0.08, 0.08);
    cloth_add(world, &g, NULL);
    bight_vec3 points[4] = {{0.0, 0.02, 0.001}, {0.0, 0.01, 0.001}, {0.0, 0.005, 0.001}, {0.0, 0.004, 0.001}};
    bight_cloth_cord_def good = bight_cloth_cord_def_default();
    good.points = points;
    good.count = 4;
    good.radius = 0.002;
    bight_cloth_cord_def bad = good;
    bad.cookie = 0;
    CHECK(refuses(world, &bad, "bight_cloth_cord_def_default"));
    bad = good;
    bad.radius = 0.0;
    CHECK(refuses(world, &bad, "radius"));
    bad = good;
    bad.friction = (double)NAN;
    CHECK(refuses(world, &bad, "friction"));
    bad = good;
    bad.count = 1;
    CHECK(refuses(world, &bad, "too few"));
    bad.count = 2;
    bad.closed = true;
    CHECK(refuses(world, &bad, "too few"));
    bad = good;
    bad.points = NULL;
    CHECK(refuses(world, &bad, "too few"));
    uint64_t hash = bight_cloth_world_hash(world);
    points[3].y = -0.004;
    CHECK(refuses(world, &good, "link 2 goes through triangle"));
    points[3].y = HUGE_VAL;
    CHECK(refuses(world, &good, "point 3"));
    CHECK(bight_cloth_world_hash(world) == hash);

    points[3].y = 0.004;
    bight_cloth_cord_id id = add_cord(world, &good);
    hash = bight_cloth_world_hash(world);
    bight_error error = {0};
    points[2].y = -0.004;
    CHECK(bight_cloth_cord_move(world, id, points, 3, &error) == BIGHT_ERROR_INVALID);
    CHECK(strstr(error.message, "link 1 goes through triangle") != NULL);
    CHECK(bight_cloth_world_hash(world) == hash);
    CHECK(bight_cloth_cord_move(world, (bight_cloth_cord_id){1, 9}, points, 3, &error) == BIGHT_ERROR_STALE);
    // a sheet that is put onto a cord: the step says so
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i].y = 0.0075;
    }
    CHECK(cloth_steps(world, 1).cord_piercings == 0);
    CHECK(bight_cloth_set_positions(world, (bight_cloth_id){1, 1}, g.positions, NULL) == BIGHT_OK);
    CHECK(cloth_steps(world, 1).cord_piercings > 0);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// Links whose ends lie on both sides of a coarse triangle, none of its edges near: only the exact test sees
// them, and no hand presses the cloth over a needle.
TEST(a_needle_does_not_pierce)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.gravity = v3(0, -9.81, 0);
    bight_cloth_world *world = cloth_world(&def);
    grid g = grid_make(4, 4, 0.09, 0.09);
    bight_cloth_id cloth = cloth_add(world, &g, NULL);
    bight_vec3 points[2] = {{0.004, -0.05, 0.009}, {0.004, -0.002, 0.009}};
    bight_cloth_cord_def needle = bight_cloth_cord_def_default();
    needle.points = points;
    needle.count = 2;
    needle.radius = 0.0002;
    add_cord(world, &needle);
    bight_cloth_hand_id hands[4];
    const int32_t corners[4] = {0, 3, 12, 15};
    for (int32_t i = 0; i < 4; i++) {
        CHECK(bight_cloth_grasp(world, cloth, corners[i], &hands[i], NULL) == BIGHT_OK);
        bight_vec3 at = g.positions[corners[i]];
        at.y = -0.06;
        bight_cloth_hand_set_target(world, hands[i], at);
    }
    for (int32_t i = 0; i < 300; i++) {
        CHECK(cloth_steps(world, 1).cord_piercings == 0);
    }
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

TEST(names_until_0_1_mean_the_same)
{
    bight_cloth_world_def world_def = bight_cloth_world_def_default();
    bight_cloth_world *world = cloth_world(&world_def);
    bight_vec3 points[2] = {{0, 0, 0}, {1, 0, 0}};
    bight_cloth_strand_def def = bight_cloth_strand_def_default();
    def.points = points;
    def.count = 2;
    def.radius = 0.01;
    bight_cloth_strand_id strand;
    CHECK(bight_cloth_strand_create(world, &def, &strand, NULL) == BIGHT_OK);
    bight_cloth_cord_id cord = strand;
    int32_t count = 0;
    CHECK(bight_cloth_strand_forces(world, strand, &count) == bight_cloth_cord_forces(world, cord, NULL));
    CHECK(count == 2);
    CHECK(bight_cloth_strand_move(world, strand, points, 2, NULL) == BIGHT_OK);
    CHECK(bight_cloth_strand_destroy(world, strand) && !bight_cloth_cord_destroy(world, cord));
    bight_cloth_report report = {.cord_contacts = 3, .cord_piercings = 4};
    CHECK(report.strand_contacts == 3 && report.strand_piercings == 4);
    bight_cloth_world_destroy(world);
}

RUN_TESTS(unit(pressed_strip_pushes_back), unit(capstan_on_a_cord),
          unit(cord_drags_cloth_no_faster_than_friction), unit(stuck_cloth_stays_when_nodes_change),
          unit(cords_come_and_go), unit(mistakes_are_named), unit(a_needle_does_not_pierce),
          unit(names_until_0_1_mean_the_same))
