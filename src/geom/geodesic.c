// SPDX-License-Identifier: MIT

#include "geom/geodesic.h"

#include "core/assert.h"
#include "core/memory.h"
#include "core/turn.h"
#include "core/vec3.h"

#define TURN 6.283185307179586476925
#define SHARPEST 0.05 // of the axis's length that may be left on the inner side of a bend

bight_status bi_geodesic_reserve(const bight_allocator *allocator, bi_geodesic *geodesic, int32_t points)
{
    BI_ASSERT(points >= 2);
    if (points <= geodesic->capacity) {
        return BIGHT_OK;
    }
    bi_geodesic_free(allocator, geodesic);
    size_t count = (size_t)points;
    geodesic->capacity = points;
    geodesic->points = bi_new_array(allocator, count, sizeof *geodesic->points);
    geodesic->tangents = bi_new_array(allocator, count, sizeof *geodesic->tangents);
    geodesic->along = bi_new_array(allocator, count, sizeof *geodesic->along);
    geodesic->around = bi_new_array(allocator, count, sizeof *geodesic->around);
    if (geodesic->points == NULL || geodesic->tangents == NULL || geodesic->along == NULL ||
        geodesic->around == NULL) {
        bi_geodesic_free(allocator, geodesic);
        return BIGHT_ERROR_NO_MEMORY;
    }
    return BIGHT_OK;
}

void bi_geodesic_free(const bight_allocator *allocator, bi_geodesic *geodesic)
{
    size_t count = (size_t)geodesic->capacity;
    bi_free_array(allocator, geodesic->points, count, sizeof *geodesic->points);
    bi_free_array(allocator, geodesic->tangents, count, sizeof *geodesic->tangents);
    bi_free_array(allocator, geodesic->along, count, sizeof *geodesic->along);
    bi_free_array(allocator, geodesic->around, count, sizeof *geodesic->around);
    *geodesic = (bi_geodesic){0};
}

// ---- the equation -----------------------------------------------------------------------------------
//
// The tube is r(s, phi) = c(s) + R (cos phi a + sin phi b) with the frames a, b of the axis c, which do not
// twist: t' = k_a a + k_b b. Its metric is h^2 ds^2 + R^2 dphi^2 with h = 1 - R (k_a cos phi + k_b sin phi).
// A curve of unit speed at angle alpha from the axis is a geodesic when (Liouville)
//   s' = cos alpha / h,   phi' = sin alpha / R,   alpha' = (k_a sin phi - k_b cos phi) cos alpha / h.
// Round a straight axis alpha stays: a helix.

typedef struct state {
    double along, around, angle; // metres, turns, turns
} state;

typedef struct tube {
    const bi_axis *axis;
    double radius;
    bi_turn first; // of phi where around is 0
    int32_t sample;
    bool too_sharp;
} tube;

// cos phi and sin phi after `around` turns from the start
static bi_turn phi_at(const tube *t, double around)
{
    bi_turn turn = bi_turn_of(around);
    return (bi_turn){t->first.cosine * turn.cosine - t->first.sine * turn.sine,
                     t->first.sine * turn.cosine + t->first.cosine * turn.sine};
}

static state rate(tube *t, state at)
{
    bi_axis_place place = bi_axis_at(t->axis, at.along, &t->sample);
    bi_turn phi = phi_at(t, at.around), alpha = bi_turn_of(at.angle);
    double inward = place.bend_across * phi.cosine + place.bend_aside * phi.sine;
    double h = 1.0 - t->radius * inward;
    if (!(h > SHARPEST)) {
        t->too_sharp = true;
        h = SHARPEST;
    }
    double sideways = place.bend_across * phi.sine - place.bend_aside * phi.cosine;
    return (state){alpha.cosine / h, alpha.sine / (TURN * t->radius), sideways * alpha.cosine / (TURN * h)};
}

static state moved(state at, double step, state by)
{
    return (state){at.along + step * by.along, at.around + step * by.around, at.angle + step * by.angle};
}

