// SPDX-License-Identifier: MIT
// Fields of simple bodies: the distance from their surface, below 0 inside, or what is about as large near it. With square
// roots alone, so that all machines find the same bits. Source: Quilez, "Distance functions" (2008 and later).

#pragma once

#include "core/vec3.h"

static inline double bi_field_ball(bight_vec3 p, bight_vec3 centre, double radius)
{
    return v3_distance(p, centre) - radius;
}

/// Near the surface, not far from it.
static inline double bi_field_egg(bight_vec3 p, bight_vec3 centre, bight_vec3 radii)
{
    bight_vec3 d = v3_sub(p, centre);
    double k = v3_length(v3(d.x / radii.x, d.y / radii.y, d.z / radii.z));
    return (k - 1.0) * bi_min(radii.x, bi_min(radii.y, radii.z));
}

/// A rod with round ends, from a to b, as thick as r at a and s at b.
static inline double bi_field_rod(bight_vec3 p, bight_vec3 a, bight_vec3 b, double r, double s)
{
    bight_vec3 along = v3_sub(b, a), from = v3_sub(p, a);
    double t = bi_min(bi_max(v3_dot(from, along) / v3_length_squared(along), 0.0), 1.0);
    return v3_length(v3_madd(from, -t, along)) - (r + t * (s - r));
}

/// A box with edges rounded by a radius.
static inline double bi_field_box(bight_vec3 p, bight_vec3 centre, bight_vec3 half, double round)
{
    bight_vec3 d = v3_sub(p, centre);
    double x = fabs(d.x) - half.x + round, y = fabs(d.y) - half.y + round, z = fabs(d.z) - half.z + round;
    double out = v3_length(v3(bi_max(x, 0.0), bi_max(y, 0.0), bi_max(z, 0.0)));
    return out + bi_min(bi_max(x, bi_max(y, z)), 0.0) - round;
}

/// A cylinder along y from low to high.
static inline double bi_field_drum(bight_vec3 p, bight_vec3 axis, double radius, double low, double high)
{
    double side = bi_length_2d(p.x - axis.x, p.z - axis.z) - radius;
    return bi_max(side, bi_max(low - p.y, p.y - high));
}

/// A cylinder along z, so thick on either side of its centre.
static inline double bi_field_wheel(bight_vec3 p, bight_vec3 centre, double radius, double half)
{
    double side = bi_length_2d(p.x - centre.x, p.y - centre.y) - radius;
    return bi_max(side, fabs(p.z - centre.z) - half);
}

/// A ring round the z axis through its centre.
static inline double bi_field_ring(bight_vec3 p, bight_vec3 centre, double radius, double tube)
{
    bight_vec3 d = v3_sub(p, centre);
    return bi_length_2d(bi_length_2d(d.x, d.y) - radius, d.z) - tube;
}

/// Both, the seam between them filled up over so many metres.
static inline double bi_field_join(double a, double b, double seam)
{
    double h = bi_max(seam - fabs(a - b), 0.0) / seam;
    return bi_min(a, b) - 0.25 * h * h * seam;
}
