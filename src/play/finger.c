// SPDX-License-Identifier: MIT
// Hands that a manoeuvre uses by itself.

#include "play/finger.h"

#include "core/assert.h"
#include "core/vec3.h"

#define PROGRESS 0.001 // radii
#define LEASH 2.0      // cycles that a goal runs ahead of what it leads

bi_finger *bi_finger_find(const bight_play *play, int32_t rope, int32_t node)
{
    bi_control *control = play->control;
    for (int32_t i = 0; i < control->finger_count; i++) {
        if (control->fingers[i].rope == rope && control->fingers[i].node == node) {
            return &control->fingers[i];
        }
    }
    return NULL;
}

int32_t bi_hand_on(const bight_play *play, int32_t rope, int32_t node)
{
    BI_ASSERT(rope >= 0 && rope < play->scene->rope_count);
    for (int32_t i = 0; i < play->scene->hand_count; i++) {
        bight_hand_state state;
        if (play->hands[i].rope == rope &&
            bight_hand_get(play->world, play->hands[i].rope_hand, &state) == BIGHT_OK && state.node == node) {
            return i;
        }
    }
    return -1;
}

bight_status bi_finger_free_nodes(bight_play *play, const bi_strand_view *strand, int32_t first, int32_t step,
                                  int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        int32_t hand = bi_hand_on(play, strand->rope, first + i * step);
        if (hand >= 0) {
            return bi_control_fail(play,
                                   "node %d of \"%.40s\" is needed, and the hand \"%.40s\" holds it: "
                                   "release it first",
                                   (int)(first + i * step), play->scene->ropes[strand->rope].name,
                                   play->scene->hands[hand]);
        }
    }
    return BIGHT_OK;
}

bight_status bi_finger_take(bight_play *play, const bi_strand_view *strand, int32_t node, int32_t role,
                            bi_finger **finger)
{
    BI_ASSERT(node >= 0 && node < strand->curve.count);
    bi_control *control = play->control;
    *finger = bi_finger_find(play, strand->rope, node);
    if (*finger == NULL) {
        if (control->finger_count == BI_MOST_FINGERS) {
            return bi_control_fail(play,
                                   "more than %d nodes would have to be held: use longer links or let go "
                                   "of other strands",
                                   BI_MOST_FINGERS);
        }
        bight_hand_id rope_hand;
        bight_error error = {0};
        bight_status status =
            bight_hand_grasp(play->world, play->ropes[strand->rope], node, &rope_hand, &error);
        if (status == BIGHT_ERROR_NO_MEMORY) {
            return bi_play_fail(play, status, "no memory for a hand");
        }
        if (status != BIGHT_OK) {
            return bi_control_fail(play, "\"%.40s\": %.150s", play->scene->ropes[strand->rope].name,
                                   error.message);
        }
        *finger = &control->fingers[control->finger_count++];
        **finger = (bi_finger){.rope_hand = rope_hand, .rope = strand->rope, .node = node};
    }

    (*finger)->strand = strand->index;
    (*finger)->role = role;
    (*finger)->goal = strand->curve.points[node];
    (*finger)->swings = false;
    return BIGHT_OK;
}

void bi_finger_release(bight_play *play, int32_t strand, uint32_t roles)
{
    BI_ASSERT(strand >= 0 && strand < play->scene->strand_count);
    bi_control *control = play->control;
    int32_t kept = 0;
    for (int32_t i = 0; i < control->finger_count; i++) {
        bi_finger finger = control->fingers[i];
        if (finger.strand == strand && roles & BI_ROLE(finger.role)) {
            bight_hand_release(play->world, finger.rope_hand);
        } else {
            control->fingers[kept++] = finger;
        }
    }
    control->finger_count = kept;
}

double bi_finger_lag(const bight_play *play, const bi_finger *finger)
{
    bight_hand_state state;
    bight_hand_get(play->world, finger->rope_hand, &state);
    return state.lag;
}

// ---- stages -----------------------------------------------------------------------------------------

