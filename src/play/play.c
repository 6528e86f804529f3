// SPDX-License-Identifier: MIT

#include "bight/play.h"

#include "core/memory.h"
#include "core/hash.h"
#include "play/control.h"
#include "play/sheets.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bight_play_def bight_play_def_default(void)
{
    return (bight_play_def){0};
}

// ---- telling ----------------------------------------------------------------------------------------

void bi_play_tell(const bight_play *play, bight_play_event event)
{
    if (play->def.event != NULL) {
        event.step = play->step;
        event.cycle = play->cycles;
        event.words = event.words != NULL ? event.words : "";
        play->def.event(play->def.user, play, &event);
    }
}

bight_status bi_play_fail(bight_play *play, bight_status status, const char *format, ...)
{
    char words[248];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (play->step < play->scene->script_count) {
        const bight_scene_step *step = &play->scene->script[play->step];
        return bi_fail(&play->failure, status, step->text_line, "step %d (%s): %s", (int)play->step + 1,
                       bight_scene_verb_name((bight_scene_verb)step->verb), words);
    }
    return bi_fail(&play->failure, status, 0, "%s", words);
}

double bi_play_hand_limit(const bight_play *play, int32_t rope)
{
    return play->speed_limit * play->scene->ropes[rope].radius;
}

int32_t bi_play_node(const bight_play *play, int32_t rope, bight_scene_node_ref node)
{
    int32_t count = play->scene->ropes[rope].curve.count, now = bight_play_curve(play, rope).count;
    int64_t index = bight_scene_node(node, count);
    if (now == count || index < 0) {
        return (int32_t)index;
    }
    bool closed = play->scene->ropes[rope].curve.closed;
    int64_t spans = closed ? count : count - 1, spans_now = closed ? now : now - 1;
    return (int32_t)((2 * index * spans_now + spans) / (2 * spans));
}

// ---- making -----------------------------------------------------------------------------------------

static bight_status make_ropes(bight_play *play, bight_error *error)
{
    for (int32_t i = 0; i < play->scene->rope_count; i++) {
        const bight_scene_rope *rope = &play->scene->ropes[i];
        bight_rope_def def = bight_rope_def_default();
        def.curve = rope->curve;
        def.radius = rope->radius;
        def.model = (bight_rope_model)rope->model;
        if (rope->projection != NULL) {
            const bight_scene_projection *given = rope->projection;
            def.projection.stretch_weight = given->stretch_weight;
            def.projection.stretch_growth = given->stretch_growth;
            def.projection.bend_weight = given->bend_weight;
            def.projection.target_weight = given->target_weight;
            def.projection.tolerance = given->tolerance;
            def.projection.iterations = given->iterations;
            def.projection.rigid = given->rigid;
        }
        def.spring = *rope->spring;
        bight_error cause = {0};
        bight_status status = bight_rope_create(play->world, &def, &play->ropes[i], &cause);
        if (status != BIGHT_OK) {
            return bi_fail(error, status, rope->text_line, "ropes[%d] (\"%.40s\") cannot be made: %.160s",
                           (int)i, rope->name, cause.message);
        }
        play->thinnest = i == 0 ? rope->radius : fmin(play->thinnest, rope->radius);
        snprintf(play->knots[i].name, sizeof play->knots[i].name, "?");
    }
    return BIGHT_OK;
}

static bight_status make_obstacles(bight_play *play, bight_error *error)
{
    for (int32_t i = 0; i < play->scene->obstacle_count; i++) {
        const bight_scene_obstacle *obstacle = &play->scene->obstacles[i];
        bight_error cause = {0};
        bight_status status = bight_obstacle_create(play->world, &obstacle->def, &play->obstacles[i], &cause);
        if (status != BIGHT_OK) {
            return bi_fail(error, status, obstacle->text_line,
                           "obstacles[%d] (\"%.40s\") cannot be made: %.160s", (int)i, obstacle->name,
                           cause.message);
        }
    }
    return BIGHT_OK;
}

static bight_status start_motions(bight_play *play, bight_error *error)
{
    for (int32_t i = 0; i < play->scene->obstacle_count; i++) {
        if (play->scene->obstacles[i].motion != NULL) {
            bight_status status = bi_mover_start_motion(play, &play->motions[play->motion_count++], i);
            if (status != BIGHT_OK) {
                return bi_fail(error, status, play->scene->obstacles[i].text_line,
                               "obstacles[%d].motion: %.160s", (int)i, play->failure.message);
            }
        }
    }
    return BIGHT_OK;
}

static bool take_arrays(bight_play *play)
{
    const bight_allocator *allocator = &play->def.env.allocator;
    const bight_scene *scene = play->scene;
    play->ropes = bi_new_array(allocator, (size_t)scene->rope_count, sizeof *play->ropes);
    play->knots = bi_new_array(allocator, (size_t)scene->rope_count, sizeof *play->knots);
    play->obstacles = bi_new_array(allocator, (size_t)scene->obstacle_count, sizeof *play->obstacles);
    play->motions = bi_new_array(allocator, (size_t)scene->obstacle_count, sizeof *play->motions);
    play->hands = bi_new_array(allocator, (size_t)scene->hand_count, sizeof *play->hands);
    play->forces = bi_new_array(allocator, 4 * (size_t)scene->rope_count, sizeof *play->forces);
    play->expected = bi_new_array(allocator, (size_t)scene->script_count + 1, sizeof *play->expected);
    return play->ropes != NULL && play->knots != NULL && play->obstacles != NULL && play->motions != NULL &&
           play->hands != NULL && play->forces != NULL && play->expected != NULL;
}

