// SPDX-License-Identifier: MIT

#include "geom/smooth_curve.h"

#include "core/assert.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/validate.h"

void bi_smooth_curve_free(const bight_allocator *allocator, bi_smooth_curve *smooth)
{
    bi_free_array(allocator, smooth->points, (size_t)smooth->count, sizeof *smooth->points);
    bi_free_array(allocator, smooth->tangents, (size_t)smooth->count, sizeof *smooth->tangents);
    bi_free_array(allocator, smooth->arc, (size_t)smooth->count, sizeof *smooth->arc);
    *smooth = (bi_smooth_curve){0};
}

static bight_status check_curve(const bight_curve *curve, bight_error *error)
{
    int32_t fewest = curve->closed ? 3 : 2;
    if (curve->points == NULL || curve->count < fewest) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s curve has %d points: it needs at least %d",
                       curve->closed ? "a closed" : "an open", curve->count, fewest);
    }
    for (int32_t i = 0; i < curve->count; i++) {
        if (!v3_is_finite(curve->points[i])) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "point %d of a curve is not finite", i + 1);
        }
    }
    return BIGHT_OK;
}

// Quadratic Bezier curve from a to b with control point c, and its derivative:
//   B(t) = (1 - t)^2 a + 2 t (1 - t) c + t^2 b,   B'(t) = 2 (1 - t) (c - a) + 2 t (b - c)
static bight_vec3 parabola(bight_vec3 a, bight_vec3 c, bight_vec3 b, double t, bight_vec3 *derivative)
{
    *derivative = v3_lerp(v3_sub(c, a), v3_sub(b, c), t);
    return v3_lerp(v3_lerp(a, c, t), v3_lerp(c, b, t), t);
}

static void sample_arcs(const bight_curve *curve, int32_t samples_per_link, bi_smooth_curve *smooth)
{
    const bight_vec3 *p = curve->points;
    int32_t n = curve->count, at = 0;
    int32_t first = curve->closed ? 0 : 1, last = curve->closed ? n - 1 : n - 2;

    if (!curve->closed) {
        smooth->points[at] = p[0];
        smooth->tangents[at++] = v3_sub(p[1], p[0]);
    }
    for (int32_t i = first; i <= last; i++) {
        bight_vec3 a = v3_lerp(p[i == 0 ? n - 1 : i - 1], p[i], 0.5);
        bight_vec3 b = v3_lerp(p[i], p[i == n - 1 ? 0 : i + 1], 0.5);
        for (int32_t k = 0; k < samples_per_link; k++, at++) {
            double t = (double)k / samples_per_link;
            smooth->points[at] = parabola(a, p[i], b, t, &smooth->tangents[at]);
        }
    }
    if (!curve->closed) {
        smooth->points[at] = v3_lerp(p[n - 2], p[n - 1], 0.5);
        smooth->tangents[at++] = v3_sub(p[n - 1], p[n - 2]);
        smooth->points[at] = p[n - 1];
        smooth->tangents[at++] = v3_sub(p[n - 1], p[n - 2]);
    }
}

// Unit tangents. Where points coincide, or a parabola folds back on itself, the derivative vanishes: the
// direction before holds on, and at the very start the first direction to come.
static void unit_tangents(bi_smooth_curve *smooth)
{
    bight_vec3 direction = v3(0, 0, 1);
    for (int32_t i = 0; i < smooth->count; i++) {
        if (v3_length(smooth->tangents[i]) > 1e-150) {
            direction = v3_unit(smooth->tangents[i], direction);
            break;
        }
    }
    for (int32_t i = 0; i < smooth->count; i++) {
        direction = v3_unit(smooth->tangents[i], direction);
        smooth->tangents[i] = direction;
    }
}

int64_t bi_smooth_curve_count(const bight_curve *curve, int32_t samples_per_link)
{
    BI_ASSERT(samples_per_link >= 1);
    return curve->closed ? (int64_t)curve->count * samples_per_link
                         : (int64_t)(curve->count - 2) * samples_per_link + 3;
}

void bi_smooth_curve_fill(const bight_curve *curve, int32_t samples_per_link, bi_smooth_curve *smooth)
{
    BI_VALIDATE(bi_curve_is_valid(*curve));
    smooth->count = (int32_t)bi_smooth_curve_count(curve, samples_per_link);
    smooth->closed = curve->closed;
    sample_arcs(curve, samples_per_link, smooth);
    unit_tangents(smooth);

    // chord lengths, summed
    smooth->arc[0] = 0.0;
    for (int32_t i = 1; i < smooth->count; i++) {
        smooth->arc[i] = smooth->arc[i - 1] + v3_distance(smooth->points[i - 1], smooth->points[i]);
    }
    smooth->length = smooth->arc[smooth->count - 1];
    if (smooth->closed) {
        smooth->length += v3_distance(smooth->points[smooth->count - 1], smooth->points[0]);
    }
}

