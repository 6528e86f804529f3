// SPDX-License-Identifier: MIT
// Layers that lie in one place are parted in a defined order, or the run says that they are not. Judged by
// the exact test on all pairs and by plain distances.

#include "cloth/world.h"
#include "cloth_grid.h"
#include "core/random.h"
#include "geom/segment.h"

#define THICKNESS 0.002

static bight_cloth_world *still_world(void)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.thickness = THICKNESS;
    def.gravity = v3(0, 0, 0);
    return cloth_world(&def);
}

// ---- judges ---------------------------------------------------------------------------------------------

// Edges through triangles, on all pairs without a common vertex, and pairs that only touch.
static int32_t count_meetings(const bight_cloth_world *world, int32_t *touching)
{
    int32_t crossing = 0;
    *touching = 0;
    for (int32_t e = 0; e < world->topology.surface.edge_count; e++) {
        const int32_t *v = world->topology.surface.edges + 2 * (size_t)e;
        for (int32_t t = 0; t < world->topology.triangle_count; t++) {
            const int32_t *w = world->topology.triangles + 3 * (size_t)t;
            bool common = false;
            for (int32_t k = 0; k < 3; k++) {
                common = common || w[k] == v[0] || w[k] == v[1];
            }
            const int32_t ranks[5] = {v[0], v[1], w[0], w[1], w[2]};
            const bight_vec3 x[5] = {world->at[v[0]], world->at[v[1]], world->at[w[0]], world->at[w[1]],
                                     world->at[w[2]]};
            bi_meeting meeting = common ? BI_APART : bi_edge_meets_triangle(x, ranks);
            crossing += meeting == BI_CROSSING;
            *touching += meeting == BI_TOUCHING;
        }
    }
    return crossing;
}

static void check_clean(const bight_cloth_world *world, uint64_t seed)
{
    int32_t touching;
    CHECK_SEED(count_meetings(world, &touching) == 0, seed);
    CHECK_SEED(touching == 0, seed);
}

// From vertices of one sheet to triangles of another, and how many of them lie where its faces face.
static double least_distance(const bight_cloth_world *world, int32_t from, int32_t to, int32_t *above)
{
    const bi_cloth_sheet *a = &world->sheets.items[from], *b = &world->sheets.items[to];
    double least = HUGE_VAL;
    *above = 0;
    for (int32_t i = 0; i < a->vertex_count; i++) {
        bight_vec3 p = world->at[a->first_vertex + i];
        double nearest = HUGE_VAL;
        int32_t up = 0;
        for (int32_t t = b->first_triangle; t < b->first_triangle + b->triangle_count; t++) {
            const int32_t *v = world->topology.triangles + 3 * (size_t)t;
            bight_vec3 x = world->at[v[0]], y = world->at[v[1]], z = world->at[v[2]];
            double d = sqrt(bi_point_triangle_closest(p, x, y, z).distance_squared);
            if (d < nearest) {
                nearest = d;
                up = v3_dot(v3_cross(v3_sub(y, x), v3_sub(z, x)), v3_sub(p, x)) > 0.0;
            }
        }
        *above += up;
        least = bi_min(least, nearest);
    }
    return least;
}

static bight_vec3 turned(bight_vec3 p, int32_t seed)
{
    bi_random random = bi_random_from((uint64_t)seed);
    bight_vec3 axis = v3_unit(bi_random_vec3(&random, 1.0), v3(1, 0, 0));
    double angle = seed == 0 ? 0.0 : 1.3 * seed, c = cos(angle), s = sin(angle);
    bight_vec3 q = v3_add(v3_mul(c, p), v3_mul(s, v3_cross(axis, p)));
    q = v3_madd(q, (1.0 - c) * v3_dot(axis, p), axis);
    return seed == 0 ? q : v3_add(q, v3(0.3 * seed, -0.7, 0.11));
}

static void turn_grid(grid *g, int32_t seed)
{
    for (int32_t i = 0; i < g->vertex_count; i++) {
        g->positions[i] = turned(g->positions[i], seed);
    }
}

// ---- sheets ---------------------------------------------------------------------------------------------

