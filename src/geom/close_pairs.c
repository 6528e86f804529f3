// SPDX-License-Identifier: MIT

#include "geom/close_pairs.h"

#include "core/vec3.h"
#include "geom/segment.h"

static void free_list(const bight_allocator *allocator, bi_close_list *list)
{
    if (list->capacity > 0) {
        bi_free_array(allocator, list->pairs, (size_t)list->capacity, sizeof *list->pairs);
    }
    bi_gather_free(allocator, &list->found);
}

void bi_close_pairs_free(const bight_allocator *allocator, bi_close_pairs *close)
{
    free_list(allocator, &close->vertex_triangle);
    free_list(allocator, &close->triangle_vertex);
    free_list(allocator, &close->edge_edge);
    if (close->parts.capacity > 0) {
        bi_free_array(allocator, close->parts.pairs, (size_t)close->parts.capacity,
                      sizeof *close->parts.pairs);
    }
    *close = (bi_close_pairs){0};
}

typedef struct close_job {
    const bi_sheet *a, *b;
    bool self;
    double reach;
    float slack;
    bi_close_pairs *close;
} close_job;

typedef struct close_part {
    const close_job *job;
    int32_t part;
} close_part;

typedef struct bounds {
    double low[3], high[3];
} bounds;

static bounds around(const bight_vec3 *x, int32_t count)
{
    bounds box = {{x[0].x, x[0].y, x[0].z}, {x[0].x, x[0].y, x[0].z}};
    for (int32_t i = 1; i < count; i++) {
        box.low[0] = bi_min(box.low[0], x[i].x), box.high[0] = bi_max(box.high[0], x[i].x);
        box.low[1] = bi_min(box.low[1], x[i].y), box.high[1] = bi_max(box.high[1], x[i].y);
        box.low[2] = bi_min(box.low[2], x[i].z), box.high[2] = bi_max(box.high[2], x[i].z);
    }
    return box;
}

static bool far(const bounds *a, const bounds *b, double reach)
{
    return (a->low[0] - b->high[0] > reach) | (b->low[0] - a->high[0] > reach) |
           (a->low[1] - b->high[1] > reach) | (b->low[1] - a->high[1] > reach) |
           (a->low[2] - b->high[2] > reach) | (b->low[2] - a->high[2] > reach);
}

// One of the two triangles, with boxes around it and its sides.
typedef struct corners {
    const int32_t *vertex;
    int32_t triangle;
    uint32_t owned;
    bight_vec3 x[3];
    bounds all, side[3];
} corners;

static corners look_up(const bi_sheet *sheet, int32_t triangle)
{
    corners c = {.triangle = triangle, .owned = sheet->surface->owned[triangle]};
    c.vertex = sheet->surface->triangles + 3 * (size_t)triangle;
    for (int32_t k = 0; k < 3; k++) {
        c.x[k] = sheet->positions[c.vertex[k]];
    }
    c.all = around(c.x, 3);
    for (int32_t k = 0; k < 3; k++) {
        const bight_vec3 ends[2] = {c.x[k], c.x[k == 2 ? 0 : k + 1]};
        c.side[k] = around(ends, 2);
    }
    return c;
}

static bool has(const corners *c, int32_t vertex)
{
    return c->vertex[0] == vertex || c->vertex[1] == vertex || c->vertex[2] == vertex;
}

// The vertices that `from` owns against the triangle `to`.
static void test_vertices(close_part *part, const corners *from, const corners *to, bool vertex_first,
                          bi_close_list *list)
{
    const close_job *job = part->job;
    for (int32_t k = 0; k < 3; k++) {
        if (!(from->owned & BI_OWNS_VERTEX(k)) || (job->self && has(to, from->vertex[k]))) {
            continue;
        }
        bounds point = around(&from->x[k], 1);
        if (far(&point, &to->all, job->reach)) {
            continue;
        }
        double d2 = bi_point_triangle_closest(from->x[k], to->x[0], to->x[1], to->x[2]).distance_squared;
        if (d2 <= job->reach * job->reach) {
            int32_t vertex = from->vertex[k], triangle = to->triangle;
            bi_close_pair pair = {vertex_first ? vertex : triangle, vertex_first ? triangle : vertex,
                                  sqrt(d2)};
            bi_gather_add(&list->found, part->part, &pair);
        }
    }
}

