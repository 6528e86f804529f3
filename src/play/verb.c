// SPDX-License-Identifier: MIT
// The steps of a script: how each begins, what it does every cycle, and when it is over.

#include "play/verb.h"

#include "core/memory.h"
#include "play/control.h"
#include "play/dress.h"
#include "play/expect.h"
#include "play/hand.h"
#include "play/mover.h"
#include "play/pull.h"
#include "play/sheets.h"

#include <stdio.h>
#include <string.h>

#define CALM_CYCLES 10

static const bight_scene_step *current(const bight_play *play)
{
    return &play->scene->script[play->step];
}

// ---- grasp and release ------------------------------------------------------------------------------

static int32_t nearest_node(bight_curve curve, bight_vec3 point)
{
    int32_t nearest = 0;
    for (int32_t i = 1; i < curve.count; i++) {
        if (v3_length_squared(v3_sub(curve.points[i], point)) <
            v3_length_squared(v3_sub(curve.points[nearest], point))) {
            nearest = i;
        }
    }
    return nearest;
}

// What a hand does to the link at its node.
// @param roll Turns.
static bight_status take_link(bight_play *play, const bight_scene_grasp *step, double roll, bi_hand *hand)
{
    bight_status status = BIGHT_OK;
    if (step->point.count > 0) {
        status = bight_hand_point(play->world, hand->rope_hand, step->point.at[0]);
    }
    if (status == BIGHT_OK && (step->twist || step->roll != 0.0)) {
        status = bight_hand_hold_twist(play->world, hand->rope_hand, true);
    }
    if (status == BIGHT_OK && roll != 0.0) {
        status = bight_hand_roll(play->world, hand->rope_hand, 6.283185307179586 * roll);
    }
    if (status == BIGHT_OK && step->needle) {
        status = bight_hand_hold_needle(play->world, hand->rope_hand, true);
        if (status != BIGHT_OK) {
            return bi_play_fail(
                play, status, "\"%s\" cannot hold a needle: it has hold of thread, or the rope is no rod now",
                step->hand);
        }
    }
    return status == BIGHT_OK
               ? status
               : bi_play_fail(
                     play, status,
                     "\"%s\" cannot hold a link: point needs a rope of the model \"rod\", twist and roll one "
                     "that has \"twist\", of which at most %d hands hold it",
                     step->hand, BIGHT_TWIST_HANDS);
}

static bight_status grasp(bight_play *play, const bight_scene_grasp *step)
{
    if (step->cloth_index >= 0) {
        return bi_hand_grasp(play, step);
    }
    bight_curve curve = bight_play_curve(play, step->rope_index);
    int32_t node = step->kind == BIGHT_GRASP_NODE ? bi_play_node(play, step->rope_index, step->node)
                                                  : nearest_node(curve, step->near.at[0]);
    bi_hand *hand = &play->hands[step->hand_index];
    bight_error error = {0};
    bight_status status =
        bight_hand_grasp(play->world, play->ropes[step->rope_index], node, &hand->rope_hand, &error);
    hand->rope = step->rope_index;
    hand->grasp = status == BIGHT_OK ? step : NULL;
    hand->turns = status == BIGHT_OK && step->needle;
    return status == BIGHT_OK ? take_link(play, step, step->roll, hand)
                              : bi_play_fail(play, status, "%s", error.message);
}

static void release(bight_play *play, const bight_scene_step *step)
{
    for (int32_t i = 0; i < step->release.count; i++) {
        bi_hand_release(play, &play->hands[step->release_indices[i]]);
    }
}

// ---- pull_tight -------------------------------------------------------------------------------------

static bight_status start_pull(bight_play *play, const bight_scene_pull *pull)
{
    bi_hand *hands[BI_MOST_PULLING];
    for (int32_t i = 0; i < pull->hands.count; i++) {
        hands[i] = &play->hands[pull->hand_indices[i]];
    }
    int32_t aimless = bi_pull_start(play, hands, pull->hands.count, pull->directions);
    return aimless < 0 ? BIGHT_OK
                       : bi_play_fail(play, BIGHT_ERROR_EXPECT,
                                      "\"%s\" is in the middle of the hands: give directions",
                                      pull->hands.at[aimless]);
}

static void aim_pull(bight_play *play, const bight_scene_pull *pull)
{
    for (int32_t i = 0; i < pull->hands.count; i++) {
        bi_pull_aim(play, &play->hands[pull->hand_indices[i]], pull->speed);
    }
}

