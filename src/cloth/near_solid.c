// SPDX-License-Identifier: MIT

#include "cloth/near_solid.h"
#include "cloth/world.h"

#include "geom/pose.h"

static bight_status add_solid(bight_cloth_world *world, int32_t a, int32_t obstacle)
{
    BI_CLOTH_RESERVE(world, near.solids, (int64_t)world->near.solid_count + 1);
    world->near.solids[world->near.solid_count++] =
        (bi_near_pair){.a = a, .b = obstacle, .gap = (float)world->thickness, .contact = -1};
    return BIGHT_OK;
}

// How sharply a shape bulges: an edge of length l comes nearer to it than its ends by at most l^2 / (8
// radius).
static double least_radius(const bi_solid *solid)
{
    switch (solid->kind) {
    case BIGHT_SHAPE_SPHERE:
    case BIGHT_SHAPE_CAPSULE:
        return solid->size.x;
    case BIGHT_SHAPE_TORUS:
        return solid->size.y;
    default:
        return 0.0;
    }
}

// Vertices and edges within reach of a shape; edges only where they may touch between their ends.
static bight_status list_solid(bight_cloth_world *world, int32_t index, double reach)
{
    const bi_cloth_obstacle *obstacle = &world->obstacles.items[index];
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < world->vertex_count && status == BIGHT_OK; i++) {
        bight_vec3 local = bi_pose_in(&obstacle->pose, world->at[i]);
        if ((world->flags[i] & BI_BODY) == 0 && v3_length(local) <= obstacle->bound + reach &&
            bi_solid_closest(&obstacle->solid, local, local).distance <= reach) {
            status = add_solid(world, i, index);
        }
    }
    const bi_surface *surface = &world->topology.surface;
    double radius = least_radius(&obstacle->solid);
    for (int32_t e = 0; e < surface->edge_count && status == BIGHT_OK; e++) {
        int32_t v = surface->edges[2 * e], w = surface->edges[2 * e + 1];
        bight_vec3 p = bi_pose_in(&obstacle->pose, world->at[v]),
                   q = bi_pose_in(&obstacle->pose, world->at[w]);
        double length = v3_distance(p, q);
        if ((world->flags[v] & BI_BODY) != 0 || v3_length(p) > obstacle->bound + reach + length ||
            length * length < 0.5 * radius * world->thickness) {
            continue;
        }
        bi_solid_gap gap = bi_solid_closest(&obstacle->solid, p, q);
        if (gap.distance <= reach && gap.s > 0.0 && gap.s < 1.0) {
            status = add_solid(world, world->vertex_count + e, index);
        }
    }
    return status;
}

bight_status bi_solids_list(bight_cloth_world *world, double reach)
{
    BI_ASSERT(reach > 0.0);
    world->near.solid_count = 0;
    for (int32_t i = 0; i < world->obstacles.count; i++) {
        if (world->obstacles.items[i].solid.kind != BIGHT_SHAPE_MESH) {
            bight_status status = list_solid(world, i, reach);
            if (status != BIGHT_OK) {
                return status;
            }
        }
    }
    return BIGHT_OK;
}
