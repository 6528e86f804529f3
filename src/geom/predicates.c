// SPDX-License-Identifier: MIT

#include "geom/predicates.h"
#include "geom/expansion.h"
#include "core/vec3.h"

// Bounds for determinants evaluated as below (Shewchuk 1997, section 4), u = 2^-53.
#define UNIT 0x1p-53
#define BOUND_2D ((3.0 + 16.0 * UNIT) * UNIT)
#define BOUND_3D ((7.0 + 56.0 * UNIT) * UNIT)

typedef struct exact_vec3 {
    bi_expansion x, y, z;
} exact_vec3;

// A determinant in doubles, and how far from the truth it can be. A difference or product of numbers in
// range is zero only when it is exactly zero, so an error bound of zero means that the value is exact.
typedef struct estimate {
    double value, error;
} estimate;

static int32_t sign_of(double x)
{
    return (x > 0.0) - (x < 0.0);
}

static void exact_difference(exact_vec3 *out, bight_vec3 a, bight_vec3 b)
{
    bi_expansion_difference(&out->x, a.x, b.x);
    bi_expansion_difference(&out->y, a.y, b.y);
    bi_expansion_difference(&out->z, a.z, b.z);
}

// out = a d - b c
static void exact_det2(bi_expansion *out, const bi_expansion *a, const bi_expansion *b, const bi_expansion *c,
                       const bi_expansion *d)
{
    bi_expansion ad, bc;
    bi_expansion_multiply(&ad, a, d);
    bi_expansion_multiply(&bc, b, c);
    bi_expansion_add(out, &ad, &bc, true);
}

// out = w . (u x v)
static void exact_det3(bi_expansion *out, const exact_vec3 *u, const exact_vec3 *v, const exact_vec3 *w)
{
    bi_expansion minor, x, y, z;
    exact_det2(&minor, &u->y, &u->z, &v->y, &v->z);
    bi_expansion_multiply(&x, &minor, &w->x);
    exact_det2(&minor, &u->z, &u->x, &v->z, &v->x);
    bi_expansion_multiply(&y, &minor, &w->y);
    exact_det2(&minor, &u->x, &u->y, &v->x, &v->y);
    bi_expansion_multiply(&z, &minor, &w->z);
    bi_expansion_add(&minor, &x, &y, false);
    bi_expansion_add(out, &minor, &z, false);
}

// w . (u x v) where u and v (and w, or not) are rounded differences
static estimate det3(bight_vec3 u, bight_vec3 v, bight_vec3 w)
{
    double yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
    double value = w.x * (yz - zy) + w.y * (zx - xz) + w.z * (xy - yx);
    double permanent = fabs(w.x) * (fabs(yz) + fabs(zy)) + fabs(w.y) * (fabs(zx) + fabs(xz)) +
                       fabs(w.z) * (fabs(xy) + fabs(yx));
    return (estimate){value, BOUND_3D * permanent};
}

int32_t bi_orient2d(const double a[2], const double b[2], const double c[2])
{
    double left = (b[0] - a[0]) * (c[1] - a[1]), right = (b[1] - a[1]) * (c[0] - a[0]);
    double value = left - right;
    double sum = fabs(left) + fabs(right);
    if (fabs(value) > BOUND_2D * sum || sum == 0.0) {
        return sign_of(value);
    }
    bi_expansion ux, uy, vx, vy, exact;
    bi_expansion_difference(&ux, b[0], a[0]);
    bi_expansion_difference(&uy, b[1], a[1]);
    bi_expansion_difference(&vx, c[0], a[0]);
    bi_expansion_difference(&vy, c[1], a[1]);
    exact_det2(&exact, &ux, &uy, &vx, &vy);
    return bi_expansion_sign(&exact);
}

static int32_t exact_orient3d(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 d)
{
    exact_vec3 u, v, w;
    bi_expansion exact;
    exact_difference(&u, b, a);
    exact_difference(&v, c, a);
    exact_difference(&w, d, a);
    exact_det3(&exact, &u, &v, &w);
    return bi_expansion_sign(&exact);
}

