// SPDX-License-Identifier: MIT

#include "geom/contour.h"
#include "failing_memory.h"
#include "sheets.h"

typedef struct linked {
    bi_crossings crossings;
    bi_contours contours;
} linked;

static linked link_sheets(const sheet *a, const sheet *b)
{
    linked l = {0};
    bi_sheet one = see(a), other = see(b == NULL ? a : b);
    CHECK(bi_crossings_find(NULL, NULL, &one, b == NULL ? NULL : &other, 2, &l.crossings) == BIGHT_OK);
    CHECK(bi_contours_link(NULL, &one, b == NULL ? NULL : &other, &l.crossings, &l.contours) == BIGHT_OK);
    return l;
}

static void drop_linked(linked *l)
{
    bi_crossings_free(NULL, &l->crossings);
    bi_contours_free(NULL, &l->contours);
}

// Crossings of a manifold stand in one curve each.
static void check_each_once(const linked *l, uint64_t seed)
{
    int32_t *seen = calloc((size_t)l->crossings.count + 1, sizeof *seen);
    CHECK_SEED(l->contours.starts[l->contours.count] == l->crossings.count, seed);
    for (int32_t i = 0; i < l->crossings.count; i++) {
        seen[l->contours.crossings[i]]++;
    }
    for (int32_t i = 0; i < l->crossings.count; i++) {
        CHECK_SEED(seen[i] == 1, seed);
    }
    free(seen);
}

// ---- the slow way ------------------------------------------------------------------------------------

// A segment's end by brute force: a triangle of the edge, what it pierces, and the crossing.
typedef struct pierced {
    int32_t own, other, crossing, mate; // mate: the other end, -1 when there is none
} pierced;

// All ends, each with its partner: the one other end of the same two triangles, found by comparing all with all.
static int32_t all_ends(const sheet *a, const sheet *b, const bi_crossings *crossings, pierced *ends)
{
    int32_t count = 0;
    for (int32_t i = 0; i < crossings->count; i++) {
        const bi_crossing *at = &crossings->items[i];
        const sheet *s = b != NULL && at->sheet == 1 ? b : a;
        const int32_t *edge = s->surface.edges + 2 * (size_t)at->edge;
        for (int32_t t = 0; t < s->triangle_count; t++) {
            const int32_t *c = s->triangles + 3 * (size_t)t;
            bool has_first = c[0] == edge[0] || c[1] == edge[0] || c[2] == edge[0];
            bool has_second = c[0] == edge[1] || c[1] == edge[1] || c[2] == edge[1];
            if (has_first && has_second && !is_folded(s, t)) {
                ends[count++] = (pierced){t, at->triangle, i, -1};
            }
        }
    }
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < i; k++) {
            const bi_crossing *at = &crossings->items[ends[i].crossing],
                              *with = &crossings->items[ends[k].crossing];
            bool alike = b == NULL || at->sheet == with->sheet;
            bool same = alike && ends[i].own == ends[k].own && ends[i].other == ends[k].other;
            bool turned =
                (b == NULL || !alike) && ends[i].own == ends[k].other && ends[i].other == ends[k].own;
            if ((same || turned) && ends[k].mate < 0 && ends[i].mate < 0) {
                ends[i].mate = k;
                ends[k].mate = i;
            }
        }
    }
    return count;
}

// Takes the segment between two crossings out of the list. Is there one?
static bool take_segment(pierced *ends, int32_t count, int32_t from, int32_t to)
{
    for (int32_t i = 0; i < count; i++) {
        int32_t mate = ends[i].mate;
        if (mate >= 0 && ends[i].crossing == from && ends[mate].crossing == to) {
            ends[i].mate = ends[mate].mate = -1;
            return true;
        }
    }
    return false;
}

