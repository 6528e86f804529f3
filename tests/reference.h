// SPDX-License-Identifier: MIT
// Slow distances in more digits than double, written from their definitions and not from our code.

#pragma once

#include "bight/base.h"

#include <math.h>

#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 wide;
#else
typedef long double wide;
#endif

typedef struct wide3 {
    wide x, y, z;
} wide3;

static inline wide3 wide3_of(bight_vec3 a)
{
    return (wide3){(wide)a.x, (wide)a.y, (wide)a.z};
}

/// a + t (b - a), from rounded ends but without rounding on the way.
static inline wide3 wide3_lerp(bight_vec3 a, bight_vec3 b, wide t)
{
    return (wide3){(wide)a.x + t * ((wide)b.x - (wide)a.x), (wide)a.y + t * ((wide)b.y - (wide)a.y),
                   (wide)a.z + t * ((wide)b.z - (wide)a.z)};
}

static inline wide3 wide3_sub(wide3 a, wide3 b)
{
    return (wide3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline wide3 wide3_madd(wide3 a, wide s, wide3 b)
{
    return (wide3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline wide wide3_dot(wide3 a, wide3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline wide3 wide3_cross(wide3 a, wide3 b)
{
    return (wide3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline wide wide_min(wide a, wide b)
{
    return a < b ? a : b;
}

static inline wide reference_point_segment(wide3 x, wide3 a, wide3 b)
{
    wide3 d = wide3_sub(b, a), r = wide3_sub(x, a);
    wide dd = wide3_dot(d, d), t = dd > 0 ? wide3_dot(d, r) / dd : 0;
    wide3 gap = wide3_madd(r, -(t < 0 ? 0 : t > 1 ? 1 : t), d);
    return wide3_dot(gap, gap);
}

/// Squared distance. It is reached at an end of one segment or where both inner parameters are free.
static inline wide reference_segments(wide3 p1, wide3 q1, wide3 p2, wide3 q2)
{
    wide best = wide_min(wide_min(reference_point_segment(p1, p2, q2), reference_point_segment(q1, p2, q2)),
                         wide_min(reference_point_segment(p2, p1, q1), reference_point_segment(q2, p1, q1)));
    wide3 d1 = wide3_sub(q1, p1), d2 = wide3_sub(q2, p2), r = wide3_sub(p1, p2);
    wide a = wide3_dot(d1, d1), b = wide3_dot(d1, d2), c = wide3_dot(d2, d2);
    wide d = wide3_dot(d1, r), e = wide3_dot(d2, r), determinant = a * c - b * b;
    if (determinant > 0) {
        wide s = (b * e - c * d) / determinant, t = (a * e - b * d) / determinant;
        if (s > 0 && s < 1 && t > 0 && t < 1) {
            wide3 gap = wide3_madd(wide3_madd(r, s, d1), -t, d2);
            best = wide_min(best, wide3_dot(gap, gap));
        }
    }
    return best;
}

/// Squared distance of a point to the inside of a triangle; infinite when its foot is outside.
static inline wide reference_point_face(wide3 x, const wide3 t[3])
{
    wide3 ab = wide3_sub(t[1], t[0]), ac = wide3_sub(t[2], t[0]), n = wide3_cross(ab, ac),
          r = wide3_sub(x, t[0]);
    wide nn = wide3_dot(n, n);
    if (!(nn > 0)) {
        return (wide)HUGE_VAL;
    }
    wide u = wide3_dot(wide3_cross(r, ac), n) / nn, v = wide3_dot(wide3_cross(ab, r), n) / nn;
    wide h = wide3_dot(r, n);
    return u >= 0 && v >= 0 && u + v <= 1 ? h * h / nn : (wide)HUGE_VAL;
}

/// Squared distance of a segment to a triangle; 0 when they meet.
static inline wide reference_segment_triangle(wide3 p, wide3 q, const wide3 t[3])
{
    wide best = wide_min(reference_point_face(p, t), reference_point_face(q, t));
    for (int i = 0; i < 3; i++) {
        best = wide_min(best, reference_segments(p, q, t[i], t[(i + 1) % 3]));
    }
    wide3 n = wide3_cross(wide3_sub(t[1], t[0]), wide3_sub(t[2], t[0]));
    wide at_p = wide3_dot(n, wide3_sub(p, t[0])), at_q = wide3_dot(n, wide3_sub(q, t[0]));
    if ((at_p < 0 && at_q > 0) || (at_p > 0 && at_q < 0)) {
        wide3 foot = wide3_madd(p, at_p / (at_p - at_q), wide3_sub(q, p));
        if (reference_point_face(foot, t) < (wide)HUGE_VAL) {
            return 0;
        }
    }
    return best;
}

static inline double reference_root(wide squared)
{
    return sqrt((double)squared);
}
