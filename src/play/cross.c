// SPDX-License-Identifier: MIT
// Crossing (Wang, Komura 2012, section 4.1, figure 4): two strands are lifted by their tips, carried past
// each other, and laid across each other at X, the target straight along x.

#include "core/vec3.h"
#include "play/control.h"

#define TAIL 40.0      // radii from the tip to the crossing, when the scene does not say
#define TOUCH 1.3      // closer than this, in sums of radii, is a tangle
#define APART 6.0      // radii along a rope within which it is always near itself
#define LINE_IN 5.0    // straight target on the side of its bottom, in sums of radii
#define LINE_OUT 3.0   // and towards its tip
#define CLEAR 3.0      // sums of radii between strands that are carried past each other
#define TUBE 1.1       // sums of radii between the two when they are crossed
#define SLACK 0.95     // of the rope that a strand may use up
#define HEIGHT 0.7     // of what the rope allows
#define TIP_COSINE 0.5 // the tail of the active strand stands at 60 degrees
#define TIP_SINE 0.8660254037844386

enum { LIFT, CARRY, SPREAD, CLOSE };

// a strand and the part of it that is moved
typedef struct side {
    bi_strand_view view;
    int32_t grip, bottom; // nodes
    double tail, leg;     // metres from the tip to the grip, from the bottom to the grip
} side;

// ---- what there is ----------------------------------------------------------------------------------

// is node i of a strand's rope near any other strand, or another part of its own?
static bool tangled(const bight_play *play, const bi_strand_view *view, int32_t i)
{
    int32_t apart = (int32_t)bi_max(3.0, APART * view->radius / view->length);
    for (int32_t r = 0; r < play->scene->rope_count; r++) {
        bight_curve other = bight_play_curve(play, r);
        double near = TOUCH * (view->radius + play->scene->ropes[r].radius);
        for (int32_t k = 0; k < other.count; k++) {
            bool itself = r == view->rope && k >= i - apart && k <= i + apart;
            if (!itself && v3_length_squared(v3_sub(other.points[k], view->curve.points[i])) < near * near) {
                return true;
            }
        }
    }
    return false;
}

static bool in_a_hand(const bight_play *play, int32_t rope, int32_t node)
{
    return bi_hand_on(play, rope, node) >= 0 || bi_finger_find(play, rope, node) != NULL;
}

// From the crossing point down the strand: where it comes out of a tangle, where a hand holds it, two
// fifths of the way to the other strand's crossing point on the same rope, or the rope's other end.
static bight_status find_bottom(bight_play *play, side *s, const side *other)
{
    const bi_strand_view *view = &s->view;
    if (view->strand->bottom.given) {
        s->bottom = bight_scene_node(view->strand->bottom, view->curve.count);
        if ((s->grip - s->bottom) * view->forward <= 0) {
            return bi_control_fail(
                play,
                "the bottom of \"%.40s\" is node %d, which is not below its crossing point, "
                "node %d: give a shorter tail or another bottom",
                view->strand->name, (int)s->bottom, (int)s->grip);
        }
    } else {
        int32_t last = view->forward > 0 ? 0 : view->curve.count - 1;
        if (view->rope == other->view.rope) {
            last = s->grip + 2 * (other->grip - s->grip) / 5;
        }
        s->bottom = s->grip - view->forward;
        while (s->bottom != last && !in_a_hand(play, view->rope, s->bottom) &&
               !tangled(play, view, s->bottom)) {
            s->bottom -= view->forward;
        }
    }
    s->leg = (s->grip - s->bottom) * view->forward * view->length;
    return BIGHT_OK;
}

double bi_cross_tail(const bi_strand_view *view, const bight_scene_cross *cross)
{
    double own = !isnan(view->strand->tail) ? view->strand->tail : TAIL * view->radius;
    return !isnan(cross->tail) ? cross->tail : own;
}

static bight_status find_grip(bight_play *play, side *s, const bight_scene_cross *cross)
{
    const bi_strand_view *view = &s->view;
    double tail = bi_cross_tail(view, cross);
    double nodes = tail / view->length + 0.5, rope = (view->curve.count - 1) * view->length;
    if (!(nodes < view->curve.count - 1)) {
        return bi_control_fail(play,
                               "\"%.40s\" is too short: its tail should be %.4g m, and the whole rope has "
                               "%.4g m",
                               view->strand->name, tail, rope);
    }
    s->grip = view->tip - view->forward * (int32_t)nodes;
    s->tail = (int32_t)nodes * view->length;
    return BIGHT_OK;
}

// ---- the frame --------------------------------------------------------------------------------------

static bight_vec3 at(const side *s, int32_t node)
{
    return s->view.curve.points[node];
}

