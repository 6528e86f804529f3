// SPDX-License-Identifier: MIT
// Making a play from a scene: worlds, ropes, obstacles, cloth; and freeing it.

#include "core/memory.h"
#include "play/attempt.h"
#include "play/control.h"
#include "play/dress.h"
#include "play/estimate.h"
#include "play/hand.h"
#include "play/mover.h"
#include "play/sheets.h"

#include <stdio.h>

bight_play_def bight_play_def_default(void)
{
    return (bight_play_def){0};
}

bight_rope_def bi_play_rope_def(const bight_scene_rope *rope)
{
    bight_rope_def def = bight_rope_def_default();
    def.curve = rope->curve;
    def.radius = rope->radius;
    def.model = rope->model;

    // weights and tolerance of the projection, where the scene gives them
    if (rope->projection != NULL) {
        const bight_scene_projection *given = rope->projection;
#define X(type, field, unit, words, least, most, standard) def.projection.field = given->field;
        BIGHT_PROJECTION_FIELDS(X)
#undef X
        def.projection.rigid = given->rigid;
    }
    def.spring = *rope->spring;
    def.rod = *rope->rod;
    return def;
}

static bight_status make_ropes(bight_play *play, bight_error *error)
{
    for (int32_t i = 0; i < play->scene->rope_count; i++) {
        const bight_scene_rope *rope = &play->scene->ropes[i];
        bight_rope_def def = bi_play_rope_def(rope);
        bight_error cause = {0};
        bight_status status = bight_rope_create(play->world, &def, &play->ropes[i], &cause);
        if (status != BIGHT_OK) {
            return bi_fail(error, status, rope->text_line, "ropes[%d] (\"%.40s\") cannot be made: %.160s",
                           (int)i, rope->name, cause.message);
        }

        // speed limits are in parts of the thinnest radius; names are unknown until they are computed
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
#define X(field, unit, words, least, most, standard) def.field = settings->field;
    BIGHT_WORLD_FIELDS(X)
#undef X
    def.response = (bight_response)settings->response;
    def.gravity = settings->gravity;
    play->speed_limit = settings->speed_limit;

    // in this order: cloth is coupled to ropes that exist, motions drive obstacles that exist
    bight_status status = bight_world_create(&def, &play->world, error);
    if (status == BIGHT_OK) {
        status = make_ropes(play, error);
    }
    if (status == BIGHT_OK) {
        status = make_obstacles(play, error);
    }
    if (status == BIGHT_OK) {
        status = bi_dressed_make(play, error);
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
    bool good;
    bi_attempts *attempts = bi_attempts_new(scene, &wanted.env.allocator, &good);
    wanted.env.allocator = bi_attempts_allocator(attempts, &wanted.env.allocator);
    bight_play *made = good ? bi_new_array(&wanted.env.allocator, 1, sizeof *made) : NULL;
    if (made == NULL) {
        bi_attempts_free(attempts);
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to play the scene");
    }
    made->attempts = attempts;
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
    bi_dressed_free(play);
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
    bi_attempts *attempts = play->attempts;
    bi_free_array(&allocator, play, 1, sizeof *play);
    bi_attempts_free(attempts);
}
