// SPDX-License-Identifier: MIT

#include "play/attempt.h"

#include "core/checkpoint.h"
#include "core/memory.h"

typedef struct attempt {
    bool open;
    int32_t tries;  ///< That have failed.
    int32_t mark;   ///< Of the checkpoint; -1 for none.
    int32_t states; ///< That were reached before it began.
    int64_t began;  ///< Cycle.
} attempt;

struct bi_attempts {
    bi_checkpoint *checkpoint; ///< NULL: no call may be tried again
    bight_allocator base;
    attempt of[BIGHT_SCENE_MAX_SPANS]; ///< Of the present step's program.
    bight_play_state *states;          ///< (state_count)
    int32_t state_count, state_capacity;
};

static const bight_scene_program *program_of(const bight_play *play)
{
    return &play->scene->script[play->step].program;
}

bi_attempts *bi_attempts_new(const bight_scene *scene, const bight_allocator *base, bool *good)
{
    bool any = false, again = false;
    for (int32_t i = 0; i < scene->script_count; i++) {
        const bight_scene_program *program = &scene->script[i].program;
        for (int32_t k = 0; k < program->span_count; k++) {
            any = true;
            again = again || program->spans[k].call->retry.count > 0;
        }
    }
    *good = true;
    if (!any) {
        return NULL;
    }
    bi_attempts *a = bi_new_array(base, 1, sizeof *a);
    *good = a != NULL;
    if (a != NULL) {
        a->base = *base;
        a->checkpoint = again ? bi_checkpoint_new(base) : NULL;
        *good = !again || a->checkpoint != NULL;
    }
    return a;
}

void bi_attempts_free(bi_attempts *a)
{
    if (a != NULL) {
        bight_allocator base = a->base;
        bi_checkpoint_free(a->checkpoint);
        bi_free_array(&base, a->states, (size_t)a->state_capacity, sizeof *a->states);
        bi_free_array(&base, a, 1, sizeof *a);
    }
}

bight_allocator bi_attempts_allocator(bi_attempts *a, const bight_allocator *base)
{
    return a != NULL && a->checkpoint != NULL ? bi_checkpoint_allocator(a->checkpoint) : *base;
}

// ---- states ---------------------------------------------------------------------------------------------

static bight_status record(bight_play *play, const bight_scene_span *span, const attempt *at, bool reached)
{
    bi_attempts *a = play->attempts;
    if (span->call->state == NULL) {
        return BIGHT_OK;
    }
    bight_status status =
        bi_reserve(&a->base, &a->states, &a->state_capacity, (int64_t)a->state_count + 1, sizeof *a->states);
    if (status != BIGHT_OK) {
        return bi_play_fail(play, status, "no memory for a state");
    }
    a->states[a->state_count++] = (bight_play_state){.name = span->call->state,
                                                     .step = play->step,
                                                     .cycle = play->cycles,
                                                     .tries = at->tries + 1,
                                                     .reached = reached};
    return BIGHT_OK;
}

const bight_play_state *bight_play_states(const bight_play *play, int32_t *count)
{
    *count = play->attempts != NULL ? play->attempts->state_count : 0;
    return play->attempts != NULL ? play->attempts->states : NULL;
}

// ---- beginnings and ends --------------------------------------------------------------------------------

void bi_attempts_begin(bight_play *play)
{
    for (int32_t i = 0; i < program_of(play)->span_count; i++) {
        play->attempts->of[i] = (attempt){.mark = -1};
    }
}

bight_status bi_attempts_open(bight_play *play)
{
    const bight_scene_program *program = program_of(play);
    for (int32_t i = 0; i < program->span_count; i++) {
        bi_attempts *a = play->attempts;
        attempt *at = &a->of[i];
        if (at->open || program->spans[i].first != play->control->action) {
            continue;
        }
        *at = (attempt){.open = true, .mark = -1, .states = a->state_count, .began = play->cycles};
        at->mark = program->spans[i].call->retry.count > 0 ? bi_checkpoint_keep(a->checkpoint) : -1;
        if (program->spans[i].call->retry.count > 0 && at->mark < 0) {
            return bi_play_fail(play, BIGHT_ERROR_NO_MEMORY, "no memory to come back here");
        }
    }
    return BIGHT_OK;
}