int32_t bi_orient3d(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 d)
{
    estimate det = det3(v3_sub(b, a), v3_sub(c, a), v3_sub(d, a));
    bool decided = fabs(det.value) > det.error || det.error == 0.0;
    return decided ? sign_of(det.value) : exact_orient3d(a, b, c, d);
}

int32_t bi_orient3d_quick(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 d)
{
    estimate det = det3(v3_sub(b, a), v3_sub(c, a), v3_sub(d, a));
    return fabs(det.value) > det.error ? sign_of(det.value) : 0;
}

static void exact_along(bi_expansion *out, bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 n)
{
    exact_vec3 u, v, w;
    exact_difference(&u, b, a);
    exact_difference(&v, c, a);
    exact_difference(&w, n, v3(0, 0, 0));
    exact_det3(out, &u, &v, &w);
}

int32_t bi_orient_along(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 n)
{
    estimate det = det3(v3_sub(b, a), v3_sub(c, a), n);
    if (fabs(det.value) > det.error || det.error == 0.0) {
        return sign_of(det.value);
    }
    bi_expansion exact;
    exact_along(&exact, a, b, c, n);
    return bi_expansion_sign(&exact);
}

static int32_t exact_order_along(bight_vec3 a, bight_vec3 b, const bight_vec3 first[2],
                                 const bight_vec3 second[2], bight_vec3 n)
{
    bi_expansion a1, b1, a2, b2, left, right, difference;
    exact_along(&a1, first[0], first[1], a, n);
    exact_along(&b1, first[0], first[1], b, n);
    exact_along(&a2, second[0], second[1], a, n);
    exact_along(&b2, second[0], second[1], b, n);
    int32_t flips = bi_expansion_sign(&b1) * bi_expansion_sign(&b2);
    bi_expansion_multiply(&left, &a1, &b2);
    bi_expansion_multiply(&right, &a2, &b1);
    bi_expansion_add(&difference, &left, &right, true);
    return -flips * bi_expansion_sign(&difference);
}

// The line c, d is crossed at the fraction |A| / (|A| + |B|) of a, b, where A and B, of opposite signs, are
// the areas c, d, a and c, d, b. So the first is nearer to a when |A1| |B2| < |A2| |B1|.
int32_t bi_order_along(bight_vec3 a, bight_vec3 b, const bight_vec3 first[2], const bight_vec3 second[2],
                       bight_vec3 n)
{
    bight_vec3 u = v3_sub(first[1], first[0]), v = v3_sub(second[1], second[0]);
    estimate a1 = det3(u, v3_sub(a, first[0]), n), b1 = det3(u, v3_sub(b, first[0]), n);
    estimate a2 = det3(v, v3_sub(a, second[0]), n), b2 = det3(v, v3_sub(b, second[0]), n);
    double left = fabs(a1.value) * fabs(b2.value), right = fabs(a2.value) * fabs(b1.value);
    double error = fabs(a1.value) * b2.error + fabs(b2.value) * a1.error + a1.error * b2.error +
                   fabs(a2.value) * b1.error + fabs(b1.value) * a2.error + a2.error * b1.error +
                   4.0 * UNIT * (left + right);
    if (fabs(left - right) > 1.001 * error) {
        return left < right ? -1 : 1;
    }
    return exact_order_along(a, b, first, second, n);
}

static void drop_axis(double out[2], bight_vec3 p, int32_t axis)
{
    out[0] = axis == 0 ? p.y : axis == 1 ? p.z : p.x;
    out[1] = axis == 0 ? p.z : axis == 1 ? p.x : p.y;
}

