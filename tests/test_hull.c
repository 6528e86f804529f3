// SPDX-License-Identifier: MIT
// The convex hull against all triples of points, also where many points share a plane, a line or a place.

#include "geom/hull.h"
#include "geom/predicates.h"
#include "core/random.h"
#include "core/vec3.h"
#include "failing_memory.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define MOST 64

static bi_hull hull;

// Clouds, balls, lattices, planes, lines, and points that are there twice.
static int32_t make_points(uint64_t seed, bight_vec3 *points)
{
    bi_random random = bi_random_from(seed);
    int32_t kind = (int32_t)(seed % 8), count = 4 + bi_random_below(&random, kind < 2 ? 40 : 28);
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 p = bi_random_vec3(&random, 0.9);
        bight_vec3 cell =
            v3(bi_random_below(&random, 3), bi_random_below(&random, 3), bi_random_below(&random, 3));
        switch (kind) {
        case 0:
            break;
        case 1:
            p = v3_mul(0.75, v3_unit(p, v3(0, 0, 1)));
            break;
        case 2:
        case 3:
            p = v3_mul(0.25, cell);
            break;
        case 4:
            p = v3_mul(0.25, v3(cell.x, cell.y, cell.x + 2.0 * cell.y)); // a tilted plane
            break;
        case 5:
            p = v3_mul(0.125, v3(cell.x, cell.x, -2.0 * cell.x)); // a line
            break;
        case 6:
            p = i > 0 && bi_random_below(&random, 2) == 0 ? points[bi_random_below(&random, i)] : p;
            break;
        default:
            p = v3(0.5, 0.25, bi_random_below(&random, 4) == 0 ? 0.125 : 0.25); // two places
        }
        points[i] = p;
    }
    return count;
}

static bool displaced_sees(const bight_vec3 *points, const int32_t *face, int32_t point)
{
    const bight_vec3 four[4] = {points[face[0]], points[face[1]], points[face[2]], points[point]};
    const int32_t ranks[4] = {face[0], face[1], face[2], point};
    return bi_orient3d_displaced(four, ranks) > 0;
}

// A closed surface of triangles with every point behind every face, in the displaced world.
static void check_surface(const bight_vec3 *points, int32_t count, uint64_t seed)
{
    static int32_t sides[MOST][MOST];
    bool corner[MOST] = {false};
    int32_t corners = 0;
    memset(sides, 0, sizeof sides);
    for (int32_t f = 0; f < hull.count; f++) {
        const int32_t *face = hull.corners + 3 * f;
        for (int32_t i = 0; i < 3; i++) {
            CHECK_SEED(face[i] >= 0 && face[i] < count, seed);
            sides[face[i]][face[(i + 1) % 3]]++;
            corners += !corner[face[i]];
            corner[face[i]] = true;
        }
        for (int32_t p = 0; p < count; p++) {
            bool own = p == face[0] || p == face[1] || p == face[2];
            CHECK_SEED(own || !displaced_sees(points, face, p), seed);
        }
    }
    CHECK_SEED(hull.count == 2 * corners - 4, seed);
    for (int32_t a = 0; a < count; a++) {
        for (int32_t b = 0; b < count; b++) {
            CHECK_SEED(sides[a][b] <= 1 && sides[a][b] == sides[b][a], seed);
        }
    }
}

// Do all points lie on or behind the plane through a, b, c?
static bool supports(const bight_vec3 *points, int32_t count, int32_t a, int32_t b, int32_t c)
{
    bool behind = true;
    for (int32_t p = 0; p < count && behind; p++) {
        behind = bi_orient3d(points[a], points[b], points[c], points[p]) <= 0;
    }
    return behind;
}

