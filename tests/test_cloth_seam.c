// SPDX-License-Identifier: MIT
// Seams close, are welded, and then behave as one sheet: nothing crosses, nothing is held up, nothing tears.

#include "cloth/world.h"
#include "cloth_grid.h"

enum { SIDE = 13 };
static const double width = 0.06, edge = 0.005;

typedef struct panels {
    bight_cloth_world *world;
    bight_cloth_id id[4];
} panels;

static panels panels_make(double inertia)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.inertia = inertia;
    return (panels){.world = cloth_world(&def)};
}

// A square with a corner at the origin, along x and along another direction.
static bight_cloth_id add_panel(panels *p, int32_t n, int32_t columns, bight_vec3 origin, bight_vec3 along,
                                bight_vec3 up)
{
    grid g = grid_make(columns, SIDE, width, width);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i] = v3_madd(v3_madd(origin, g.uv[2 * i], along), g.uv[2 * i + 1], up);
    }
    p->id[n] = cloth_add(p->world, &g, NULL);
    grid_free(&g);
    return p->id[n];
}

static void sew(const panels *p, int32_t a, int32_t i, int32_t b, int32_t k)
{
    CHECK(bight_cloth_sew(p->world, p->id[a], i, p->id[b], k, 0.0, NULL) == BIGHT_OK);
}

static void pin(const panels *p, int32_t a, int32_t i)
{
    CHECK(bight_cloth_pin(p->world, p->id[a], i, true, NULL) == BIGHT_OK);
}

static double widest(const bight_cloth_world *world)
{
    double most = 0.0;
    for (int32_t i = 0; i < world->seams.count; i++) {
        const int32_t *v = world->seams.items[i].v;
        most = bi_max(most, v3_distance(world->at[v[0]], world->at[v[1]]));
    }
    return most;
}

// Steps, all of them clean and proved. Returns the greatest stretch in the second half.
static double run(const panels *p, int32_t steps)
{
    double stretch = 0.0;
    for (int32_t i = 0; i < steps; i++) {
        bight_cloth_report report = cloth_steps(p->world, 1);
        CHECK_SEED(report.intersections == 0 && report.certified && !report.rolled_back, i);
        stretch = i >= steps / 2 ? bi_max(stretch, report.stretch) : stretch;
    }
    return stretch;
}

// ---- two panels -----------------------------------------------------------------------------------------

// Side by side, apart by nothing, by a thickness and by more than an edge; swinging on two corners. When sewn
// and at rest they hang as far down as one sheet.
TEST(two_panels_hang_as_one)
{
    for (int32_t n = 0; n < 6; n++) {
        const double gaps[3] = {0.0, 0.001, 0.006};
        panels p = panels_make(n / 3), one = panels_make(n / 3);
        add_panel(&p, 0, SIDE, v3(0, 0, 0), v3(1, 0, 0), v3(0, 0, 1));
        add_panel(&p, 1, SIDE, v3(width + gaps[n % 3], 0, 0), v3(1, 0, 0), v3(0, 0, 1));
        for (int32_t j = 0; j < SIDE; j++) {
            sew(&p, 0, SIDE * j + SIDE - 1, 1, SIDE * j);
        }
        pin(&p, 0, 0);
        pin(&p, 0, SIDE * (SIDE - 1));
        double stretch = run(&p, 400);
        CHECK_SEED(widest(p.world) == 0.0, n);
        CHECK_SEED(stretch < 1.1, n);

        grid g = grid_make(2 * SIDE - 1, SIDE, 2.0 * width, width);
        for (int32_t i = 0; i < g.vertex_count; i++) {
            g.positions[i] = v3(g.uv[2 * i], 0.0, g.uv[2 * i + 1]);
        }
        one.id[0] = cloth_add(one.world, &g, NULL);
        pin(&one, 0, 0);
        pin(&one, 0, (2 * SIDE - 1) * (SIDE - 1));
        run(&one, 400);
        const bight_vec3 *sewn = bight_cloth_positions(p.world, p.id[1], NULL);
        const bight_vec3 *whole = bight_cloth_positions(one.world, one.id[0], NULL);
        for (int32_t j = 0; j < SIDE; j++) {
            CHECK_SEED(
                v3_distance(sewn[SIDE * j + SIDE - 1], whole[(2 * SIDE - 1) * (j + 1) - 1]) < 0.1 * edge, n);
        }
        grid_free(&g);
        bight_cloth_world_destroy(p.world);
        bight_cloth_world_destroy(one.world);
    }
}