// as high as SLACK of the leg reaches, when it ends `across` metres aside; negative when it does not reach
static double reach_up(double leg, double across)
{
    double square = SLACK * SLACK * leg * leg - across * across;
    return square > 0.0 ? sqrt(square) : -1.0;
}

// Each leg must reach X; the target also lies straight for `line` metres on its own side of it.
static bight_status check_reach(bight_play *play, const side *s, bight_vec3 top, double line)
{
    double needs = v3_distance(at(s, s->bottom), top) / SLACK + line;
    if (needs > s->leg) {
        return bi_control_fail(
            play,
            "\"%.40s\" is too short, or too far away: from its bottom (node %d) to the crossing "
            "it needs %.4g m of rope, and has %.4g m before its tail of %.4g m",
            s->view.strand->name, (int)s->bottom, needs, s->leg, s->tail);
    }
    return BIGHT_OK;
}

static bight_status make_frame(bight_play *play, const bight_scene_cross *cross, const side *c, const side *t)
{
    bi_crossing *frame = &play->control->crossing;
    double sum = c->view.radius + t->view.radius, line = LINE_IN * sum;
    bight_vec3 low_c = at(c, c->bottom), low_t = at(t, t->bottom), up = bi_up(play);
    bight_vec3 across = v3_sub(low_t, low_c);
    across = v3_madd(across, -v3_dot(across, up), up);
    double distance = v3_length(across);
    if (distance < 1e-6 * sum) {
        return bi_control_fail(
            play,
            "the bottoms of \"%.40s\" and \"%.40s\" (nodes %d and %d) stand above each other: "
            "nothing says which way is across; give bottoms",
            c->view.strand->name, t->view.strand->name, (int)c->bottom, (int)t->bottom);
    }
    frame->up = up;
    frame->x = v3_mul(1.0 / distance, across);
    frame->side = v3_cross(frame->x, up);
    if (cross->at.count > 0) {
        frame->point = cross->at.at[0];
    } else {
        // above the middle of the bottoms
        double base = bi_max(v3_dot(low_c, up), v3_dot(low_t, up));
        double high_c = reach_up(c->leg, 0.5 * distance) + v3_dot(low_c, up) - base;
        double high_t = reach_up(t->leg - line, 0.5 * distance - line) + v3_dot(low_t, up) - base;
        double height = isnan(cross->height) ? bi_max(HEIGHT * bi_min(high_c, high_t), 0.0) : cross->height;
        frame->point = v3_lerp(low_c, low_t, 0.5);
        frame->point = v3_madd(frame->point, base + height - v3_dot(frame->point, up), up);
    }
    frame->height = v3_dot(frame->point, up) - bi_max(v3_dot(low_c, up), v3_dot(low_t, up));
    bight_status status = check_reach(play, c, frame->point, 0.0);
    if (status == BIGHT_OK) {
        status = check_reach(play, t, v3_madd(frame->point, line, frame->x), line);
    }
    int32_t obstacle;
    bight_vec3 away;
    double gap = bi_clearance(play, frame->point, sum, &obstacle, &away);
    if (status == BIGHT_OK && gap < 0.0) {
        return bi_control_fail(
            play,
            "the crossing point [%.4g, %.4g, %.4g] is in the obstacle \"%.40s\" or %.3g m too "
            "near it: give another",
            frame->point.x, frame->point.y, frame->point.z, play->scene->obstacles[obstacle].name, -gap);
    }
    return status;
}

// ---- stages -----------------------------------------------------------------------------------------

// the goal of a tip, no farther from the strand's bottom than the rope reaches
static bight_vec3 within_reach(const side *s, bight_vec3 goal)
{
    bight_vec3 low = at(s, s->bottom), way = v3_sub(goal, low);
    double most = SLACK * (s->leg + s->tail), length = v3_length(way);
    return length > most ? v3_madd(low, most / length, way) : goal;
}

static side side_now(const bight_play *play, int32_t strand, int32_t node)
{
    side s = {.view = bi_strand_see(play, strand), .grip = node};
    s.tail = (s.view.tip - node) * s.view.forward * s.view.length;
    return s;
}

// which side of the target the active strand passes: positive windings need it behind
static double active_side(const bight_scene_cross *cross)
{
    return cross->sign == 0 ? -1.0 : 1.0;
}

