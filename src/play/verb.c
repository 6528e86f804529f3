// SPDX-License-Identifier: MIT
// The steps of a script: how each begins, what it does every cycle, and when it is over.

#include "core/memory.h"
#include "play/play_state.h"

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

static bight_status grasp(bight_play *play, const bight_scene_grasp *step)
{
    bight_curve curve = bight_play_curve(play, step->rope_index);
    int32_t node = step->kind == 0 ? bi_play_node(play, step->rope_index, step->node)
                                   : nearest_node(curve, step->near.at[0]);
    bi_hand *hand = &play->hands[step->hand_index];
    bight_error error = {0};
    bight_status status =
        bight_handle_grasp(play->world, play->ropes[step->rope_index], node, &hand->handle, &error);
    hand->rope = step->rope_index;
    return status == BIGHT_OK ? status : bi_play_fail(play, status, "%s", error.message);
}

static void release(bight_play *play, const bight_scene_step *step)
{
    for (int32_t i = 0; i < step->release.count; i++) {
        bi_hand *hand = &play->hands[step->release_indices[i]];
        bight_handle_release(play->world, hand->handle);
        hand->handle = (bight_handle_id){0};
    }
}

// ---- move and together ------------------------------------------------------------------------------

static bight_status start_moves(bight_play *play, const bight_scene_move *moves, int32_t count)
{
    play->movers = bi_new_array(&play->def.env.allocator, (size_t)count, sizeof *play->movers);
    if (play->movers == NULL) {
        return bi_play_fail(play, BIGHT_ERROR_NO_MEMORY, "no memory for its moves");
    }
    play->mover_count = count;
    for (int32_t i = 0; i < count; i++) {
        bight_status status = bi_mover_start(play, &play->movers[i], &moves[i]);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    return BIGHT_OK;
}

static void end_moves(bight_play *play)
{
    for (int32_t i = 0; i < play->mover_count; i++) {
        bi_mover_free(play, &play->movers[i]);
    }
    bi_free_array(&play->def.env.allocator, play->movers, (size_t)play->mover_count, sizeof *play->movers);
    play->movers = NULL;
    play->mover_count = 0;
}

static const char *why_held_back(const bight_play *play, const bi_mover *mover)
{
    if (mover->hand < 0) {
        return "ropes are in its way";
    }
    bight_handle_state state;
    bight_handle_get(play->world, play->hands[mover->hand].handle, &state);
    return state.stretched ? "the rope is taut: give it more slack, or go less far"
           : state.blocked ? "strands are in its way: lead it round them, or slower"
                           : "strands or obstacles hold it back: lead it round them, or slower";
}

static bight_status look_at_moves(bight_play *play, bool *over)
{
    *over = true;
    for (int32_t i = 0; i < play->mover_count; i++) {
        bi_mover *mover = &play->movers[i];
        bool stuck = false;
        bi_mover_look(play, mover, &stuck);
        if (stuck) {
            const char *name = mover->hand >= 0 ? play->scene->hands[mover->hand]
                                                : play->scene->obstacles[mover->obstacle].name;
            return bi_play_fail(
                play, BIGHT_ERROR_EXPECT,
                "\"%.40s\" is %.3g from where it should be and came no nearer in %d cycles; %s", name,
                (1.0 - mover->part) * mover->length + bi_mover_lag(play, mover), (int)mover->patience,
                why_held_back(play, mover));
        }
        *over = *over && mover->done;
    }
    return BIGHT_OK;
}

// ---- pull_tight -------------------------------------------------------------------------------------

static bight_vec3 hand_position(const bight_play *play, int32_t hand)
{
    bight_handle_state state;
    bight_handle_get(play->world, play->hands[hand].handle, &state);
    return state.position;
}

static bight_status start_pull(bight_play *play, const bight_scene_pull *pull)
{
    bight_vec3 middle = {0, 0, 0};
    for (int32_t i = 0; i < pull->hands.count; i++) {
        bi_hand *hand = &play->hands[pull->hand_indices[i]];
        hand->origin = hand_position(play, pull->hand_indices[i]);
        middle = v3_madd(middle, 1.0 / pull->hands.count, hand->origin);
    }
    for (int32_t i = 0; i < pull->hands.count; i++) {
        bi_hand *hand = &play->hands[pull->hand_indices[i]];
        bool given = pull->directions.count > 0;
        hand->direction = v3_unit(given ? pull->directions.at[i] : v3_sub(hand->origin, middle), v3(0, 0, 0));
        if (v3_length(hand->direction) < 0.5) {
            return bi_play_fail(play, BIGHT_ERROR_EXPECT,
                                "\"%s\" is in the middle of the hands: give directions", pull->hands.at[i]);
        }
    }
    play->mark = 0.0;
    play->mark_cycle = play->cycles;
    play->tight = false;
    return BIGHT_OK;
}

// each target is one step ahead on a straight line: a hand that is pushed aside comes back to it
static void aim_pull(bight_play *play, const bight_scene_pull *pull)
{
    for (int32_t i = 0; i < pull->hands.count; i++) {
        const bi_hand *hand = &play->hands[pull->hand_indices[i]];
        bight_vec3 at = hand_position(play, pull->hand_indices[i]);
        double gained = v3_dot(v3_sub(at, hand->origin), hand->direction);
        gained += pull->speed * bi_play_hand_limit(play, hand->rope);
        bight_handle_set_target(play->world, hand->handle, v3_madd(hand->origin, gained, hand->direction));
    }
}

// Tight is when all hands together have not got `progress` beyond their best for `window` cycles: shaking to
// and fro is no progress, and a stop by the stretch limit, by a jam or by an obstacle all count alike.
static bight_status look_at_pull(bight_play *play, const bight_scene_pull *pull, bool *over)
{
    double gained = 0.0, radius = 0.0;
    for (int32_t i = 0; i < pull->hands.count; i++) {
        const bi_hand *hand = &play->hands[pull->hand_indices[i]];
        bight_vec3 way = v3_sub(hand_position(play, pull->hand_indices[i]), hand->origin);
        gained += v3_dot(way, hand->direction);
        radius = fmax(radius, play->scene->ropes[hand->rope].radius);
    }
    if (gained > play->mark + pull->progress * radius) {
        play->mark = gained;
        play->mark_cycle = play->cycles;
    }
    *over = play->cycles - play->mark_cycle >= pull->window;
    if (*over) {
        play->tight = true;
        for (int32_t i = 0; i < pull->hands.count; i++) {
            int32_t hand = pull->hand_indices[i];
            bight_handle_set_target(play->world, play->hands[hand].handle, hand_position(play, hand));
        }
        snprintf(play->words, sizeof play->words, "tight after %lld cycles, hands pulled %.4g in all",
                 (long long)(play->cycles - play->entered_at), gained);
    } else if (play->cycles - play->entered_at >= pull->cycles) {
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

// the forces `cycle` cycles after the step began
static bight_status set_forces(bight_play *play, const bight_scene_forces *forces, int64_t cycle)
{
    bight_vec3 *now = play->forces, *from = play->forces + 2 * play->scene->rope_count;
    if (cycle == 0) {
        memcpy(from, now, 2 * (size_t)play->scene->rope_count * sizeof *now);
    }
    for (int32_t i = 0; i < forces->count; i++) {
        const bight_scene_force *force = &forces->at[i];
        int32_t end = 2 * force->rope_index + force->end;
        double part = cycle < force->cycles ? (double)cycle / force->cycles : 1.0;
        now[end] = part < 1.0 ? v3_lerp(from[end], force->force, part) : force->force;
        bight_error error = {0};
        bight_status status = bight_rope_pull(play->world, play->ropes[force->rope_index], force->end,
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
    bool calm = !isnan(wait->settle) && play->report.moved <= wait->settle * play->thinnest;
    play->calm = calm ? play->calm + 1 : 0;
    *over = waited >= wait->cycles || play->calm >= CALM_CYCLES;
    if (*over && play->calm >= CALM_CYCLES) {
        snprintf(play->words, sizeof play->words, "settled after %lld cycles", (long long)waited);
    }
}

// ---- target -----------------------------------------------------------------------------------------

static void set_target(bight_play *play, const bight_scene_target *target)
{
    bight_handle_set_target(play->world, play->hands[target->hand_index].handle, target->at);
}

// ---- set --------------------------------------------------------------------------------------------

static bight_status change_settings(bight_play *play, const bight_scene_set *set)
{
    bight_world_def def = bight_world_get_def(play->world);
    def.slip = isnan(set->slip) ? def.slip : set->slip;
    def.speed_limit = isnan(set->speed_limit) ? def.speed_limit : set->speed_limit;
    def.stretch_limit = isnan(set->stretch_limit) ? def.stretch_limit : set->stretch_limit;
    def.gravity = set->gravity.count > 0 ? set->gravity.at[0] : def.gravity;
    bight_error error = {0};
    bight_status status = bight_world_set_def(play->world, &def, &error);
    play->speed_limit = def.speed_limit;
    return status == BIGHT_OK ? status : bi_play_fail(play, status, "%s", error.message);
}

// ---- the three moments ------------------------------------------------------------------------------

bight_status bi_verb_enter(bight_play *play, bool *instant)
{
    const bight_scene_step *step = current(play);
    play->words[0] = '\0';
    play->calm = 0;
    *instant = true;
    switch ((bight_scene_verb)step->verb) {
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
        return start_moves(play, step->move, 1);
    case BIGHT_VERB_TOGETHER:
        *instant = false;
        return start_moves(play, step->together.at, step->together.count);
    case BIGHT_VERB_PULL_TIGHT:
        *instant = false;
        return start_pull(play, step->pull_tight);
    case BIGHT_VERB_PULL:
        *instant = pull_cycles(&step->pull) == 0;
        return set_forces(play, &step->pull, 0);
    case BIGHT_VERB_WAIT:
        *instant = false;
        break;
    }
    return BIGHT_OK;
}

void bi_verb_aim(bight_play *play)
{
    for (int32_t i = 0; i < play->mover_count; i++) {
        bi_mover_aim(play, &play->movers[i]);
    }
    if (current(play)->verb == BIGHT_VERB_PULL) {
        // nothing that was accepted when the step began can be refused now
        set_forces(play, &current(play)->pull, play->cycles - play->entered_at + 1);
    }
    if (current(play)->verb == BIGHT_VERB_PULL_TIGHT) {
        aim_pull(play, current(play)->pull_tight);
    }
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
    } else if (step->verb == BIGHT_VERB_PULL) {
        *over = play->cycles - play->entered_at >= pull_cycles(&step->pull);
    } else if (step->verb == BIGHT_VERB_PULL_TIGHT) {
        status = look_at_pull(play, step->pull_tight, over);
    } else {
        status = look_at_moves(play, over);
    }
    if (status != BIGHT_OK || *over) {
        end_moves(play);
    }
    return status;
}
