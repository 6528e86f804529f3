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

// v + 2 w (q x v) + 2 q x (q x v)
static bight_vec3 turned(const double r[4], bight_vec3 v)
{
    bight_vec3 c = {r[1] * v.z - r[2] * v.y, r[2] * v.x - r[0] * v.z, r[0] * v.y - r[1] * v.x};
    bight_vec3 d = {r[1] * c.z - r[2] * c.y, r[2] * c.x - r[0] * c.z, r[0] * c.y - r[1] * c.x};
    return (bight_vec3){v.x + 2.0 * (r[3] * c.x + d.x), v.y + 2.0 * (r[3] * c.y + d.y),
                        v.z + 2.0 * (r[3] * c.z + d.z)};
}

// The cloth is brought into the object's frame, where its surface has the numbers that it was made with.
static double coverage_of(const cli_wrapping *w, const bight_play *play, const bight_scene *scene,
                          const bight_pose *pose)
{
    const bight_cloth_def *cloth = &scene->cloths[0].def;
    int32_t count;
    const bight_vec3 *at = bight_play_cloth_positions(play, 0, &count);
    double coverage = (double)NAN;
    bight_vec3 *local = malloc(((size_t)count + 1) * sizeof *local);
    if (local == NULL) {
        return coverage;
    }
    const double back[4] = {-pose->rotation[0], -pose->rotation[1], -pose->rotation[2], pose->rotation[3]};
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 d = {at[i].x - pose->position.x, at[i].y - pose->position.y, at[i].z - pose->position.z};
        local[i] = turned(back, d);
    }
    bight_wrap_view view = {.points = w->mesh->positions,
                            .triangles = w->mesh->triangles,
                            .point_count = w->mesh->vertex_count,
                            .triangle_count = w->mesh->triangle_count,
                            .cloth = local,
                            .cloth_sides = cloth->triangles,
                            .cloth_count = count,
                            .cloth_side_count = cloth->triangle_count};
    if (w->rim < 1.0) {
        view.up = w->plan->up;
        view.below = w->plan->low + w->rim * (w->plan->high - w->plan->low);
    }
    bight_wrap_coverage(NULL, &view, &coverage, NULL);
    free(local);
    return coverage;
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
    state->stretch = report.stretch;
    state->intersections = report.intersections;
    bight_pose pose = bight_play_pose(play, index);
    bight_play_carried(play, index, &pose, NULL);
    state->object = pose.position;
    cli_progress(bight_play_get_progress(play).fraction, "looking at what is covered");
    state->coverage = coverage_of(w, play, scene, &pose);
    const bight_scene_pleat *pleats = scene->cloths[0].pleats;
    if (pleats != NULL) {
        bight_pleat_name(NULL, pleats->folded, bight_play_cloth_positions(play, 0, &count), state->knot,
                         NULL);
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
        w->most_stretch = fmax(w->most_stretch, bight_play_cloth_report(play).stretch);
    }
}

// ---- is it good? ------------------------------------------------------------------------------------

static const cli_wrap_state *state_of(const cli_wrapping *w, const char *name)
{
    for (int32_t i = 0; i < w->state_count; i++) {
        if (strcmp(w->states[i].name, name) == 0) {
            return &w->states[i];
        }
    }
    return NULL;
}

static double sinking(const cli_wrapping *w)
{
    const cli_wrap_state *lifted = state_of(w, BIGHT_WRAP_LIFTED), *held = state_of(w, BIGHT_WRAP_HELD);
    return lifted != NULL && held != NULL ? lifted->object.y - held->object.y : (double)NAN;
}

// How far the lift took it: from the last state of the program.
static double moved(const cli_wrapping *w)
{
    const cli_wrap_state *lifted = state_of(w, BIGHT_WRAP_LIFTED);
    return lifted != NULL && lifted > w->states ? lifted->object.y - lifted[-1].object.y : (double)NAN;
}

