// SPDX-License-Identifier: MIT
// What a winding needs before it starts (Wang, Komura 2012, section 4.2): a crossing of the right sign, rope
// and target enough, room, free hands.

#include "play/wind_plan.h"

#include "core/memory.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "geom/winding.h"

#define TURN 6.283185307179586476925
#define STEPS 16.0      // of the geodesic, in a tube radius
#define BACK 3.0        // tube radii of axis before X_G
#define BEYOND 3.0      // tube radii of axis after the winding
#define LINE_BEYOND 1.5 // tube radii of target that are held straight after the winding
#define TAUT 1.01       // of a strand's length that it may span
#define CROSSES 0.2     // sine between strands that cross one way or the other

// ---- the target -------------------------------------------------------------------------------------

// The target as it will be when it has been straightened: along d from its node at the crossing, on both
// sides.
static void see_straight(const bight_play *play, bi_winding *w, int32_t t, bight_vec3 d)
{
    bight_vec3 middle = bight_play_curve(play, w->target_rope).points[t];
    int32_t before = (t - w->axis_first) * w->axis_step;
    for (int32_t i = 0; i < w->axis_count; i++) {
        w->strand[i] = v3_madd(middle, (i - before) * w->target_link, d);
    }
}

// ---- the plan ---------------------------------------------------------------------------------------

static bight_vec3 direction(bight_curve curve, int32_t node, int32_t step)
{
    int32_t from = node - 2 * step, to = node + 2 * step, last = curve.count - 1;
    from = from < 0 ? 0 : from > last ? last : from;
    to = to < 0 ? 0 : to > last ? last : to;
    return v3_unit(v3_sub(curve.points[to], curve.points[from]), v3(0, 0, 0));
}

// Room for everything; the sizes follow from the turns that are wanted.
static bight_status reserve(bight_play *play, bi_winding *w, double way, double spread)
{
    const bight_allocator *allocator = &play->def.env.allocator;
    int32_t nodes =
        (int32_t)((BACK + BEYOND) * w->start.radius / w->target_link + spread / w->target_link) + 6;
    int32_t targets = (int32_t)(way / w->link) + 4;
    w->axis_count = nodes;

    // arrays only grow: a second winding that needs no more takes the room of the first
    if (nodes > w->most_axis) {
        bi_free_array(allocator, w->strand, (size_t)w->most_axis, sizeof *w->strand);
        bi_free_array(allocator, w->laid, (size_t)w->most_axis, sizeof *w->laid);
        w->strand = bi_new_array(allocator, (size_t)nodes, sizeof *w->strand);
        w->laid = bi_new_array(allocator, (size_t)nodes, sizeof *w->laid);
        w->most_axis = nodes;
    }

    if (targets > w->most_targets) {
        bi_free_array(allocator, w->targets, (size_t)w->most_targets, sizeof *w->targets);
        bi_free_array(allocator, w->places, (size_t)w->most_targets, sizeof *w->places);
        bi_free_array(allocator, w->turns, (size_t)w->most_targets, sizeof *w->turns);
        w->targets = bi_new_array(allocator, (size_t)targets, sizeof *w->targets);
        w->places = bi_new_array(allocator, (size_t)targets, sizeof *w->places);
        w->turns = bi_new_array(allocator, (size_t)targets, sizeof *w->turns);
        w->most_targets = targets;
    }

    w->target_count = targets;
    bool good = w->strand != NULL && w->laid != NULL && w->targets != NULL && w->places != NULL &&
                w->turns != NULL && bi_axis_reserve(allocator, &w->axis, nodes) == BIGHT_OK;
    // exactly as many points as this winding needs are laid again and again
    bi_geodesic_free(allocator, &w->geodesic);
    good =
        good && bi_geodesic_reserve(allocator, &w->geodesic, (int32_t)(way / w->start.step) + 3) == BIGHT_OK;
    return good ? BIGHT_OK : bi_play_fail(play, BIGHT_ERROR_NO_MEMORY, "no memory for a winding");
}

// the part of the target that the winding may take up, in its direction
static void choose_axis(bi_winding *w, const bi_strand_view *target, int32_t t)
{
    int32_t back = (int32_t)(BACK * w->start.radius / w->target_link) + 1, last = target->curve.count - 1;
    int32_t before = w->axis_step > 0 ? t : last - t;
    back = bi_min_int(back, before);
    w->axis_first = t - back * w->axis_step;
    int32_t after = w->axis_step > 0 ? last - w->axis_first : w->axis_first;
    w->axis_count = bi_min_int(w->axis_count, after + 1);
}

