// SPDX-License-Identifier: MIT

#include "knot/polygon.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

// smaller than this beside a largest coordinate of about 1 counts as zero: see the range in predicates.h
#define TINY 0x1p-120

static bool same_point(bight_vec3 a, bight_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static double largest(double a, double b)
{
    return a > b ? a : b;
}

// The exponent e with all coordinates below 2^e.
static bight_status measure(const bight_curve *curves, int32_t curve_count, int32_t *exponent,
                            int64_t *points, bight_error *error)
{
    double size = 0.0;
    *points = 0;

    // the largest |coordinate| of all curves, each with points enough and all of them finite
    for (int32_t k = 0; k < curve_count; k++) {
        const bight_curve *curve = &curves[k];
        int32_t least = curve->closed ? 3 : 2;
        if (curve->count < least || curve->points == NULL) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "curve %d has %d points: %s curve needs at least %d", (int)k + 1,
                           (int)curve->count, curve->closed ? "a closed" : "an open", (int)least);
        }
        for (int32_t i = 0; i < curve->count; i++) {
            bight_vec3 p = curve->points[i];
            if (!v3_is_finite(p)) {
                return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                               "curve %d, point %d is not finite: every coordinate must be a number",
                               (int)k + 1, (int)i + 1);
            }
            size = largest(size, largest(fabs(p.x), largest(fabs(p.y), fabs(p.z))));
        }
        *points += curve->count;
    }

    // 2^(e - 1) <= size < 2^e, unless all is 0
    int power = 0;
    frexp(size, &power);
    *exponent = power;
    if (*points > BIGHT_KNOT_MAX_POINTS) {
        return bi_fail(error, BIGHT_ERROR_TOO_LARGE, 0, "%lld points: at most %d can be named at once",
                       (long long)*points, BIGHT_KNOT_MAX_POINTS);
    }
    return BIGHT_OK;
}

// x / 2^exponent, in two steps so that neither factor overflows; both are exact for all that is not tiny.
static double into_range(double x, const double scale[2])
{
    double scaled = x * scale[0] * scale[1];
    return fabs(scaled) < TINY ? 0.0 : scaled;
}

// Copies one curve without repeated neighbours.
static void copy_points(bi_polygon *polygon, const bight_curve *curve, int32_t exponent)
{
    int32_t start = polygon->count, half = exponent / 2;
    const double scale[2] = {ldexp(1.0, -half), ldexp(1.0, half - exponent)};
    for (int32_t i = 0; i < curve->count; i++) {
        bight_vec3 p = curve->points[i];
        p = v3(into_range(p.x, scale), into_range(p.y, scale), into_range(p.z, scale));
        if (polygon->count == start || !same_point(p, polygon->points[polygon->count - 1])) {
            polygon->origin[polygon->count] = i;
            polygon->points[polygon->count++] = p;
        }
    }
}

bight_status bi_polygon_load(bi_polygon *polygon, const bight_curve *curves, int32_t curve_count,
                             bight_knot_closure closure, bight_error *error)
{
    int32_t exponent = 0;
    int64_t points = 0;
    bight_status status = measure(curves, curve_count, &exponent, &points, error);
    if (status != BIGHT_OK) {
        return status;
    }

    status = bi_polygon_reserve(polygon, points + 16 * (int64_t)curve_count);
    if (status == BIGHT_OK) {
        status = bi_reserve(&polygon->allocator, &polygon->start, &polygon->start_capacity,
                            (int64_t)curve_count + 1, sizeof *polygon->start);
    }
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory for a curve of %lld points", (long long)points);
    }

    polygon->count = polygon->components = 0;
    for (int32_t k = 0; k < curve_count; k++) {
        int32_t start = polygon->count;
        polygon->start[k] = start;
        copy_points(polygon, &curves[k], exponent);

        // a last point equal to the first closes the curve, said or not
        bool closed = curves[k].closed;
        if (polygon->count - start > 1 &&
            same_point(polygon->points[start], polygon->points[polygon->count - 1])) {
            polygon->count--;
            closed = true;
        }
        int32_t different = polygon->count - start, least = closed ? 3 : 2;
        if (different < least) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "curve %d has %d different neighbouring points: it needs at least %d", (int)k + 1,
                           (int)different, (int)least);
        }
        polygon->components = k + 1;
        polygon->start[k + 1] = polygon->count;
        if (!closed && closure == BIGHT_KNOT_CLOSURE_FAR) {
            status = bi_polygon_close_far(polygon);
            if (status != BIGHT_OK) {
                return bi_fail(error, status, 0, "curve %d was not closed: %s", (int)k + 1,
                               bight_status_text(status));
            }
        }
    }
    return BIGHT_OK;
}
