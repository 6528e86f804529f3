// SPDX-License-Identifier: MIT
// Signs against exact integers: coordinates are small multiples of a power of two, moved far apart so that
// doubles alone get them wrong.

#include "geom/predicates.h"
#include "core/random.h"
#include "core/vec3.h"
#include "test.h"

__extension__ typedef __int128 wide;

static int32_t sign_of(wide x)
{
    return (x > 0) - (x < 0);
}

// A point on the integer grid of 2^size, near the plane through three others or anywhere.
typedef struct grid_point {
    int64_t x, y, z;
} grid_point;

static int64_t random_integer(bi_random *random, int64_t size)
{
    return (int64_t)(bi_random_bits(random) % (uint64_t)(2 * size + 1)) - size;
}

static grid_point random_point(bi_random *random, int64_t size)
{
    int64_t x = random_integer(random, size), y = random_integer(random, size);
    return (grid_point){x, y, random_integer(random, size)};
}

static bight_vec3 to_vec3(grid_point p, double scale)
{
    return v3((double)p.x * scale, (double)p.y * scale, (double)p.z * scale);
}

static wide determinant(grid_point u, grid_point v, grid_point w)
{
    return (wide)w.x * ((wide)u.y * v.z - (wide)u.z * v.y) + (wide)w.y * ((wide)u.z * v.x - (wide)u.x * v.z) +
           (wide)w.z * ((wide)u.x * v.y - (wide)u.y * v.x);
}

static grid_point minus(grid_point a, grid_point b)
{
    return (grid_point){a.x - b.x, a.y - b.y, a.z - b.z};
}

// p = a + i (b - a) + j (c - a), then off by at most one grid step.
static grid_point near_plane(bi_random *random, grid_point a, grid_point b, grid_point c)
{
    int64_t i = random_integer(random, 3), j = random_integer(random, 3);
    grid_point u = minus(b, a), v = minus(c, a);
    grid_point p = {a.x + i * u.x + j * v.x, a.y + i * u.y + j * v.y, a.z + i * u.z + j * v.z};
    if (bi_random_below(random, 2) == 0) {
        p.x += random_integer(random, 1);
        p.z += random_integer(random, 1);
    }
    return p;
}

TEST(orient3d_is_the_sign_of_the_integer_determinant)
{
    static const double scales[] = {1.0, 0x1p-100, 0x1p60};
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        bi_random random = bi_random_from(seed);
        int64_t size = INT64_C(1) << (2 + seed % 34);
        double scale = scales[seed % 3];
        grid_point a = random_point(&random, size), b = random_point(&random, size);
        grid_point c = random_point(&random, size), d = near_plane(&random, a, b, c);
        int32_t truth = sign_of(determinant(minus(b, a), minus(c, a), minus(d, a)));
        bight_vec3 p = to_vec3(a, scale), q = to_vec3(b, scale), r = to_vec3(c, scale), s = to_vec3(d, scale);
        CHECK_SEED(bi_orient3d(p, q, r, s) == truth, seed);
        CHECK_SEED(bi_orient3d(q, p, r, s) == -truth, seed);
        CHECK_SEED(bi_orient3d(r, s, p, q) == truth, seed);
    }
}

static int32_t displaced_sign(const bight_vec3 *x, const int32_t *rank, int32_t a, int32_t b, int32_t c,
                              int32_t d)
{
    const bight_vec3 points[4] = {x[a], x[b], x[c], x[d]};
    const int32_t ranks[4] = {rank[a], rank[b], rank[c], rank[d]};
    return bi_orient3d_displaced(points, ranks);
}