static bight_status look_at_pull(bight_play *play, const bight_scene_pull *pull, bool *over)
{
    bi_hand *hands[BI_MOST_PULLING];
    for (int32_t i = 0; i < pull->hands.count; i++) {
        hands[i] = &play->hands[pull->hand_indices[i]];
    }
    double gained = bi_pull_look(play, hands, pull->hands.count, pull->window, pull->progress, over);
    int64_t cycles = play->cycles - play->entered_at;
    if (*over) {
        snprintf(play->words, sizeof play->words, "%s after %lld cycles, hands pulled %.4g in all",
                 play->tight ? "tight" : "stopped, but not by the force of the rope,", (long long)cycles,
                 gained);
    } else if (cycles >= pull->cycles) {
        return bi_play_fail(
            play, BIGHT_ERROR_EXPECT,
            "not tight after %d cycles: the hands pulled %.4g in all and still get farther, lag "
            "%.3g; give more cycles or more speed",
            (int)pull->cycles, gained, play->report.lag);
    }
    return BIGHT_OK;
}

// ---- pull -------------------------------------------------------------------------------------------

// how long the slowest of them takes
static int64_t pull_cycles(const bight_scene_forces *forces)
{
    int64_t most = 0;
    for (int32_t i = 0; i < forces->count; i++) {
        most = forces->at[i].cycles > most ? forces->at[i].cycles : most;
    }
    return most;
}

// From the force that the hand has, evenly.
static bight_status set_hand_force(bight_play *play, const bight_scene_force *force, int64_t cycle)
{
    bi_hand *hand = &play->hands[force->hand_index];
    bight_hand_state state;
    if (cycle == 0) {
        bight_hand_get(play->world, hand->rope_hand, &state);
        hand->pulled = state.force;
    }
    double part = cycle < force->cycles ? (double)cycle / force->cycles : 1.0;
    bight_error error = {0};
    bight_vec3 now = part < 1.0 ? v3_lerp(hand->pulled, force->force, part) : force->force;
    bight_status status = bight_hand_set_force(play->world, hand->rope_hand, now, &error);
    return status == BIGHT_OK ? status
                              : bi_play_fail(play, status, "\"%.60s\": %s", force->hand, error.message);
}

// the forces `cycle` cycles after the step began
static bight_status set_forces(bight_play *play, const bight_scene_forces *forces, int64_t cycle)
{
    bight_vec3 *now = play->forces, *from = play->forces + 2 * play->scene->rope_count;
    if (cycle == 0) {
        memcpy(from, now, 2 * (size_t)play->scene->rope_count * sizeof *now);
    }
    for (int32_t i = 0; i < forces->count; i++) {
        const bight_scene_force *force = &forces->at[i];
        if (force->hand != NULL) {
            bight_status status = set_hand_force(play, force, cycle);
            if (status != BIGHT_OK) {
                return status;
            }
            continue;
        }
        int32_t which = force->end == BIGHT_END_LAST, end = 2 * force->rope_index + which;
        double part = cycle < force->cycles ? (double)cycle / force->cycles : 1.0;
        now[end] = part < 1.0 ? v3_lerp(from[end], force->force, part) : force->force;
        bight_error error = {0};
        bight_status status = bight_rope_pull(play->world, play->ropes[force->rope_index], which,
                                              force->section, now[end], &error);
        if (status != BIGHT_OK) {
            return bi_play_fail(play, status, "%s", error.message);
        }
    }
    return BIGHT_OK;
}

// ---- wait -------------------------------------------------------------------------------------------

static void look_at_wait(bight_play *play, const bight_scene_wait *wait, bool *over)
{
    int64_t waited = play->cycles - play->entered_at;
    bool calm = !isnan(wait->settle) && play->report.moved <= wait->settle * play->thinnest &&
                play->cloth_report.moved <= wait->settle * play->finest;
    play->calm = calm ? play->calm + 1 : 0;
    *over = waited >= wait->cycles || play->calm >= CALM_CYCLES;
    if (*over && play->calm >= CALM_CYCLES) {
        snprintf(play->words, sizeof play->words, "settled after %lld cycles", (long long)waited);
    }
}

// ---- target -----------------------------------------------------------------------------------------

static void set_target(bight_play *play, const bight_scene_target *target)
{
    bi_hand_aim(play, &play->hands[target->hand_index], target->at);
}

// ---- settle -----------------------------------------------------------------------------------------

