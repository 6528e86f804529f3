// SPDX-License-Identifier: MIT

#include "dress/push_pairs.h"

#include "cloth/tangle.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/crossing.h"
#include "geom/predicates.h"

#include <string.h>

// An end of the segment that two triangles share, waiting for the other: a slot of a hash table.
typedef struct bi_push_end {
    int32_t knot, rest; // triangles; knot is -1 in a free slot
    bool met;           // the other end has come
    bight_vec3 point;
} bi_push_end;

typedef struct search {
    const bight_allocator *allocator;
    const bi_push_sides *sides;
    bight_vec3 shift;
    bi_push_pairs *pairs;
    bool one; // is enough
    bight_status status;
} search;

static bight_vec3 point_of(const search *s, int32_t of_rest, int32_t vertex)
{
    return of_rest ? s->sides->rest.points[vertex] : v3_add(s->sides->knot.points[vertex], s->shift);
}

static const bi_push_side *side_of(const search *s, int32_t of_rest)
{
    return of_rest ? &s->sides->rest : &s->sides->knot;
}

// ---- length ---------------------------------------------------------------------------------------------

static bi_push_end *slot_of(const bi_push_pairs *pairs, int32_t knot, int32_t rest)
{
    uint64_t hash = ((uint64_t)(uint32_t)knot << 32 | (uint32_t)rest) * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t mask = (uint32_t)pairs->end_capacity - 1, at = (uint32_t)(hash >> 32) & mask;
    while (pairs->ends[at].knot >= 0 && (pairs->ends[at].knot != knot || pairs->ends[at].rest != rest)) {
        at = (at + 1) & mask;
    }
    return &pairs->ends[at];
}

static bight_status grow(const bight_allocator *allocator, bi_push_pairs *pairs)
{
    if (2 * (int64_t)(pairs->end_count + 1) <= pairs->end_capacity) {
        return BIGHT_OK;
    }
    if (pairs->end_capacity >= INT32_MAX / 2) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    bi_push_pairs more = *pairs;
    more.end_capacity = pairs->end_capacity == 0 ? 256 : 2 * pairs->end_capacity;
    more.ends = bi_new_array(allocator, (size_t)more.end_capacity, sizeof *more.ends);
    if (more.ends == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; i < more.end_capacity; i++) {
        more.ends[i].knot = -1;
    }
    for (int32_t i = 0; i < pairs->end_capacity; i++) {
        if (pairs->ends[i].knot >= 0) {
            *slot_of(&more, pairs->ends[i].knot, pairs->ends[i].rest) = pairs->ends[i];
        }
    }
    bi_free_array(allocator, pairs->ends, (size_t)pairs->end_capacity, sizeof *pairs->ends);
    *pairs = more;
    return BIGHT_OK;
}

// Triangles that go through each other share a segment, which ends at two pairs: its length is added when the second comes.
static void end_segment(search *s, int32_t knot, int32_t rest, bight_vec3 point)
{
    bi_push_pairs *pairs = s->pairs;
    bight_status status = grow(s->allocator, pairs);
    if (status != BIGHT_OK) {
        s->status = status;
        return;
    }
    bi_push_end *end = slot_of(pairs, knot, rest);
    if (end->knot < 0) {
        *end = (bi_push_end){knot, rest, false, point};
        pairs->end_count++;
    } else if (!end->met) {
        pairs->length += v3_distance(end->point, point);
        end->met = true;
    }
}

// ---- pairs ----------------------------------------------------------------------------------------------