static void close(bi_attempts *a, attempt *at)
{
    if (at->open && at->mark >= 0) {
        bi_checkpoint_drop(a->checkpoint, at->mark);
    }
    at->open = false;
}

bight_status bi_attempts_close(bight_play *play)
{
    const bight_scene_program *program = program_of(play);
    bight_status status = BIGHT_OK;
    for (int32_t i = program->span_count - 1; i >= 0 && status == BIGHT_OK; i--) {
        attempt *at = &play->attempts->of[i];
        if (at->open && program->spans[i].end == play->control->action) {
            close(play->attempts, at);
            status = record(play, &program->spans[i], at, true);
        }
    }
    return status;
}

bight_status bi_attempts_look(bight_play *play)
{
    const bight_scene_program *program = program_of(play);
    for (int32_t i = 0; i < program->span_count; i++) {
        const attempt *at = &play->attempts->of[i];
        int32_t most = program->spans[i].call->timeout;
        if (at->open && most > 0 && play->cycles - at->began >= most) {
            return bi_control_fail(play, "\"%.40s\" is not done after %d cycles, its time-out: give it more",
                                   program->spans[i].name, (int)most);
        }
    }
    return BIGHT_OK;
}

// ---- values ---------------------------------------------------------------------------------------------

static void put(double *value, double tried)
{
    *value = isnan(tried) ? *value : tried;
}

static void apply(bi_action *copy, const bight_scene_try *tried)
{
    put(&copy->cross.tail, tried->tail);
    put(&copy->cross.height, tried->height);
    put(&copy->cross.speed, tried->speed);
    put(&copy->wind.angle, tried->angle);
    put(&copy->wind.lead, tried->lead);
    put(&copy->wind.speed, tried->speed);
    put(&copy->tighten.speed, tried->speed);
}

const bight_scene_action *bi_attempts_see(const bight_play *play, int32_t action, bi_action *copy)
{
    const bight_scene_program *program = program_of(play);
    const bight_scene_action *said = &program->at[action];
    if (play->attempts == NULL) {
        return said;
    }
    copy->action = *said;
    if (said->cross != NULL) {
        copy->cross = *said->cross;
        copy->action.cross = &copy->cross;
    }
    if (said->wind != NULL) {
        copy->wind = *said->wind;
        copy->action.wind = &copy->wind;
    }
    if (said->tighten != NULL) {
        copy->tighten = *said->tighten;
        copy->action.tighten = &copy->tighten;
    }

    // what is tried inside goes before what is tried outside
    for (int32_t i = 0; i < program->span_count; i++) {
        const bight_scene_span *span = &program->spans[i];
        const attempt *at = &play->attempts->of[i];
        if (at->open && at->tries > 0 && action >= span->first && action < span->end) {
            apply(copy, &span->call->retry.at[at->tries - 1]);
        }
    }
    return &copy->action;
}

// ---- again ----------------------------------------------------------------------------------------------

bool bi_attempts_again(bight_play *play)
{
    bi_attempts *a = play->attempts;
    const bight_scene_program *program = program_of(play);
    for (int32_t i = program->span_count - 1; i >= 0; i--) {
        attempt *at = &a->of[i];
        if (!at->open || at->tries >= program->spans[i].call->retry.count) {
            continue;
        }
        // calls inside begin again; what was reached in vain is forgotten
        for (int32_t k = program->span_count - 1; k > i; k--) {
            close(a, &a->of[k]);
        }
        bi_play_tell(play, (bight_play_event){.kind = BIGHT_PLAY_RETRY, .words = play->failure.message});
        at->tries++;
        a->state_count = at->states;
        bi_checkpoint_restore(a->checkpoint, at->mark);
        return true;
    }
    for (int32_t i = 0; i < program->span_count; i++) {
        if (a->of[i].open && record(play, &program->spans[i], &a->of[i], false) != BIGHT_OK) {
            return false;
        }
    }
    return false;
}
