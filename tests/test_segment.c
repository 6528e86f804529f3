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

RUN_TESTS(unit(segments_without_direction), unit(segments_at_any_size_and_angle),
          unit(segments_nearly_parallel), unit(segment_and_triangle))