static bight_status check_room(bight_play *play, const bight_scene_wind *wind, const bi_strand_view *active,
                               const bi_strand_view *target)
{
    bi_winding *w = &play->control->winding;
    w->end = bi_wind_end(w, wind->turns);
    int32_t last = w->end < 0.0 ? w->target_count - 1 : (int32_t)w->end + 1;

    // G ends where the radius of curvature of the axis falls below the tube radius
    if (w->geodesic.too_sharp && w->places[last] > (w->geodesic.count - 1) * w->start.step) {
        return bi_control_fail(
            play,
            "\"%.40s\" bends too sharply to be wound on: its radius of curvature is below that "
            "of the tube round it, %.4g m; pull it straighter",
            target->name, w->start.radius);
    }

    // G's extent along the axis against the target's length beyond the crossing
    double axis = bi_axis_length(&w->axis), needs = (last + 1) * active->length,
           has = w->tail * active->length;
    double spread = bi_wind_along(w, w->places[last]) - w->start_along;
    if (w->end < 0.0 || spread > axis - w->start_along) {
        return bi_control_fail(
            play,
            "\"%.40s\" is too short: %.4g turns at %.4g degrees spread over %.4g m of it, and it "
            "has %.4g m beyond the crossing; give fewer turns or a larger angle",
            target->name, wind->turns, wind->angle, spread, axis - w->start_along);
    }

    // rope for the winding: one link of the active strand for each target on G
    if (needs > has) {
        return bi_control_fail(
            play,
            "\"%.40s\" is too short: %.4g turns at %.4g degrees need %.4g m of rope beyond the "
            "crossing, and it has %.4g m; cross it farther from its tip, or give fewer turns",
            active->name, wind->turns, wind->angle, needs, has);
    }

    // a strand of the active radius on G must be clear of all obstacles
    for (int32_t k = 0; k <= last; k++) {
        int32_t obstacle;
        bight_vec3 away;
        double gap = bi_clearance(play, w->targets[k], active->radius, &obstacle, &away);
        if (gap < 0.0) {
            return bi_control_fail(
                play,
                "turn %.3g of the winding at [%.4g, %.4g, %.4g] is in the obstacle \"%.40s\" or "
                "%.3g m too near it: wind somewhere else or move it away",
                fabs(w->turns[k]), w->targets[k].x, w->targets[k].y, w->targets[k].z,
                play->scene->obstacles[obstacle].name, -gap);
        }
    }
    return BIGHT_OK;
}

// How much of the target is held straight, and whether the rope up to what holds it next allows that.
static bight_status plan_line(bight_play *play, const bi_strand_view *target)
{
    bi_winding *w = &play->control->winding;
    double end = bi_wind_along(w, w->places[(int32_t)w->end + 1]) + LINE_BEYOND * w->start.radius;
    int32_t last = bi_min_int((int32_t)(end / w->target_link) + 1, w->axis_count - 1), links = 1;
    w->line_count = last + 1;
    for (int32_t node = w->axis_first + (last + 1) * w->axis_step; node >= 0 && node < target->curve.count;
         node += w->axis_step, links++) {
        const bi_finger *finger = bi_finger_find(play, target->rope, node);
        if (bi_hand_on(play, target->rope, node) < 0 &&
            (finger == NULL || finger->role == BI_FINGER_LINE || finger->role == BI_FINGER_LEG)) {
            continue;
        }
        double needs = v3_distance(w->strand[last], target->curve.points[node]), has = links * w->target_link;
        return needs <= TAUT * has
                   ? BIGHT_OK
                   : bi_control_fail(
                         play,
                         "\"%.40s\" is too taut: its winding needs %.4g m of it straight, and from there "
                         "to node %d, which is held, %.4g m of rope, and it has %.4g m; give it slack or "
                         "a larger angle",
                         target->name, last * w->target_link, (int)node, needs / TAUT, has);
    }
    return BIGHT_OK;
}

// A right-handed helix runs along cos(theta) d + sin(theta) d x r, d along the axis and r outwards: the sine of that,
// positive when it turns as wished.
static double handedness(const bight_scene_wind *wind, bight_vec3 heading, bight_vec3 along, bight_vec3 out)
{
    double hand = v3_dot(heading, v3_cross(along, v3_unit(out, v3(0, 0, 0))));
    return wind->sign == BIGHT_SIGN_POSITIVE ? hand : -hand;
}

static bight_status check_sign(bight_play *play, const bight_scene_wind *wind, const bi_strand_view *active,
                               const bi_strand_view *target, bight_vec3 heading, bight_vec3 along,
                               bight_vec3 out)
{
    double hand = handedness(wind, heading, along, out);
    return hand > -CROSSES
               ? BIGHT_OK
               : bi_control_fail(
                     play,
                     "\"%.40s\" crosses \"%.40s\" the other way, so that a %s winding would undo the "
                     "crossing (sine %.3g): give both the same sign",
                     active->name, target->name, wind->sign == BIGHT_SIGN_POSITIVE ? "positive" : "negative",
                     hand);
}

