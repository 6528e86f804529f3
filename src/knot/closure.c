// SPDX-License-Identifier: MIT
// Closing an open curve without inventing crossings.
//
// Each end leaves the convex hull of the curve along the direction in which the hull is nearest, goes on to a
// sphere far outside, and the two are joined there. An end on the hull, where a hand holds it, leaves without
// passing anything, and then every choice of directions closes to the same knot. The idea of leaving by the
// nearest side of the hull: Tubiana, Orlandini, Micheletti, Progress of Theoretical Physics Supplement 191
// (2011); here the hull is not built, its distance is the least value of its support function.

#include "knot/polygon.h"
#include "core/random.h"
#include "core/vec3.h"

#define DIRECTIONS 24
#define REFINEMENTS 24
#define FAR 16.0

static bight_vec3 random_direction(bi_random *random)
{
    bight_vec3 v = bi_random_vec3(random, 1.0);
    while (v3_length_squared(v) > 1.0 || v3_length_squared(v) < 0.01) {
        v = bi_random_vec3(random, 1.0);
    }
    return v3_unit(v, v3(0, 0, 1));
}

// How far the curve reaches beyond its end in a direction; negative when all of it stays behind.
// Gives up once it is no better than `enough`.
static double reach(const bight_vec3 *points, int32_t count, int32_t end, bight_vec3 direction, double enough)
{
    double most = -HUGE_VAL, base = v3_dot(points[end], direction);
    for (int32_t i = 0; i < count && most < enough; i++) {
        double height = v3_dot(points[i], direction) - base;
        if (i != end && height > most) {
            most = height;
        }
    }
    return most;
}

static bight_vec3 way_out(const bight_vec3 *points, int32_t count, int32_t end, bi_random *random)
{
    // straight on, away from the middle, and all around; each a little off, so that no axis is met exactly
    bight_vec3 middle = v3(0, 0, 0), best = v3(0, 0, 1);
    for (int32_t i = 0; i < count; i++) {
        middle = v3_madd(middle, 1.0 / count, points[i]);
    }
    int32_t neighbour = end == 0 ? 1 : count - 2;
    double least = HUGE_VAL, step = 0.5;
    for (int32_t i = 0; i < DIRECTIONS + REFINEMENTS; i++) {
        bight_vec3 noise = random_direction(random), d = noise;
        if (i < 2) {
            d = v3_unit(v3_sub(points[end], i == 0 ? points[neighbour] : middle), noise);
            d = v3_unit(v3_madd(d, 0.01, noise), noise);
        } else if (i >= DIRECTIONS) {
            d = v3_unit(v3_madd(best, step, noise), noise);
            step *= 0.9;
        }
        double value = reach(points, count, end, d, least);
        if (value < least) {
            least = value;
            best = d;
        }
    }
    return best;
}

// Appends directions between a and b, so that neighbours are at most 45 degrees apart.
static int32_t arc_between(bight_vec3 *out, bight_vec3 a, bight_vec3 b)
{
    bight_vec3 side = v3_perpendicular(a);
    bight_vec3 half = v3_add(a, b);
    half = v3_length(half) > 0.1 ? v3_unit(half, side) : side;
    bight_vec3 first = v3_unit(v3_add(a, half), side), last = v3_unit(v3_add(half, b), side);
    out[0] = first;
    out[1] = half;
    out[2] = last;
    return 3;
}

bight_status bi_polygon_close_far(bi_polygon *polygon, uint64_t seed)
{
    int32_t k = polygon->components - 1, start = polygon->start[k], count = polygon->start[k + 1] - start;
    const bight_vec3 *points = polygon->points + start;
    bi_random random = bi_random_from(seed);
    bight_vec3 first = way_out(points, count, 0, &random), last = way_out(points, count, count - 1, &random);

    // the curve lies in the unit cube: a sphere of radius 16 and its chords are far outside, also of
    // the paths of other curves, which get other radii
    double radius = FAR + 4.0 * k;
    bight_vec3 directions[3], path[5];
    int32_t steps = 0;
    path[steps++] = v3_madd(points[count - 1], radius, last);
    for (int32_t i = 0, n = arc_between(directions, last, first); i < n; i++) {
        path[steps++] = v3_mul(radius, directions[i]);
    }
    path[steps++] = v3_madd(points[0], radius, first);

    bight_status status = bi_polygon_reserve(polygon, (int64_t)polygon->count + steps);
    for (int32_t i = 0; i < steps && status == BIGHT_OK; i++) {
        polygon->origin[polygon->count] = -1;
        polygon->points[polygon->count++] = path[i];
    }
    polygon->start[k + 1] = polygon->count;
    return status;
}