// Signs of a real set of points obey, for any six of them p, q and 1 to 4,
// [pq12][pq34] - [pq13][pq24] + [pq14][pq23] = 0 (Grassmann, Pluecker): the three terms are not all of one
// sign. Coordinates 0 and 1 alone: points coincide, and most determinants are zero.
TEST(displaced_signs_are_those_of_real_points)
{
    int32_t degenerate = 0;
    for (uint64_t seed = 1; seed <= 200000; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 x[6];
        int32_t rank[6] = {3, 10, 11, 12, 40, 41};
        for (int32_t i = 0; i < 6; i++) {
            int32_t grid = 2 + (int32_t)(seed % 2);
            x[i] = v3(bi_random_below(&random, grid), bi_random_below(&random, grid),
                      bi_random_below(&random, grid));
            int32_t other = bi_random_below(&random, i + 1), swap = rank[i];
            rank[i] = rank[other];
            rank[other] = swap;
        }
        int32_t s1 = displaced_sign(x, rank, 0, 1, 2, 3) * displaced_sign(x, rank, 0, 1, 4, 5);
        int32_t s2 = -displaced_sign(x, rank, 0, 1, 2, 4) * displaced_sign(x, rank, 0, 1, 3, 5);
        int32_t s3 = displaced_sign(x, rank, 0, 1, 2, 5) * displaced_sign(x, rank, 0, 1, 3, 4);
        CHECK_SEED(s1 * s2 * s3 != 0 && !(s1 == s2 && s2 == s3), seed);

        // an exchange turns the sign, and what is not degenerate stays as it is
        int32_t plain = bi_orient3d(x[0], x[1], x[2], x[3]), sign = displaced_sign(x, rank, 0, 1, 2, 3);
        CHECK_SEED(displaced_sign(x, rank, 0, 2, 1, 3) == -sign, seed);
        CHECK_SEED(displaced_sign(x, rank, 3, 1, 2, 0) == -sign, seed);
        CHECK_SEED(plain == 0 || plain == sign, seed);
        degenerate += plain == 0;

        // the vertex of lowest rank moves along x first, then along y, if that decides
        int32_t lowest = 0;
        for (int32_t i = 1; i < 4; i++) {
            lowest = rank[i] < rank[lowest] ? i : lowest;
        }
        x[lowest].x += 0x1p-30;
        int32_t moved = bi_orient3d(x[0], x[1], x[2], x[3]);
        CHECK_SEED(moved == 0 || moved == sign, seed);
        x[lowest].y += 0x1p-40;
        moved = moved == 0 ? bi_orient3d(x[0], x[1], x[2], x[3]) : 0;
        CHECK_SEED(moved == 0 || moved == sign, seed);
    }
    CHECK(degenerate > 50000);
}

TEST(quick_signs_are_never_wrong)
{
    int32_t decided = 0;
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 a = bi_random_vec3(&random, 1.0), b = bi_random_vec3(&random, 1.0),
                   c = bi_random_vec3(&random, 1.0);
        bight_vec3 d = v3_add(v3_madd(v3_lerp(a, b, 0.3), 0.5, v3_sub(c, b)),
                              bi_random_vec3(&random, seed % 2 == 0 ? 1e-16 : 1e-3));
        int32_t quick = bi_orient3d_quick(a, b, c, d);
        CHECK_SEED(quick == 0 || quick == bi_orient3d(a, b, c, d), seed);
        decided += quick != 0;
    }
    CHECK(decided > 9900 && decided < 15000);
}

TEST(orient2d_is_the_sign_of_the_integer_determinant)
{
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        bi_random random = bi_random_from(seed);
        int64_t size = INT64_C(1) << (2 + seed % 50);
        grid_point a = random_point(&random, size), b = random_point(&random, size);
        grid_point c = near_plane(&random, a, b, a);
        wide truth = (wide)(b.x - a.x) * (c.y - a.y) - (wide)(b.y - a.y) * (c.x - a.x);
        double p[2] = {(double)a.x, (double)a.y}, q[2] = {(double)b.x, (double)b.y},
               r[2] = {(double)c.x, (double)c.y};
        bool exact = (int64_t)r[0] == c.x && (int64_t)r[1] == c.y;
        CHECK_SEED(!exact || bi_orient2d(p, q, r) == sign_of(truth), seed);
    }
}

TEST(orient_along_is_the_sign_of_the_integer_determinant)
{
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        bi_random random = bi_random_from(seed);
        int64_t size = INT64_C(1) << (2 + seed % 34);
        grid_point a = random_point(&random, size), b = random_point(&random, size);
        grid_point n = random_point(&random, 1000), c = near_plane(&random, a, b, a);
        if (seed % 3 == 0) {
            c = (grid_point){a.x + n.x, a.y + n.y, a.z + n.z};
        }
        int32_t truth = sign_of(determinant(minus(b, a), minus(c, a), n));
        int32_t sign = bi_orient_along(to_vec3(a, 1), to_vec3(b, 1), to_vec3(c, 1), to_vec3(n, 1));
        CHECK_SEED(sign == truth, seed);
    }
}

