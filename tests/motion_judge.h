// SPDX-License-Identifier: MIT
// A judge of motion that knows nothing of the library's: every vertex against every triangle and every edge
// against every edge of a small mesh whose vertices go straight from one state to the next. Times at which
// four points lie in one plane are the roots of a cubic, found by halving between the turning points.

#pragma once

#include "core/vec3.h"

#include <stdint.h>

static inline double judge_volume(const bight_vec3 a[4], const bight_vec3 b[4], double t)
{
    bight_vec3 o = v3_lerp(a[0], b[0], t);
    bight_vec3 p = v3_sub(v3_lerp(a[1], b[1], t), o), q = v3_sub(v3_lerp(a[2], b[2], t), o);
    return v3_dot(v3_cross(p, q), v3_sub(v3_lerp(a[3], b[3], t), o));
}

// In ascending order; returns how many.
static inline int32_t judge_times(const bight_vec3 a[4], const bight_vec3 b[4], double times[3])
{
    // c0 + c1 t + c2 t^2 + c3 t^3 with p = p0 + t p1 and so on
    bight_vec3 p[2], q[2], r[2];
    p[0] = v3_sub(a[1], a[0]), q[0] = v3_sub(a[2], a[0]), r[0] = v3_sub(a[3], a[0]);
    p[1] = v3_sub(v3_sub(b[1], b[0]), p[0]), q[1] = v3_sub(v3_sub(b[2], b[0]), q[0]);
    r[1] = v3_sub(v3_sub(b[3], b[0]), r[0]);
    double c[4] = {0.0, 0.0, 0.0, 0.0};
    for (int32_t i = 0; i < 8; i++) {
        c[(i & 1) + (i >> 1 & 1) + (i >> 2 & 1)] += v3_dot(v3_cross(p[i & 1], q[i >> 1 & 1]), r[i >> 2 & 1]);
    }
    double borders[4] = {0.0, 1.0, 1.0, 1.0};
    int32_t count = 2;
    double half = c[2] / (c[3] != 0.0 ? 3.0 * c[3] : 1.0);
    if (c[3] != 0.0 && half * half - c[1] / (3.0 * c[3]) > 0.0) {
        double root = sqrt(half * half - c[1] / (3.0 * c[3]));
        double far = half > 0.0 ? -half - root : -half + root,
               near = far != 0.0 ? c[1] / (3.0 * c[3]) / far : 0.0;
        double low = far < near ? far : near, high = far < near ? near : far;
        count = 1;
        for (int32_t i = 0; i < 2; i++) {
            double turn = i == 0 ? low : high;
            if (turn > 0.0 && turn < 1.0) {
                borders[count++] = turn;
            }
        }
        borders[count++] = 1.0;
    } else if (c[3] == 0.0 && c[2] != 0.0) {
        double turn = -c[1] / (2.0 * c[2]);
        if (turn > 0.0 && turn < 1.0) {
            borders[1] = turn;
            count = 3;
        }
    }
    int32_t found = 0;
    for (int32_t i = 0; i + 1 < count; i++) {
        double low = borders[i], high = borders[i + 1];
        double at_low = judge_volume(a, b, low), at_high = judge_volume(a, b, high);
        if (at_low * at_high > 0.0) {
            continue;
        }
        for (int32_t n = 0; n < 60; n++) {
            double middle = 0.5 * (low + high), at = judge_volume(a, b, middle);
            if ((at < 0.0) == (at_low < 0.0)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        times[found++] = 0.5 * (low + high);
    }
    return found;
}

/// Does vertex 0 meet triangle 1 2 3 on the way from a to b? Only its inside counts.
static inline bool judge_vertex_meets(const bight_vec3 a[4], const bight_vec3 b[4])
{
    double times[3];
    int32_t count = judge_times(a, b, times);
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 x[4];
        for (int32_t k = 0; k < 4; k++) {
            x[k] = v3_lerp(a[k], b[k], times[i]);
        }
        bight_vec3 p = v3_sub(x[2], x[1]), q = v3_sub(x[3], x[1]), r = v3_sub(x[0], x[1]), n = v3_cross(p, q);
        double area = v3_length_squared(n), u = v3_dot(v3_cross(r, q), n), v = v3_dot(v3_cross(p, r), n);
        double height = fabs(v3_dot(r, n)), length = v3_length(p) + v3_length(q) + v3_length(r);
        if (height * height < 1e-12 * length * length * area && u > 1e-9 * area && v > 1e-9 * area &&
            u + v < (1.0 - 1e-9) * area) {
            return true;
        }
    }
    return false;
}

/// Does edge 0 1 meet edge 2 3 on the way from a to b?
static inline bool judge_edge_meets(const bight_vec3 a[4], const bight_vec3 b[4])
{
    double times[3];
    int32_t count = judge_times(a, b, times);
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 x[4];
        for (int32_t k = 0; k < 4; k++) {
            x[k] = v3_lerp(a[k], b[k], times[i]);
        }
        bight_vec3 p = v3_sub(x[1], x[0]), q = v3_sub(x[3], x[2]), r = v3_sub(x[0], x[2]);
        double pp = v3_dot(p, p), qq = v3_dot(q, q), pq = v3_dot(p, q), det = pp * qq - pq * pq;
        double s = pq * v3_dot(q, r) - qq * v3_dot(p, r), t = pp * v3_dot(q, r) - pq * v3_dot(p, r);
        // lines that are all but parallel have no place where they meet; their ends are judged above
        bight_vec3 gap = det > 0.0 ? v3_madd(v3_madd(r, s / det, p), -t / det, q) : r;
        bool meet = v3_length_squared(gap) < 1e-12 * (pp + qq);
        if (meet && det > 1e-12 * pp * qq && s > 1e-9 * det && s < (1.0 - 1e-9) * det && t > 1e-9 * det &&
            t < (1.0 - 1e-9) * det) {
            return true;
        }
    }
    return false;
}

