// SPDX-License-Identifier: MIT
// Sheets for tests of ropes, and judges of them that share nothing with what they judge: exact predicates for
// states, roots of cubics for motions, solid angles for sides.

#pragma once

#include "bight/sheet.h"
#include "geom/crossing.h"
#include "scene.h"

#include <stdlib.h>
#include <string.h>

/// A sheet as a test knows it: what it gave the world.
typedef struct cover {
    bight_vec3 *x;
    int32_t *triangles;
    int32_t points, count; ///< of points and of triangles
    bight_sheet_id id;
} cover;

/// A grid of n x n squares of a side of `size` in the plane y = 0 around the origin; columns and rows from
/// `hole_from` to `hole_to` - 1 are left out.
static inline cover cover_grid(int32_t n, double size, int32_t hole_from, int32_t hole_to)
{
    cover c = {.points = (n + 1) * (n + 1)};
    c.x = calloc((size_t)c.points, sizeof *c.x);
    c.triangles = calloc((size_t)(6 * n * n), sizeof *c.triangles);
    for (int32_t i = 0; i < c.points; i++) {
        c.x[i] = v3(size * (i % (n + 1)) / n - 0.5 * size, 0, size * (i / (n + 1)) / n - 0.5 * size);
    }
    for (int32_t i = 0; i < n * n; i++) {
        int32_t column = i % n, row = i / n, a = row * (n + 1) + column, b = a + 1, d = a + n + 1, e = d + 1;
        bool hole = column >= hole_from && column < hole_to && row >= hole_from && row < hole_to;
        int32_t quad[6] = {a, d, e, a, e, b};
        if (!hole) {
            memcpy(c.triangles + 3 * c.count, quad, sizeof quad);
            c.count += 2;
        }
    }
    return c;
}

static inline void cover_free(cover *c)
{
    free(c->x);
    free(c->triangles);
    *c = (cover){0};
}

static inline bight_sheet_def cover_def(const cover *c)
{
    bight_sheet_def def = bight_sheet_def_default();
    def.points = c->x;
    def.triangles = c->triangles;
    def.point_count = c->points;
    def.triangle_count = c->count;
    return def;
}

