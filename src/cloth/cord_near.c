// SPDX-License-Identifier: MIT
// Near pairs of cords and cloth, and how much room they leave.

#include "cloth/cord.h"
#include "cloth/world.h"
#include "core/parallel.h"
#include "geom/segment.h"

#include <string.h>

enum { FOUND_CLOSE, FOUND_PAIR };

// Part of a distance that a vertex may use up, and what distances may be off by, against the size of what
// they are measured between (geom/segment.h).
#define SHARE 0.9
#define DISTANCE_ERROR 1e-7

// In radii: cloth comes no nearer to a centreline than this, so that a proof of its motion has something to
// go by (bight_sheet_move wants a thousandth).
#define FLOOR 2e-3

static void corners_of(const bight_cloth_world *world, int32_t triangle, bight_vec3 x[3])
{
    const int32_t *v = world->topology.triangles + 3 * (size_t)triangle;
    for (int32_t k = 0; k < 3; k++) {
        x[k] = world->at[v[k]];
    }
}

static double radius_of(const bight_cloth_world *world, int32_t link)
{
    return world->cords.items[world->cords.cord_of[link]].radius;
}

static double greatest_radius(const bight_cloth_world *world, bool least)
{
    double radius = least ? HUGE_VAL : 0.0;
    for (int32_t i = 0; i < world->cords.count; i++) {
        const bi_cord *cord = &world->cords.items[i];
        if (cord->alive) {
            radius = least ? bi_min(radius, cord->radius) : bi_max(radius, cord->radius);
        }
    }
    return radius;
}

// ---- the lists ------------------------------------------------------------------------------------------

typedef struct list_job {
    bight_cloth_world *world;
    float slack;
} list_job;

typedef struct list_part {
    const list_job *job;
    int32_t part;
} list_part;

static void add_pair(const list_part *here, int32_t feature, int32_t link)
{
    bi_leaf_pair pair = {feature, link};
    bi_gather_add(&here->job->world->cords.found[FOUND_PAIR], here->part, &pair);
}

// Features of a triangle within reach of a link, those that the triangle owns.
static void add_features(const list_part *here, int32_t t, int32_t link, const bight_vec3 x[3], double reach)
{
    const bight_cloth_world *world = here->job->world;
    const int32_t *ends = world->cords.links + 3 * (size_t)link;
    bight_vec3 p = world->cords.nodes[ends[0]], q = world->cords.nodes[ends[1]];
    uint8_t owned = world->topology.surface.owned[t];
    double reach2 = reach * reach;
    for (int32_t k = 0; k < 3; k++) {
        bight_vec3 a = x[k], b = x[k == 2 ? 0 : k + 1];
        bight_vec3 foot = v3_lerp(p, q, bi_segment_closest_to_point(p, q, a));
        if ((owned & BI_OWNS_VERTEX(k)) && v3_length_squared(v3_sub(a, foot)) <= reach2) {
            add_pair(here, world->topology.triangles[3 * (size_t)t + (size_t)k], link);
        }
        if ((owned & BI_OWNS_EDGE(k)) && bi_segment_closest(a, b, p, q).distance_squared <= reach2) {
            add_pair(here,
                     world->vertex_count + world->topology.surface.triangle_edges[3 * (size_t)t + (size_t)k],
                     link);
        }
    }
    int32_t face = world->vertex_count + world->topology.surface.edge_count + t;
    if (bi_point_triangle_closest(p, x[0], x[1], x[2]).distance_squared <= reach2) {
        add_pair(here, face, ends[0]);
    }
    // the last node of an open cord begins no link
    if (world->cords.links[3 * (size_t)ends[1] + 1] == ends[1] &&
        bi_point_triangle_closest(q, x[0], x[1], x[2]).distance_squared <= reach2) {
        add_pair(here, face, ends[1]);
    }
}

static void visit(void *data, int32_t leaf_a, int32_t leaf_b)
{
    const list_part *here = data;
    bight_cloth_world *world = here->job->world;
    int32_t t = world->topology.sheet_tree.order[leaf_a], link = world->cords.order[leaf_b];
    if ((world->topology.surface.owned[t] & BI_FOLDED) != 0) {
        return;
    }
    const int32_t *ends = world->cords.links + 3 * (size_t)link;
    double reach = radius_of(world, link) + world->thickness + world->cords.margin;
    bight_vec3 x[3];
    corners_of(world, t, x);
    double apart2 = bi_segment_triangle_closest(world->cords.nodes[ends[0]], world->cords.nodes[ends[1]],
                                                x[0], x[1], x[2])
                        .distance_squared;
    if (apart2 <= reach * reach) {
        bi_leaf_pair pair = {link, t};
        bi_gather_add(&world->cords.found[FOUND_CLOSE], here->part, &pair);
        add_features(here, t, link, x, reach);
    }
}

