// SPDX-License-Identifier: MIT
// How near neighbours in the sheet may come, which edges may cross, and what near pairs remember of contacts:
// by brute force, with distances of plain_motion.h and rings counted here.

#include "cloth/near_gap.h"

#include "cloth/near.h"
#include "cloth/world.h"
#include "cloth/topology.h"
#include "cloth_grid.h"
#include "core/random.h"
#include "plain_motion.h"

#include <string.h>

enum { SIDE = 8, COUNT = SIDE * SIDE };

static bight_cloth_world *sheet_world(double edge, double stretch, double thickness, double shake,
                                      bi_random *random)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.thickness = thickness;
    bight_cloth_world *world = cloth_world(&def);
    grid g = grid_make(SIDE, SIDE, edge * (SIDE - 1), stretch * edge * (SIDE - 1));
    for (int32_t i = 0; i < COUNT; i++) {
        g.positions[i] = v3_add(g.positions[i], bi_random_vec3(random, shake));
        g.uv[2 * i] += shake * bi_random_range(random, -1.0, 1.0);
        g.uv[2 * i + 1] += shake * bi_random_range(random, -1.0, 1.0);
    }
    cloth_add(world, &g, NULL);
    grid_free(&g);
    CHECK(bi_cloth_build(world) == BIGHT_OK);
    return world;
}

// Edges on the shortest way from one vertex to all others.
static void count_rings(const bight_cloth_world *world, int32_t from, int32_t rings[COUNT])
{
    for (int32_t i = 0; i < COUNT; i++) {
        rings[i] = i == from ? 0 : COUNT;
    }
    for (int32_t round = 0; round < 4; round++) {
        for (int32_t e = 0; e < world->topology.surface.edge_count; e++) {
            int32_t a = world->topology.surface.edges[2 * e], b = world->topology.surface.edges[2 * e + 1];
            rings[a] = rings[b] + 1 < rings[a] ? rings[b] + 1 : rings[a];
            rings[b] = rings[a] + 1 < rings[b] ? rings[a] + 1 : rings[b];
        }
    }
}

static bight_vec3 rest_of(const bight_cloth_world *world, int32_t i)
{
    return v3((double)world->rest[3 * i], (double)world->rest[3 * i + 1], (double)world->rest[3 * i + 2]);
}

// The thickness; of neighbours within three edges, half their distance at rest if that is less.
static double expected_gap(const bight_cloth_world *world, bool edges, const int32_t v[4],
                           int32_t rings[][COUNT])
{
    bight_vec3 r[4];
    int32_t nearest = COUNT, first = edges ? 2 : 1;
    for (int32_t i = 0; i < 4; i++) {
        r[i] = rest_of(world, v[i]);
    }
    for (int32_t k = first; k < 4; k++) {
        nearest = rings[v[0]][v[k]] < nearest ? rings[v[0]][v[k]] : nearest;
    }
    double apart = edges ? plain_segments(r[0], r[1], r[2], r[3]) : plain_point_triangle(r[0], r + 1);
    return nearest <= 3 ? fmin(world->thickness, 0.5 * apart) : world->thickness;
}

TEST(neighbours_come_half_as_near_as_at_rest)
{
    static int32_t rings[COUNT][COUNT];
    int32_t nearer = 0, kept = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        bi_random random = bi_random_from(seed);
        double edge = 0.005, thickness = edge * (seed % 3 == 0 ? 0.2 : seed % 3 == 1 ? 0.6 : 1.4);
        bight_cloth_world *world =
            sheet_world(edge, seed % 2 == 0 ? 1.0 : 8.0, thickness, 0.3 * edge, &random);
        for (int32_t i = 0; i < COUNT; i++) {
            count_rings(world, i, rings[i]);
        }
        for (int32_t kind = 0; kind < 2; kind++) {
            int32_t firsts = kind == 1 ? world->topology.surface.edge_count : COUNT;
            int32_t seconds = kind == 1 ? world->topology.surface.edge_count : world->topology.triangle_count;
            for (int32_t n = 0; n < firsts * seconds; n++) {
                int32_t v[4];
                bi_near_vertices(world, kind == 1, n / seconds, n % seconds, v);
                if (v[0] == v[1] || v[0] == v[2] || v[0] == v[3] || v[1] == v[2] || v[1] == v[3]) {
                    continue;
                }
                double gap = bi_pairs_gap(world, kind == 1, v),
                       expected = expected_gap(world, kind == 1, v, rings);
                CHECK_SEED(fabs(gap - expected) < 1e-9, seed);
                nearer += gap < 0.999 * world->thickness;
                kept += gap == world->thickness;
                bight_vec3 r[4];
                for (int32_t i = 0; i < 4; i++) {
                    r[i] = rest_of(world, v[i]);
                }
                double half = 0.5 * (kind == 1 ? plain_segments(r[0], r[1], r[2], r[3])
                                               : plain_point_triangle(r[0], r + 1));
                CHECK_SEED(fabs(bi_pairs_neighbour_gap(world, kind == 1, v) - fmin(world->thickness, half)) <
                               1e-9,
                           seed);
            }
        }
        bight_cloth_world_destroy(world);
    }
    CHECK(nearer > 2000 && kept > 2000);
}