// The curves are made of all segments, each once; they run on where two meet and nowhere else; a crossing of none stands
// alone; first those with ends, then the closed ones, each from its least crossing on or from its lesser end.
static void check_curves(const linked *l, const sheet *a, const sheet *b, uint64_t seed)
{
    int32_t room = 0, crossings = l->crossings.count;
    for (int32_t i = 0; i < crossings; i++) {
        const bi_crossing *at = &l->crossings.items[i];
        const bi_surface *surface = b != NULL && at->sheet == 1 ? &b->surface : &a->surface;
        room += surface->edge_first[at->edge + 1] - surface->edge_first[at->edge];
    }
    pierced *ends = calloc((size_t)room + 1, sizeof *ends);
    int32_t *degree = calloc((size_t)crossings + 1, sizeof *degree), segments = 0, last[2] = {-1, -1};
    int32_t count = all_ends(a, b, &l->crossings, ends);
    for (int32_t i = 0; i < count; i++) {
        degree[ends[i].crossing] += ends[i].mate >= 0;
        segments += ends[i].mate > i;
    }
    for (int32_t i = 0; i < l->contours.count; i++) {
        const int32_t *at = l->contours.crossings + l->contours.starts[i];
        int32_t length = l->contours.starts[i + 1] - l->contours.starts[i];
        bool closed = l->contours.closed[i];
        CHECK_SEED(length >= 1 && !(last[1] >= 0 && !closed), seed);
        CHECK_SEED(at[0] >= last[closed], seed);
        last[closed] = at[0];
        for (int32_t k = 0; k < length; k++) {
            bool inside = closed || (k > 0 && k < length - 1);
            CHECK_SEED(inside == (degree[at[k]] == 2), seed);
            CHECK_SEED(!closed || at[k] >= at[0], seed);
            CHECK_SEED(k == 0 || take_segment(ends, count, at[k - 1], at[k]), seed);
        }
        CHECK_SEED(!closed || take_segment(ends, count, at[length - 1], at[0]), seed);
        CHECK_SEED(at[0] <= at[length - 1], seed);
        CHECK_SEED((length == 1) == (degree[at[0]] == 0), seed);
        segments -= length - 1 + closed;
    }
    CHECK_SEED(segments == 0, seed);
    free(ends);
    free(degree);
}

// Two closed surfaces meet in closed curves, degenerate or not.
TEST(closed_surfaces_meet_in_closed_curves)
{
    int32_t curves = 0;
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(3000, 600); seed++) {
        bi_random random = bi_random_from(seed);
        sheet a = ball_sheet(v3(0, 0, 0), 4.0), b = ball_sheet(bi_random_vec3(&random, 3.0), 3.0);
        if (seed % 4 != 0) {
            snap(&a, 1.0);
            snap(&b, seed % 4 == 1 ? 1.0 : 2.0);
        }
        finish_sheet(&a);
        finish_sheet(&b);
        linked l = link_sheets(&a, &b);
        check_each_once(&l, seed);
        check_curves(&l, &a, &b, seed);
        for (int32_t i = 0; i < l.contours.count; i++) {
            CHECK_SEED(l.contours.closed[i], seed);
            CHECK_SEED(l.contours.starts[i + 1] - l.contours.starts[i] >= 3, seed);
        }
        curves += l.contours.count;
        drop_linked(&l);
        drop_sheet(&a);
        drop_sheet(&b);
    }
    CHECK(curves > LESS_WHEN_CHECKED(2000, 400));
}

// A plane through a ball cuts it along a polygon whose length is known: a circle's for a fine ball.
TEST(length_of_a_cut)
{
    sheet plane = grid_sheet(7, 4.0), tube = new_sheet(2 * 400, 2 * 400);
    for (int32_t i = 0; i < plane.vertex_count; i++) {
        plane.x[i] = v3(plane.x[i].x - 2.0, plane.x[i].y - 2.0, 0.1);
    }
    double turn = 2.0 * acos(-1.0) / 400;
    for (int32_t i = 0; i < 400; i++) {
        tube.x[i] = v3(cos(turn * i), sin(turn * i), -1.0);
        tube.x[400 + i] = v3(cos(turn * i), sin(turn * i), 1.0);
        int32_t next = (i + 1) % 400, quad[6] = {i, next, 400 + next, i, 400 + next, 400 + i};
        memcpy(tube.triangles + 6 * i, quad, sizeof quad);
    }
    finish_sheet(&plane);
    finish_sheet(&tube);
    linked l = link_sheets(&plane, &tube);
    bi_sheet one = see(&plane), other = see(&tube);
    CHECK(l.contours.count == 1 && l.contours.closed[0]);
    double polygon = 400 * 2.0 * sin(turn / 2.0);
    CHECK_NEAR(bi_contour_length(&one, &other, &l.crossings, &l.contours, 0), polygon, 1e-12);
    drop_linked(&l);
    drop_sheet(&plane);
    drop_sheet(&tube);
}

