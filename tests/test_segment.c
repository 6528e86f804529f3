// SPDX-License-Identifier: MIT

#include "core/random.h"
#include "geom/segment.h"
#include "reference.h"
#include "test.h"

static double reference(bight_vec3 p1, bight_vec3 q1, bight_vec3 p2, bight_vec3 q2)
{
    return reference_root(reference_segments(wide3_of(p1), wide3_of(q1), wide3_of(p2), wide3_of(q2)));
}

static double largest(bight_vec3 a)
{
    return fmax(fmax(fabs(a.x), fabs(a.y)), fabs(a.z));
}

// How far the answer is from the reference, in units of the largest coordinate difference.
static double error_of(bight_vec3 p1, bight_vec3 q1, bight_vec3 p2, bight_vec3 q2)
{
    bi_segment_pair pair = bi_segment_closest(p1, q1, p2, q2);
    double size = fmax(fmax(largest(v3_sub(q1, p1)), largest(v3_sub(q2, p2))), largest(v3_sub(p2, p1)));
    bool inside = pair.s >= 0.0 && pair.s <= 1.0 && pair.t >= 0.0 && pair.t <= 1.0;
    double own = v3_distance(v3_lerp(p1, q1, pair.s), v3_lerp(p2, q2, pair.t));
    double wrong = fabs(sqrt(pair.distance_squared) - reference(p1, q1, p2, q2));
    wrong = fmax(wrong, fabs(own - sqrt(pair.distance_squared)));
    return !inside ? HUGE_VAL : size > 0.0 ? wrong / size : wrong;
}

TEST(segments_without_direction)
{
    bight_vec3 o = v3(0, 0, 0), x = v3(1, 0, 0), y = v3(0, 1, 0), xy = v3(1, 1, 0);
    CHECK(bi_segment_closest(o, o, o, o).distance_squared == 0.0);
    CHECK(bi_segment_closest(o, o, y, y).distance_squared == 1.0);
    CHECK(bi_segment_closest(o, x, y, xy).distance_squared == 1.0);
    CHECK(bi_segment_closest(o, x, v3(0.5, -1, 0), v3(0.5, 1, 0)).distance_squared == 0.0);
    CHECK(bi_segment_closest(o, x, v3(2, 0, 0), v3(5, 0, 0)).distance_squared == 1.0);
    CHECK(bi_segment_closest(o, x, v3(5, 0, 0), v3(0.5, 0, 0)).distance_squared == 0.0);
    CHECK(bi_segment_closest(o, o, v3(-1, 1, 0), v3(1, 1, 0)).distance_squared == 1.0);
}

TEST(segments_at_any_size_and_angle)
{
    double worst = 0.0;
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        bi_random random = bi_random_from(seed);
        double size = exp2(bi_random_range(&random, -60.0, 60.0));
        double longer = seed % 3 == 0 ? exp2(bi_random_range(&random, -20.0, 20.0)) : 1.0;
        bight_vec3 p1 = bi_random_vec3(&random, size), q1 = v3_add(p1, bi_random_vec3(&random, size));
        bight_vec3 p2 = bi_random_vec3(&random, size),
                   q2 = v3_add(p2, bi_random_vec3(&random, longer * size));
        worst = fmax(worst, error_of(p1, q1, p2, q2));
        CHECK_SEED(error_of(p1, q1, p2, q2) < 2e-11, seed);
    }
    print_message("worst error of random segments: %g\n", worst);
}

// Side by side, end to end, crossing, at every angle down to far below what the determinant can tell.
TEST(segments_nearly_parallel)
{
    double worst = 0.0;
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        bi_random random = bi_random_from(seed);
        double angle = exp2(bi_random_range(&random, -45.0, -3.0));
        bight_vec3 d = v3_unit(bi_random_vec3(&random, 1.0), v3(1, 0, 0)), across = v3_perpendicular(d);
        bight_vec3 up = v3_cross(d, across);
        double slide = bi_random_range(&random, -1.5, 1.5);
        double lift = seed % 2 == 0 ? 0.0 : exp2(bi_random_range(&random, -50.0, 0.0));
        bight_vec3 p1 = v3_mul(-0.5, d), q1 = v3_mul(0.5, d);
        bight_vec3 middle = v3_madd(v3_mul(slide, d), lift, up), turned = v3_madd(d, angle, across);
        double half = seed % 4 < 2 ? 0.5 : -0.5;
        bight_vec3 p2 = v3_madd(middle, -half, turned), q2 = v3_madd(middle, half, turned);
        worst = fmax(worst, error_of(p1, q1, p2, q2));
        CHECK_SEED(error_of(p1, q1, p2, q2) < 2e-11, seed);
    }
    print_message("worst error of nearly parallel segments: %g\n", worst);
}

