// SPDX-License-Identifier: MIT
// Triangles and rigid shapes. The judge searches: distances of points to the cores by ternary search, those of
// triangles by nested ternary search (they are convex) or dense sampling, reach by points spread over surfaces.

#include "core/pi.h"
#include "core/random.h"
#include "geom/solid_triangle.h"
#include "test.h"

static const bight_shape_kind kinds[4] = {BIGHT_SHAPE_SPHERE, BIGHT_SHAPE_CAPSULE, BIGHT_SHAPE_BOX,
                                          BIGHT_SHAPE_TORUS};

static bi_solid random_solid(bi_random *random, bight_shape_kind kind)
{
    bi_solid solid = {.kind = kind};
    solid.size = v3(bi_random_range(random, 0.4, 1.5), bi_random_range(random, 0.4, 1.5),
                    bi_random_range(random, 0.4, 1.5));
    if (kind == BIGHT_SHAPE_TORUS) {
        solid.size = v3(bi_random_range(random, 0.8, 1.5), bi_random_range(random, 0.1, 0.5), 0);
    }
    return solid;
}

static void random_triangle(bi_random *random, double far, double size, bight_vec3 x[3])
{
    bight_vec3 centre = bi_random_vec3(random, far);
    for (int32_t k = 0; k < 3; k++) {
        x[k] = v3_add(centre, bi_random_vec3(random, size));
    }
}

static double rounding(const bi_solid *solid)
{
    return solid->kind == BIGHT_SHAPE_BOX     ? 0.0
           : solid->kind == BIGHT_SHAPE_TORUS ? solid->size.y
                                              : solid->size.x;
}

// ---- points and cores ---------------------------------------------------------------------------------------

// A point of the core by one number in [0, 1], nearest to p in what that number leaves open.
static bight_vec3 core_point(const bi_solid *solid, bight_vec3 p, double t)
{
    bight_vec3 e = solid->size;
    double angle = 2.0 * PI * t, u = 2.0 * t - 1.0;
    switch (solid->kind) {
    case BIGHT_SHAPE_CAPSULE:
        return v3(0, u * e.y, 0);
    case BIGHT_SHAPE_BOX:
        return v3(fmin(e.x, fmax(-e.x, p.x)), u * e.y, fmin(e.z, fmax(-e.z, p.z)));
    case BIGHT_SHAPE_TORUS:
        return v3(e.x * cos(angle), 0, e.x * sin(angle));
    default:
        return v3(0, 0, 0);
    }
}

// Coarse steps, then a search between the two beside the best.
static double searched_from_core(const bi_solid *solid, bight_vec3 p)
{
    enum { N = 24 };
    int32_t best = 0;
    for (int32_t i = 1; i <= N; i++) {
        bool nearer = v3_distance(p, core_point(solid, p, 1.0 * i / N)) <
                      v3_distance(p, core_point(solid, p, 1.0 * best / N));
        best = nearer ? i : best;
    }
    bool ring = solid->kind == BIGHT_SHAPE_TORUS;
    double low = (best - 1.0) / N, high = (best + 1.0) / N;
    low = ring ? low : fmax(low, 0.0);
    high = ring ? high : fmin(high, 1.0);
    for (int32_t i = 0; i < 60; i++) {
        double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
        if (v3_distance(p, core_point(solid, p, a)) < v3_distance(p, core_point(solid, p, b))) {
            high = b;
        } else {
            low = a;
        }
    }
    return v3_distance(p, core_point(solid, p, 0.5 * (low + high)));
}

TEST(distance_from_cores)
{
    for (uint64_t seed = 1; seed <= 800; seed++) {
        bi_random random = bi_random_from(seed);
        bi_solid solid = random_solid(&random, kinds[seed % 4]);
        bight_vec3 p = bi_random_vec3(&random, 3.0);
        CHECK_SEED(fabs(bi_solid_from_core(&solid, p) - searched_from_core(&solid, p)) < 1e-7, seed);
        CHECK_SEED(bi_solid_core_radius(&solid) == rounding(&solid), seed);
    }
}

// ---- reach --------------------------------------------------------------------------------------------------

