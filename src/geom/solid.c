// SPDX-License-Identifier: MIT

#include "geom/solid.h"

#include "geom/segment.h"

// Distance from a core point, curve or segment, less the thickness around it.
static bi_solid_gap around_core(bight_vec3 on_segment, bight_vec3 on_core, double s, double thickness)
{
    bight_vec3 away = v3_sub(on_segment, on_core);
    double distance = v3_length(away);
    bight_vec3 normal = distance > 0.0 ? v3_mul(1.0 / distance, away) : v3(0, 0, 0);
    return (bi_solid_gap){s, distance - thickness, normal};
}

static bi_solid_gap sphere_gap(const bi_solid *solid, bight_vec3 p, bight_vec3 q)
{
    double s = bi_segment_closest_to_point(p, q, v3(0, 0, 0));
    return around_core(v3_lerp(p, q, s), v3(0, 0, 0), s, solid->size.x);
}

static bi_solid_gap capsule_gap(const bi_solid *solid, bight_vec3 p, bight_vec3 q)
{
    bight_vec3 low = v3(0, -solid->size.y, 0), high = v3(0, solid->size.y, 0);
    bi_segment_pair pair = bi_segment_closest(p, q, low, high);
    return around_core(v3_lerp(p, q, pair.s), v3_lerp(low, high, pair.t), pair.s, solid->size.x);
}

// ---- box ----------------------------------------------------------------------------------------------

// With x(s) = p + s d, the squared distance is the sum over axes of max(|x_i(s)| - e_i, 0)^2: convex and
// piecewise quadratic in s. This is half its derivative.
static double box_slope(const double p[3], const double d[3], const double e[3], double s)
{
    double slope = 0.0;
    for (int32_t i = 0; i < 3; i++) {
        double x = p[i] + s * d[i];
        double over = x > e[i] ? x - e[i] : x < -e[i] ? x + e[i] : 0.0;
        slope += over * d[i];
    }
    return slope;
}

// The derivative is increasing and linear between the at most six places where an axis meets its face:
// find the piece where it changes sign, then the zero on that piece.
static double box_parameter(const double p[3], const double d[3], const double e[3])
{
    double low = 0.0, high = 1.0;
    for (int32_t i = 0; i < 6; i++) {
        double face = i % 2 == 0 ? e[i / 2] : -e[i / 2];
        if (d[i / 2] == 0.0) {
            continue;
        }
        double s = (face - p[i / 2]) / d[i / 2];
        if (s > low && s < high) {
            if (box_slope(p, d, e, s) < 0.0) {
                low = s;
            } else {
                high = s;
            }
        }
    }
    double at_low = box_slope(p, d, e, low), at_high = box_slope(p, d, e, high);
    if (at_low >= 0.0) {
        return low;
    }
    if (at_high <= 0.0) {
        return high;
    }
    return low + (high - low) * (at_low / (at_low - at_high));
}

static bi_solid_gap box_gap(const bi_solid *solid, bight_vec3 p, bight_vec3 q)
{
    const double from[3] = {p.x, p.y, p.z}, d[3] = {q.x - p.x, q.y - p.y, q.z - p.z};
    const double e[3] = {solid->size.x, solid->size.y, solid->size.z};
    double s = box_parameter(from, d, e), on[3];
    for (int32_t i = 0; i < 3; i++) {
        double x = from[i] + s * d[i];
        on[i] = x > e[i] ? e[i] : x < -e[i] ? -e[i] : x;
    }
    return around_core(v3_lerp(p, q, s), v3(on[0], on[1], on[2]), s, 0.0);
}

// ---- torus --------------------------------------------------------------------------------------------

// The point of the ring's core circle closest to x; on the axis any will do.
static bight_vec3 on_circle(double radius, bight_vec3 x)
{
    double rho = sqrt(x.x * x.x + x.z * x.z);
    return rho > 0.0 ? v3(radius * (x.x / rho), 0.0, radius * (x.z / rho)) : v3(radius, 0.0, 0.0);
}

static double to_circle(double radius, bight_vec3 p, bight_vec3 q, double s)
{
    bight_vec3 x = v3_lerp(p, q, s);
    return v3_distance(x, on_circle(radius, x));
}

#define TORUS_STACK 64

// Of the tube radius.
#define TORUS_TOLERANCE 1e-4

// Along the segment the distance changes no faster than length: on a piece of length w with values f and g
// at its ends it is nowhere below (f + g - w) / 2 (Piyavskii 1972, Shubert 1972). Pieces that cannot beat
// the best value by more than the tolerance are dropped, the others are halved.
static double torus_parameter(const bi_solid *solid, bight_vec3 p, bight_vec3 q)
{
    typedef struct piece {
        double low, high, at_low, at_high;
    } piece;
    double ring = solid->size.x, tolerance = TORUS_TOLERANCE * solid->size.y, length = v3_distance(p, q);
    piece stack[TORUS_STACK] = {{0.0, 1.0, to_circle(ring, p, q, 0.0), to_circle(ring, p, q, 1.0)}};
    int32_t depth = 1;
    double best = stack[0].at_low, best_s = 0.0;
    if (stack[0].at_high < best) {
        best = stack[0].at_high;
        best_s = 1.0;
    }
    while (depth > 0) {
        piece at = stack[--depth];
        double bound = 0.5 * (at.at_low + at.at_high - length * (at.high - at.low));
        if (bound >= best - tolerance || depth + 2 > TORUS_STACK) {
            continue;
        }
        double middle = 0.5 * (at.low + at.high), value = to_circle(ring, p, q, middle);
        if (value < best) {
            best = value;
            best_s = middle;
        }
        stack[depth++] = (piece){middle, at.high, value, at.at_high};
        stack[depth++] = (piece){at.low, middle, at.at_low, value};
    }
    return best_s;
}

static bi_solid_gap torus_gap(const bi_solid *solid, bight_vec3 p, bight_vec3 q)
{
    double s = torus_parameter(solid, p, q);
    bight_vec3 x = v3_lerp(p, q, s);

    // the search may miss the closest point by its tolerance: the certificate needs an answer never too large
    return around_core(x, on_circle(solid->size.x, x), s, solid->size.y * (1.0 + TORUS_TOLERANCE));
}

bi_solid_gap bi_solid_closest(const bi_solid *solid, bight_vec3 p, bight_vec3 q)
{
    switch (solid->kind) {
    case BIGHT_SHAPE_SPHERE:
        return sphere_gap(solid, p, q);
    case BIGHT_SHAPE_CAPSULE:
        return capsule_gap(solid, p, q);
    case BIGHT_SHAPE_BOX:
        return box_gap(solid, p, q);
    case BIGHT_SHAPE_TORUS:
        return torus_gap(solid, p, q);
    case BIGHT_SHAPE_MESH:
        break;
    }
    return (bi_solid_gap){0.0, HUGE_VAL, {0, 0, 0}};
}

double bi_solid_bound(const bi_solid *solid)
{
    switch (solid->kind) {
    case BIGHT_SHAPE_SPHERE:
        return solid->size.x;
    case BIGHT_SHAPE_CAPSULE:
    case BIGHT_SHAPE_TORUS:
        return solid->size.x + solid->size.y;
    case BIGHT_SHAPE_BOX:
        return v3_length(solid->size);
    case BIGHT_SHAPE_MESH:
        break;
    }
    return 0.0;
}