static void run_part(void *data, int32_t part)
{
    list_part here = {data, part};
    bight_cloth_world *world = here.job->world;
    bi_box_tree_visit(&world->topology.sheet_tree, &world->cords.tree, here.job->slack,
                      world->cords.parts.pairs[part], visit, &here);
}

// The tree over links in the order of their cords: neighbours there are neighbours in space.
static bight_status make_tree(bight_cloth_world *world)
{
    BI_CLOTH_RESERVE(world, cords.order, (int64_t)world->cords.node_count);
    int32_t links = 0;
    for (int32_t i = 0; i < world->cords.node_count; i++) {
        if (world->cords.links[3 * (size_t)i + 1] != i) {
            world->cords.order[links++] = i;
        }
    }
    world->cords.link_count = links;
    int32_t boxes = bi_box_tree_layout(&world->cords.tree, links);
    BI_CLOTH_RESERVE(world, cords.boxes, (int64_t)boxes);
    world->cords.tree.boxes = world->cords.boxes;
    world->cords.tree.order = world->cords.order;
    bi_box_tree_refit(&world->cords.tree, world->cords.links, world->cords.nodes, NULL, 1);
    return BIGHT_OK;
}

static int64_t total(const bi_gather *gather)
{
    int64_t sum = 0;
    for (int32_t part = 0; part < gather->part_count; part++) {
        sum += gather->parts[part].count;
    }
    return sum;
}

static bight_status take_pairs(bight_cloth_world *world)
{
    const bi_gather *found = &world->cords.found[FOUND_PAIR];
    BI_CLOTH_RESERVE(world, cords.pairs, total(found));
    int32_t count = 0;
    for (int32_t part = 0; part < found->part_count; part++) {
        for (int32_t i = 0; i < found->parts[part].count; i++) {
            bi_leaf_pair pair;
            memcpy(&pair, found->parts[part].items + (size_t)i * sizeof pair, sizeof pair);
            world->cords.pairs[count++] = (bi_near_pair){
                .a = pair.a, .b = pair.b, .gap = (float)world->thickness, .contact = -1, .side = 1};
        }
    }
    world->cords.pair_count = count;
    return BIGHT_OK;
}

bight_status bi_cords_list(bight_cloth_world *world)
{
    BI_ASSERT(world->topology.built);
    const bight_allocator *allocator = &world->def.env.allocator;
    int32_t threads = bi_cloth_threads(world);
    world->cords.listed = false;
    world->cords.close_count = world->cords.pair_count = 0;
    world->cords.margin = bi_max(world->thickness, 0.4 * world->edge_length);
    bight_status status = make_tree(world);
    if (status != BIGHT_OK) {
        return status;
    }

    // near: within thickness and margin of the surface of the thickest cord
    list_job job = {world,
                    bi_float_above(greatest_radius(world, false) + world->thickness + world->cords.margin)};
    bi_box_tree_refit(&world->topology.sheet_tree, world->topology.triangles, world->at, NULL, threads);
    status = bi_box_tree_parts(allocator, &world->topology.sheet_tree, &world->cords.tree, job.slack,
                               &world->cords.parts);

    // links near triangles, for rooms and the exact test; and links with features, which may touch
    bi_gather *gathers[2] = {&world->cords.found[0], &world->cords.found[1]};
    gathers[0]->item_size = gathers[1]->item_size = sizeof(bi_leaf_pair);
    if (status == BIGHT_OK) {
        status = bi_gather_run(allocator, &world->watch, threads, gathers, 2, world->cords.parts.count,
                               run_part, &job);
    }
    if (status == BIGHT_OK) {
        status = bi_gather_collect(allocator, gathers[FOUND_CLOSE], &world->cords.close,
                                   &world->cords.close_capacity, &world->cords.close_count);
    }
    status = status == BIGHT_OK ? take_pairs(world) : status;
    if (status != BIGHT_OK) {
        world->cords.close_count = world->cords.pair_count = 0;
        return status;
    }

    // the lists hold until a vertex has moved by half the margin from here
    BI_CLOTH_RESERVE(world, cords.listed_at, (int64_t)world->vertex_count);
    memcpy(world->cords.listed_at, world->at, (size_t)world->vertex_count * sizeof *world->at);
    world->cords.motion = 0.0;
    world->cords.listed = true;
    return BIGHT_OK;
}

bight_status bi_cords_update(bight_cloth_world *world)
{
    if (world->cords.node_count == 0) {
        world->cords.close_count = world->cords.pair_count = 0;
        return BIGHT_OK;
    }
    if (world->cords.listed) {
        double farthest = 0.0;
        for (int32_t i = 0; i < world->vertex_count; i++) {
            farthest = bi_max(farthest, v3_length_squared(v3_sub(world->at[i], world->cords.listed_at[i])));
        }
        world->cords.motion = sqrt(farthest);
        if (world->cords.motion <= 0.5 * world->cords.margin) {
            return BIGHT_OK;
        }
    }
    return bi_cords_list(world);
}

