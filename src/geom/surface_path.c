// SPDX-License-Identifier: MIT
// A strip of triangles unfolded, the shortest way in it, and the strips on the other sides of vertices.

#include "geom/surface_path.h"

#include "core/memory.h"
#include "core/turn.h"
#include "geom/surface_side.h"
#include "geom/surface_strip.h"

#define NO_TURN 1e-13 // turns; so much below half a turn counts as half a turn
#define MOST_ROUNDS 4000

bight_vec3 bi_surface_point_at(const bi_surface *surface, const bight_vec3 *positions, bi_surface_point point)
{
    const int32_t *v = surface->triangles + 3 * (size_t)point.triangle;
    bight_vec3 at = v3_mul(point.weights[0], positions[v[0]]);
    return v3_madd(v3_madd(at, point.weights[1], positions[v[1]]), point.weights[2], positions[v[2]]);
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
static void put_down(const bi_path_search *s, int32_t side, const double p[2], const double q[2],
                     double *plane)
{
    bight_vec3 a = bi_path_corner_at(s, side), ab = v3_sub(bi_path_corner_at(s, bi_side_after(side)), a),
               ac = v3_sub(bi_path_corner_at(s, bi_side_before(side)), a);
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

static bight_status unfold(bi_path_search *s)
{
    bi_surface_path *p = s->path;
    bight_status status = bi_reserve(s->allocator, &p->plane, &p->plane_capacity, 6 * (int64_t)p->strip_count,
                                     sizeof *p->plane);
    if (status != BIGHT_OK) {
        return status;
    }
    int32_t first = 3 * p->strip[0];
    const double zero[2] = {0.0, 0.0},
                 far[2] = {v3_distance(bi_path_corner_at(s, first), bi_path_corner_at(s, first + 1)), 0.0};
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
static int32_t portal_end(const bi_path_search *s, int32_t i, int32_t which, double at[2])
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
static bool narrow(const bi_path_search *s, funnel *f, int32_t i, int32_t which)
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
static bight_status pull_taut(bi_path_search *s, int32_t *bend_count)
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

static void bend_place(const bi_path_search *s, int32_t bend, int32_t bend_count, double at[2])
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
static double angle_at(const bi_path_search *s, int32_t corner)
{
    bight_vec3 o = bi_path_corner_at(s, corner), a = v3_sub(bi_path_corner_at(s, bi_side_after(corner)), o),
               b = v3_sub(bi_path_corner_at(s, bi_side_before(corner)), o);
    return bi_turn_to(v3_dot(a, b), v3_length(v3_cross(a, b)));
}

// All angles round a vertex; below 0 at a border.
static double whole_angle(const bi_path_search *s, int32_t corner)
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
static int32_t fan_of(const bi_path_search *s, int32_t vertex, int32_t portal, int32_t fan[2])
{
    const bi_surface_path *p = s->path;
    fan[0] = fan[1] = portal;
    while (fan[0] > 0 && bi_path_corner(s->surface, p->strip[fan[0] - 1], vertex) >= 0) {
        fan[0]--;
    }
    while (fan[1] + 1 < p->strip_count && bi_path_corner(s->surface, p->strip[fan[1] + 1], vertex) >= 0) {
        fan[1]++;
    }
    return bi_path_corner(s->surface, p->strip[fan[0]], vertex);
}

// Does the way at a bend have less than half a turn of surface on the other side? It turns by d towards the vertex, so its
// own side has half a turn and d, and the other the whole angle less that.
static bool can_flip(const bi_path_search *s, int32_t bend, int32_t bend_count, int32_t corner)
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
static bight_status flip_all(bi_path_search *s, int32_t bend_count, bool *changed)
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
            status = bi_path_append(s, &count, p->strip[next]);
        }

        // a strip that has the vertex on its left goes round it over the sides that end there, the other way round those that
        // begin there
        int32_t at = corner;
        while (at / 3 != p->strip[fan[1]] && status == BIGHT_OK) {
            int32_t other = bi_side_across(s->surface, sign > 0 ? at : bi_side_before(at));
            at = sign > 0 ? bi_side_after(other) : other;
            status = bi_path_append(s, &count, at / 3);
        }
        next = fan[1] + 1;
        *changed = true;
    }
    for (; next < p->strip_count && *changed && status == BIGHT_OK; next++) {
        status = bi_path_append(s, &count, p->strip[next]);
    }
    if (*changed && status == BIGHT_OK) {
        bi_path_take(s, count);
    }
    return status;
}

// ---- the line in space ----------------------------------------------------------------------------------

static bight_status add_point(bi_path_search *s, bight_vec3 point)
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
static bight_status draw(bi_path_search *s, int32_t bend_count)
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
    bi_path_search s = {.allocator = allocator,
                        .surface = surface,
                        .x = positions,
                        .path = path,
                        .from = from,
                        .to = to,
                        .start = bi_surface_point_at(surface, positions, from),
                        .goal = bi_surface_point_at(surface, positions, to)};
    bi_path_snap(&s.from);
    bi_path_snap(&s.to);
    path->count = 0;
    path->length = 0.0;
    path->stopped = false;
    path->end = to;
    bight_status status = bi_path_strip(&s);
    int32_t bend_count = 0;
    bool changed = true;
    for (int32_t round = 0; round < MOST_ROUNDS && changed && status == BIGHT_OK; round++) {
        bi_path_trim(&s);
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
