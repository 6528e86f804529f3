// SPDX-License-Identifier: MIT
// What a crossing needs (Wang, Komura 2012, section 4.1, figure 4): bottoms, the frame, the room and the
// rope.

#include "play/cross_plan.h"

#include "core/vec3.h"
#include "geom/winding.h"
#include "play/attempt.h"
#include "play/wind_plan.h"

#define TAIL 40.0  // radii from the tip to the crossing, when the scene does not say
#define TOUCH 1.3  // closer than this, in sums of radii, is a tangle
#define APART 6.0  // radii along a rope within which it is always near itself
#define HEIGHT 0.7 // of what the rope allows
#define WOUND 0.75 // turns round another rope that are more than a crossing: a knot
#define OUT 0.05   // of them, where a strand comes out of it
#define BESIDE 0.2 // turns below the crossing point that are a tangle
#define LEAST 0.5  // of a strand's own tail, where rope is scarce
#define SPARE 1.15 // of a leg beside a shorter tail: where a strand comes out of a knot is no point
#define STEP 0.05  // by which it is taken shorter

// ---- what there is ----------------------------------------------------------------------------------

// Does node i of a strand touch a rope? On its own, nodes up to `apart` from it do not count.
static bool touches(const bi_strand_view *view, double radius, int32_t i, bight_curve other, int32_t apart)
{
    double near = TOUCH * (view->radius + radius);
    for (int32_t k = 0; k < other.count; k++) {
        if ((k < i - apart || k > i + apart) &&
            v3_length_squared(v3_sub(other.points[k], view->curve.points[i])) < near * near) {
            return true;
        }
    }
    return false;
}

// Turns of the link from node i to the tip round other ropes, where it touches them. What only lies beside others has none,
// what lies across one has up to half a turn in all.
static double turns_at(const bight_play *play, const bi_strand_view *view, int32_t i)
{
    const bight_vec3 *p = view->curve.points + i, link[2] = {p[view->forward], p[0]};
    double turns = 0.0;
    for (int32_t r = 0; r < play->scene->rope_count; r++) {
        bight_curve other = bight_play_curve(play, r);
        if (r != view->rope && touches(view, play->scene->ropes[r].radius, i, other, -1)) {
            turns += bi_winding_gauss((bight_curve){link, 2, false}, other, NULL);
        }
    }
    return turns;
}

bool bi_in_a_hand(const bight_play *play, int32_t rope, int32_t node)
{
    return bi_hand_on(play, rope, node) >= 0 || bi_finger_find(play, rope, node) != NULL;
}

// The node at which a strand comes out of a tangle, where a hand holds it, or `last`. From the tip on: in a knot with other ropes
// it is where the turns round them begin, else the first node below the crossing point that is tangled.
static int32_t come_out(const bight_play *play, const bi_side *s, int32_t last)
{
    const bi_strand_view *view = &s->view;
    int32_t apart = (int32_t)bi_max(3.0, APART * view->radius / view->length), out = last, beside = last;
    double whole = 0.0, leg = 0.0;
    for (int32_t i = view->tip; i != last;) {
        i -= view->forward;
        bool below = (s->grip - i) * view->forward > 0;
        double turns = turns_at(play, view, i);
        whole += turns;
        leg += below ? turns : 0.0;
        out = out == last && fabs(whole) > OUT ? i : out;
        beside = beside == last && fabs(leg) > BESIDE ? i : beside;
        if (fabs(whole) > WOUND) {
            return out;
        }
        if (below &&
            (bi_in_a_hand(play, view->rope, i) || touches(view, view->radius, i, view->curve, apart))) {
            return beside != last ? beside : i;
        }
    }
    return beside;
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
        s->bottom = come_out(play, s, last);
    }
    s->leg = (s->grip - s->bottom) * view->forward * view->length;
    return BIGHT_OK;
}

double bi_cross_tail(const bi_strand_view *view, const bight_scene_cross *cross)
{
    double own = !isnan(view->strand->tail) ? view->strand->tail : TAIL * view->radius;
    return !isnan(cross->tail) ? cross->tail : own;
}