bight_status bi_smooth_curve_make(const bight_allocator *allocator, const bight_curve *curve,
                                  int32_t samples_per_link, bi_smooth_curve *smooth, bight_error *error)
{
    *smooth = (bi_smooth_curve){0};
    bight_status status = check_curve(curve, error);
    if (status != BIGHT_OK) {
        return status;
    }
    int64_t count = bi_smooth_curve_count(curve, samples_per_link);
    if (count > INT32_MAX) {
        return bi_fail(error, BIGHT_ERROR_TOO_LARGE, 0,
                       "a curve of %d points is too long to be drawn at %d "
                       "samples a link",
                       curve->count, samples_per_link);
    }
    smooth->count = (int32_t)count;
    smooth->points = bi_new_array(allocator, (size_t)count, sizeof *smooth->points);
    smooth->tangents = bi_new_array(allocator, (size_t)count, sizeof *smooth->tangents);
    smooth->arc = bi_new_array(allocator, (size_t)count, sizeof *smooth->arc);
    if (smooth->points == NULL || smooth->tangents == NULL || smooth->arc == NULL) {
        bi_smooth_curve_free(allocator, smooth);
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a curve of %d points", curve->count);
    }
    bi_smooth_curve_fill(curve, samples_per_link, smooth);
    return BIGHT_OK;
}

// a reflected in the plane across n, which may be short or zero (then nothing happens)
static bight_vec3 reflect(bight_vec3 a, bight_vec3 n)
{
    double n2 = v3_dot(n, n);
    return n2 > 1e-280 ? v3_madd(a, -2.0 * v3_dot(a, n) / n2, n) : a;
}

// One step of the double reflection method (Wang, Juttler, Zheng, Liu 2008, "Computation of rotation
// minimizing frames", table I): reflect the frame across the plane midway between the two points, then
// across the plane that takes the reflected tangent to the new one.
static bight_vec3 transport(const bi_smooth_curve *smooth, int32_t from, int32_t to, bight_vec3 across)
{
    bight_vec3 step = v3_sub(smooth->points[to], smooth->points[from]);
    bight_vec3 across_mid = reflect(across, step);
    bight_vec3 tangent_mid = reflect(smooth->tangents[from], step);
    bight_vec3 moved = reflect(across_mid, v3_sub(smooth->tangents[to], tangent_mid));

    // rounding, and places where the curve stands still, must not tilt the frame
    bight_vec3 t = smooth->tangents[to];
    return v3_unit(v3_madd(moved, -v3_dot(moved, t), t), v3_perpendicular(t));
}

// A unit vector across t that moves smoothly with t, so that a pattern does not jump from frame to frame of
// a film. No choice does so everywhere; this one only breaks off at t = (0, 0, -1), a rope that starts
// straight away from the viewer (Frisvad 2012, "Building an orthonormal basis from a 3D unit vector").
static bight_vec3 first_across(bight_vec3 t)
{
    if (t.z < -0.9999999) {
        return v3_perpendicular(t);
    }
    double a = 1.0 / (1.0 + t.z);
    bight_vec3 across = v3(1.0 - t.x * t.x * a, -t.x * t.y * a, -t.x);
    return v3_unit(v3_madd(across, -v3_dot(across, t), t), v3_perpendicular(t));
}

void bi_smooth_curve_frames(const bi_smooth_curve *smooth, bight_vec3 *across)
{
    across[0] = first_across(smooth->tangents[0]);
    for (int32_t i = 1; i < smooth->count; i++) {
        across[i] = transport(smooth, i - 1, i, across[i - 1]);
    }
    if (!smooth->closed || !(smooth->length > 0.0)) {
        return;
    }

    // the angle from the frame that arrives to the frame that left, about the first tangent
    bight_vec3 t = smooth->tangents[0];
    bight_vec3 arrived = transport(smooth, smooth->count - 1, 0, across[smooth->count - 1]);
    double angle = atan2(v3_dot(v3_cross(arrived, across[0]), t), v3_dot(arrived, across[0]));
    for (int32_t i = 1; i < smooth->count; i++) {
        double turn = angle * smooth->arc[i] / smooth->length;
        bight_vec3 sideways = v3_cross(smooth->tangents[i], across[i]);
        across[i] = v3_madd(v3_mul(cos(turn), across[i]), sin(turn), sideways);
    }
}
