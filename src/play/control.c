// SPDX-License-Identifier: MIT
// The finite-state machine (Wang, Komura 2012, figure 2): the actions of a program, one after another, each
// with conditions to begin, progress, a time-out and a clear failure.

#include "play/control.h"

#include "core/memory.h"
#include "play/attempt.h"
#include "play/control_state.h"
#include "play/cross.h"
#include "play/cross_plan.h"
#include "play/expect.h"
#include "play/finger.h"
#include "play/mover.h"
#include "play/tighten.h"
#include "play/wind.h"
#include "play/wind_cloth.h"
#include "play/wind_plan.h"

#include <string.h>

#define CROSS_GUESS 900.0
#define WIND_GUESS 500.0
#define TIGHTEN_GUESS 600.0

double bi_control_guess(const bight_scene_action *action)
{
    switch (action->kind) {
    case BIGHT_ACTION_CROSS:
        return CROSS_GUESS;
    case BIGHT_ACTION_WIND:
        return WIND_GUESS * action->wind->turns;
    case BIGHT_ACTION_TIGHTEN:
        return TIGHTEN_GUESS;
    default:
        return 0.0;
    }
}

// What is carried out from now on. It is kept: the values of later tries must not reach it.
static void take(bight_play *play, int32_t action)
{
    bi_action *now = &play->control->now;
    const bight_scene_action *said = bi_attempts_see(play, action, now);
    if (said != &now->action) {
        now->action = *said;
    }
}

static bight_status check_goal(bight_play *play, const bight_scene_goal *goal)
{
    int32_t rope = play->scene->strands[goal->strand_index].rope_index;
    bight_play_knot knot = {0};
    bight_sailor_name name = {0};
    bight_error why = {0};
    bight_status status = BIGHT_OK;
    if (goal->knot != NULL) {
        status = bight_play_name(play, rope, &knot, &why);
    }
    if (goal->everyday != NULL && status == BIGHT_OK) {
        status = bight_play_sailor(play, rope, &name, &why);
    }
    if (status == BIGHT_ERROR_NO_MEMORY) {
        return bi_play_fail(play, status, "no memory to name a knot");
    }
    const char *rope_name = play->scene->ropes[rope].name;
    if (goal->knot != NULL && (status != BIGHT_OK || !bi_expect_is_knot(goal->knot, &knot))) {
        return bi_control_fail(play, "the knot of \"%.40s\" should be %.40s and is %.60s", rope_name,
                               goal->knot, status == BIGHT_OK ? knot.name : "unknown");
    }
    if (goal->everyday != NULL && strcmp(goal->everyday, name.name) != 0) {
        return bi_control_fail(play, "\"%.40s\" should make a %.47s and makes %.60s", rope_name,
                               goal->everyday, name.name[0] != '\0' ? name.name : "nothing that has a name");
    }
    return BIGHT_OK;
}

static bight_status enter_action(bight_play *play)
{
    take(play, play->control->action);
    const bight_scene_action *action = bi_control_action(play);

    // what was held before stays where it is, until the action says otherwise
    for (int32_t i = 0; i < play->control->finger_count; i++) {
        bi_finger *finger = &play->control->fingers[i];
        finger->goal = bight_play_curve(play, finger->rope).points[finger->node];
        finger->swings = false;
    }

    play->control->entered = true;
    play->control->entered_at = play->cycles;
    switch (action->kind) {
    case BIGHT_ACTION_CROSS:
        return bi_cross_enter(play, action->cross);
    case BIGHT_ACTION_WIND: {
        bight_status status = action->wind->hand_index >= 0 ? bi_wind_cloth_enter(play, action->wind)
                                                            : bi_wind_enter(play, action->wind);
        bool moves = status == BIGHT_OK && action->wind->meanwhile.count > 0;
        return moves ? bi_moves_start(play, action->wind->meanwhile.at, action->wind->meanwhile.count)
                     : status;
    }
    case BIGHT_ACTION_TIGHTEN:
        return bi_tighten_enter(play, action->tighten);
    case BIGHT_ACTION_GOAL:
        return check_goal(play, action->goal);
    default:
        for (int32_t i = 0; i < action->let_go.count; i++) {
            bi_finger_release(play, action->let_go_indices[i], BI_ALL_ROLES);
        }
        return BIGHT_OK;
    }
}

static bight_status leave_action(bight_play *play)
{
    play->control->action++;
    return play->attempts != NULL ? bi_attempts_close(play) : BIGHT_OK;
}