// x: the edge's ends, then the triangle's corners.
static void add(search *s, int32_t of_rest, int32_t edge, int32_t triangle, const bight_vec3 x[5])
{
    if (s->one) {
        s->pairs->count++;
        return;
    }
    const bi_surface *surface = &side_of(s, of_rest)->surface;
    bight_status status = bi_reserve(s->allocator, &s->pairs->items, &s->pairs->capacity,
                                     (int64_t)s->pairs->count + 1, sizeof *s->pairs->items);
    if (status != BIGHT_OK) {
        s->status = status;
        return;
    }

    // where: the ends' distances from the plane give t
    bight_vec3 n = v3_unit(v3_cross(v3_sub(x[3], x[2]), v3_sub(x[4], x[2])), v3(0, 0, 0));
    bight_vec3 e = v3_unit(v3_sub(x[1], x[0]), v3(0, 0, 0));
    double p = fabs(v3_dot(v3_sub(x[0], x[2]), n)), q = fabs(v3_dot(v3_sub(x[1], x[2]), n));
    bight_vec3 point = v3_lerp(x[0], x[1], p + q > 0.0 ? p / (p + q) : 0.5);

    // S has a term for each triangle of the edge, by its third corner
    bight_vec3 corners[2], normal = n;
    int32_t count = 0;
    for (int32_t i = surface->edge_first[edge]; i < surface->edge_first[edge + 1]; i++) {
        int32_t t = surface->edge_sides[i] / 3, k = surface->edge_sides[i] % 3;
        const int32_t *v = surface->triangles + 3 * (size_t)t;
        if (count < 2) {
            corners[count++] = point_of(s, of_rest, v[(k + 2) % 3]);
        }
        if (of_rest) {
            normal = v3_unit(v3_cross(v3_sub(x[1], x[0]), v3_sub(corners[count - 1], x[0])), n);
        }
        end_segment(s, of_rest ? triangle : t, of_rest ? t : triangle, point);
    }
    bight_vec3 push = bi_tangle_push(bi_tangle_along(point, x[0], x[1], n, corners, count), e, n);
    bight_vec3 to_middle = v3_sub(v3_add(s->sides->centre, s->shift), point);
    s->pairs->items[s->pairs->count++] =
        (bi_push_pair){edge, triangle, of_rest, v3_mul(of_rest ? -1.0 : 1.0, push),
                       v3_mul(v3_dot(normal, to_middle) < 0.0 ? -1.0 : 1.0, normal)};
}

// The newest comes first, the oldest is forgotten.
static void remember(bi_push_pairs *pairs, bi_push_witness pair)
{
    pairs->witness_count = bi_min_int(pairs->witness_count + 1, BI_PUSH_WITNESSES);
    memmove(pairs->witnesses + 1, pairs->witnesses,
            (size_t)(pairs->witness_count - 1) * sizeof *pairs->witnesses);
    pairs->witnesses[0] = pair;
}

static bool is_border(const search *s, int32_t vertex)
{
    return vertex < s->sides->border_count && s->sides->border[vertex];
}

// Is every corner of x strictly on one side of the plane of y?
static bool on_one_side(const bight_vec3 x[3], const bight_vec3 y[3])
{
    int32_t a = bi_orient3d_quick(y[0], y[1], y[2], x[0]);
    return a != 0 && bi_orient3d_quick(y[0], y[1], y[2], x[1]) == a &&
           bi_orient3d_quick(y[0], y[1], y[2], x[2]) == a;
}

// The edges that a triangle owns against one of the other side.
static void test_edges(search *s, int32_t of_rest, int32_t from, int32_t to, const bight_vec3 a[3],
                       const bight_vec3 b[3])
{
    const bi_push_side *side = side_of(s, of_rest), *other = side_of(s, 1 - of_rest);
    const int32_t *v = side->triangles + 3 * (size_t)from, *w = other->triangles + 3 * (size_t)to;
    bool by_border = is_border(s, w[0]) || is_border(s, w[1]) || is_border(s, w[2]);
    int32_t of_other = of_rest ? 0 : s->sides->knot.point_count,
            own = of_rest ? s->sides->knot.point_count : 0;
    for (int32_t k = 0; k < 3; k++) {
        int32_t next = k == 2 ? 0 : k + 1, p = v[k], q = v[next];
        bool common = p == w[0] || p == w[1] || p == w[2] || q == w[0] || q == w[1] || q == w[2];
        if (!(side->surface.owned[from] & BI_OWNS_EDGE(k)) || common) {
            continue;
        }
        bool swap = p > q;
        const bight_vec3 x[5] = {a[swap ? next : k], a[swap ? k : next], b[0], b[1], b[2]};
        const int32_t ranks[5] = {own + (swap ? q : p), own + (swap ? p : q), of_other + w[0],
                                  of_other + w[1], of_other + w[2]};
        if (bi_edge_meets_triangle(x, ranks) != BI_CROSSING) {
            continue;
        }
        if (by_border && (is_border(s, p) || is_border(s, q))) {
            s->pairs->border++;
        } else {
            add(s, of_rest, side->surface.triangle_edges[3 * (size_t)from + (size_t)k], to, x);
        }
    }
}