// An axis along which a, b, c keep an area, and the sign of that area; 0 when they are on one line.
static int32_t facing_axis(bight_vec3 a, bight_vec3 b, bight_vec3 c, int32_t *axis)
{
    double pa[2], pb[2], pc[2];
    for (*axis = 0; *axis < 3; (*axis)++) {
        drop_axis(pa, a, *axis);
        drop_axis(pb, b, *axis);
        drop_axis(pc, c, *axis);
        int32_t sign = bi_orient2d(pa, pb, pc);
        if (sign != 0) {
            return sign;
        }
    }
    return 0;
}

bool bi_collinear(bight_vec3 a, bight_vec3 b, bight_vec3 c)
{
    int32_t axis;
    return facing_axis(a, b, c, &axis) == 0;
}

// In one plane, two closed convex sets are apart when the line of some side has them strictly apart.
static bool flat_triangle_free(const bight_vec3 triangle[3], bight_vec3 p, bight_vec3 q)
{
    int32_t axis, sign = facing_axis(triangle[0], triangle[1], triangle[2], &axis);
    if (sign == 0) {
        return false;
    }
    double t[3][2], p2[2], q2[2];
    for (int32_t i = 0; i < 3; i++) {
        drop_axis(t[i], triangle[i], axis);
    }
    drop_axis(p2, p, axis);
    drop_axis(q2, q, axis);
    for (int32_t i = 0; i < 3; i++) {
        const double *a = t[i], *b = t[(i + 1) % 3];
        if (bi_orient2d(a, b, p2) == -sign && bi_orient2d(a, b, q2) == -sign) {
            return true;
        }
    }
    int32_t side = bi_orient2d(p2, q2, t[0]);
    return side != 0 && bi_orient2d(p2, q2, t[1]) == side && bi_orient2d(p2, q2, t[2]) == side;
}

bool bi_triangle_free_of_segment(const bight_vec3 triangle[3], bight_vec3 p, bight_vec3 q)
{
    bight_vec3 a = triangle[0], b = triangle[1], c = triangle[2];
    int32_t p_side = bi_orient3d(a, b, c, p), q_side = bi_orient3d(a, b, c, q);
    if (p_side != 0 && p_side == q_side) {
        return true;
    }
    if (p_side == 0 && q_side == 0) {
        return flat_triangle_free(triangle, p, q);
    }

    // the line p, q runs outside when it passes two sides in opposite senses
    int32_t ab = bi_orient3d(p, q, a, b), bc = bi_orient3d(p, q, b, c), ca = bi_orient3d(p, q, c, a);
    bool left = ab > 0 || bc > 0 || ca > 0, right = ab < 0 || bc < 0 || ca < 0;
    return left && right;
}

// Is p, which is on the line a, b, within the closed segment?
static bool within(bight_vec3 a, bight_vec3 b, bight_vec3 p)
{
    return p.x >= fmin(a.x, b.x) && p.x <= fmax(a.x, b.x) && p.y >= fmin(a.y, b.y) && p.y <= fmax(a.y, b.y) &&
           p.z >= fmin(a.z, b.z) && p.z <= fmax(a.z, b.z);
}

static bool on_segment(bight_vec3 a, bight_vec3 b, bight_vec3 p)
{
    return within(a, b, p) && bi_collinear(a, b, p);
}

bool bi_segments_meet(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 d)
{
    if (on_segment(a, b, c) || on_segment(a, b, d) || on_segment(c, d, a) || on_segment(c, d, b)) {
        return true;
    }
    if (bi_orient3d(a, b, c, d) != 0) {
        return false;
    }

    // in one plane, and no end lies on the other: they meet only by crossing properly
    int32_t axis, sign = facing_axis(a, b, c, &axis);
    if (sign == 0) {
        return false;
    }
    double a2[2], b2[2], c2[2], d2[2];
    drop_axis(a2, a, axis);
    drop_axis(b2, b, axis);
    drop_axis(c2, c, axis);
    drop_axis(d2, d, axis);
    return bi_orient2d(a2, b2, d2) == -sign && bi_orient2d(c2, d2, a2) * bi_orient2d(c2, d2, b2) < 0;
}
