// SPDX-License-Identifier: MIT

#include "cloth/near.h"

#include "cloth/crease.h"
#include "cloth/drift.h"
#include "cloth/pairs.h"
#include "core/parallel.h"
#include "geom/pose.h"
#include "geom/segment.h"

#include <string.h>

void bi_near_vertices(const bight_cloth_world *world, bool edges, int32_t a, int32_t b, int32_t v[4])
{
    if (edges) {
        memcpy(v, world->surface.edges + 2 * (size_t)a, 2 * sizeof *v);
        memcpy(v + 2, world->surface.edges + 2 * (size_t)b, 2 * sizeof *v);
    } else {
        v[0] = a;
        memcpy(v + 1, world->triangles + 3 * (size_t)b, 3 * sizeof *v);
    }
}

// ---- the search -----------------------------------------------------------------------------------------

static void run_part(void *data, int32_t part)
{
    const bi_pairs_search *search = data;
    const bight_cloth_world *world = search->world;
    int32_t walks = world->parts.count + world->body_parts.count;
    if (part < walks) {
        bi_pairs_find(search, part);
    } else {
        bi_crease_find(world, part - walks, part);
    }
}

static bight_status run_parts(bight_cloth_world *world, int32_t parts, void (*run)(void *data, int32_t part),
                              void *data)
{
    static const size_t sizes[3] = {sizeof(bi_close_triangles), sizeof(bi_found_pair), sizeof(bi_found_pair)};
    bi_gather *gathers[3];
    for (int32_t i = 0; i < 3; i++) {
        gathers[i] = &world->found[i];
        gathers[i]->item_size = sizes[i];
    }
    return bi_gather_run(&world->def.env.allocator, bi_cloth_threads(world), gathers, 3, parts, run, data);
}

static bight_status search_all(bight_cloth_world *world, double reach)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    bi_pairs_search search = {.world = world, .reach = reach};
    bight_status status = bi_pairs_start(&search);
    if (status == BIGHT_OK) {
        status = bi_box_tree_parts(allocator, &world->sheet_tree, NULL, search.slack, &world->parts);
    }
    if (status == BIGHT_OK) {
        status = bi_box_tree_parts(allocator, &world->sheet_tree, &world->body_tree, search.slack,
                                   &world->body_parts);
    }
    int32_t parts = world->parts.count + world->body_parts.count + bi_cloth_blocks(world->vertex_count);
    bi_crease_look(world, true);
    return status == BIGHT_OK ? run_parts(world, parts, run_part, &search) : status;
}

// ---- what was known about pairs -------------------------------------------------------------------------

static uint32_t mix(uint32_t kind, int32_t a, int32_t b)
{
    uint64_t key = ((uint64_t)(uint32_t)a << 32 | (uint32_t)b) * UINT64_C(0x9E3779B97F4A7C15) + kind;
    return (uint32_t)((key ^ (key >> 29)) * UINT64_C(0xBF58476D1CE4E5B9) >> 32);
}

static bight_status fill_table(bight_cloth_world *world)
{
    int64_t size = 16;
    while (size < 2 * (int64_t)world->contact_count) {
        size *= 2;
    }
    BI_CLOTH_RESERVE(world, table, size + 1);
    memset(world->table, -1, (size_t)size * sizeof *world->table);
    world->table_mask = (uint32_t)(size - 1);
    for (int32_t i = 0; i < world->contact_count; i++) {
        const bi_contact *contact = &world->contacts[i];
        uint32_t at = mix(contact->kind, contact->a, contact->b) & world->table_mask;
        while (world->table[at] >= 0) {
            at = (at + 1) & world->table_mask;
        }
        world->table[at] = i;
    }
    return BIGHT_OK;
}

static int32_t look_up(const bight_cloth_world *world, uint32_t kind, int32_t a, int32_t b)
{
    uint32_t at = mix(kind, a, b) & world->table_mask;
    for (; world->table[at] >= 0; at = (at + 1) & world->table_mask) {
        const bi_contact *contact = &world->contacts[world->table[at]];
        if (contact->kind == kind && contact->a == a && contact->b == b) {
            return world->table[at];
        }
    }
    return -1;
}

typedef struct recall {
    bight_cloth_world *world;
    bi_near_pair *pairs;
    int32_t count;
    bi_row_kind kind;
} recall;

static void recall_pairs(void *data, int32_t block)
{
    const recall *job = data;
    const bight_cloth_world *world = job->world;
    int32_t end = bi_cloth_block_end(block, job->count);
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_near_pair *pair = &job->pairs[i];
        if (bi_near_is_clear(world, pair)) {
            continue;
        }
        pair->contact = look_up(world, job->kind, pair->a, pair->b);
        pair->side = pair->contact >= 0 ? world->contacts[pair->contact].side : 0;
    }
}

// From the parts into the list, in their order.
static int32_t take(const bight_cloth_world *world, const bi_gather *gather, bi_near_pair *pairs)
{
    int32_t count = 0;
    for (int32_t part = 0; part < gather->part_count; part++) {
        const bi_gather_part *from = &gather->parts[part];
        for (int32_t i = 0; i < from->count; i++) {
            bi_found_pair found;
            memcpy(&found, from->items + (size_t)i * gather->item_size, sizeof found);
            // lists that are made have drift 0; what joins them later may have come nearer or gone by it
            double clear = bi_max(0.0, ((double)found.distance - 2.0 * world->drift) / world->clear_unit);
            pairs[count++] = (bi_near_pair){.a = found.a,
                                            .b = found.b,
                                            .gap = found.gap,
                                            .contact = -1,
                                            .distance = INFINITY,
                                            .clear = (uint16_t)bi_min(clear, 65535.0)};
        }
    }
    return count;
}