static void aim_tips(bight_play *play, const bight_scene_cross *cross, int32_t stage)
{
    const bi_crossing *frame = &play->control->crossing;
    side c = side_now(play, frame->active, frame->active_node);
    side t = side_now(play, frame->target, frame->target_node);
    double sum = c.view.radius + t.view.radius, apart = active_side(cross) * CLEAR * sum;
    bi_finger *tips[2] = {bi_finger_find(play, c.view.rope, c.view.tip),
                          bi_finger_find(play, t.view.rope, t.view.tip)};
    double offset[2] = {0.5 * apart, -0.5 * apart};
    bight_vec3 lean = v3_madd(v3_mul(TIP_COSINE, frame->x), TIP_SINE, frame->up);
    for (int32_t i = 0; i < 2; i++) {
        const side *s = i == 0 ? &c : &t;
        bight_vec3 goal;
        if (stage == LIFT) {
            // straight up to the height of X, and to its own side
            goal = at(s, s->view.tip);
            bight_vec3 to = v3_sub(frame->point, goal);
            goal = v3_madd(goal, v3_dot(to, frame->up), frame->up);
            goal = v3_madd(goal, v3_dot(to, frame->side) + offset[i], frame->side);
        } else {
            goal = v3_madd(frame->point, offset[i], frame->side);
            goal = v3_madd(goal, 0.98 * s->tail, i == 0 ? lean : v3_mul(-1.0, frame->x));
        }
        tips[i]->goal = goal;
    }
}

static bight_status close_up(bight_play *play, const bight_scene_cross *cross)
{
    bi_crossing *frame = &play->control->crossing;
    side c = side_now(play, frame->active, frame->active_node);
    side t = side_now(play, frame->target, frame->target_node);
    double sum = c.view.radius + t.view.radius, half = 0.5 * active_side(cross) * TUBE * sum;
    bight_vec3 x_c = v3_madd(frame->point, half, frame->side);
    bight_vec3 x_t = v3_madd(frame->point, -half, frame->side);

    // the active strand: its crossing point and its tip
    bi_finger *finger;
    bight_status status = bi_finger_take(play, &c.view, c.grip, BI_FINGER_GRIP, &finger);
    if (status != BIGHT_OK) {
        return status;
    }
    finger->goal = x_c;
    bight_vec3 lean = v3_madd(v3_mul(TIP_COSINE, frame->x), TIP_SINE, frame->up);
    finger = bi_finger_find(play, c.view.rope, c.view.tip);
    finger->goal = v3_madd(x_c, 0.98 * c.tail, lean);

    // the target: straight along x near the crossing
    double length = t.view.length;
    int32_t out = (int32_t)(LINE_OUT * sum / length), in = (int32_t)(LINE_IN * sum / length);
    for (int32_t k = -in; k <= out; k++) {
        int32_t node = t.grip + k * t.view.forward;
        if ((t.view.tip - node) * t.view.forward > 0) {
            status = bi_finger_take(play, &t.view, node, BI_FINGER_LINE, &finger);
            if (status != BIGHT_OK) {
                return status;
            }
            finger->goal = v3_madd(x_t, -k * length, frame->x);
        }
    }
    finger = bi_finger_find(play, t.view.rope, t.view.tip);
    finger->goal = v3_madd(x_t, -0.98 * t.tail, frame->x);
    return BIGHT_OK;
}

// A leg leaves the crossing straight and steeply outwards, so that there is room below for the winding; what
// it has to spare lies on the ground beside its bottom.
static bight_status spread_leg(bight_play *play, const side *s, bight_vec3 top, int32_t top_node,
                               bight_vec3 aside, double behind)
{
    const bi_crossing *frame = &play->control->crossing;
    bight_vec3 low = at(s, s->bottom);
    bight_vec3 down = v3_madd(v3_mul(TIP_COSINE, aside), -TIP_SINE, frame->up);
    double height = v3_dot(v3_sub(top, low), frame->up) - 2.0 * s->view.radius, length = s->view.length;
    int32_t links = (top_node - s->bottom) * s->view.forward;
    int32_t k = bi_min_int(links - 1, (int32_t)(bi_max(height, 0.0) / (TIP_SINE * length)));
    bight_vec3 goal = top;
    for (; k >= 3; k--) {
        goal = v3_madd(top, 0.98 * k * length, down);
        if (v3_distance(goal, low) < SLACK * (links - k) * length) {
            break;
        }
    }
    if (k < 3) {
        return BIGHT_OK;
    }
    bi_finger *finger;
    bight_status status =
        bi_finger_take(play, &s->view, top_node - k * s->view.forward, BI_FINGER_LINE, &finger);
    if (status == BIGHT_OK) {
        finger->goal = v3_madd(goal, behind, frame->side);
    }
    return status;
}

