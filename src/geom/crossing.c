// SPDX-License-Identifier: MIT

#include "geom/crossing.h"

#include "core/assert.h"
#include "core/vec3.h"
#include "geom/predicates.h"

// ---- one pair -------------------------------------------------------------------------------------------

// Do the points x[0], x[1] lie beyond all of the triangle x[2..4] along d, or before it? Differences of
// coordinates are rounded once, so their products with d, of which any will do, are off by less than 4 u |d|
// |x|.
static bool apart_along(const bight_vec3 x[5], bight_vec3 d)
{
    bight_vec3 p = v3_sub(x[0], x[2]), q = v3_sub(x[1], x[2]), b = v3_sub(x[3], x[2]), c = v3_sub(x[4], x[2]);
    double at_p = v3_dot(p, d), at_q = v3_dot(q, d), at_b = v3_dot(b, d), at_c = v3_dot(c, d);
    double size = 0.0;
    const bight_vec3 all[4] = {p, q, b, c};
    for (int32_t i = 0; i < 4; i++) {
        size = bi_max(size, bi_max(fabs(all[i].x), bi_max(fabs(all[i].y), fabs(all[i].z))));
    }
    double error = 0x1p-49 * size * (fabs(d.x) + fabs(d.y) + fabs(d.z));
    double least = bi_min(0.0, bi_min(at_b, at_c)), most = bi_max(0.0, bi_max(at_b, at_c));
    return bi_min(at_p, at_q) - most > error || least - bi_max(at_p, at_q) > error;
}

// Nearly in one plane, neighbours in a flat mesh are told apart within it, without exact arithmetic.
static bool apart_in_plane(const bight_vec3 x[5])
{
    bight_vec3 ab = v3_sub(x[3], x[2]), bc = v3_sub(x[4], x[3]), ca = v3_sub(x[2], x[4]);
    bight_vec3 normal = v3_cross(ab, bc);
    return apart_along(x, v3_cross(normal, ab)) || apart_along(x, v3_cross(normal, bc)) ||
           apart_along(x, v3_cross(normal, ca)) || apart_along(x, v3_cross(normal, v3_sub(x[1], x[0])));
}

static int32_t displaced(const bight_vec3 x[5], const int32_t ranks[5], int32_t a, int32_t b, int32_t c,
                         int32_t d)
{
    const bight_vec3 points[4] = {x[a], x[b], x[c], x[d]};
    const int32_t rank[4] = {ranks[a], ranks[b], ranks[c], ranks[d]};
    return bi_orient3d_displaced(points, rank);
}

// The ends on different sides, and the line through them past all three sides in one sense.
static bool crosses(const bight_vec3 x[5], const int32_t ranks[5])
{
    if (displaced(x, ranks, 2, 3, 4, 0) == displaced(x, ranks, 2, 3, 4, 1)) {
        return false;
    }
    int32_t sense = displaced(x, ranks, 0, 1, 2, 3);
    return displaced(x, ranks, 0, 1, 3, 4) == sense && displaced(x, ranks, 0, 1, 4, 2) == sense;
}

bi_meeting bi_edge_meets_triangle(const bight_vec3 x[5], const int32_t ranks[5])
{
    int32_t at_p = bi_orient3d_quick(x[2], x[3], x[4], x[0]),
            at_q = bi_orient3d_quick(x[2], x[3], x[4], x[1]);
    if (at_p * at_q > 0 || (at_p * at_q == 0 && apart_in_plane(x))) {
        return BI_APART;
    }

    // the line passes two sides in opposite senses: outside
    int32_t ab = bi_orient3d_quick(x[0], x[1], x[2], x[3]), bc = bi_orient3d_quick(x[0], x[1], x[3], x[4]);
    int32_t ca = bi_orient3d_quick(x[0], x[1], x[4], x[2]);
    if ((ab > 0 || bc > 0 || ca > 0) && (ab < 0 || bc < 0 || ca < 0)) {
        return BI_APART;
    }
    if (at_p * at_q < 0 && ab * bc * ca != 0) {
        return BI_CROSSING;
    }
    if (crosses(x, ranks)) {
        return BI_CROSSING;
    }
    if (bi_collinear(x[2], x[3], x[4])) {
        // a triangle without area is its sides
        bool meets = bi_segments_meet(x[0], x[1], x[2], x[3]) || bi_segments_meet(x[0], x[1], x[3], x[4]) ||
                     bi_segments_meet(x[0], x[1], x[4], x[2]);
        return meets ? BI_TOUCHING : BI_APART;
    }
    return bi_triangle_free_of_segment(x + 2, x[0], x[1]) ? BI_APART : BI_TOUCHING;
}

// ---- all pairs ------------------------------------------------------------------------------------------