// Two, of the same and of different grids, flat and turned anyhow, whose places are then right to rounding
// only: the later one comes to lie where the faces of the first face, from the first step on all is proved,
// and they come to rest a thickness or so apart.
TEST(coincident_sheets_are_parted_in_their_order)
{
    for (int32_t seed = 0; seed < LESS_WHEN_CHECKED(6, 2); seed++) {
        grid g = grid_make(9, 9, 0.08, 0.08);
        grid h = seed % 2 == 0 ? grid_make(9, 9, 0.08, 0.08) : grid_make(7, 11, 0.07, 0.09);
        turn_grid(&g, seed);
        turn_grid(&h, seed);
        bight_cloth_world *world = still_world();
        cloth_add(world, &g, NULL);
        cloth_add(world, &h, NULL);
        bight_cloth_report report = cloth_steps(world, 1);
        CHECK_SEED(report.parted > g.vertex_count && report.certified && report.unproved == 0, seed);
        CHECK_SEED(report.held == 0 && report.rounds == 0 && report.intersections == 0, seed);
        check_clean(world, (uint64_t)seed);
        int32_t above;
        CHECK_SEED(least_distance(world, 1, 0, &above) > 0.05 * THICKNESS, seed);
        CHECK_SEED(above == h.vertex_count, seed);
        bight_cloth_settle_report settled;
        CHECK(bight_cloth_world_settle(world, 150, NULL, NULL, &settled) == BIGHT_OK);
        CHECK_SEED(settled.outcome == BIGHT_CLOTH_SETTLED && settled.layers == 0, seed);
        CHECK_SEED(least_distance(world, 1, 0, &above) > 0.7 * THICKNESS, seed);
        CHECK_SEED(above == h.vertex_count, seed);
        check_clean(world, (uint64_t)seed);
        bight_cloth_world_destroy(world);
        grid_free(&g);
        grid_free(&h);
    }
}

// Five in one place, one turned over and two of them only partly there, are stacked in their order.
TEST(a_stack_keeps_the_order_of_its_sheets)
{
    bight_cloth_world *world = still_world();
    for (int32_t n = 0; n < 5; n++) {
        grid g = grid_make(8, 8, 0.07, 0.07);
        for (int32_t i = 0; i < g.vertex_count; i++) {
            bight_vec3 p = g.positions[i];
            p.x = n == 2 ? -p.x : p.x;
            g.positions[i] = n < 3 ? p : v3_add(p, v3(0.013 * (n - 2), 0.0, 0.02));
        }
        cloth_add(world, &g, NULL);
        grid_free(&g);
    }
    bight_cloth_report report = cloth_steps(world, 1);
    CHECK(report.parted > 0 && report.certified && report.intersections == 0 && report.rounds == 0);
    check_clean(world, 0);
    for (int32_t n = 0; n + 1 < 5; n++) {
        for (int32_t i = 0; i < 64; i++) {
            // where it moves at all, it moves up the stack: faces of grid_make() face up
            double y = world->before[world->sheets.items[n].first_vertex + i].y;
            double above = world->before[world->sheets.items[n + 1].first_vertex + i].y;
            CHECK(n >= 2 || y < above);
        }
    }
    bight_cloth_settle_report settled;
    CHECK(bight_cloth_world_settle(world, 250, NULL, NULL, &settled) == BIGHT_OK);
    CHECK(settled.outcome == BIGHT_CLOTH_SETTLED);
    check_clean(world, 0);
    bight_cloth_world_destroy(world);
}

// What lies beside it, or stands on it, is left alone.
TEST(what_is_not_in_one_place_stays)
{
    grid g = grid_make(8, 8, 0.07, 0.07);
    bight_cloth_world *world = still_world();
    cloth_add(world, &g, NULL);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i] = v3_add(g.positions[i], v3(0.0, 0.01 * THICKNESS, 0.0)); // near, but on a side
    }
    cloth_add(world, &g, NULL);
    CHECK(cloth_steps(world, 1).parted == 0);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        bight_vec3 p = g.positions[i];
        g.positions[i] = v3(p.x, 0.1 + p.z, p.z < 0 ? 0.0 : 0.02 * p.z); // at right angles
    }
    cloth_add(world, &g, NULL);
    CHECK(cloth_steps(world, 1).parted == 0);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// What is put across a sheet between two steps is seen as crossing it: lists that are made to look for layers