bight_status bi_wind_plan(bight_play *play, const bight_scene_wind *wind, const bi_strand_view *active,
                          bi_strand_view *target)
{
    bi_winding *w = &play->control->winding;
    const bi_cross_frame *crossing = &play->control->crossing;
    int32_t a = 0, t = 0;
    bool pole = target->strand == NULL;
    if (!pole && crossing->wound && crossing->active == active->index && crossing->target == target->index) {
        return bi_control_fail(
            play,
            "\"%.40s\" is wound round \"%.40s\" already: cross them again, or ask for more turns "
            "at once",
            active->name, target->name);
    }

    bight_status status = pole ? bi_wind_locate_pole(play, active, target, &a, &t)
                               : bi_wind_locate(play, active, target, &a, &t);
    if (status != BIGHT_OK) {
        return status;
    }
    bi_turn angle = bi_turn_of(wind->angle / 360.0);
    w->first = a;
    w->forward = active->forward;
    w->tail = (active->tip - a) * active->forward;
    w->link = active->length;
    w->target_link = target->length;
    w->target_rope = target->rope;

    double radius = bi_wind_radius(active, target, angle.sine);
    w->start = (bi_geodesic_start){.radius = radius,
                                   .angle = wind->angle / 360.0,
                                   .left = wind->sign == BIGHT_SIGN_NEGATIVE,
                                   .step = radius / STEPS};
    double turn_way = TURN * radius / angle.sine, way = (wind->turns + 0.5) * turn_way + 4.0 * active->length;
    double spread = (wind->turns + 0.25) * turn_way * angle.cosine;
    if (!(way / w->start.step < 1e6)) {
        return bi_control_fail(play, "%.4g turns are too many: at most %.4g", wind->turns,
                               1e6 * w->start.step / turn_way);
    }

    status = reserve(play, w, way, spread);
    if (status != BIGHT_OK) {
        return status;
    }

    // the direction in which the active strand is heading
    bight_vec3 heading = direction(active->curve, a, active->forward), p = active->curve.points[a];
    bight_vec3 along = direction(target->curve, t, 1);
    w->axis_step = v3_dot(heading, along) >= 0.0 ? 1 : -1;
    if (pole) {
        // which way it goes along an obstacle that it lies across is told by the sign alone
        double hand = handedness(wind, heading, along, v3_sub(p, target->curve.points[t]));
        w->axis_step = fabs(hand) > CROSSES ? (hand > 0.0 ? 1 : -1) : w->axis_step;
    }
    along = v3_mul(w->axis_step, along);
    choose_axis(w, target, t);
    if (w->axis_count < 3) {
        return bi_control_fail(play, "\"%.40s\" ends at the crossing: there is nothing to wind on",
                               target->name);
    }

    status = check_sign(play, wind, active, target, heading, along, v3_sub(p, target->curve.points[t]));
    if (status != BIGHT_OK) {
        return status;
    }

    // X_G in the axis's own frame, so that it moves with the target
    w->straight = !pole && !wind->moving && wind->meanwhile.count == 0;
    if (w->straight) {
        bool crossed = crossing->active == active->index && crossing->target == target->index;
        see_straight(play, w, t, crossed ? crossing->x : along);
    } else {
        bi_wind_see_target(play, w);
    }

    bi_axis_lay(&w->axis, (bight_curve){w->strand, w->axis_count, false});
    int32_t sample = 0;
    w->start_along = bi_axis_nearest(&w->axis, p);
    bi_axis_place place = bi_axis_at(&w->axis, w->start_along, &sample);
    bight_vec3 out = v3_sub(p, place.point);
    out = v3_unit(v3_madd(out, -v3_dot(out, place.tangent), place.tangent), place.across);
    w->start_phi = (bi_turn){v3_dot(out, place.across), v3_dot(out, place.aside)};
    bi_wind_lay(w);
    status = check_room(play, wind, active, target);
    if (status == BIGHT_OK && w->straight) {
        status = plan_line(play, target);
    }

    if (status == BIGHT_OK) {
        // a tail that a hand holds cannot be wound
        status = bi_finger_free_nodes(play, active, a, active->forward, w->tail + 1);
    }
    return status;
}

bight_status bi_wind_hold_target(bight_play *play, const bi_strand_view *target)
{
    const bi_winding *w = &play->control->winding;
    bi_finger_release(play, target->index, BI_ROLE(BI_FINGER_LINE) | BI_ROLE(BI_FINGER_LEG));
    for (int32_t i = 0; i < w->line_count; i++) {
        int32_t node = w->axis_first + i * w->axis_step;
        bi_finger *finger = bi_finger_find(play, target->rope, node);
        if (finger == NULL && bi_hand_on(play, target->rope, node) < 0) {
            bight_status status = bi_finger_take(play, target, node, BI_FINGER_LINE, &finger);
            if (status != BIGHT_OK) {
                return status;
            }
            finger->goal = w->strand[i];
        }
    }
    return BIGHT_OK;
}