void bi_crossings_free(const bight_allocator *allocator, bi_crossings *crossings)
{
    if (crossings->capacity > 0) {
        bi_free_array(allocator, crossings->items, (size_t)crossings->capacity, sizeof *crossings->items);
    }
    if (crossings->parts.capacity > 0) {
        bi_free_array(allocator, crossings->parts.pairs, (size_t)crossings->parts.capacity,
                      sizeof *crossings->parts.pairs);
    }
    if (crossings->touch_capacity > 0) {
        bi_free_array(allocator, crossings->touches, (size_t)crossings->touch_capacity,
                      sizeof *crossings->touches);
    }
    bi_gather_free(allocator, &crossings->found);
    *crossings = (bi_crossings){0};
}

typedef struct crossing_job {
    const bi_sheet *a, *b; // b may be a
    bool self;
    bi_crossings *crossings;
} crossing_job;

typedef struct crossing_part {
    const crossing_job *job;
    int32_t part;
    int64_t touching;
} crossing_part;

// Two triangles with their corners' places, ranks, and which corners are common to both (bits).
typedef struct two_triangles {
    int32_t triangle[2];
    bight_vec3 x[2][3];
    int32_t rank[2][3];
    uint32_t common[2];
} two_triangles;

// All corners of triangle i that are not common lie strictly on one side of the other triangle's plane.
static bool on_one_side(const two_triangles *two, int32_t i)
{
    int32_t side = 0;
    const bight_vec3 *plane = two->x[1 - i];
    for (int32_t k = 0; k < 3; k++) {
        if (two->common[i] >> k & 1) {
            continue;
        }
        int32_t here = bi_orient3d_quick(plane[0], plane[1], plane[2], two->x[i][k]);
        if (here == 0 || here == -side) {
            return false;
        }
        side = here;
    }
    return true;
}

static bool edge_misses_box(bight_vec3 p, bight_vec3 q, const bight_vec3 x[3])
{
    return (p.x < x[0].x && p.x < x[1].x && p.x < x[2].x && q.x < x[0].x && q.x < x[1].x && q.x < x[2].x) ||
           (p.x > x[0].x && p.x > x[1].x && p.x > x[2].x && q.x > x[0].x && q.x > x[1].x && q.x > x[2].x) ||
           (p.y < x[0].y && p.y < x[1].y && p.y < x[2].y && q.y < x[0].y && q.y < x[1].y && q.y < x[2].y) ||
           (p.y > x[0].y && p.y > x[1].y && p.y > x[2].y && q.y > x[0].y && q.y > x[1].y && q.y > x[2].y) ||
           (p.z < x[0].z && p.z < x[1].z && p.z < x[2].z && q.z < x[0].z && q.z < x[1].z && q.z < x[2].z) ||
           (p.z > x[0].z && p.z > x[1].z && p.z > x[2].z && q.z > x[0].z && q.z > x[1].z && q.z > x[2].z);
}

// The edges that triangle i owns against the other triangle.
static void test_edges(crossing_part *part, const two_triangles *two, int32_t i, uint32_t owned,
                       const int32_t *triangle_edges)
{
    for (int32_t k = 0; k < 3; k++) {
        int32_t next = k == 2 ? 0 : k + 1;
        bool has_common = (two->common[i] >> k & 1) || (two->common[i] >> next & 1);
        if (has_common || !(owned & BI_OWNS_EDGE(k))) {
            continue;
        }
        const bight_vec3 *other = two->x[1 - i];
        if (edge_misses_box(two->x[i][k], two->x[i][next], other)) {
            continue;
        }
        const int32_t *rank = two->rank[1 - i];
        const bight_vec3 x[5] = {two->x[i][k], two->x[i][next], other[0], other[1], other[2]};
        const int32_t ranks[5] = {two->rank[i][k], two->rank[i][next], rank[0], rank[1], rank[2]};
        bi_meeting meeting = bi_edge_meets_triangle(x, ranks);
        if (meeting == BI_CROSSING) {
            bi_crossing crossing = {triangle_edges[3 * (size_t)two->triangle[i] + (size_t)k],
                                    two->triangle[1 - i], part->job->self ? 0 : i};
            bi_gather_add(&part->job->crossings->found, part->part, &crossing);
        }
        part->touching += meeting == BI_TOUCHING;
    }
}