// one step of the classical Runge-Kutta method
static state advance(tube *t, state at, double step)
{
    state a = rate(t, at), b = rate(t, moved(at, 0.5 * step, a));
    state c = rate(t, moved(at, 0.5 * step, b)), d = rate(t, moved(at, step, c));
    at = moved(at, step / 6.0, a);
    at = moved(at, step / 3.0, b);
    at = moved(at, step / 3.0, c);
    return moved(at, step / 6.0, d);
}

// ---- laying -----------------------------------------------------------------------------------------

static void put(bi_geodesic *geodesic, tube *t, state at)
{
    bi_axis_place place = bi_axis_at(t->axis, at.along, &t->sample);
    bi_turn phi = phi_at(t, at.around), alpha = bi_turn_of(at.angle);
    bight_vec3 out = v3_madd(v3_mul(phi.cosine, place.across), phi.sine, place.aside);
    bight_vec3 round = v3_cross(place.tangent, out);
    int32_t i = geodesic->count++;
    geodesic->points[i] = v3_madd(place.point, t->radius, out);
    geodesic->tangents[i] = v3_madd(v3_mul(alpha.cosine, place.tangent), alpha.sine, round);
    geodesic->along[i] = at.along;
    geodesic->around[i] = at.around;
}

void bi_geodesic_lay(bi_geodesic *geodesic, const bi_axis *axis, const bi_geodesic_start *start,
                     int32_t count)
{
    tube t = {.axis = axis, .radius = start->radius};
    state at = {.along = bi_axis_nearest(axis, start->from),
                .angle = start->left ? -start->angle : start->angle};
    bi_axis_place place = bi_axis_at(axis, at.along, &t.sample);

    // X_G: the start projected on the tube
    bight_vec3 out = v3_sub(start->from, place.point);
    out = v3_madd(out, -v3_dot(out, place.tangent), place.tangent);
    out = v3_unit(out, place.across);
    t.first = (bi_turn){v3_dot(out, place.across), v3_dot(out, place.aside)};

    geodesic->count = 0;
    geodesic->step = start->step;
    put(geodesic, &t, at);
    while (geodesic->count < count && !t.too_sharp) {
        at = advance(&t, at, start->step);
        put(geodesic, &t, at);
    }
    geodesic->too_sharp = t.too_sharp;
}

bight_vec3 bi_geodesic_at(const bi_geodesic *geodesic, double length, bight_vec3 *tangent)
{
    double place = length / geodesic->step;
    int32_t last = geodesic->count - 1;
    int32_t i = place < last ? (int32_t)bi_max(place, 0.0) : last;
    bight_vec3 t = geodesic->tangents[i];
    if (i == last) {
        if (tangent != NULL) {
            *tangent = t;
        }
        return v3_madd(geodesic->points[last], length - last * geodesic->step, t);
    }

    // cubic with the ends' points and tangents (Hermite)
    double x = place - i, x2 = x * x, x3 = x2 * x, step = geodesic->step;
    bight_vec3 p = geodesic->points[i], q = geodesic->points[i + 1], u = geodesic->tangents[i + 1];
    if (tangent != NULL) {
        *tangent = v3_unit(v3_lerp(t, u, x), t);
    }
    bight_vec3 at = v3_madd(v3_mul(1.0 - 3.0 * x2 + 2.0 * x3, p), 3.0 * x2 - 2.0 * x3, q);
    at = v3_madd(at, step * (x - 2.0 * x2 + x3), t);
    return v3_madd(at, step * (x3 - x2), u);
}

double bi_geodesic_next(const bi_geodesic *geodesic, double from, double chord)
{
    BI_ASSERT(chord > 0.0);
    // the chord is no longer than the way: grow until it is long enough, then halve
    bight_vec3 start = bi_geodesic_at(geodesic, from, NULL);
    double low = from + chord, high = low;
    while (v3_distance(bi_geodesic_at(geodesic, high, NULL), start) < chord && high - from < 64.0 * chord) {
        low = high;
        high += 0.25 * chord;
    }
    for (int32_t i = 0; i < 60 && high - low > 1e-13 * chord; i++) {
        double middle = 0.5 * (low + high);
        bool enough = v3_distance(bi_geodesic_at(geodesic, middle, NULL), start) >= chord;
        low = enough ? low : middle;
        high = enough ? middle : high;
    }
    return high;
}
