// SPDX-License-Identifier: MIT

#include "geom/surface_path.h"

#include "core/memory.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "geom/surface_side.h"

#include <string.h>

#define NO_TURN 1e-13 // turns; so much below half a turn counts as half a turn
#define MOST_ROUNDS 4000

typedef struct bi_surface_wait {
    double least; // how far the way through it is at least
    int32_t node;
} wait;

typedef struct search {
    const bight_allocator *allocator;
    const bi_surface *surface;
    const bight_vec3 *x;
    bi_surface_path *path;
    bi_surface_point from, to;
    bight_vec3 start, goal;
} search;

static int32_t corner_of(const bi_surface *surface, int32_t triangle, int32_t vertex)
{
    for (int32_t k = 0; k < 3; k++) {
        if (surface->triangles[3 * triangle + k] == vertex) {
            return 3 * triangle + k;
        }
    }
    return -1;
}

static bight_vec3 corner_at(const search *s, int32_t corner)
{
    return s->x[s->surface->triangles[corner]];
}

bight_vec3 bi_surface_point_at(const bi_surface *surface, const bight_vec3 *positions, bi_surface_point point)
{
    const int32_t *v = surface->triangles + 3 * (size_t)point.triangle;
    bight_vec3 at = v3_mul(point.weights[0], positions[v[0]]);
    return v3_madd(v3_madd(at, point.weights[1], positions[v[1]]), point.weights[2], positions[v[2]]);
}

// ---- the first strip: A* over vertices and middles of edges -----------------------------------------------------------------

static bool push(search *s, wait item)
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
static bight_vec3 node_at(const search *s, int32_t node)
{
    int32_t edge = node - s->surface->vertex_count;
    const int32_t *ends = s->surface->edges + 2 * (edge < 0 ? 0 : edge);
    return edge < 0 ? s->x[node] : v3_lerp(s->x[ends[0]], s->x[ends[1]], 0.5);
}

// Node k of a triangle: its corners, then its sides.
static int32_t node_of(const search *s, int32_t triangle, int32_t k)
{
    return k < 3 ? s->surface->triangles[3 * triangle + k]
                 : s->surface->vertex_count + s->surface->triangle_edges[3 * triangle + k - 3];
}

// Go to all nodes of a triangle from a node (-1: the start).
static bool spread(search *s, int32_t node, int32_t triangle)
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

static bool spread_all(search *s, int32_t node)
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
static bight_status search_nodes(search *s, int32_t *last)
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

static bight_status append(search *s, int32_t *count, int32_t triangle)
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

// What was put together is the strip.
static void take_spare(search *s, int32_t count)
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
static bight_status go_round(search *s, int32_t *count, int32_t node, int32_t triangle)
{
    int32_t last = s->path->spare[*count - 1],
            corner = node < s->surface->vertex_count ? corner_of(s->surface, last, node) : -1;
    if (corner < 0) {
        return append(s, count, triangle); // over an edge
    }
    for (int32_t back = 0; back < 2; back++) {
        int32_t at = corner, begun = *count;
        bight_status status = BIGHT_OK;
        while (at >= 0 && at / 3 != triangle && status == BIGHT_OK) {
            int32_t other = bi_side_across(s->surface, back != 0 ? at : bi_side_before(at));
            at = other < 0 || back == 0 ? other : bi_side_after(other);
            status = at < 0 ? status : append(s, count, at / 3);
            at = at == corner ? -1 : at;
        }
        if (status != BIGHT_OK || at >= 0) {
            return status;
        }
        *count = begun;
    }
    return BIGHT_ERROR_INVALID;
}

static bight_status find_strip(search *s)
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
    status = status == BIGHT_OK ? append(s, &count, s->from.triangle) : status;
    for (int32_t i = 0; i < n && status == BIGHT_OK; i++) {
        int32_t triangle = i + 1 < n ? p->from[2 * p->bends[i + 1] + 1] : s->to.triangle;
        status = triangle != p->spare[count - 1] ? go_round(s, &count, p->bends[i], triangle) : status;
    }
    take_spare(s, count);
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