static inline void cover_add(bight_world *world, cover *c)
{
    bight_sheet_def def = cover_def(c);
    bight_error error = {0};
    if (bight_sheet_create(world, &def, &c->id, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
}

/// Links of a rope that have a point in common with a triangle, exactly.
static inline int32_t judge_state(bight_curve rope, const cover *c)
{
    const int32_t ranks[5] = {0, 1, 2, 3, 4};
    int32_t meeting = 0;
    for (int32_t i = 0; i < (rope.closed ? rope.count : rope.count - 1); i++) {
        for (int32_t t = 0; t < c->count; t++) {
            const int32_t *k = c->triangles + 3 * t;
            bight_vec3 x[5] = {rope.points[i], rope.points[(i + 1) % rope.count], c->x[k[0]], c->x[k[1]],
                               c->x[k[2]]};
            bool apart = fmin(x[0].y, x[1].y) > fmax(x[2].y, fmax(x[3].y, x[4].y)) ||
                         fmax(x[0].y, x[1].y) < fmin(x[2].y, fmin(x[3].y, x[4].y));
            meeting += !apart && bi_edge_meets_triangle(x, ranks) != BI_APART;
        }
    }
    return meeting;
}

static inline double judge_point_segment(bight_vec3 p, bight_vec3 a, bight_vec3 b)
{
    bight_vec3 d = v3_sub(b, a);
    double t = fmin(1.0, fmax(0.0, v3_dot(v3_sub(p, a), d) / v3_length_squared(d)));
    return v3_distance(p, v3_madd(a, t, d));
}

/// Least distance of the links of a rope and a sheet, from points spread along each link and plain
/// projection.
static inline double judge_distance(bight_curve rope, const cover *c)
{
    double least = HUGE_VAL;
    for (int32_t i = 0; i < (rope.closed ? rope.count : rope.count - 1); i++) {
        for (int32_t s = 0; s <= 8; s++) {
            bight_vec3 p = v3_lerp(rope.points[i], rope.points[(i + 1) % rope.count], s / 8.0);
            for (int32_t t = 0; t < c->count; t++) {
                const int32_t *k = c->triangles + 3 * t;
                bight_vec3 a = c->x[k[0]], b = c->x[k[1]], d = c->x[k[2]];
                bight_vec3 n = v3_cross(v3_sub(b, a), v3_sub(d, a));
                bight_vec3 foot = v3_madd(p, -v3_dot(v3_sub(p, a), n) / v3_length_squared(n), n);
                bool inside = v3_dot(v3_cross(v3_sub(b, a), v3_sub(foot, a)), n) >= 0.0 &&
                              v3_dot(v3_cross(v3_sub(d, b), v3_sub(foot, b)), n) >= 0.0 &&
                              v3_dot(v3_cross(v3_sub(a, d), v3_sub(foot, d)), n) >= 0.0;
                double here = inside ? v3_distance(p, foot)
                                     : fmin(judge_point_segment(p, a, b),
                                            fmin(judge_point_segment(p, b, d), judge_point_segment(p, d, a)));
                least = fmin(least, here);
            }
        }
    }
    return least;
}

// ---- motions ---------------------------------------------------------------------------------------------

typedef struct judge_motion {
    bight_vec3 from[4], to[4]; ///< a tetrahedron: volume(t) is a cubic
} judge_motion;

static inline bight_vec3 judge_at(const judge_motion *m, int32_t k, long double t)
{
    return v3((double)((1 - t) * (long double)m->from[k].x + t * (long double)m->to[k].x),
              (double)((1 - t) * (long double)m->from[k].y + t * (long double)m->to[k].y),
              (double)((1 - t) * (long double)m->from[k].z + t * (long double)m->to[k].z));
}

static inline long double judge_volume(const judge_motion *m, long double t)
{
    bight_vec3 a = judge_at(m, 0, t), b = v3_sub(judge_at(m, 1, t), a), c = v3_sub(judge_at(m, 2, t), a),
               d = v3_sub(judge_at(m, 3, t), a);
    long double bx = b.x, by = b.y, bz = b.z, cx = c.x, cy = c.y, cz = c.z;
    return (by * cz - bz * cy) * d.x + (bz * cx - bx * cz) * d.y + (bx * cy - by * cx) * d.z;
}

/// Times in [0, 1] at which the four points come to lie in one plane: where the sign changes between the
/// zeros of the derivative.
static inline int32_t judge_flat_times(const judge_motion *m, long double times[3])
{
    // the cubic through its values at 0, 1/3, 2/3, 1
    long double y0 = judge_volume(m, 0), y1 = judge_volume(m, 1.0L / 3), y2 = judge_volume(m, 2.0L / 3),
                y3 = judge_volume(m, 1);
    long double c3 = 4.5L * (y3 - 3 * y2 + 3 * y1 - y0), c2 = 4.5L * (2 * y0 - 5 * y1 + 4 * y2 - y3);
    long double c1 = 0.5L * (-11 * y0 + 18 * y1 - 9 * y2 + 2 * y3);
    long double cuts[4] = {0, 0, 0, 1};
    int32_t count = 1;
    long double q = c2 * c2 - 3 * c3 * c1;
    if (q > 0 && c3 != 0) {
        long double r = sqrtl(q), one = (-c2 - r) / (3 * c3), two = (-c2 + r) / (3 * c3);
        long double low = one < two ? one : two, high = one < two ? two : one;
        if (low > 0 && low < 1) {
            cuts[count++] = low;
        }
        if (high > 0 && high < 1) {
            cuts[count++] = high;
        }
    }
    cuts[count] = 1;
    int32_t found = 0;
    for (int32_t i = 0; i < count; i++) {
        long double low = cuts[i], high = cuts[i + 1], at_low = judge_volume(m, low);
        if ((at_low > 0) == (judge_volume(m, high) > 0)) {
            continue;
        }
        for (int32_t k = 0; k < 70; k++) {
            long double middle = (low + high) / 2;
            if ((judge_volume(m, middle) > 0) == (at_low > 0)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        times[found++] = low;
    }
    return found;
}

/// Distance of two coplanar segments, or of a point (p = q) and a triangle's corners, by dense sampling is
/// not needed: at a flat time things meet when the plain distance is at rounding.
static inline double judge_segments(bight_vec3 p, bight_vec3 q, bight_vec3 a, bight_vec3 b)
{
    double low = 0.0, high = 1.0;
    for (int32_t i = 0; i < 200; i++) {
        double one = low + (high - low) / 3, two = high - (high - low) / 3;
        if (judge_point_segment(v3_lerp(p, q, one), a, b) < judge_point_segment(v3_lerp(p, q, two), a, b)) {
            high = two;
        } else {
            low = one;
        }
    }
    return judge_point_segment(v3_lerp(p, q, low), a, b);
}

static inline bool judge_inside(bight_vec3 p, bight_vec3 a, bight_vec3 b, bight_vec3 c)
{
    bight_vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
    return v3_dot(v3_cross(v3_sub(b, a), v3_sub(p, a)), n) >= 0.0 &&
           v3_dot(v3_cross(v3_sub(c, b), v3_sub(p, b)), n) >= 0.0 &&
           v3_dot(v3_cross(v3_sub(a, c), v3_sub(p, c)), n) >= 0.0;
}

/// Does a segment that moves meet a triangle that moves? Edge against edge and point against triangle, at
/// all times when four points are flat. @param near Metres that count as meeting at such a time.
static inline bool judge_crossing(const bight_vec3 link0[2], const bight_vec3 link1[2],
                                  const bight_vec3 triangle0[3], const bight_vec3 triangle1[3], double near)
{
    long double times[3];
    bool met = false;
    for (int32_t k = 0; k < 3; k++) {
        int32_t l = (k + 1) % 3;
        judge_motion m = {{link0[0], link0[1], triangle0[k], triangle0[l]},
                          {link1[0], link1[1], triangle1[k], triangle1[l]}};
        int32_t count = judge_flat_times(&m, times);
        for (int32_t i = 0; i < count; i++) {
            met = met || judge_segments(judge_at(&m, 0, times[i]), judge_at(&m, 1, times[i]),
                                        judge_at(&m, 2, times[i]), judge_at(&m, 3, times[i])) < near;
        }
    }
    for (int32_t end = 0; end < 2; end++) {
        judge_motion m = {{link0[end], triangle0[0], triangle0[1], triangle0[2]},
                          {link1[end], triangle1[0], triangle1[1], triangle1[2]}};
        int32_t count = judge_flat_times(&m, times);
        for (int32_t i = 0; i < count; i++) {
            met = met || judge_inside(judge_at(&m, 0, times[i]), judge_at(&m, 1, times[i]),
                                      judge_at(&m, 2, times[i]), judge_at(&m, 3, times[i]));
        }
    }
    return met;
}

static inline void judge_box(const bight_vec3 *x, int32_t count, double low[3], double high[3])
{
    for (int32_t i = 0; i < count; i++) {
        const double p[3] = {x[i].x, x[i].y, x[i].z};
        for (int32_t k = 0; k < 3; k++) {
            low[k] = i == 0 ? p[k] : fmin(low[k], p[k]);
            high[k] = i == 0 ? p[k] : fmax(high[k], p[k]);
        }
    }
}

/// Are two sets of points apart along some axis by more than `near`?
static inline bool judge_apart(const bight_vec3 *a, int32_t count_a, const bight_vec3 *b, int32_t count_b,
                               double near)
{
    double low[3], high[3], low_b[3], high_b[3];
    judge_box(a, count_a, low, high);
    judge_box(b, count_b, low_b, high_b);
    bool apart = false;
    for (int32_t k = 0; k < 3; k++) {
        apart = apart || low[k] > high_b[k] + near || low_b[k] > high[k] + near;
    }
    return apart;
}

/// Links of a resting rope that a sheet's straight motion to `to` meets.
static inline int32_t judge_move(bight_curve rope, const cover *c, const bight_vec3 *to, double near)
{
    int32_t met = 0;
    for (int32_t i = 0; i < (rope.closed ? rope.count : rope.count - 1); i++) {
        bight_vec3 link[2] = {rope.points[i], rope.points[(i + 1) % rope.count]};
        for (int32_t t = 0; t < c->count; t++) {
            bight_vec3 a[6], *b = a + 3;
            for (int32_t k = 0; k < 3; k++) {
                a[k] = c->x[c->triangles[3 * t + k]];
                b[k] = to[c->triangles[3 * t + k]];
            }
            met += !judge_apart(link, 2, a, 6, near) && judge_crossing(link, link, a, b, near);
        }
    }
    return met;
}

// ---- sides -----------------------------------------------------------------------------------------------

/// Solid angle of a triangle seen from a point (van Oosterom, Strackee 1983).
static inline double judge_angle(bight_vec3 p, bight_vec3 a, bight_vec3 b, bight_vec3 c)
{
    a = v3_sub(a, p);
    b = v3_sub(b, p);
    c = v3_sub(c, p);
    double la = v3_length(a), lb = v3_length(b), lc = v3_length(c);
    double down = la * lb * lc + v3_dot(a, b) * lc + v3_dot(b, c) * la + v3_dot(c, a) * lb;
    return 2.0 * atan2(v3_dot(a, v3_cross(b, c)), down);
}

/// How often a closed sheet winds round a point, or one that a cone from its border to `apex` closes: 0
/// outside, 1 or -1 inside. Sides that two triangles share cancel in the cone.
static inline int32_t judge_side(bight_vec3 p, const cover *c, const bight_vec3 *apex)
{
    double sum = 0.0;
    for (int32_t t = 0; t < c->count; t++) {
        const int32_t *k = c->triangles + 3 * t;
        sum += judge_angle(p, c->x[k[0]], c->x[k[1]], c->x[k[2]]);
        for (int32_t e = 0; e < 3 && apex != NULL; e++) {
            sum += judge_angle(p, c->x[k[(e + 1) % 3]], c->x[k[e]], *apex);
        }
    }
    return (int32_t)lround(sum / (4.0 * 3.14159265358979323846));
}