// The farthest along n of points spread over the surface, ends of cores and corners among them.
static double sampled_reach(const bi_solid *solid, bight_vec3 n)
{
    enum { N = 48 };
    bight_vec3 e = solid->size;
    double most = -HUGE_VAL;
    for (int32_t i = 0; i <= N; i++) {
        for (int32_t k = 0; k < 2 * N; k++) {
            double theta = PI * i / N, phi = PI * k / N;
            bight_vec3 d = v3(sin(theta) * cos(phi), cos(theta), sin(theta) * sin(phi)), p = v3_mul(e.x, d);
            if (solid->kind == BIGHT_SHAPE_CAPSULE) {
                p.y += d.y < 0.0 ? -e.y : e.y;
            } else if (solid->kind == BIGHT_SHAPE_BOX) {
                p = v3(d.x < 0.0 ? -e.x : e.x, d.y < 0.0 ? -e.y : e.y, d.z < 0.0 ? -e.z : e.z);
            } else if (solid->kind == BIGHT_SHAPE_TORUS) {
                double out = e.x + e.y * cos(2.0 * theta);
                p = v3(out * cos(phi), e.y * sin(2.0 * theta), out * sin(phi));
            }
            most = fmax(most, v3_dot(n, p));
        }
    }
    return most;
}

TEST(reach_and_gap_along_directions)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        bi_random random = bi_random_from(seed);
        bi_solid solid = random_solid(&random, kinds[seed % 4]);
        bight_vec3 n = v3_unit(bi_random_vec3(&random, 1.0), v3(1, 0, 0)), x[3];
        double reach = bi_solid_reach(&solid, n), sampled = sampled_reach(&solid, n);
        CHECK_SEED(reach >= sampled - 1e-12 && reach < sampled + 0.02, seed);
        random_triangle(&random, 3.0, 1.0, x);
        double lowest = HUGE_VAL, longest = 0.0;
        for (int32_t k = 0; k < 3; k++) {
            lowest = fmin(lowest, n.x * x[k].x + n.y * x[k].y + n.z * x[k].z);
            longest = fmax(longest, v3_distance(x[k], x[(k + 1) % 3]));
        }
        CHECK_SEED(fabs(bi_solid_gap_along(&solid, x, n) - (lowest - reach)) < 1e-12, seed);
        CHECK_SEED(fabs(sqrt(bi_longest_side_squared(x)) - longest) < 1e-12, seed);
    }
}

// ---- triangles ------------------------------------------------------------------------------------------------

static bight_vec3 point_of(const bight_vec3 x[3], double u, double v)
{
    return v3_lerp(v3_lerp(x[0], x[1], u), x[2], v);
}

static double signed_at(const bi_solid *solid, bight_vec3 p)
{
    bight_vec3 e = solid->size, q = p;
    if (solid->kind == BIGHT_SHAPE_CAPSULE) {
        q.y -= fmax(-e.y, fmin(e.y, p.y));
    } else if (solid->kind == BIGHT_SHAPE_BOX) {
        q = v3(p.x - fmax(-e.x, fmin(e.x, p.x)), p.y - fmax(-e.y, fmin(e.y, p.y)),
               p.z - fmax(-e.z, fmin(e.z, p.z)));
    } else if (solid->kind == BIGHT_SHAPE_TORUS) {
        q = v3(hypot(p.x, p.z) - e.x, p.y, 0);
    }
    return v3_length(q) - rounding(solid);
}

static double least_across(const bi_solid *solid, const bight_vec3 x[3], double v, double *u)
{
    double low = 0.0, high = 1.0;
    for (int32_t i = 0; i < 60; i++) {
        double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
        if (signed_at(solid, point_of(x, a, v)) < signed_at(solid, point_of(x, b, v))) {
            high = b;
        } else {
            low = a;
        }
    }
    *u = 0.5 * (low + high);
    return signed_at(solid, point_of(x, *u, v));
}

// Of a convex shape: the distance is convex over the triangle.
static double searched(const bi_solid *solid, const bight_vec3 x[3], double *u, double *v)
{
    double low = 0.0, high = 1.0;
    for (int32_t i = 0; i < 60; i++) {
        double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
        if (least_across(solid, x, a, u) < least_across(solid, x, b, u)) {
            high = b;
        } else {
            low = a;
        }
    }
    *v = 0.5 * (low + high);
    return least_across(solid, x, *v, u);
}

