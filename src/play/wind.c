// SPDX-License-Identifier: MIT
// Winding (Wang, Komura 2012, section 4.2, figures 5 to 7): the active strand is laid on the geodesic G of
// the target's bounding tube, node after node. What is not wound yet leaves G along its tangent, like a
// thread that is wound on a spool; the first nodes of it are led, the rest trails.

#include "play/wind.h"

#include "core/memory.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "geom/segment.h"
#include "geom/winding.h"
#include "play/wind_plan.h"

#include <stdio.h>

#define LEASH 2.0       // cycles that targets run ahead of nodes that must follow
#define FAR 3.0         // radii that a led node may lag
#define CROWDED 40      // cycles more with such a lag than without until fewer nodes are led
#define KEPT 2          // nodes on G behind the contact that are held round a moving target
#define ROUND_IT 1.2    // radii that led nodes keep from obstacles
#define STRAIGHT 1.0    // tube radii that are led along the tangent itself
#define LEAN 0.15       // of the tangent's component along the target that is left beyond
#define MOST_LED 96     // nodes
#define ROOM 0.7        // of the crossing's height above the bottoms that the lead may take up
#define SHORT_OF 0.1    // turns that may be missing in the end
#define TAIL_BEHIND 0.6 // turns that the tail may lie behind the winding in the end

enum { STRAIGHTEN, WIND };

// ---- targets ----------------------------------------------------------------------------------------

// target of node `rank` when `front` links lie on G
static bight_vec3 target_at(const bi_winding *w, double front, int32_t rank, double length)
{
    if (rank <= front) {
        return w->targets[rank];
    }
    int32_t k = (int32_t)front;
    k = k > w->target_count - 2 ? w->target_count - 2 : k;
    double place = w->places[k] + (front - k) * (w->places[k + 1] - w->places[k]);
    bight_vec3 tangent, contact = bi_geodesic_at(&w->geodesic, place, &tangent);
    double ahead = (rank - front) * length, near = bi_min(ahead, STRAIGHT * w->start.radius);
    contact = v3_madd(contact, near, tangent);

    // beyond, it leans less along the target, so that it turns round in the gap between the target's legs
    double along = v3_dot(tangent, w->normal);
    bight_vec3 round = v3_madd(tangent, -(1.0 - LEAN) * along, w->normal);
    return v3_madd(contact, ahead - near, v3_unit(round, tangent));
}

static void set_goal(const bight_play *play, const bi_strand_view *active, bi_finger *finger)
{
    const bi_winding *w = &play->control->winding;
    finger->plan = target_at(w, w->front, finger->rank, active->length);
    finger->goal = finger->plan;

    // a led node inside an obstacle's margin has its target moved out of it
    if (finger->rank > w->front && play->scene->obstacle_count > 0) {
        int32_t obstacle;
        bight_vec3 away;
        double gap = bi_clearance(play, finger->plan, ROUND_IT * active->radius, &obstacle, &away);
        finger->goal = gap < 0.0 ? v3_madd(finger->plan, -gap, away) : finger->plan;
    }
}

// ---- each cycle -------------------------------------------------------------------------------------

// All that lies on G stays held, but on a rope of the Follow-The-Leader model round a target that moves: its
// strands in contact move as one body, which held nodes would tear apart, and it keeps its windings by
// itself.
static int32_t first_held(const bight_play *play, const bi_strand_view *active)
{
    const bi_winding *w = &play->control->winding;
    bool all = w->straight || w->target_rope < 0 ||
               bight_rope_get_model(play->world, play->ropes[active->rope]) != BIGHT_MODEL_FTL;
    int32_t first = all ? 0 : (int32_t)w->front - KEPT;
    return first > 0 ? first : 0;
}

// fingers on p_0 to the last led node
static bight_status take_fingers(bight_play *play, const bi_strand_view *active)
{
    bi_control *control = play->control;
    bi_winding *w = &control->winding;
    int32_t last = bi_min_int((int32_t)w->front + 1 + w->lead, w->tail);
    for (int32_t rank = first_held(play, active); rank <= last; rank++) {
        int32_t node = w->first + rank * w->forward;
        bi_finger *finger = bi_finger_find(play, active->rope, node);
        if (finger != NULL && finger->role == BI_FINGER_WOUND) {
            continue;
        }
        bight_status status = bi_finger_take(play, active, node, BI_FINGER_WOUND, &finger);
        if (status != BIGHT_OK) {
            return status;
        }
        finger->rank = rank;
        finger->start = finger->goal;
        set_goal(play, active, finger);
    }
    return BIGHT_OK;
}

