// SPDX-License-Identifier: MIT
// What is near is listed, once, whatever the sheet looks like: against all pairs.

#include "cloth/crease.h"
#include "cloth/near.h"
#include "cloth/near_gap.h"
#include "cloth/pairs.h"
#include "cloth/world.h"
#include "cloth/tangle.h"
#include "cloth/topology.h"
#include "cloth_grid.h"
#include "core/random.h"
#include "geom/segment.h"

enum { SIDE = 14 };

// A sheet of 5 mm edges in a world that has its topology.
static bight_cloth_world *sheet_world(grid *g)
{
    *g = grid_make(SIDE, SIDE, 0.005 * (SIDE - 1), 0.005 * (SIDE - 1));
    bight_cloth_world_def def = bight_cloth_world_def_default();
    bight_cloth_world *world = cloth_world(&def);
    cloth_add(world, g, NULL);
    CHECK(bi_cloth_build(world) == BIGHT_OK);
    return world;
}

// Rolled up to a spiral whose layers are `rise` apart, and shaken.
static bight_vec3 rolled(const grid *g, int32_t i, double turns, double rise, bi_random *random, double shake)
{
    double s = g->uv[2 * i] / (0.005 * (SIDE - 1)), radius = 0.004 + rise * turns * s;
    double angle = 6.283185307179586 * turns * s;
    bight_vec3 p = v3(radius * cos(angle), radius * sin(angle), g->uv[2 * i + 1]);
    return v3_add(p, bi_random_vec3(random, shake));
}

static bool has(const int32_t *triangle, int32_t vertex)
{
    return triangle[0] == vertex || triangle[1] == vertex || triangle[2] == vertex;
}

// Do all triangles around a vertex face within an angle of some direction, judged by angles and not as the
// library does? The mean of the normals is that direction. Borders never count.
static bool is_flat_around(const bight_cloth_world *world, int32_t vertex, double angle)
{
    bight_vec3 mean = v3(0, 0, 0);
    int32_t triangles = 0,
            neighbours = world->topology.row_first[vertex + 1] - world->topology.row_first[vertex];
    for (int32_t pass = 0; pass < 2; pass++) {
        for (int32_t t = 0; t < world->topology.triangle_count; t++) {
            const int32_t *v = world->topology.triangles + 3 * (size_t)t;
            if (!has(v, vertex)) {
                continue;
            }
            bight_vec3 n =
                v3_cross(v3_sub(world->at[v[1]], world->at[v[0]]), v3_sub(world->at[v[2]], world->at[v[0]]));
            if (pass == 0) {
                mean = v3_add(mean, n);
                triangles++;
            } else if (acos(v3_dot(v3_unit(n, v3(0, 0, 0)), v3_unit(mean, v3(0, 0, 0)))) > angle) {
                return false;
            }
        }
    }
    return triangles == neighbours;
}

// Is there a vertex that both have a triangle in common with, and the sheet is flat there?
static bool lie_flat(const bight_cloth_world *world, const int32_t *a, int32_t na, const int32_t *b,
                     int32_t nb)
{
    for (int32_t c = 0; c < world->vertex_count; c++) {
        bool of_a = false, of_b = false;
        for (int32_t n = world->topology.surface.vertex_first[c];
             n < world->topology.surface.vertex_first[c + 1]; n++) {
            const int32_t *v =
                world->topology.triangles + 3 * (size_t)(world->topology.surface.vertex_corners[n] / 3);
            of_a = of_a || (has(v, a[0]) && (na < 2 || has(v, a[1])));
            of_b = of_b || (has(v, b[0]) && has(v, b[1]) && (nb < 3 || has(v, b[2])));
        }
        // a hair more than what the library takes for flat
        if (of_a && of_b && is_flat_around(world, c, 0.7854 + 1e-6)) {
            return true;
        }
    }
    return false;
}

static int32_t times_listed(const bi_near_pair *pairs, int32_t count, int32_t a, int32_t b)
{
    int32_t times = 0;
    for (int32_t i = 0; i < count; i++) {
        times += pairs[i].a == a && pairs[i].b == b;
    }
    return times;
}