static bight_status make_world(bight_play *play, bight_error *error)
{
    if (!take_arrays(play)) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to play the scene");
    }
    const bight_scene_world *settings = play->scene->world;
    bight_world_def def = bight_world_def_default();
    def.env = play->def.env;
    def.slip = settings->slip;
    def.speed_limit = settings->speed_limit;
    def.stretch_limit = settings->stretch_limit;
    def.gravity = settings->gravity;
    play->speed_limit = settings->speed_limit;
    bight_status status = bight_world_create(&def, &play->world, error);
    if (status == BIGHT_OK) {
        status = make_ropes(play, error);
    }
    if (status == BIGHT_OK) {
        status = make_obstacles(play, error);
    }
    if (status == BIGHT_OK) {
        status = bi_sheets_make(play, error);
    }
    if (status == BIGHT_OK) {
        status = start_motions(play, error);
    }
    if (status == BIGHT_OK) {
        bi_verb_estimate(play);
    }
    return status;
}

bight_status bight_play_create(const bight_scene *scene, const bight_play_def *def, bight_play **play,
                               bight_error *error)
{
    *play = NULL;
    bight_play_def wanted = def != NULL ? *def : bight_play_def_default();
    bight_play *made = bi_new_array(&wanted.env.allocator, 1, sizeof *made);
    if (made == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to play the scene");
    }
    made->scene = scene;
    made->def = wanted;
    bight_status status = make_world(made, error);
    if (status != BIGHT_OK) {
        bight_play_destroy(made);
        return status;
    }
    *play = made;
    return BIGHT_OK;
}

void bight_play_destroy(bight_play *play)
{
    if (play == NULL) {
        return;
    }
    bight_allocator allocator = play->def.env.allocator;
    const bight_scene *scene = play->scene;
    for (int32_t i = 0; i < play->mover_count; i++) {
        bi_mover_free(play, &play->movers[i]);
    }
    for (int32_t i = 0; i < play->motion_count; i++) {
        bi_mover_free(play, &play->motions[i]);
    }
    bi_control_free(play);
    bi_sheets_free(play);
    bi_free_array(&allocator, play->movers, (size_t)play->mover_count, sizeof *play->movers);
    bi_free_array(&allocator, play->motions, (size_t)scene->obstacle_count, sizeof *play->motions);
    bi_free_array(&allocator, play->ropes, (size_t)scene->rope_count, sizeof *play->ropes);
    bi_free_array(&allocator, play->knots, (size_t)scene->rope_count, sizeof *play->knots);
    bi_free_array(&allocator, play->obstacles, (size_t)scene->obstacle_count, sizeof *play->obstacles);
    bi_free_array(&allocator, play->hands, (size_t)scene->hand_count, sizeof *play->hands);
    bi_free_array(&allocator, play->forces, 4 * (size_t)scene->rope_count, sizeof *play->forces);
    bi_free_array(&allocator, play->expected, (size_t)scene->script_count + 1, sizeof *play->expected);
    bi_free_array(&allocator, play->checks, (size_t)play->check_capacity, sizeof *play->checks);
    bight_world_destroy(play->world);
    bi_free_array(&allocator, play, 1, sizeof *play);
}

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

// obstacles go on, hands do what they were told last
static bight_status one_cycle(bight_play *play)
{
    for (int32_t i = 0; i < play->motion_count; i++) {
        bi_mover_aim(play, &play->motions[i]);
    }
    bight_status status =
        play->cloth_world != NULL ? bi_sheets_step(play) : bight_world_step(play->world, &play->report);
    if (status != BIGHT_OK) {
        bight_error why =
            play->couple != NULL ? bight_couple_error(play->couple) : bight_world_error(play->world);
        return bi_play_fail(play, status, "%s",
                            why.message[0] != '\0' ? why.message : bight_status_text(status));
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
        bool same = strcmp(knot.name, play->knots[i].name) == 0 && knot.chirality == play->knots[i].chirality;
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
    if (play->failed_checks == 0) {
        return BIGHT_OK;
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

static bight_status advance(bight_play *play, bool *more)
{
    bight_status status = enter_steps(play);
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
    if (status == BIGHT_OK) {
        bi_verb_aim(play);
        status = one_cycle(play);
    }
    bool over = false;
    if (status == BIGHT_OK) {
        status = bi_verb_look(play, &over);
    }
    if (status != BIGHT_OK) {
        return status;
    }
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

bight_world *bight_play_world(bight_play *play)
{
    return play->world;
}

bight_rope_id bight_play_rope(const bight_play *play, int32_t rope)
{
    return rope >= 0 && rope < play->scene->rope_count ? play->ropes[rope] : (bight_rope_id){0};
}

bight_handle_id bight_play_hand(const bight_play *play, int32_t hand)
{
    return hand >= 0 && hand < play->scene->hand_count ? play->hands[hand].handle : (bight_handle_id){0};
}

bight_obstacle_id bight_play_obstacle(const bight_play *play, int32_t obstacle)
{
    return obstacle >= 0 && obstacle < play->scene->obstacle_count ? play->obstacles[obstacle]
                                                                   : (bight_obstacle_id){0};
}

bight_curve bight_play_curve(const bight_play *play, int32_t rope)
{
    return bight_rope_curve(play->world, bight_play_rope(play, rope));
}

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
