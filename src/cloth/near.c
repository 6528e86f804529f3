// SPDX-License-Identifier: MIT

#include "cloth/near.h"

#include "cloth/drift.h"
#include "core/parallel.h"
#include "geom/pose.h"
#include "geom/segment.h"

#include <string.h>

enum { FOUND_CLOSE, FOUND_VF, FOUND_EE, FOUND_PIERCE };

// A pair as traversals find it.
typedef struct found_pair {
    int32_t a, b;
    float gap;
} found_pair;

typedef struct listing {
    bight_cloth_world *world;
    double reach;
    float slack;
} listing;

typedef struct listing_part {
    const listing *job;
    int32_t part;
    bool body;
} listing_part;

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

// ---- how near neighbours in the sheet may come ----------------------------------------------------------

static bight_vec3 rest_of(const bight_cloth_world *world, int32_t vertex)
{
    const float *r = world->rest + 3 * (size_t)vertex;
    return v3((double)r[0], (double)r[1], (double)r[2]);
}

// Within three edges of each other?
static bool within_rings(const bight_cloth_world *world, int32_t from, const int32_t *to, int32_t count)
{
    const int32_t *first = world->row_first, *columns = world->columns;
    for (int32_t a = first[from]; a < first[from + 1]; a++) {
        for (int32_t b = first[columns[a]]; b < first[columns[a] + 1]; b++) {
            for (int32_t c = first[columns[b]]; c < first[columns[b] + 1]; c++) {
                for (int32_t i = 0; i < count; i++) {
                    if (columns[c] == to[i] || columns[b] == to[i] || columns[a] == to[i]) {
                        return true;
                    }
                }
            }
        }
    }
    return false;
}

// Pairs one to three rings apart push each other below half their distance at rest, or cloth would push
// itself wider than it is.
static double gap_of(const bight_cloth_world *world, bool edges, const int32_t v[4])
{
    double gap = world->thickness;
    bight_vec3 r[4];
    for (int32_t i = 0; i < 4; i++) {
        r[i] = rest_of(world, v[i]);
    }
    double apart2 = edges ? bi_segment_closest(r[0], r[1], r[2], r[3]).distance_squared
                          : bi_point_triangle_closest(r[0], r[1], r[2], r[3]).distance_squared;
    if (apart2 < 4.0 * gap * gap && within_rings(world, v[0], v + (edges ? 2 : 1), edges ? 2 : 3)) {
        gap = 0.5 * sqrt(apart2);
    }
    return gap;
}

// ---- pairs of triangles ---------------------------------------------------------------------------------

static bool has(const int32_t *triangle, int32_t vertex)
{
    return triangle[0] == vertex || triangle[1] == vertex || triangle[2] == vertex;
}

static bool far(const bight_vec3 *x, int32_t n, const bight_vec3 *y, int32_t m, double reach)
{
    bight_vec3 low[2] = {x[0], y[0]}, high[2] = {x[0], y[0]};
    for (int32_t i = 1; i < n; i++) {
        low[0] = v3(bi_min(low[0].x, x[i].x), bi_min(low[0].y, x[i].y), bi_min(low[0].z, x[i].z));
        high[0] = v3(bi_max(high[0].x, x[i].x), bi_max(high[0].y, x[i].y), bi_max(high[0].z, x[i].z));
    }
    for (int32_t i = 1; i < m; i++) {
        low[1] = v3(bi_min(low[1].x, y[i].x), bi_min(low[1].y, y[i].y), bi_min(low[1].z, y[i].z));
        high[1] = v3(bi_max(high[1].x, y[i].x), bi_max(high[1].y, y[i].y), bi_max(high[1].z, y[i].z));
    }
    return (low[0].x - high[1].x > reach) | (low[1].x - high[0].x > reach) | (low[0].y - high[1].y > reach) |
           (low[1].y - high[0].y > reach) | (low[0].z - high[1].z > reach) | (low[1].z - high[0].z > reach);
}

static void corners_of(const bight_cloth_world *world, int32_t t, bight_vec3 x[3])
{
    const int32_t *v = world->triangles + 3 * (size_t)t;
    for (int32_t k = 0; k < 3; k++) {
        x[k] = world->at[v[k]];
    }
}