// Every vertex and triangle, and every two edges that are nearest inside both, that are nearer than they push
// each other: listed once, or side by side where the sheet is flat. Returns how many there are.
static int32_t check_lists(const bight_cloth_world *world, uint64_t seed)
{
    int32_t near = 0;
    for (int32_t v = 0; v < world->vertex_count; v++) {
        for (int32_t t = 0; t < world->topology.triangle_count; t++) {
            const int32_t *c = world->topology.triangles + 3 * (size_t)t;
            const int32_t four[4] = {v, c[0], c[1], c[2]};
            int32_t times = times_listed(world->near.vertex_faces, world->near.vertex_face_count, v, t);
            CHECK_SEED(times <= (has(c, v) ? 0 : 1), seed);
            if (has(c, v)) {
                continue;
            }
            double gap = bi_pairs_gap(world, false, four);
            bi_point_triangle nearest =
                bi_point_triangle_closest(world->at[v], world->at[c[0]], world->at[c[1]], world->at[c[2]]);
            if (nearest.distance_squared < gap * gap) {
                near++;
                CHECK_SEED(times == 1 || lie_flat(world, &v, 1, c, 3), seed);
            }
        }
    }
    const int32_t *edges = world->topology.surface.edges;
    for (int32_t e = 0; e < world->topology.surface.edge_count; e++) {
        for (int32_t f = e + 1; f < world->topology.surface.edge_count; f++) {
            const int32_t four[4] = {edges[2 * e], edges[2 * e + 1], edges[2 * f], edges[2 * f + 1]};
            if (four[0] == four[2] || four[0] == four[3] || four[1] == four[2] || four[1] == four[3]) {
                continue;
            }
            bi_segment_pair nearest = bi_segment_closest(world->at[four[0]], world->at[four[1]],
                                                         world->at[four[2]], world->at[four[3]]);
            if (nearest.distance_squared > world->thickness * world->thickness || nearest.s <= 0.0 ||
                nearest.s >= 1.0 || nearest.t <= 0.0 || nearest.t >= 1.0) {
                continue;
            }
            bight_vec3 a = v3_sub(world->at[four[1]], world->at[four[0]]);
            bight_vec3 b = v3_sub(world->at[four[3]], world->at[four[2]]);
            double sine2 = v3_length_squared(v3_cross(a, b)) / (v3_length_squared(a) * v3_length_squared(b));
            double gap = BI_FLAT_EDGE_GAP * bi_pairs_gap(world, true, four);
            if (nearest.distance_squared < gap * gap && sine2 > 1.1e-3) {
                near++;
                int32_t times = times_listed(world->near.edge_edges, world->near.edge_edge_count, e, f);
                CHECK_SEED(times == 1 || lie_flat(world, four, 2, four + 2, 2), seed);
            }
        }
    }
    return near;
}

// Proper edge-face pairs by brute force with the exact test.
static int32_t count_crossings(const bight_cloth_world *world)
{
    int32_t count = 0;
    for (int32_t e = 0; e < world->topology.surface.edge_count; e++) {
        const int32_t *end = world->topology.surface.edges + 2 * (size_t)e;
        for (int32_t t = 0; t < world->topology.triangle_count; t++) {
            const int32_t *v = world->topology.triangles + 3 * (size_t)t;
            const int32_t ranks[5] = {end[0], end[1], v[0], v[1], v[2]};
            const bight_vec3 x[5] = {world->at[end[0]], world->at[end[1]], world->at[v[0]], world->at[v[1]],
                                     world->at[v[2]]};
            count += !has(v, end[0]) && !has(v, end[1]) && bi_edge_meets_triangle(x, ranks) == BI_CROSSING;
        }
    }
    return count;
}

TEST(everything_near_is_listed_once)
{
    grid g;
    bight_cloth_world *world = sheet_world(&g);
    int32_t near = 0, crossings = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        bi_random random = bi_random_from(seed);
        double shake = seed % 3 == 0 ? 0.0 : seed % 3 == 1 ? 5e-4 : 2.5e-3;
        for (int32_t i = 0; i < g.vertex_count; i++) {
            world->at[i] = rolled(&g, i, 1.0 + 0.2 * (double)seed, 0.0008, &random, shake);
        }
        world->near.listed = false;
        CHECK(bi_near_update(world, NULL) == BIGHT_OK);
        near += check_lists(world, seed);
        CHECK(bi_tangle_find(world) == BIGHT_OK);
        CHECK_SEED(world->tangle.pierced.count == count_crossings(world), seed);
        crossings += world->tangle.pierced.count;
    }
    CHECK(near > 1000 && crossings > 1000);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// Pairs that are taken for clear are so, whenever they were listed and whichever way things have gone since.
