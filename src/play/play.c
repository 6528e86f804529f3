// SPDX-License-Identifier: MIT
// A play from step to step and cycle to cycle; what can be seen of it.

#include "core/hash.h"
#include "core/memory.h"
#include "play/control.h"
#include "play/estimate.h"
#include "play/expect.h"
#include "play/hand.h"
#include "play/mover.h"
#include "play/obstacle.h"
#include "play/sheets.h"
#include "play/sheets_check.h"
#include "play/verb.h"

#include <string.h>

// ---- playing ----------------------------------------------------------------------------------------

static void leave_step(bight_play *play)
{
    bi_play_tell(play, (bight_play_event){.kind = BIGHT_PLAY_STEP_ENDS, .words = play->words});
    play->step++;
    play->entered = false;
}

// all steps that take no time, up to one that does or the end
static bight_status enter_steps(bight_play *play)
{
    while (play->step < play->scene->script_count && !play->entered) {
        play->entered = true;
        play->entered_at = play->cycles;
        bi_play_tell(play, (bight_play_event){.kind = BIGHT_PLAY_STEP_BEGINS});
        int32_t until = play->scene->script[play->step].until;
        bool instant = until > 0 && play->cycles >= until; // its time is over already
        bight_status status = instant ? BIGHT_OK : bi_verb_enter(play, &instant);
        if (status != BIGHT_OK) {
            return status;
        }
        if (instant) {
            leave_step(play);
        }
    }
    return BIGHT_OK;
}

// obstacles follow their motions, hands do what they were told last
static bight_status one_cycle(bight_play *play)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < play->motion_count && status == BIGHT_OK; i++) {
        status = bi_mover_aim(play, &play->motions[i]);
    }
    if (status != BIGHT_OK) {
        return status;
    }
    status = play->cloth_world != NULL ? bi_sheets_step(play) : bight_world_step(play->world, &play->report);
    if (status != BIGHT_OK) {
        bight_error why =
            play->couple != NULL ? bight_couple_error(play->couple) : bight_world_error(play->world);
        return bi_play_fail(play, status, "%s",
                            why.message[0] != '\0' ? why.message : bight_status_text(status));
    }
    if (play->cloth_world != NULL) {
        bi_hands_feel(play);
    }
    play->cycles++;
    play->fastest = fmax(play->fastest, play->report.moved);
    return BIGHT_OK;
}

// tell when a rope's knot changes
static bight_status look_at_knots(bight_play *play)
{
    for (int32_t i = 0; i < play->scene->rope_count; i++) {
        bight_play_knot knot;
        bight_status status = bight_play_name(play, i, &knot, NULL);
        if (status == BIGHT_ERROR_NO_MEMORY) {
            return bi_play_fail(play, status, "no memory to name a knot");
        }
        const bight_play_knot *before = &play->knots[i];
        bool same = strcmp(knot.name, before->name) == 0 && knot.chirality == before->chirality &&
                    strcmp(knot.words.qualifier, before->words.qualifier) == 0;
        if (!same) {
            play->knots[i] = knot;
            bi_play_tell(play,
                         (bight_play_event){.kind = BIGHT_PLAY_KNOT, .rope = i, .knot = &play->knots[i]});
        }
    }
    return BIGHT_OK;
}

static bight_status finish(bight_play *play)
{
    play->finished = true;
    bight_status status = bi_sheets_look(play);
    if (play->failed_checks == 0 || status != BIGHT_OK) {
        return status;
    }
    int32_t first = 0;
    while (play->checks[first].holds) {
        first++;
    }
    const bight_play_check *check = &play->checks[first];
    return bi_fail(&play->failure, BIGHT_ERROR_EXPECT, play->scene->script[check->step].text_line,
                   "step %d (expect): %s: expected %.70s, found %.70s%s", (int)check->step + 1, check->what,
                   check->expected, check->found, play->failed_checks > 1 ? " (and others)" : "");
}

// A call that fails may be tried again, from where it began: all of the play is as it was then.
static bight_status try_again(bight_play *play, bight_status status, bool *over)
{
    while (status == BIGHT_ERROR_EXPECT && bi_control_again(play)) {
        status = bi_control_go_on(play, over);
    }
    return status;
}

static bight_status advance(bight_play *play, bool *more)
{
    bight_status status = enter_steps(play);
    if (status == BIGHT_ERROR_EXPECT) {
        bool over = false;
        status = try_again(play, status, &over);
        *more = status == BIGHT_OK;
        if (status == BIGHT_OK && over) {
            leave_step(play);
        }
        return status;
    }

    // after the last step nothing moves: the knots are named once more, and the checks decide
    if (status == BIGHT_OK && play->step >= play->scene->script_count) {
        if (play->def.name_every > 0) {
            status = look_at_knots(play);
        }
        return status == BIGHT_OK ? finish(play) : status;
    }

    if (status == BIGHT_OK && play->def.cycle_limit > 0 && play->cycles >= play->def.cycle_limit) {
        status = bi_play_fail(play, BIGHT_ERROR_EXPECT, "not done after %lld cycles: raise the limit",
                              (long long)play->def.cycle_limit);
    }
    if (status == BIGHT_OK && play->cycles == 0 && play->def.name_every > 0) {
        status = look_at_knots(play);
    }

    // one cycle: the step aims its hands, the world moves, the step sees whether it is over
    if (status == BIGHT_OK) {
        status = bi_verb_aim(play);
        status = status == BIGHT_OK ? one_cycle(play) : status;
    }
    bool over = false;
    if (status == BIGHT_OK) {
        status = try_again(play, bi_verb_look(play, &over), &over);
    }
    if (status != BIGHT_OK) {
        return status;
    }

    // that a knot has changed is told before the end of the step that changed it
    *more = true;
    bi_play_tell(play, (bight_play_event){.kind = BIGHT_PLAY_CYCLE});
    if (play->def.name_every > 0 && play->cycles % play->def.name_every == 0) {
        status = look_at_knots(play);
    }
    if (over) {
        leave_step(play);
    }
    return status;
}

