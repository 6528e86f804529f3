// SPDX-License-Identifier: MIT

#include "cloth/separation.h"

#include "core/assert.h"
#include "geom/segment.h"

// ---- along one direction --------------------------------------------------------------------------------

// How far y is above x, and x above y.
static inline void heights(const bight_vec3 x[3], const bight_vec3 y[3], bight_vec3 n, double *above,
                           double *below)
{
    double x1 = v3_dot(n, v3_sub(x[1], x[0])), x2 = v3_dot(n, v3_sub(x[2], x[0]));
    double y0 = v3_dot(n, v3_sub(y[0], x[0])), y1 = v3_dot(n, v3_sub(y[1], x[0]));
    double y2 = v3_dot(n, v3_sub(y[2], x[0]));
    *above = bi_min(y0, bi_min(y1, y2)) - bi_max(0.0, bi_max(x1, x2));
    *below = bi_min(0.0, bi_min(x1, x2)) - bi_max(y0, bi_max(y1, y2));
}

// The same around a common corner: how far all others are from the plane through it, y above, or x above.
static inline void heights_around(const bi_moving_pair *pair, int32_t when, bight_vec3 n, double *above,
                                  double *below)
{
    int32_t i = pair->x_shared, k = pair->y_shared;
    const bight_vec3 *x = pair->x[when], *y = pair->y[when];
    double a = v3_dot(n, v3_sub(x[i < 2 ? i + 1 : 0], x[i])),
           b = v3_dot(n, v3_sub(x[i > 0 ? i - 1 : 2], x[i]));
    double c = v3_dot(n, v3_sub(y[k < 2 ? k + 1 : 0], x[i])),
           d = v3_dot(n, v3_sub(y[k > 0 ? k - 1 : 2], x[i]));
    *above = bi_min(bi_min(c, d), -bi_max(a, b));
    *below = bi_min(bi_min(a, b), -bi_max(c, d));
}

// Is a height, along a direction of this squared length, more than `least`?
static inline bool is_more(double height, double length_squared, double least)
{
    return height > 0.0 && height * height > least * least * length_squared;
}

static inline bool separates_free(const bi_moving_pair *pair, bight_vec3 n, double least)
{
    double above, below, squared = v3_length_squared(n);
    heights(pair->x[0], pair->y[0], n, &above, &below);
    bool is_above = is_more(above, squared, least);
    if (!is_above && !is_more(below, squared, least)) {
        return false;
    }
    heights(pair->x[1], pair->y[1], n, &above, &below);
    return is_more(is_above ? above : below, squared, least);
}

static inline bool separates_common(const bi_moving_pair *pair, bight_vec3 n, double least)
{
    double above, below, squared = v3_length_squared(n);
    heights_around(pair, 0, n, &above, &below);
    bool is_above = is_more(above, squared, least);
    if (!is_above && !is_more(below, squared, least)) {
        return false;
    }
    heights_around(pair, 1, n, &above, &below);
    return is_more(is_above ? above : below, squared, least);
}

bool bi_pair_separates_along(const bi_moving_pair *pair, bight_vec3 direction, double least)
{
    BI_ASSERT(least >= 0.0 && (pair->x_shared >= 0) == (pair->y_shared >= 0));
    return pair->x_shared >= 0 ? separates_common(pair, direction, least)
                               : separates_free(pair, direction, least);
}

// ---- along one that turns -------------------------------------------------------------------------------

// Is the way from p to q longer than `least` along n all the time? |n| is at most 1.
static inline bool stays_above(const bight_vec3 n[2], const bight_vec3 p[2], const bight_vec3 q[2],
                               double least)
{
    bight_vec3 d0 = v3_sub(q[0], p[0]), d1 = v3_sub(q[1], p[1]);
    return v3_dot(n[0], d0) > least && v3_dot(n[1], d1) > least &&
           v3_dot(n[0], d1) + v3_dot(n[1], d0) > 2.0 * least;
}

static bool turning_free(const bi_moving_pair *pair, const bight_vec3 n[2], double least)
{
    bool parts = true;
    for (int32_t i = 0; i < 9 && parts; i++) {
        const bight_vec3 p[2] = {pair->x[0][i / 3], pair->x[1][i / 3]};
        const bight_vec3 q[2] = {pair->y[0][i % 3], pair->y[1][i % 3]};
        parts = stays_above(n, p, q, least);
    }
    return parts;
}

static bool turning_common(const bi_moving_pair *pair, const bight_vec3 n[2], double least)
{
    const bight_vec3 common[2] = {pair->x[0][pair->x_shared], pair->x[1][pair->x_shared]};
    bool parts = true;
    for (int32_t i = 0; i < 3 && parts; i++) {
        const bight_vec3 x[2] = {pair->x[0][i], pair->x[1][i]}, y[2] = {pair->y[0][i], pair->y[1][i]};
        parts = (i == pair->x_shared || stays_above(n, x, common, least)) &&
                (i == pair->y_shared || stays_above(n, common, y, least));
    }
    return parts;
}

