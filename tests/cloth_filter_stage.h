// SPDX-License-Identifier: MIT
// Small worlds made to break the step filter: patches at random that fly, turn and tear at each other. The
// judges know nothing of the filter's: motion_judge.h and the exact test on all pairs, distances of all
// features.

#pragma once

#include "cloth/kinematic.h"
#include "cloth/near.h"
#include "cloth/near_gap.h"
#include "cloth/step_filter.h"
#include "cloth/tangle.h"
#include "cloth/world.h"
#include "cloth_grid.h"
#include "core/random.h"
#include "geom/pose.h"
#include "geom/segment.h"
#include "motion_judge.h"

#define THICKNESS 0.001

enum { SIDE = 3, PATCH = SIDE * SIDE };

static inline bight_cloth_world *empty_world(void)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.thickness = THICKNESS;
    def.gravity = v3(0, 0, 0);
    return cloth_world(&def);
}

static inline bight_vec3 turn_about(bight_vec3 p, bight_vec3 axis, double angle)
{
    double c = cos(angle), s = sin(angle);
    bight_vec3 q = v3_add(v3_mul(c, p), v3_mul(s, v3_cross(axis, p)));
    return v3_madd(q, (1.0 - c) * v3_dot(axis, p), axis);
}

static inline double log_range(bi_random *random, double low, double high)
{
    return exp2(bi_random_range(random, log2(low), log2(high)));
}

// ---- judges ---------------------------------------------------------------------------------------------

static inline bool has(const int32_t *triangle, int32_t vertex)
{
    return triangle[0] == vertex || triangle[1] == vertex || triangle[2] == vertex;
}

static inline int32_t count_crossings(const bight_cloth_world *world)
{
    int32_t count = 0;
    for (int32_t e = 0; e < world->topology.surface.edge_count; e++) {
        const int32_t *v = world->topology.surface.edges + 2 * (size_t)e;
        for (int32_t t = 0; t < world->topology.triangle_count; t++) {
            const int32_t *w = world->topology.triangles + 3 * (size_t)t;
            if (has(w, v[0]) || has(w, v[1]) || (world->flags[v[0]] & world->flags[w[0]] & BI_BODY) != 0) {
                continue;
            }
            const int32_t ranks[5] = {v[0], v[1], w[0], w[1], w[2]};
            const bight_vec3 x[5] = {world->at[v[0]], world->at[v[1]], world->at[w[0]], world->at[w[1]],
                                     world->at[w[2]]};
            count += bi_edge_meets_triangle(x, ranks) == BI_CROSSING;
        }
    }
    return count;
}

static inline int32_t bodies_from(const bight_cloth_world *world)
{
    int32_t i = 0;
    while (i < world->vertex_count && (world->flags[i] & BI_BODY) == 0) {
        i++;
    }
    return i;
}

static inline int32_t meetings(const bight_cloth_world *world)
{
    return judge_motion(world->start, world->at, world->vertex_count, world->topology.triangles,
                        world->topology.triangle_count, world->topology.surface.edges,
                        world->topology.surface.edge_count, bodies_from(world));
}

// Of vertices and triangles without common vertices, and of edges; `from` counts only what has a vertex below
// it on one side and none on the other.
static inline double least_distance(const bight_cloth_world *world, int32_t split)
{
    double least = HUGE_VAL;
    for (int32_t t = 0; t < world->topology.triangle_count; t++) {
        const int32_t *w = world->topology.triangles + 3 * (size_t)t;
        for (int32_t v = 0; v < world->vertex_count; v++) {
            if (has(w, v) || (v < split) == (w[0] < split)) {
                continue;
            }
            least = bi_min(least, bi_point_triangle_closest(world->at[v], world->at[w[0]], world->at[w[1]],
                                                            world->at[w[2]])
                                      .distance_squared);
        }
    }
    for (int32_t e = 0; e < world->topology.surface.edge_count; e++) {
        for (int32_t f = e + 1; f < world->topology.surface.edge_count; f++) {
            const int32_t *v = world->topology.surface.edges + 2 * (size_t)e,
                          *w = world->topology.surface.edges + 2 * (size_t)f;
            if ((v[0] < split) != (w[0] < split)) {
                least = bi_min(least, bi_segment_closest(world->at[v[0]], world->at[v[1]], world->at[w[0]],
                                                         world->at[w[1]])
                                          .distance_squared);
            }
        }
    }
    return sqrt(least);
}

