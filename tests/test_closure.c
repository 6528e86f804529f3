// SPDX-License-Identifier: MIT
// The closure far outside belongs to the curve alone: not to the seed, the order and direction of its points,
// or the axes. Judged by names, so that nothing of the closure itself is asked.

#include "bight/knot.h"
#include "core/random.h"
#include "core/vec3.h"
#include "geom/predicates.h"
#include "knot/polygon.h"
#include "test.h"

#include <string.h>

#define MOST 64

static bight_knot_workspace *workspace;

// A random open curve: free, on a lattice, or on a coarse lattice where ends are as far from several facets.
static int32_t make_curve(uint64_t seed, bight_vec3 *points)
{
    bi_random random = bi_random_from(seed);
    int32_t kind = (int32_t)(seed % 4), count = 6 + bi_random_below(&random, kind == 0 ? 14 : 26);
    bight_vec3 at = v3(0, 0, 0);
    for (int32_t i = 0; i < count; i++) {
        static const bight_vec3 steps[6] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                            {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
        bight_vec3 cell = v3(bi_random_below(&random, 19) - 9, bi_random_below(&random, 19) - 9,
                             bi_random_below(&random, 19) - 9);
        at = v3_add(at, steps[bi_random_below(&random, 6)]);
        points[i] = kind == 0   ? bi_random_vec3(&random, 1.0)
                    : kind == 1 ? cell
                    : kind == 2 ? v3_madd(cell, 0x1p-30, bi_random_vec3(&random, 1.0))
                                : at;
    }
    return count;
}

typedef struct answer {
    bight_status status;
    bight_knot_result result;
} answer;

static answer name(const bight_vec3 *points, int32_t count, uint64_t seed)
{
    answer a;
    bight_curve curve = {points, count, false};
    const bight_knot_options options = {.seed = seed};
    a.status = bight_knot_identify(NULL, workspace, &curve, 1, &options, &a.result, NULL);
    return a;
}

static bight_handedness mirrored(bight_handedness hand)
{
    return hand == BIGHT_HANDEDNESS_LEFT    ? BIGHT_HANDEDNESS_RIGHT
           : hand == BIGHT_HANDEDNESS_RIGHT ? BIGHT_HANDEDNESS_LEFT
                                            : hand;
}

// The same knot, or its mirror image. The hands of a sum are in its name, but for those of the whole.
static bool same(const answer *a, const answer *b, bool mirror)
{
    bool fits = a->status == b->status && strcmp(a->result.name, b->result.name) == 0;
    if (fits && a->status == BIGHT_OK && a->result.factor_count == 1) {
        bight_handedness hand = a->result.factors[0].handedness;
        fits = b->result.factors[0].handedness == (mirror ? mirrored(hand) : hand);
    }
    return fits;
}

// One of the 48 symmetries of a cube: axes exchanged and turned round, which is exact.
static bight_vec3 turn(bight_vec3 p, int32_t which)
{
    const double old[3] = {p.x, p.y, p.z};
    double now[3];
    int32_t first = which % 3, second = (first + 1 + which / 3 % 2) % 3,
            order[3] = {first, second, 3 - first - second};
    for (int32_t i = 0; i < 3; i++) {
        now[i] = (which / 6 >> i & 1) != 0 ? -old[order[i]] : old[order[i]];
    }
    return v3(now[0], now[1], now[2]);
}

static bool turn_mirrors(int32_t which)
{
    bight_vec3 x = turn(v3(1, 0, 0), which), y = turn(v3(0, 1, 0), which), z = turn(v3(0, 0, 1), which);
    return v3_dot(v3_cross(x, y), z) < 0.0;
}

TEST(names_belong_to_the_curve)
{
    int32_t knotted = 0, named = 0;
    workspace = bight_knot_workspace_new(NULL);
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(3000, 300); seed++) {
        bight_vec3 points[MOST], other[MOST];
        int32_t count = make_curve(seed, points);
        answer first = name(points, count, 0), again = name(points, count, 1 + seed);
        CHECK_SEED(same(&first, &again, false), seed);
        for (int32_t i = 0; i < count; i++) {
            other[i] = points[count - 1 - i];
        }
        again = name(other, count, 2 + seed);
        CHECK_SEED(same(&first, &again, false), seed);
        for (int32_t k = 0; k < 3; k++) {
            int32_t which = (int32_t)((seed * 7 + (uint64_t)k * 17) % 48);
            for (int32_t i = 0; i < count; i++) {
                other[i] = turn(points[i], which);
            }
            again = name(other, count, 0);
            CHECK_SEED(same(&first, &again, turn_mirrors(which)), seed);
        }
        named += first.status == BIGHT_OK;
        knotted += first.status == BIGHT_OK && first.result.factor_count > 0;
    }
    bight_knot_workspace_free(workspace);
    workspace = NULL;
    CHECK(named > LESS_WHEN_CHECKED(1700, 170) && knotted > LESS_WHEN_CHECKED(200, 20));
}