// Two sheets with borders: curves end where a border goes through, and nowhere else.
TEST(curves_of_sheets_end_at_borders)
{
    int32_t open = 0, closed = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        bi_random random = bi_random_from(seed);
        sheet a = grid_sheet(9, 2.0), b = grid_sheet(8, 2.0);
        bight_vec3 u = v3(1, 0, 0.2), v = bi_random_vec3(&random, 1.0), at = bi_random_vec3(&random, 0.5);
        for (int32_t i = 0; i < b.vertex_count; i++) {
            b.x[i] = v3_madd(v3_madd(at, b.x[i].x, u), b.x[i].y, v);
        }
        for (int32_t i = 0; i < a.vertex_count; i++) {
            a.x[i].z += 0.4 * bi_random_unit(&random);
        }
        if (seed % 2 == 0) {
            snap(&a, 0.25);
            snap(&b, 0.25);
        }
        finish_sheet(&a);
        finish_sheet(&b);
        linked l = link_sheets(&a, &b);
        check_each_once(&l, seed);
        check_curves(&l, &a, &b, seed);
        for (int32_t i = 0; i < l.contours.count; i++) {
            int32_t from = l.contours.starts[i], to = l.contours.starts[i + 1];
            for (int32_t k = from; k < to; k++) {
                const bi_crossing *at_k = &l.crossings.items[l.contours.crossings[k]];
                const bi_surface *surface = at_k->sheet == 0 ? &a.surface : &b.surface;
                bool border = bi_edge_triangles(surface, at_k->edge) == 1;
                bool end = !l.contours.closed[i] && (k == from || k == to - 1);
                CHECK_SEED(border == end, seed);
            }
            CHECK_SEED(l.contours.closed[i] || to - from >= 2, seed);
            open += !l.contours.closed[i];
            closed += l.contours.closed[i];
        }
        drop_linked(&l);
        drop_sheet(&a);
        drop_sheet(&b);
    }
    print_message("%d open, %d closed\n", open, closed);
    CHECK(open > 100 && closed > 10);
}

// A crumpled sheet goes through itself: curves end at borders and at vertices that two triangles have in
// common.
TEST(curves_of_one_sheet)
{
    int32_t at_vertices = 0, borders = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        bi_random random = bi_random_from(seed);
        sheet s = grid_sheet(8, 1.0);
        for (int32_t i = 0; i < s.vertex_count; i++) {
            s.x[i] = bi_random_vec3(&random, 1.0);
        }
        if (seed % 2 == 0) {
            snap(&s, 0.125);
        }
        finish_sheet(&s);
        linked l = link_sheets(&s, NULL);
        check_each_once(&l, seed);
        check_curves(&l, &s, NULL, seed);
        for (int32_t i = 0; i < l.contours.count; i++) {
            for (int32_t k = 0; k < 2 && !l.contours.closed[i]; k++) {
                int32_t end = k == 0 ? l.contours.starts[i] : l.contours.starts[i + 1] - 1;
                const bi_crossing *at = &l.crossings.items[l.contours.crossings[end]];
                const int32_t *e = s.surface.edges + 2 * at->edge, *c = s.triangles + 3 * at->triangle;
                bool border = bi_edge_triangles(&s.surface, at->edge) == 1, common = false;
                for (int32_t n = s.surface.edge_first[at->edge]; n < s.surface.edge_first[at->edge + 1];
                     n++) {
                    const int32_t *own = s.triangles + s.surface.edge_sides[n] / 3 * 3;
                    for (int32_t m = 0; m < 9; m++) {
                        common |= own[m / 3] == c[m % 3] && own[m / 3] != e[0] && own[m / 3] != e[1];
                    }
                }
                CHECK_SEED(border || common, seed);
                at_vertices += common;
                borders += border;
            }
        }
        drop_linked(&l);
        drop_sheet(&s);
    }
    CHECK(at_vertices > 100 && borders > 100);
}