static bight_status spread_legs(bight_play *play, const bight_scene_cross *cross)
{
    const bi_crossing *frame = &play->control->crossing;
    side c = side_now(play, frame->active, frame->active_node);
    side t = side_now(play, frame->target, frame->target_node);
    c.bottom = frame->active_bottom;
    t.bottom = frame->target_bottom;
    double sum = c.view.radius + t.view.radius, behind = active_side(cross) * TUBE * sum;
    bight_status status = spread_leg(play, &c, frame->point, c.grip, v3_mul(-1.0, frame->x), behind);
    if (status == BIGHT_OK) {
        int32_t in = (int32_t)(LINE_IN * sum / t.view.length) + 1;
        bight_vec3 top = v3_madd(frame->point, in * t.view.length, frame->x);
        status = spread_leg(play, &t, top, t.grip - in * t.view.forward, frame->x, -behind);
    }
    return status;
}

// ---- the three moments ------------------------------------------------------------------------------

static bight_status prepare(bight_play *play, const bight_scene_cross *cross, side *c, side *t)
{
    bight_status status = find_grip(play, c, cross);
    if (status == BIGHT_OK) {
        status = find_grip(play, t, cross);
    }
    bool itself = c->view.rope == t->view.rope;
    if (status == BIGHT_OK && itself && (t->grip - c->grip) * c->view.forward >= 0) {
        return bi_control_fail(
            play,
            "\"%.40s\" and \"%.40s\" are too short: their tails of %.4g m and %.4g m leave "
            "nothing between them of %.4g m of rope",
            c->view.strand->name, t->view.strand->name, c->tail, t->tail,
            (c->view.curve.count - 1) * c->view.length);
    }
    if (status == BIGHT_OK) {
        status = find_bottom(play, c, t);
    }
    if (status == BIGHT_OK) {
        status = find_bottom(play, t, c);
    }
    if (status == BIGHT_OK) {
        status = make_frame(play, cross, c, t);
    }

    // everything that will be held must be free
    double sum = c->view.radius + t->view.radius;
    int32_t in = (int32_t)(LINE_IN * sum / t->view.length);
    int32_t first = t->grip - in * t->view.forward;
    if (status == BIGHT_OK) {
        status = bi_finger_free_nodes(play, &t->view, first, t->view.forward,
                                      (t->view.tip - first) * t->view.forward + 1);
    }
    if (status == BIGHT_OK) {
        status = bi_finger_free_nodes(play, &c->view, c->grip, c->view.forward,
                                      (c->view.tip - c->grip) * c->view.forward + 1);
    }
    return status;
}

static bight_status hold_bottom(bight_play *play, const side *s)
{
    bi_finger *finger;
    return in_a_hand(play, s->view.rope, s->bottom)
               ? BIGHT_OK
               : bi_finger_take(play, &s->view, s->bottom, BI_FINGER_BOTTOM, &finger);
}

bight_status bi_cross_enter(bight_play *play, const bight_scene_cross *cross)
{
    side c = {.view = bi_strand_see(play, cross->active_index)};
    side t = {.view = bi_strand_see(play, cross->target_index)};
    uint32_t inner = BI_ROLE(BI_FINGER_GRIP) | BI_ROLE(BI_FINGER_LINE) | BI_ROLE(BI_FINGER_WOUND);
    bight_status status = prepare(play, cross, &c, &t);
    if (status != BIGHT_OK) {
        return status;
    }
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
    bi_crossing *frame = &play->control->crossing;
    frame->active = c.view.index;
    frame->target = t.view.index;
    frame->active_node = c.grip;
    frame->target_node = t.grip;
    frame->active_bottom = c.bottom;
    frame->target_bottom = t.bottom;
    play->control->stage = LIFT;
    aim_tips(play, cross, LIFT);
    bi_finger_find(play, c.view.rope, c.view.tip)->goal =
        within_reach(&c, bi_finger_find(play, c.view.rope, c.view.tip)->goal);
    bi_finger_find(play, t.view.rope, t.view.tip)->goal =
        within_reach(&t, bi_finger_find(play, t.view.rope, t.view.tip)->goal);
    bi_stage_begin(play, cross->speed);
    return BIGHT_OK;
}

bight_status bi_cross_look(bight_play *play, const bight_scene_cross *cross, bool *over)
{
    static const char *const what[] = {"to be lifted", "to be carried across", "to be spread out",
                                       "to be crossed"};
    bi_control *control = play->control;
    bool there = false;
    bight_status status = bi_stage_look(play, cross->patience, what[control->stage], &there);
    if (status != BIGHT_OK || !there) {
        return status;
    }
    *over = control->stage == CLOSE;
    if (control->stage == LIFT) {
        aim_tips(play, cross, CARRY);
    } else if (control->stage == CARRY) {
        status = spread_legs(play, cross);
    } else if (control->stage == SPREAD) {
        status = close_up(play, cross);
    }
    if (status == BIGHT_OK && !*over) {
        control->stage++;
        bi_stage_begin(play, cross->speed);
    }
    return status;
}
