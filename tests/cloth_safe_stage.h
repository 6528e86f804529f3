// SPDX-License-Identifier: MIT
// Judges of safe mode that know nothing of its proofs: the exact test at the ends of a step and
// motion_judge.h on the way, both on all pairs. And obstacles to throw at sheets.

#pragma once

#include "cloth/world.h"
#include "cloth_grid.h"
#include "core/random.h"
#include "geom/pose.h"
#include "motion_judge.h"

// Edges through triangles of a world, on all pairs but those of two bodies.
static inline int32_t count_crossings(const bight_cloth_world *world)
{
    int32_t count = 0;
    for (int32_t e = 0; e < world->topology.surface.edge_count; e++) {
        const int32_t *v = world->topology.surface.edges + 2 * e;
        for (int32_t t = 0; t < world->topology.triangle_count; t++) {
            const int32_t *w = world->topology.triangles + 3 * t;
            bool common = false;
            for (int32_t k = 0; k < 3; k++) {
                common = common || w[k] == v[0] || w[k] == v[1];
            }
            const int32_t ranks[5] = {v[0], v[1], w[0], w[1], w[2]};
            const bight_vec3 x[5] = {world->at[v[0]], world->at[v[1]], world->at[w[0]], world->at[w[1]],
                                     world->at[w[2]]};
            bool bodies = (world->flags[v[0]] & world->flags[w[0]] & BI_BODY) != 0;
            double low = bi_min(x[0].y, x[1].y), high = bi_max(x[0].y, x[1].y);
            bool far = (x[2].y > high && x[3].y > high && x[4].y > high) ||
                       (x[2].y < low && x[3].y < low && x[4].y < low);
            count += !common && !bodies && !far && bi_edge_meets_triangle(x, ranks) == BI_CROSSING;
        }
    }
    return count;
}

static inline int32_t first_body_vertex(const bight_cloth_world *world)
{
    int32_t i = 0;
    while (i < world->vertex_count && (world->flags[i] & BI_BODY) == 0) {
        i++;
    }
    return i;
}

static inline int32_t meetings(const bight_cloth_world *world, const bight_vec3 *from)
{
    return judge_motion(from, world->at, world->vertex_count, world->topology.triangles,
                        world->topology.triangle_count, world->topology.surface.edges,
                        world->topology.surface.edge_count, first_body_vertex(world));
}

// One step under both judges.
static inline bight_cloth_report judged_step(bight_cloth_world *world, uint64_t seed)
{
    bight_vec3 *from = malloc((size_t)world->vertex_count * sizeof *from);
    memcpy(from, world->at, (size_t)world->vertex_count * sizeof *from);
    bight_cloth_report report = cloth_steps(world, 1);
    CHECK_SEED(report.certified && !report.rolled_back && report.intersections == 0, seed);
    CHECK_SEED(count_crossings(world) == 0, seed);
    CHECK_SEED(meetings(world, from) == 0, seed);
    free(from);
    return report;
}

static const bight_vec3 wedge_points[6] = {{-0.012, 0.011, -0.009}, {0.013, 0.011, -0.01},
                                           {0.012, 0.011, 0.012},   {-0.011, 0.011, 0.009},
                                           {-0.008, 0.0, 0.001},    {0.009, 0.0, -0.001}};
static const int32_t wedge_triangles[24] = {0, 2, 1, 0, 3, 2, 0, 1, 5, 0, 5, 4,
                                            2, 3, 4, 2, 4, 5, 0, 4, 3, 1, 2, 5};

static inline bight_cloth_obstacle_def obstacle_of(bight_shape_kind kind)
{
    bight_cloth_obstacle_def def = bight_cloth_obstacle_def_default();
    def.kind = kind;
    def.size = kind == BIGHT_SHAPE_CAPSULE ? v3(0.006, 0.008, 0)
               : kind == BIGHT_SHAPE_BOX   ? v3(0.009, 0.006, 0.007)
               : kind == BIGHT_SHAPE_TORUS ? v3(0.012, 0.005, 0)
                                           : v3(0.01, 0, 0);
    if (kind == BIGHT_SHAPE_MESH) {
        def.points = wedge_points;
        def.triangles = wedge_triangles;
        def.point_count = 6;
        def.triangle_count = 8;
    }
    return def;
}
