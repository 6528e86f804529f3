// SPDX-License-Identifier: MIT
// Geodesics on a cube of twelve triangles, from and to places on its diagonals, edges, corners and anywhere, against all ways of
// unfolding it.

#include "bight/geodesic.h"
#include "core/random.h"
#include "core/vec3.h"
#include "test.h"

#include <math.h>
#include <stdio.h>

#define MOST_WAYS 400

// Corners of each side of the unit cube, in a ring that faces outward; corner i is at (i & 1, i & 2, i & 4).
static const int32_t rings[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

static bight_vec3 corner(int32_t i)
{
    return v3(i & 1, (i & 2) / 2, (i & 4) / 4);
}

typedef struct cube {
    bight_vec3 positions[8];
    int32_t triangles[36];
} cube;

// Each side is cut along one of its diagonals or the other.
static cube cut(uint32_t diagonals)
{
    cube c;
    for (int32_t i = 0; i < 8; i++) {
        c.positions[i] = corner(i);
    }
    for (int32_t f = 0; f < 6; f++) {
        int32_t turn = (int32_t)(diagonals >> f & 1u);
        for (int32_t k = 0; k < 6; k++) {
            static const int32_t which[6] = {0, 1, 2, 0, 2, 3};
            c.triangles[6 * f + k] = rings[f][(which[k] + turn) % 4];
        }
    }
    return c;
}

// ---- all unfoldings ---------------------------------------------------------------------------------

// Sides of the cube laid out in the plane one after another: where side f has its ring.
typedef struct search {
    bight_vec3 goal;
    double start[2];
    double right[6][2], left[6][2]; // hinges so far
    double ways[MOST_WAYS];         // lengths of straight ways
    int32_t count;
} search;

static bool on_side(int32_t f, bight_vec3 p)
{
    bight_vec3 o = corner(rings[f][0]), u = v3_sub(corner(rings[f][1]), o),
               v = v3_sub(corner(rings[f][3]), o);
    return fabs(v3_dot(v3_cross(u, v), v3_sub(p, o))) < 1e-9;
}

static double cross(const double o[2], const double a[2], const double b[2])
{
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

// A side lies at o with axes u and v; `used` sides are before it.
static void roll(search *s, int32_t f, const double o[2], const double u[2], const double v[2], uint32_t used,
                 int32_t depth)
{
    bight_vec3 origin = corner(rings[f][0]);
    bight_vec3 along = v3_sub(corner(rings[f][1]), origin), up = v3_sub(corner(rings[f][3]), origin);
    if (on_side(f, s->goal) && s->count < MOST_WAYS) {
        double x = v3_dot(along, v3_sub(s->goal, origin)), y = v3_dot(up, v3_sub(s->goal, origin));
        const double at[2] = {o[0] + x * u[0] + y * v[0], o[1] + x * u[1] + y * v[1]};
        bool through = true; // all hinges, corners included
        for (int32_t i = 0; i < depth; i++) {
            through = through && cross(s->start, at, s->right[i]) <= 1e-9 &&
                      cross(s->start, at, s->left[i]) >= -1e-9;
        }
        if (through) {
            s->ways[s->count++] = hypot(at[0] - s->start[0], at[1] - s->start[1]);
        }
    }
    const double ring[4][2] = {{o[0], o[1]},
                               {o[0] + u[0], o[1] + u[1]},
                               {o[0] + u[0] + v[0], o[1] + u[1] + v[1]},
                               {o[0] + v[0], o[1] + v[1]}};
    for (int32_t g = 0; g < 6; g++) {
        for (int32_t k = 0; k < 4 && (used >> g & 1u) == 0 && depth < 5; k++) {
            for (int32_t m = 0; m < 4; m++) {
                // the edge from ring k to k + 1 here is that from m + 1 to m there
                if (rings[f][k] != rings[g][(m + 1) % 4] || rings[f][(k + 1) % 4] != rings[g][m]) {
                    continue;
                }
                const double *p = ring[k], *q = ring[(k + 1) % 4];
                const double ahead[2] = {p[0] - q[0], p[1] - q[1]}; // from m to m + 1 there
                const double side[2] = {-ahead[1], ahead[0]};       // and from m to the one before m
                const double m0[4][2] = {{q[0], q[1]},
                                         {p[0], p[1]},
                                         {p[0] + side[0], p[1] + side[1]},
                                         {q[0] + side[0], q[1] + side[1]}};
                const double *o2 = m0[(4 - m) % 4], *a = m0[(5 - m) % 4], *b = m0[(7 - m) % 4];
                const double u2[2] = {a[0] - o2[0], a[1] - o2[1]}, v2[2] = {b[0] - o2[0], b[1] - o2[1]};
                // seen from inside f, counter-clockwise: p comes first, on the right
                for (int32_t d = 0; d < 2; d++) {
                    s->right[depth][d] = p[d];
                    s->left[depth][d] = q[d];
                }
                roll(s, g, o2, u2, v2, used | 1u << g, depth + 1);
            }
        }
    }
}

static void unfold_all(search *s, bight_vec3 from, bight_vec3 to)
{
    s->goal = to;
    s->count = 0;
    for (int32_t f = 0; f < 6; f++) {
        if (!on_side(f, from)) {
            continue;
        }
        bight_vec3 o = corner(rings[f][0]), d = v3_sub(from, o);
        s->start[0] = v3_dot(v3_sub(corner(rings[f][1]), o), d);
        s->start[1] = v3_dot(v3_sub(corner(rings[f][3]), o), d);
        const double zero[2] = {0, 0}, x[2] = {1, 0}, y[2] = {0, 1};
        roll(s, f, zero, x, y, 1u << f, 0);
    }
}

// ---- places -----------------------------------------------------------------------------------------

static double ten_to(int32_t power)
{
    double x = 1.0;
    for (int32_t i = 0; i < -power; i++) {
        x *= 0.1;
    }
    return x;
}

// On a diagonal, its middle, an edge, a corner, near a diagonal, or anywhere.
static bight_vec3 place(bi_random *random)
{
    const int32_t *ring = rings[bi_random_below(random, 6)];
    int32_t k = bi_random_below(random, 4), kind = bi_random_below(random, 6);
    bight_vec3 a = corner(ring[k]), b = corner(ring[(k + 1) % 4]), c = corner(ring[(k + 2) % 4]);
    double t = bi_random_unit(random), r = bi_random_unit(random);
    switch (kind) {
    case 0:
        return v3_lerp(a, c, t);
    case 1:
        return v3_lerp(a, c, 0.5);
    case 2:
        return v3_lerp(a, b, t);
    case 3:
        return a;
    case 4:
        // 1e-13 to 1e-6 off it, on either side: what is no longer on the diagonal, and what is only nearly beside it
        return v3_madd(v3_lerp(a, c, 0.1 + 0.8 * t),
                       (r < 0.5 ? -1.0 : 1.0) * ten_to(-13 + bi_random_below(random, 8)), v3_sub(b, a));
    default:
        return v3_madd(v3_madd(a, t, v3_sub(b, a)), r, v3_sub(c, b));
    }
}

static double length_of(const cube *c, bight_vec3 from, bight_vec3 to, bool hull, bight_geodesic *way)
{
    bight_cloth_mesh mesh = {.vertex_count = 8, .triangle_count = 12};
    mesh.positions = (bight_vec3 *)c->positions;
    mesh.triangles = (int32_t *)c->triangles;
    bight_geodesic_def def = {.from = from, .to = &to, .hull = hull};
    bight_error error = {0};
    if (bight_geodesic_find(NULL, &mesh, &def, way, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    return way->length;
}

TEST(from_the_middle_of_one_side_to_the_other)
{
    for (uint32_t diagonals = 0; diagonals < 64; diagonals++) {
        cube c = cut(diagonals);
        bight_geodesic way;
        CHECK_NEAR(length_of(&c, v3(0.5, 0.5, 0), v3(0.5, 0.5, 1), diagonals % 2 == 0, &way), 2.0, 1e-9);
        bight_geodesic_free(NULL, &way);
    }
}

// What is found is straight in one of the unfoldings, and its points lie on the cube.
TEST(ways_are_straight_in_an_unfolding)
{
    static search s;
    int32_t shortest = 0, tried = 3000;
    double worst = 1.0;
    for (int32_t seed = 1; seed <= tried; seed++) {
        bi_random random = bi_random_from((uint64_t)seed);
        cube c = cut((uint32_t)bi_random_below(&random, 64));
        bight_vec3 from = place(&random), to = place(&random);
        bight_geodesic way;
        double length = length_of(&c, from, to, seed % 3 == 0, &way), nearest = HUGE_VAL, least = HUGE_VAL,
               sum = 0.0;
        unfold_all(&s, from, to);
        for (int32_t i = 0; i < s.count; i++) {
            nearest = fabs(s.ways[i] - length) < fabs(nearest - length) ? s.ways[i] : nearest;
            least = s.ways[i] < least ? s.ways[i] : least;
        }
        for (int32_t i = 0; i < way.count; i++) {
            bight_vec3 p = way.points[i], d = v3_sub(p, v3(0.5, 0.5, 0.5));
            double out = fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z)));
            CHECK(fabs(out - 0.5) < 1e-9);
            sum += i > 0 ? v3_distance(way.points[i - 1], p) : 0.0;
        }
        if (!(fabs(nearest - length) < 1e-7) || !(fabs(sum - length) < 1e-9)) {
            fail_msg("seed %d: a way of %.12g is in no unfolding: the nearest has %.12g, the shortest %.12g",
                     (int)seed, length, nearest, least);
        }
        shortest += length < least + 1e-7;
        worst = least > 1e-9 ? fmax(worst, length / least) : worst;
        bight_geodesic_free(NULL, &way);
    }
    printf("%d of %d are the shortest of all, the longest is %.3f times that\n", (int)shortest, (int)tried,
           worst);
    CHECK(shortest > tried * 9 / 10 && worst < 1.5);
}

RUN_TESTS(unit(from_the_middle_of_one_side_to_the_other), unit(ways_are_straight_in_an_unfolding))
