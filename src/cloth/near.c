// SPDX-License-Identifier: MIT

#include "cloth/near.h"

#include "cloth/arena.h"
#include "cloth/crease.h"
#include "cloth/motion_bound.h"
#include "cloth/near_gap.h"
#include "cloth/near_solid.h"
#include "cloth/pairs.h"
#include "cloth/seam.h"
#include "cloth/validate.h"
#include "cloth/world.h"
#include "core/parallel.h"

#include <string.h>

// ---- what was known about pairs -------------------------------------------------------------------------

static uint32_t mix(uint32_t kind, int32_t a, int32_t b)
{
    uint64_t key = ((uint64_t)(uint32_t)a << 32 | (uint32_t)b) * UINT64_C(0x9E3779B97F4A7C15) + kind;
    return (uint32_t)((key ^ (key >> 29)) * UINT64_C(0xBF58476D1CE4E5B9) >> 32);
}

static bight_status fill_table(bight_cloth_world *world)
{
    int64_t size = 16;
    while (size < 2 * (int64_t)world->contacts.count) {
        size *= 2;
    }
    BI_CLOTH_RESERVE(world, near.table, size + 1);
    memset(world->near.table, -1, (size_t)size * sizeof *world->near.table);
    world->near.table_mask = (uint32_t)(size - 1);
    for (int32_t i = 0; i < world->contacts.count; i++) {
        const bi_contact *contact = &world->contacts.items[i];
        uint32_t at = mix(contact->kind, contact->a, contact->b) & world->near.table_mask;
        while (world->near.table[at] >= 0) {
            at = (at + 1) & world->near.table_mask;
        }
        world->near.table[at] = i;
    }
    return BIGHT_OK;
}

static int32_t look_up(const bight_cloth_world *world, uint32_t kind, int32_t a, int32_t b)
{
    uint32_t at = mix(kind, a, b) & world->near.table_mask;
    for (; world->near.table[at] >= 0; at = (at + 1) & world->near.table_mask) {
        const bi_contact *contact = &world->contacts.items[world->near.table[at]];
        if (contact->kind == kind && contact->a == a && contact->b == b) {
            return world->near.table[at];
        }
    }
    return -1;
}

typedef struct recall_job {
    bight_cloth_world *world;
    bi_near_pair *pairs;
    int32_t count;
    bi_row_kind kind;
} recall_job;

static void recall_pairs(void *data, int32_t block)
{
    const recall_job *job = data;
    const bight_cloth_world *world = job->world;
    int32_t end = bi_cloth_block_end(block, job->count);
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_near_pair *pair = &job->pairs[i];
        if (bi_near_is_clear(world, pair)) {
            continue;
        }
        pair->contact = look_up(world, job->kind, pair->a, pair->b);
        pair->side = pair->contact >= 0 ? world->contacts.items[pair->contact].side : 0;
    }
}

// ---- the search -----------------------------------------------------------------------------------------

// So many parts for each thread are searched at a time: finds lie in memory twice, but not for
// long. The lists do not depend on it.
#define PARTS_AT_ONCE 12

// From the parts into a list, in their order.
static bight_status take(bight_cloth_world *world, const bi_gather *gather, bi_near_pair **pairs,
                         int32_t *capacity, int32_t *count)
{
    int64_t total = *count;
    for (int32_t part = 0; part < gather->part_count; part++) {
        total += gather->parts[part].count;
    }
    bight_status status = bi_reserve(&world->def.env.allocator, pairs, capacity, total, sizeof **pairs);
    for (int32_t part = 0; part < gather->part_count && status == BIGHT_OK; part++) {
        const bi_gather_part *from = &gather->parts[part];
        for (int32_t i = 0; i < from->count; i++) {
            bi_found_pair found;
            memcpy(&found, from->items + (size_t)i * gather->item_size, sizeof found);
            // fresh lists have motion 0; what joins them later may have moved by it since
            double clear =
                bi_max(0.0, ((double)found.distance - 2.0 * world->near.motion) / world->near.clear_unit);
            (*pairs)[(*count)++] = (bi_near_pair){.a = found.a,
                                                  .b = found.b,
                                                  .gap = found.gap,
                                                  .contact = -1,
                                                  .distance = INFINITY,
                                                  .clear = (uint16_t)bi_min(clear, 65535.0)};
        }
    }
    return status;
}