static int32_t check_clear(const bight_cloth_world *world, uint64_t seed)
{
    int32_t clear = 0;
    for (int32_t i = 0; i < world->near.vertex_face_count; i++) {
        const bi_near_pair *pair = &world->near.vertex_faces[i];
        const int32_t *c = world->topology.triangles + 3 * (size_t)pair->b;
        bi_point_triangle nearest =
            bi_point_triangle_closest(world->at[pair->a], world->at[c[0]], world->at[c[1]], world->at[c[2]]);
        bool is_clear = bi_near_is_clear(world, pair);
        CHECK_SEED(!is_clear || sqrt(nearest.distance_squared) > 1.5 * world->thickness * (1.0 - 1e-6), seed);
        clear += is_clear;
    }
    return clear;
}

// Lists hold while vertices move by less than the margin: what a sheet that becomes sharp brings near is
// added.
TEST(folds_join_lists_that_hold)
{
    grid g;
    bight_cloth_world *world = sheet_world(&g);
    world->def.reach = 3.0; // lists hold for 3 mm
    int32_t listings = 0, joined = 0, near = 0, clear = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        for (int32_t i = 0; i < g.vertex_count; i++) {
            world->at[i] = g.positions[i];
        }
        world->near.listed = false;
        CHECK(bi_near_update(world, NULL) == BIGHT_OK);
        int32_t before = world->near.vertex_face_count;
        for (int32_t n = 1; n <= 8; n++) {
            // the same way each time, further; then to the other side
            bi_random random = bi_random_from(seed);
            for (int32_t i = 0; i < g.vertex_count; i++) {
                double far = n <= 4 ? 0.12 * n : 0.12 * (4 - n);
                bight_vec3 way = bi_random_vec3(&random, far * world->near.margin);
                world->at[i] = v3_add(g.positions[i], way);
            }
            CHECK(bi_near_update(world, &listings) == BIGHT_OK);
            near += check_lists(world, seed);
            clear += check_clear(world, seed);
        }
        joined += world->near.vertex_face_count - before;
    }
    CHECK(listings == 0);
    CHECK(joined > 100 && near > 0 && clear > 1000);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

// Columns part while the sheet becomes sharp, so that pairs of neighbours join the lists from afar, and close
// up behind it to beyond where they began: what has moved before a pair was listed counts twice.
TEST(pairs_that_join_late_are_not_taken_for_clear)
{
    grid g;
    bight_cloth_world *world = sheet_world(&g);
    world->def.reach = 3.0;
    int32_t clear = 0, joined = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        bi_random random = bi_random_from(seed);
        double narrow = bi_random_range(&random, 0.5, 0.9), up = bi_random_range(&random, 1.8e-3, 2.6e-3),
               part = bi_random_range(&random, 2e-4, 1.2e-3), close = bi_random_range(&random, 5e-4, 2e-3);
        for (int32_t when = 0; when < 3; when++) {
            for (int32_t i = 0; i < g.vertex_count; i++) {
                double x = when == 0 ? 0.0 : when == 1 ? part : -close;
                bight_vec3 p = g.positions[i];
                p.x = narrow * p.x + (i % SIDE % 2 == 0 ? x : -x);
                p.y += when == 1 ? ((i % SIDE + i / SIDE) % 2 == 0 ? up : -up) : 0.0;
                world->at[i] = p;
            }
            world->near.listed = when > 0;
            int32_t listed = 0, before = world->near.vertex_face_count;
            CHECK(bi_near_update(world, &listed) == BIGHT_OK);
            joined += when == 1 && listed == 0 ? world->near.vertex_face_count - before : 0;
            clear += check_clear(world, seed);
        }
    }
    print_message("%d joined, %d clear\n", (int)joined, (int)clear);
    CHECK(joined > 1000 && clear > 1000);
    bight_cloth_world_destroy(world);
    grid_free(&g);
}

RUN_TESTS(unit(everything_near_is_listed_once), unit(folds_join_lists_that_hold),
          unit(pairs_that_join_late_are_not_taken_for_clear))
