// SPDX-License-Identifier: MIT

#include "geom/close_pairs.h"

#include "core/assert.h"
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

// A box made larger by reach: what it does not meet is at a distance above that.
static bounds widen(const bi_box *box, double reach)
{
    bounds wide;
    for (int32_t i = 0; i < 3; i++) {
        wide.low[i] = (double)box->low[i] - reach;
        wide.high[i] = (double)box->high[i] + reach;
    }
    return wide;
}

static bounds around_edge(bight_vec3 p, bight_vec3 q)
{
    return (bounds){{bi_min(p.x, q.x), bi_min(p.y, q.y), bi_min(p.z, q.z)},
                    {bi_max(p.x, q.x), bi_max(p.y, q.y), bi_max(p.z, q.z)}};
}

static bool outside(const bounds *wide, bight_vec3 p)
{
    return (p.x < wide->low[0]) | (p.x > wide->high[0]) | (p.y < wide->low[1]) | (p.y > wide->high[1]) |
           (p.z < wide->low[2]) | (p.z > wide->high[2]);
}

static bool apart(const bounds *a, const bounds *b, double reach)
{
    return (a->low[0] - b->high[0] > reach) | (b->low[0] - a->high[0] > reach) |
           (a->low[1] - b->high[1] > reach) | (b->low[1] - a->high[1] > reach) |
           (a->low[2] - b->high[2] > reach) | (b->low[2] - a->high[2] > reach);
}

// One of the two triangles: where it is, and its edges that it owns and that are near the other one.
typedef struct corners {
    const int32_t *vertex;
    int32_t triangle, edge_count;
    uint32_t owned;
    bight_vec3 x[3];
    int32_t edge[3]; // sides
    bounds around[3];
} corners;

static void look_up(const bi_sheet *sheet, int32_t triangle, corners *c)
{
    c->triangle = triangle;
    c->owned = sheet->surface->owned[triangle];
    c->vertex = sheet->surface->triangles + 3 * (size_t)triangle;
    for (int32_t k = 0; k < 3; k++) {
        c->x[k] = sheet->positions[c->vertex[k]];
    }
}

static int32_t after(int32_t k)
{
    return k == 2 ? 0 : k + 1;
}

static void pick_edges(corners *c, const bounds *other)
{
    c->edge_count = 0;
    for (int32_t k = 0; k < 3; k++) {
        if (c->owned & BI_OWNS_EDGE(k)) {
            bounds edge = around_edge(c->x[k], c->x[after(k)]);
            if (!apart(&edge, other, 0.0)) {
                c->around[c->edge_count] = edge;
                c->edge[c->edge_count++] = k;
            }
        }
    }
}

static bool has(const corners *c, int32_t vertex)
{
    return c->vertex[0] == vertex || c->vertex[1] == vertex || c->vertex[2] == vertex;
}

// The vertices that `from` owns against the triangle `to`, of which `wide` is the box.
static void test_vertices(close_part *part, const corners *from, const corners *to, const bounds *wide,
                          bool vertex_first, bi_close_list *list)
{
    const close_job *job = part->job;
    for (int32_t k = 0; k < 3; k++) {
        if (!(from->owned & BI_OWNS_VERTEX(k)) || outside(wide, from->x[k]) ||
            (job->self && has(to, from->vertex[k]))) {
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
    for (int32_t m = 0; m < a->edge_count; m++) {
        int32_t i = a->edge[m], p = a->vertex[i], q = a->vertex[after(i)];
        for (int32_t n = 0; n < b->edge_count; n++) {
            int32_t k = b->edge[n], r = b->vertex[k], s = b->vertex[after(k)];
            bool common = job->self && (p == r || p == s || q == r || q == s);
            if (common || apart(&a->around[m], &b->around[n], job->reach)) {
                continue;
            }
            double d2 = bi_segment_closest(a->x[i], a->x[after(i)], b->x[k], b->x[after(k)]).distance_squared;
            if (d2 <= job->reach * job->reach) {
                int32_t e = job->a->surface->triangle_edges[3 * (size_t)a->triangle + (size_t)i];
                int32_t f = job->b->surface->triangle_edges[3 * (size_t)b->triangle + (size_t)k];
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
    corners a, b;
    look_up(job->a, job->a->tree->order[leaf_a], &a);
    look_up(job->b, job->b->tree->order[leaf_b], &b);
    if (((a.owned | b.owned) & BI_FOLDED) || (a.owned & b.owned & BI_STILL)) {
        return;
    }
    bounds wide_a = widen(&job->a->tree->boxes[leaf_a], job->reach);
    bounds wide_b = widen(&job->b->tree->boxes[leaf_b], job->reach);
    bi_close_pairs *close = job->close;
    test_vertices(part, &a, &b, &wide_b, true, &close->vertex_triangle);
    test_vertices(part, &b, &a, &wide_a, job->self,
                  job->self ? &close->vertex_triangle : &close->triangle_vertex);
    pick_edges(&a, &wide_b);
    if (a.edge_count > 0) {
        pick_edges(&b, &wide_a);
        test_edges(part, &a, &b);
    }
}

static void run_part(void *data, int32_t part)
{
    const close_job *job = data;
    close_part here = {job, part};
    bi_box_tree_visit(job->a->tree, job->self ? NULL : job->b->tree, job->slack,
                      job->close->parts.pairs[part], visit_pair, &here);
}

bight_status bi_close_pairs_find(const bight_allocator *allocator, bi_watch *watch, const bi_sheet *a,
                                 const bi_sheet *b, double reach, int32_t threads, bi_close_pairs *close)
{
    BI_ASSERT(a != NULL);
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
        status = bi_gather_run(allocator, watch, threads, gathers, 3, close->parts.count, run_part, &job);
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