typedef struct search_job {
    const bi_pairs_search *pairs; // NULL: only creases
    bight_cloth_world *world;
    int32_t walks, first;
} search_job;

static void run_part(void *data, int32_t slot)
{
    const search_job *job = data;
    int32_t part = job->first + slot;
    if (part < job->walks) {
        bi_pairs_find(job->pairs, part, slot);
    } else {
        bi_crease_find(job->world, part - job->walks, slot);
    }
}

// Walks first, then blocks of vertices; until there are more pairs than `most`.
static bight_status search(search_job *job, int64_t most)
{
    static const size_t sizes[3] = {sizeof(bi_close_triangles), sizeof(bi_found_pair), sizeof(bi_found_pair)};
    bight_cloth_world *world = job->world;
    const bight_allocator *allocator = &world->def.env.allocator;
    bi_gather *gathers[3];
    for (int32_t i = 0; i < 3; i++) {
        gathers[i] = &world->near.found[i];
        gathers[i]->item_size = sizes[i];
    }

    // some parts at a time, so that little lies in memory twice; the lists do not depend on how many
    int32_t parts = job->walks + bi_cloth_blocks(world->vertex_count);
    int32_t threads = bi_cloth_threads(world), some = PARTS_AT_ONCE * (threads > 1 ? threads : 1);
    bight_status status = BIGHT_OK;
    for (job->first = 0; job->first < parts && status == BIGHT_OK; job->first += some) {
        int32_t count = parts - job->first < some ? parts - job->first : some;
        status = bi_gather_run(allocator, &world->watch, bi_cloth_threads(world), gathers, 3, count, run_part,
                               job);

        // parts are appended in their order, whichever thread found them
        if (status == BIGHT_OK) {
            status = bi_gather_append(allocator, gathers[BI_FOUND_CLOSE], &world->near.close,
                                      &world->near.close_capacity, &world->near.close_count);
        }
        if (status == BIGHT_OK) {
            status = take(world, gathers[BI_FOUND_VF], &world->near.vertex_faces,
                          &world->near.vertex_faces_capacity, &world->near.vertex_face_count);
        }
        if (status == BIGHT_OK) {
            status = take(world, gathers[BI_FOUND_EE], &world->near.edge_edges,
                          &world->near.edge_edges_capacity, &world->near.edge_edge_count);
        }

        // too many pairs for this margin: the caller cuts it and lists again
        if ((int64_t)world->near.vertex_face_count + world->near.edge_edge_count > most) {
            break;
        }
    }

    return status;
}

static bight_status search_all(bight_cloth_world *world, double reach, int64_t most)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    bi_pairs_search pairs = {.world = world, .reach = reach};
    size_t mark = bi_cloth_arena_mark(world);
    bight_status status = bi_pairs_start(&pairs);
    if (status == BIGHT_OK) {
        status =
            bi_box_tree_parts(allocator, &world->topology.sheet_tree, NULL, pairs.slack, &world->near.parts);
    }
    if (status == BIGHT_OK) {
        status = bi_box_tree_parts(allocator, &world->topology.sheet_tree, &world->topology.body_tree,
                                   pairs.slack, &world->near.body_parts);
    }
    if (status == BIGHT_OK) {
        bi_crease_look(world, true);
        world->near.close_count = world->near.vertex_face_count = world->near.edge_edge_count = 0;
        search_job job = {&pairs, world, world->near.parts.count + world->near.body_parts.count, 0};
        status = search(&job, most);
    }
    bi_cloth_arena_release(world, mark);
    return status;
}

// ---- the lists ------------------------------------------------------------------------------------------

