// SPDX-License-Identifier: MIT

#include "cli/wrap_judge.h"

#include "bight/pleat.h"
#include "cli/cloths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- while it plays ---------------------------------------------------------------------------------

static const bight_scene_obstacle *object_of(const bight_scene *scene, int32_t *index)
{
    for (int32_t i = 0; i < scene->obstacle_count; i++) {
        if (strcmp(scene->obstacles[i].name, "object") == 0) {
            *index = i;
            return &scene->obstacles[i];
        }
    }
    return NULL;
}

// The cloth is brought into the object's frame, where its surface has the numbers that it was made with.
static void look_at_object(const cli_wrapping *w, const bight_play *play, const bight_scene *scene,
                           const bight_pose *pose, cli_wrap_state *state)
{
    const bight_cloth_def *cloth = &scene->cloths[0].def;
    int32_t count;
    const bight_vec3 *at = bight_play_cloth_positions(play, 0, &count);
    state->coverage = state->open = state->open_most = (double)NAN;
    bight_vec3 *local = malloc(((size_t)count + 1) * sizeof *local);
    if (local == NULL) {
        return;
    }
    bight_wrap_local(pose, at, count, local);
    bight_wrap_view view = {.points = w->mesh->positions,
                            .triangles = w->mesh->triangles,
                            .point_count = w->mesh->vertex_count,
                            .triangle_count = w->mesh->triangle_count,
                            .cloth = local,
                            .cloth_sides = cloth->triangles,
                            .cloth_count = count,
                            .cloth_side_count = cloth->triangle_count};
    bight_wrap_below_rim(&view, w->plan, w->rim);
    bight_wrap_coverage(NULL, &view, &state->coverage, NULL);
    bight_wrap_open(NULL, &view, &state->open, &state->open_most, NULL);
    free(local);
}

static void reach(cli_wrapping *w, cli_stage *stage, const bight_play *play, const bight_play_event *event)
{
    const bight_scene *scene = stage->scene;
    int32_t index = 0, count;
    if (w->state_count == CLI_MOST_STATES || object_of(scene, &index) == NULL) {
        return;
    }
    cli_wrap_state *state = &w->states[w->state_count++];
    *state = (cli_wrap_state){.step = event->step, .cycle = event->cycle};
    snprintf(state->name, sizeof state->name, "%.40s", event->words);
    bight_cloth_report report = bight_play_cloth_report(play);
    state->intersections = report.intersections;
    bight_pose pose = bight_play_pose(play, index);
    bight_play_carried(play, index, &pose, NULL);
    state->object = pose.position;
    cli_progress(bight_play_get_progress(play).fraction, "looking at what is covered");
    look_at_object(w, play, scene, &pose, state);
    const bight_vec3 *at = bight_play_cloth_positions(play, 0, &count);
    const int32_t n = w->plan->columns, corner[BIGHT_WRAP_CORNERS] = {0, n, n * (n + 2), n * (n + 1)};
    for (int32_t k = 0; k < BIGHT_WRAP_CORNERS; k++) {
        state->heights[k] = at[corner[k]].y;
    }
    const bight_scene_pleat *pleats = scene->cloths[0].pleats;
    // before the first step it is as it was folded, or flat
    state->stretch = event->cycle > 0 ? report.stretch : pleats != NULL ? pleats->folded->stretch[1] : 1.0;
    if (pleats != NULL && pleats->folded->upper_count > 0) {
        state->heights[BIGHT_WRAP_CORNERS] = at[pleats->folded->upper[0]].y;
    }
    if (pleats != NULL) {
        bight_pleat_name(NULL, pleats->folded, at, state->knots[0], NULL);
    }
    if (pleats != NULL && pleats->above != NULL) {
        bight_pleat_name_above(NULL, pleats->folded, at, state->knots[1], NULL);
    }

    // each state is saved, so that the last good one is there whatever comes
    char file[64];
    snprintf(file, sizeof file, "%s.obj", state->name);
    if (w->folder != NULL) {
        w->lost = !cli_write_obj(stage, w->folder, file) || w->lost;
    }
}

void cli_wrap_see(void *user, cli_stage *stage, const bight_play *play, const bight_play_event *event)
{
    cli_wrapping *w = user;
    if (event->kind == BIGHT_PLAY_STILL) {
        reach(w, stage, play, event);
    } else if (event->kind == BIGHT_PLAY_CYCLE) {
        bight_cloth_report report = bight_play_cloth_report(play);
        w->most_stretch = fmax(w->most_stretch, report.stretch);
        w->stretch = report.stretch;
        w->intersections = report.intersections;
    }
}

// ---- is it good? ------------------------------------------------------------------------------------

const cli_wrap_state *cli_wrap_state_of(const cli_wrapping *w, const char *name)
{
    for (int32_t i = 0; i < w->state_count; i++) {
        if (strcmp(w->states[i].name, name) == 0) {
            return &w->states[i];
        }
    }
    return NULL;
}

double cli_wrap_sinking(const cli_wrapping *w)
{
    const cli_wrap_state *lifted = cli_wrap_state_of(w, BIGHT_WRAP_LIFTED),
                         *held = cli_wrap_state_of(w, BIGHT_WRAP_HELD);
    return lifted != NULL && held != NULL ? lifted->object.y - held->object.y : (double)NAN;
}