// ---- room -----------------------------------------------------------------------------------------------

static void measure(void *data, int32_t block)
{
    bight_cloth_world *world = data;
    int32_t end = bi_cloth_block_end(block, world->cords.close_count);
    for (int32_t i = block * BI_CLOTH_BLOCK; i < end; i++) {
        bi_leaf_pair pair = world->cords.close[i];
        const int32_t *ends = world->cords.links + 3 * (size_t)pair.a;
        bight_vec3 x[3], p = world->cords.nodes[ends[0]], q = world->cords.nodes[ends[1]];
        corners_of(world, pair.b, x);
        double apart = sqrt(bi_segment_triangle_closest(p, q, x[0], x[1], x[2]).distance_squared);
        double size = v3_distance(p, q) + v3_distance(x[0], x[1]) + v3_distance(x[0], x[2]) + apart;
        double used = DISTANCE_ERROR * size + FLOOR * radius_of(world, pair.a);
        world->cords.distance[i] = bi_max(apart - used, 0.0);
    }
}

bight_status bi_cords_begin(bight_cloth_world *world)
{
    BI_ASSERT(world->topology.built);
    bight_status status = bi_cords_update(world);
    if (status != BIGHT_OK || world->cords.node_count == 0) {
        return status;
    }
    BI_CLOTH_RESERVE(world, cords.distance, (int64_t)world->cords.close_count);
    BI_CLOTH_RESERVE(world, cords.room, (int64_t)world->vertex_count);
    bi_parallel_for(bi_cloth_threads(world), bi_cloth_blocks(world->cords.close_count), measure, world);
    // unlisted pairs are at least this far apart
    double unlisted = greatest_radius(world, true) + world->thickness + world->cords.margin;
    unlisted = bi_max(unlisted - world->cords.motion, 0.0);
    for (int32_t i = 0; i < world->vertex_count; i++) {
        world->cords.room[i] = SHARE * unlisted;
    }
    for (int32_t i = 0; i < world->cords.close_count; i++) {
        const int32_t *v = world->topology.triangles + 3 * (size_t)world->cords.close[i].b;
        double room = SHARE * world->cords.distance[i];
        for (int32_t k = 0; k < 3; k++) {
            world->cords.room[v[k]] = bi_min(world->cords.room[v[k]], room);
        }
    }
    return BIGHT_OK;
}

void bi_cords_hold(bight_cloth_world *world)
{
    for (int32_t i = 0; world->cords.node_count > 0 && i < world->vertex_count; i++) {
        bight_vec3 way = v3_sub(world->at[i], world->before[i]);
        double length2 = v3_length_squared(way), room = world->cords.room[i];
        if (length2 > room * room && (world->flags[i] & BI_BODY) == 0) {
            world->at[i] = v3_madd(world->before[i], room / sqrt(length2), way);
        }
    }
}

int32_t bi_cords_pierce(const bight_cloth_world *world, const bi_cord *cord, bi_leaf_pair *first)
{
    int32_t count = 0;
    for (int32_t i = 0; i < world->cords.close_count; i++) {
        bi_leaf_pair pair = world->cords.close[i];
        if (cord != NULL && (pair.a < cord->first || pair.a >= cord->first + cord->count)) {
            continue;
        }
        const int32_t *ends = world->cords.links + 3 * (size_t)pair.a;
        const int32_t *v = world->topology.triangles + 3 * (size_t)pair.b;
        bight_vec3 x[5] = {world->cords.nodes[ends[0]], world->cords.nodes[ends[1]]};
        corners_of(world, pair.b, x + 2);
        const int32_t ranks[5] = {world->vertex_count + ends[0], world->vertex_count + ends[1], v[0], v[1],
                                  v[2]};
        if (bi_edge_meets_triangle(x, ranks) != BI_APART) {
            if (count++ == 0 && first != NULL) {
                *first = pair;
            }
        }
    }
    return count;
}

size_t bi_cords_bytes(const bight_cloth_world *world)
{
    size_t total_bytes = (size_t)world->cords.parts.capacity * sizeof *world->cords.parts.pairs;
    for (int32_t i = 0; i < 2; i++) {
        const bi_gather *gather = &world->cords.found[i];
        total_bytes += (size_t)gather->part_capacity * sizeof *gather->parts;
        for (int32_t k = 0; k < gather->part_capacity; k++) {
            total_bytes += (size_t)gather->parts[k].capacity * gather->item_size;
        }
    }
    return total_bytes;
}
