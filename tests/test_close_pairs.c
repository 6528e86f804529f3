// SPDX-License-Identifier: MIT

#include "geom/close_pairs.h"
#include "failing_memory.h"
#include "reference.h"
#include "sheets.h"

// Squared distance of a point to a closed triangle, in more digits than double.
static double slow_point_triangle(bight_vec3 p, const bight_vec3 t[3])
{
    const wide3 x[3] = {wide3_of(t[0]), wide3_of(t[1]), wide3_of(t[2])};
    wide best = reference_point_face(wide3_of(p), x);
    for (int32_t k = 0; k < 3; k++) {
        best = wide_min(best, reference_point_segment(wide3_of(p), x[k], x[(k + 1) % 3]));
    }
    return reference_root(best);
}

static double slow_edges(bight_vec3 p, bight_vec3 q, bight_vec3 r, bight_vec3 s)
{
    return reference_root(reference_segments(wide3_of(p), wide3_of(q), wide3_of(r), wide3_of(s)));
}

static const bi_close_pair *look_for(const bi_close_list *list, int32_t a, int32_t b, int32_t *times)
{
    const bi_close_pair *found = NULL;
    *times = 0;
    for (int32_t i = 0; i < list->count; i++) {
        if (list->pairs[i].a == a && list->pairs[i].b == b) {
            found = &list->pairs[i];
            (*times)++;
        }
    }
    return found;
}

// Listed once with the right distance when near, not at all when far; on the very border either.
static void check_pair(const bi_close_list *list, int32_t a, int32_t b, double truth, double reach,
                       uint64_t seed)
{
    int32_t times;
    const bi_close_pair *pair = look_for(list, a, b, &times);
    double slack = 1e-9 * (1.0 + reach);
    CHECK_SEED(times == 1 || (times == 0 && truth > reach - slack), seed);
    CHECK_SEED(times == 0 || (truth <= reach + slack && fabs(pair->distance - truth) <= slack), seed);
}

static bool used(const bi_surface *surface, const int32_t *first, const int32_t *items, int32_t i)
{
    for (int32_t k = first[i]; k < first[i + 1]; k++) {
        if (!(surface->owned[items[k] / 3] & BI_FOLDED)) {
            return true;
        }
    }
    return false;
}

static bool vertex_used(const sheet *s, int32_t v)
{
    return used(&s->surface, s->surface.vertex_first, s->surface.vertex_corners, v);
}

static bool edge_used(const sheet *s, int32_t e)
{
    return used(&s->surface, s->surface.edge_first, s->surface.edge_sides, e);
}

static int32_t check_vertices(const sheet *a, const sheet *b, bool self, bool vertex_first,
                              const bi_close_list *list, double reach, uint64_t seed)
{
    int32_t expected = 0;
    for (int32_t v = 0; v < a->vertex_count; v++) {
        for (int32_t t = 0; t < b->triangle_count; t++) {
            const int32_t *c = b->triangles + 3 * t;
            if ((self && (c[0] == v || c[1] == v || c[2] == v)) || is_folded(b, t) || !vertex_used(a, v)) {
                continue;
            }
            const bight_vec3 x[3] = {b->x[c[0]], b->x[c[1]], b->x[c[2]]};
            double truth = slow_point_triangle(a->x[v], x);
            check_pair(list, vertex_first ? v : t, vertex_first ? t : v, truth, reach, seed);
            expected += truth <= reach;
        }
    }
    return expected;
}

static int32_t check_edges(const sheet *a, const sheet *b, bool self, const bi_close_list *list, double reach,
                           uint64_t seed)
{
    int32_t expected = 0;
    for (int32_t e = 0; e < a->surface.edge_count; e++) {
        for (int32_t f = self ? e + 1 : 0; f < b->surface.edge_count; f++) {
            const int32_t *p = a->surface.edges + 2 * e, *q = b->surface.edges + 2 * f;
            bool common = self && (p[0] == q[0] || p[0] == q[1] || p[1] == q[0] || p[1] == q[1]);
            if (common || !edge_used(a, e) || !edge_used(b, f)) {
                continue;
            }
            double truth = slow_edges(a->x[p[0]], a->x[p[1]], b->x[q[0]], b->x[q[1]]);
            check_pair(list, e, f, truth, reach, seed);
            expected += truth <= reach;
        }
    }
    return expected;
}

static bool same(const bi_close_list *a, const bi_close_list *b)
{
    bool equal = a->count == b->count;
    for (int32_t i = 0; equal && i < a->count; i++) {
        equal = a->pairs[i].a == b->pairs[i].a && a->pairs[i].b == b->pairs[i].b &&
                a->pairs[i].distance == b->pairs[i].distance;
    }
    return equal;
}

