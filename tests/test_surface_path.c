// SPDX-License-Identifier: MIT
// Geodesics on meshes against great circles, helices, the unfolded cube, and a search over many points of each edge.

#include "bight/base.h"
#include "core/pi.h"
#include "core/random.h"
#include "core/vec3.h"
#include "failing_memory.h"
#include "geom/surface_path.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct body {
    bight_vec3 *x;
    int32_t *triangles;
    int32_t vertex_count, triangle_count;
    bi_surface surface;
    bi_surface_path path;
} body;

static const bight_allocator plain = {0};

static void finish(body *b)
{
    assert_int_equal(bi_surface_make(&plain, b->triangles, b->triangle_count, b->vertex_count, &b->surface),
                     BIGHT_OK);
}

static void free_body(body *b)
{
    bi_surface_free(&plain, &b->surface);
    bi_surface_path_free(&plain, &b->path);
    free(b->x);
    free(b->triangles);
}

static void put_square(body *b, int32_t p, int32_t q, int32_t r, int32_t s)
{
    const int32_t corners[6] = {p, q, r, p, r, s};
    memcpy(b->triangles + 3 * b->triangle_count, corners, sizeof corners);
    b->triangle_count += 2;
}

// ---- bodies ---------------------------------------------------------------------------------------------

// The unit cube, m x m squares a side; vertices on a lattice of (m + 1)^3, those inside unused.
static body make_cube(int32_t m)
{
    body b = {.vertex_count = (m + 1) * (m + 1) * (m + 1)};
    b.x = calloc((size_t)b.vertex_count, sizeof *b.x);
    b.triangles = calloc((size_t)(12 * m * m), 3 * sizeof *b.triangles);
    for (int32_t i = 0; i < b.vertex_count; i++) {
        b.x[i] = v3((double)(i % (m + 1)) / m, (double)(i / (m + 1) % (m + 1)) / m,
                    (double)(i / (m + 1) / (m + 1)) / m);
    }
    const int32_t step[3] = {1, m + 1, (m + 1) * (m + 1)};
    for (int32_t axis = 0; axis < 3; axis++) {
        int32_t u = step[(axis + 1) % 3], v = step[(axis + 2) % 3];
        for (int32_t i = 0; i < m * m; i++) {
            int32_t low = i % m * u + i / m * v, high = low + m * step[axis];
            put_square(&b, high, high + u, high + u + v, high + v);
            put_square(&b, low, low + v, low + u + v, low + u);
        }
    }
    finish(&b);
    return b;
}

// A sphere as a cube with m x m squares a side, blown up.
static body make_sphere(int32_t m)
{
    body b = make_cube(m);
    for (int32_t i = 0; i < b.vertex_count; i++) {
        bight_vec3 p = v3(tan(0.25 * PI * (2 * b.x[i].x - 1)), tan(0.25 * PI * (2 * b.x[i].y - 1)),
                          tan(0.25 * PI * (2 * b.x[i].z - 1)));
        b.x[i] = v3_unit(p, v3(1, 0, 0));
    }
    return b;
}

// An open cylinder of radius 1 and height `high`, or a torus when `ring` is above 0.
static body make_tube(int32_t around, int32_t along, double high, double ring)
{
    bool closed = ring > 0.0;
    int32_t rows = closed ? along : along + 1;
    body b = {.vertex_count = around * rows};
    b.x = calloc((size_t)b.vertex_count, sizeof *b.x);
    b.triangles = calloc((size_t)(2 * around * along), 3 * sizeof *b.triangles);
    for (int32_t i = 0; i < b.vertex_count; i++) {
        double a = 2 * PI * (i % around) / around, t = (double)(i / around) / along;
        double r = ring + cos(a), c = 2 * PI * t;
        b.x[i] = closed ? v3(r * cos(c), sin(a), r * sin(c)) : v3(cos(a), high * t, -sin(a));
    }
    for (int32_t i = 0; i < around * along; i++) {
        int32_t p = i, q = i / around * around + (i + 1) % around;
        int32_t up = (i / around + 1) % rows * around;
        put_square(&b, p, q, up + q % around, up + p % around);
    }
    finish(&b);
    return b;
}