// Face to face, from near and from far, sewn at three sides: a bag that hangs open.
TEST(a_bag)
{
    int32_t count = LESS_WHEN_CHECKED(32, 8);
    for (int32_t n = 0; n < count; n++) {
        // 0.4 to 20 mm
        double gap = 0.0004 * pow(50.0, (n / 2) / (0.5 * count - 1.0));
        panels p = panels_make(n % 2);
        add_panel(&p, 0, SIDE, v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0));
        add_panel(&p, 1, SIDE, v3(0, 0, gap), v3(1, 0, 0), v3(0, 1, 0));
        for (int32_t j = 0; j < SIDE; j++) {
            sew(&p, 0, SIDE * j, 1, SIDE * j);
            sew(&p, 0, SIDE * j + SIDE - 1, 1, SIDE * j + SIDE - 1);
            sew(&p, 0, j, 1, j);
        }
        pin(&p, 0, SIDE * (SIDE - 1));
        pin(&p, 0, SIDE * SIDE - 1);
        CHECK_SEED(run(&p, LESS_WHEN_CHECKED(300, 200)) < 1.2, n);
        CHECK_SEED(widest(p.world) == 0.0, n);
        bight_cloth_world_destroy(p.world);
    }
}

// ---- one panel with itself ------------------------------------------------------------------------------

// Nearly a ring: becomes a tube, and hangs from its upper rim.
TEST(a_tube)
{
    panels p = panels_make(0.0);
    enum { ROUND = 31, LONG = 9 };
    grid g = grid_make(ROUND, LONG, 0.15, 0.04);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        double angle = 2.0 * acos(-1.0) * g.uv[2 * i] / 0.16, radius = 0.16 / (2.0 * acos(-1.0));
        g.positions[i] = v3(radius * cos(angle), -g.uv[2 * i + 1], radius * sin(angle));
    }
    p.id[0] = cloth_add(p.world, &g, NULL);
    for (int32_t j = 0; j < LONG; j++) {
        sew(&p, 0, ROUND * j, 0, ROUND * j + ROUND - 1);
    }
    for (int32_t i = 5; i < 26; i++) {
        pin(&p, 0, i);
    }
    CHECK(run(&p, 300) < 1.2);
    CHECK(widest(p.world) == 0.0);
    bight_cloth_world_destroy(p.world);
    grid_free(&g);
}

// ---- more than two at a place, and lengths that differ --------------------------------------------------

// Three wings that meet in one line, as a fin: edges with three triangles. Borders that are farther apart
// than this jam in a third of cases (docs/cloth.md).
TEST(three_panels_at_a_line)
{
    for (int32_t m = 0; m < 6; m++) {
        panels p = panels_make(m % 2);
        for (int32_t n = 0; n < 3; n++) {
            double angle = 2.0 * acos(-1.0) * n / 3.0 + 0.3 * m;
            bight_vec3 out = v3(cos(angle), 0, sin(angle));
            add_panel(&p, n, SIDE, v3_mul(0.0003 + 0.00012 * m, out), out, v3(0, 1, 0));
        }
        for (int32_t j = 0; j < SIDE; j++) {
            sew(&p, 0, SIDE * j, 1, SIDE * j);
            sew(&p, 1, SIDE * j, 2, SIDE * j);
        }
        pin(&p, 0, SIDE * SIDE - 1);
        pin(&p, 1, SIDE * SIDE - 1);
        pin(&p, 2, SIDE * SIDE - 1);
        CHECK_SEED(run(&p, LESS_WHEN_CHECKED(400, 200)) < 1.15, m);
        CHECK_SEED(widest(p.world) == 0.0, m);
        bight_cloth_world_destroy(p.world);
    }
}

// A border that is a little longer is eased in; docs/cloth.md says how often more of that jams.
TEST(borders_of_different_lengths)
{
    int32_t count = LESS_WHEN_CHECKED(12, 4);
    for (int32_t m = 0; m < count; m++) {
        panels p = panels_make(m % 2);
        add_panel(&p, 0, SIDE, v3(0, 0, 0), v3(1, 0, 0), v3(0, 0, 1));
        grid g = grid_make(SIDE, SIDE, 1.02 * width, width);
        for (int32_t i = 0; i < g.vertex_count; i++) {
            g.positions[i] = v3(g.uv[2 * i] - 0.01 * width, 0.0, -0.0006 * (m + 1) - g.uv[2 * i + 1]);
        }
        p.id[1] = cloth_add(p.world, &g, NULL);
        grid_free(&g);
        for (int32_t i = 0; i < SIDE; i++) {
            sew(&p, 0, i, 1, i);
        }
        pin(&p, 0, SIDE * (SIDE - 1));
        pin(&p, 0, SIDE * SIDE - 1);
        CHECK_SEED(run(&p, LESS_WHEN_CHECKED(400, 300)) < 1.15, m);
        CHECK_SEED(widest(p.world) == 0.0, m);
        bight_cloth_world_destroy(p.world);
    }
}