// do not hide that.
TEST(what_is_put_across_is_seen)
{
    grid g = grid_make(6, 6, 0.05, 0.05);
    bight_cloth_world *world = still_world();
    cloth_add(world, &g, NULL);
    CHECK(cloth_steps(world, 1).certified);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i] = v3(g.positions[i].x, g.positions[i].z + 0.0011, 0.0013);
    }
    bight_cloth_id id = cloth_add(world, &g, NULL);
    bight_cloth_report report = cloth_steps(world, 1);
    CHECK(!report.certified && !report.rolled_back && report.intersections > 0);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i].y += 0.1;
    }
    CHECK(bight_cloth_set_positions(world, id, g.positions, NULL) == BIGHT_OK);
    CHECK(cloth_steps(world, 1).certified);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i].y -= 0.1;
    }
    CHECK(bight_cloth_set_positions(world, id, g.positions, NULL) == BIGHT_OK);
    report = cloth_steps(world, 1);
    CHECK(!report.certified && !report.rolled_back && report.intersections > 0);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// ---- folds ----------------------------------------------------------------------------------------------

// Folded flat along lines of the grid, in exact numbers; the longest way across it is shared out to `layers`.
static double zigzag(double x, double width, int32_t layers)
{
    double part = width / layers, at = x + 0.5 * width;
    int32_t layer = (int32_t)floor(at / part);
    layer = layer >= layers ? layers - 1 : layer;
    double in = at - layer * part;
    return layer % 2 == 0 ? in : part - in;
}

TEST(a_sheet_folded_flat_is_parted)
{
    static const int32_t folds[7][2] = {{2, 1}, {1, 2}, {3, 1}, {1, 4}, {2, 2}, {4, 1}, {4, 2}};
    for (int32_t n = 0; n < LESS_WHEN_CHECKED(7, 1); n++) {
        for (int32_t seed = 0; seed < LESS_WHEN_CHECKED(2, 1); seed++) {
            grid g = grid_make(13, 13, 0.12, 0.12);
            double width = 0.01 * (g.columns - 1);
            for (int32_t i = 0; i < g.vertex_count; i++) {
                bight_vec3 p = g.positions[i];
                g.positions[i] = v3(zigzag(p.x, width, folds[n][0]), 0.0, zigzag(p.z, width, folds[n][1]));
            }
            turn_grid(&g, seed);
            bight_cloth_world *world = still_world();
            cloth_add(world, &g, NULL);
            int32_t touching;
            CHECK(bight_cloth_world_step(world, NULL) == BIGHT_OK);
            bight_cloth_report report = cloth_steps(world, 1);
            CHECK_SEED(report.intersections == 0 && report.certified && report.unproved == 0, 10 * n + seed);
            CHECK_SEED(count_meetings(world, &touching) == 0 && touching == 0, 10 * n + seed);
            bight_cloth_settle_report settled;
            CHECK(bight_cloth_world_settle(world, LESS_WHEN_CHECKED(90, 20), NULL, NULL, &settled) ==
                  BIGHT_OK);
            // a sheet with a fold across folds cannot open there: that is said
            bool once = folds[n][0] == 1 || folds[n][1] == 1;
            CHECK_SEED(settled.intersections == 0 && (settled.layers == 0 || !once), 10 * n + seed);
            CHECK_SEED(settled.layers == 0 || settled.outcome != BIGHT_CLOTH_SETTLED, 10 * n + seed);
            CHECK_SEED(count_meetings(world, &touching) == 0 && touching == 0, 10 * n + seed);
            bight_cloth_world_destroy(world);
            grid_free(&g);
        }
    }
}

// ---- obstacles, and what cannot move ---------------------------------------------------------------------

