// SPDX-License-Identifier: MIT

#include "geom/segment.h"

#include "core/assert.h"

// a / b clamped to [0, 1]. Divides only when 0 < a < b, so no NaN and no infinity can start here.
static double fraction(double a, double b)
{
    return a > 0.0 ? (a < b ? a / b : 1.0) : 0.0;
}

double bi_segment_closest_to_point(bight_vec3 a, bight_vec3 b, bight_vec3 p)
{
    BI_ASSERT(v3_is_finite(a) && v3_is_finite(b));
    bight_vec3 d = v3_sub(b, a);
    return fraction(v3_dot(d, v3_sub(p, a)), v3_dot(d, d));
}

// Keep the better of two answers.
static void offer(bi_segment_pair *best, double s, double t, bight_vec3 gap)
{
    double distance_squared = v3_dot(gap, gap);
    if (distance_squared < best->distance_squared) {
        *best = (bi_segment_pair){s, t, distance_squared};
    }
}

// Minimises |r + s d1 - t d2|^2 over the unit square (Ericson 2005, Real-Time Collision Detection, 5.1.9).
bi_segment_pair bi_segment_closest(bight_vec3 p1, bight_vec3 q1, bight_vec3 p2, bight_vec3 q2)
{
    bight_vec3 d1 = v3_sub(q1, p1), d2 = v3_sub(q2, p2), r = v3_sub(p1, p2);
    double d11 = v3_dot(d1, d1), d22 = v3_dot(d2, d2), d12 = v3_dot(d1, d2);
    double d1r = v3_dot(d1, r), d2r = v3_dot(d2, r);

    // where the infinite lines are closest; any s will do when they are parallel
    double determinant = d11 * d22 - d12 * d12;
    double s = fraction(d12 * d2r - d22 * d1r, determinant);

    // best t for that s; if t had to be clamped, best s for the clamped t
    double t_free = d12 * s + d2r;
    double t = fraction(t_free, d22);
    if (t_free < 0.0 || t_free > d22) {
        s = fraction(t * d12 - d1r, d11);
    }
    bight_vec3 gap = v3_madd(v3_madd(r, s, d1), -t, d2);
    bi_segment_pair best = {s, t, v3_dot(gap, gap)};

    // Nearly parallel: the determinant has lost its digits and s may be off. Written as |d1 x d2|^2 it keeps
    // them: s = ((p2 - p1) x d2) . n / |n|^2 with n = d1 x d2. The minimum over parallel segments is reached
    // at an end, so the four ends are tried too.
    if (determinant <= 1e-6 * d11 * d22) {
        bight_vec3 n = v3_cross(d1, d2);
        double s_across = fraction(-v3_dot(v3_cross(r, d2), n), v3_dot(n, n));
        double t_across = fraction(d12 * s_across + d2r, d22);
        offer(&best, s_across, t_across, v3_madd(v3_madd(r, s_across, d1), -t_across, d2));
        for (int32_t end = 0; end < 2; end++) {
            double t_end = fraction(d12 * end + d2r, d22);
            offer(&best, end, t_end, v3_madd(v3_madd(r, end, d1), -t_end, d2));
            double s_end = fraction(end * d12 - d1r, d11);
            offer(&best, s_end, end, v3_madd(v3_madd(r, s_end, d1), -end, d2));
        }
    }
    return best;
}

static bi_point_triangle at_weights(double a, double b, double c, bight_vec3 on)
{
    return (bi_point_triangle){.w = {a, b, c}, .on_triangle = on};
}

// Voronoi regions of the triangle in turn (Ericson 2005, 5.1.5).
static bi_point_triangle by_region(bight_vec3 p, bight_vec3 a, bight_vec3 b, bight_vec3 c)
{
    // vertex a: ab . ap <= 0 and ac . ap <= 0
    bight_vec3 ab = v3_sub(b, a), ac = v3_sub(c, a), ap = v3_sub(p, a);
    double d1 = v3_dot(ab, ap), d2 = v3_dot(ac, ap);
    if (d1 <= 0.0 && d2 <= 0.0) {
        return at_weights(1.0, 0.0, 0.0, a);
    }

    // vertex b: ba . bp <= 0 and bc . bp <= 0
    bight_vec3 bp = v3_sub(p, b);
    double d3 = v3_dot(ab, bp), d4 = v3_dot(ac, bp);
    if (d3 >= 0.0 && d4 <= d3) {
        return at_weights(0.0, 1.0, 0.0, b);
    }

    // side ab: vc, the barycentric weight of c up to a factor, is not positive
    double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
        double t = fraction(d1, d1 - d3);
        return at_weights(1.0 - t, t, 0.0, v3_madd(a, t, ab));
    }

    // vertex c: ca . cp <= 0 and cb . cp <= 0
    bight_vec3 cp = v3_sub(p, c);
    double d5 = v3_dot(ab, cp), d6 = v3_dot(ac, cp);
    if (d6 >= 0.0 && d5 <= d6) {
        return at_weights(0.0, 0.0, 1.0, c);
    }

    // side ac: the same of vb
    double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
        double t = fraction(d2, d2 - d6);
        return at_weights(1.0 - t, 0.0, t, v3_madd(a, t, ac));
    }

    // side bc: the same of va
    double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
        double t = fraction(d4 - d3, (d4 - d3) + (d5 - d6));
        return at_weights(0.0, 1.0 - t, t, v3_madd(b, t, v3_sub(c, b)));
    }

    // the inside: the barycentric weights are (va, vb, vc) / (va + vb + vc)
    double sum = va + vb + vc, v = fraction(vb, sum), w = fraction(vc, sum);
    return at_weights(bi_max(0.0, 1.0 - v - w), v, w, v3_madd(v3_madd(a, v, ab), w, ac));
}