// @param most Pairs of vertices and faces, and of edges: a list that would be longer is left unfinished.
static bight_status list(bight_cloth_world *world, int64_t most)
{
    double reach = world->thickness + 2.0 * world->near.margin;
    world->near.clear_unit = reach / 65535.0;
    bight_status status = search_all(world, reach, most);
    if ((int64_t)world->near.vertex_face_count + world->near.edge_edge_count > most) {
        return status;
    }
    status = status == BIGHT_OK ? fill_table(world) : status;
    status = status == BIGHT_OK ? bi_solids_list(world, world->thickness + 2.0 * world->near.range) : status;
    if (status != BIGHT_OK) {
        return status;
    }
    bi_crease_listed(world);
    recall_job jobs[3] = {{world, world->near.vertex_faces, world->near.vertex_face_count, BI_ROW_VF},
                          {world, world->near.edge_edges, world->near.edge_edge_count, BI_ROW_EE},
                          {world, world->near.solids, world->near.solid_count, BI_ROW_SOLID}};
    for (int32_t i = 0; i < 3; i++) {
        bi_parallel_for(bi_cloth_threads(world), bi_cloth_blocks(jobs[i].count), recall_pairs, &jobs[i]);
    }
    status = bi_motion_bound_start(world);
    if (status != BIGHT_OK) {
        return status;
    }
    world->near.listed = true;
    world->near.listings++;
    BI_VALIDATE(bi_near_lists_are_valid(world));
    return BIGHT_OK;
}

// Neighbours where the sheet has become sharp since pairs were listed join the lists at their end.
static bight_status add_creases(bight_cloth_world *world)
{
    if (!bi_crease_look(world, false)) {
        return BIGHT_OK;
    }
    search_job job = {NULL, world, 0, 0};
    bight_status status = search(&job, INT64_MAX);
    if (status == BIGHT_OK) {
        bi_crease_listed(world);
    }
    return status;
}

// Pairs a vertex: no list gets longer than that while its margin can be cut, and below the other there is
// room for more.
#define MOST_PAIRS 10
#define FEW_PAIRS 4

// For the motion of some five iterations, within what keeps the lists short; and how far one may move beyond
// it.
static void choose_margin(bight_cloth_world *world)
{
    bool first = world->near.listings == 0;
    double thickness = world->thickness, pace = first ? BI_NEAR_LEAST_MARGIN * thickness : world->near.pace;
    double most = bi_near_most_margin(world), more = bi_min(bi_max(4.0 * pace, 0.3 * thickness), thickness);
    world->near.margin =
        world->def.reach > 0.0 ? most : bi_min(bi_max(5.0 * pace, BI_NEAR_LEAST_MARGIN * thickness), most);
    // stitches that close may move as far as the thickness at once (cloth/weld.c)
    world->near.proof = 2.0 * world->near.margin + (bi_seam_is_open(world) ? thickness : more);
}

// Where layers are packed each has many others within reach: better list fewer, more often.
static bight_status list_short(bight_cloth_world *world)
{
    int64_t vertices = world->vertex_count;
    bight_status status = BIGHT_OK;
    world->near.listed = false;
    while (status == BIGHT_OK && !world->near.listed) {
        choose_margin(world);
        bool cut = !(world->def.reach > 0.0) && world->near.margin > BI_NEAR_LEAST_MARGIN * world->thickness;
        status = list(world, cut ? MOST_PAIRS * vertices : INT64_MAX);
        if (!world->near.listed) {
            world->near.room = 0.5 * world->near.margin / bi_near_free_margin(world);
        }
    }
    if ((int64_t)world->near.vertex_face_count + world->near.edge_edge_count < FEW_PAIRS * vertices) {
        world->near.room = bi_min(2.0 * world->near.room, 1.0);
    }
    return status;
}

bight_status bi_near_update(bight_cloth_world *world, int32_t *listed)
{
    BI_ASSERT(world->topology.built);
    double farthest = 0.0;
    world->near.motion = world->near.listed ? bi_motion_bound(world, false, &farthest) : 0.0;
    // the rest of the range is for the next iteration
    if (world->near.listed && world->near.motion <= world->near.margin &&
        farthest <= 0.75 * world->near.range) {
        return add_creases(world);
    }
    world->near.motion = 0.0;
    world->near.range = bi_max(20.0 * world->thickness, 4.0 * world->edge_length);
    if (listed != NULL) {
        (*listed)++;
    }
    return list_short(world);
}
