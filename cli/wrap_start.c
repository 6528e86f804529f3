// SPDX-License-Identifier: MIT
// A wrap's scene before anything moves.

#include "cli/wrap_judge.h"

#include <stdlib.h>
#include <string.h>

bool cli_wrap_columns(const char *text, int32_t *columns_wanted)
{
    char *end = NULL, *last = NULL;
    long columns = text != NULL ? strtol(text, &end, 10) : 0, rows = 0;
    if (text == NULL) {
        return true;
    }
    if (end != text && *end == 'x') {
        rows = strtol(end + 1, &last, 10);
    }
    if (last == NULL || last == end + 1 || *last != '\0' || columns != rows || columns < 3 ||
        columns > 1001 || columns % 2 == 0) {
        cli_say(NULL, 0,
                "--cloth takes vertices along both sides, as many each way and an odd number from 3 to 1001, "
                "as 41x41, not \"%s\"",
                cli_show_start(text, 40).text);
        return false;
    }
    *columns_wanted = (int32_t)columns - 1;
    return true;
}

void cli_wrap_begin(cli_wrapping *w, const bight_wrap_program *program, const char *object)
{
    *w = (cli_wrapping){.program = program,
                        .called = object != NULL ? object : program->object,
                        .coverage = 0.98,
                        .rim = 1.0};
    for (int32_t i = 0; bight_wrap_object_at(i) != NULL; i++) {
        if (strcmp(bight_wrap_object_at(i)->name, w->called) == 0) {
            w->coverage = bight_wrap_object_at(i)->coverage;
            w->rim = bight_wrap_object_at(i)->rim;
        }
    }
}

// What is tied from the start stays so, or a state fails: so a knot that another is wanted for is never good.
static int check_knots(const cli_wrapping *w, const char *path, const bight_scene *scene)
{
    const bight_wrap_knot *knot = w->program->knots;
    const bight_scene_pleat *pleats = scene->cloths[0].pleats;
    if (w->program->knot_count == 0 || pleats == NULL || strcmp(pleats->folded->knot, knot->wanted) == 0) {
        return CLI_DONE;
    }
    cli_say(path, 0,
            "knots[0]: the line from %s to %s begins as %s, and %s is wanted: want what is tied, or take a "
            "template that ties it",
            knot->lines.at[0], knot->lines.at[1], pleats->folded->knot, cli_show(knot->wanted).text);
    return CLI_INPUT;
}

// The object must not stand in the cloth where the scene begins.
static int check_place(const cli_wrapping *w, const bight_scene *scene)
{
    const bight_cloth_def *cloth = &scene->cloths[0].def;
    bight_error error = {0};
    int64_t meetings = 0;
    bight_vec3 *at = malloc(((size_t)w->mesh->vertex_count + 1) * sizeof *at);
    if (at == NULL) {
        cli_say(NULL, 0, "no memory for an object");
        return CLI_FAILED;
    }
    for (int32_t i = 0; i < w->mesh->vertex_count; i++) {
        bight_vec3 p = w->mesh->positions[i];
        at[i] = (bight_vec3){p.x + w->plan->at.x, p.y + w->plan->at.y, p.z + w->plan->at.z};
    }
    bight_wrap_view view = {.points = at,
                            .triangles = w->mesh->triangles,
                            .point_count = w->mesh->vertex_count,
                            .triangle_count = w->mesh->triangle_count,
                            .cloth = cloth->positions,
                            .cloth_sides = cloth->triangles,
                            .cloth_count = cloth->vertex_count,
                            .cloth_side_count = cloth->triangle_count};
    bight_status status = bight_wrap_meetings(cli_env(), &view, &meetings, &error);
    free(at);
    if (status != BIGHT_OK) {
        return cli_input_error(NULL, &error);
    }
    if (meetings > 0) {
        cli_say(NULL, 0,
                "the object stands in the cloth where the program begins: their edges and triangles go "
                "through each other %lld "
                "times; make it smaller (--length), or the cloth larger (--size)",
                (long long)meetings);
        return CLI_INPUT;
    }
    return CLI_DONE;
}

int cli_wrap_check_start(const cli_wrapping *w, const char *path, const bight_scene *scene)
{
    int code = check_knots(w, path, scene);
    return code == CLI_DONE ? check_place(w, scene) : code;
}