// where a finger should be when `part` of its way is done
static bight_vec3 on_the_way(const bi_finger *finger, double part)
{
    bight_vec3 straight = v3_lerp(finger->start, finger->goal, part);
    if (!finger->swings) {
        return straight;
    }
    double from = v3_distance(finger->start, finger->center), to = v3_distance(finger->goal, finger->center);
    bight_vec3 way = v3_unit(v3_sub(straight, finger->center), v3(0, 0, 0));
    return v3_madd(finger->center, from + part * (to - from), way);
}

void bi_stage_begin(bight_play *play, double speed)
{
    BI_ASSERT(speed > 0.0);
    bi_control *control = play->control;
    double cycles = 1.0;
    for (int32_t i = 0; i < control->finger_count; i++) {
        bi_finger *finger = &control->fingers[i];
        finger->start = bight_play_curve(play, finger->rope).points[finger->node];
        double limit = speed * bi_play_hand_limit(play, finger->rope);
        // a swing is at most pi / 2 times its chord, and faster in the middle
        double way = (finger->swings ? 2.0 : 1.0) * v3_distance(finger->start, finger->goal);
        cycles = bi_max(cycles, way / limit);
    }
    control->part = 0.0;
    control->pace = 1.0 / cycles;
    control->best = HUGE_VAL;
    control->stalled = 0;
}

void bi_stage_aim(bight_play *play)
{
    bi_control *control = play->control;
    bool waits = false;
    for (int32_t i = 0; i < control->finger_count; i++) {
        const bi_finger *finger = &control->fingers[i];
        waits = waits || bi_finger_lag(play, finger) > LEASH * bi_play_hand_limit(play, finger->rope);
    }
    if (!waits) {
        control->part += control->pace;
        control->part = control->part > 1.0 - 1e-12 ? 1.0 : control->part;
    }
    for (int32_t i = 0; i < control->finger_count; i++) {
        const bi_finger *finger = &control->fingers[i];
        bight_hand_set_target(play->world, finger->rope_hand, on_the_way(finger, control->part));
    }
}

// A leg that holds up the others is let go: where it lies is a convenience.
static void drop_legs(bight_play *play)
{
    bi_control *control = play->control;
    for (int32_t i = 0; i < control->finger_count; i++) {
        bi_finger finger = control->fingers[i];
        double most = BI_ARRIVED * play->scene->ropes[finger.rope].radius;
        if (finger.role == BI_FINGER_LEG && bi_finger_lag(play, &finger) > most) {
            bight_hand_release(play->world, finger.rope_hand);
            control->fingers[i--] = control->fingers[--control->finger_count];
        }
    }
}

bight_status bi_stage_look(bight_play *play, int32_t patience, const char *what, bool *over)
{
    bi_control *control = play->control;
    if (control->stalled == BI_SETTLED) {
        drop_legs(play);
    }

    // of each finger the way to its goal: the part of its path to come, and its lag behind its target
    double left = 0.0, most = 0.0;
    const bi_finger *last = NULL;
    bool there = control->part >= 1.0, near = there;
    for (int32_t i = 0; i < control->finger_count; i++) {
        const bi_finger *finger = &control->fingers[i];
        double lag = bi_finger_lag(play, finger);
        double way = (1.0 - control->part) * v3_distance(finger->start, finger->goal) + lag;
        double radius = play->scene->ropes[finger->rope].radius;
        there = there && lag <= BI_ARRIVED * radius;
        near = near && lag <= BI_NEAR * radius;
        left += way;
        if (way > most) {
            most = way;
            last = finger;
        }
    }

    // over when all fingers have arrived, or are near and have stopped coming nearer
    *over = there || (near && control->stalled >= BI_SETTLED);

    // progress is a shorter sum of ways than ever; without any for `patience` cycles the stage fails
    if (*over || left < control->best - PROGRESS * play->thinnest) {
        control->best = left;
        control->stalled = 0;
    } else if (++control->stalled >= patience && last != NULL) {
        bight_hand_state state;
        bight_hand_get(play->world, last->rope_hand, &state);
        return bi_control_fail(
            play,
            "node %d of \"%.40s\" is %.3g from where it should be %s and came no nearer in %d "
            "cycles; %s",
            (int)last->node, play->scene->ropes[last->rope].name, most, what, (int)patience,
            state.stretched ? "the rope is taut" : "strands or obstacles hold it back");
    }
    return BIGHT_OK;
}
