// SPDX-License-Identifier: MIT
// A judge of things that go straight from one place to another, which shares nothing with src/geom and
// src/sim: it measures distances of its own, and knows one thing about motion: a distance changes by no more
// than the sum of what the two things move.

#pragma once

#include "core/vec3.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

// ---- distances ---------------------------------------------------------------------------------------

static inline double plain_point_segment(bight_vec3 x, bight_vec3 p, bight_vec3 q)
{
    bight_vec3 d = v3_sub(q, p), r = v3_sub(x, p);
    double dd = v3_dot(d, d), s = dd > 0.0 ? fmin(1.0, fmax(0.0, v3_dot(r, d) / dd)) : 0.0;
    return v3_length(v3_madd(r, -s, d));
}

/// Two segments are nearest at an end of one of them, or along the common normal of their lines.
static inline double plain_segments(bight_vec3 p, bight_vec3 q, bight_vec3 v, bight_vec3 w)
{
    double least = fmin(fmin(plain_point_segment(p, v, w), plain_point_segment(q, v, w)),
                        fmin(plain_point_segment(v, p, q), plain_point_segment(w, p, q)));
    bight_vec3 d = v3_sub(q, p), e = v3_sub(w, v), r = v3_sub(v, p), n = v3_cross(d, e);
    double nn = v3_dot(n, n);
    if (nn > 1e-20 * v3_dot(d, d) * v3_dot(e, e)) {
        double s = v3_dot(v3_cross(r, e), n) / nn, t = v3_dot(v3_cross(r, d), n) / nn;
        if (s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0) {
            least = fmin(least, fabs(v3_dot(r, n)) / sqrt(nn));
        }
    }
    return least;
}

static inline double plain_point_triangle(bight_vec3 x, const bight_vec3 c[3])
{
    double least = fmin(fmin(plain_point_segment(x, c[0], c[1]), plain_point_segment(x, c[1], c[2])),
                        plain_point_segment(x, c[2], c[0]));
    bight_vec3 n = v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0]));
    bool inside = true;
    for (int32_t k = 0; k < 3; k++) {
        bight_vec3 edge = v3_sub(c[(k + 1) % 3], c[k]);
        inside = inside && v3_dot(v3_cross(edge, v3_sub(x, c[k])), n) >= 0.0;
    }
    return inside ? fmin(least, fabs(v3_dot(v3_sub(x, c[0]), n)) / v3_length(n)) : least;
}

static inline double plain_segment_triangle(bight_vec3 p, bight_vec3 q, const bight_vec3 c[3])
{
    double least = fmin(plain_point_triangle(p, c), plain_point_triangle(q, c));
    for (int32_t k = 0; k < 3; k++) {
        least = fmin(least, plain_segments(p, q, c[k], c[(k + 1) % 3]));
    }
    bight_vec3 n = v3_cross(v3_sub(c[1], c[0]), v3_sub(c[2], c[0]));
    double above = v3_dot(v3_sub(p, c[0]), n), below = v3_dot(v3_sub(q, c[0]), n);
    if ((above < 0.0) != (below < 0.0)) {
        bight_vec3 through = v3_lerp(p, q, above / (above - below));
        least = fmin(least, plain_point_triangle(through, c));
    }
    return least;
}

// ---- motion ------------------------------------------------------------------------------------------

// A link or a triangle, or a ball that lies at its centre, at the beginning and at the end of its way.
typedef struct plain_thing {
    bight_vec3 from[3], to[3];
    int32_t points;
    double ball; // radius around it
} plain_thing;

static inline double plain_greatest_move(const plain_thing *x)
{
    double most = 0.0;
    for (int32_t k = 0; k < x->points; k++) {
        most = fmax(most, v3_distance(x->from[k], x->to[k]));
    }
    return most;
}

static inline double plain_gap_at(const plain_thing *link, const plain_thing *other, double t)
{
    bight_vec3 p = v3_lerp(link->from[0], link->to[0], t), q = v3_lerp(link->from[1], link->to[1], t), x[3];
    for (int32_t k = 0; k < other->points; k++) {
        x[k] = v3_lerp(other->from[k], other->to[k], t);
    }
    double distance = other->points == 1   ? plain_point_segment(x[0], p, q)
                      : other->points == 2 ? plain_segments(p, q, x[0], x[1])
                                           : plain_segment_triangle(p, q, x);
    return distance - other->ball;
}

// Does the gap stay at `need` from time a to time b? Between two looks it sinks no lower than the mean of
// both less half of what the two things move.
static inline bool plain_keeps(const plain_thing *link, const plain_thing *other, double need, double a,
                               double at_a, double b, double at_b, double speed, int32_t depth)
{
    if (!(at_a >= need) || !(at_b >= need)) {
        return false;
    }
    if (0.5 * (at_a + at_b - speed * (b - a)) >= need || depth == 0) {
        return true;
    }
    double middle = 0.5 * (a + b), at_middle = plain_gap_at(link, other, middle);
    return plain_keeps(link, other, need, a, at_a, middle, at_middle, speed, depth - 1) &&
           plain_keeps(link, other, need, middle, at_middle, b, at_b, speed, depth - 1);
}

static inline bool plain_stays(const plain_thing *link, const plain_thing *other, double need)
{
    return plain_keeps(link, other, need, 0.0, plain_gap_at(link, other, 0.0), 1.0,
                       plain_gap_at(link, other, 1.0), plain_greatest_move(link) + plain_greatest_move(other),
                       26);
}