bool bi_pair_separates_turning(const bi_moving_pair *pair, bight_vec3 from, bight_vec3 to, double least)
{
    BI_ASSERT(least >= 0.0 && v3_length_squared(from) > 0.0 && v3_length_squared(to) > 0.0);
    const bight_vec3 n[2] = {v3_mul(1.0 / v3_length(from), from), v3_mul(1.0 / v3_length(to), to)};
    return pair->x_shared >= 0 ? turning_common(pair, n, least) : turning_free(pair, n, least);
}

// ---- likely directions ----------------------------------------------------------------------------------

static inline bight_vec3 normal_of(const bight_vec3 x[3])
{
    return v3_cross(v3_sub(x[1], x[0]), v3_sub(x[2], x[0]));
}

static inline bight_vec3 sum_of(const bight_vec3 x[3])
{
    return v3_add(v3_add(x[0], x[1]), x[2]);
}

// Out of the sides of x, in its plane.
static bool separates_beside(const bi_moving_pair *pair, const bight_vec3 *x, bight_vec3 n, double least)
{
    for (int32_t k = 0; k < 3; k++) {
        if (separates_free(pair, v3_cross(v3_sub(x[k < 2 ? k + 1 : 0], x[k]), n), least)) {
            return true;
        }
    }
    return false;
}

static bool separates_around(const bi_moving_pair *pair, bight_vec3 nx, bight_vec3 ny, double least)
{
    // from the common corner to the middles of the opposite sides: sums less three times the corner
    bight_vec3 way = v3_sub(v3_madd(sum_of(pair->y[0]), -3.0, pair->y[0][pair->y_shared]),
                            v3_madd(sum_of(pair->x[0]), -3.0, pair->x[0][pair->x_shared]));
    return separates_common(pair, way, least) || separates_common(pair, v3_add(nx, ny), least) ||
           separates_common(pair, v3_sub(nx, ny), least);
}

bool bi_pair_separates(const bi_moving_pair *pair, double least)
{
    BI_ASSERT(least >= 0.0 && pair->x_shared < 3 && pair->y_shared < 3);
    BI_ASSERT((pair->x_shared >= 0) == (pair->y_shared >= 0));
    bight_vec3 nx = normal_of(pair->x[0]), ny = normal_of(pair->y[0]);
    if (pair->x_shared >= 0) {
        return separates_around(pair, nx, ny, least);
    }
    return separates_free(pair, nx, least) || separates_free(pair, ny, least) ||
           separates_free(pair, v3_sub(sum_of(pair->y[0]), sum_of(pair->x[0])), least) ||
           separates_beside(pair, pair->x[0], nx, least) || separates_beside(pair, pair->y[0], ny, least);
}

// ---- distance -------------------------------------------------------------------------------------------

typedef struct nearest {
    double distance_squared;
    bight_vec3 direction;
} nearest;

static void consider(nearest *best, double distance_squared, bight_vec3 from, bight_vec3 to)
{
    if (distance_squared < best->distance_squared) {
        *best = (nearest){distance_squared, v3_sub(to, from)};
    }
}

double bi_pair_distance(const bi_moving_pair *pair, int32_t when, bight_vec3 *direction)
{
    BI_ASSERT(when == 0 || when == 1);
    const bight_vec3 *x = pair->x[when], *y = pair->y[when];
    nearest best = {HUGE_VAL, v3(0, 0, 0)};

    // least of vertex against face both ways and edge against edge, but for what has the common corner
    for (int32_t k = 0; k < 3; k++) {
        if (k != pair->x_shared) {
            bi_point_triangle found = bi_point_triangle_closest(x[k], y[0], y[1], y[2]);
            consider(&best, found.distance_squared, x[k], found.on_triangle);
        }
        if (k != pair->y_shared) {
            bi_point_triangle found = bi_point_triangle_closest(y[k], x[0], x[1], x[2]);
            consider(&best, found.distance_squared, found.on_triangle, y[k]);
        }
        for (int32_t m = 0; m < 3; m++) {
            int32_t l = k < 2 ? k + 1 : 0, n = m < 2 ? m + 1 : 0;
            bool common =
                (k == pair->x_shared || l == pair->x_shared) && (m == pair->y_shared || n == pair->y_shared);
            if (!common) {
                bi_segment_pair found = bi_segment_closest(x[k], x[l], y[m], y[n]);
                consider(&best, found.distance_squared, v3_lerp(x[k], x[l], found.s),
                         v3_lerp(y[m], y[n], found.t));
            }
        }
    }

    if (direction != NULL) {
        *direction = best.direction;
    }

    return sqrt(best.distance_squared);
}
