// SPDX-License-Identifier: MIT

#include "garment/top.h"

#include "core/turn.h"
#include "core/vec3.h"

// Edges of a panel, its right half; a whole panel has LEFT_... as well.
enum {
    HEM,
    SIDE,
    UNDERARM,
    CUFF,
    SHOULDER,
    NECK,
    NECK_LEFT,
    SHOULDER_LEFT,
    CUFF_LEFT,
    UNDERARM_LEFT,
    SIDE_LEFT
};
// An open front has its middle edge where a whole panel has the left half of its neck.
enum { MIDDLE = NECK_LEFT };

#define BESIDE 0.01 // metres from the side to the cuff, at least

// Corners of the right half: y is 0 at the neck's side, where shoulder seams begin.
typedef struct corners {
    double hem[2], side[2], arm[2], cuff[2], wrist[2], tip[2], neck[2], deep[2];
} corners;

static corners find_corners(const bi_top *top, const bi_torso *torso, double depth)
{
    bi_turn turn = bi_turn_of(torso->angle / 360.0);
    double c = turn.cosine, s = turn.sine;
    double half = 0.25 * top->chest, tip[2] = {0.5 * torso->shoulders, -0.055};
    double gone = bi_length_2d(tip[0] - top->neck, tip[1]);

    // shoulders of a wide top drop: its sleeves end outside its sides, on which the lower corner of a short one would lie
    double least = (half + BESIDE + 0.5 * top->cuff * s - tip[0]) / c;
    double arm = bi_max(bi_max(0.05, least), top->sleeve - gone);
    corners k = {.hem = {0.25 * top->hem, -top->length},
                 .side = {half, -0.34},
                 .arm = {half, -0.235},
                 .wrist = {tip[0] + arm * c, tip[1] - arm * s},
                 .tip = {tip[0], tip[1]},
                 .neck = {top->neck, 0.0},
                 .deep = {0.0, -depth}};
    k.cuff[0] = k.wrist[0] - 0.5 * top->cuff * s;
    k.cuff[1] = k.wrist[1] - 0.5 * top->cuff * c;
    k.side[1] =
        bi_min(-0.34, k.cuff[1] - 0.03); // a short sleeve ends beside the armpit: the side begins below it
    return k;
}

// A straight line out of the corner at the sleeve, a curve in the armpit: one cubic.
static void add_half(bi_draft *draft, const corners *k, double side)
{
    bi_draft_line(draft, side * k->hem[0], k->hem[1]);
    bi_draft_cubic(draft, side * k->side[0], k->side[1], side * k->arm[0], k->arm[1], side * k->arm[0],
                   k->arm[1]);
    bi_draft_line(draft, side * k->cuff[0], k->cuff[1]);
    bi_draft_cubic(draft, side * k->wrist[0], k->wrist[1], side * (0.4 * k->wrist[0] + 0.6 * k->tip[0]),
                   0.4 * k->wrist[1] + 0.6 * k->tip[1], side * k->tip[0], k->tip[1] + 0.01);
    bi_draft_cubic(draft, side * k->neck[0], k->neck[1], side * k->neck[0] * 0.95, 0.75 * k->deep[1],
                   side * 0.55 * k->neck[0], k->deep[1]);
}

static void add_whole(bi_draft *draft, const bi_top *top, const corners *k)
{
    bi_draft_quadratic(draft, -k->hem[0], k->hem[1], 0.0, k->hem[1] - 2.0 * top->curve);
    add_half(draft, k, 1.0);
    // the left half runs the other way: each edge of the right half, backwards
    bi_draft_cubic(draft, 0.0, k->deep[1], -0.55 * k->neck[0], k->deep[1], -k->neck[0] * 0.95,
                   0.75 * k->deep[1]);
    bi_draft_cubic(draft, -k->neck[0], 0.0, -k->tip[0], k->tip[1] + 0.01,
                   -(0.4 * k->wrist[0] + 0.6 * k->tip[0]), 0.4 * k->wrist[1] + 0.6 * k->tip[1]);
    bi_draft_line(draft, -k->wrist[0], k->wrist[1]);
    bi_draft_cubic(draft, -k->cuff[0], k->cuff[1], -k->arm[0], k->arm[1], -k->arm[0], k->arm[1]);
    bi_draft_line(draft, -k->side[0], k->side[1]);
}

// Half of an open front, with a tail below its inner corner when asked for.
static void add_open(bi_draft *draft, const bi_top *top, const corners *k, double side)
{
    double inner = top->gap, end = k->hem[1] - top->curve, tail = top->tail > 0.0 ? top->tail_width : 0.0;
    bi_draft_quadratic(draft, side * (inner + tail), end, side * (0.5 * k->hem[0] + 0.5 * (inner + tail)),
                       end);
    add_half(draft, k, side);
    bi_draft_line(draft, side * inner, k->deep[1]);
    if (tail > 0.0) { // a tail that narrows to its end, cut aslant
        bi_draft_line(draft, side * inner, end - top->tail);
        bi_draft_line(draft, side * (inner + 0.75 * tail), end - 0.88 * top->tail);
        bi_draft_quadratic(draft, side * (inner + 0.95 * tail), end - 0.2 * top->tail, side * (inner + tail),
                           end - 0.05 * top->tail);
    }
}

static void puff(bi_draft *draft, int32_t panel, uint32_t sewn, double height)
{
    if (draft->status == BIGHT_OK) {
        draft->pieces[panel].sewn = sewn;
        draft->pieces[panel].puff = height;
    }
}

static double neck_length(const bi_draft *draft, int32_t panel)
{
    return draft->status == BIGHT_OK ? bi_edge_length(&draft->pattern.panels[panel], NECK) : 0.1;
}