// Two triangles that may go through each other. @return false when no more are wanted.
static bool test_pair(search *s, int32_t a, int32_t b)
{
    bight_vec3 x[3], y[3];
    for (int32_t k = 0; k < 3; k++) {
        x[k] = point_of(s, 0, s->sides->knot.triangles[3 * (size_t)a + (size_t)k]);
        y[k] = point_of(s, 1, s->sides->rest.triangles[3 * (size_t)b + (size_t)k]);
    }
    bool folded = ((s->sides->knot.surface.owned[a] | s->sides->rest.surface.owned[b]) & BI_FOLDED) != 0;
    if (folded || on_one_side(x, y) || on_one_side(y, x)) {
        return true;
    }
    test_edges(s, 0, a, b, x, y);
    test_edges(s, 1, b, a, y, x);
    return s->status == BIGHT_OK && !(s->one && s->pairs->count > 0);
}

static bool visit(void *data, int32_t leaf_a, int32_t leaf_b)
{
    search *s = data;
    int32_t a = s->sides->knot.tree.order[leaf_a], b = s->sides->rest.tree.order[leaf_b];
    bool more = test_pair(s, a, b);
    if (!more && s->one && s->status == BIGHT_OK) {
        remember(s->pairs, (bi_push_witness){a, b});
    }
    return more;
}

static void empty(bi_push_pairs *pairs)
{
    pairs->count = pairs->border = 0;
    pairs->length = 0.0;
}

bight_status bi_push_pairs_find(const bight_allocator *allocator, const bi_push_sides *sides,
                                bight_vec3 shift, bi_push_pairs *pairs)
{
    empty(pairs);
    pairs->end_count = 0;
    for (int32_t i = 0; i < pairs->end_capacity; i++) {
        pairs->ends[i].knot = -1;
    }
    search s = {allocator, sides, shift, pairs, false, BIGHT_OK};
    bi_box_tree_visit_shifted(&sides->knot.tree, shift, &sides->rest.tree, visit, &s);
    return s.status;
}

bight_status bi_push_is_clear(const bight_allocator *allocator, const bi_push_sides *sides, bight_vec3 shift,
                              bi_push_pairs *pairs, bool *clear)
{
    search s = {allocator, sides, shift, pairs, true, BIGHT_OK};

    // what went through each other a little way off does so here, too, most often
    for (int32_t i = 0; i < pairs->witness_count; i++) {
        empty(pairs);
        bi_push_witness pair = pairs->witnesses[i];
        if (!test_pair(&s, pair.knot, pair.rest)) {
            memmove(pairs->witnesses + 1, pairs->witnesses, (size_t)i * sizeof *pairs->witnesses);
            pairs->witnesses[0] = pair;
            *clear = false;
            return s.status;
        }
    }
    empty(pairs);
    bi_box_tree_visit_shifted(&sides->knot.tree, shift, &sides->rest.tree, visit, &s);
    *clear = s.status == BIGHT_OK && pairs->count == 0;
    return s.status;
}

void bi_push_pairs_free(const bight_allocator *allocator, bi_push_pairs *pairs)
{
    if (pairs->capacity > 0) {
        bi_free_array(allocator, pairs->items, (size_t)pairs->capacity, sizeof *pairs->items);
    }
    bi_free_array(allocator, pairs->ends, (size_t)pairs->end_capacity, sizeof *pairs->ends);
    *pairs = (bi_push_pairs){0};
}