static void find_vertices(const listing_part *here, int32_t from, int32_t to, const bight_vec3 x[3],
                          const bight_vec3 y[3])
{
    bight_cloth_world *world = here->job->world;
    const int32_t *v = world->triangles + 3 * (size_t)from, *w = world->triangles + 3 * (size_t)to;
    double reach = here->job->reach;
    for (int32_t k = 0; k < 3; k++) {
        if (!(world->surface.owned[from] & BI_OWNS_VERTEX(k)) || has(w, v[k]) || far(&x[k], 1, y, 3, reach) ||
            bi_point_triangle_closest(x[k], y[0], y[1], y[2]).distance_squared > reach * reach) {
            continue;
        }
        const int32_t four[4] = {v[k], w[0], w[1], w[2]};
        found_pair pair = {v[k], to, (float)gap_of(world, false, four)};
        bi_gather_add(&world->found[FOUND_VF], here->part, &pair);
    }
}

static void find_edges(const listing_part *here, int32_t from, int32_t to, const bight_vec3 x[3],
                       const bight_vec3 y[3])
{
    bight_cloth_world *world = here->job->world;
    const int32_t *v = world->triangles + 3 * (size_t)from, *w = world->triangles + 3 * (size_t)to;
    double reach = here->job->reach;
    for (int32_t i = 0; i < 3; i++) {
        int32_t next = i == 2 ? 0 : i + 1;
        const bight_vec3 p[2] = {x[i], x[next]};
        if (!(world->surface.owned[from] & BI_OWNS_EDGE(i)) || has(w, v[i]) + has(w, v[next]) == 2 ||
            far(p, 2, y, 3, reach)) {
            continue;
        }
        for (int32_t k = 0; k < 3; k++) {
            int32_t then = k == 2 ? 0 : k + 1;
            const bight_vec3 q[2] = {y[k], y[then]};
            if (!(world->surface.owned[to] & BI_OWNS_EDGE(k)) || v[i] == w[k] || v[i] == w[then] ||
                v[next] == w[k] || v[next] == w[then] || far(p, 2, q, 2, reach) ||
                bi_segment_closest(p[0], p[1], q[0], q[1]).distance_squared > reach * reach) {
                continue;
            }
            int32_t e = world->surface.triangle_edges[3 * (size_t)from + (size_t)i];
            int32_t f = world->surface.triangle_edges[3 * (size_t)to + (size_t)k];
            int32_t four[4];
            bi_near_vertices(world, true, e < f ? e : f, e < f ? f : e, four);
            found_pair pair = {e < f ? e : f, e < f ? f : e, (float)gap_of(world, true, four)};
            bi_gather_add(&world->found[FOUND_EE], here->part, &pair);
        }
    }
}

// Is everything of y beyond some side of x, or over or under it, by more than reach?
static bool apart(const bight_vec3 x[3], const bight_vec3 y[3], double reach)
{
    bight_vec3 n = v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0]));
    for (int32_t k = 0; k < 4; k++) {
        const bight_vec3 from = x[k < 3 ? k : 0];
        bight_vec3 axis = k < 3 ? v3_cross(v3_sub(x[k == 2 ? 0 : k + 1], from), n) : n;
        double least = reach * sqrt(v3_length_squared(axis));
        double a = v3_dot(axis, v3_sub(y[0], from)), b = v3_dot(axis, v3_sub(y[1], from));
        double c = v3_dot(axis, v3_sub(y[2], from));
        if ((a > least && b > least && c > least) || (k == 3 && a < -least && b < -least && c < -least)) {
            return true;
        }
    }
    return false;
}

static void visit(void *data, int32_t leaf_a, int32_t leaf_b)
{
    const listing_part *here = data;
    bight_cloth_world *world = here->job->world;
    int32_t a = world->sheet_tree.order[leaf_a];
    int32_t b = here->body ? world->sheet_triangle_count + world->body_tree.order[leaf_b]
                           : world->sheet_tree.order[leaf_b];
    const int32_t *v = world->triangles + 3 * (size_t)a, *w = world->triangles + 3 * (size_t)b;
    int32_t common = has(w, v[0]) + has(w, v[1]) + has(w, v[2]);
    if (common == 3 || (world->surface.owned[b] & BI_FOLDED) != 0) {
        return;
    }
    bight_vec3 x[3], y[3];
    corners_of(world, a, x);
    corners_of(world, b, y);
    if (apart(x, y, here->job->reach) || apart(y, x, here->job->reach)) {
        return;
    }
    // neighbours across an edge may touch when folded flat, but no edge of one can pierce the other
    if (common < 2) {
        bi_leaf_pair pair = {a, b};
        bi_gather_add(&world->found[FOUND_CLOSE], here->part, &pair);
    }
    find_vertices(here, a, b, x, y);
    find_vertices(here, b, a, y, x);
    find_edges(here, a, b, x, y);
}

