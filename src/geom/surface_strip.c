// SPDX-License-Identifier: MIT
// A* over vertices and middles of edges, and the triangles between them.

#include "geom/surface_strip.h"

#include "core/memory.h"
#include "geom/surface_side.h"

#include <string.h>

#define ON_SIDE 1e-12 // weight of a corner below which a point counts as on the side across from it

typedef struct bi_surface_wait wait;

int32_t bi_path_corner(const bi_surface *surface, int32_t triangle, int32_t vertex)
{
    for (int32_t k = 0; k < 3; k++) {
        if (surface->triangles[3 * triangle + k] == vertex) {
            return 3 * triangle + k;
        }
    }
    return -1;
}

static bool push(bi_path_search *s, wait item)
{
    bi_surface_path *p = s->path;
    if (bi_reserve(s->allocator, &p->heap, &p->heap_capacity, (int64_t)p->heap_count + 1, sizeof *p->heap) !=
        BIGHT_OK) {
        return false;
    }
    int32_t i = p->heap_count++;
    for (; i > 0 && p->heap[(i - 1) / 2].least > item.least; i = (i - 1) / 2) {
        p->heap[i] = p->heap[(i - 1) / 2];
    }
    p->heap[i] = item;
    return true;
}

static wait pop(bi_surface_path *p)
{
    wait top = p->heap[0], last = p->heap[--p->heap_count];
    int32_t i = 0;
    for (int32_t child = 1; child < p->heap_count; child = 2 * i + 1) {
        child += child + 1 < p->heap_count && p->heap[child + 1].least < p->heap[child].least ? 1 : 0;
        if (p->heap[child].least >= last.least) {
            break;
        }
        p->heap[i] = p->heap[child];
        i = child;
    }
    p->heap[i] = last;
    return top;
}

// Nodes are vertices, then middles of edges: with both, ways over nodes are 3 % too long at most on regular triangles.
static bight_vec3 node_at(const bi_path_search *s, int32_t node)
{
    int32_t edge = node - s->surface->vertex_count;
    const int32_t *ends = s->surface->edges + 2 * (edge < 0 ? 0 : edge);
    return edge < 0 ? s->x[node] : v3_lerp(s->x[ends[0]], s->x[ends[1]], 0.5);
}

// Node k of a triangle: its corners, then its sides.
static int32_t node_of(const bi_path_search *s, int32_t triangle, int32_t k)
{
    return k < 3 ? s->surface->triangles[3 * triangle + k]
                 : s->surface->vertex_count + s->surface->triangle_edges[3 * triangle + k - 3];
}

// Go to all nodes of a triangle from a node (-1: the start).
static bool spread(bi_path_search *s, int32_t node, int32_t triangle)
{
    bi_surface_path *p = s->path;
    bight_vec3 here = node < 0 ? s->start : node_at(s, node);
    double so_far = node < 0 ? 0.0 : p->reached[node];
    for (int32_t k = 0; k < 6; k++) {
        int32_t next = node_of(s, triangle, k);
        bight_vec3 there = node_at(s, next);
        double way = so_far + v3_distance(here, there);
        if (way < p->reached[next]) {
            p->reached[next] = way;
            p->from[2 * next] = node;
            p->from[2 * next + 1] = triangle;
            if (!push(s, (wait){way + v3_distance(there, s->goal), next})) {
                return false;
            }
        }
    }
    return true;
}

static bool spread_all(bi_path_search *s, int32_t node)
{
    const bi_surface *f = s->surface;
    int32_t edge = node - f->vertex_count;
    const int32_t *list = edge < 0 ? f->vertex_corners : f->edge_sides;
    int32_t i = edge < 0 ? f->vertex_first[node] : f->edge_first[edge];
    int32_t end = edge < 0 ? f->vertex_first[node + 1] : f->edge_first[edge + 1];
    bool room = true;
    for (; i < end && room; i++) {
        room = spread(s, node, list[i] / 3);
    }
    return room;
}