// A short edge before the middle of a long one: no corner is near another, yet the edges are.
TEST(a_long_edge_is_near_in_its_middle)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.thickness = 0.001;
    bight_cloth_world *world = cloth_world(&def);
    grid g = grid_make(2, 3, 0.01, 0.01);
    static const double places[4][2] = {{0, 0}, {0, 0.02}, {0.001, 0.01}, {0.002, 0.01}};
    static const int32_t triangles[9] = {0, 1, 2, 0, 2, 3, 2, 1, 3};
    g.vertex_count = 4;
    g.triangle_count = 3;
    memcpy(g.triangles, triangles, sizeof triangles);
    for (int32_t i = 0; i < 4; i++) {
        g.positions[i] = v3(places[i][0], 0, places[i][1]);
        g.uv[2 * i] = places[i][0];
        g.uv[2 * i + 1] = places[i][1];
    }
    cloth_add(world, &g, NULL);
    grid_free(&g);
    CHECK(bi_cloth_build(world) == BIGHT_OK);
    static const int32_t pairs[2][4] = {{0, 1, 2, 3}, {2, 3, 0, 1}};
    for (int32_t k = 0; k < 2; k++) {
        CHECK(fabs(bi_pairs_gap(world, true, pairs[k]) - 0.0005) < 1e-9);
    }
    bight_cloth_world_destroy(world);
}

// At a seam that has closed gaps are positive, and no more than the thickness.
TEST(gaps_at_a_seam_are_gaps)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.gravity = v3(0, 0, 0);
    def.thickness = 0.001;
    bight_cloth_world *world = cloth_world(&def);
    grid g = grid_make(SIDE, SIDE, 0.035, 0.035);
    bight_cloth_id one = cloth_add(world, &g, NULL);
    for (int32_t i = 0; i < COUNT; i++) {
        g.positions[i].x += 0.0352;
    }
    bight_cloth_id other = cloth_add(world, &g, NULL);
    for (int32_t row = 0; row < SIDE; row++) {
        CHECK(bight_cloth_sew(world, one, row * SIDE + SIDE - 1, other, row * SIDE, 0.0, NULL) == BIGHT_OK);
    }
    grid_free(&g);
    for (int32_t i = 0; i < 60; i++) {
        CHECK(bight_cloth_world_step(world, NULL) == BIGHT_OK);
    }
    int32_t across = 0;
    for (int32_t row = 0; row < SIDE; row++) {
        int32_t a = row * SIDE + SIDE - 1, b = COUNT + row * SIDE;
        across += v3_distance(world->at[a], world->at[b]) == 0.0; // welded
    }
    CHECK(across == SIDE);
    for (int32_t a = 0; a < COUNT; a++) {
        for (int32_t t = 0; t < world->topology.triangle_count; t++) {
            int32_t v[4];
            bi_near_vertices(world, false, a, t, v);
            double gap = bi_pairs_gap(world, false, v);
            CHECK(v[0] == v[1] || v[0] == v[2] || v[0] == v[3] || (gap >= 0.0 && gap <= def.thickness));
        }
    }
    bight_cloth_world_destroy(world);
}