// The ways out of both ends, as they are before anything is named.
static void ways_out(bi_polygon *polygon, const bight_vec3 *points, int32_t count, bight_vec3 ways[2])
{
    bight_curve curve = {points, count, false};
    CHECK(bi_polygon_load(polygon, &curve, 1, BIGHT_KNOT_CLOSURE_FAR, NULL) == BIGHT_OK);
    int32_t last = polygon->start[1] - 1, end = last - 5;
    ways[0] = v3_unit(v3_sub(polygon->points[last], polygon->points[0]), v3(0, 0, 1));
    ways[1] = v3_unit(v3_sub(polygon->points[end + 1], polygon->points[end]), v3(0, 0, 1));
}

// On a coarse lattice ends are often equally far from several facets: the ways turn with the curve all the
// same, and change places when it is run through backwards. Only a curve in a plane may leave on either side.
TEST(ways_out_turn_with_the_curve)
{
    bi_polygon polygon;
    bi_polygon_init(&polygon, NULL);
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(4000, 400); seed++) {
        bi_random random = bi_random_from(seed);
        int32_t count = 8 + bi_random_below(&random, 20), which = bi_random_below(&random, 48);
        bight_vec3 points[MOST], turned[MOST], backwards[MOST], one[2], two[2], three[2];
        for (int32_t i = 0; i < count; i++) {
            double side = 1.0 + (double)(seed % 3);
            points[i] = v3(floor(bi_random_range(&random, -side, side + 1)),
                           floor(bi_random_range(&random, -side, side + 1)),
                           floor(bi_random_range(&random, -side, side + 1)));
        }
        points[0] = points[count - 1] = v3(0, 0, 0); // the middle, as tied as can be
        points[count - 1].z = (double)(seed % 2);
        bool flat = true;
        for (int32_t i = 0; i < count; i++) {
            turned[i] = turn(points[i], which);
            backwards[count - 1 - i] = points[i];
            flat = flat && bi_orient3d(points[0], points[1], points[2], points[i]) == 0;
        }
        if (flat || (points[0].x == points[count - 1].x && points[0].y == points[count - 1].y &&
                     points[0].z == points[count - 1].z)) {
            continue;
        }
        ways_out(&polygon, points, count, one);
        ways_out(&polygon, turned, count, two);
        ways_out(&polygon, backwards, count, three);
        for (int32_t end = 0; end < 2; end++) {
            CHECK_SEED(v3_distance(turn(one[end], which), two[end]) < 1e-9, seed);
            CHECK_SEED(v3_distance(one[end], three[1 - end]) < 1e-9, seed);
        }
    }
    bi_polygon_free(&polygon);
}