// ---- patches that fly -----------------------------------------------------------------------------------

typedef struct patch {
    bight_vec3 middle, axis;
    double angle;
} patch;

static inline grid patch_grid(const patch *p, double bump, bi_random *random)
{
    grid g = grid_make(SIDE, SIDE, 0.01, 0.01);
    for (int32_t i = 0; i < g.vertex_count; i++) {
        bight_vec3 q = v3_add(g.positions[i], bi_random_vec3(random, bump));
        g.positions[i] = v3_add(p->middle, turn_about(q, p->axis, p->angle));
    }
    return g;
}

static inline patch random_patch(bi_random *random, double spread)
{
    return (patch){bi_random_vec3(random, spread), v3_unit(bi_random_vec3(random, 1.0), v3(1, 0, 0)),
                   bi_random_range(random, -3.0, 3.0)};
}

// Patches that do not cross; those that would are left out.
static inline bight_cloth_world *fly_world(bi_random *random, int32_t patches, double spread, bool parallel)
{
    bight_cloth_world *world = empty_world();
    double height = 0.0;
    patch first = random_patch(random, 0.0);
    for (int32_t n = 0; n < patches; n++) {
        patch p = random_patch(random, spread);
        if (parallel) { // a pile, its layers anything from what the filter leaves to two thicknesses apart
            height += log_range(random, 1.01e-4, 2.0) * THICKNESS;
            p = first;
            p.middle = turn_about(v3(bi_random_range(random, -0.002, 0.002), height, 0.0), p.axis, p.angle);
        }
        grid g = patch_grid(&p, parallel ? 0.0 : 0.001, random);
        cloth_add(world, &g, NULL);
        grid_free(&g);
    }
    return world;
}

static inline bool begin(bight_cloth_world *world)
{
    bight_cloth_report report = {0};
    CHECK(bight_cloth_world_step(world, &report) == BIGHT_OK); // builds; what it moves is put back
    memcpy(world->at, world->before, (size_t)world->vertex_count * sizeof *world->at);
    world->near.listed = world->tangle.known = false;
    CHECK(bi_near_update(world, NULL) == BIGHT_OK && bi_tangle_find(world) == BIGHT_OK);
    return world->tangle.pierced.count == 0 && count_crossings(world) == 0;
}

// Each patch somewhere else, turned and crumpled: each in its own measure.
static inline void propose(bight_cloth_world *world, bi_random *random)
{
    memcpy(world->start, world->at, (size_t)world->vertex_count * sizeof *world->at);
    double most = log_range(random, 1e-5, 4e-3);
    for (int32_t n = 0; n < world->sheets.count; n++) {
        const bi_cloth_sheet *panel = &world->sheets.items[n];
        bool turns = bi_random_below(random, 3) == 0, still = bi_random_below(random, 4) == 0;
        bight_vec3 way = bi_random_vec3(random, still ? 0.0 : most), middle = v3(0, 0, 0);
        bight_vec3 axis = v3_unit(bi_random_vec3(random, 1.0), v3(1, 0, 0));
        double angle = turns ? bi_random_range(random, -1.0, 1.0) : 0.0;
        double shake = bi_random_below(random, 2) == 0 ? most * bi_random_range(random, 0.0, 1.0) : 0.0;
        for (int32_t i = 0; i < panel->vertex_count; i++) {
            middle = v3_madd(middle, 1.0 / panel->vertex_count, world->at[panel->first_vertex + i]);
        }
        for (int32_t i = 0; i < panel->vertex_count && !still; i++) {
            bight_vec3 *p = &world->at[panel->first_vertex + i];
            *p = v3_add(v3_add(middle, way), turn_about(v3_sub(*p, middle), axis, angle));
            *p = v3_add(*p, bi_random_vec3(random, shake));
        }
    }
}

static inline double way_gone(const bight_cloth_world *world, const bight_vec3 *to)
{
    double sum = 0.0;
    for (int32_t i = 0; i < world->vertex_count; i++) {
        sum += v3_distance(world->start[i], to[i]);
    }
    return sum;
}
