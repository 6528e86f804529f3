// SPDX-License-Identifier: MIT
// A subchain a .. b is closed over a far point: b, B, ..., A, a. With b + 1 in place of b the triangle b, b + 1, B is
// added. When nothing of the subchain meets it, this is a move of Reidemeister's (1927), and both are the same knot. The
// edges that meet the triangle do not depend on a, so the greatest of them decides for all a at once:
//
//     grown[b] = the greatest edge e < b that meets triangle b, b + 1, B;   (a, b) ~ (a, b + 1) for a > grown[b]
//
// and in the same way at the other end with the triangle a, a + 1, A:
//
//     cut[a] = the least edge e > a that meets it;   (a, b) ~ (a + 1, b) for b <= cut[a]

#include "knot/matrix_cells.h"
#include "core/disjoint.h"
#include "knot/matrix_triangle.h"

static int32_t greatest_below(const bi_matrix_grid *grid, const bi_swept *t, int32_t b)
{
    const bight_vec3 *p = grid->points;
    if (b > 0 && !bi_swept_is_left(t, p[b - 1])) {
        return b - 1;
    }
    int32_t e = b - 2;
    while (e >= 0 && bi_swept_is_free(t, p[e], p[e + 1])) {
        e--;
    }
    return e;
}

static int32_t least_above(const bi_matrix_grid *grid, const bi_swept *t, int32_t a)
{
    const bight_vec3 *p = grid->points;
    int32_t edges = grid->count - 1;
    if (a + 1 < edges && !bi_swept_is_left(t, p[a + 2])) {
        return a + 1;
    }
    int32_t e = a + 2;
    while (e < edges && bi_swept_is_free(t, p[e], p[e + 1])) {
        e++;
    }
    return e;
}

// The way from the other end out, to `far`, at the triangle of this end. On a sphere it ends in the triangle's corner.
static bool way_is_free(const bi_matrix_grid *grid, const bi_swept *t, bight_vec3 far, bight_vec3 other)
{
    return grid->path_count == 1 ? bi_swept_is_left(t, other) : bi_swept_is_free(t, far, other);
}

bight_status bi_matrix_join(const bi_matrix_grid *grid, int32_t *parent, bi_watch *watch)
{
    const bight_vec3 *p = grid->points, tail = grid->path[0], head = grid->path[grid->path_count - 1];
    size_t cells = bight_knot_matrix_at(0, grid->side);
    for (size_t i = 0; i < cells; i++) {
        parent[i] = (int32_t)i;
    }

    // what the triangles of both ends meet
    for (int32_t i = 0; i + 1 < grid->count && !bi_watch_stops(watch, 50 * (int64_t)grid->count); i++) {
        bi_swept last = bi_swept_of(p[i], p[i + 1], tail), first = bi_swept_of(p[i], p[i + 1], head);
        grid->grown[i] = greatest_below(grid, &last, i);
        grid->cut[i] = least_above(grid, &first, i);
    }

    // the last vertex goes on by one sample: all triangles on the way must be free
    for (int32_t j = 0; j + 1 < grid->side; j++) {
        int32_t from = grid->vertices[j], to = grid->vertices[j + 1], most = -1;
        for (int32_t b = from; b < to; b++) {
            most = grid->grown[b] > most ? grid->grown[b] : most;
        }
        for (int32_t i = j - 1; i >= 0 && grid->vertices[i] > most && !bi_watch_stops(watch, 200); i--) {
            bool free = true;
            for (int32_t b = from; b < to && free; b++) {
                bi_swept t = bi_swept_of(p[b], p[b + 1], tail);
                free = way_is_free(grid, &t, head, p[grid->vertices[i]]);
            }
            if (free) {
                bi_set_join(parent, (int32_t)bight_knot_matrix_at(i, j),
                            (int32_t)bight_knot_matrix_at(i, j + 1));
            }
        }
    }

    // the first vertex goes on by one sample
    for (int32_t i = 0; i + 1 < grid->side; i++) {
        int32_t from = grid->vertices[i], to = grid->vertices[i + 1], least = grid->count;
        for (int32_t a = from; a < to; a++) {
            least = grid->cut[a] < least ? grid->cut[a] : least;
        }
        for (int32_t j = i + 2; j < grid->side && grid->vertices[j] <= least && !bi_watch_stops(watch, 200);
             j++) {
            bool free = true;
            for (int32_t a = from; a < to && free; a++) {
                bi_swept t = bi_swept_of(p[a], p[a + 1], head);
                free = way_is_free(grid, &t, tail, p[grid->vertices[j]]);
            }
            if (free) {
                bi_set_join(parent, (int32_t)bight_knot_matrix_at(i, j),
                            (int32_t)bight_knot_matrix_at(i + 1, j));
            }
        }
    }
    return bi_watch_status(watch, BIGHT_OK);
}