// ---- what is done to sewn vertices ----------------------------------------------------------------------

// Either of two that are one can be grasped and pinned, and answers as itself; put elsewhere they part.
TEST(either_of_two_is_both)
{
    panels p = panels_make(0.0);
    add_panel(&p, 0, SIDE, v3(0, 0, 0), v3(1, 0, 0), v3(0, 0, 1));
    add_panel(&p, 1, SIDE, v3(width, 0, 0), v3(1, 0, 0), v3(0, 0, 1));
    for (int32_t j = 0; j < SIDE; j++) {
        sew(&p, 0, SIDE * j + SIDE - 1, 1, SIDE * j);
    }
    run(&p, 2);
    CHECK(widest(p.world) == 0.0);
    bight_cloth_hand_id hand;
    bight_cloth_hand_state state;
    CHECK(bight_cloth_grasp(p.world, p.id[1], 0, &hand, NULL) == BIGHT_OK);
    CHECK(bight_cloth_hand_get(p.world, hand, &state) == BIGHT_OK);
    CHECK(state.vertex == 0 && state.cloth.index1 == p.id[1].index1);
    pin(&p, 1, SIDE * (SIDE - 1));
    bight_vec3 held = bight_cloth_positions(p.world, p.id[0], NULL)[SIDE - 1];
    bight_vec3 pinned = bight_cloth_positions(p.world, p.id[0], NULL)[SIDE * SIDE - 1];
    run(&p, 50);
    CHECK(v3_distance(bight_cloth_positions(p.world, p.id[0], NULL)[SIDE - 1], held) == 0.0);
    CHECK(v3_distance(bight_cloth_positions(p.world, p.id[0], NULL)[SIDE * SIDE - 1], pinned) == 0.0);
    CHECK(bight_cloth_release(p.world, hand));

    grid g = grid_make(SIDE, SIDE, width, width);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i] = v3_add(g.positions[i], v3(0.0, 0.2, 0.0));
    }
    CHECK(bight_cloth_set_positions(p.world, p.id[0], g.positions, NULL) == BIGHT_OK);
    CHECK(widest(p.world) > 0.1);
    run(&p, 1);
    CHECK(widest(p.world) > 0.1);
    grid_free(&g);
    bight_cloth_world_destroy(p.world);
}

// Two borders in one place are one cloth, also where something goes through them: their faces meet only for being two, and would
// never come apart.
TEST(what_lies_together_is_welded_in_a_tangle)
{
    panels p = panels_make(0.0);
    add_panel(&p, 0, SIDE, v3(0, 0, 0), v3(1, 0, 0), v3(0, 0, 1));
    add_panel(&p, 1, SIDE, v3(width, 0, 0), v3(0, 1, 0), v3(0, 0, 1));
    add_panel(&p, 2, SIDE, v3(0.5 * width, -0.5 * width, 0.51 * width), v3(1, 0, 0), v3(0, 1, 0));
    for (int32_t j = 0; j < SIDE; j++) {
        sew(&p, 0, SIDE * j + SIDE - 1, 1, SIDE * j);
    }
    bight_cloth_report report = cloth_steps(p.world, 2);
    print_message("%d go through each other\n", (int)report.intersections);
    CHECK(report.intersections > 0);
    for (int32_t i = 0; i < p.world->seams.count; i++) {
        const int32_t *v = p.world->seams.items[i].v;
        CHECK(p.world->welds.into[v[0]] == p.world->welds.into[v[1]]);
    }
    bight_cloth_world_destroy(p.world);
}

RUN_TESTS(unit(two_panels_hang_as_one), unit(a_bag), unit(a_tube), unit(three_panels_at_a_line),
          unit(borders_of_different_lengths), unit(either_of_two_is_both),
          unit(what_lies_together_is_welded_in_a_tangle))