bight_status bight_play_step(bight_play *play, bool *more, bight_error *error)
{
    *more = false;
    bight_status status = play->failure.status;
    if (status == BIGHT_OK && !play->finished) {
        status = advance(play, more);
    }
    if (status != BIGHT_OK && error != NULL) {
        *error = play->failure;
    }
    return status;
}

bight_status bight_play_coast(bight_play *play, bight_error *error)
{
    bight_status status = one_cycle(play);
    if (status != BIGHT_OK && error != NULL) {
        *error = play->failure;
    }
    return status;
}

// The scene that is played but for its script, which goes beyond the present step.
static bool goes_on(const bight_play *play, const bight_scene *next)
{
    const bight_scene *scene = play->scene;
    bool same = scene->rope_count == 0 && next->rope_count == 0 && scene->hand_count == 0 &&
                next->hand_count == 0 && scene->cloth_count == next->cloth_count &&
                scene->obstacle_count == next->obstacle_count && scene->dress_count == next->dress_count &&
                next->script_count >= play->step + (play->entered ? 1 : 0) && play->control == NULL;
    for (int32_t i = 0; i < next->script_count && same; i++) {
        same = next->script[i].verb < BIGHT_VERB_CROSS &&
               (i > play->step || i >= scene->script_count || (i == play->step && !play->entered) ||
                next->script[i].verb == scene->script[i].verb);
    }
    for (int32_t i = 0; i < next->dress_count && same; i++) {
        same = next->dress[i].region_count == scene->dress[i].region_count &&
               next->dress[i].mesh->vertex_count == scene->dress[i].mesh->vertex_count;
    }
    return same;
}

bight_status bight_play_go_on(bight_play *play, const bight_scene *scene, bight_error *error)
{
    const bight_allocator *allocator = &play->def.env.allocator;
    if (!goes_on(play, scene)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the script goes on in another scene");
    }
    int64_t *expected = bi_new_array(allocator, (size_t)scene->script_count + 1, sizeof *expected);
    if (expected == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a longer script");
    }
    bi_free_array(allocator, play->expected, (size_t)play->scene->script_count + 1, sizeof *play->expected);
    play->expected = expected;
    play->scene = scene;
    bi_verb_estimate(play);
    play->finished = false;
    play->check_count = play->failed_checks = 0;
    play->failure = (bight_error){0};

    // as after the cycle at which the new script cuts the present step off
    bight_status status = BIGHT_OK;
    bool over = false;
    if (play->entered && play->step < scene->script_count && scene->script[play->step].until > 0 &&
        play->cycles >= scene->script[play->step].until) {
        status = bi_verb_look(play, &over);
    }
    if (over) {
        leave_step(play);
    }
    status = status == BIGHT_OK ? enter_steps(play) : status;
    if (status != BIGHT_OK && error != NULL) {
        *error = play->failure;
    }
    return status;
}

bight_status bight_play_holds(bight_play *play, int32_t step, bool *holds, bight_error *error)
{
    *holds = false;
    const bight_scene *scene = play->scene;
    if (step < 0 || step >= scene->script_count || scene->script[step].verb != BIGHT_VERB_EXPECT) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "step %d expects nothing", (int)step + 1);
    }
    // checked as in the script, then forgotten
    int32_t checks = play->check_count, failed = play->failed_checks;
    bight_error failure = play->failure;
    bight_status status = bi_expect_check(play, scene->script[step].expect);
    *holds = status == BIGHT_OK && play->failed_checks == failed;
    if (status != BIGHT_OK && error != NULL) {
        *error = play->failure;
    }
    play->check_count = checks;
    play->failed_checks = failed;
    play->failure = failure;
    return status;
}

// ---- looking ----------------------------------------------------------------------------------------

bight_pose bight_play_pose(const bight_play *play, int32_t obstacle)
{
    return obstacle >= 0 && obstacle < play->scene->obstacle_count ? bi_obstacle_now(play, obstacle, NULL)
                                                                   : (bight_pose){0};
}

uint64_t bight_play_hash(const bight_play *play)
{
    if (play->couple != NULL) {
        return bight_couple_hash(play->couple);
    }
    uint64_t hash = bight_world_hash(play->world);
    return play->cloth_world == NULL ? hash : bi_hash_word(hash, bight_cloth_world_hash(play->cloth_world));
}

bight_step_report bight_play_get_report(const bight_play *play)
{
    return play->report;
}

bool bight_play_is_tight(const bight_play *play)
{
    return play->tight;
}

bight_play_progress bight_play_get_progress(const bight_play *play)
{
    int32_t steps = play->scene->script_count;
    bight_play_progress progress = {.step = play->step,
                                    .step_count = steps,
                                    .cycles = play->cycles,
                                    .lag = play->report.lag,
                                    .fastest = play->fastest};
    // steps behind count with what they took, steps ahead with the guess
    int32_t at = play->step < steps ? play->step : steps;
    int64_t spent = play->entered ? play->cycles - play->entered_at : 0;
    int64_t here = at < steps ? play->expected[at + 1] - play->expected[at] : 0;
    int64_t done = play->expected[at] + (spent < here ? spent : here), all = play->expected[steps];
    progress.fraction = play->finished || all == 0 ? 1.0 : (double)done / (double)all;
    progress.expected = play->cycles + (all - done);
    return progress;
}

const bight_play_check *bight_play_checks(const bight_play *play, int32_t *count)
{
    *count = play->check_count;
    return play->checks;
}
