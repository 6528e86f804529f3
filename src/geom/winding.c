// SPDX-License-Identifier: MIT

#include "geom/winding.h"

#include "core/assert.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "geom/validate.h"

#define LONG_WAY 1e6 // prolonged ends, in lengths of everything else: the part left out is below 1e-11 turns

static bight_vec3 node(bight_curve curve, int32_t i)
{
    return curve.points[i < curve.count ? i : 0];
}

static int32_t link_count(bight_curve curve)
{
    return curve.closed ? curve.count : curve.count - 1;
}

// ---- the winding integral ---------------------------------------------------------------------------

bool bi_winding_applies(bight_curve axis, bight_vec3 x)
{
    for (int32_t i = 0; i + 1 < axis.count; i++) {
        bight_vec3 d = v3_sub(axis.points[i + 1], axis.points[i]);
        if (!(v3_dot(d, x) > 1e-9 * v3_length(d))) {
            return false;
        }
    }
    return axis.count >= 2 && !axis.closed;
}

// the point of the axis that is as far along x as `place`; *link is where the search starts and ends
static bight_vec3 axis_at(bight_curve axis, bight_vec3 x, double place, int32_t *link)
{
    int32_t i = *link;
    while (i + 2 < axis.count && v3_dot(axis.points[i + 1], x) < place) {
        i++;
    }
    while (i > 0 && v3_dot(axis.points[i], x) > place) {
        i--;
    }
    *link = i;
    double from = v3_dot(axis.points[i], x), to = v3_dot(axis.points[i + 1], x);
    return v3_lerp(axis.points[i], axis.points[i + 1], (place - from) / (to - from));
}

// from the axis to p, in the plane across x
static bight_vec3 arm(bight_curve axis, bight_vec3 x, bight_vec3 p, int32_t *link)
{
    return v3_sub(p, axis_at(axis, x, v3_dot(p, x), link));
}

static double turn_between(bight_vec3 a, bight_vec3 b, bight_vec3 x)
{
    return bi_turn_to(v3_dot(a, b), v3_dot(x, v3_cross(a, b)));
}

// Between two neighbouring nodes of coil and axis, whichever, r is linear in x: the integral over that piece
// is the angle between its two ends.
double bi_winding_integral(bight_curve coil, bight_curve axis, bight_vec3 x, double *turns)
{
    BI_VALIDATE(bi_curve_is_valid(coil) && bi_curve_is_valid(axis));
    int32_t link = 0;
    double sum = 0.0;
    bight_vec3 r = arm(axis, x, coil.points[0], &link);
    for (int32_t i = 0; i + 1 < coil.count; i++) {
        bight_vec3 p = coil.points[i], q = coil.points[i + 1], next = r;
        if (turns != NULL) {
            turns[i] = sum;
        }
        double from = v3_dot(p, x), way = v3_dot(q, x) - from;
        int32_t last = link;
        axis_at(axis, x, from + way, &last);

        // the axis's nodes in between
        while (link != last) {
            int32_t between = last > link ? link + 1 : link;
            double part = (v3_dot(axis.points[between], x) - from) / way;
            next = v3_sub(v3_lerp(p, q, part), axis.points[between]);
            sum += turn_between(r, next, x);
            r = next;
            link += last > link ? 1 : -1;
        }
        next = arm(axis, x, q, &link);
        sum += turn_between(r, next, x);
        r = next;
    }

    if (turns != NULL) {
        turns[coil.count - 1] = sum;
    }
    return sum;
}

// ---- Gauss's integral -------------------------------------------------------------------------------

// Signed solid angle of the triangle abc seen from the origin, in turns (van Oosterom, Strackee 1983).
static double solid_turns(bight_vec3 a, bight_vec3 b, bight_vec3 c)
{
    double la = v3_length(a), lb = v3_length(b), lc = v3_length(c);
    double numerator = v3_dot(a, v3_cross(b, c));
    double denominator = la * lb * lc + v3_dot(a, b) * lc + v3_dot(b, c) * la + v3_dot(c, a) * lb;
    return 2.0 * bi_turn_to(denominator, numerator);
}

// Directions from points of one link to points of the other fill a spherical quadrilateral; its signed area
// over 4 pi is the pair's share of the integral.
static double pair_share(bight_vec3 p, bight_vec3 q, bight_vec3 r, bight_vec3 s)
{
    bight_vec3 pr = v3_sub(r, p), ps = v3_sub(s, p), qr = v3_sub(r, q), qs = v3_sub(s, q);
    return 0.5 * (solid_turns(pr, qs, ps) + solid_turns(pr, qr, qs));
}

double bi_gauss_linking(bight_curve a, bight_curve b)
{
    BI_VALIDATE(bi_curve_is_valid(a) && bi_curve_is_valid(b));
    double sum = 0.0;
    for (int32_t i = 0; i < link_count(a); i++) {
        for (int32_t k = 0; k < link_count(b); k++) {
            sum += pair_share(node(a, i), node(a, i + 1), node(b, k), node(b, k + 1));
        }
    }
    return sum;
}

double bi_winding_gauss(bight_curve coil, bight_curve axis, double *turns)
{
    BI_VALIDATE(bi_curve_is_valid(coil) && bi_curve_is_valid(axis));
    int32_t n = axis.count;
    bight_vec3 first = axis.points[0], last = axis.points[n - 1];

    // the axis prolonged straight beyond both ends, by LONG_WAY times the size of everything
    double size = 0.0;
    for (int32_t i = 0; i < coil.count; i++) {
        size = bi_max(size, v3_distance(coil.points[i], first));
    }
    for (int32_t i = 1; i < n; i++) {
        size = bi_max(size, v3_distance(axis.points[i], first));
    }

    bight_vec3 before = v3_unit(v3_sub(first, axis.points[1]), v3(0, 0, 0));
    bight_vec3 after = v3_unit(v3_sub(last, axis.points[n - 2]), v3(0, 0, 0));
    bight_vec3 far_before = v3_madd(first, LONG_WAY * size, before);
    bight_vec3 far_after = v3_madd(last, LONG_WAY * size, after);

    // turns[i] = sum of the shares of all links of the coil before node i, with all links of the axis
    double sum = 0.0;
    for (int32_t i = 0; i + 1 < coil.count; i++) {
        bight_vec3 p = coil.points[i], q = coil.points[i + 1];
        if (turns != NULL) {
            turns[i] = sum;
        }
        sum += pair_share(p, q, far_before, first);
        for (int32_t k = 0; k + 1 < n; k++) {
            sum += pair_share(p, q, axis.points[k], axis.points[k + 1]);
        }
        sum += pair_share(p, q, last, far_after);
    }

    if (turns != NULL) {
        turns[coil.count - 1] = sum;
    }
    return sum;
}