static bi_surface_point some_point(const body *b, bi_random *random)
{
    double u = bi_random_unit(random), v = bi_random_unit(random);
    int32_t t = (int32_t)(bi_random_unit(random) * b->triangle_count);
    if (u + v > 1.0) {
        u = 1.0 - u;
        v = 1.0 - v;
    }
    return (bi_surface_point){t, {1.0 - u - v, u, v}};
}

static bi_surface_point at_vertex(const body *b, int32_t vertex)
{
    int32_t corner = b->surface.vertex_corners[b->surface.vertex_first[vertex]];
    bi_surface_point point = {corner / 3, {0, 0, 0}};
    point.weights[corner % 3] = 1.0;
    return point;
}

static double find(body *b, bi_surface_point from, bi_surface_point to)
{
    assert_int_equal(bi_surface_path_find(&plain, &b->surface, b->x, from, to, &b->path), BIGHT_OK);
    double sum = 0.0;
    for (int32_t i = 1; i < b->path.count; i++) {
        sum += v3_distance(b->path.points[i - 1], b->path.points[i]);
    }
    CHECK_NEAR(b->path.length, sum, 1e-12 * (1.0 + sum));
    CHECK(v3_distance(b->path.points[0], bi_surface_point_at(&b->surface, b->x, from)) < 1e-12);
    CHECK(v3_distance(b->path.points[b->path.count - 1], bi_surface_point_at(&b->surface, b->x, to)) < 1e-12);
    return sum;
}

// ---- tests ----------------------------------------------------------------------------------------------

TEST(opposite_corners_of_a_cube_are_root_five_apart)
{
    static const int32_t sizes[] = {1, 2, 7, 29};
    for (int32_t i = 0; i < 4; i++) {
        int32_t m = sizes[i];
        body b = make_cube(m);
        double length = find(&b, at_vertex(&b, 0), at_vertex(&b, b.vertex_count - 1));
        CHECK_NEAR(length, sqrt(5.0), 1e-9);
        free_body(&b);
    }
}

// From a vertex a way may leave into any of its triangles, and come to one from any: there and back is as long.
TEST(ways_between_vertices_of_a_cube_are_as_long_back)
{
    body b = make_cube(5);
    bi_random random = bi_random_from(11);
    for (int32_t i = 0; i < 100; i++) {
        int32_t ends[2];
        for (int32_t k = 0; k < 2; k++) {
            do {
                ends[k] = bi_random_below(&random, b.vertex_count);
            } while (b.surface.vertex_first[ends[k]] == b.surface.vertex_first[ends[k] + 1]);
        }
        double there = find(&b, at_vertex(&b, ends[0]), at_vertex(&b, ends[1]));
        double back = find(&b, at_vertex(&b, ends[1]), at_vertex(&b, ends[0]));
        CHECK_SEED(fabs(there - back) < 1e-9, i);
        CHECK_SEED(there >= v3_distance(b.x[ends[0]], b.x[ends[1]]) - 1e-12, i);
    }
    free_body(&b);
}

TEST(a_great_circle)
{
    body b = make_sphere(29); // 10,092 faces
    bi_random random = bi_random_from(7);
    double worst = 0.0;
    for (int32_t i = 0; i < 60; i++) {
        bi_surface_point from = some_point(&b, &random), to = some_point(&b, &random);
        bight_vec3 p = v3_unit(bi_surface_point_at(&b.surface, b.x, from), v3(1, 0, 0));
        bight_vec3 q = v3_unit(bi_surface_point_at(&b.surface, b.x, to), v3(1, 0, 0));
        double exact = atan2(v3_length(v3_cross(p, q)), v3_dot(p, q)), found = find(&b, from, to);
        if (exact > 0.2 && exact < 3.0) {
            worst = fmax(worst, fabs(found / exact - 1.0));
        }
    }
    print_message("sphere, 10,092 faces: %.2g\n", worst);
    CHECK(worst < 1e-3);
    free_body(&b);
}

TEST(a_helix)
{
    body b = make_tube(100, 50, 3.0, 0.0); // 10,000 faces
    bi_random random = bi_random_from(8);
    double worst = 0.0;
    for (int32_t i = 0; i < 60; i++) {
        bi_surface_point from = some_point(&b, &random), to = some_point(&b, &random);
        bight_vec3 p = bi_surface_point_at(&b.surface, b.x, from),
                   q = bi_surface_point_at(&b.surface, b.x, to);
        double turn = atan2(p.x * q.z - p.z * q.x, p.x * q.x + p.z * q.z),
               exact = sqrt(turn * turn + (p.y - q.y) * (p.y - q.y));
        double found = find(&b, from, to);
        if (exact > 0.2) {
            worst = fmax(worst, fabs(found / exact - 1.0));
        }
    }
    print_message("cylinder, 10,000 faces: %.2g\n", worst);
    CHECK(worst < 1e-3);
    free_body(&b);
}

