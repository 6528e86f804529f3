// SPDX-License-Identifier: MIT
// A wrap's part of the summary.

#include "cli/wrap_judge.h"

#include <math.h>

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
        cli_json_number(json, "open", state->open);
        cli_json_number(json, "open_most", state->open_most);
        cli_json_number(json, "stretch", state->stretch);
        cli_json_integer(json, "intersections", state->intersections);
        cli_json_number(json, "object_height", state->object.y);
        if (w->program->pleats != NULL) {
            cli_json_text(json, "knot", state->knots[0]);
        }
        if (w->program->pleats != NULL && w->program->pleats->above != NULL) {
            cli_json_text(json, "knot_above", state->knots[1]);
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
        cli_json_text(json, "found", w->state_count > 0 ? w->states[w->state_count - 1].knots[i] : NULL);
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

// Why it is no good wrap, also of a play that did not come to be judged. "" when it is one.
static void say_problem(const cli_wrapping *w, const bight_play *play, char *problem, size_t size)
{
    int32_t count = 0;
    const bight_play_check *checks = play != NULL ? bight_play_checks(play, &count) : NULL;
    snprintf(problem, size, "%s",
             w->problem[0] != '\0'                           ? w->problem
             : cli_wrap_state_of(w, BIGHT_WRAP_HELD) == NULL ? "it was not lifted"
                                                             : "");
    for (int32_t i = 0; i < count && w->problem[0] == '\0'; i++) {
        const char *name = "";
        for (int32_t k = 0; k < w->state_count; k++) {
            name = w->states[k].step + 1 == checks[i].step ? w->states[k].name : name;
        }
        if (!checks[i].holds) {
            snprintf(problem, size, "%s: %s: expected %s, found %s", name, checks[i].what, checks[i].expected,
                     checks[i].found);
            break;
        }
    }
}

void cli_wrap_print(void *user, const bight_play *play, cli_json *json)
{
    const cli_wrapping *w = user;
    char problem[480];
    const cli_wrap_state *last = w->state_count > 0 ? &w->states[w->state_count - 1] : NULL;
    bight_play_cloth_totals totals = {0};
    if (play != NULL) {
        totals = bight_play_get_cloth_totals(play);
    }
    say_problem(w, play, problem, sizeof problem);
    cli_json_open(json, "wrap", '{');
    cli_wrap_print_plan(w, json);
    print_states(w, play, json);
    print_knots(w, json);
    cli_json_number(json, "coverage", last != NULL ? last->coverage : (double)NAN);
    cli_json_number(json, "coverage_wanted", w->coverage);
    cli_json_number(json, "open", last != NULL ? last->open : (double)NAN);
    cli_json_number(json, "open_most", last != NULL ? last->open_most : (double)NAN);
    cli_json_open(json, "lifted", '{');
    int32_t hand;
    cli_json_number(json, "by", cli_wrap_risen(w, &hand));
    cli_json_number(json, "object_moved", cli_wrap_moved(w));
    cli_json_number(json, "sank", cli_wrap_sinking(w));
    cli_json_boolean(json, "held", cli_wrap_sinking(w) < BIGHT_WRAP_MOST_SINKING);
    cli_json_close(json, '}');
    cli_json_integer(json, "intersections", w->intersections);
    cli_json_integer(json, "uncertified", totals.doubtful);
    cli_json_number(json, "stretch", w->stretch);
    cli_json_number(json, "most_stretch", w->most_stretch);
    cli_json_integer(json, "steps", totals.cycles);
    cli_json_open(json, "seconds", '{');
    cli_json_number(json, "rehearse", w->geodesics);
    cli_json_number(json, "folding", w->folding);
    cli_json_close(json, '}');
    cli_json_text(json, "problem", problem[0] != '\0' ? problem : NULL);
    cli_json_close(json, '}');
}
