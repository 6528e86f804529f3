// SPDX-License-Identifier: MIT

#include "bench/torture_judge.h"

#include <math.h>

static bight_vec3 minus(bight_vec3 a, bight_vec3 b)
{
    return (bight_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static bight_vec3 along(bight_vec3 p, double t, bight_vec3 d)
{
    return (bight_vec3){p.x + t * d.x, p.y + t * d.y, p.z + t * d.z};
}

static double dot(bight_vec3 a, bight_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double distance(bight_vec3 a, bight_vec3 b)
{
    return sqrt(dot(minus(a, b), minus(a, b)));
}

static double point_segment(bight_vec3 c, bight_vec3 p, bight_vec3 q)
{
    bight_vec3 d = minus(q, p);
    double square = dot(d, d), t = square > 0.0 ? dot(minus(c, p), d) / square : 0.0;
    return distance(c, along(p, fmin(fmax(t, 0.0), 1.0), d));
}

// The least is at an end of one of them, or where both lines are nearest when that is inside both.
static double segments(bight_vec3 p, bight_vec3 q, bight_vec3 v, bight_vec3 w)
{
    double least = fmin(fmin(point_segment(p, v, w), point_segment(q, v, w)),
                        fmin(point_segment(v, p, q), point_segment(w, p, q)));
    bight_vec3 d = minus(q, p), e = minus(w, v), r = minus(v, p);
    double dd = dot(d, d), de = dot(d, e), ee = dot(e, e), wide = dd * ee - de * de;
    if (wide > 1e-12 * dd * ee) {
        double s = (dot(r, d) * ee - dot(r, e) * de) / wide, t = (dot(r, d) * de - dot(r, e) * dd) / wide;
        if (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0) {
            least = fmin(least, distance(along(p, s, d), along(v, t, e)));
        }
    }
    return least;
}

// ---- ropes -----------------------------------------------------------------------------------------------

// Two ropes, or one with itself.
typedef struct rope_pair {
    bight_curve a, b;
    double radius_a, radius_b;
    double link; // at rest, of a
    bool one;
} rope_pair;

static int32_t links_of(bight_curve curve)
{
    return curve.closed ? curve.count : curve.count - 1;
}

// Their middles are too far apart for more than the least so far to be at stake.
static bool are_far(bight_vec3 p, bight_vec3 q, bight_vec3 v, bight_vec3 w, double least)
{
    bight_vec3 m = along(p, 0.5, minus(q, p)), n = along(v, 0.5, minus(w, v));
    double reach = least + 0.5 * (distance(p, q) + distance(v, w));
    bight_vec3 between = minus(m, n);
    return dot(between, between) > reach * reach;
}

static void judge_pair(const rope_pair *pair, int32_t i, int32_t j, torture_gaps *gaps)
{
    bight_curve a = pair->a, b = pair->b;
    double touching = pair->radius_a + pair->radius_b;
    bool counts = true;
    if (pair->one) {
        int32_t between = j - i - 1, round = a.count - (j - i) - 1;
        between = a.closed && round < between ? round : between;
        if (between < 2) {
            return;
        }
        touching = fmin(touching, 0.9 * between * pair->link);
        counts = between * pair->link >= 3.1 * pair->radius_a;
    }
    bight_vec3 p = a.points[i], q = a.points[i + 1 < a.count ? i + 1 : 0];
    bight_vec3 v = b.points[j], w = b.points[j + 1 < b.count ? j + 1 : 0];
    if (are_far(p, q, v, w, touching)) {
        return;
    }
    double gap = segments(p, q, v, w) / touching;
    gaps->closest = fmin(gap, gaps->closest);
    gaps->gap = counts ? fmin(gap, gaps->gap) : gaps->gap;
}

static rope_pair pair_of(const torture_scene *scene, int32_t i, int32_t j)
{
    return (rope_pair){bight_rope_curve(scene->world, scene->ropes[i]),
                       bight_rope_curve(scene->world, scene->ropes[j]),
                       bight_rope_radius(scene->world, scene->ropes[i]),
                       bight_rope_radius(scene->world, scene->ropes[j]),
                       bight_rope_link_length(scene->world, scene->ropes[i]),
                       i == j};
}

// ---- obstacles -------------------------------------------------------------------------------------------

// Into the obstacle's frame: v + 2 u x (u x v + w v) with the turn back, (-u, w).
static bight_vec3 into(const bight_pose *pose, bight_vec3 at)
{
    bight_vec3 v = minus(at, pose->position);
    const double *q = pose->rotation;
    double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], twice = 2.0 / square;
    bight_vec3 u = {-q[0], -q[1], -q[2]};
    bight_vec3 c = {u.y * v.z - u.z * v.y + q[3] * v.x, u.z * v.x - u.x * v.z + q[3] * v.y,
                    u.x * v.y - u.y * v.x + q[3] * v.z};
    return (bight_vec3){v.x + twice * (u.y * c.z - u.z * c.y), v.y + twice * (u.z * c.x - u.x * c.z),
                        v.z + twice * (u.x * c.y - u.y * c.x)};
}

static double from_circle(bight_vec3 at, double ring)
{
    double off = sqrt(at.x * at.x + at.z * at.z) - ring;
    return sqrt(off * off + at.y * at.y);
}

// A link and a circle: the best of samples, and thirds of the two stretches beside it.
static double segment_circle(bight_vec3 p, bight_vec3 q, double ring)
{
    enum { SAMPLES = 16, THIRDS = 40 };
    bight_vec3 d = minus(q, p);
    int32_t best = 0;
    for (int32_t i = 1; i <= SAMPLES; i++) {
        best = from_circle(along(p, (double)i / SAMPLES, d), ring) <
                       from_circle(along(p, (double)best / SAMPLES, d), ring)
                   ? i
                   : best;
    }
    double low = fmax(best - 1, 0) / SAMPLES, high = fmin(best + 1, SAMPLES) / SAMPLES;
    for (int32_t i = 0; i < THIRDS; i++) {
        double s = low + (high - low) / 3.0, t = high - (high - low) / 3.0;
        bool left = from_circle(along(p, s, d), ring) < from_circle(along(p, t, d), ring);
        low = left ? low : s;
        high = left ? t : high;
    }
    return from_circle(along(p, low, d), ring);
}

static void judge_obstacle(const torture_scene *scene, int32_t rope, int32_t obstacle, torture_gaps *gaps)
{
    bight_curve curve = bight_rope_curve(scene->world, scene->ropes[rope]);
    double radius = bight_rope_radius(scene->world, scene->ropes[rope]);
    bight_vec3 size = scene->sizes[obstacle];
    bight_pose pose;
    bight_obstacle_get(scene->world, scene->obstacles[obstacle], &pose, NULL);
    for (int32_t i = 0; i < links_of(curve); i++) {
        bight_vec3 p = into(&pose, curve.points[i]),
                   q = into(&pose, curve.points[i + 1 < curve.count ? i + 1 : 0]);
        bight_vec3 low = {0.0, -0.5 * size.y, 0.0}, high = {0.0, 0.5 * size.y, 0.0}, middle = {0.0, 0.0, 0.0};
        double gap = HUGE_VAL;
        switch (scene->shapes[obstacle]) {
        case BIGHT_SHAPE_SPHERE:
            gap = point_segment(middle, p, q) - size.x;
            break;
        case BIGHT_SHAPE_CAPSULE:
            gap = segments(p, q, low, high) - size.x;
            break;
        case BIGHT_SHAPE_TORUS:
            gap = from_circle(along(p, 0.5, minus(q, p)), size.x) - 0.5 * distance(p, q) - size.y < radius
                      ? segment_circle(p, q, size.x) - size.y
                      : HUGE_VAL;
            break;
        default:
            break;
        }
        gaps->gap = fmin(gap / radius, gaps->gap);
    }
}

// ---- all of it -------------------------------------------------------------------------------------------

torture_gaps torture_judge_gaps(const torture_scene *scene)
{
    torture_gaps gaps = {1.0, 1.0}; // more is not looked for
    for (int32_t r = 0; r < scene->rope_count; r++) {
        for (int32_t s = r; s < scene->rope_count; s++) {
            rope_pair pair = pair_of(scene, r, s);
            for (int32_t i = 0; i < links_of(pair.a); i++) {
                for (int32_t j = pair.one ? i + 1 : 0; j < links_of(pair.b); j++) {
                    judge_pair(&pair, i, j, &gaps);
                }
            }
        }
        for (int32_t k = 0; k < scene->obstacle_count; k++) {
            judge_obstacle(scene, r, k, &gaps);
        }
    }
    return gaps;
}

double torture_judge_links(const torture_scene *scene)
{
    double longest = 0.0;
    for (int32_t r = 0; r < scene->rope_count; r++) {
        bight_curve curve = bight_rope_curve(scene->world, scene->ropes[r]);
        double rest = bight_rope_link_length(scene->world, scene->ropes[r]);
        for (int32_t i = 0; i < links_of(curve); i++) {
            double length = distance(curve.points[i], curve.points[i + 1 < curve.count ? i + 1 : 0]);
            longest = isfinite(length) ? fmax(longest, length / rest) : HUGE_VAL;
        }
    }
    return longest;
}
