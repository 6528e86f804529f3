// SPDX-License-Identifier: MIT

#include "cli/tie_scene.h"

#include "bight/knot_diagram.h"
#include "bight/knot_svg.h"
#include "bight/mesh.h"

#include <stdlib.h>
#include <string.h>

typedef struct scene_tying {
    const bight_book_knot *knot;
    const char *wanted;
    const char *text; // (length) the scene
    size_t length;
} scene_tying;

bool cli_leave(const char *folder, const char *name, bight_status status, bight_bytes *bytes,
               const bight_error *error, cli_summary *summary)
{
    if (status != BIGHT_OK) {
        cli_say(name, 0, "%s", error->message[0] != '\0' ? error->message : bight_status_text(status));
        return false;
    }
    if (!cli_write_bytes(folder, name, bytes)) {
        return false;
    }
    cli_summary_file(summary, name);
    return true;
}

int cli_play_text(const char *text, size_t length, cli_playing *wish)
{
    bight_error error = {0};
    bight_scene *scene = NULL;
    if (bight_scene_parse(text, length, NULL, NULL, &scene, &error) != BIGHT_OK) {
        return cli_input_error(wish->path, &error);
    }
    int code = cli_play(wish, scene);
    bight_scene_destroy(scene);
    return code;
}

// ---- what it leaves ---------------------------------------------------------------------------------

// All ropes as tubes in one file: each is closed, and they overlap no more than the ropes do.
static bight_status write_ropes(const cli_stage *stage, bight_bytes *bytes, bight_error *error)
{
    bight_mesh all = {0};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < stage->scene->rope_count && status == BIGHT_OK; i++) {
        bight_tube tube = {.curve = stage->moment.curves[i], .radius = stage->scene->ropes[i].radius};
        bight_mesh mesh = {0};
        status = bight_tube_mesh(NULL, &tube, &mesh, error);
        status = status == BIGHT_OK ? bight_mesh_append(NULL, &all, &mesh) : status;
        bight_mesh_free(NULL, &mesh);
    }
    status = status == BIGHT_OK ? bight_write_stl(NULL, &all, bytes, error) : status;
    bight_mesh_free(NULL, &all);
    return status;
}

// The ropes as they end, closed far away, with as few crossings as are found; nothing when none is left.
static bool leave_diagram(const scene_tying *t, const char *folder, const cli_stage *stage,
                          cli_summary *summary)
{
    bight_diagram *first = NULL, *diagram = NULL;
    bight_error error = {0};
    bight_bytes bytes = {0};
    bight_status status = bight_diagram_from_curves(NULL, NULL, stage->moment.curves,
                                                    stage->scene->rope_count, NULL, &first, &error);
    status = status == BIGHT_OK ? bight_diagram_reduce(NULL, NULL, first, &diagram, &error) : status;
    bool good = true;
    if (status != BIGHT_OK || bight_diagram_crossings(diagram) > 0) {
        const bight_svg_options look = {.title = t->knot->card.name};
        status = status == BIGHT_OK ? bight_write_knot_svg(NULL, diagram, &look, &bytes, &error) : status;
        good = cli_leave(folder, "diagram.svg", status, &bytes, &error, summary);
    }
    bight_diagram_free(first);
    bight_diagram_free(diagram);
    return good;
}

static bool leave(void *user, const char *folder, cli_stage *stage, cli_summary *summary)
{
    const scene_tying *t = user;
    const bight_scene *scene = stage->scene;
    bight_error error = {0};
    bight_bytes bytes = {0};
    bight_curve *starts = calloc((size_t)scene->rope_count, sizeof *starts);
    for (int32_t i = 0; starts != NULL && i < scene->rope_count; i++) {
        starts[i] = scene->ropes[i].curve;
    }
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    if (starts != NULL) {
        status = bight_write_xyz(NULL, starts, scene->rope_count, t->knot->card.name, &bytes, &error);
    }
    bool good = cli_leave(folder, "start.xyz", status, &bytes, &error, summary);
    free(starts);
    good = leave_diagram(t, folder, stage, summary) && good;
    status = write_ropes(stage, &bytes, &error);
    good = cli_leave(folder, "rope.stl", status, &bytes, &error, summary) && good;
    bytes = (bight_bytes){0};
    bytes.data = malloc(t->length + 1);
    status = bytes.data != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    if (bytes.data != NULL) {
        memcpy(bytes.data, t->text, t->length);
        bytes.size = t->length;
        bytes.capacity = (int32_t)t->length + 1;
    }
    return cli_leave(folder, "scene.json", status, &bytes, &error, summary) && good;
}

static void print(void *user, const bight_play *play, cli_json *json)
{
    const scene_tying *t = user;
    (void)play;
    cli_json_open(json, "tie", '{');
    cli_json_text(json, "wanted", t->wanted);
    cli_json_text(json, "name", t->knot->card.name);
    cli_json_text(json, "category", bight_category_name(t->knot->card.category));
    cli_json_text(json, "file", t->knot->file);
    cli_json_close(json, '}');
}

int cli_tie_scene(const bight_book_knot *knot, const char *wanted, cli_rods rods, cli_playing *wish)
{
    scene_tying t = {.knot = knot, .wanted = wanted, .text = knot->text, .length = knot->text_length};
    bight_bytes written = {0};
    bight_error error = {0};
    bight_status status = BIGHT_ERROR_UNSUPPORTED;
    if (rods != CLI_RODS_NONE) {
        status = bight_scene_with_rods(NULL, knot->text, knot->text_length, NULL, NULL, &written, &error);
    }
    if (status != BIGHT_OK && (rods == CLI_RODS_ASKED || status != BIGHT_ERROR_UNSUPPORTED)) {
        return cli_input_error(knot->file, &error);
    }
    if (status == BIGHT_OK) {
        t.text = (const char *)written.data;
        t.length = written.size;
    }
    if (!wish->quiet && !wish->json) {
        printf("%s: %s\n", cli_show(knot->card.name).text, cli_show(knot->card.sequence).text);
        if (knot->card.warning != NULL) {
            printf("%s\n", cli_show(knot->card.warning).text);
        }
        fflush(stdout);
    }
    wish->leave = leave;
    wish->print = print;
    wish->user = &t;
    int code = cli_play_text(t.text, t.length, wish);
    bight_bytes_free(NULL, &written);
    return code;
}
