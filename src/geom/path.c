// SPDX-License-Identifier: MIT

#include "geom/path.h"

#include "core/assert.h"
#include "core/vec3.h"
#include "geom/validate.h"

#include <string.h>

#define EVENING_PASSES 24

static int32_t segments_of(bight_curve curve)
{
    return curve.closed ? curve.count : curve.count - 1;
}

static bight_vec3 point_of(bight_curve curve, int32_t i)
{
    return curve.points[i < curve.count ? i : i - curve.count];
}

// ---- rounding ---------------------------------------------------------------------------------------

int64_t bi_path_round_count(int32_t count, bool closed)
{
    return closed ? (int64_t)count * BI_ROUND_PIECES : (int64_t)(count - 1) * BI_ROUND_PIECES + 1;
}

// the neighbour before segment 0 and after the last of an open curve mirrors the end stretch
static bight_vec3 neighbour(bight_curve curve, int32_t i)
{
    if (curve.closed) {
        return curve.points[(i + curve.count) % curve.count];
    }
    if (i < 0) {
        return v3_sub(v3_mul(2.0, curve.points[0]), curve.points[1]);
    }
    if (i >= curve.count) {
        return v3_sub(v3_mul(2.0, curve.points[curve.count - 1]), curve.points[curve.count - 2]);
    }
    return curve.points[i];
}

static double knot_step(bight_vec3 a, bight_vec3 b)
{
    double step = sqrt(v3_distance(a, b));
    return step > 1e-12 ? step : 1e-12;
}

void bi_path_round(bight_curve curve, bight_vec3 *out)
{
    BI_VALIDATE(bi_curve_is_valid(curve));
    int32_t segments = segments_of(curve);
    for (int32_t i = 0; i < segments; i++) {
        bight_vec3 p0 = neighbour(curve, i - 1), p1 = neighbour(curve, i);
        bight_vec3 p2 = neighbour(curve, i + 1), p3 = neighbour(curve, i + 2);
        double d1 = knot_step(p0, p1), d2 = knot_step(p1, p2), d3 = knot_step(p2, p3);

        // tangents of the spline at p1 and p2 for a parameter that runs from 0 to 1:
        // m1 = d2 ((p1-p0)/d1 - (p2-p0)/(d1+d2) + (p2-p1)/d2), and m2 alike
        bight_vec3 m1 = v3_mul(1.0 / d1, v3_sub(p1, p0));
        m1 = v3_madd(m1, -1.0 / (d1 + d2), v3_sub(p2, p0));
        m1 = v3_mul(d2, v3_madd(m1, 1.0 / d2, v3_sub(p2, p1)));
        bight_vec3 m2 = v3_mul(1.0 / d2, v3_sub(p2, p1));
        m2 = v3_madd(m2, -1.0 / (d2 + d3), v3_sub(p3, p1));
        m2 = v3_mul(d2, v3_madd(m2, 1.0 / d3, v3_sub(p3, p2)));

        // cubic with these ends and tangents (Hermite)
        for (int32_t k = 0; k < BI_ROUND_PIECES; k++) {
            double t = (double)k / BI_ROUND_PIECES, t2 = t * t, t3 = t2 * t;
            bight_vec3 at = v3_mul(2.0 * t3 - 3.0 * t2 + 1.0, p1);
            at = v3_madd(at, t3 - 2.0 * t2 + t, m1);
            at = v3_madd(at, 3.0 * t2 - 2.0 * t3, p2);
            at = v3_madd(at, t3 - t2, m2);
            out[i * BI_ROUND_PIECES + k] = at;
        }
    }

    if (!curve.closed) {
        out[segments * BI_ROUND_PIECES] = curve.points[curve.count - 1];
    }
}

// ---- walking ----------------------------------------------------------------------------------------

void bi_path_lengths(bight_curve curve, double *lengths)
{
    BI_VALIDATE(bi_curve_is_valid(curve));
    lengths[0] = 0.0;
    for (int32_t i = 0; i < segments_of(curve); i++) {
        lengths[i + 1] = lengths[i] + v3_distance(point_of(curve, i), point_of(curve, i + 1));
    }
}

bight_vec3 bi_path_at(bight_curve curve, const double *lengths, double length, int32_t *segment)
{
    int32_t i = *segment, segments = segments_of(curve);
    while (i + 1 < segments && lengths[i + 1] < length) {
        i++;
    }
    while (i > 0 && lengths[i] > length) {
        i--;
    }
    *segment = i;
    double whole = lengths[i + 1] - lengths[i], part = length - lengths[i];
    if (!(part > 0.0) || !(whole > 0.0)) {
        return point_of(curve, i);
    }
    bight_vec3 end = point_of(curve, i + 1);
    return part < whole ? v3_lerp(point_of(curve, i), end, part / whole) : end;
}

// ---- links ------------------------------------------------------------------------------------------

// Starts from places that are equally far apart along the curve. Round a corner the straight link is shorter
// than the way along the curve, so each pass moves the places to where the sum of the links that were found
// is divided equally.
void bi_path_resample(bight_curve curve, const double *lengths, int32_t links, double *places,
                      bight_vec3 *out)
{
    BI_ASSERT(links >= 1);
    double total = lengths[segments_of(curve)];
    for (int32_t i = 0; i <= links; i++) {
        places[i] = total * ((double)i / links);
    }

    for (int32_t pass = 0;; pass++) {
        int32_t segment = 0;
        double shortest = (double)INFINITY, longest = 0.0, sum = 0.0;
        for (int32_t i = 0; i <= links; i++) {
            if (i < links || !curve.closed) {
                out[i] = bi_path_at(curve, lengths, places[i], &segment);
            }
            if (i > 0) {
                double link = v3_distance(out[i - 1], out[i < links || !curve.closed ? i : 0]);
                shortest = link < shortest ? link : shortest;
                longest = link > longest ? link : longest;
                sum += link;
            }
        }
        if (pass == EVENING_PASSES || longest - shortest <= 1e-12 * longest) {
            return;
        }

        // place i moves to where the links before it add up to i / links of the sum
        double *moved = places + links + 1, before = 0.0, here = v3_distance(out[0], out[1]);
        int32_t link = 0;
        for (int32_t i = 1; i < links; i++) {
            double wanted = sum * ((double)i / links);
            while (before + here < wanted && link + 1 < links) {
                before += here;
                link++;
                bool wraps = curve.closed && link + 1 == links;
                here = v3_distance(out[link], out[wraps ? 0 : link + 1]);
            }
            double part = here > 0.0 ? (wanted - before) / here : 0.0;
            moved[i] = places[link] + part * (places[link + 1] - places[link]);
        }
        memcpy(places + 1, moved + 1, (size_t)(links - 1) * sizeof *places);
    }
}