TEST(all_close_pairs_are_listed_once)
{
    int32_t total = 0;
    bi_close_pairs close = {0}, again = {0};
    for (uint64_t seed = 1; seed <= 60; seed++) {
        bi_random random = bi_random_from(seed);
        sheet a =
            seed % 2 == 0 ? soup_sheet(&random, 20, bi_random_below(&random, 25), 2.0) : grid_sheet(4, 2.0);
        sheet b = ball_sheet(bi_random_vec3(&random, 1.0), 1.5);
        for (int32_t i = 0; i < a.vertex_count && seed % 2 == 1; i++) {
            a.x[i] = v3_add(v3(fabs(a.x[i].x - 1.0), a.x[i].y, 0), bi_random_vec3(&random, 0.1));
        }
        if (seed % 3 == 0) {
            snap(&a, 0.5);
        }
        finish_sheet(&a);
        finish_sheet(&b);
        bi_sheet one = see(&a), other = see(&b);
        double reach = seed % 5 == 0 ? 0.0 : 0.6 * bi_random_unit(&random);

        CHECK(bi_close_pairs_find(NULL, NULL, &one, NULL, reach, 1, &close) == BIGHT_OK);
        CHECK(bi_close_pairs_find(NULL, NULL, &one, NULL, reach, 3, &again) == BIGHT_OK);
        CHECK_SEED(same(&close.vertex_triangle, &again.vertex_triangle), seed);
        CHECK_SEED(same(&close.edge_edge, &again.edge_edge), seed);
        CHECK_SEED(close.triangle_vertex.count == 0, seed);
        total += check_vertices(&a, &a, true, true, &close.vertex_triangle, reach, seed);
        total += check_edges(&a, &a, true, &close.edge_edge, reach, seed);

        CHECK(bi_close_pairs_find(NULL, NULL, &one, &other, reach, 1, &close) == BIGHT_OK);
        CHECK(bi_close_pairs_find(NULL, NULL, &one, &other, reach, 4, &again) == BIGHT_OK);
        CHECK_SEED(same(&close.triangle_vertex, &again.triangle_vertex), seed);
        total += check_vertices(&a, &b, false, true, &close.vertex_triangle, reach, seed);
        total += check_vertices(&b, &a, false, false, &close.triangle_vertex, reach, seed);
        total += check_edges(&a, &b, false, &close.edge_edge, reach, seed);
        drop_sheet(&a);
        drop_sheet(&b);
    }
    bi_close_pairs_free(NULL, &close);
    bi_close_pairs_free(NULL, &again);
    print_message("%d pairs\n", total);
    CHECK(total > 10000);
}

// Pairs of bodies are nobody's business; all others are.
TEST(bodies_are_not_compared_with_bodies)
{
    sheet s = grid_sheet(8, 1.0);
    for (int32_t i = 0; i < s.vertex_count; i++) {
        s.x[i] = v3(fabs(s.x[i].x - 0.5), s.x[i].y, s.x[i].x < 0.5 ? 0.0 : 0.01);
    }
    finish_sheet(&s);
    uint8_t *still = calloc((size_t)s.vertex_count, 1);
    for (int32_t i = 0; i < s.vertex_count; i++) {
        still[i] = i % 9 < 3 || i % 9 > 5; // both ends of the fold
    }
    bi_sheet one = see(&s);
    bi_close_pairs all = {0}, some = {0};
    CHECK(bi_close_pairs_find(NULL, NULL, &one, NULL, 0.02, 1, &all) == BIGHT_OK);
    bi_surface_mark_bodies(&s.surface, still);
    CHECK(bi_close_pairs_find(NULL, NULL, &one, NULL, 0.02, 1, &some) == BIGHT_OK);
    int32_t expected = 0;
    for (int32_t i = 0; i < all.vertex_triangle.count; i++) {
        const bi_close_pair *pair = &all.vertex_triangle.pairs[i];
        int32_t times;
        const int32_t *c = s.triangles + 3 * pair->b;
        bool bodies = still[pair->a] && still[c[0]] && still[c[1]] && still[c[2]];
        bool listed = look_for(&some.vertex_triangle, pair->a, pair->b, &times) != NULL;
        CHECK(listed || still[pair->a]);
        CHECK(!listed || !bodies || !(s.surface.owned[pair->b] & BI_STILL) || times == 1);
        expected += !bodies;
    }
    CHECK(some.vertex_triangle.count >= expected && some.vertex_triangle.count < all.vertex_triangle.count);
    CHECK(some.edge_edge.count < all.edge_edge.count);
    bi_surface_mark_bodies(&s.surface, NULL);
    CHECK(bi_close_pairs_find(NULL, NULL, &one, NULL, 0.02, 1, &some) == BIGHT_OK);
    CHECK(some.edge_edge.count == all.edge_edge.count);
    bi_close_pairs_free(NULL, &all);
    bi_close_pairs_free(NULL, &some);
    free(still);
    drop_sheet(&s);
}

// A step like the one before it asks the allocator for nothing.
TEST(warm_searches_do_not_allocate)
{
    failing_allocator state = {0};
    bight_allocator allocator = {failing_resize, &state};
    sheet s = grid_sheet(40, 1.0);
    for (int32_t i = 0; i < s.vertex_count; i++) {
        s.x[i] = v3(fabs(s.x[i].x - 0.5), s.x[i].y, 0.001 * (i % 7));
    }
    finish_sheet(&s);
    bi_sheet one = see(&s);
    bi_close_pairs close = {0};
    bi_crossings crossings = {0};
    CHECK(bi_close_pairs_find(&allocator, NULL, &one, NULL, 0.03, 2, &close) == BIGHT_OK);
    CHECK(bi_crossings_find(&allocator, NULL, &one, NULL, 2, &crossings) == BIGHT_OK);
    CHECK(close.edge_edge.count > 1000 && crossings.count > 100);
    int64_t before = state.calls;
    CHECK(bi_close_pairs_find(&allocator, NULL, &one, NULL, 0.03, 2, &close) == BIGHT_OK);
    CHECK(bi_crossings_find(&allocator, NULL, &one, NULL, 2, &crossings) == BIGHT_OK);
    CHECK(before > 0 && state.calls == before);
    bi_close_pairs_free(&allocator, &close);
    bi_crossings_free(&allocator, &crossings);
    drop_sheet(&s);
}

RUN_TESTS(unit(all_close_pairs_are_listed_once), unit(bodies_are_not_compared_with_bodies),
          unit(warm_searches_do_not_allocate))