static inline bool judge_far(const bight_vec3 a[4], const bight_vec3 b[4], int32_t first)
{
    for (int32_t axis = 0; axis < 3; axis++) {
        double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
        for (int32_t k = 0; k < 8; k++) {
            const bight_vec3 *p = k < 4 ? &a[k] : &b[k - 4];
            double c = axis == 0 ? p->x : axis == 1 ? p->y : p->z;
            int32_t of = k % 4 >= first;
            low[of] = c < low[of] ? c : low[of];
            high[of] = c > high[of] ? c : high[of];
        }
        if (low[0] > high[1] || low[1] > high[0]) {
            return true;
        }
    }
    return false;
}

/// How many pairs without a common vertex meet on the way from `from` to `to`.
/// @param bodies Triangles and edges of vertices from this one on are not judged against each other.
static inline int32_t judge_motion(const bight_vec3 *from, const bight_vec3 *to, int32_t vertices,
                                   const int32_t *triangles, int32_t triangle_count, const int32_t *edges,
                                   int32_t edge_count, int32_t bodies)
{
    int32_t met = 0;
    for (int32_t t = 0; t < triangle_count; t++) {
        const int32_t *w = triangles + 3 * t;
        for (int32_t v = 0; v < vertices; v++) {
            if (v == w[0] || v == w[1] || v == w[2] || (v >= bodies && w[0] >= bodies)) {
                continue;
            }
            const bight_vec3 a[4] = {from[v], from[w[0]], from[w[1]], from[w[2]]};
            const bight_vec3 b[4] = {to[v], to[w[0]], to[w[1]], to[w[2]]};
            met += !judge_far(a, b, 1) && judge_vertex_meets(a, b);
        }
    }
    for (int32_t e = 0; e < edge_count; e++) {
        for (int32_t f = e + 1; f < edge_count; f++) {
            const int32_t *v = edges + 2 * e, *w = edges + 2 * f;
            if (v[0] == w[0] || v[0] == w[1] || v[1] == w[0] || v[1] == w[1] ||
                (v[0] >= bodies && w[0] >= bodies)) {
                continue;
            }
            const bight_vec3 a[4] = {from[v[0]], from[v[1]], from[w[0]], from[w[1]]};
            const bight_vec3 b[4] = {to[v[0]], to[v[1]], to[w[0]], to[w[1]]};
            met += !judge_far(a, b, 2) && judge_edge_meets(a, b);
        }
    }
    return met;
}