// Edges whose ends move by no more than the margin: those whose lines come to be nearest inside both are found
// beforehand; those that are far beyond each other's ends are not.
TEST(edges_that_may_cross_are_found)
{
    bi_random random = bi_random_from(3);
    int32_t may = 0, may_not = 0;
    for (int32_t n = 0; n < 40000; n++) {
        bight_vec3 p[2], q[2];
        double margin = exp2(bi_random_range(&random, -9.0, -3.0)),
               length = exp2(bi_random_range(&random, -1.0, 1.0));
        for (int32_t i = 0; i < 2; i++) {
            p[i] = bi_random_vec3(&random, 0.5);
            q[i] = bi_random_vec3(&random, length);
        }
        bool said = bi_pairs_may_cross(p, q, margin);
        bight_vec3 a = v3_sub(p[1], p[0]), b = v3_sub(q[1], q[0]), r = v3_sub(q[0], p[0]), c = v3_cross(a, b);
        double sine2 = v3_length_squared(c) / (v3_length_squared(a) * v3_length_squared(b));
        if (fabs(sine2 - 1e-3) < 1e-6) {
            continue;
        }
        double s = v3_dot(v3_cross(r, b), c) / v3_length_squared(c),
               t = v3_dot(v3_cross(r, a), c) / v3_length_squared(c);
        double ds = 4.0 * margin / (v3_length(a) * sqrt(sine2)),
               dt = 4.0 * margin / (v3_length(b) * sqrt(sine2));
        double beyond = fmax(fmax(-s - ds, s - 1.0 - ds), fmax(-t - dt, t - 1.0 - dt));
        CHECK_SEED(fabs(beyond) < 1e-9 || said == (sine2 > 1e-3 && beyond < 0.0), n);
        may += said;
        may_not += !said;
    }
    CHECK(may > 2000 && may_not > 2000);
}

// What a pair was in contact with is found again when lists are rebuilt, and nothing else.
TEST(contacts_are_remembered)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.thickness = 0.002;
    def.reach = 3.0; // pairs are listed that are far from touching
    bight_cloth_world *world = cloth_world(&def);
    for (int32_t n = 0; n < 3; n++) {
        grid g = grid_make(SIDE, SIDE, 0.035, 0.035);
        for (int32_t i = 0; i < COUNT; i++) {
            g.positions[i] = v3_add(g.positions[i], v3(0.0007 * n, 0.0016 * n, 0.0011 * n));
        }
        bight_cloth_id id = cloth_add(world, &g, NULL);
        for (int32_t i = 0; i < COUNT && n == 0; i++) {
            CHECK(bight_cloth_pin(world, id, i, true, NULL) == BIGHT_OK);
        }
        grid_free(&g);
    }
    for (int32_t i = 0; i < 8; i++) {
        CHECK(bight_cloth_world_step(world, NULL) == BIGHT_OK);
    }
    CHECK(world->contacts.count > 50);
    world->near.listed = false;
    CHECK(bi_near_update(world, NULL) == BIGHT_OK);
    int32_t found = 0, none = 0, clear = 0;
    for (int32_t kind = 0; kind < 2; kind++) {
        int32_t count = kind == 0 ? world->near.vertex_face_count : world->near.edge_edge_count;
        for (int32_t i = 0; i < count; i++) {
            const bi_near_pair *pair = kind == 0 ? &world->near.vertex_faces[i] : &world->near.edge_edges[i];
            int32_t expected = -1;
            for (int32_t c = 0; c < world->contacts.count && !bi_near_is_clear(world, pair); c++) {
                const bi_contact *contact = &world->contacts.items[c];
                bool same = contact->kind == (kind == 0 ? BI_ROW_VF : BI_ROW_EE);
                expected = same && contact->a == pair->a && contact->b == pair->b ? c : expected;
            }
            CHECK(pair->contact == expected);
            CHECK(pair->side == (expected >= 0 ? world->contacts.items[expected].side : 0));
            found += expected >= 0;
            none += expected < 0;
            clear += bi_near_is_clear(world, pair);
        }
    }
    print_message("%d remembered, %d new, %d of them clear\n", (int)found, (int)none, (int)clear);
    CHECK(found > 50 && none > 50 && clear > 50);
    bight_cloth_world_destroy(world);
}

RUN_TESTS(unit(a_long_edge_is_near_in_its_middle), unit(neighbours_come_half_as_near_as_at_rest),
          unit(gaps_at_a_seam_are_gaps), unit(edges_that_may_cross_are_found), unit(contacts_are_remembered))