// A sheet in the very plane of a table of triangles comes to lie on it, whichever was made first.
TEST(a_sheet_in_the_plane_of_a_mesh_comes_to_lie_on_it)
{
    for (int32_t first = 0; first < 2; first++) {
        grid g = grid_make(9, 9, 0.08, 0.08), table = grid_make(4, 4, 0.12, 0.12);
        bight_cloth_world *world = still_world();
        bight_cloth_obstacle_def def = bight_cloth_obstacle_def_default();
        def.kind = BIGHT_SHAPE_MESH;
        def.points = table.positions;
        def.triangles = table.triangles;
        def.point_count = table.vertex_count;
        def.triangle_count = table.triangle_count;
        bight_cloth_obstacle_id id;
        if (first == 0) {
            cloth_add(world, &g, NULL);
        }
        CHECK(bight_cloth_obstacle_create(world, &def, &id, NULL) == BIGHT_OK);
        if (first == 1) {
            cloth_add(world, &g, NULL);
        }
        bight_cloth_report report = cloth_steps(world, 1);
        CHECK(report.parted == g.vertex_count && report.certified && report.intersections == 0);
        bight_cloth_settle_report settled;
        CHECK(bight_cloth_world_settle(world, 300, NULL, NULL, &settled) == BIGHT_OK);
        CHECK(settled.outcome == BIGHT_CLOTH_SETTLED);
        for (int32_t i = 0; i < g.vertex_count; i++) {
            CHECK(world->at[world->sheets.items[0].first_vertex + i].y > 0.7 * THICKNESS);
        }
        bight_cloth_world_destroy(world);
        grid_free(&g);
        grid_free(&table);
    }
}

// Pins stay, so two that are in one place cannot be parted: it does not count as settled, and it says where.
TEST(what_is_held_in_one_place_is_said)
{
    grid g = grid_make(6, 6, 0.05, 0.05);
    bight_cloth_world *world = still_world();
    bight_cloth_id ids[2] = {cloth_add(world, &g, NULL), cloth_add(world, &g, NULL)};
    for (int32_t n = 0; n < 2; n++) {
        for (int32_t i = 0; i < 3; i++) {
            static const int32_t corner[3] = {0, 1, 6};
            CHECK(bight_cloth_pin(world, ids[n], corner[i], true, NULL) == BIGHT_OK);
        }
    }
    bight_cloth_settle_report settled;
    CHECK(bight_cloth_world_settle(world, 300, NULL, NULL, &settled) == BIGHT_OK);
    CHECK(settled.outcome == BIGHT_CLOTH_LAYERED && settled.layers > 0);
    CHECK(v3_distance(settled.layer_place, g.positions[0]) < 0.02 && settled.layer_distance == 0.0);
    for (int32_t n = 0; n < 2; n++) {
        CHECK(v3_distance(world->at[world->sheets.items[n].first_vertex], g.positions[0]) == 0.0);
    }
    CHECK(strstr(bight_cloth_settled_text(settled.outcome), "layers") != NULL);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// A lid pressed down: two sheets a hundredth of the thickness apart, both pinned all over, are no settled
// layers either, and the count is that of the vertices that face the other sheet.
TEST(layers_too_near_are_counted)
{
    grid g = grid_make(5, 5, 0.04, 0.04);
    bight_cloth_world *world = still_world();
    bight_cloth_id ids[2];
    for (int32_t n = 0; n < 2; n++) {
        for (int32_t i = 0; i < g.vertex_count; i++) {
            g.positions[i].y = 0.01 * THICKNESS * n;
        }
        ids[n] = cloth_add(world, &g, NULL);
        for (int32_t i = 0; i < g.vertex_count - n; i++) { // one is free, so that there are contacts
            CHECK(bight_cloth_pin(world, ids[n], i, true, NULL) == BIGHT_OK);
        }
    }
    bight_cloth_report report = cloth_steps(world, 1);
    CHECK(report.parted == 0 && report.layers > 0 && report.layer_distance > 0.0);
    CHECK(report.layer_distance <= 0.1 * THICKNESS);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        g.positions[i].y = 0.5 * THICKNESS;
    }
    CHECK(bight_cloth_set_positions(world, ids[1], g.positions, NULL) == BIGHT_OK);
    report = cloth_steps(world, 1);
    CHECK(report.layers == 0 && report.contacts > 0);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

RUN_TESTS(unit(coincident_sheets_are_parted_in_their_order), unit(a_stack_keeps_the_order_of_its_sheets),
          unit(what_is_not_in_one_place_stays), unit(what_is_put_across_is_seen),
          unit(a_sheet_folded_flat_is_parted), unit(a_sheet_in_the_plane_of_a_mesh_comes_to_lie_on_it),
          unit(what_is_held_in_one_place_is_said), unit(layers_too_near_are_counted))