// @param last Receives the node of the goal's triangle that the way comes by; -1: none, both are in one triangle.
static bight_status search_nodes(bi_path_search *s, int32_t *last)
{
    bi_surface_path *p = s->path;
    int32_t count = s->surface->vertex_count + s->surface->edge_count;
    bight_status status =
        bi_reserve(s->allocator, &p->from, &p->from_capacity, 2 * (int64_t)count, sizeof *p->from);
    status = status == BIGHT_OK
                 ? bi_reserve(s->allocator, &p->reached, &p->reached_capacity, count, sizeof *p->reached)
                 : status;
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        p->reached[i] = HUGE_VAL;
    }
    p->heap_count = 0;
    *last = -1;
    if (status != BIGHT_OK || !spread(s, -1, s->from.triangle)) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    double least = s->from.triangle == s->to.triangle ? v3_distance(s->start, s->goal) : HUGE_VAL;
    while (p->heap_count > 0 && p->heap[0].least < least) {
        wait top = pop(p);
        double rest = v3_distance(node_at(s, top.node), s->goal), whole = p->reached[top.node] + rest;
        if (top.least > whole) {
            continue; // it was reached on a shorter way since
        }
        for (int32_t k = 0; k < 6; k++) {
            bool end = node_of(s, s->to.triangle, k) == top.node && whole < least;
            least = end ? whole : least;
            *last = end ? top.node : *last;
        }
        if (!spread_all(s, top.node)) {
            return BIGHT_ERROR_NO_MEMORY;
        }
    }
    return least < HUGE_VAL ? BIGHT_OK : BIGHT_ERROR_INVALID;
}

bight_status bi_path_append(bi_path_search *s, int32_t *count, int32_t triangle)
{
    bi_surface_path *p = s->path;
    int32_t *n = count;
    bight_status status =
        bi_reserve(s->allocator, &p->spare, &p->spare_capacity, (int64_t)*n + 1, sizeof *p->spare);
    if (status != BIGHT_OK) {
        return status;
    }
    // forth and back is nothing
    if (*n > 0 && p->spare[*n - 1] == triangle) {
        return BIGHT_OK;
    }
    if (*n > 1 && p->spare[*n - 2] == triangle) {
        (*n)--;
        return BIGHT_OK;
    }
    p->spare[(*n)++] = triangle;
    return BIGHT_OK;
}

void bi_path_take(bi_path_search *s, int32_t count)
{
    bi_surface_path *p = s->path;
    int32_t *strip = p->strip, capacity = p->strip_capacity;
    p->strip = p->spare;
    p->strip_capacity = p->spare_capacity;
    p->strip_count = count;
    p->spare = strip;
    p->spare_capacity = capacity;
}

// From the last triangle of the strip to one that has a node in common with it.
static bight_status go_round(bi_path_search *s, int32_t *count, int32_t node, int32_t triangle)
{
    int32_t last = s->path->spare[*count - 1],
            corner = node < s->surface->vertex_count ? bi_path_corner(s->surface, last, node) : -1;
    if (corner < 0) {
        return bi_path_append(s, count, triangle); // over an edge
    }
    for (int32_t back = 0; back < 2; back++) {
        int32_t at = corner, begun = *count;
        bight_status status = BIGHT_OK;
        while (at >= 0 && at / 3 != triangle && status == BIGHT_OK) {
            int32_t other = bi_side_across(s->surface, back != 0 ? at : bi_side_before(at));
            at = other < 0 || back == 0 ? other : bi_side_after(other);
            status = at < 0 ? status : bi_path_append(s, count, at / 3);
            at = at == corner ? -1 : at;
        }
        if (status != BIGHT_OK || at >= 0) {
            return status;
        }
        *count = begun;
    }
    return BIGHT_ERROR_INVALID;
}