TEST(triangles_and_round_shapes)
{
    for (uint64_t seed = 1; seed <= 400; seed++) {
        bi_random random = bi_random_from(seed);
        bi_solid solid = random_solid(&random, kinds[seed % 2]);
        bight_vec3 x[3], direction;
        random_triangle(&random, 3.0, exp2(bi_random_range(&random, -3.0, 1.0)), x);
        double u, v, expected = searched(&solid, x, &u, &v);
        double distance = bi_solid_triangle_distance(&solid, x, &direction);
        CHECK_SEED(fabs(distance - expected) < 1e-6, seed);

        // the direction leads from the shape to the triangle, and separates them by all of that
        bight_vec3 p = point_of(x, u, v);
        if (expected > 0.01) {
            CHECK_SEED(fabs(v3_length(direction) - 1.0) < 1e-12, seed);
            CHECK_SEED(fabs(signed_at(&solid, v3_madd(p, -expected, direction))) < 1e-5, seed);
            CHECK_SEED(fabs(bi_solid_gap_along(&solid, x, direction) - expected) < 1e-5, seed);
        }
    }
}

// How many dimensions the part of the box has on which the point lies that is nearest to p.
static int32_t freedom_of(const bi_solid *box, bight_vec3 p, double margin)
{
    return (fabs(p.x) < box->size.x - margin) + (fabs(p.y) < box->size.y - margin) +
           (fabs(p.z) < box->size.z - margin);
}

TEST(triangles_and_boxes_apart)
{
    int32_t pairs[3] = {0, 0, 0};
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        bi_random random = bi_random_from(seed);
        bi_solid box = random_solid(&random, BIGHT_SHAPE_BOX);
        bight_vec3 x[3], direction;
        random_triangle(&random, 2.0, 1.5, x);
        double u, v, expected = searched(&box, x, &u, &v);
        double distance = bi_solid_triangle_distance(&box, x, &direction);
        CHECK_SEED(fabs(v3_length(direction) - 1.0) < 1e-12, seed);
        CHECK_SEED(fabs(bi_solid_gap_along(&box, x, direction) - distance) < 1e-12, seed);
        CHECK_SEED(distance < expected + 1e-6, seed);
        if (expected < 0.01) {
            continue;
        }

        // nearest on a face of either or on edges of both: then some direction finds the whole distance
        bight_vec3 p = point_of(x, u, v);
        const double weights[3] = {(1.0 - u) * (1.0 - v), u * (1.0 - v), v};
        int32_t of_triangle = (weights[0] > 1e-3) + (weights[1] > 1e-3) + (weights[2] > 1e-3) - 1;
        int32_t of_box = freedom_of(&box, p, 1e-3);
        if (of_box + of_triangle >= 2) {
            CHECK_SEED(distance > expected - 1e-5, seed);
            pairs[of_box <= 2 ? of_box : 2]++;
        }
    }
    print_message("nearest on corners %d, edges %d, faces %d of boxes\n", (int)pairs[0], (int)pairs[1],
                  (int)pairs[2]);
    CHECK(pairs[0] > 20 && pairs[1] > 50 && pairs[2] > 50);
}

// Where they overlap no direction parts them better than the one found: the least way out is along one of them.
TEST(triangles_and_boxes_overlapping)
{
    int32_t judged = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        bi_random random = bi_random_from(seed);
        bi_solid box = random_solid(&random, BIGHT_SHAPE_BOX);
        bight_vec3 x[3], direction;
        random_triangle(&random, 1.0, 1.5, x);
        double distance = bi_solid_triangle_distance(&box, x, &direction), best = -HUGE_VAL;
        if (distance >= 0.0) {
            continue;
        }
        bight_vec3 at = v3(0, 1, 0);
        for (int32_t i = 0; i < 4000; i++) {
            double wide = i < 2000 ? 4.0 : exp2(-0.01 * (i - 2000));
            bight_vec3 n = v3_unit(v3_add(at, bi_random_vec3(&random, wide)), v3(1, 0, 0));
            double gap = bi_solid_gap_along(&box, x, n);
            at = gap > best ? n : at;
            best = fmax(best, gap);
        }
        CHECK_SEED(distance > best - 1e-12, seed);
        CHECK_SEED(fabs(bi_solid_gap_along(&box, x, direction) - distance) < 1e-12, seed);
        judged++;
    }
    CHECK(judged > 100);
}

