// SPDX-License-Identifier: MIT
// Small vectors, by value, in double: topology is decided with them.

#pragma once

#include "bight/base.h"

#include <math.h>

/// The larger and the smaller of two numbers that are not NaN. fmax and fmin are calls on most machines.
static inline double bi_max(double a, double b)
{
    return a > b ? a : b;
}

static inline double bi_min(double a, double b)
{
    return a < b ? a : b;
}

/// sqrt(x^2 + y^2), with the same bits everywhere, which hypot() does not promise.
static inline double bi_length_2d(double x, double y)
{
    return sqrt(x * x + y * y);
}

static inline int32_t bi_min_int(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline bight_vec3 v3(double x, double y, double z)
{
    return (bight_vec3){x, y, z};
}

static inline bight_vec3 v3_add(bight_vec3 a, bight_vec3 b)
{
    return v3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline bight_vec3 v3_sub(bight_vec3 a, bight_vec3 b)
{
    return v3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline bight_vec3 v3_mul(double s, bight_vec3 a)
{
    return v3(s * a.x, s * a.y, s * a.z);
}

/// a + s b
static inline bight_vec3 v3_madd(bight_vec3 a, double s, bight_vec3 b)
{
    return v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

/// a + t (b - a)
static inline bight_vec3 v3_lerp(bight_vec3 a, bight_vec3 b, double t)
{
    return v3(a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z));
}

static inline double v3_dot(bight_vec3 a, bight_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline bight_vec3 v3_cross(bight_vec3 a, bight_vec3 b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double v3_length_squared(bight_vec3 a)
{
    return v3_dot(a, a);
}

static inline double v3_length(bight_vec3 a)
{
    return sqrt(v3_dot(a, a));
}

static inline double v3_distance(bight_vec3 a, bight_vec3 b)
{
    return v3_length(v3_sub(a, b));
}

/// a scaled to length one, or `otherwise` when a is too short to have a direction.
static inline bight_vec3 v3_unit(bight_vec3 a, bight_vec3 otherwise)
{
    double length = v3_length(a);
    return length > 1e-150 ? v3_mul(1.0 / length, a) : otherwise;
}

/// The tangent of half the angle between two vectors: |a' - b'| / |a' + b'| for unit a', b'. Neither may be zero.
static inline double v3_half_turn(bight_vec3 a, bight_vec3 b)
{
    a = v3_unit(a, v3(1, 0, 0));
    b = v3_unit(b, v3(1, 0, 0));
    return v3_length(v3_sub(a, b)) / bi_max(v3_length(v3_add(a, b)), 1e-9);
}

/// A unit vector at right angles to the unit vector a.
static inline bight_vec3 v3_perpendicular(bight_vec3 a)
{
    bool mostly_x = fabs(a.x) > 0.7;
    return v3_unit(v3_cross(a, mostly_x ? v3(0, 1, 0) : v3(1, 0, 0)), v3(0, 0, 1));
}

static inline bool v3_is_finite(bight_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}