// Height over length, squared, below which the regions are not to be trusted: the products that tell them
// apart have lost too many digits.
#define NEEDLE 1e-6

static void offer_point(bi_point_triangle *best, bight_vec3 p, bi_point_triangle candidate)
{
    candidate.distance_squared = v3_length_squared(v3_sub(p, candidate.on_triangle));
    if (candidate.distance_squared < best->distance_squared) {
        *best = candidate;
    }
}

// The sides, and the foot on the plane, whose weights keep their digits longest as ((p - o) x b) . n / |n|^2
// with n = a x b from the corner o between the two shorter sides a and b.
static void try_needle(bi_point_triangle *best, bight_vec3 p, const bight_vec3 corner[3], int32_t o)
{
    for (int32_t k = 0; k < 3; k++) {
        int32_t next = k == 2 ? 0 : k + 1;
        double t = bi_segment_closest_to_point(corner[k], corner[next], p);
        bi_point_triangle side = at_weights(0.0, 0.0, 0.0, v3_lerp(corner[k], corner[next], t));
        side.w[k] = 1.0 - t;
        side.w[next] = t;
        offer_point(best, p, side);
    }
    int32_t first = o == 2 ? 0 : o + 1, second = o == 0 ? 2 : o - 1;
    bight_vec3 a = v3_sub(corner[first], corner[o]), b = v3_sub(corner[second], corner[o]);
    bight_vec3 r = v3_sub(p, corner[o]), n = v3_cross(a, b);
    double nn = v3_dot(n, n), u = v3_dot(v3_cross(r, b), n), v = v3_dot(v3_cross(a, r), n);
    if (nn > 0.0 && u >= 0.0 && v >= 0.0 && u + v <= nn) {
        bi_point_triangle foot = {.on_triangle = v3_madd(v3_madd(corner[o], u / nn, a), v / nn, b)};
        foot.w[first] = u / nn;
        foot.w[second] = v / nn;
        foot.w[o] = bi_max(0.0, 1.0 - foot.w[first] - foot.w[second]);
        offer_point(best, p, foot);
    }
}

bi_point_triangle bi_point_triangle_closest(bight_vec3 p, bight_vec3 a, bight_vec3 b, bight_vec3 c)
{
    bi_point_triangle best = by_region(p, a, b, c);
    best.distance_squared = v3_length_squared(v3_sub(p, best.on_triangle));

    bight_vec3 ab = v3_sub(b, a), ac = v3_sub(c, a), n = v3_cross(ab, ac);
    double ab2 = v3_dot(ab, ab), ac2 = v3_dot(ac, ac), bc2 = v3_length_squared(v3_sub(c, b));
    double longest = bi_max(bi_max(ab2, ac2), bc2);
    if (v3_dot(n, n) < NEEDLE * longest * longest) {
        const bight_vec3 corner[3] = {a, b, c};
        try_needle(&best, p, corner, longest == bc2 ? 0 : longest == ac2 ? 1 : 2);
    }
    return best;
}

bight_vec3 bi_triangle_closest_to_point(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 p)
{
    return bi_point_triangle_closest(p, a, b, c).on_triangle;
}

// Closer than this to the triangle's plane, as a sine, the place where a segment pierces it is not to be
// trusted; then its ends and the edges are as near as this share of its length.
#define GRAZING 1e-8

// Where the segment crosses the plane inside the triangle (Moeller, Trumbore 1997).
static bool pierces(bight_vec3 p, bight_vec3 q, bight_vec3 a, bight_vec3 b, bight_vec3 c, double *s)
{
    bight_vec3 ab = v3_sub(b, a), ac = v3_sub(c, a), pq = v3_sub(q, p), ap = v3_sub(p, a);
    bight_vec3 h = v3_cross(pq, ac);
    double determinant = v3_dot(ab, h);
    double scale = v3_dot(pq, pq) * v3_dot(ab, ab) * v3_dot(ac, ac);
    if (!(determinant * determinant > GRAZING * GRAZING * scale)) {
        return false;
    }
    double u = v3_dot(ap, h) / determinant;
    bight_vec3 k = v3_cross(ap, ab);
    double v = v3_dot(pq, k) / determinant;
    *s = v3_dot(ac, k) / determinant;
    return u >= 0.0 && v >= 0.0 && u + v <= 1.0 && *s >= 0.0 && *s <= 1.0;
}

bi_segment_triangle bi_segment_triangle_closest(bight_vec3 p, bight_vec3 q, bight_vec3 a, bight_vec3 b,
                                                bight_vec3 c)
{
    double s;
    if (pierces(p, q, a, b, c, &s)) {
        return (bi_segment_triangle){s, v3_lerp(p, q, s), 0.0};
    }

    // otherwise an end of the segment or an edge of the triangle is closest
    bi_segment_triangle best = {0.0, a, HUGE_VAL};
    for (int32_t end = 0; end < 2; end++) {
        bight_vec3 from = end == 0 ? p : q, on = bi_triangle_closest_to_point(a, b, c, from);
        double distance_squared = v3_length_squared(v3_sub(from, on));
        if (distance_squared < best.distance_squared) {
            best = (bi_segment_triangle){end, on, distance_squared};
        }
    }
    const bight_vec3 corner[4] = {a, b, c, a};
    for (int32_t edge = 0; edge < 3; edge++) {
        bi_segment_pair pair = bi_segment_closest(p, q, corner[edge], corner[edge + 1]);
        if (pair.distance_squared < best.distance_squared) {
            best = (bi_segment_triangle){pair.s, v3_lerp(corner[edge], corner[edge + 1], pair.t),
                                         pair.distance_squared};
        }
    }
    return best;
}