static void visit_pair(void *data, int32_t leaf_a, int32_t leaf_b)
{
    crossing_part *part = data;
    const crossing_job *job = part->job;
    const bi_sheet *sheet[2] = {job->a, job->b};
    two_triangles two = {.triangle = {job->a->tree->order[leaf_a], job->b->tree->order[leaf_b]}};
    uint32_t owned[2];
    for (int32_t i = 0; i < 2; i++) {
        const bi_surface *surface = sheet[i]->surface;
        const int32_t *corner = surface->triangles + 3 * (size_t)two.triangle[i];
        owned[i] = surface->owned[two.triangle[i]];
        for (int32_t k = 0; k < 3; k++) {
            two.x[i][k] = sheet[i]->positions[corner[k]];
            two.rank[i][k] = corner[k] + (i == 1 && !job->self ? job->a->surface->vertex_count : 0);
        }
    }

    if (((owned[0] | owned[1]) & BI_FOLDED) || (owned[0] & owned[1] & BI_STILL)) {
        return;
    }
    int32_t common = 0;
    for (int32_t k = 0; k < 9 && job->self; k++) {
        if (two.rank[0][k / 3] == two.rank[1][k % 3]) {
            two.common[0] |= 1u << (k / 3);
            two.common[1] |= 1u << (k % 3);
            common++;
        }
    }

    // with two common vertices every edge has one of them
    if (common >= 2 || on_one_side(&two, 0) || on_one_side(&two, 1)) {
        return;
    }

    test_edges(part, &two, 0, owned[0], job->a->surface->triangle_edges);
    test_edges(part, &two, 1, owned[1], job->b->surface->triangle_edges);
}

static void run_part(void *data, int32_t part)
{
    const crossing_job *job = data;
    crossing_part here = {job, part, 0};
    bi_box_tree_visit(job->a->tree, job->self ? NULL : job->b->tree, 0.0f, job->crossings->parts.pairs[part],
                      visit_pair, &here);
    job->crossings->touches[part] = here.touching;
}

bight_status bi_crossings_find(const bight_allocator *allocator, bi_watch *watch, const bi_sheet *a,
                               const bi_sheet *b, int32_t threads, bi_crossings *crossings)
{
    BI_ASSERT(a != NULL && crossings != NULL);
    crossings->count = 0;
    crossings->touching = 0;
    crossings->found.item_size = sizeof(bi_crossing);
    crossing_job job = {a, b == NULL ? a : b, b == NULL, crossings};
    bi_gather *gather = &crossings->found;
    bight_status status =
        bi_box_tree_parts(allocator, a->tree, b == NULL ? NULL : b->tree, 0.0f, &crossings->parts);
    int32_t parts = crossings->parts.count;
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &crossings->touches, &crossings->touch_capacity, parts,
                            sizeof *crossings->touches);
    }
    if (status == BIGHT_OK) {
        status = bi_gather_run(allocator, watch, threads, &gather, 1, parts, run_part, &job);
    }
    if (status == BIGHT_OK) {
        status =
            bi_gather_collect(allocator, gather, &crossings->items, &crossings->capacity, &crossings->count);
    }
    for (int32_t part = 0; part < parts && status == BIGHT_OK; part++) {
        crossings->touching += crossings->touches[part];
    }
    return status;
}

// ---- where ----------------------------------------------------------------------------------------------

static double volume(bight_vec3 u, bight_vec3 v, bight_vec3 w)
{
    return fabs(v3_dot(u, v3_cross(v, w)));
}

// part / (part + rest), or a half of nothing
static double share(double part, double rest)
{
    double whole = part + rest;
    return whole > 0.0 ? part / whole : 0.5;
}

// The ends' distances from the plane give t; the volumes of the edge with each side of the triangle the
// weights.
bi_crossing_place bi_crossing_locate(const bi_sheet *a, const bi_sheet *b, const bi_crossing *crossing)
{
    const bi_sheet *of_edge = b != NULL && crossing->sheet == 1 ? b : a;
    const bi_sheet *of_triangle = b != NULL && crossing->sheet == 0 ? b : a;
    const int32_t *end = of_edge->surface->edges + 2 * (size_t)crossing->edge;
    const int32_t *corner = of_triangle->surface->triangles + 3 * (size_t)crossing->triangle;
    bight_vec3 p = of_edge->positions[end[0]], q = of_edge->positions[end[1]], x[3];
    for (int32_t k = 0; k < 3; k++) {
        x[k] = of_triangle->positions[corner[k]];
    }
    bight_vec3 ab = v3_sub(x[1], x[0]), ac = v3_sub(x[2], x[0]), pq = v3_sub(q, p);
    double at_p = volume(v3_sub(p, x[0]), ab, ac), at_q = volume(v3_sub(q, x[0]), ab, ac);
    bi_crossing_place place = {.t = share(at_p, at_q)};
    place.point = v3_lerp(p, q, place.t);

    double side[3], sum = 0.0;
    for (int32_t k = 0; k < 3; k++) {
        side[k] = volume(pq, v3_sub(x[(k + 1) % 3], p), v3_sub(x[(k + 2) % 3], p));
        sum += side[k];
    }
    for (int32_t k = 0; k < 3; k++) {
        place.w[k] = sum > 0.0 ? side[k] / sum : 1.0 / 3.0;
    }
    return place;
}
