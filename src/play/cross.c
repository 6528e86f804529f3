// SPDX-License-Identifier: MIT
// Crossing (Wang, Komura 2012, section 4.1, figure 4): two strands are lifted by their tips, carried past
// each other in two planes, and laid across each other at X, the target straight along x.

#include "play/cross.h"

#include "core/vec3.h"
#include "play/cross_plan.h"

#define LINE_OUT 3.0   // straight target towards its tip, in sums of radii
#define CLEAR 4.0      // sums of radii between strands that are carried past each other
#define TUBE 1.1       // and between them when they are crossed
#define STRAIGHT 0.999 // of a strand's length: it bulges by a fiftieth of it
#define TAUT 0.98      // of a tail's length from the crossing to its tip
#define TIP_COSINE 0.5 // the tail of the active strand stands at 60 degrees
#define TIP_SINE 0.8660254037844386

enum { LIFT, CARRY_TARGET, LAY_TARGET, CARRY_ACTIVE, LAY_ACTIVE, CLOSE };

// ---- the two strands --------------------------------------------------------------------------------

static bi_side side_now(const bight_play *play, int32_t strand, int32_t grip, int32_t bottom)
{
    bi_side s = {.view = bi_strand_see(play, strand), .grip = grip, .bottom = bottom};
    s.tail = (s.view.tip - grip) * s.view.forward * s.view.length;
    s.leg = (grip - bottom) * s.view.forward * s.view.length;
    return s;
}

static bi_side active_now(const bight_play *play)
{
    const bi_cross_frame *frame = &play->control->crossing;
    return side_now(play, frame->active, frame->active_node, frame->active_bottom);
}

static bi_side target_now(const bight_play *play)
{
    const bi_cross_frame *frame = &play->control->crossing;
    return side_now(play, frame->target, frame->target_node, frame->target_bottom);
}

static double sum_of_radii(const bight_play *play)
{
    return active_now(play).view.radius + target_now(play).view.radius;
}

// which side of the target the active strand passes: positive windings need it behind
static double active_side(const bight_scene_cross *cross)
{
    return cross->sign == BIGHT_SIGN_POSITIVE ? -1.0 : 1.0;
}

// ---- lifting ----------------------------------------------------------------------------------------

// Does the strand between bottom and tip lie in the plane of the crossing, so that lifting keeps it there?
static bool in_plane(const bi_cross_frame *frame, const bi_side *s, double most)
{
    for (int32_t node = s->bottom; node != s->view.tip; node += s->view.forward) {
        double aside = v3_dot(v3_sub(bi_side_at(s, node), frame->point), frame->side);
        if (fabs(aside) > most) {
            return false;
        }
    }
    return true;
}

// Where a tip is lifted to: straight up to the height of X, within the rope's reach of the bottom;
// or, when the strand lies aside, outwards until it is straight, so that all of it comes into the plane.
static bight_vec3 lifted(const bi_cross_frame *frame, const bi_side *s, bight_vec3 aside)
{
    bight_vec3 low = bi_side_at(s, s->bottom), goal = bi_side_at(s, s->view.tip);
    bight_vec3 to = v3_sub(frame->point, goal);
    double rope = s->leg + s->tail, reach = BI_SLACK * rope;
    if (frame->stretched) {
        return v3_madd(low, STRAIGHT * rope, v3_madd(v3_mul(TIP_COSINE, aside), TIP_SINE, frame->up));
    }
    goal = v3_madd(goal, v3_dot(to, frame->up), frame->up);
    goal = v3_madd(goal, v3_dot(to, frame->side), frame->side);
    bight_vec3 way = v3_sub(goal, low);
    double length = v3_length(way);
    return length > reach ? v3_madd(low, reach / length, way) : goal;
}

static void swing(bight_play *play, const bi_side *s, bight_vec3 goal)
{
    bi_finger *finger = bi_finger_find(play, s->view.rope, s->view.tip);
    finger->goal = goal;
    finger->center = bi_side_at(s, s->bottom);
    finger->swings = play->control->crossing.stretched;
}

static void lift(bight_play *play, double apart)
{
    bi_cross_frame *frame = &play->control->crossing;
    bi_side c = active_now(play), t = target_now(play);
    double most = c.view.radius + t.view.radius;
    frame->stretched = !in_plane(frame, &c, most) || !in_plane(frame, &t, most);
    swing(play, &c, v3_madd(lifted(frame, &c, v3_mul(-1.0, frame->x)), apart, frame->side));
    swing(play, &t, v3_madd(lifted(frame, &t, frame->x), -apart, frame->side));
}