bight_status cli_wrap_judge(void *user, const cli_summary *summary, bight_error *error)
{
    cli_wrapping *w = user;
    const cli_wrap_state *lifted = state_of(w, BIGHT_WRAP_LIFTED), *held = state_of(w, BIGHT_WRAP_HELD);
    (void)summary;
    if (lifted == NULL || held == NULL) {
        snprintf(w->problem, sizeof w->problem, "it was not lifted");
    }
    for (int32_t k = 0; k < 2 && w->problem[0] == '\0'; k++) {
        const cli_wrap_state *state = k == 0 ? lifted : held;
        if (!(state->coverage >= w->coverage)) {
            snprintf(w->problem, sizeof w->problem, "%s: the cloth covers %.3f of %s%s, and %.2f is wanted",
                     state->name, state->coverage, "the object", w->rim < 1.0 ? " below its rim" : "",
                     w->coverage);
        } else if (!(state->stretch <= CLI_MOST_STRETCH)) {
            snprintf(w->problem, sizeof w->problem,
                     "%s: the cloth is stretched to %.3f, and at most %.2f is wanted", state->name,
                     state->stretch, CLI_MOST_STRETCH);
        }
    }
    if (w->problem[0] == '\0' && !(sinking(w) < CLI_MOST_SINKING)) {
        snprintf(w->problem, sizeof w->problem,
                 "the object sank by %.1f mm while it hung, and less than %.0f mm is wanted",
                 1e3 * sinking(w), 1e3 * CLI_MOST_SINKING);
    }
    // a lift that leaves it behind is none
    if (w->problem[0] == '\0' && !(moved(w) > 0.5 * w->plan->lift)) {
        snprintf(w->problem, sizeof w->problem, "the corners went up by %.0f mm, and the object by %.0f mm",
                 1e3 * w->plan->lift, 1e3 * moved(w));
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

// ---- what it leaves ---------------------------------------------------------------------------------

bool cli_wrap_leave(void *user, const char *folder, cli_stage *stage, cli_summary *summary)
{
    const cli_wrapping *w = user;
    (void)folder, (void)stage;
    // written before the first cycle
    cli_summary_file(summary, "scene.json");
    cli_summary_file(summary, BIGHT_WRAP_OBJECT_FILE);
    for (int32_t i = 0; i < w->state_count; i++) {
        char file[64];
        snprintf(file, sizeof file, "%s.obj", w->states[i].name);
        cli_summary_file(summary, file);
    }
    return true;
}

static void print_states(const cli_wrapping *w, const bight_play *play, cli_json *json)
{
    int32_t count = 0;
    const bight_play_check *checks = play != NULL ? bight_play_checks(play, &count) : NULL;
    cli_json_open(json, "states", '[');
    for (int32_t i = 0; i < w->state_count; i++) {
        const cli_wrap_state *state = &w->states[i];
        bool holds = true;
        for (int32_t k = 0; k < count; k++) {
            holds = holds && (checks[k].step != state->step + 1 || checks[k].holds);
        }
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", state->name);
        cli_json_integer(json, "cycle", state->cycle);
        cli_json_integer(json, "tries", 1);
        cli_json_text(json, "outcome", holds ? "reached" : "failed");
        cli_json_number(json, "coverage", state->coverage);
        cli_json_number(json, "stretch", state->stretch);
        cli_json_integer(json, "intersections", state->intersections);
        cli_json_number(json, "object_height", state->object.y);
        if (w->program->pleats != NULL) {
            cli_json_text(json, "knot", state->knot);
        }
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void print_knots(const cli_wrapping *w, cli_json *json)
{
    cli_json_open(json, "knots", '[');
    for (int32_t i = 0; i < w->program->knot_count; i++) {
        const bight_wrap_knot *knot = &w->program->knots[i];
        cli_json_open(json, NULL, '{');
        cli_json_open(json, "lines", '[');
        cli_json_text(json, NULL, knot->lines.at[0]);
        cli_json_text(json, NULL, knot->lines.at[1]);
        cli_json_close(json, ']');
        cli_json_text(json, "wanted", knot->wanted);
        cli_json_text(json, "found", w->state_count > 0 ? w->states[w->state_count - 1].knot : NULL);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

void cli_wrap_print_plan(const cli_wrapping *w, cli_json *json)
{
    const bight_wrap_plan *plan = w->plan;
    cli_json_text(json, "program", w->program->name);
    cli_json_boolean(json, "preview", plan->preview);
    cli_json_open(json, "object", '{');
    cli_json_text(json, "name", w->called);
    cli_json_integer(json, "triangles", w->mesh->triangle_count);
    const double extent[3] = {plan->stand.extent.x, plan->stand.extent.y, plan->stand.extent.z};
    cli_json_open(json, "extent", '[');
    for (int32_t k = 0; k < 3; k++) {
        cli_json_number(json, NULL, extent[k]);
    }
    cli_json_close(json, ']');
    cli_json_number(json, "mass", w->program->mass);
    cli_json_close(json, '}');
    cli_json_open(json, "cloth", '{');
    cli_json_number(json, "size", plan->size);
    cli_json_integer(json, "columns", plan->columns + 1);
    cli_json_integer(json, "rows", plan->columns + 1);
    cli_json_number(json, "thickness", plan->thickness);
    cli_json_close(json, '}');
    cli_json_number(json, "line", plan->line);
    cli_json_open(json, "over", '[');
    for (int32_t k = 0; k < BIGHT_WRAP_CORNERS; k++) {
        cli_json_number(json, NULL, plan->over[k]);
    }
    cli_json_close(json, ']');
    cli_json_open(json, "needed", '{');
    cli_json_number(json, "line", plan->needed_line);
    cli_json_number(json, "size", plan->needed_size);
    cli_json_number(json, "most_thickness", plan->most_thickness);
    cli_json_integer(json, "least_columns", plan->least_columns + 1);
    cli_json_close(json, '}');
}

void cli_wrap_print(void *user, const bight_play *play, cli_json *json)
{
    const cli_wrapping *w = user;
    const cli_wrap_state *last = w->state_count > 0 ? &w->states[w->state_count - 1] : NULL;
    bight_play_cloth_totals totals = {0};
    bight_cloth_report report = {0};
    if (play != NULL) {
        totals = bight_play_get_cloth_totals(play);
        report = bight_play_cloth_report(play);
    }
    cli_json_open(json, "wrap", '{');
    cli_wrap_print_plan(w, json);
    print_states(w, play, json);
    print_knots(w, json);
    cli_json_number(json, "coverage", last != NULL ? last->coverage : (double)NAN);
    cli_json_number(json, "coverage_wanted", w->coverage);
    cli_json_open(json, "lifted", '{');
    cli_json_number(json, "by", w->plan->lift);
    cli_json_number(json, "object_moved", moved(w));
    cli_json_number(json, "sank", sinking(w));
    cli_json_boolean(json, "held", sinking(w) < CLI_MOST_SINKING);
    cli_json_close(json, '}');
    cli_json_integer(json, "intersections", report.intersections);
    cli_json_integer(json, "uncertified", totals.doubtful);
    cli_json_number(json, "stretch", report.stretch);
    cli_json_number(json, "most_stretch", w->most_stretch);
    cli_json_integer(json, "steps", totals.cycles);
    cli_json_open(json, "seconds", '{');
    cli_json_number(json, "rehearse", w->geodesics);
    cli_json_number(json, "folding", w->folding);
    cli_json_close(json, '}');
    cli_json_text(json, "problem", w->problem[0] != '\0' ? w->problem : NULL);
    cli_json_close(json, '}');
}