double cli_wrap_moved(const cli_wrapping *w)
{
    const cli_wrap_state *lifted = cli_wrap_state_of(w, BIGHT_WRAP_LIFTED);
    return lifted != NULL && lifted > w->states ? lifted->object.y - lifted[-1].object.y : (double)NAN;
}

double cli_wrap_risen(const cli_wrapping *w, int32_t *hand)
{
    const cli_wrap_state *lifted = cli_wrap_state_of(w, BIGHT_WRAP_LIFTED);
    bool held[BIGHT_WRAP_HANDS] = {false};
    double least = HUGE_VAL;
    for (int32_t i = 0; i < w->program->step_count; i++) {
        const bight_wrap_step *step = &w->program->steps[i];
        for (int32_t k = 0; step->verb == BIGHT_WRAP_HOLD && k < step->hold.count; k++) {
            held[bight_wrap_hand(step->hold.at[k])] = true;
        }
        for (int32_t k = 0; step->verb == BIGHT_WRAP_RELEASE && k < step->release.count; k++) {
            held[bight_wrap_hand(step->release.at[k])] = false;
        }
    }
    *hand = 0;
    for (int32_t k = 0; k < BIGHT_WRAP_HANDS && lifted != NULL && lifted > w->states; k++) {
        double risen = lifted->heights[k] - lifted[-1].heights[k];
        if (held[k] && risen < least) {
            least = risen;
            *hand = k;
        }
    }
    return least < HUGE_VAL ? least : (double)NAN;
}

// At each state the lines are tied as the program wants them.
static void judge_knots(cli_wrapping *w)
{
    int32_t count = w->program->knot_count;
    for (int32_t i = 0; i < w->state_count * count && w->problem[0] == '\0'; i++) {
        const bight_wrap_knot *knot = &w->program->knots[i % count];
        const cli_wrap_state *state = &w->states[i / count];
        const char *found = state->knots[i % count];
        if (strcmp(found, knot->wanted) != 0) {
            snprintf(w->problem, sizeof w->problem,
                     "%s: the line from %s to %s is %.40s, and %.60s is wanted", state->name,
                     knot->lines.at[0], knot->lines.at[1], found[0] != '\0' ? found : "not named",
                     knot->wanted);
        }
    }
}

bight_status cli_wrap_judge(void *user, const cli_summary *summary, bight_error *error)
{
    cli_wrapping *w = user;
    const cli_wrap_state *lifted = cli_wrap_state_of(w, BIGHT_WRAP_LIFTED),
                         *held = cli_wrap_state_of(w, BIGHT_WRAP_HELD);
    (void)summary;
    if (lifted == NULL || held == NULL) {
        snprintf(w->problem, sizeof w->problem, "it was not lifted");
    }
    judge_knots(w);
    for (int32_t k = 0; k < 2 && w->problem[0] == '\0'; k++) {
        const cli_wrap_state *state = k == 0 ? lifted : held;
        if (!(state->coverage >= w->coverage)) {
            snprintf(w->problem, sizeof w->problem, "%s: the cloth covers %.4f of %s%s, and %.2f is wanted",
                     state->name, state->coverage, "the object", w->rim < 1.0 ? " below its rim" : "",
                     w->coverage);
        } else if (!(state->stretch <= BIGHT_WRAP_MOST_STRETCH)) {
            snprintf(w->problem, sizeof w->problem,
                     "%s: the cloth is stretched to %.3f, and at most %.2f is wanted", state->name,
                     state->stretch, BIGHT_WRAP_MOST_STRETCH);
        }
    }
    if (w->problem[0] == '\0' && !(cli_wrap_sinking(w) < BIGHT_WRAP_MOST_SINKING)) {
        snprintf(w->problem, sizeof w->problem,
                 "the object sank by %.1f mm while it hung, and less than %.0f mm is wanted",
                 1e3 * cli_wrap_sinking(w), 1e3 * BIGHT_WRAP_MOST_SINKING);
    }
    int32_t hand;
    double risen = cli_wrap_risen(w, &hand);
    if (w->problem[0] == '\0' && !(risen >= BIGHT_WRAP_LEAST_LIFT * w->plan->lift)) {
        snprintf(w->problem, sizeof w->problem,
                 "%s %s went up by %.0f mm in the lift, and %.0f mm are wanted",
                 hand < BIGHT_WRAP_CORNERS ? "corner" : "the", bight_wrap_hand_name(hand), 1e3 * risen,
                 1e3 * w->plan->lift);
    }
    // a lift that leaves it behind is none
    if (w->problem[0] == '\0' && !(cli_wrap_moved(w) > BIGHT_WRAP_LEAST_MOVED * w->plan->lift)) {
        snprintf(w->problem, sizeof w->problem, "the hands went up by %.0f mm, and the object by %.0f mm",
                 1e3 * risen, 1e3 * cli_wrap_moved(w));
    }
    if (w->problem[0] == '\0' && w->lost) {
        snprintf(w->problem, sizeof w->problem, "a state could not be saved");
    }
    if (w->problem[0] == '\0') {
        return BIGHT_OK;
    }
    error->status = BIGHT_ERROR_EXPECT;
    snprintf(error->message, sizeof error->message, "%s", w->problem);
    return BIGHT_ERROR_EXPECT;
}
