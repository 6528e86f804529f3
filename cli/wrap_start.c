// SPDX-License-Identifier: MIT
// A wrap's scene before anything moves.

#include "cli/wrap_judge.h"

#include <stdarg.h>
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
    *w = (cli_wrapping){.program = program, .called = object != NULL ? object : program->object};
    w->coverage = bight_wrap_wanted(w->called)->coverage;
    w->rim = bight_wrap_wanted(w->called)->rim;
}

static bight_status refuse(bight_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error->status = BIGHT_ERROR_INVALID;
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return BIGHT_ERROR_INVALID;
}

// What is tied from the start stays so, or a state fails: so a knot that another is wanted for is never good.
static bight_status check_knots(const cli_wrapping *w, const bight_scene *scene, bight_error *error)
{
    const bight_scene_pleat *pleats = scene->cloths[0].pleats;
    for (int32_t i = 0; i < w->program->knot_count && pleats != NULL; i++) {
        const bight_wrap_knot *knot = &w->program->knots[i];
        const char *found = i == 0 ? pleats->folded->knot : pleats->folded->knot_above;
        if (strcmp(found, knot->wanted) != 0) {
            return refuse(error,
                          "knots[%d]: the line from %s to %s begins as %.40s, and %.60s is wanted: want what "
                          "is tied, or take a template that ties it",
                          (int)i, knot->lines.at[0], knot->lines.at[1], found, cli_show(knot->wanted).text);
        }
    }
    return BIGHT_OK;
}

static bight_status check_hands(const cli_wrapping *w, const bight_scene *scene, bight_error *error)
{
    const bight_scene_pleat *pleats = scene->cloths[0].pleats;
    return pleats == NULL ? BIGHT_OK
                          : bight_wrap_hands_apart(w->program, w->plan, pleats->folded->upper,
                                                   pleats->folded->upper_count, error);
}

// The object must not stand in the cloth where the scene begins.
static bight_status check_place(const cli_wrapping *w, const bight_scene *scene, bight_error *error)
{
    const bight_cloth_def *cloth = &scene->cloths[0].def;
    int64_t meetings = 0;
    bight_vec3 *at = malloc(((size_t)w->mesh->vertex_count + 1) * sizeof *at);
    if (at == NULL) {
        error->status = BIGHT_ERROR_NO_MEMORY;
        snprintf(error->message, sizeof error->message, "no memory for an object");
        return error->status;
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
    bight_status status = bight_wrap_meetings(cli_env(), &view, &meetings, error);
    free(at);
    return status != BIGHT_OK || meetings == 0
               ? status
               : refuse(error,
                        "the object stands in the cloth where the program begins: their edges and triangles "
                        "go through each other %lld times; make it smaller (--length), or the cloth larger "
                        "(--size)",
                        (long long)meetings);
}

bight_status cli_wrap_check_start(const cli_wrapping *w, const bight_scene *scene, bight_error *error)
{
    bight_status status = check_knots(w, scene, error);
    status = status == BIGHT_OK ? check_hands(w, scene, error) : status;
    return status == BIGHT_OK ? check_place(w, scene, error) : status;
}