// Three triangles at one edge, and no room: nothing is lost, nothing breaks.
TEST(soups_and_second_use)
{
    linked l = {0};
    for (uint64_t seed = 1; seed <= 100; seed++) {
        bi_random random = bi_random_from(seed);
        sheet s = soup_sheet(&random, 25, 60, 3.0);
        if (seed % 2 == 0) {
            snap(&s, 1.0);
        }
        finish_sheet(&s);
        bi_sheet one = see(&s);
        CHECK(bi_crossings_find(NULL, NULL, &one, NULL, 1, &l.crossings) == BIGHT_OK);
        CHECK(bi_contours_link(NULL, &one, NULL, &l.crossings, &l.contours) == BIGHT_OK);
        linked fresh = link_sheets(&s, NULL);
        check_curves(&fresh, &s, NULL, seed);
        int32_t total = fresh.contours.starts[fresh.contours.count];
        CHECK_SEED(l.contours.count == fresh.contours.count, seed);
        CHECK_SEED(total == 0 || memcmp(l.contours.crossings, fresh.contours.crossings,
                                        (size_t)total * sizeof(int32_t)) == 0,
                   seed);
        bool *seen = calloc((size_t)l.crossings.count + 1, sizeof *seen);
        for (int32_t i = 0; i < total; i++) {
            seen[l.contours.crossings[i]] = true;
        }
        for (int32_t i = 0; i < l.crossings.count; i++) {
            CHECK_SEED(seen[i], seed);
        }
        free(seen);
        drop_linked(&fresh);
        drop_sheet(&s);
    }
    drop_linked(&l);
}

// Two soups through each other, with triangles that are folded: what meets is of one and of the other.
TEST(two_soups)
{
    int32_t alone = 0, many = 0, closed = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        bi_random random = bi_random_from(seed);
        sheet a = soup_sheet(&random, 8 + (int32_t)(seed % 8), 12, 2.0), b = soup_sheet(&random, 9, 10, 2.0);
        finish_sheet(&a);
        finish_sheet(&b);
        linked l = link_sheets(&a, &b);
        check_curves(&l, &a, &b, seed);
        for (int32_t i = 0; i < l.contours.count; i++) {
            alone += l.contours.starts[i + 1] - l.contours.starts[i] == 1;
            many += l.contours.starts[i + 1] - l.contours.starts[i] > 3;
            closed += l.contours.closed[i];
        }
        drop_linked(&l);
        drop_sheet(&a);
        drop_sheet(&b);
    }
    print_message("%d of one crossing, %d long, %d closed\n", alone, many, closed);
    CHECK(many > 20 && closed > 20);
}

// Each request for memory refused in turn: no curves then, nothing lost, and all of them at the next time.
TEST(no_memory)
{
    bi_random random = bi_random_from(3);
    sheet s = soup_sheet(&random, 25, 60, 3.0);
    finish_sheet(&s);
    linked whole = link_sheets(&s, NULL);
    bi_sheet one = see(&s);
    bool done = false;
    for (int64_t fail = 1; !done; fail++) {
        failing_allocator state = {.fail_at = fail};
        bight_env env = failing_env(&state);
        bi_contours contours = {0};
        bight_status status = bi_contours_link(&env.allocator, &one, NULL, &whole.crossings, &contours);
        done = status == BIGHT_OK;
        CHECK_SEED(done || (status == BIGHT_ERROR_NO_MEMORY && contours.count == 0), fail);
        CHECK_SEED(done == (state.calls < fail), fail);
        state.fail_at = 0;
        CHECK(bi_contours_link(&env.allocator, &one, NULL, &whole.crossings, &contours) == BIGHT_OK);
        CHECK_SEED(contours.count == whole.contours.count, fail);
        bi_contours_free(&env.allocator, &contours);
        CHECK_SEED(state.held == 0, fail);
    }
    drop_linked(&whole);
    drop_sheet(&s);
}

RUN_TESTS(unit(closed_surfaces_meet_in_closed_curves), unit(length_of_a_cut),
          unit(curves_of_sheets_end_at_borders), unit(curves_of_one_sheet), unit(soups_and_second_use),
          unit(two_soups), unit(no_memory))