// Why it has not settled; of layers that are too near each other, also how many places and where the nearest
// is.
static void say_unsettled(const bight_play *play, bight_cloth_settled outcome, char *words, size_t size)
{
    const bight_cloth_report *last = &play->cloth_report;
    bight_vec3 at = last->layer_place;
    int used = snprintf(words, size, "%s", bight_cloth_settled_text(outcome));
    if (outcome == BIGHT_CLOTH_LAYERED && used > 0 && (size_t)used < size) {
        snprintf(words + used, size - (size_t)used, " at %d places, %.2g m at [%.4g, %.4g, %.4g]",
                 (int)last->layers, last->layer_distance, at.x, at.y, at.z);
    }
}

static bight_status look_at_settle(bight_play *play, const bight_scene_settle *settle, bool *over)
{
    bight_cloth_watch *watch = &play->watch;
    int64_t cycles = play->cycles - play->entered_at;
    bight_cloth_watch_step(play->cloth_world, watch, &play->cloth_report);
    play->settled = watch->settled;
    play->cloth_totals.level =
        watch->level > play->cloth_totals.level ? watch->level : play->cloth_totals.level;
    *over = watch->settled || cycles >= settle->cycles;
    char why[160];
    say_unsettled(play, watch->outcome, why, sizeof why);
    if (watch->settled) {
        snprintf(play->words, sizeof play->words, "settled after %lld cycles", (long long)cycles);
    } else if (*over && settle->arrive) {
        return bi_play_fail(play, BIGHT_ERROR_EXPECT,
                            "not settled after %lld cycles: %s; give more cycles, or \"arrive\": false",
                            (long long)cycles, why);
    } else if (*over) {
        snprintf(play->words, sizeof play->words, "not settled after %lld cycles: %.110s", (long long)cycles,
                 why);
    }
    return BIGHT_OK;
}

// ---- model ------------------------------------------------------------------------------------------

// Hands on a rope that is made anew hold the node alone. On a rod they take hold of the link again, with the twist and the
// turn that it has now; of another rope no link can be held.
static bight_status take_links_again(bight_play *play, int32_t rope, bight_rope_model model)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < play->scene->hand_count && status == BIGHT_OK; i++) {
        bi_hand *hand = &play->hands[i];
        if (hand->grasp == NULL || hand->rope != rope) {
            continue;
        }
        hand->turns = model == BIGHT_MODEL_ROD && hand->grasp->needle;
        status = model == BIGHT_MODEL_ROD ? take_link(play, hand->grasp, 0.0, hand) : BIGHT_OK;
    }
    return status;
}

static bight_status change_model(bight_play *play, const bight_scene_model *model)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < model->rope_count && status == BIGHT_OK; i++) {
        int32_t r = model->rope_indices[i];
        bight_rope_def def = bi_play_rope_def(&play->scene->ropes[r]);
        bight_error error = {0};
        def.model = model->to;
        def.rod.friction = isnan(model->friction) ? def.rod.friction : model->friction;
        status = bight_rope_set_model(play->world, play->ropes[r], &def, &error);
        if (status != BIGHT_OK) {
            return bi_play_fail(play, status, "\"%.40s\" cannot change its model: %.200s",
                                play->scene->ropes[r].name, error.message);
        }
        status = take_links_again(play, r, model->to);
    }
    return status;
}

// ---- set --------------------------------------------------------------------------------------------

static bight_status change_cloth(bight_play *play, const bight_scene_set_cloth *set, bight_error *error)
{
    bight_cloth_world_def def = bight_cloth_world_get_def(play->cloth_world);
#define X(field, words, least, most, standard) def.field = isnan(set->field) ? def.field : set->field;
    BIGHT_CLOTH_WORLD_FIELDS(X)
#undef X
#define X(field, words, least, most, standard) def.field = set->field == 0 ? def.field : set->field;
    BIGHT_CLOTH_WORLD_COUNTS(X)
#undef X
    def.gravity = set->gravity.count > 0 ? set->gravity.at[0] : def.gravity;
    return bight_cloth_world_set_def(play->cloth_world, &def, error);
}

static bight_status change_settings(bight_play *play, const bight_scene_set *set)
{
    bight_world_def def = bight_world_get_def(play->world);
#define X(field, unit, words, least, most, standard) def.field = isnan(set->field) ? def.field : set->field;
    BIGHT_WORLD_FIELDS(X)
#undef X
    def.gravity = set->gravity.count > 0 ? set->gravity.at[0] : def.gravity;
    bight_error error = {0};
    bight_status status = bight_world_set_def(play->world, &def, &error);
    play->speed_limit = def.speed_limit;
    status = status == BIGHT_OK && set->cloth != NULL ? change_cloth(play, set->cloth, &error) : status;
    return status == BIGHT_OK ? status : bi_play_fail(play, status, "%s", error.message);
}