// From a report: "proved" 0_1 with one seed and 3_1 with another.
TEST(a_curve_that_changed_with_the_seed)
{
    static const bight_vec3 points[6] = {{-6, 5, -9}, {7, -7, 1},  {-8, 1, -2},
                                         {5, 5, -7},  {-6, -9, 7}, {-2, 2, -5}};
    answer first = name(points, 6, 0);
    CHECK(first.status == BIGHT_OK && first.result.proved);
    for (uint64_t seed = 1; seed < 200; seed++) {
        answer again = name(points, 6, seed);
        CHECK_SEED(same(&first, &again, false), seed);
    }
}

// Against all triples of points: the way out of either end is the normal of the nearest plane that has all
// points on one side, but for a small lean.
TEST(ends_leave_by_the_nearest_facet)
{
    bi_polygon polygon;
    int32_t inside = 0;
    bi_polygon_init(&polygon, NULL);
    for (uint64_t seed = 0; seed < 400; seed += 4) {
        bight_vec3 points[MOST];
        int32_t count = make_curve(seed, points);
        bight_curve curve = {points, count, false};
        CHECK(bi_polygon_load(&polygon, &curve, 1, BIGHT_KNOT_CLOSURE_FAR, NULL) == BIGHT_OK);
        for (int32_t end = 0; end < 2; end++) {
            bight_vec3 from = points[end == 0 ? 0 : count - 1], best = v3(0, 0, 0);
            double least = HUGE_VAL;
            for (int32_t t = 0; t < count * count * count; t++) {
                int32_t a = t % count, b = t / count % count, c = t / count / count;
                bool supports = a < b && a < c && b != c;
                for (int32_t p = 0; p < count && supports; p++) {
                    supports = bi_orient3d(points[a], points[b], points[c], points[p]) <= 0;
                }
                if (supports) {
                    bight_vec3 normal = v3_unit(
                        v3_cross(v3_sub(points[b], points[a]), v3_sub(points[c], points[a])), v3(0, 0, 1));
                    double distance = v3_dot(normal, v3_sub(points[a], from));
                    best = distance < least ? normal : best;
                    least = distance < least ? distance : least;
                }
            }
            // the path follows the curve's last point, and ends before its first
            bight_vec3 start = polygon.points[end == 0 ? 0 : count - 1];
            bight_vec3 way = v3_sub(polygon.points[end == 0 ? polygon.count - 1 : count], start);
            if (least > 1e-9) { // an end on the hull may leave by any facet that meets there
                CHECK_SEED(v3_dot(v3_unit(way, best), best) > 0.99999, seed);
                inside++;
            }
        }
    }
    bi_polygon_free(&polygon);
    CHECK(inside > 20);
}