static void test_edges(close_part *part, const corners *a, const corners *b)
{
    const close_job *job = part->job;
    const int32_t *edges_a = job->a->surface->triangle_edges + 3 * (size_t)a->triangle;
    const int32_t *edges_b = job->b->surface->triangle_edges + 3 * (size_t)b->triangle;
    for (int32_t i = 0; i < 3; i++) {
        int32_t p = a->vertex[i], q = a->vertex[i == 2 ? 0 : i + 1];
        if (!(a->owned & BI_OWNS_EDGE(i)) || far(&a->side[i], &b->all, job->reach)) {
            continue;
        }
        for (int32_t k = 0; k < 3; k++) {
            int32_t next = k == 2 ? 0 : k + 1, r = b->vertex[k], s = b->vertex[next];
            if (!(b->owned & BI_OWNS_EDGE(k)) || (job->self && (p == r || p == s || q == r || q == s)) ||
                far(&a->side[i], &b->side[k], job->reach)) {
                continue;
            }
            double d2 =
                bi_segment_closest(a->x[i], a->x[i == 2 ? 0 : i + 1], b->x[k], b->x[next]).distance_squared;
            if (d2 <= job->reach * job->reach) {
                int32_t e = edges_a[i], f = edges_b[k];
                bool swap = job->self && f < e;
                bi_close_pair pair = {swap ? f : e, swap ? e : f, sqrt(d2)};
                bi_gather_add(&job->close->edge_edge.found, part->part, &pair);
            }
        }
    }
}

static void visit_pair(void *data, int32_t leaf_a, int32_t leaf_b)
{
    close_part *part = data;
    const close_job *job = part->job;
    corners a = look_up(job->a, job->a->tree->order[leaf_a]);
    corners b = look_up(job->b, job->b->tree->order[leaf_b]);
    if ((a.owned | b.owned) & BI_FOLDED) {
        return;
    }
    bi_close_pairs *close = job->close;
    test_vertices(part, &a, &b, true, &close->vertex_triangle);
    test_vertices(part, &b, &a, job->self, job->self ? &close->vertex_triangle : &close->triangle_vertex);
    test_edges(part, &a, &b);
}

static void run_part(void *data, int32_t part)
{
    const close_job *job = data;
    close_part here = {job, part};
    bi_box_tree_visit(job->a->tree, job->self ? NULL : job->b->tree, job->slack,
                      job->close->parts.pairs[part], visit_pair, &here);
}

bight_status bi_close_pairs_find(const bight_allocator *allocator, const bi_sheet *a, const bi_sheet *b,
                                 double reach, int32_t threads, bi_close_pairs *close)
{
    bi_close_list *lists[3] = {&close->vertex_triangle, &close->triangle_vertex, &close->edge_edge};
    bi_gather *gathers[3];
    for (int32_t i = 0; i < 3; i++) {
        lists[i]->count = 0;
        gathers[i] = &lists[i]->found;
        gathers[i]->item_size = sizeof(bi_close_pair);
    }
    close_job job = {a, b == NULL ? a : b, b == NULL, reach, bi_float_above(reach), close};
    bight_status status =
        bi_box_tree_parts(allocator, a->tree, b == NULL ? NULL : b->tree, job.slack, &close->parts);
    if (status == BIGHT_OK) {
        status = bi_gather_run(allocator, threads, gathers, 3, close->parts.count, run_part, &job);
    }
    for (int32_t i = 0; i < 3 && status == BIGHT_OK; i++) {
        status =
            bi_gather_collect(allocator, gathers[i], &lists[i]->pairs, &lists[i]->capacity, &lists[i]->count);
    }
    for (int32_t i = 0; i < 3 && status != BIGHT_OK; i++) {
        lists[i]->count = 0;
    }
    return status;
}