// ---- the three moments ------------------------------------------------------------------------------

bight_status bi_verb_enter(bight_play *play, bool *instant)
{
    const bight_scene_step *step = current(play);
    play->words[0] = '\0';
    play->calm = 0;

    // most steps are done at once; those that take cycles end when bi_verb_look() says so
    *instant = true;
    switch (step->verb) {
    case BIGHT_VERB_GRASP:
        return grasp(play, step->grasp);
    case BIGHT_VERB_TARGET:
        set_target(play, step->target);
        return BIGHT_OK;
    case BIGHT_VERB_RELEASE:
        release(play, step);
        return BIGHT_OK;
    case BIGHT_VERB_EXPECT:
        return bi_expect_check(play, step->expect);
    case BIGHT_VERB_STILL:
        bi_play_tell(play, (bight_play_event){.kind = BIGHT_PLAY_STILL, .words = step->still});
        return BIGHT_OK;
    case BIGHT_VERB_SET:
        return change_settings(play, step->set);
    case BIGHT_VERB_MOVE:
        *instant = false;
        return bi_moves_start(play, step->move, 1);
    case BIGHT_VERB_TOGETHER:
        *instant = false;
        return bi_moves_start(play, step->together.at, step->together.count);
    case BIGHT_VERB_PULL_TIGHT:
        *instant = false;
        return start_pull(play, step->pull_tight);
    case BIGHT_VERB_PULL:
        *instant = pull_cycles(&step->pull) == 0;
        return set_forces(play, &step->pull, 0);
    case BIGHT_VERB_PIN:
        return bi_sheets_pin(play, step->pin, true);
    case BIGHT_VERB_UNPIN:
        return bi_sheets_pin(play, step->unpin, false);
    case BIGHT_VERB_SETTLE:
        *instant = false;
        play->watch = (bight_cloth_watch){0};
        play->settled = false;
        return BIGHT_OK;
    case BIGHT_VERB_LEAD:
        *instant = false;
        return bi_lead_start(play, step->lead);
    case BIGHT_VERB_REDRESS:
        return bi_redress(play, step->redress);
    case BIGHT_VERB_MODEL:
        return change_model(play, step->model);
    case BIGHT_VERB_WAIT:
        *instant = false;
        return BIGHT_OK;
    default:
        return bi_control_enter(play, instant);
    }
}

bight_status bi_verb_aim(bight_play *play)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < play->mover_count && status == BIGHT_OK; i++) {
        status = bi_mover_aim(play, &play->movers[i]);
    }
    if (current(play)->verb == BIGHT_VERB_PULL) {
        // nothing that was accepted when the step began can be refused now
        set_forces(play, &current(play)->pull, play->cycles - play->entered_at + 1);
    }
    if (current(play)->verb == BIGHT_VERB_PULL_TIGHT) {
        aim_pull(play, current(play)->pull_tight);
    } else if (current(play)->verb >= BIGHT_VERB_CROSS) {
        bi_control_aim(play);
    }
    return status;
}

bight_status bi_verb_look(bight_play *play, bool *over)
{
    const bight_scene_step *step = current(play);
    bight_status status = BIGHT_OK;
    if (step->until > 0 && play->cycles >= step->until) {
        snprintf(play->words, sizeof play->words, "cut off at cycle %d", (int)step->until);
        *over = true;
    } else if (step->verb == BIGHT_VERB_WAIT) {
        look_at_wait(play, step->wait, over);
    } else if (step->verb == BIGHT_VERB_SETTLE) {
        status = look_at_settle(play, step->settle, over);
    } else if (step->verb == BIGHT_VERB_LEAD) {
        bi_lead_look(play, step->lead, over);
    } else if (step->verb == BIGHT_VERB_PULL) {
        *over = play->cycles - play->entered_at >= pull_cycles(&step->pull);
    } else if (step->verb == BIGHT_VERB_PULL_TIGHT) {
        status = look_at_pull(play, step->pull_tight, over);
    } else if (step->verb >= BIGHT_VERB_CROSS) {
        status = bi_control_look(play, over);
    } else {
        status = bi_moves_look(play, over);
    }
    if (status != BIGHT_OK || *over) {
        bi_moves_end(play);
        if (step->verb == BIGHT_VERB_SETTLE) {
            bight_cloth_watch_end(play->cloth_world);
        }
        bi_lead_end(play);
    }
    return status;
}