static void release_fingers(bight_play *play, const bi_strand_view *active)
{
    bi_control *control = play->control;
    const bi_winding *w = &control->winding;
    for (int32_t i = 0; i < control->finger_count; i++) {
        bi_finger finger = control->fingers[i];
        if (finger.role == BI_FINGER_WOUND && finger.strand == active->index &&
            (finger.rank > (int32_t)w->front + 1 + w->lead || finger.rank < first_held(play, active))) {
            bight_hand_release(play->world, finger.rope_hand);
            control->fingers[i--] = control->fingers[--control->finger_count];
        }
    }
}

// a quarter of the led nodes less
static void shorten_lead(bi_winding *w)
{
    int32_t led = bi_min_int(w->lead, w->tail - (int32_t)w->front - 1);
    w->lead = led - (led + 3) / 4;
    w->lead = w->lead < 1 ? 1 : w->lead;
    w->crowded = 0;
}

// must everything wait for a node, and is the last led node held back?
static bool must_wait(bight_play *play, const bi_strand_view *active)
{
    bi_control *control = play->control;
    bi_winding *w = &control->winding;
    double limit = bi_play_hand_limit(play, active->rope);
    bool waits = false, crowded = false;
    for (int32_t i = 0; i < control->finger_count; i++) {
        const bi_finger *finger = &control->fingers[i];
        if (finger->role != BI_FINGER_WOUND || finger->strand != active->index) {
            continue;
        }
        double lag = bi_finger_lag(play, finger);
        bool led = finger->rank > w->front + 2.0;
        crowded = crowded || (led && lag > FAR * active->radius);
        waits = waits || lag > (led ? FAR * active->radius : LEASH * limit);
    }
    w->crowded = crowded ? w->crowded + 2 : w->crowded > 0 ? w->crowded - 1 : 0;
    return waits;
}

// the farthest that any goal would move if `front` became so much
static double farthest(const bight_play *play, const bi_strand_view *active, double front)
{
    const bi_control *control = play->control;
    double most = 0.0;
    for (int32_t i = 0; i < control->finger_count; i++) {
        const bi_finger *finger = &control->fingers[i];
        if (finger->role == BI_FINGER_WOUND && finger->strand == active->index) {
            bight_vec3 goal = target_at(&control->winding, front, finger->rank, active->length);
            most = bi_max(most, v3_distance(goal, finger->plan));
        }
    }
    return most;
}

static void set_goals(bight_play *play, const bi_strand_view *active)
{
    bi_control *control = play->control;
    for (int32_t i = 0; i < control->finger_count; i++) {
        bi_finger *finger = &control->fingers[i];
        if (finger->role != BI_FINGER_WOUND || finger->strand != active->index) {
            continue;
        }
        set_goal(play, active, finger);
        bight_vec3 goal = v3_lerp(finger->start, finger->goal, control->part);
        bight_hand_set_target(play->world, finger->rope_hand, goal);
    }
}

void bi_wind_aim(bight_play *play, const bight_scene_wind *wind)
{
    bi_control *control = play->control;
    bi_winding *w = &control->winding;
    if (control->stage == STRAIGHTEN) {
        bi_stage_aim(play);
        return;
    }
    bi_strand_view active = bi_strand_see(play, wind->active_index);
    bi_wind_follow_target(play, wind);
    bool waits = must_wait(play, &active);
    if (control->part < 1.0) {
        // first all move to where G begins
        control->part = waits ? control->part : bi_min(control->part + control->pace, 1.0);
    } else if (!waits && w->front < w->end) {
        double limit = wind->speed * bi_play_hand_limit(play, active.rope), step = 0.25;
        for (int32_t i = 0; i < 4; i++) {
            double way = farthest(play, &active, bi_min(w->front + step, w->end));
            if (way <= limit) {
                break;
            }
            step *= bi_max(0.9 * limit / way, 0.02);
        }
        w->front = bi_min(w->front + step, w->end);
        control->stalled = 0;
    }
    set_goals(play, &active);
}