// Where two segments cross a third, compared as fractions of integers.
TEST(order_along_compares_fractions)
{
    int32_t ties = 0, compared = 0;
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        bi_random random = bi_random_from(seed);
        int64_t size = seed % 2 == 0 ? 6 : 1 << 20;
        grid_point p[6], n = {0, 0, 1};
        for (int32_t i = 0; i < 6; i++) {
            p[i] = random_point(&random, size);
        }
        wide a1 = determinant(minus(p[3], p[2]), minus(p[0], p[2]), n);
        wide b1 = determinant(minus(p[3], p[2]), minus(p[1], p[2]), n);
        wide a2 = determinant(minus(p[5], p[4]), minus(p[0], p[4]), n);
        wide b2 = determinant(minus(p[5], p[4]), minus(p[1], p[4]), n);
        if (sign_of(a1) * sign_of(b1) >= 0 || sign_of(a2) * sign_of(b2) >= 0) {
            continue;
        }
        wide t1 = a1 < 0 ? -a1 : a1, s1 = b1 < 0 ? -b1 : b1, t2 = a2 < 0 ? -a2 : a2, s2 = b2 < 0 ? -b2 : b2;
        int32_t truth = sign_of(t1 * s2 - t2 * s1);
        bight_vec3 v[6];
        for (int32_t i = 0; i < 6; i++) {
            v[i] = to_vec3(p[i], 0x1p-20);
        }
        CHECK_SEED(bi_order_along(v[0], v[1], v + 2, v + 4, v3(0, 0, 1)) == truth, seed);
        ties += truth == 0;
        compared++;
    }
    CHECK(compared > 1000 && ties > 10);
}

// The slow way: a point common to both has the form a + u (b - a) + v (c - a); for non-parallel ones exact
// rationals decide, for coplanar ones every side against the segment.
static bool integer_free(grid_point a, grid_point b, grid_point c, grid_point p, grid_point q)
{
    grid_point u = minus(b, a), v = minus(c, a);
    wide sp = determinant(u, v, minus(p, a)), sq = determinant(u, v, minus(q, a));
    if (sp == sq) {
        return sp != 0; // parallel: free unless in the plane, which the caller leaves out
    }

    // at fraction sp / (sp - sq) of p, q the plane is met; inside when the three edge volumes agree
    if (sign_of(sp) * sign_of(sq) > 0) {
        return true;
    }
    grid_point d = minus(q, p);
    wide ab = determinant(d, minus(a, p), minus(b, p)), bc = determinant(d, minus(b, p), minus(c, p));
    wide ca = determinant(d, minus(c, p), minus(a, p));
    return !((ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0));
}

TEST(triangle_and_segment_against_integers)
{
    int32_t free_count = 0, meet_count = 0;
    for (uint64_t seed = 1; seed <= 50000; seed++) {
        bi_random random = bi_random_from(seed);
        grid_point p[5];
        for (int32_t i = 0; i < 5; i++) {
            p[i] = random_point(&random, seed % 2 == 0 ? 3 : 1000);
        }
        grid_point u = minus(p[1], p[0]), v = minus(p[2], p[0]);
        if (determinant(u, v, minus(p[3], p[0])) == 0 && determinant(u, v, minus(p[4], p[0])) == 0) {
            continue;
        }
        bight_vec3 triangle[3] = {to_vec3(p[0], 1), to_vec3(p[1], 1), to_vec3(p[2], 1)};
        bool is_free = bi_triangle_free_of_segment(triangle, to_vec3(p[3], 1), to_vec3(p[4], 1));
        CHECK_SEED(is_free == integer_free(p[0], p[1], p[2], p[3], p[4]), seed);
        free_count += is_free;
        meet_count += !is_free;
    }
    CHECK(free_count > 1000 && meet_count > 1000);
}

// A plane of coordinates holds the triangle: each of the three in turn, so that each axis is the one to look along.
static bight_vec3 turned(int32_t axis, double x, double y, double z)
{
    return axis == 0 ? v3(x, y, z) : axis == 1 ? v3(z, x, y) : v3(y, z, x);
}

