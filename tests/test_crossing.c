// SPDX-License-Identifier: MIT

#include "geom/crossing.h"
#include "geom/predicates.h"
#include "sheets.h"

// ---- the oracle: exact separating axes in integers ------------------------------------------------------

__extension__ typedef __int128 huge;

typedef struct whole {
    huge x, y, z;
} whole;

static whole minus(whole a, whole b)
{
    return (whole){a.x - b.x, a.y - b.y, a.z - b.z};
}

static whole times(whole a, whole b)
{
    return (whole){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static huge dot(whole a, whole b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// Strictly apart along an axis?
static bool split(const whole *a, int32_t m, const whole *b, int32_t n, whole axis)
{
    huge low[2], high[2];
    for (int32_t set = 0; set < 2; set++) {
        const whole *x = set == 0 ? a : b;
        for (int32_t i = 0; i < (set == 0 ? m : n); i++) {
            huge at = dot(x[i], axis);
            low[set] = i == 0 || at < low[set] ? at : low[set];
            high[set] = i == 0 || at > high[set] ? at : high[set];
        }
    }
    return high[0] < low[1] || high[1] < low[0];
}

// A closed segment and a closed triangle are apart exactly when they are strictly apart along the line
// between their nearest points. That is the difference of two vertices, the way from a vertex square to an
// edge, the normal of the triangle, or what is square to two edges.
static bool integers_are_apart(const whole x[5])
{
    const whole *s = x, *t = x + 2;
    for (int32_t i = 0; i < 2; i++) {
        for (int32_t k = 0; k < 3; k++) {
            if (split(s, 2, t, 3, minus(s[i], t[k]))) {
                return true;
            }
        }
    }
    whole along = minus(s[1], s[0]);
    for (int32_t k = 0; k < 3; k++) {
        whole side = minus(t[(k + 1) % 3], t[k]);
        if (split(s, 2, t, 3, times(along, side)) ||
            split(s, 2, t, 3, times(along, times(along, minus(t[k], s[0])))) ||
            split(s, 2, t, 3, times(side, times(side, minus(s[0], t[k])))) ||
            split(s, 2, t, 3, times(side, times(side, minus(s[1], t[k]))))) {
            return true;
        }
    }
    return split(s, 2, t, 3, times(minus(t[1], t[0]), minus(t[2], t[0])));
}

static huge volume(whole a, whole b, whole c, whole d)
{
    return dot(times(minus(b, a), minus(c, a)), minus(d, a));
}

static int32_t sign_of(huge x)
{
    return (x > 0) - (x < 0);
}

// 1 crossing, -1 not, 0 when something is degenerate.
static int32_t integers_cross(const whole x[5])
{
    int32_t p = sign_of(volume(x[2], x[3], x[4], x[0])), q = sign_of(volume(x[2], x[3], x[4], x[1]));
    int32_t a = sign_of(volume(x[0], x[1], x[2], x[3])), b = sign_of(volume(x[0], x[1], x[3], x[4]));
    int32_t c = sign_of(volume(x[0], x[1], x[4], x[2]));
    if (p * q * a * b * c == 0) {
        return 0;
    }
    return p != q && a == b && b == c ? 1 : -1;
}

// Any slope and size, any order of ranks; small grids make nearly everything degenerate.
TEST(one_pair_against_integers)
{
    int32_t count[3] = {0}, degenerate = 0;
    for (uint64_t seed = 1; seed <= 200000; seed++) {
        bi_random random = bi_random_from(seed);
        int32_t size = seed % 4 == 0 ? 1000 : 2 + (int32_t)(seed % 4);
        double scale = seed % 3 == 0 ? 1.0 : seed % 3 == 1 ? 0x1p-40 : 0x1p30;
        whole w[5];
        bight_vec3 x[5];
        int32_t ranks[5] = {0, 1, 2, 3, 4};
        for (int32_t i = 0; i < 5; i++) {
            int32_t px = bi_random_below(&random, size), py = bi_random_below(&random, size);
            int32_t pz = seed % 5 == 0 ? px + py : bi_random_below(&random, size);
            w[i] = (whole){px, py, pz};
            x[i] = v3(scale * px, scale * py, scale * pz);
            int32_t other = bi_random_below(&random, i + 1), rank = ranks[i];
            ranks[i] = ranks[other];
            ranks[other] = rank;
        }
        bi_meeting meeting = bi_edge_meets_triangle(x, ranks);
        int32_t truth = integers_cross(w);
        CHECK_SEED((meeting == BI_APART) == integers_are_apart(w), seed);
        CHECK_SEED(truth == 0 || (meeting == BI_CROSSING) == (truth == 1), seed);
        count[meeting]++;
        degenerate += truth == 0;

        // neither the edge's sense nor the triangle's matters, as long as ranks go along
        const bight_vec3 y[5] = {x[1], x[0], x[4], x[2], x[3]}, z[5] = {x[0], x[1], x[3], x[2], x[4]};
        const int32_t y_ranks[5] = {ranks[1], ranks[0], ranks[4], ranks[2], ranks[3]};
        const int32_t z_ranks[5] = {ranks[0], ranks[1], ranks[3], ranks[2], ranks[4]};
        CHECK_SEED(bi_edge_meets_triangle(y, y_ranks) == meeting, seed);
        CHECK_SEED(bi_edge_meets_triangle(z, z_ranks) == meeting, seed);
    }
    print_message("%d apart, %d touching, %d crossing; %d degenerate\n", count[0], count[1], count[2],
                  degenerate);
    CHECK(count[BI_TOUCHING] > 10000 && count[BI_CROSSING] > 10000 && degenerate > 50000);
}

// A closed line goes through a closed surface an even number of times, however degenerate both are.
TEST(closed_lines_cross_closed_surfaces_evenly)
{
    int32_t crossings = 0;
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        bi_random random = bi_random_from(seed);
        sheet ball = ball_sheet(v3(0, 0, 0), 4.0);
        snap(&ball, seed % 2 == 0 ? 1.0 : 2.0);
        bight_vec3 line[7];
        int32_t corners = 3 + bi_random_below(&random, 4), count = 0;
        for (int32_t i = 0; i < corners; i++) {
            bight_vec3 p = bi_random_vec3(&random, 5.0);
            line[i] = v3(floor(p.x), floor(p.y), floor(p.z));
            if (i % 2 == 1) {
                line[i] = ball.x[bi_random_below(&random, ball.vertex_count)];
            }
        }
        for (int32_t i = 0; i < corners; i++) {
            for (int32_t t = 0; t < ball.triangle_count; t++) {
                const int32_t *c = ball.triangles + 3 * t;
                int32_t next = (i + 1) % corners, base = seed % 3 == 0 ? 100 : -100;
                const bight_vec3 x[5] = {line[i], line[next], ball.x[c[0]], ball.x[c[1]], ball.x[c[2]]};
                const int32_t ranks[5] = {base + i, base + next, c[0], c[1], c[2]};
                count += bi_edge_meets_triangle(x, ranks) == BI_CROSSING;
            }
        }
        CHECK_SEED(count % 2 == 0, seed);
        crossings += count;
        drop_sheet(&ball);
    }
    CHECK(crossings > 4000);
}

// ---- all pairs against each other -----------------------------------------------------------------------

static int order_crossings(const void *left, const void *right)
{
    const bi_crossing *a = left, *b = right;
    if (a->sheet != b->sheet) {
        return a->sheet - b->sheet;
    }
    return a->edge != b->edge ? a->edge - b->edge : a->triangle - b->triangle;
}

static bool in_surface(const bi_surface *surface, int32_t edge)
{
    for (int32_t i = surface->edge_first[edge]; i < surface->edge_first[edge + 1]; i++) {
        if (!(surface->owned[surface->edge_sides[i] / 3] & BI_FOLDED)) {
            return true;
        }
    }
    return false;
}

// The pairs of edges of `of_edge` with triangles of `other`, from the definition.
static void brute_force(const sheet *of_edge, const sheet *other, bool self, int32_t which, int32_t edge_rank,
                        int32_t triangle_rank, bi_crossing *all, int32_t *count, int64_t *touching)
{
    for (int32_t e = 0; e < of_edge->surface.edge_count; e++) {
        const int32_t *end = of_edge->surface.edges + 2 * e;
        for (int32_t t = 0; t < other->triangle_count; t++) {
            const int32_t *c = other->triangles + 3 * t;
            bool common = self && (end[0] == c[0] || end[0] == c[1] || end[0] == c[2] || end[1] == c[0] ||
                                   end[1] == c[1] || end[1] == c[2]);
            if (common || is_folded(other, t) || !in_surface(&of_edge->surface, e)) {
                continue;
            }
            const bight_vec3 x[5] = {of_edge->x[end[0]], of_edge->x[end[1]], other->x[c[0]], other->x[c[1]],
                                     other->x[c[2]]};
            const int32_t ranks[5] = {edge_rank + end[0], edge_rank + end[1], triangle_rank + c[0],
                                      triangle_rank + c[1], triangle_rank + c[2]};
            bi_meeting meeting = bi_edge_meets_triangle(x, ranks);
            if (meeting == BI_CROSSING) {
                all[(*count)++] = (bi_crossing){e, t, which};
            }
            *touching += meeting == BI_TOUCHING;
        }
    }
}

static void check_found(const sheet *a, const sheet *b, uint64_t seed)
{
    size_t most = 6 * (size_t)(a->triangle_count + b->triangle_count + 1);
    bi_crossing *all = calloc(most * most / 6, sizeof *all);
    int32_t count = 0;
    int64_t touching = 0;
    if (a == b) {
        brute_force(a, a, true, 0, 0, 0, all, &count, &touching);
    } else {
        brute_force(a, b, false, 0, 0, a->vertex_count, all, &count, &touching);
        brute_force(b, a, false, 1, a->vertex_count, 0, all, &count, &touching);
    }
    bi_sheet one = see(a), other = see(b);
    bi_crossings found = {0}, again = {0};
    CHECK_SEED(bi_crossings_find(NULL, NULL, &one, a == b ? NULL : &other, 1, &found) == BIGHT_OK, seed);
    CHECK_SEED(bi_crossings_find(NULL, NULL, &one, a == b ? NULL : &other, 3, &again) == BIGHT_OK, seed);
    CHECK_SEED(found.count == count && found.touching == touching, seed);
    CHECK_SEED(again.count == count && again.touching == touching, seed);
    CHECK_SEED(count == 0 || memcmp(found.items, again.items, (size_t)count * sizeof *all) == 0, seed);
    if (count > 0) {
        qsort(found.items, (size_t)count, sizeof *all, order_crossings);
        qsort(all, (size_t)count, sizeof *all, order_crossings);
        CHECK_SEED(memcmp(found.items, all, (size_t)count * sizeof *all) == 0, seed);
    }
    bi_crossings_free(NULL, &found);
    bi_crossings_free(NULL, &again);
    free(all);
}

TEST(all_crossings_are_found)
{
    for (uint64_t seed = 1; seed <= 150; seed++) {
        bi_random random = bi_random_from(seed);
        sheet a = soup_sheet(&random, 4 + bi_random_below(&random, 30), bi_random_below(&random, 60), 3.0);
        sheet b = seed % 2 == 0 ? ball_sheet(v3(0, 0, 0), 2.5) : grid_sheet(5, 2.0);
        if (seed % 3 == 0) {
            snap(&a, 1.0);
        }
        finish_sheet(&a);
        finish_sheet(&b);
        check_found(&a, &a, seed);
        check_found(&a, &b, seed);
        check_found(&b, &a, seed);
        drop_sheet(&a);
        drop_sheet(&b);
    }
}

// Tilted, folded and crumpled sheets: neighbours in one plane are neither crossing nor touching.
TEST(flat_and_folded_sheets)
{
    for (uint64_t seed = 1; seed <= 30; seed++) {
        bi_random random = bi_random_from(seed);
        sheet s = grid_sheet(12, 1.0);
        bight_vec3 u = bi_random_vec3(&random, 1.0), v = bi_random_vec3(&random, 1.0);
        for (int32_t i = 0; i < s.vertex_count; i++) {
            s.x[i] = v3_add(v3_mul(s.x[i].x, u), v3_mul(s.x[i].y, v));
        }
        finish_sheet(&s);
        bi_sheet one = see(&s);
        bi_crossings found = {0};
        CHECK_SEED(bi_crossings_find(NULL, NULL, &one, NULL, 2, &found) == BIGHT_OK, seed);
        CHECK_SEED(found.count == 0, seed);
        bi_crossings_free(NULL, &found);
        for (int32_t i = 0; i < s.vertex_count; i++) {
            double x = 1.0 / 12 * (i % 13), y = 1.0 / 12 * (i / 13);
            s.x[i] = v3(x < 0.5 ? x : 1.0 - x, y, seed % 2 == 0 ? 0.0 : 0.3 * bi_random_unit(&random));
        }
        bi_box_tree_refit(&s.tree, s.triangles, s.x, NULL, 1);
        check_found(&s, &s, seed);
        drop_sheet(&s);
    }
}

// The place is on the edge and on the triangle.
TEST(places_of_crossings)
{
    int32_t seen = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        bi_random random = bi_random_from(seed);
        sheet a = soup_sheet(&random, 30, 40, 1.0), b = soup_sheet(&random, 30, 40, 1.0);
        finish_sheet(&a);
        finish_sheet(&b);
        bi_sheet one = see(&a), other = see(&b);
        bi_crossings found = {0};
        CHECK(bi_crossings_find(NULL, NULL, &one, &other, 1, &found) == BIGHT_OK);
        for (int32_t i = 0; i < found.count; i++) {
            const bi_crossing *at = &found.items[i];
            bi_crossing_place place = bi_crossing_locate(&one, &other, at);
            const sheet *e = at->sheet == 0 ? &a : &b, *t = at->sheet == 0 ? &b : &a;
            const int32_t *end = e->surface.edges + 2 * at->edge, *corner = t->triangles + 3 * at->triangle;
            bight_vec3 on_edge = v3_lerp(e->x[end[0]], e->x[end[1]], place.t), on_triangle = v3(0, 0, 0);
            for (int32_t k = 0; k < 3; k++) {
                CHECK_SEED(place.w[k] >= 0.0, seed);
                on_triangle = v3_madd(on_triangle, place.w[k], t->x[corner[k]]);
            }
            CHECK_SEED(place.t >= 0.0 && place.t <= 1.0, seed);
            CHECK_SEED(v3_distance(on_edge, on_triangle) < 1e-9, seed);
            CHECK_SEED(v3_distance(on_edge, place.point) < 1e-15, seed);
            seen++;
        }
        bi_crossings_free(NULL, &found);
        drop_sheet(&a);
        drop_sheet(&b);
    }
    CHECK(seen > 1000);
}

RUN_TESTS(unit(one_pair_against_integers), unit(closed_lines_cross_closed_surfaces_evenly),
          unit(all_crossings_are_found), unit(flat_and_folded_sheets), unit(places_of_crossings))