// ---- the beginning ----------------------------------------------------------------------------------

static bight_status start(bight_play *play, const bight_scene_wind *wind, const bi_strand_view *active,
                          const bi_strand_view *target)
{
    bi_control *control = play->control;
    bi_winding *w = &control->winding;

    // half of the tail, but no more than can turn round above the bottoms
    double lead = 0.5 * w->tail, least = 8.0 * active->radius / active->length;
    const bi_cross_frame *crossing = &control->crossing;
    if (crossing->active == active->index && crossing->target == target->index) {
        lead = bi_min(lead, ROOM * crossing->height / active->length);
    }

    lead = isnan(wind->lead) ? bi_max(lead, least) : wind->lead / active->length;
    w->lead = (int32_t)bi_min(bi_max(lead, 2.0), MOST_LED);
    w->front = 0.0;
    w->crowded = 0;
    bi_finger_release(play, active->index, BI_ROLE(BI_FINGER_TIP) | BI_ROLE(BI_FINGER_GRIP));
    bight_status status = take_fingers(play, active);
    double most = 0.0;
    for (int32_t i = 0; i < control->finger_count; i++) {
        bi_finger *finger = &control->fingers[i];
        if (finger->role == BI_FINGER_WOUND && finger->strand == active->index) {
            set_goal(play, active, finger);
            most = bi_max(most, v3_distance(finger->goal, finger->start));
        }
    }

    control->part = 0.0;
    control->pace = bi_min(1.0, wind->speed * bi_play_hand_limit(play, active->rope) / bi_max(most, 1e-9));
    control->best = HUGE_VAL;
    control->stalled = 0;
    return status;
}

bight_status bi_wind_enter(bight_play *play, const bight_scene_wind *wind)
{
    bi_control *control = play->control;
    bi_winding *w = &control->winding;
    bi_strand_view active = bi_strand_see(play, wind->active_index);
    if (wind->target_index < 0) {
        bi_pole_begin(play, &w->pole, wind->obstacle_index, active.curve.points[active.tip]);
    }
    bi_strand_view target = bi_wind_target(play, wind);
    bight_status status = bi_wind_plan(play, wind, &active, &target);
    if (status != BIGHT_OK) {
        return status;
    }

    // the target is held and straightened, unless it moves
    control->stage = w->straight ? STRAIGHTEN : WIND;
    if (!w->straight) {
        if (target.strand != NULL) {
            bi_finger_release(play, target.index, BI_ROLE(BI_FINGER_LINE) | BI_ROLE(BI_FINGER_LEG));
        }
        return start(play, wind, &active, &target);
    }
    status = bi_wind_hold_target(play, &target);
    bi_stage_begin(play, wind->speed);
    return status;
}

// ---- the end ----------------------------------------------------------------------------------------

// turns of the first `links` links after p_0 round the target, as they are
static double turns_of(const bight_play *play, const bi_strand_view *active, double links)
{
    const bi_winding *w = &play->control->winding;
    bight_curve axis = {w->strand, w->axis_count, false};
    double sum = 0.0;
    for (int32_t i = 0; i < links; i++) {
        const bight_vec3 *p = &active->curve.points[w->first + i * w->forward];
        bight_vec3 link[2] = {p[0], v3_lerp(p[0], p[w->forward], bi_min(1.0, links - i))};
        sum += bi_wind_turns((bight_curve){link, 2, false}, axis, w, NULL);
    }
    return sum;
}