// ---- carrying and laying ----------------------------------------------------------------------------

// where a tip ends: the active one stands up, the target's lies along x
static bight_vec3 tip_goal(const bight_play *play, const bi_side *s, double aside)
{
    const bi_cross_frame *frame = &play->control->crossing;
    bight_vec3 lean = v3_madd(v3_mul(TIP_COSINE, frame->x), TIP_SINE, frame->up);
    bight_vec3 along = s->view.index == frame->active ? lean : v3_mul(-1.0, frame->x);
    return v3_madd(v3_madd(frame->point, aside, frame->side), TAUT * s->tail, along);
}

static void place_tip(bight_play *play, const bi_side *s, double aside)
{
    bi_finger *finger = bi_finger_find(play, s->view.rope, s->view.tip);
    finger->goal = tip_goal(play, s, aside);
    finger->swings = false;
}

// across to there; a strand that was pulled straight stays so until it is laid
static void carry(bight_play *play, const bi_side *s, double aside)
{
    bight_vec3 goal = tip_goal(play, s, aside), low = bi_side_at(s, s->bottom);
    if (play->control->crossing.stretched) {
        goal = v3_madd(low, STRAIGHT * (s->leg + s->tail), v3_unit(v3_sub(goal, low), v3(0, 0, 0)));
    }
    swing(play, s, goal);
}

// A leg leaves the crossing straight and steeply outwards, so that there is room below for the winding; what
// it has to spare lies on the ground beside its bottom.
static bight_status spread_leg(bight_play *play, const bi_side *s, bight_vec3 top, int32_t top_node,
                               bight_vec3 aside)
{
    const bi_cross_frame *frame = &play->control->crossing;
    bight_vec3 low = bi_side_at(s, s->bottom);
    bight_vec3 down = v3_madd(v3_mul(TIP_COSINE, aside), -TIP_SINE, frame->up);
    double height = v3_dot(v3_sub(top, low), frame->up) - 2.0 * s->view.radius, length = s->view.length;
    int32_t links = (top_node - s->bottom) * s->view.forward;
    int32_t k = bi_min_int(links - 1, (int32_t)(bi_max(height, 0.0) / (TIP_SINE * length)));
    bight_vec3 goal = top;
    for (; k >= 3; k--) {
        goal = v3_madd(top, TAUT * k * length, down);
        if (v3_distance(goal, low) < BI_SLACK * (links - k) * length) {
            break;
        }
    }
    if (k < 3) {
        return BIGHT_OK;
    }
    bi_finger *finger;
    bight_status status =
        bi_finger_take(play, &s->view, top_node - k * s->view.forward, BI_FINGER_LEG, &finger);
    if (status == BIGHT_OK) {
        finger->goal = goal;
    }
    return status;
}

static bight_status lay_active(bight_play *play, double aside)
{
    const bi_cross_frame *frame = &play->control->crossing;
    bi_side c = active_now(play);
    bi_finger *finger;
    bight_status status = bi_finger_take(play, &c.view, c.grip, BI_FINGER_GRIP, &finger);
    if (status != BIGHT_OK) {
        return status;
    }
    finger->goal = v3_madd(frame->point, aside, frame->side);
    place_tip(play, &c, aside);
    return spread_leg(play, &c, finger->goal, c.grip, v3_mul(-1.0, frame->x));
}

// straight along x near the crossing
static bight_status lay_target(bight_play *play, double aside)
{
    const bi_cross_frame *frame = &play->control->crossing;
    bi_side t = target_now(play);
    bight_vec3 middle = v3_madd(frame->point, aside, frame->side);
    double length = t.view.length, sum = sum_of_radii(play);
    int32_t out = (int32_t)(LINE_OUT * sum / length), in = (int32_t)(BI_LINE_IN * sum / length);
    for (int32_t k = -in; k <= out; k++) {
        int32_t node = t.grip + k * t.view.forward;
        if ((t.view.tip - node) * t.view.forward > 0) {
            bi_finger *finger;
            bight_status status = bi_finger_take(play, &t.view, node, BI_FINGER_LINE, &finger);
            if (status != BIGHT_OK) {
                return status;
            }
            finger->goal = v3_madd(middle, -k * length, frame->x);
        }
    }
    place_tip(play, &t, aside);
    bight_vec3 top = v3_madd(middle, (in + 1) * length, frame->x);
    return spread_leg(play, &t, top, t.grip - (in + 1) * t.view.forward, frame->x);
}