// Has some triangle with area the plane through a, b, c, facing the same way?
static bool has_plane(const bight_vec3 *points, int32_t a, int32_t b, int32_t c)
{
    bight_vec3 normal = v3_cross(v3_sub(points[b], points[a]), v3_sub(points[c], points[a]));
    for (int32_t f = 0; f < hull.count; f++) {
        const int32_t *face = hull.corners + 3 * f;
        bool same = !bi_collinear(points[face[0]], points[face[1]], points[face[2]]);
        for (int32_t i = 0; i < 3 && same; i++) {
            same = bi_orient3d(points[a], points[b], points[c], points[face[i]]) == 0;
        }
        if (same && v3_dot(normal, v3_cross(v3_sub(points[face[1]], points[face[0]]),
                                            v3_sub(points[face[2]], points[face[0]]))) > 0.0) {
            return true;
        }
    }
    return false;
}

TEST(faces_are_those_of_all_triples)
{
    for (uint64_t seed = 0; seed < LESS_WHEN_CHECKED(800, 80); seed++) {
        bight_vec3 points[MOST];
        int32_t count = make_points(seed, points);
        CHECK_SEED(bi_hull_make(&hull, points, count) == BIGHT_OK, seed);
        check_surface(points, count, seed);

        // every face with area supports the points, and every supporting triple has its plane among the faces
        for (int32_t f = 0; f < hull.count; f++) {
            const int32_t *face = hull.corners + 3 * f;
            bool area = !bi_collinear(points[face[0]], points[face[1]], points[face[2]]);
            CHECK_SEED(!area || supports(points, count, face[0], face[1], face[2]), seed);
        }
        for (int32_t a = 0; a < count; a++) {
            for (int32_t b = a + 1; b < count; b++) {
                for (int32_t c = a + 1; c < count; c++) {
                    if (c != b && !bi_collinear(points[a], points[b], points[c]) &&
                        supports(points, count, a, b, c)) {
                        CHECK_SEED(has_plane(points, a, b, c), seed);
                    }
                }
            }
        }
    }
    bi_hull_free(&hull);
}

TEST(many_points)
{
    enum { COUNT = 20000 };
    static bight_vec3 points[COUNT];
    for (uint64_t seed = 0; seed < 3; seed++) {
        bi_random random = bi_random_from(seed);
        for (int32_t i = 0; i < COUNT; i++) {
            bight_vec3 p = bi_random_vec3(&random, 0.9);
            points[i] = seed == 0 ? p
                        : seed == 1
                            ? v3_mul(0.9, v3_unit(p, v3(0, 0, 1)))
                            : v3(0x1p-6 * bi_random_below(&random, 30), 0x1p-6 * bi_random_below(&random, 30),
                                 0x1p-6 * bi_random_below(&random, 30));
        }
        CHECK(bi_hull_make(&hull, points, COUNT) == BIGHT_OK);
        for (int32_t k = 0; k < 20000; k++) {
            const int32_t *face = hull.corners + 3 * (int64_t)bi_random_below(&random, hull.count);
            int32_t p = bi_random_below(&random, COUNT);
            CHECK_SEED(bi_orient3d(points[face[0]], points[face[1]], points[face[2]], points[p]) <= 0, seed);
        }
        CHECK(seed != 1 || hull.count == 2 * COUNT - 4); // on a ball every point is a corner, or nearly so
    }
    bi_hull_free(&hull);
}

TEST(memory_may_fail)
{
    bight_vec3 points[MOST];
    int32_t count = make_points(8, points);
    CHECK(bi_hull_make(&hull, points, 3) == BIGHT_ERROR_INVALID);
    for (int32_t at = 1; at < 100; at++) {
        failing_allocator state = {.fail_at = at};
        bight_env env = failing_env(&state);
        bi_hull own;
        bi_hull_init(&own, &env.allocator);
        bight_status status = bi_hull_make(&own, points, count);
        bi_hull_free(&own);
        CHECK_SEED(state.held == 0, at);
        if (status == BIGHT_OK) {
            CHECK(at > 4);
            return;
        }
        CHECK_SEED(status == BIGHT_ERROR_NO_MEMORY, at);
    }
    fail();
}

RUN_TESTS(unit(faces_are_those_of_all_triples), unit(many_points), unit(memory_may_fail))