static bight_status finish(bight_play *play, const bight_scene_wind *wind, const bi_strand_view *active)
{
    const bi_winding *w = &play->control->winding;
    double sign = wind->sign == BIGHT_SIGN_POSITIVE ? 1.0 : -1.0;
    double wound = sign * turns_of(play, active, w->end);
    double all = sign * turns_of(play, active, w->tail);
    if (w->end >= w->tail - 1.0 && wound < wind->turns - SHORT_OF) {
        return bi_control_fail(
            play,
            "\"%.40s\" is used up when %.3g of %.3g turns are wound, because \"%.40s\" has bent "
            "on the way; give it a longer tail",
            active->name, wound, wind->turns, bi_wind_target(play, wind).name);
    }
    if (all < wind->turns - TAIL_BEHIND) {
        return bi_control_fail(play,
                               "\"%.40s\" was wound %.3g turns, and its tail of %.4g m did not come round: "
                               "%.3g turns to its tip; give a shorter tail or a longer lead",
                               active->name, wound, (w->tail - w->end) * active->length, all);
    }
    int32_t last = (int32_t)w->end;
    double place = w->places[last] + (w->end - last) * (w->places[last + 1] - w->places[last]);
    snprintf(play->words, sizeof play->words, "wound %.3g turns with %.4g m of rope over %.4g m of \"%.40s\"",
             wound, w->end * active->length, bi_wind_along(w, place) - w->start_along,
             bi_wind_target(play, wind).name);
    return BIGHT_OK;
}

// The crossing is used up. One that nobody made gives tightening its line here.
static void remember(bi_control *control, const bight_scene_wind *wind)
{
    bi_cross_frame *crossing = &control->crossing;
    const bi_winding *w = &control->winding;
    if (wind->target_index < 0) {
        // round an obstacle: the tip is pulled as it leaves
        bight_vec3 leaving;
        bi_geodesic_at(&w->geodesic, w->places[(int32_t)w->end], &leaving);
        *crossing =
            (bi_cross_frame){.active = wind->active_index, .target = -2 - wind->obstacle_index, .x = leaving};
    } else if (crossing->active != wind->active_index || crossing->target != wind->target_index) {
        *crossing = (bi_cross_frame){.active = wind->active_index,
                                     .target = wind->target_index,
                                     .active_node = w->first,
                                     .x = w->normal};
    }
    crossing->wound = true;
}

bight_status bi_wind_look(bight_play *play, const bight_scene_wind *wind, bool *over)
{
    bi_control *control = play->control;
    bi_winding *w = &control->winding;
    bi_strand_view active = bi_strand_see(play, wind->active_index);
    if (control->stage == STRAIGHTEN) {
        bool there = false;
        bight_status stage = bi_stage_look(play, wind->patience, "to be straight", &there);
        if (stage == BIGHT_OK && there) {
            bi_strand_view target = bi_wind_target(play, wind);
            control->stage = WIND;
            stage = start(play, wind, &active, &target);
        }
        return stage;
    }

    if (w->crowded >= CROWDED) {
        shorten_lead(w);
    }
    release_fingers(play, &active);
    bight_status status = take_fingers(play, &active);
    if (status != BIGHT_OK) {
        return status;
    }

    // there when all that must lie on G lies there
    double lag = 0.0;
    int32_t node = -1;
    for (int32_t i = 0; i < control->finger_count; i++) {
        const bi_finger *finger = &control->fingers[i];
        bool counts = finger->role == BI_FINGER_WOUND && finger->strand == active.index &&
                      finger->rank <= w->front + 1.0;
        double behind = counts ? bi_finger_lag(play, finger) : 0.0;
        node = behind > lag ? finger->node : node;
        lag = bi_max(lag, behind);
    }
    // the active strand may have become too short for a target that bent
    w->end = bi_min(w->end, w->tail - 1.0);
    bool near = control->stalled >= BI_SETTLED && lag <= BI_NEAR * active.radius;
    if (control->part >= 1.0 && w->front >= w->end && (near || lag <= BI_ARRIVED * active.radius)) {
        *over = true;
        remember(control, wind);
        return finish(play, wind, &active);
    }

    double left = w->end - w->front + (1.0 - control->part) + lag / active.length;
    if (left < control->best - 1e-3) {
        control->best = left;
        control->stalled = 0;
    } else if (++control->stalled >= wind->patience) {
        return bi_control_fail(
            play,
            "node %d of \"%.40s\" is %.3g from where it should be on \"%.40s\", with %.3g of "
            "%.3g turns wound, and came no nearer in %d cycles; the rope is taut or something "
            "holds it back",
            (int)node, play->scene->ropes[active.rope].name, lag, bi_wind_target(play, wind).name,
            wind->turns * w->front / bi_max(w->end, 1e-9), wind->turns, (int)wind->patience);
    }
    return BIGHT_OK;
}