// on to the next action that takes time; *over when there is none
static bight_status go_on(bight_play *play, bool *over)
{
    bi_control *control = play->control;
    *over = false;
    while (control->action < play->scene->script[play->step].program.count) {
        bight_status status = play->attempts != NULL ? bi_attempts_open(play) : BIGHT_OK;
        status = status == BIGHT_OK ? enter_action(play) : status;
        bight_scene_action_kind kind = bi_control_action(play)->kind;
        if (status != BIGHT_OK || (kind != BIGHT_ACTION_LET_GO && kind != BIGHT_ACTION_GOAL)) {
            return status;
        }
        status = leave_action(play);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    *over = true;
    return BIGHT_OK;
}

// What can be known of a winding before its strands are crossed: that the tail is long enough for it.
static bight_status check_tails(bight_play *play)
{
    const bight_scene_program *program = &play->scene->script[play->step].program;
    const bight_scene_cross *cross = NULL;
    for (int32_t i = 0; i < program->count; i++) {
        const bight_scene_wind *wind = program->at[i].wind;
        play->control->now.action = program->at[i]; // if it fails
        cross = program->at[i].cross != NULL ? program->at[i].cross : cross;
        bool follows = wind != NULL && cross != NULL && wind->active_index == cross->active_index &&
                       wind->target_index == cross->target_index;
        if (!follows) {
            continue;
        }
        bi_strand_view active = bi_strand_see(play, wind->active_index);
        bi_strand_view target = bi_strand_see(play, wind->target_index);
        double needs = bi_wind_needs(&active, &target, wind), has = bi_cross_tail(&active, cross);
        if (needs > has) {
            play->control->action = i;
            return bi_control_fail(
                play,
                "\"%.40s\" is too short: %.4g turns at %.4g degrees need %.4g m of rope beyond "
                "the crossing, and its tail has %.4g m; give it a longer tail, or fewer turns",
                active.strand->name, wind->turns, wind->angle, needs, has);
        }
    }
    return BIGHT_OK;
}

bight_status bi_control_enter(bight_play *play, bool *instant)
{
    if (play->control == NULL) {
        play->control = bi_new_array(&play->def.env.allocator, 1, sizeof *play->control);
        if (play->control == NULL) {
            return bi_play_fail(play, BIGHT_ERROR_NO_MEMORY, "no memory for a manoeuvre");
        }
        play->control->crossing.active = play->control->crossing.target = -1;
    }
    if (play->attempts != NULL) {
        bi_attempts_begin(play); // tails may be tried, too: each winding looks at its own
    }
    bight_status status =
        play->scene->script[play->step].program.span_count > 0 ? BIGHT_OK : check_tails(play);
    play->control->action = 0;
    return status == BIGHT_OK ? go_on(play, instant) : status;
}

bool bi_control_again(bight_play *play)
{
    return play->attempts != NULL && play->control != NULL && play->step < play->scene->script_count &&
           play->scene->script[play->step].program.span_count > 0 && bi_attempts_again(play);
}

bight_status bi_control_go_on(bight_play *play, bool *over)
{
    return go_on(play, over);
}

void bi_control_aim(bight_play *play)
{
    const bight_scene_action *action = bi_control_action(play);
    if (action->kind == BIGHT_ACTION_CROSS) {
        bi_stage_aim(play);
    } else if (action->kind == BIGHT_ACTION_WIND) {
        if (action->wind->hand_index >= 0) {
            bi_wind_cloth_aim(play, action->wind);
        } else {
            bi_wind_aim(play, action->wind);
        }
    } else {
        bi_tighten_aim(play, action->tighten);
    }
}

static bight_status look_at_winding(bight_play *play, const bight_scene_wind *wind, bool *over)
{
    bool moved = true;
    bight_status status =
        wind->hand_index >= 0 ? bi_wind_cloth_look(play, wind, over) : bi_wind_look(play, wind, over);
    if (status == BIGHT_OK && wind->meanwhile.count > 0) {
        status = bi_moves_look(play, &moved);
    }
    *over = *over && moved;
    return status;
}

bight_status bi_control_look(bight_play *play, bool *over)
{
    bi_control *control = play->control;
    const bight_scene_action *action = bi_control_action(play);
    bight_status status;
    int32_t most;
    bool done = false;
    if (action->kind == BIGHT_ACTION_CROSS) {
        most = action->cross->cycles;
        status = bi_cross_look(play, action->cross, &done);
    } else if (action->kind == BIGHT_ACTION_WIND) {
        most = action->wind->cycles;
        status = look_at_winding(play, action->wind, &done);
    } else {
        most = action->tighten->cycles;
        status = bi_tighten_look(play, action->tighten, &done);
    }
    if (status == BIGHT_OK && !done && play->attempts != NULL) {
        status = bi_attempts_look(play);
    }
    if (status == BIGHT_OK && !done && play->cycles - control->entered_at >= most) {
        return bi_control_fail(play, "not done after %d cycles: give more cycles or more speed", (int)most);
    }
    if (status != BIGHT_OK || !done) {
        return status;
    }
    status = leave_action(play);
    return status == BIGHT_OK ? go_on(play, over) : status;
}

void bi_control_free(bight_play *play)
{
    bi_control *control = play->control;
    if (control == NULL) {
        return;
    }
    const bight_allocator *allocator = &play->def.env.allocator;
    bi_winding *w = &control->winding;
    bi_free_array(allocator, w->strand, (size_t)w->most_axis, sizeof *w->strand);
    bi_free_array(allocator, w->laid, (size_t)w->most_axis, sizeof *w->laid);
    bi_free_array(allocator, w->targets, (size_t)w->most_targets, sizeof *w->targets);
    bi_free_array(allocator, w->places, (size_t)w->most_targets, sizeof *w->places);
    bi_free_array(allocator, w->turns, (size_t)w->most_targets, sizeof *w->turns);
    bi_axis_free(allocator, &w->axis);
    bi_geodesic_free(allocator, &w->geodesic);
    bi_free_array(allocator, control, 1, sizeof *control);
}
