// SPDX-License-Identifier: MIT
// A subchain a .. b is closed by the straight line from b to a. With b + 1 in place of b the loop changes by the triangle
// a, b, b + 1; when nothing of the subchain meets it, this is a move of Reidemeister's (1927), and both are the same knot.
// In the same way a + 1 in place of a by the triangle a, a + 1, b.

#include "knot/matrix_cells.h"
#include "core/disjoint.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "knot/matrix_triangle.h"

// Edges in a row that have a box of their own.
#define RUN 8

typedef struct run_box {
    bight_vec3 low, high;
} run_box;

typedef struct direct {
    const bi_matrix_grid *grid;
    run_box *boxes;       ///< (runs) of edges RUN i .. RUN (i + 1) - 1
    uint8_t *tail, *head; ///< (cells) may the last vertex go on by one sample, the first one?
} direct;

static void include_point(run_box *box, bight_vec3 p)
{
    box->low = (bight_vec3){bi_swept_lower(box->low.x, p.x), bi_swept_lower(box->low.y, p.y),
                            bi_swept_lower(box->low.z, p.z)};
    box->high = (bight_vec3){bi_swept_upper(box->high.x, p.x), bi_swept_upper(box->high.y, p.y),
                             bi_swept_upper(box->high.z, p.z)};
}

static bool is_apart(const bi_swept *t, const run_box *box)
{
    return box->high.x < t->low.x || t->high.x < box->low.x || box->high.y < t->low.y ||
           t->high.y < box->low.y || box->high.z < t->low.z || t->high.z < box->low.z;
}

// The first edge of from .. to - 1 that meets the triangle, -1 for none.
static int32_t find_edge(const direct *d, const bi_swept *t, int32_t from, int32_t to)
{
    const bight_vec3 *p = d->grid->points;
    for (int32_t e = from; e < to;) {
        if (e % RUN == 0 && e + RUN <= to && is_apart(t, &d->boxes[e / RUN])) {
            e += RUN;
        } else if (bi_swept_is_free(t, p[e], p[e + 1])) {
            e++;
        } else {
            return e;
        }
    }
    return -1;
}

// Nothing of the subchain a .. b meets the triangle x, y, z, of which two corners are its ends or next to them: edges
// from .. to - 1 have no corner in common with it, and those around them end in `before` and `after`.
// @param last The edge that met the last triangle like this one: it may meet this one too.
static bool is_open(const direct *d, const bight_vec3 corner[3], int32_t before, int32_t from, int32_t to,
                    int32_t after, int32_t *last)
{
    const bight_vec3 *p = d->grid->points;
    bi_swept t = bi_swept_of(corner[0], corner[1], corner[2]);
    if (!bi_swept_is_left(&t, p[before]) || !bi_swept_is_left(&t, p[after])) {
        return false;
    }
    if (*last >= from && *last < to && !bi_swept_is_free(&t, p[*last], p[*last + 1])) {
        return false;
    }
    *last = find_edge(d, &t, from, to);
    return *last < 0;
}

// All subchains that begin at one sample.
static void look_along(void *data, int32_t i)
{
    direct *d = data;
    const bi_matrix_grid *grid = d->grid;
    const bight_vec3 *p = grid->points;
    int32_t first = grid->vertices[i], last_tail = -1, last_head = -1;
    for (int32_t j = i + 1; j < grid->side; j++) {
        size_t at = bight_knot_matrix_at(i, j);
        bool open = j + 1 < grid->side;
        for (int32_t b = grid->vertices[j]; open && b < grid->vertices[j + 1]; b++) {
            const bight_vec3 corner[3] = {p[first], p[b], p[b + 1]};
            open = is_open(d, corner, first + 1, first + 1, b - 1, b - 1, &last_tail);
        }
        d->tail[at] = open;
        int32_t end = grid->vertices[j];
        open = i + 1 < j;
        for (int32_t a = first; open && a < grid->vertices[i + 1]; a++) {
            const bight_vec3 corner[3] = {p[a], p[a + 1], p[end]};
            open = a + 2 < end && is_open(d, corner, a + 2, a + 2, end - 1, end - 1, &last_head);
        }
        d->head[at] = open;
    }
}

static void join(const direct *d, int32_t *parent)
{
    int32_t side = d->grid->side;
    for (int32_t j = 1; j < side; j++) {
        for (int32_t i = 0; i < j; i++) {
            size_t at = bight_knot_matrix_at(i, j);
            if (d->tail[at] != 0) {
                bi_set_join(parent, (int32_t)at, (int32_t)bight_knot_matrix_at(i, j + 1));
            }
            if (d->head[at] != 0) {
                bi_set_join(parent, (int32_t)at, (int32_t)bight_knot_matrix_at(i + 1, j));
            }
        }
    }
}

bight_status bi_matrix_join_direct(const bi_matrix_grid *grid, int32_t *parent, int32_t threads,
                                   const bight_allocator *allocator, bi_watch *watch)
{
    size_t cells = bight_knot_matrix_at(0, grid->side);
    size_t runs = (size_t)(grid->count - 1 + RUN - 1) / RUN;
    direct d = {.grid = grid};
    for (size_t i = 0; i < cells; i++) {
        parent[i] = (int32_t)i;
    }
    d.boxes = bi_new_array(allocator, runs, sizeof *d.boxes);
    d.tail = bi_new_array(allocator, cells, 1);
    d.head = bi_new_array(allocator, cells, 1);
    bight_status status =
        d.boxes != NULL && d.tail != NULL && d.head != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    if (status == BIGHT_OK) {
        for (size_t r = 0; r < runs; r++) {
            int32_t from = RUN * (int32_t)r, to = from + RUN < grid->count ? from + RUN : grid->count - 1;
            d.boxes[r] = (run_box){grid->points[from], grid->points[from]};
            for (int32_t k = from + 1; k <= to; k++) {
                include_point(&d.boxes[r], grid->points[k]);
            }
        }
        bool all = bi_parallel_for_watched(watch, threads, grid->side - 1, look_along, &d);
        status = all ? BIGHT_OK : BIGHT_ERROR_STOPPED;
    }
    if (status == BIGHT_OK) {
        join(&d, parent);
    }
    bi_free_array(allocator, d.boxes, runs, sizeof *d.boxes);
    bi_free_array(allocator, d.tail, cells, 1);
    bi_free_array(allocator, d.head, cells, 1);
    return bi_watch_status(watch, status);
}
