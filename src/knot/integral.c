// SPDX-License-Identifier: MIT
// Gauss's linking integral of polygons, in closed form.
//
// For two segments the integral is the signed area that the directions from one to the other cover on the unit sphere,
// over 4 pi (Banchoff 1976): a spherical quadrilateral whose corners are the directions between the ends. Its area is that
// of two spherical triangles (Van Oosterom, Strackee 1983):
//
//     tan(area / 2) = det(a, b, c) / (1 + a.b + b.c + c.a)     for unit vectors a, b, c

#include "bight/chain.h"
#include "core/vec3.h"
#include "core/watch.h"

#include <math.h>

#define FOUR_PI 12.566370614359172954

static double triangle_area(bight_vec3 a, bight_vec3 b, bight_vec3 c)
{
    double det = v3_dot(a, v3_cross(b, c));
    return 2.0 * atan2(det, 1.0 + v3_dot(a, b) + v3_dot(b, c) + v3_dot(c, a));
}

// The area that the directions from segment p, q to segment r, s cover; 0 for segments in one plane.
static double pair_area(bight_vec3 p, bight_vec3 q, bight_vec3 r, bight_vec3 s)
{
    bight_vec3 pr = v3_sub(r, p), ps = v3_sub(s, p), qs = v3_sub(s, q), qr = v3_sub(r, q);
    double lengths[4] = {v3_length(pr), v3_length(ps), v3_length(qs), v3_length(qr)};
    for (int32_t i = 0; i < 4; i++) {
        if (!(lengths[i] > 0.0)) {
            return 0.0; // they share an end, so they lie in one plane
        }
    }
    pr = v3_mul(1.0 / lengths[0], pr);
    ps = v3_mul(1.0 / lengths[1], ps);
    qs = v3_mul(1.0 / lengths[2], qs);
    qr = v3_mul(1.0 / lengths[3], qr);
    return triangle_area(pr, qs, ps) + triangle_area(pr, qr, qs);
}

static int32_t edges_of(const bight_curve *curve)
{
    return curve->closed ? curve->count : curve->count - 1;
}

static bight_vec3 point(const bight_curve *curve, int32_t i)
{
    return curve->points[i < curve->count ? i : 0];
}

bight_status bight_curves_gauss(const bight_env *env, const bight_curve *one, const bight_curve *two,
                                double *integral)
{
    bi_watch watch = bi_watch_from(env);
    double sum = 0.0;
    for (int32_t i = 0; i < edges_of(one) && !bi_watch_stops(&watch, 150 * (int64_t)two->count); i++) {
        double row = 0.0;
        for (int32_t k = 0; k < edges_of(two); k++) {
            row += pair_area(point(one, i), point(one, i + 1), point(two, k), point(two, k + 1));
        }
        sum += row;
    }
    *integral = sum / FOUR_PI;
    return bi_watch_status(&watch, BIGHT_OK);
}

bight_status bight_curve_writhe(const bight_env *env, const bight_curve *curve, double *writhe,
                                double *crossings)
{
    bi_watch watch = bi_watch_from(env);
    double sum = 0.0, size = 0.0;
    int32_t edges = edges_of(curve);
    for (int32_t i = 0; i < edges && !bi_watch_stops(&watch, 150 * (int64_t)edges); i++) {
        for (int32_t k = i + 2; k < edges; k++) {
            if (curve->closed && i == 0 && k == edges - 1) {
                continue; // neighbours
            }
            double area =
                pair_area(point(curve, i), point(curve, i + 1), point(curve, k), point(curve, k + 1));
            sum += area;
            size += fabs(area);
        }
    }
    *writhe = 2.0 * sum / FOUR_PI;
    if (crossings != NULL) {
        *crossings = 2.0 * size / FOUR_PI;
    }
    return bi_watch_status(&watch, BIGHT_OK);
}
