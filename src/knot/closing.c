// SPDX-License-Identifier: MIT

#include "knot/closing.h"
#include "core/vec3.h"

#define FAR 16.0

bight_vec3 bi_curve_middle(const bight_curve *curve, double *size)
{
    bight_vec3 low = curve->points[0], high = low;
    for (int32_t i = 1; i < curve->count; i++) {
        bight_vec3 p = curve->points[i];
        low = v3(p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y, p.z < low.z ? p.z : low.z);
        high = v3(p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y, p.z > high.z ? p.z : high.z);
    }
    bight_vec3 middle = v3_madd(v3_mul(0.5, low), 0.5, high);
    *size = v3_length(v3_sub(high, middle));
    return middle;
}

void bi_arc_between(bight_vec3 out[3], bight_vec3 a, bight_vec3 b)
{
    bight_vec3 side = v3_perpendicular(a), half = v3_add(a, b);
    half = v3_length(half) > 0.1 ? v3_unit(half, side) : side;
    out[0] = v3_unit(v3_add(a, half), side);
    out[1] = half;
    out[2] = v3_unit(v3_add(half, b), side);
}

// Uniform on the sphere: points of a cube, those outside of the ball and close to the middle thrown away.
static bight_vec3 direction(bi_random *random)
{
    bight_vec3 v;
    do {
        v = bi_random_vec3(random, 1.0);
    } while (v3_length_squared(v) > 1.0 || v3_length_squared(v) < 0.01);
    return v3_unit(v, v3(0, 0, 1));
}

bi_closing bi_closing_begin(const bight_curve *curve, bight_knot_way way, uint64_t seed)
{
    bi_closing closing = {.way = way, .random = bi_random_from(seed)};
    double size;
    closing.middle = bi_curve_middle(curve, &size);
    closing.radius = FAR * size;
    return closing;
}

int32_t bi_closing_next(bi_closing *closing, bight_vec3 path[BIGHT_KNOT_MAX_PATH])
{
    int32_t count = closing->way == BIGHT_KNOT_WAY_SPHERE ? 1 : 5;
    path[0] = direction(&closing->random);
    if (count == 5) {
        path[4] = direction(&closing->random);
        bi_arc_between(path + 1, path[0], path[4]);
    }
    for (int32_t i = 0; i < count; i++) {
        path[i] = v3_madd(closing->middle, closing->radius, path[i]);
    }
    return count;
}