static double triangle_error(bight_vec3 p, bight_vec3 q, bight_vec3 a, bight_vec3 b, bight_vec3 c)
{
    bi_segment_triangle closest = bi_segment_triangle_closest(p, q, a, b, c);
    const wide3 corner[3] = {wide3_of(a), wide3_of(b), wide3_of(c)};
    double exact = reference_root(reference_segment_triangle(wide3_of(p), wide3_of(q), corner));
    double own = v3_distance(v3_lerp(p, q, closest.s), closest.on_triangle);
    double wrong = fabs(sqrt(closest.distance_squared) - exact);
    bool inside = closest.s >= 0.0 && closest.s <= 1.0;
    return inside ? fmax(wrong, exact > 0.0 ? fabs(own - exact) : 0.0) : HUGE_VAL;
}

TEST(segment_and_triangle)
{
    double worst = 0.0;
    for (uint64_t seed = 1; seed <= 20000; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 a = bi_random_vec3(&random, 1.0), b = bi_random_vec3(&random, 1.0);
        bight_vec3 c = bi_random_vec3(&random, 1.0), p = bi_random_vec3(&random, 1.0);
        bight_vec3 q = bi_random_vec3(&random, 1.0);
        double flat = exp2(bi_random_range(&random, -40.0, 0.0));
        switch (seed % 8) {
        case 0: // sliver
            c = v3_madd(v3_lerp(a, b, bi_random_unit(&random)), flat, c);
            break;
        case 1: // nearly in the plane
            p = v3_madd(v3_lerp(a, b, bi_random_range(&random, -1, 2)), flat, p);
            q = v3_madd(v3_lerp(a, c, bi_random_range(&random, -1, 2)), flat, q);
            break;
        case 2: // through a corner
            q = v3_madd(a, -1.0, v3_sub(p, a));
            break;
        case 3: // no length
            q = p;
            break;
        case 4: // no area
            c = seed % 16 == 4 ? a : v3_lerp(a, b, 0.25);
            break;
        case 5: // along an edge
            p = v3_lerp(a, b, bi_random_range(&random, -1, 2));
            q = v3_lerp(a, b, bi_random_range(&random, -1, 2));
            break;
        default:
            break;
        }
        double error = triangle_error(p, q, a, b, c);
        worst = fmax(worst, error);
        CHECK_SEED(error < 1e-7, seed);
    }
    print_message("worst error of segment and triangle: %g\n", worst);
}

static double point_error(bight_vec3 p, const bight_vec3 x[3])
{
    bi_point_triangle closest = bi_point_triangle_closest(p, x[0], x[1], x[2]);
    const wide3 corner[3] = {wide3_of(x[0]), wide3_of(x[1]), wide3_of(x[2])};
    wide best = reference_point_face(wide3_of(p), corner);
    for (int32_t k = 0; k < 3; k++) {
        best = wide_min(best, reference_point_segment(wide3_of(p), corner[k], corner[(k + 1) % 3]));
    }
    double exact = reference_root(best), sum = closest.w[0] + closest.w[1] + closest.w[2];
    bight_vec3 weighted = v3(0, 0, 0);
    for (int32_t k = 0; k < 3; k++) {
        if (!(closest.w[k] >= 0.0 && closest.w[k] <= 1.0)) {
            return HUGE_VAL;
        }
        weighted = v3_madd(weighted, closest.w[k], x[k]);
    }
    double wrong = fmax(fabs(sqrt(closest.distance_squared) - exact), fabs(sum - 1.0));
    wrong = fmax(wrong, v3_distance(weighted, closest.on_triangle));
    return fmax(wrong, fabs(v3_distance(p, closest.on_triangle) - exact));
}

TEST(point_and_triangle)
{
    double worst[2] = {0.0, 0.0};
    for (uint64_t seed = 1; seed <= 60000; seed++) {
        bi_random random = bi_random_from(seed);
        bight_vec3 x[3], p = bi_random_vec3(&random, 1.0);
        for (int32_t k = 0; k < 3; k++) {
            x[k] = bi_random_vec3(&random, 1.0);
        }
        double flat = exp2(bi_random_range(&random, -50.0, 0.0));
        bool needle = seed % 4 < 2;
        if (seed % 4 == 0) {
            x[2] = v3_madd(v3_lerp(x[0], x[1], bi_random_range(&random, -1, 2)), flat, x[2]);
        } else if (seed % 4 == 1) {
            x[2] = v3_madd(x[seed % 3 == 0], seed % 5 == 0 ? 0.0 : flat, x[2]);
        }
        if (seed % 3 == 0) {
            p = v3_madd(
                v3_lerp(v3_lerp(x[0], x[1], bi_random_range(&random, -1, 2)), x[2], bi_random_unit(&random)),
                flat, p);
        }
        double error = point_error(p, x);
        worst[needle] = fmax(worst[needle], error);
        CHECK_SEED(error < 1e-9, seed);
    }
    print_message("worst error of point and triangle: %g, needles: %g\n", worst[0], worst[1]);
    CHECK(worst[0] < 1e-11);
}

RUN_TESTS(unit(segments_without_direction), unit(point_and_triangle), unit(segments_at_any_size_and_angle),
          unit(segments_nearly_parallel), unit(segment_and_triangle))
