// SPDX-License-Identifier: MIT
// The geodesic G on the target's bounding tube and the targets t_i on it (Wang, Komura 2012, section 4.2).

#include "play/wind_plan.h"

#include "core/turn.h"
#include "core/vec3.h"
#include "geom/winding.h"

#define TURN 6.283185307179586476925
#define THICKER 1.1 // the tube's radius, in sums of both radii
#define LOOSE 0.2   // the same round an obstacle, however thick: over that sum, in radii of the strand
#define STILL 1e-4  // tube radii: a target that moved less needs no new geodesic

double bi_wind_turns(bight_curve coil, bight_curve axis, const bi_winding *w, double *turns)
{
    bight_vec3 x = w->normal;
    return bi_winding_applies(axis, x) ? bi_winding_integral(coil, axis, x, turns)
                                       : bi_winding_gauss(coil, axis, turns);
}

double bi_wind_along(const bi_winding *w, double place)
{
    double index = place / w->start.step;
    int32_t i = index < w->geodesic.count - 2 ? (int32_t)index : w->geodesic.count - 2;
    double part = index - i;
    return w->geodesic.along[i] + part * (w->geodesic.along[i + 1] - w->geodesic.along[i]);
}

// Links are straight: the middle of a chord must not lie nearer than the strands are thick.
double bi_wind_radius(const bi_strand_view *active, const bi_strand_view *target, double sine)
{
    double sum = active->radius + target->radius, chord = 0.5 * active->length * sine;
    double loose = target->strand == NULL ? sum + LOOSE * active->radius : THICKER * sum;
    return bi_max(loose, sqrt(sum * sum + chord * chord));
}

// A chord over an arc of `a` turns of the helix has the square (2 R sin(pi a))^2 + (2 pi R a / tan theta)^2.
double bi_wind_needs(const bi_strand_view *active, const bi_strand_view *target, const bight_scene_wind *wind)
{
    bi_turn angle = bi_turn_of(wind->angle / 360.0);
    double radius = bi_wind_radius(active, target, angle.sine), low = 0.0, high = 0.5;
    for (int32_t i = 0; i < 50; i++) {
        double a = 0.5 * (low + high), along = TURN * radius * a * angle.cosine / angle.sine;
        double across = 2.0 * radius * bi_turn_of(0.5 * a).sine;
        bool shorter = across * across + along * along < active->length * active->length;
        low = shorter ? a : low;
        high = shorter ? high : a;
    }
    return (floor(wind->turns / high) + 1.0) * active->length;
}

// ---- laying G ---------------------------------------------------------------------------------------

bi_strand_view bi_wind_target(bight_play *play, const bight_scene_wind *wind)
{
    return wind->target_index >= 0 ? bi_strand_see(play, wind->target_index)
                                   : bi_pole_see(play, &play->control->winding.pole);
}

void bi_wind_see_target(bight_play *play, bi_winding *w)
{
    bight_curve curve =
        w->target_rope >= 0 ? bight_play_curve(play, w->target_rope) : bi_pole_see(play, &w->pole).curve;
    for (int32_t i = 0; i < w->axis_count; i++) {
        w->strand[i] = curve.points[w->axis_first + i * w->axis_step];
    }
}

// t_0, t_1 ... at chords of one link along G, as many as there is room for
static void lay_targets(bi_winding *w, double link)
{
    w->places[0] = 0.0;
    for (int32_t k = 0; k < w->target_count; k++) {
        w->targets[k] = bi_geodesic_at(&w->geodesic, w->places[k], NULL);
        if (k + 1 < w->target_count) {
            w->places[k + 1] = bi_geodesic_next(&w->geodesic, w->places[k], link);
        }
    }
}

void bi_wind_lay(bi_winding *w)
{
    bi_axis_lay(&w->axis, (bight_curve){w->strand, w->axis_count, false});
    int32_t sample = 0;
    bi_axis_place place = bi_axis_at(&w->axis, w->start_along, &sample);
    w->normal = place.tangent;
    w->start.from = v3_madd(place.point, w->start.radius * w->start_phi.cosine, place.across);
    w->start.from = v3_madd(w->start.from, w->start.radius * w->start_phi.sine, place.aside);
    bi_geodesic_lay(&w->geodesic, &w->axis, &w->start, w->geodesic.capacity);
    lay_targets(w, w->link);
    for (int32_t i = 0; i < w->axis_count; i++) {
        w->laid[i] = w->strand[i];
    }
}

// front position at which the winding integral reaches `turns`; negative when it never does
double bi_wind_end(bi_winding *w, double turns)
{
    bight_curve coil = {w->targets, w->target_count, false}, axis = {w->strand, w->axis_count, false};
    bi_wind_turns(coil, axis, w, w->turns);
    for (int32_t k = 1; k < w->target_count; k++) {
        double before = fabs(w->turns[k - 1]), here = fabs(w->turns[k]);
        if (here >= turns - 1e-9) {
            return k - 1 + bi_min(1.0, (turns - before) / (here - before));
        }
    }
    return -1.0;
}

void bi_wind_follow_target(bight_play *play, const bight_scene_wind *wind)
{
    bi_winding *w = &play->control->winding;
    bi_wind_see_target(play, w);
    double moved = 0.0;
    for (int32_t i = 0; i < w->axis_count; i++) {
        moved = bi_max(moved, v3_length_squared(v3_sub(w->strand[i], w->laid[i])));
    }
    if (moved > STILL * STILL * w->start.radius * w->start.radius) {
        bi_wind_lay(w);

        // a target that bends takes more or less of G for the same winding
        double end = bi_wind_end(w, wind->turns);
        w->end = bi_max(end < 0.0 ? w->target_count - 2 : end, w->front);
    }
}