// @param share Of the tail that was asked for.
static bight_status find_grip(bight_play *play, bi_side *s, const bight_scene_cross *cross, double share)
{
    const bi_strand_view *view = &s->view;
    double tail = share * bi_cross_tail(view, cross);
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
// @param spare 1, or more: that much rope over what it needs.
static bight_status check_reach(bight_play *play, const bi_side *s, bight_vec3 top, double line, double spare)
{
    double needs = v3_distance(bi_side_at(s, s->bottom), top) / BI_SLACK + line;
    if (s->leg <= 0.0) {
        return bi_control_fail(
            play,
            "\"%.40s\" is too short: it comes out of a tangle (node %d) %.4g m from its tip, and "
            "its tail should be %.4g m",
            s->view.strand->name, (int)s->bottom, s->tail + s->leg, s->tail);
    }
    if (needs * spare > s->leg) {
        return bi_control_fail(
            play,
            "\"%.40s\" is too short, or too far away: from its bottom (node %d) to the crossing "
            "it needs %.4g m of rope, and has %.4g m before its tail of %.4g m",
            s->view.strand->name, (int)s->bottom, needs, s->leg, s->tail);
    }
    return BIGHT_OK;
}

static bight_status make_frame(bight_play *play, const bight_scene_cross *cross, double spare,
                               const bi_side *c, const bi_side *t)
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
    bight_status status = check_reach(play, c, frame->point, 0.0, spare);
    if (status == BIGHT_OK) {
        status = check_reach(play, t, v3_madd(frame->point, line, frame->x), line, spare);
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

// Which nodes are brought to the crossing.
static bight_status grip(bight_play *play, const bight_scene_cross *cross, double share, bi_side *c,
                         bi_side *t)
{
    bight_status status = find_grip(play, c, cross, share);
    if (status == BIGHT_OK) {
        status = find_grip(play, t, cross, share);
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
    return status;
}

// Where they come from, and whether they get there.
static bight_status reach(bight_play *play, const bight_scene_cross *cross, double spare, bi_side *c,
                          bi_side *t)
{
    bight_status status = find_bottom(play, c, t);
    if (status == BIGHT_OK) {
        status = find_bottom(play, t, c);
    }
    return status == BIGHT_OK ? make_frame(play, cross, spare, c, t) : status;
}

// The shortest share of the tails that may be tried: what the program winds next must still have rope for it.
static double least_share(const bight_play *play, const bight_scene_cross *cross, const bi_side *c,
                          const bi_side *t)
{
    const bight_scene_program *program = &play->scene->script[play->step].program;
    double least = LEAST, tail = bi_cross_tail(&c->view, cross);
    if (!isnan(cross->tail)) {
        return 1.0;
    }
    for (int32_t i = play->control->action + 1; i < program->count && program->at[i].cross == NULL; i++) {
        bi_action copy;
        const bight_scene_wind *wind = bi_attempts_see(play, i, &copy)->wind;
        if (wind != NULL && wind->active_index == c->view.index && wind->target_index == t->view.index) {
            least = bi_max(least, bi_wind_needs(&c->view, &t->view, wind) / tail);
        }
    }
    return least;
}

bight_status bi_cross_plan(bight_play *play, const bight_scene_cross *cross, bi_side *c, bi_side *t)
{
    // strands that are held taut below, or tied already, may have too little rope for the tails that were wished for
    bight_status status = grip(play, cross, 1.0, c, t);
    if (status != BIGHT_OK) {
        return status;
    }
    status = reach(play, cross, 1.0, c, t);
    double least = least_share(play, cross, c, t);
    bight_error asked = play->failure;
    for (double share = 1.0 - STEP; status == BIGHT_ERROR_EXPECT && share >= least; share -= STEP) {
        play->failure = (bight_error){0};
        status = grip(play, cross, share, c, t);
        status = status == BIGHT_OK ? reach(play, cross, SPARE, c, t) : status;
    }
    if (status == BIGHT_ERROR_EXPECT) {
        play->failure = asked; // as the scene has it
    }

    // everything that will be held must be free
    double sum = c->view.radius + t->view.radius;
    int32_t in = (int32_t)(BI_LINE_IN * sum / t->view.length);
    int32_t first_held = t->grip - in * t->view.forward;
    if (status == BIGHT_OK) {
        status = bi_finger_free_nodes(play, &t->view, first_held, t->view.forward,
                                      (t->view.tip - first_held) * t->view.forward + 1);
    }

    if (status == BIGHT_OK) {
        status = bi_finger_free_nodes(play, &c->view, c->grip, c->view.forward,
                                      (c->view.tip - c->grip) * c->view.forward + 1);
    }
    return status;
}