// A walk on a lattice that goes through no place twice; shorter where it has shut itself in.
static int32_t lattice_walk(bi_random *random, int32_t most, bight_vec3 *points)
{
    static const bight_vec3 steps[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    int32_t count = 1;
    points[0] = v3(0, 0, 0);
    for (int32_t tries = 0; count < most && tries < 60; tries++) {
        bight_vec3 next = v3_add(points[count - 1], steps[bi_random_below(random, 6)]);
        bool taken = fabs(next.x) > 2 || fabs(next.y) > 2 || fabs(next.z) > 2;
        for (int32_t i = 0; i < count && !taken; i++) {
            taken = v3_distance(points[i], next) < 0.5;
        }
        if (!taken) {
            points[count++] = next;
            tries = 0;
        }
    }
    return count;
}

// On a lattice a straight way out runs into the strands above. The way leans across both, so that it meets nothing; and
// what joins the two ways is far from the curve, in steps of 48 degrees at most.
TEST(ways_out_of_lattices_meet_nothing)
{
    bi_polygon polygon;
    bi_polygon_init(&polygon, NULL);
    int32_t blocked = 0;
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(2000, 400); seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 points[MOST];
        int32_t count = lattice_walk(&random, MOST, points);
        bight_curve curve = {points, count, false};
        if (count < 12) {
            continue;
        }
        CHECK(bi_polygon_load(&polygon, &curve, 1, BIGHT_KNOT_CLOSURE_FAR, NULL) == BIGHT_OK);
        CHECK(polygon.count == count + 5);
        const bight_vec3 *x = polygon.points;
        for (int32_t i = count; i < count + 5; i++) {
            CHECK_SEED(v3_length(x[i]) > 15.0 && v3_length(x[i]) < 18.0, seed);
            CHECK_SEED(i == count || v3_dot(x[i - 1], x[i]) > 0.66 * v3_length(x[i - 1]) * v3_length(x[i]),
                       seed);
        }
        for (int32_t end = 0; end < 2; end++) {
            int32_t from = end == 0 ? 0 : count - 1, to = end == 0 ? count + 4 : count;
            bight_vec3 way = v3_sub(x[to], x[from]), straight = x[to];
            double most = fmax(fabs(way.x), fmax(fabs(way.y), fabs(way.z)));
            if (most >
                0.999 * v3_length(
                            way)) { // a side of a box of the lattice: without the lean it follows the lattice
                straight = v3_add(x[from], fabs(way.x) == most   ? v3(way.x, 0, 0)
                                           : fabs(way.y) == most ? v3(0, way.y, 0)
                                                                 : v3(0, 0, way.z));
            }
            bool meets = false;
            for (int32_t i = 0; i + 1 < count; i++) {
                if (i != from && i + 1 != from) {
                    CHECK_SEED(!bi_segments_meet(x[i], x[i + 1], x[from], x[to]), seed);
                    meets = meets || bi_segments_meet(x[i], x[i + 1], x[from], straight);
                }
            }
            blocked += meets;
        }
    }
    bi_polygon_free(&polygon);
    print_message("%d straight ways are blocked\n", (int)blocked);
    CHECK(blocked > LESS_WHEN_CHECKED(60, 10));
}

// Two facets beside an end that differ in distance by 2^-48 of the curve's size, less than products of doubles tell
// apart: one small, one long and thin, so that the doubts about their distances differ as well. Whatever the order of
// the points, the end leaves by the nearer one.
TEST(the_nearer_of_two_facets_is_told_exactly)
{
    bi_polygon polygon;
    bi_polygon_init(&polygon, NULL);
    for (int32_t order = 0; order < 120; order++) {
        for (int32_t way = 0; way < 4; way++) {
            double h = 0x1p-12, x = way % 2 == 0 ? h : h - 0x1p-48, y = way % 2 == 0 ? h - 0x1p-48 : h;
            bight_vec3 rest[5] = {
                {x, y, -0x1p-6}, {x, y, 0x1p-6}, {x, -0x1p-6, 0.0}, {-0.5, y, 0.0}, {-0.5, -0.5, 0.25}};
            bight_vec3 points[7] = {{0, 0, 0}}, last = {-0.5, -0.5, -0.25};
            for (int32_t i = 0, code = order, left = 5; i < 5; i++, left--) {
                int32_t which = code % left;
                code /= left;
                points[i + 1] = rest[which];
                rest[which] = rest[left - 1];
            }
            points[6] = last;
            for (int32_t i = 0; i < 7 && way >= 2; i++) {
                points[i] = v3(points[i].y, points[i].x, points[i].z); // the thin one along x
            }
            bool along_y = (way % 2 == 0) != (way >= 2);
            bight_vec3 ways[2];
            ways_out(&polygon, points, 7, ways);
            CHECK_SEED((along_y ? ways[0].y : ways[0].x) > 0.999, 10 * order + way);
        }
    }
    bi_polygon_free(&polygon);
}

RUN_TESTS(unit(the_nearer_of_two_facets_is_told_exactly), unit(ways_out_of_lattices_meet_nothing),
          unit(names_belong_to_the_curve), unit(ways_out_turn_with_the_curve),
          unit(a_curve_that_changed_with_the_seed), unit(ends_leave_by_the_nearest_facet))