// ---- the three moments ------------------------------------------------------------------------------

static bight_status hold_bottom(bight_play *play, const bi_side *s)
{
    bi_finger *finger;
    return bi_in_a_hand(play, s->view.rope, s->bottom)
               ? BIGHT_OK
               : bi_finger_take(play, &s->view, s->bottom, BI_FINGER_BOTTOM, &finger);
}

bight_status bi_cross_enter(bight_play *play, const bight_scene_cross *cross)
{
    bi_side c = {.view = bi_strand_see(play, cross->active_index)};
    bi_side t = {.view = bi_strand_see(play, cross->target_index)};
    uint32_t inner =
        BI_ROLE(BI_FINGER_GRIP) | BI_ROLE(BI_FINGER_LINE) | BI_ROLE(BI_FINGER_LEG) | BI_ROLE(BI_FINGER_WOUND);

    // bottoms, grips, X and the frame (x, up, side) at it, or why the strands cannot be crossed there
    bight_status status = bi_cross_plan(play, cross, &c, &t);
    if (status != BIGHT_OK) {
        return status;
    }

    // of each strand its bottom and its tip are held, nothing between them
    bi_finger_release(play, c.view.index, inner);
    bi_finger_release(play, t.view.index, inner);
    bi_finger *finger;
    status = hold_bottom(play, &c);
    if (status == BIGHT_OK) {
        status = hold_bottom(play, &t);
    }
    if (status == BIGHT_OK) {
        status = bi_finger_take(play, &c.view, c.view.tip, BI_FINGER_TIP, &finger);
    }

    if (status == BIGHT_OK) {
        status = bi_finger_take(play, &t.view, t.view.tip, BI_FINGER_TIP, &finger);
    }
    if (status != BIGHT_OK) {
        return status;
    }

    // what a winding and the tightening need of this crossing: its strands and their nodes
    bi_cross_frame *frame = &play->control->crossing;
    frame->wound = false;
    frame->active = c.view.index;
    frame->target = t.view.index;
    frame->active_node = c.grip;
    frame->target_node = t.grip;
    frame->active_bottom = c.bottom;
    frame->target_bottom = t.bottom;

    // first both tips rise, CLEAR sums of radii apart along side so that they can pass each other
    play->control->stage = LIFT;
    lift(play, 0.5 * active_side(cross) * CLEAR * sum_of_radii(play));
    bi_stage_begin(play, cross->speed);
    return BIGHT_OK;
}

// the goals of a stage
static bight_status begin(bight_play *play, const bight_scene_cross *cross, int32_t stage)
{
    double sum = sum_of_radii(play), apart = 0.5 * active_side(cross) * CLEAR * sum;
    double together = 0.5 * active_side(cross) * TUBE * sum;
    bi_side c = active_now(play), t = target_now(play);
    bight_status status = BIGHT_OK;
    if (stage == CARRY_TARGET) {
        carry(play, &t, -apart);
    } else if (stage == LAY_TARGET) {
        status = lay_target(play, -apart);
    } else if (stage == CARRY_ACTIVE) {
        carry(play, &c, apart);
    } else if (stage == LAY_ACTIVE) {
        status = lay_active(play, apart);
    } else if (stage == CLOSE) {
        status = lay_active(play, together);
        status = status == BIGHT_OK ? lay_target(play, -together) : status;
    }
    bi_stage_begin(play, cross->speed);
    return status;
}

bight_status bi_cross_look(bight_play *play, const bight_scene_cross *cross, bool *over)
{
    static const char *const what[] = {"to be lifted",         "to be carried across", "to be laid straight",
                                       "to be carried across", "to be laid across it", "to be crossed"};
    bi_control *control = play->control;
    bool there = false;
    bight_status status = bi_stage_look(play, cross->patience, what[control->stage], &there);
    if (status != BIGHT_OK || !there) {
        return status;
    }
    *over = control->stage == CLOSE;
    return *over ? BIGHT_OK : begin(play, cross, ++control->stage);
}