// Half a hood: its lower edge as long as half the neck, its back and crown sewn to the other half.
static int32_t add_hood(bi_draft *draft, const bi_top *top, const char *name, double front, double back,
                        double side)
{
    int32_t panel = bi_draft_panel(draft, name, BI_LAY_PUFFED);
    double w = front + back, h = top->hood;
    bi_draft_line(draft, 0.0, 0.0);
    bi_draft_line(draft, side * front, 0.0);
    bi_draft_cubic(draft, side * w, 0.0, side * (w + 0.09), 0.55 * h, side * (w + 0.06), 1.08 * h);
    bi_draft_line(draft, 0.0, h);
    bi_draft_lay(draft, v3(side * 0.012, draft->torso.height + 0.01, 0.5 * w), v3(0.0, 0.0, -side),
                 v3(0.0, 1.0, 0.0));
    puff(draft, panel, 1u << 2, 0.12);
    return panel;
}

static void add_collar(bi_draft *draft, const bi_top *top, int32_t right, int32_t left, int32_t back,
                       double front_length, double back_length)
{
    double half = front_length + back_length, h = top->collar, radius = half / 3.141592653589793;
    int32_t panel = bi_draft_panel(draft, "collar", BI_LAY_STRIP);
    bi_draft_line(draft, -half, 0.0);
    bi_draft_line(draft, -back_length, 0.0);
    bi_draft_line(draft, 0.0, 0.0);
    bi_draft_line(draft, back_length, 0.0);
    bi_draft_line(draft, half, 0.0);
    bi_draft_line(draft, half, h);
    bi_draft_line(draft, -half, h);
    if (draft->status == BIGHT_OK) {
        double r = radius * (half / (half - 0.5 * top->gap));
        draft->pieces[panel].path = (bi_path_plan){.origin = v3(0.0, draft->torso.height - 0.01, -r),
                                                   .tangent = v3(-1.0, 0.0, 0.0),
                                                   .normal = v3(0.0, 0.0, 1.0),
                                                   .bends = {{half, 1.0 / r, 0.0}},
                                                   .count = 1};
    }

    // from the right front round the back to the left front; the back's panel is seen from behind
    bi_draft_join(draft, panel, 0, right, NECK, -1);
    bi_draft_join(draft, panel, 1, back, NECK_LEFT, -1);
    bi_draft_join(draft, panel, 2, back, NECK, -1);
    bi_draft_join(draft, panel, 3, left, right == left ? NECK_LEFT : NECK, right == left ? -1 : 1);
}

void bi_draft_top(bi_draft *draft, const bi_top *top)
{
    const bi_torso *torso = &draft->torso;
    corners front = find_corners(top, torso, top->front_depth), back = find_corners(top, torso, 0.02);
    bight_vec3 at = v3(0.0, torso->height, 0.004), behind = v3(0.0, torso->height, -0.004);
    bight_vec3 x = v3(1.0, 0.0, 0.0), y = v3(0.0, 1.0, 0.0);
    uint32_t half = 1u << SIDE | 1u << UNDERARM | 1u << SHOULDER;
    uint32_t whole = half | 1u << SHOULDER_LEFT | 1u << UNDERARM_LEFT | 1u << SIDE_LEFT;
    int32_t right, left;
    if (top->open) {
        right = bi_draft_panel(draft, "front_right", BI_LAY_PUFFED);
        add_open(draft, top, &front, 1.0);
        bi_draft_lay(draft, at, x, y);
        puff(draft, right, half, 0.14);
        left = bi_draft_panel(draft, "front_left", BI_LAY_PUFFED);
        add_open(draft, top, &front, -1.0);
        bi_draft_lay(draft, at, x, y);
        puff(draft, left, half, 0.14);
    } else {
        right = left = bi_draft_panel(draft, "front", BI_LAY_PUFFED);
        add_whole(draft, top, &front);
        bi_draft_lay(draft, at, x, y);
        puff(draft, right, whole, 0.14);
    }
    int32_t rear = bi_draft_panel(draft, "back", BI_LAY_PUFFED);
    add_whole(draft, top, &back);
    bi_draft_lay(draft, behind, v3(-1.0, 0.0, 0.0), y);
    puff(draft, rear, whole, 0.14);

    static const int32_t rights[3] = {SIDE, UNDERARM, SHOULDER},
                         lefts[3] = {SIDE_LEFT, UNDERARM_LEFT, SHOULDER_LEFT};
    for (int32_t i = 0; i < 3; i++) { // the front's right is the back's left
        bi_draft_join(draft, right, rights[i], rear, lefts[i], -1);
        bi_draft_join(draft, left, top->open ? rights[i] : lefts[i], rear, rights[i], top->open ? 1 : -1);
    }

    if (top->open && top->buttoned) {
        bi_draft_join(draft, right, MIDDLE, left, MIDDLE, 1);
    }

    double front_length = neck_length(draft, right), back_length = neck_length(draft, rear);
    if (top->hood > 0.0) {
        int32_t one = add_hood(draft, top, "hood_right", front_length, back_length, 1.0);
        int32_t two = add_hood(draft, top, "hood_left", front_length, back_length, -1.0);
        bi_draft_join(draft, one, 0, right, NECK, -1);
        bi_draft_join(draft, one, 1, rear, NECK_LEFT, -1);
        bi_draft_join(draft, two, 0, left, right == left ? NECK_LEFT : NECK, right == left ? 1 : -1);
        bi_draft_join(draft, two, 1, rear, NECK, 1);
        bi_draft_join(draft, one, 2, two, 2, 1);
    }
    if (top->collar > 0.0) {
        add_collar(draft, top, right, left, rear, front_length, back_length);
    }
    draft->fitted = draft->on_body = true;
    draft->fitted_count = draft->pattern.panel_count;
}