// A way from a vertex, or to one, begins in the last triangle at it, or ends in the first.
static void trim(search *s)
{
    bi_surface_path *p = s->path;
    int32_t start = vertex_at(s->surface, s->from), goal = vertex_at(s->surface, s->to), first = 0;
    for (int32_t i = 0; i < p->strip_count && start >= 0; i++) {
        int32_t corner = corner_of(s->surface, p->strip[i], start);
        first = corner >= 0 ? i : first;
        s->from = corner >= 0 ? point_of(corner) : s->from;
    }
    p->strip_count -= first;
    memmove(p->strip, p->strip + first, (size_t)p->strip_count * sizeof *p->strip);
    for (int32_t i = 0; i < p->strip_count && goal >= 0; i++) {
        int32_t corner = corner_of(s->surface, p->strip[i], goal);
        if (corner >= 0) {
            s->to = point_of(corner);
            p->strip_count = i + 1;
        }
    }
}

// ---- the strip unfolded ---------------------------------------------------------------------------------

// The side of triangle a that b lies beyond; the strip is a chain, so there is one.
static int32_t shared_side(const bi_surface *surface, int32_t a, int32_t b)
{
    for (int32_t k = 0; k < 3; k++) {
        int32_t side = bi_side_across(surface, 3 * a + k);
        if (side >= 0 && side / 3 == b) {
            return 3 * a + k;
        }
    }
    return -1;
}

// Put a triangle down by one side: corner `side` at p, the next at q, the third to the left of p to q.
static void put_down(const search *s, int32_t side, const double p[2], const double q[2], double *plane)
{
    bight_vec3 a = corner_at(s, side), ab = v3_sub(corner_at(s, bi_side_after(side)), a),
               ac = v3_sub(corner_at(s, bi_side_before(side)), a);
    double length = v3_length_squared(ab), along = 0.0, aside = 0.0;
    if (length > 0.0) {
        along = v3_dot(ab, ac) / length;
        aside = v3_length(v3_cross(ab, ac)) / length;
    }
    double u = q[0] - p[0], v = q[1] - p[1];
    int32_t i = side % 3, j = bi_side_after(side) % 3, k = bi_side_before(side) % 3;
    plane[2 * i] = p[0];
    plane[2 * i + 1] = p[1];
    plane[2 * j] = q[0];
    plane[2 * j + 1] = q[1];
    plane[2 * k] = p[0] + along * u - aside * v;
    plane[2 * k + 1] = p[1] + along * v + aside * u;
}

static bight_status unfold(search *s)
{
    bi_surface_path *p = s->path;
    bight_status status = bi_reserve(s->allocator, &p->plane, &p->plane_capacity, 6 * (int64_t)p->strip_count,
                                     sizeof *p->plane);
    if (status != BIGHT_OK) {
        return status;
    }
    int32_t first = 3 * p->strip[0];
    const double zero[2] = {0.0, 0.0},
                 far[2] = {v3_distance(corner_at(s, first), corner_at(s, first + 1)), 0.0};
    put_down(s, first, zero, far, p->plane);
    for (int32_t i = 1; i < p->strip_count; i++) {
        int32_t side = shared_side(s->surface, p->strip[i - 1], p->strip[i]),
                other = bi_side_across(s->surface, side);
        const double *last = p->plane + 6 * (i - 1);
        put_down(s, other, last + 2 * (bi_side_after(side) % 3), last + 2 * (side % 3), p->plane + 6 * i);
    }
    return BIGHT_OK;
}

static void place_in(const double *plane, const double weights[3], double out[2])
{
    out[0] = weights[0] * plane[0] + weights[1] * plane[2] + weights[2] * plane[4];
    out[1] = weights[0] * plane[1] + weights[1] * plane[3] + weights[2] * plane[5];
}

// ---- the shortest way in a strip ------------------------------------------------------------------------

typedef struct funnel {
    double at[3][2]; // apex, right, left
    int32_t portal[3], vertex[3];
} funnel;