// The shortest way over points that divide each edge in `parts`: never shorter than the true one.
static double search_edges(const body *b, bi_surface_point from, bi_surface_point to, int32_t parts)
{
    int32_t each = parts + 1, edges = b->surface.edge_count, count = edges * each + 2;
    bight_vec3 *at = calloc((size_t)count, sizeof *at);
    double *far = calloc((size_t)count, sizeof *far);
    uint8_t *done = calloc((size_t)count, 1);
    for (int32_t e = 0; e < edges; e++) {
        for (int32_t i = 0; i < each; i++) {
            at[e * each + i] =
                v3_lerp(b->x[b->surface.edges[2 * e]], b->x[b->surface.edges[2 * e + 1]], (double)i / parts);
        }
    }
    at[count - 2] = bi_surface_point_at(&b->surface, b->x, from);
    at[count - 1] = bi_surface_point_at(&b->surface, b->x, to);
    for (int32_t i = 0; i < count; i++) {
        far[i] = HUGE_VAL;
    }
    far[count - 2] = 0.0;
    for (;;) {
        int32_t best = -1;
        for (int32_t i = 0; i < count; i++) {
            best = done[i] == 0 && far[i] < HUGE_VAL && (best < 0 || far[i] < far[best]) ? i : best;
        }
        if (best < 0 || best == count - 1) {
            break;
        }
        done[best] = 1;
        int32_t e = best / each, first = best == count - 2 ? 0 : b->surface.edge_first[e],
                last = best == count - 2 ? 1 : b->surface.edge_first[e + 1];
        for (int32_t s = first; s < last; s++) {
            int32_t t = best == count - 2 ? from.triangle : b->surface.edge_sides[s] / 3;
            for (int32_t k = 0; k < 3; k++) {
                int32_t other = b->surface.triangle_edges[3 * t + k];
                for (int32_t i = 0; i < each; i++) {
                    int32_t node = other * each + i;
                    far[node] = fmin(far[node], far[best] + v3_distance(at[node], at[best]));
                }
            }
            if (t == to.triangle) {
                far[count - 1] = fmin(far[count - 1], far[best] + v3_distance(at[count - 1], at[best]));
            }
        }
    }
    double found = far[count - 1];
    free(at);
    free(far);
    free(done);
    return found;
}

TEST(no_way_over_many_points_of_edges_is_shorter_on_a_torus)
{
    body b = make_tube(14, 20, 0.0, 2.5);
    int32_t shorter = 0, all = 0;
    bi_random random = bi_random_from(9);
    for (int32_t i = 0; i < LESS_WHEN_CHECKED(12, 3); i++) {
        bi_surface_point from = some_point(&b, &random), to = some_point(&b, &random);
        double found = find(&b, from, to), bound = search_edges(&b, from, to, 6);
        // the search goes over all ways and is too long by its few points; ours is the shortest near itself alone
        CHECK_SEED(found > 0.94 * bound && found < 1.05 * bound, i);
        shorter += found <= bound ? 1 : 0;
        all++;
    }
    print_message("%d of %d are the shortest of all\n", shorter, all);
    CHECK(5 * shorter >= 4 * all);
    free_body(&b);
}

// A way that meets no vertex is straight: traced from its first piece it comes to the same place.
TEST(a_trace_along_a_path_ends_where_the_path_does)
{
    body b = make_sphere(12);
    bi_random random = bi_random_from(10);
    bi_surface_path trace = {0};
    int32_t followed = 0;
    for (int32_t i = 0; i < 40; i++) {
        bi_surface_point from = some_point(&b, &random), to = some_point(&b, &random);
        double length = find(&b, from, to);
        if (b.path.count < 3) {
            continue;
        }
        bight_vec3 way = v3_sub(b.path.points[1], b.path.points[0]);
        assert_int_equal(bi_surface_path_trace(&plain, &b.surface, b.x, from, way, length, &trace), BIGHT_OK);
        CHECK_SEED(!trace.stopped, i);
        CHECK_NEAR(trace.length, length, 1e-12 * length);
        bight_vec3 goal = bi_surface_point_at(&b.surface, b.x, to);
        CHECK_SEED(v3_distance(trace.points[trace.count - 1], goal) < 1e-7, i);
        CHECK_SEED(v3_distance(bi_surface_point_at(&b.surface, b.x, trace.end), goal) < 1e-7, i);
        followed++;
    }
    CHECK(followed > 20);
    bi_surface_path_free(&plain, &trace);
    free_body(&b);
}