// A ring's bound is below what any point of the triangle has, and above what sixteenths of its sides allow.
TEST(triangles_and_rings)
{
    enum { N = 60 };
    for (uint64_t seed = 1; seed <= 600; seed++) {
        bi_random random = bi_random_from(seed);
        bi_solid ring = random_solid(&random, BIGHT_SHAPE_TORUS);
        bight_vec3 x[3], direction;
        random_triangle(&random, 2.0, exp2(bi_random_range(&random, -3.0, 1.0)), x);
        double least = HUGE_VAL, side = 0.0;
        for (int32_t i = 0; i <= N; i++) {
            for (int32_t k = 0; k <= N - i; k++) {
                bight_vec3 p = v3_mul(1.0 * i / N, x[0]);
                p = v3_madd(v3_madd(p, 1.0 * k / N, x[1]), 1.0 * (N - i - k) / N, x[2]);
                least = fmin(least, signed_at(&ring, p));
            }
        }
        for (int32_t k = 0; k < 3; k++) {
            side = fmax(side, v3_distance(x[k], x[(k + 1) % 3]));
        }
        double bound = bi_solid_triangle_distance(&ring, x, &direction), r = ring.size.y;
        CHECK_SEED(bound <= least + 1e-12, seed);

        // of samples d apart none is farther than d from the nearest point; parts have corners at D, sides of s / 16
        double nearest = least - side / N, part = side / 16.0, D = nearest + r;
        double fine = D > 0.0 ? sqrt(fmax(D * D - part * part / 3.0, 0.0)) - r : -r;
        CHECK_SEED(bound >= fmin(fmin(0.7 * nearest, nearest), fine) - 1e-12, seed);
        bight_vec3 centre = v3_unit(v3_mul(1.0 / 3.0, v3_add(x[0], v3_add(x[1], x[2]))), v3(0, 1, 0));
        CHECK_SEED(v3_distance(direction, centre) < 1e-9, seed);
    }
}

// Corners at one distance from the core, far away: judged whole, sqrt(D^2 - l^2 / 3) - r.
TEST(far_triangles_are_judged_whole)
{
    bi_solid ring = {BIGHT_SHAPE_TORUS, v3(1, 0.25, 0)};
    bight_vec3 direction;
    for (int32_t k = 0; k < 3; k++) {
        // on an arc in the plane z = 0 around the core's point (1, 0, 0)
        double a = 0.6 + 0.02 * k, b = a + 0.3, c = a - 0.3, d = 0.9;
        const bight_vec3 x[3] = {v3(1 + d * cos(a), d * sin(a), 0), v3(1 + d * cos(b), d * sin(b), 0),
                                 v3(1 + d * cos(c), d * sin(c), 0)};
        double side = 2.0 * d * sin(0.3);
        CHECK_NEAR(bi_solid_triangle_distance(&ring, x, &direction), sqrt(d * d - side * side / 3.0) - 0.25,
                   1e-12);
    }
}

// A triangle through the middle of the shape has no direction from it: up.
TEST(triangles_through_the_middle)
{
    const bight_vec3 x[3] = {v3(1, 0, 0), v3(-0.5, 0.75, 0), v3(-0.5, -0.75, 0)};
    for (int32_t k = 0; k < 4; k++) {
        bi_solid solid = {kinds[k], v3(1, 0.5, 1)};
        bight_vec3 direction;
        double distance = bi_solid_triangle_distance(&solid, x, &direction);
        CHECK(distance < 0.0 && fabs(v3_length(direction) - 1.0) < 1e-12);
        CHECK(kinds[k] == BIGHT_SHAPE_BOX || v3_distance(direction, v3(0, 1, 0)) == 0.0);
    }
}

RUN_TESTS(unit(distance_from_cores), unit(reach_and_gap_along_directions), unit(triangles_and_round_shapes),
          unit(triangles_and_boxes_apart), unit(triangles_and_boxes_overlapping), unit(triangles_and_rings),
          unit(far_triangles_are_judged_whole), unit(triangles_through_the_middle))