static int64_t total(const bi_gather *gather)
{
    int64_t sum = 0;
    for (int32_t part = 0; part < gather->part_count; part++) {
        sum += gather->parts[part].count;
    }
    return sum;
}

// ---- rigid shapes ---------------------------------------------------------------------------------------

static bight_status add_solid(bight_cloth_world *world, int32_t a, int32_t obstacle)
{
    BI_CLOTH_RESERVE(world, solids, (int64_t)world->solid_count + 1);
    world->solids[world->solid_count++] =
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
    const bi_cloth_obstacle *obstacle = &world->obstacles[index];
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < world->vertex_count && status == BIGHT_OK; i++) {
        bight_vec3 local = bi_pose_in(&obstacle->pose, world->at[i]);
        if ((world->flags[i] & BI_BODY) == 0 && v3_length(local) <= obstacle->bound + reach &&
            bi_solid_closest(&obstacle->solid, local, local).distance <= reach) {
            status = add_solid(world, i, index);
        }
    }
    const bi_surface *surface = &world->surface;
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

static bight_status list_solids(bight_cloth_world *world, double reach)
{
    world->solid_count = 0;
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        if (world->obstacles[i].solid.kind != BIGHT_SHAPE_MESH) {
            bight_status status = list_solid(world, i, reach);
            if (status != BIGHT_OK) {
                return status;
            }
        }
    }
    return BIGHT_OK;
}

// ---- the lists ------------------------------------------------------------------------------------------

static bight_status list(bight_cloth_world *world)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    double reach = world->thickness + 2.0 * world->margin;
    world->clear_unit = reach / 65535.0;
    bight_status status = search_all(world, reach);
    if (status == BIGHT_OK) {
        status = bi_gather_collect(allocator, &world->found[BI_FOUND_CLOSE], &world->close,
                                   &world->close_capacity, &world->close_count);
    }
    status = status == BIGHT_OK ? fill_table(world) : status;
    status = status == BIGHT_OK ? list_solids(world, world->thickness + 2.0 * world->range) : status;
    if (status != BIGHT_OK) {
        return status;
    }
    BI_CLOTH_RESERVE(world, vertex_faces, total(&world->found[BI_FOUND_VF]));
    BI_CLOTH_RESERVE(world, edge_edges, total(&world->found[BI_FOUND_EE]));
    world->vertex_face_count = take(world, &world->found[BI_FOUND_VF], world->vertex_faces);
    world->edge_edge_count = take(world, &world->found[BI_FOUND_EE], world->edge_edges);
    bi_crease_listed(world);
    recall jobs[3] = {{world, world->vertex_faces, world->vertex_face_count, BI_ROW_VF},
                      {world, world->edge_edges, world->edge_edge_count, BI_ROW_EE},
                      {world, world->solids, world->solid_count, BI_ROW_SOLID}};
    for (int32_t i = 0; i < 3; i++) {
        bi_parallel_for(bi_cloth_threads(world), bi_cloth_blocks(jobs[i].count), recall_pairs, &jobs[i]);
    }
    status = bi_drift_start(world);
    if (status != BIGHT_OK) {
        return status;
    }
    world->listed_once = true;
    world->listings++;
    return BIGHT_OK;
}

static void run_creases(void *data, int32_t part)
{
    bi_crease_find(data, part, part);
}

// Neighbours where the sheet has become sharp since pairs were listed join the lists at their end.
static bight_status add_creases(bight_cloth_world *world)
{
    if (!bi_crease_look(world, false)) {
        return BIGHT_OK;
    }
    bight_status status = run_parts(world, bi_cloth_blocks(world->vertex_count), run_creases, world);
    if (status != BIGHT_OK) {
        return status;
    }
    BI_CLOTH_RESERVE(world, vertex_faces, world->vertex_face_count + total(&world->found[BI_FOUND_VF]));
    BI_CLOTH_RESERVE(world, edge_edges, world->edge_edge_count + total(&world->found[BI_FOUND_EE]));
    world->vertex_face_count +=
        take(world, &world->found[BI_FOUND_VF], world->vertex_faces + world->vertex_face_count);
    world->edge_edge_count +=
        take(world, &world->found[BI_FOUND_EE], world->edge_edges + world->edge_edge_count);
    bi_crease_listed(world);
    return BIGHT_OK;
}

bight_status bi_near_update(bight_cloth_world *world, int32_t *listed)
{
    world->drift = world->listed_once ? bi_drift(world) : 0.0;
    if (world->listed_once && world->drift <= world->margin) {
        return add_creases(world);
    }
    world->drift = 0.0;
    // as far as some five iterations will go, within what keeps the lists short
    double least = 0.25 * world->thickness, most = bi_max(world->thickness, 0.25 * world->edge_length);
    double margin = world->def.reach > 0.0 ? world->def.reach * world->thickness : 5.0 * world->moved;
    world->margin =
        bi_min(bi_max(margin, least), world->def.reach > 0.0 ? margin : bi_max(most * world->room, least));
    world->range = bi_max(20.0 * world->thickness, 4.0 * world->edge_length);
    if (listed != NULL) {
        (*listed)++;
    }
    bight_status status = list(world);

    // where layers are packed each has many others within reach: better list fewer, more often
    int64_t pairs = (int64_t)world->vertex_face_count + world->edge_edge_count;
    if (pairs > 12 * (int64_t)world->vertex_count) {
        world->room = bi_max(0.5 * world->room, 1.0 / 64.0);
    } else if (pairs < 4 * (int64_t)world->vertex_count) {
        world->room = bi_min(2.0 * world->room, 1.0);
    }
    return status;
}