TEST(flat_triangle_and_segment)
{
    static const struct {
        double p[2], q[2];
        bool apart;
    } cases[] = {{{3, 3}, {4, 4}, true},    {{5, 0}, {9, 0}, true},  {{-1, 2}, {-1, -2}, true},
                 {{5, 1}, {-1, 7}, true},   {{4, 0}, {9, 0}, false}, // touches a corner
                 {{1, 1}, {1.5, 1}, false},                          // inside
                 {{-1, 1}, {9, 1}, false},                           // across
                 {{-1, 0}, {9, 0}, false}};                          // along a side
    for (int32_t axis = 0; axis < 3; axis++) {
        for (int32_t way = 0; way < 2; way++) {
            bight_vec3 triangle[3] = {turned(axis, 0, 0, 5), turned(axis, 4, 0, 5), turned(axis, 0, 4, 5)};
            bight_vec3 swap = triangle[1];
            triangle[1] = way == 0 ? triangle[1] : triangle[2];
            triangle[2] = way == 0 ? triangle[2] : swap;
            for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
                bight_vec3 p = turned(axis, cases[i].p[0], cases[i].p[1], 5),
                           q = turned(axis, cases[i].q[0], cases[i].q[1], 5);
                CHECK_SEED(bi_triangle_free_of_segment(triangle, p, q) == cases[i].apart, i);
                CHECK_SEED(bi_triangle_free_of_segment(triangle, q, p) == cases[i].apart, i);
            }
        }
    }
}

TEST(segments_that_meet)
{
    for (int32_t axis = 0; axis < 3; axis++) {
        bight_vec3 o = v3(0, 0, 0), x = turned(axis, 2, 0, 0);
        bight_vec3 below = turned(axis, 1, -1, 0), above = turned(axis, 1, 1, 0);
        CHECK(bi_segments_meet(o, x, below, above));
        CHECK(bi_segments_meet(o, x, above, below));
        CHECK(bi_segments_meet(below, above, o, x));
        CHECK(bi_segments_meet(o, x, turned(axis, 1, 0, 0), turned(axis, 1, 0, 7)));  // T
        CHECK(bi_segments_meet(o, x, turned(axis, 1, 0, 0), turned(axis, 3, 0, 0)));  // overlap
        CHECK(bi_segments_meet(o, x, x, turned(axis, 3, 1, 2)));                      // common end
        CHECK(!bi_segments_meet(o, x, turned(axis, 3, 0, 0), turned(axis, 4, 0, 0))); // on one line, apart
        CHECK(!bi_segments_meet(o, x, turned(axis, 1, -1, 1e-30), turned(axis, 1, 1, 1e-30)));
        CHECK(!bi_segments_meet(o, x, above, turned(axis, 1, 2, 0)));
        CHECK(!bi_segments_meet(o, x, turned(axis, 3, -1, 0), turned(axis, 3, 1, 0))); // beyond the end
    }
}

// Three points of a small grid, on one line or not: the cross product of integers says it.
TEST(collinear_is_a_cross_product_of_zero)
{
    int32_t on = 0;
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        bi_random random = bi_random_from(seed);
        grid_point a = random_point(&random, 2), b = random_point(&random, 2), c = random_point(&random, 2);
        grid_point u = minus(b, a), v = minus(c, a);
        bool truth = u.y * v.z == u.z * v.y && u.z * v.x == u.x * v.z && u.x * v.y == u.y * v.x;
        CHECK_SEED(bi_collinear(to_vec3(a, 0x1p-30), to_vec3(b, 0x1p-30), to_vec3(c, 0x1p-30)) == truth,
                   seed);
        on += truth;
    }
    CHECK(on > 500);
}

RUN_TESTS(unit(orient3d_is_the_sign_of_the_integer_determinant),
          unit(displaced_signs_are_those_of_real_points), unit(quick_signs_are_never_wrong),
          unit(orient2d_is_the_sign_of_the_integer_determinant),
          unit(orient_along_is_the_sign_of_the_integer_determinant), unit(order_along_compares_fractions),
          unit(triangle_and_segment_against_integers), unit(flat_triangle_and_segment),
          unit(segments_that_meet), unit(collinear_is_a_cross_product_of_zero))