// On a cylinder a straightest way is a helix; it stops at the rim. Through a flat vertex it goes straight on.
TEST(a_trace_is_straight)
{
    body b = make_tube(200, 50, 3.0, 0.0);
    bi_surface_path trace = {0};
    bi_surface_point from = bi_surface_nearest(&b.surface, b.x, v3(1, 1.01, -0.001));
    assert_int_equal(bi_surface_path_trace(&plain, &b.surface, b.x, from, v3(0, 0.2, -1), 4.0, &trace),
                     BIGHT_OK);
    bight_vec3 end = trace.points[trace.count - 1];
    double rise = 0.2 / sqrt(1.04), a = atan2(-end.z, end.x);
    CHECK_NEAR(end.y, 1.01 + 4.0 * rise, 1e-3);
    CHECK_NEAR(a < 0 ? a + 2 * PI : a, 4.0 / sqrt(1.04), 4e-3);
    CHECK(!trace.stopped);
    assert_int_equal(bi_surface_path_trace(&plain, &b.surface, b.x, from, v3(0, 1, 0), 4.0, &trace),
                     BIGHT_OK);
    CHECK(trace.stopped);
    CHECK_NEAR(trace.length, 1.99, 1e-6);
    bi_surface_path_free(&plain, &trace);
    free_body(&b);

    // the middle of a cube's face is a vertex: from one side's middle to the other's
    b = make_cube(4);
    from = bi_surface_nearest(&b.surface, b.x, v3(0.25, 0.5, 1.0));
    assert_int_equal(bi_surface_path_trace(&plain, &b.surface, b.x, from, v3(1, 0, 0), 2.0, &trace),
                     BIGHT_OK);
    CHECK(v3_distance(trace.points[trace.count - 1], v3(0.75, 0.5, 0.0)) < 1e-9);
    assert_int_equal(bi_surface_path_trace(&plain, &b.surface, b.x, from, v3(0, 0, 1), 2.0, &trace),
                     BIGHT_ERROR_INVALID);
    bi_surface_path_free(&plain, &trace);
    free_body(&b);
}

TEST(no_way_and_no_memory)
{
    // two cubes' worth of triangles that share nothing
    body b = make_cube(1);
    int32_t apart[6] = {0, 1, 3, 4, 5, 7};
    bi_surface surface;
    assert_int_equal(bi_surface_make(&plain, apart, 2, 8, &surface), BIGHT_OK);
    bi_surface_point from = {0, {1, 0, 0}}, to = {1, {1, 0, 0}};
    assert_int_equal(bi_surface_path_find(&plain, &surface, b.x, from, to, &b.path), BIGHT_ERROR_INVALID);
    bi_surface_free(&plain, &surface);
    free_body(&b);

    b = make_cube(3);
    for (int64_t fail = 1; fail < 40; fail++) {
        failing_allocator state = {.fail_at = fail};
        bight_env env = failing_env(&state);
        bi_surface_path path = {0};
        bight_status status = bi_surface_path_find(&env.allocator, &b.surface, b.x, at_vertex(&b, 0),
                                                   at_vertex(&b, b.vertex_count - 1), &path);
        CHECK(status == BIGHT_OK || status == BIGHT_ERROR_NO_MEMORY);
        CHECK((status == BIGHT_OK) == (state.calls < fail));
        bi_surface_path_free(&env.allocator, &path);
        assert_int_equal(state.held, 0);
    }
    free_body(&b);
}

RUN_TESTS(unit(opposite_corners_of_a_cube_are_root_five_apart),
          unit(ways_between_vertices_of_a_cube_are_as_long_back), unit(a_great_circle), unit(a_helix),
          unit(no_way_over_many_points_of_edges_is_shorter_on_a_torus),
          unit(a_trace_along_a_path_ends_where_the_path_does), unit(a_trace_is_straight),
          unit(no_way_and_no_memory))