static double turn(const double o[2], const double a[2], const double b[2])
{
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

static void set(funnel *f, int32_t which, const double at[2], int32_t portal, int32_t vertex)
{
    f->at[which][0] = at[0];
    f->at[which][1] = at[1];
    f->portal[which] = portal;
    f->vertex[which] = vertex;
}

static bool same(const double a[2], const double b[2])
{
    return a[0] == b[0] && a[1] == b[1];
}

// Portal i is the side between triangles i and i + 1; the last one is the goal. `which` 1: its right end, 2: its left.
static int32_t portal_end(const search *s, int32_t i, int32_t which, double at[2])
{
    const bi_surface_path *p = s->path;
    if (i == p->strip_count - 1) {
        place_in(p->plane + 6 * i, s->to.weights, at);
        return -1;
    }
    int32_t side = shared_side(s->surface, p->strip[i], p->strip[i + 1]),
            corner = which == 1 ? side : bi_side_after(side);
    at[0] = p->plane[6 * i + 2 * (corner % 3)];
    at[1] = p->plane[6 * i + 2 * (corner % 3) + 1];
    return s->surface->triangles[corner];
}

// Take portal i's end into the funnel. @return true when the other side became a bend: go on from there.
static bool narrow(const search *s, funnel *f, int32_t i, int32_t which)
{
    int32_t other = 3 - which;
    double at[2], sign = which == 1 ? 1.0 : -1.0;
    int32_t vertex = portal_end(s, i, which, at);
    if (sign * turn(f->at[0], f->at[which], at) < 0.0) {
        return false; // wider
    }
    // while an end is the apex itself, portals turn round it and the funnel is open on that side
    if (same(f->at[0], f->at[which]) || same(f->at[0], f->at[other]) ||
        sign * turn(f->at[0], f->at[other], at) < 0.0) {
        set(f, which, at, i, vertex);
        return false;
    }
    return true;
}

// Bends as pairs (vertex, portal + 1), the portal's sign for its side: above 0 when the vertex is on the left.
static bight_status pull_taut(search *s, int32_t *bend_count)
{
    bi_surface_path *p = s->path;
    bight_status status =
        bi_reserve(s->allocator, &p->bends, &p->bend_capacity, 2 * (int64_t)p->strip_count, sizeof *p->bends);
    funnel f;
    double start[2];
    *bend_count = 0;
    if (status != BIGHT_OK) {
        return status;
    }
    place_in(p->plane, s->from.weights, start);
    for (int32_t k = 0; k < 3; k++) {
        set(&f, k, start, -1, -1);
    }
    for (int32_t i = 0; i < p->strip_count; i++) {
        for (int32_t which = 1; which <= 2; which++) {
            if (!narrow(s, &f, i, which)) {
                continue;
            }
            int32_t other = 3 - which, portal = f.portal[other];
            if (*bend_count < p->strip_count && f.vertex[other] >= 0) {
                p->bends[2 * *bend_count] = f.vertex[other];
                p->bends[2 * *bend_count + 1] = other == 2 ? portal + 1 : -portal - 1;
                (*bend_count)++;
            }
            double apex[2] = {f.at[other][0], f.at[other][1]};
            int32_t vertex = f.vertex[other];
            for (int32_t k = 0; k < 3; k++) {
                set(&f, k, apex, portal, vertex);
            }
            i = portal;
            break;
        }
    }
    return BIGHT_OK;
}

// ---- round the other side of vertices -------------------------------------------------------------------

static void bend_place(const search *s, int32_t bend, int32_t bend_count, double at[2])
{
    const bi_surface_path *p = s->path;
    if (bend < 0) {
        place_in(p->plane, s->from.weights, at);
    } else if (bend >= bend_count) {
        place_in(p->plane + 6 * (p->strip_count - 1), s->to.weights, at);
    } else {
        int32_t portal = p->bends[2 * bend + 1];
        portal_end(s, (portal > 0 ? portal : -portal) - 1, portal > 0 ? 2 : 1, at);
    }
}

// in turns
static double angle_at(const search *s, int32_t corner)
{
    bight_vec3 o = corner_at(s, corner), a = v3_sub(corner_at(s, bi_side_after(corner)), o),
               b = v3_sub(corner_at(s, bi_side_before(corner)), o);
    return bi_turn_to(v3_dot(a, b), v3_length(v3_cross(a, b)));
}

// All angles round a vertex; below 0 at a border.
static double whole_angle(const search *s, int32_t corner)
{
    double sum = 0.0;
    int32_t at = corner;
    do {
        sum += angle_at(s, at);
        int32_t other = bi_side_across(s->surface, at);
        if (other < 0) {
            return -1.0;
        }
        at = bi_side_after(other);
    } while (at != corner);
    return sum;
}

// Triangles of the strip round the vertex of a bend, and the corner of the first at it.
static int32_t fan_of(const search *s, int32_t vertex, int32_t portal, int32_t fan[2])
{
    const bi_surface_path *p = s->path;
    fan[0] = fan[1] = portal;
    while (fan[0] > 0 && corner_of(s->surface, p->strip[fan[0] - 1], vertex) >= 0) {
        fan[0]--;
    }
    while (fan[1] + 1 < p->strip_count && corner_of(s->surface, p->strip[fan[1] + 1], vertex) >= 0) {
        fan[1]++;
    }
    return corner_of(s->surface, p->strip[fan[0]], vertex);
}

// Does the way at a bend have less than half a turn of surface on the other side? It turns by d towards the vertex, so its
// own side has half a turn and d, and the other the whole angle less that.
static bool can_flip(const search *s, int32_t bend, int32_t bend_count, int32_t corner)
{
    double one[2], here[2], two[2];
    bend_place(s, bend - 1, bend_count, one);
    bend_place(s, bend, bend_count, here);
    bend_place(s, bend + 1, bend_count, two);
    double a = here[0] - one[0], b = here[1] - one[1], c = two[0] - here[0], d = two[1] - here[1];
    double sharp = bi_turn_to(a * c + b * d, fabs(a * d - b * c)), whole = whole_angle(s, corner);
    return whole > 0.0 && whole - (0.5 + sharp) < 0.5 - NO_TURN;
}

// Change the strip at every bend that can be, as long as their fans share no triangle. @return whether any was.
static bight_status flip_all(search *s, int32_t bend_count, bool *changed)
{
    bi_surface_path *p = s->path;
    int32_t count = 0, next = 0;
    bight_status status = BIGHT_OK;
    *changed = false;
    for (int32_t b = 0; b < bend_count && status == BIGHT_OK; b++) {
        int32_t vertex = p->bends[2 * b], sign = p->bends[2 * b + 1], fan[2];
        int32_t corner = fan_of(s, vertex, (sign > 0 ? sign : -sign) - 1, fan);
        if (corner < 0 || fan[0] < next || !can_flip(s, b, bend_count, corner)) {
            continue;
        }
        for (; next <= fan[0] && status == BIGHT_OK; next++) {
            status = append(s, &count, p->strip[next]);
        }

        // a strip that has the vertex on its left goes round it over the sides that end there, the other way round those that
        // begin there
        int32_t at = corner;
        while (at / 3 != p->strip[fan[1]] && status == BIGHT_OK) {
            int32_t other = bi_side_across(s->surface, sign > 0 ? at : bi_side_before(at));
            at = sign > 0 ? bi_side_after(other) : other;
            status = append(s, &count, at / 3);
        }
        next = fan[1] + 1;
        *changed = true;
    }
    for (; next < p->strip_count && *changed && status == BIGHT_OK; next++) {
        status = append(s, &count, p->strip[next]);
    }
    if (*changed && status == BIGHT_OK) {
        take_spare(s, count);
    }
    return status;
}

// ---- the line in space ----------------------------------------------------------------------------------

static bight_status add_point(search *s, bight_vec3 point)
{
    bi_surface_path *p = s->path;
    if (p->count > 0 && v3_distance(p->points[p->count - 1], point) == 0.0) {
        return BIGHT_OK;
    }
    bight_status status =
        bi_reserve(s->allocator, &p->points, &p->point_capacity, (int64_t)p->count + 1, sizeof *p->points);
    if (status == BIGHT_OK) {
        p->length += p->count > 0 ? v3_distance(p->points[p->count - 1], point) : 0.0;
        p->points[p->count++] = point;
    }
    return status;
}

// Where the straight pieces between bends cross the portals.
static bight_status draw(search *s, int32_t bend_count)
{
    bi_surface_path *p = s->path;
    p->count = 0;
    p->length = 0.0;
    bight_status status = add_point(s, s->start);
    int32_t bend = 0;
    for (int32_t i = 0; i + 1 < p->strip_count && status == BIGHT_OK; i++) {
        int32_t bent = bend < bend_count ? p->bends[2 * bend + 1] : 0;
        double a[2], b[2], right[2], left[2];
        bend_place(s, bend - 1, bend_count, a);
        bend_place(s, bend, bend_count, b);
        int32_t v = portal_end(s, i, 1, right), w = portal_end(s, i, 2, left);
        double one = turn(a, b, right), two = turn(a, b, left), t = one != two ? one / (one - two) : 0.5;
        status = add_point(s, v3_lerp(s->x[v], s->x[w], bi_max(0.0, bi_min(1.0, t))));
        while (bend < bend_count && (bent > 0 ? bent : -bent) - 1 == i && status == BIGHT_OK) {
            status = add_point(s, s->x[p->bends[2 * bend]]);
            bend++;
            bent = bend < bend_count ? p->bends[2 * bend + 1] : 0;
        }
    }
    return status == BIGHT_OK ? add_point(s, s->goal) : status;
}

// ---- all of it ------------------------------------------------------------------------------------------

bight_status bi_surface_path_find(const bight_allocator *allocator, const bi_surface *surface,
                                  const bight_vec3 *positions, bi_surface_point from, bi_surface_point to,
                                  bi_surface_path *path)
{
    search s = {.allocator = allocator,
                .surface = surface,
                .x = positions,
                .path = path,
                .from = from,
                .to = to,
                .start = bi_surface_point_at(surface, positions, from),
                .goal = bi_surface_point_at(surface, positions, to)};
    path->count = 0;
    path->length = 0.0;
    path->stopped = false;
    path->end = to;
    bight_status status = find_strip(&s);
    int32_t bend_count = 0;
    bool changed = true;
    for (int32_t round = 0; round < MOST_ROUNDS && changed && status == BIGHT_OK; round++) {
        trim(&s);
        status = unfold(&s);
        status = status == BIGHT_OK ? pull_taut(&s, &bend_count) : status;
        changed = false;
        status = status == BIGHT_OK ? flip_all(&s, bend_count, &changed) : status;
    }
    return status == BIGHT_OK ? draw(&s, bend_count) : status;
}

void bi_surface_path_free(const bight_allocator *allocator, bi_surface_path *path)
{
    bi_free_array(allocator, path->points, (size_t)path->point_capacity, sizeof *path->points);
    bi_free_array(allocator, path->strip, (size_t)path->strip_capacity, sizeof *path->strip);
    bi_free_array(allocator, path->spare, (size_t)path->spare_capacity, sizeof *path->spare);
    bi_free_array(allocator, path->plane, (size_t)path->plane_capacity, sizeof *path->plane);
    bi_free_array(allocator, path->bends, (size_t)path->bend_capacity, sizeof *path->bends);
    bi_free_array(allocator, path->from, (size_t)path->from_capacity, sizeof *path->from);
    bi_free_array(allocator, path->reached, (size_t)path->reached_capacity, sizeof *path->reached);
    bi_free_array(allocator, path->heap, (size_t)path->heap_capacity, sizeof *path->heap);
    *path = (bi_surface_path){0};
}