bight_status bi_path_strip(bi_path_search *s)
{
    bi_surface_path *p = s->path;
    int32_t last, n = 0, count = 0;
    bight_status status = search_nodes(s, &last);
    if (status != BIGHT_OK) {
        return status;
    }

    // nodes from the goal back, then triangles from the start on
    for (int32_t node = last; node >= 0; node = p->from[2 * node]) {
        n++;
    }
    status = bi_reserve(s->allocator, &p->bends, &p->bend_capacity, n, sizeof *p->bends);
    for (int32_t node = last, i = n - 1; i >= 0 && status == BIGHT_OK; i--) {
        p->bends[i] = node;
        node = p->from[2 * node];
    }
    status = status == BIGHT_OK ? bi_path_append(s, &count, s->from.triangle) : status;
    for (int32_t i = 0; i < n && status == BIGHT_OK; i++) {
        int32_t triangle = i + 1 < n ? p->from[2 * p->bends[i + 1] + 1] : s->to.triangle;
        status = triangle != p->spare[count - 1] ? go_round(s, &count, p->bends[i], triangle) : status;
    }
    bi_path_take(s, count);
    return status;
}

// The vertex that a point is at, -1 for none.
static int32_t vertex_at(const bi_surface *surface, bi_surface_point point)
{
    for (int32_t k = 0; k < 3; k++) {
        if (point.weights[k] == 1.0) {
            return surface->triangles[3 * point.triangle + k];
        }
    }
    return -1;
}

static bi_surface_point point_of(int32_t corner)
{
    bi_surface_point point = {corner / 3, {0.0, 0.0, 0.0}};
    point.weights[corner % 3] = 1.0;
    return point;
}

void bi_path_snap(bi_surface_point *point)
{
    double sum = 0.0;
    for (int32_t k = 0; k < 3; k++) {
        point->weights[k] = point->weights[k] > ON_SIDE ? point->weights[k] : 0.0;
        sum += point->weights[k];
    }
    for (int32_t k = 0; k < 3 && sum > 0.0; k++) {
        point->weights[k] /= sum;
    }
}

// Does the point lie on the side between its triangle and another? Then it is a point of that one.
static bool cross_over(const bi_surface *surface, bi_surface_point *point, int32_t triangle)
{
    for (int32_t k = 0; k < 3; k++) {
        int32_t side = 3 * point->triangle + k, other = bi_side_across(surface, side);
        if (point->weights[(k + 2) % 3] == 0.0 && other >= 0 && other / 3 == triangle) {
            bi_surface_point over = {triangle, {0.0, 0.0, 0.0}};
            over.weights[bi_side_after(other) % 3] = point->weights[k];
            over.weights[other % 3] = point->weights[(k + 1) % 3];
            *point = over;
            return true;
        }
    }
    return false;
}

void bi_path_trim(bi_path_search *s)
{
    bi_surface_path *p = s->path;
    int32_t start = vertex_at(s->surface, s->from), goal = vertex_at(s->surface, s->to), first = 0;
    for (int32_t i = 0; i < p->strip_count && start >= 0; i++) {
        int32_t corner = bi_path_corner(s->surface, p->strip[i], start);
        first = corner >= 0 ? i : first;
        s->from = corner >= 0 ? point_of(corner) : s->from;
    }
    p->strip_count -= first;
    memmove(p->strip, p->strip + first, (size_t)p->strip_count * sizeof *p->strip);
    for (int32_t i = 0; i < p->strip_count && goal >= 0; i++) {
        int32_t corner = bi_path_corner(s->surface, p->strip[i], goal);
        if (corner >= 0) {
            s->to = point_of(corner);
            p->strip_count = i + 1;
        }
    }

    // a portal that a way begins or ends on has its ends half a turn apart, and no side of it is the wrong one
    if (p->strip_count > 1 && cross_over(s->surface, &s->from, p->strip[1])) {
        p->strip_count--;
        memmove(p->strip, p->strip + 1, (size_t)p->strip_count * sizeof *p->strip);
    }
    if (p->strip_count > 1 && cross_over(s->surface, &s->to, p->strip[p->strip_count - 2])) {
        p->strip_count--;
    }
}
