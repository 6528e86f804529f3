// SPDX-License-Identifier: MIT
// What a crossing needs (Wang, Komura 2012, section 4.1, figure 4): bottoms, the frame, the room and the
// rope.

#include "play/cross_plan.h"

#include "core/vec3.h"

#define TAIL 40.0  // radii from the tip to the crossing, when the scene does not say
#define TOUCH 1.3  // closer than this, in sums of radii, is a tangle
#define APART 6.0  // radii along a rope within which it is always near itself
#define HEIGHT 0.7 // of what the rope allows

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

bool bi_in_a_hand(const bight_play *play, int32_t rope, int32_t node)
{
    return bi_hand_on(play, rope, node) >= 0 || bi_finger_find(play, rope, node) != NULL;
}

// From the crossing point down the strand: where it comes out of a tangle, where a hand holds it, two
// fifths of the way to the other strand's crossing point on the same rope, or the rope's other end.
static bight_status find_bottom(bight_play *play, bi_side *s, const bi_side *other)
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
        while (s->bottom != last && !bi_in_a_hand(play, view->rope, s->bottom) &&
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

static bight_status find_grip(bight_play *play, bi_side *s, const bight_scene_cross *cross)
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

// as high as BI_SLACK of the leg reaches, when it ends `across` metres aside; negative when it does not reach
static double reach_up(double leg, double across)
{
    double square = BI_SLACK * BI_SLACK * leg * leg - across * across;
    return square > 0.0 ? sqrt(square) : -1.0;
}

// Each leg must reach X; the target also lies straight for `line` metres on its own side of it.
static bight_status check_reach(bight_play *play, const bi_side *s, bight_vec3 top, double line)
{
    double needs = v3_distance(bi_side_at(s, s->bottom), top) / BI_SLACK + line;
    if (needs > s->leg) {
        return bi_control_fail(
            play,
            "\"%.40s\" is too short, or too far away: from its bottom (node %d) to the crossing "
            "it needs %.4g m of rope, and has %.4g m before its tail of %.4g m",
            s->view.strand->name, (int)s->bottom, needs, s->leg, s->tail);
    }
    return BIGHT_OK;
}

static bight_status make_frame(bight_play *play, const bight_scene_cross *cross, const bi_side *c,
                               const bi_side *t)
{
    bi_cross_frame *frame = &play->control->crossing;
    double sum = c->view.radius + t->view.radius, line = BI_LINE_IN * sum;
    bight_vec3 low_c = bi_side_at(c, c->bottom), low_t = bi_side_at(t, t->bottom), up = bi_up(play);

    // x is the level direction from one bottom to the other, side = x cross up
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

    // X as given, or at the given height, or at HEIGHT of the height that both legs reach
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

    // both legs must reach X, and the target the end of its straight line as well
    frame->height = v3_dot(frame->point, up) - bi_max(v3_dot(low_c, up), v3_dot(low_t, up));
    bight_status status = check_reach(play, c, frame->point, 0.0);
    if (status == BIGHT_OK) {
        status = check_reach(play, t, v3_madd(frame->point, line, frame->x), line);
    }

    // a ball round X with the sum of the radii must be clear of obstacles
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

// ---- the plan ---------------------------------------------------------------------------------------

bight_status bi_cross_plan(bight_play *play, const bight_scene_cross *cross, bi_side *c, bi_side *t)
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
    int32_t in = (int32_t)(BI_LINE_IN * sum / t->view.length);
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