static void run_part(void *data, int32_t part)
{
    const listing *job = data;
    bight_cloth_world *world = job->world;
    int32_t own = world->parts.count;
    listing_part here = {job, part, part >= own};
    if (here.body) {
        bi_box_tree_visit(&world->sheet_tree, &world->body_tree, job->slack,
                          world->body_parts.pairs[part - own], visit, &here);
    } else {
        bi_box_tree_visit(&world->sheet_tree, NULL, job->slack, world->parts.pairs[part], visit, &here);
    }
}

static bight_status traverse(bight_cloth_world *world, double reach)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    int32_t threads = bi_cloth_threads(world);
    listing job = {world, reach, bi_float_above(reach)};
    const int32_t *bodies = world->triangles + 3 * (size_t)world->sheet_triangle_count;
    if (world->listings % 64 == 63) {
        bi_box_tree_sort(&world->sheet_tree, world->triangles, world->at);
    } else {
        bi_box_tree_refit(&world->sheet_tree, world->triangles, world->at, NULL, threads);
    }
    bi_box_tree_refit(&world->body_tree, bodies, world->at, NULL, threads);
    bight_status status = bi_box_tree_parts(allocator, &world->sheet_tree, NULL, job.slack, &world->parts);
    if (status == BIGHT_OK) {
        status = bi_box_tree_parts(allocator, &world->sheet_tree, &world->body_tree, job.slack,
                                   &world->body_parts);
    }
    static const size_t sizes[3] = {sizeof(bi_leaf_pair), sizeof(found_pair), sizeof(found_pair)};
    bi_gather *gathers[3];
    for (int32_t i = 0; i < 3; i++) {
        gathers[i] = &world->found[i];
        gathers[i]->item_size = sizes[i];
    }
    int32_t parts = world->parts.count + world->body_parts.count;
    return status == BIGHT_OK ? bi_gather_run(allocator, threads, gathers, 3, parts, run_part, &job) : status;
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
        pair->contact = look_up(world, job->kind, pair->a, pair->b);
        pair->side = pair->contact >= 0 ? world->contacts[pair->contact].side : 0;
    }
}

// From the parts into the list, in their order.
static int32_t take(const bi_gather *gather, bi_near_pair *pairs)
{
    int32_t count = 0;
    for (int32_t part = 0; part < gather->part_count; part++) {
        const bi_gather_part *from = &gather->parts[part];
        for (int32_t i = 0; i < from->count; i++) {
            found_pair found;
            memcpy(&found, from->items + (size_t)i * gather->item_size, sizeof found);
            pairs[count++] = (bi_near_pair){.a = found.a, .b = found.b, .gap = found.gap, .contact = -1};
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
    bight_status status = traverse(world, reach);
    if (status == BIGHT_OK) {
        status = bi_gather_collect(allocator, &world->found[FOUND_CLOSE], &world->close,
                                   &world->close_capacity, &world->close_count);
    }
    status = status == BIGHT_OK ? fill_table(world) : status;
    status = status == BIGHT_OK ? list_solids(world, world->thickness + 2.0 * world->range) : status;
    if (status != BIGHT_OK) {
        return status;
    }
    BI_CLOTH_RESERVE(world, vertex_faces, total(&world->found[FOUND_VF]));
    BI_CLOTH_RESERVE(world, edge_edges, total(&world->found[FOUND_EE]));
    world->vertex_face_count = take(&world->found[FOUND_VF], world->vertex_faces);
    world->edge_edge_count = take(&world->found[FOUND_EE], world->edge_edges);
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

bight_status bi_near_update(bight_cloth_world *world, int32_t *listed)
{
    world->drift = world->listed_once ? bi_drift(world) : 0.0;
    if (world->listed_once && world->drift <= world->margin) {
        return BIGHT_OK;
    }
    world->drift = 0.0;
    // as far as some five iterations will go, within what keeps the lists short
    double least = 0.25 * world->thickness, most = bi_max(world->thickness, 0.25 * world->edge_length);
    double margin = world->def.reach > 0.0 ? world->def.reach * world->thickness : 5.0 * world->moved;
    world->margin = bi_min(bi_max(margin, least), world->def.reach > 0.0 ? margin : most);
    world->range = bi_max(20.0 * world->thickness, 4.0 * world->edge_length);
    if (listed != NULL) {
        (*listed)++;
    }
    return list(world);
}
