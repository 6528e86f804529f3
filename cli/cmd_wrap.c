// SPDX-License-Identifier: MIT
// bight wrap: an object wrapped in cloth by a program.

#include "cli/wrap_files.h"
#include "cli/wrap_judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LIST,
    OBJECT,
    LENGTH,
    SIZE,
    CLOTH,
    THICKNESS,
    PREVIEW,
    REHEARSE,
    FRAMES,
    WRAPS,
    SCHEMA,
    MODEL,
    OUT,
    THREADS,
    QUIET,
    JSON
};
static const cli_option options[] = {
    {"--list", NULL, "Print the programs and the objects there are, and nothing else."},
    {"--object", "NAME",
     "What is wrapped: an object by its name, or a closed mesh from a file that ends in .obj."},
    {"--length", "M",
     "Its longest side in metres. Default: as long as fits into a cloth of the program's size."},
    {"--size", "M", "The cloth's side in metres."},
    {"--cloth", "CxR", "Its vertices along both sides, as 41x41: as many each way, an odd number."},
    {"--thickness", "M", "Its thickness in metres."},
    {"--preview", NULL, "The program's coarse cloth, lifted a little: for a look."},
    {"--rehearse", NULL, "Only judge room, lines and reach; no cloth moves."},
    {"--frames", "N", "Frames of run.mp4, spread over the whole run. Default 0: no film."},
    {"--wraps", "DIR", CLI_WRAPS_DOC},
    {"--schema", NULL, "Print the JSON Schema of programs, and nothing else."},
    {"-o", "F.glb", "The last state as one file."},
    {"--out", "DIR",
     "Leave scene.json, object.obj, summary.json, final.obj, cloths.json, run.glb, and a picture and a mesh "
     "of each state there."},
    {"--threads", "N", "Threads of the simulation, 1 to 64. Results do not depend on it. Default 1."},
    {"--quiet", NULL, "No progress, and no lines on stdout but a final one."},
    {"--json", NULL, "Print the summary as JSON on stdout instead of lines."},
    {NULL, NULL, NULL},
};

// ---- what there is ----------------------------------------------------------------------------------

static void list_program(const bight_wrap_program *program, cli_json *json)
{
    if (json == NULL) {
        printf("%-14s %s: of a cloth of %g m, %d x %d vertices\n", cli_show(program->name).text,
               cli_show(program->title).text, program->cloth->size, (int)program->cloth->columns + 1,
               (int)program->cloth->columns + 1);
        return;
    }
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "name", program->name);
    cli_json_text(json, "title", program->title);
    cli_json_text(json, "source", program->source);
    cli_json_text(json, "object", program->object);
    cli_json_number(json, "size", program->cloth->size);
    cli_json_integer(json, "columns", program->cloth->columns + 1);
    cli_json_integer(json, "knots", program->knot_count);
    cli_json_close(json, '}');
}

static int list_all(const cli_args *args)
{
    char(*names)[CLI_NAME] = calloc(CLI_MOST_NAMES, sizeof *names);
    int32_t count = 0;
    if (names == NULL) {
        cli_say(NULL, 0, "no memory for the names of programs");
        return CLI_FAILED;
    }
    int worst = cli_list_wraps(args->values[WRAPS], names, &count);
    cli_json json = {.out = stdout}, *to = args->values[JSON] != NULL ? &json : NULL;
    if (worst != CLI_DONE) {
        free(names);
        return worst;
    }
    if (to != NULL) {
        cli_json_open(to, NULL, '{');
        cli_json_open(to, "wraps", '[');
    }
    for (int32_t i = 0; i < count && !cli_interrupted(); i++) {
        bight_wrap_file *file;
        int code = cli_open_wrap(args->values[WRAPS], names[i], &file);
        if (code == CLI_DONE) {
            list_program(bight_wrap_file_program(file), to);
        }
        bight_wrap_close(file);
        worst = code > worst ? code : worst;
    }
    if (to != NULL) {
        cli_json_close(to, ']');
        cli_json_open(to, "objects", '[');
    }
    for (int32_t i = 0; bight_wrap_object_at(i) != NULL; i++) {
        const bight_wrap_object *object = bight_wrap_object_at(i);
        if (to == NULL) {
            printf("  --object %-8s %s\n", object->name, object->words);
            continue;
        }
        cli_json_open(to, NULL, '{');
        cli_json_text(to, "name", object->name);
        cli_json_text(to, "words", object->words);
        cli_json_number(to, "coverage", object->coverage);
        cli_json_number(to, "rim", object->rim);
        cli_json_close(to, '}');
    }
    if (to != NULL) {
        cli_json_close(to, ']');
        cli_json_close(to, '}');
    }
    free(names);
    return worst;
}

static void put_schema(void *user, const char *text, size_t length)
{
    (void)user;
    fwrite(text, 1, length, stdout);
}

// ---- what is asked for ------------------------------------------------------------------------------

static int read_wish(const cli_args *args, cli_playing *playing, bight_wrap_wish *wish)
{
    if (args->file_count != 1) {
        cli_say(NULL, 0,
                "wrap takes one program, not %d: bight wrap NAME, bight wrap PROGRAM.json, bight wrap --list",
                (int)args->file_count);
        return CLI_USAGE;
    }
    if (!cli_positive("--length", args->values[LENGTH], &wish->length) ||
        !cli_positive("--size", args->values[SIZE], &wish->size) ||
        !cli_positive("--thickness", args->values[THICKNESS], &wish->thickness) ||
        !cli_wrap_columns(args->values[CLOTH], &wish->columns) ||
        !cli_integer("--frames", args->values[FRAMES], 0, 100000, &playing->frames) ||
        !cli_integer("--threads", args->values[THREADS], 1, 64, &playing->threads)) {
        return CLI_USAGE;
    }
    if (args->values[OUT] == NULL && playing->frames > 0) {
        cli_say(NULL, 0, "--frames makes a film, which needs a folder: add --out DIR");
        return CLI_USAGE;
    }
    if (args->values[MODEL] != NULL && !cli_ends_in(args->values[MODEL], "glb")) {
        cli_say(NULL, 0, "-o writes a GLB file: give a name that ends in .glb");
        return CLI_USAGE;
    }
    if (args->values[REHEARSE] != NULL && (args->values[MODEL] != NULL || playing->frames > 0)) {
        cli_say(NULL, 0, "--rehearse moves no cloth, so there is nothing for %s: leave out one of them",
                args->values[MODEL] != NULL ? "-o" : "--frames");
        return CLI_USAGE;
    }
    wish->preview = args->values[PREVIEW] != NULL;
    return CLI_DONE;
}

// ---- rehearsal, then the play -----------------------------------------------------------------------

static void say_plan(const cli_wrapping *w)
{
    const bight_wrap_plan *plan = w->plan;
    double most = 0.0;
    for (int32_t k = 0; k < BIGHT_WRAP_CORNERS; k++) {
        most = fmax(most, plan->over[k]);
    }
    printf("%s: %s, %.3g x %.3g x %.3g m, in a cloth of %.3g m, %d x %d vertices\n",
           cli_show(w->program->title).text, cli_show_start(w->called, 60).text, plan->stand.extent.x,
           plan->stand.extent.y, plan->stand.extent.z, plan->size, (int)plan->columns + 1,
           (int)plan->columns + 1);
    printf("lines: %.3g m from the middle to a corner, %.3g m over the object, %.3g m needed; a cloth of "
           "%.3g m would do\n",
           plan->line, most, plan->needed_line, plan->needed_size);
    fflush(stdout);
}

// Both files are there before the first cycle.
static int write_start(const cli_wrapping *w)
{
    if (w->folder == NULL) {
        return CLI_DONE;
    }
    char path[4096];
    bool good = cli_make_folder(w->folder) && cli_join(path, sizeof path, w->folder, "scene.json") &&
                cli_write_file(path, w->text->data, w->text->size) &&
                cli_join(path, sizeof path, w->folder, BIGHT_WRAP_OBJECT_FILE) &&
                cli_write_file(path, w->object->data, w->object->size);
    return good ? CLI_DONE : CLI_FAILED;
}

static int play(cli_wrapping *w, cli_playing *playing, bool rehearse)
{
    bight_scene *scene = NULL;
    char path[4096];
    double begun = cli_seconds();
    bight_error error = {0};
    bool read = cli_read_wrap_scene(w->text, w->object, &scene, &error) == BIGHT_OK;
    w->folding = cli_seconds() - begun;
    int code = read && cli_wrap_check_start(w, scene, &error) == BIGHT_OK
                   ? CLI_DONE
                   : cli_input_error(read ? playing->path : CLI_WRAP_SCENE, &error);
    if (code == CLI_DONE && rehearse && playing->json) {
        cli_json json = {.out = stdout};
        cli_json_open(&json, NULL, '{');
        cli_json_open(&json, "wrap", '{');
        cli_wrap_print_plan(w, &json);
        cli_json_open(&json, "seconds", '{');
        cli_json_number(&json, "rehearse", w->geodesics);
        cli_json_number(&json, "folding", w->folding);
        cli_json_close(&json, '}');
        cli_json_close(&json, '}');
        cli_json_close(&json, '}');
    }
    code = code == CLI_DONE ? write_start(w) : code;
    if (code == CLI_DONE && !rehearse) {
        // lines of what fails are those of the scene
        playing->path =
            w->folder != NULL && cli_join(path, sizeof path, w->folder, "scene.json") ? path : CLI_WRAP_SCENE;
        playing->judge = cli_wrap_judge;
        playing->leave = cli_wrap_leave;
        playing->print = cli_wrap_print;
        playing->see = cli_wrap_see;
        playing->user = w;
        code = cli_play(playing, scene);
    }
    bight_scene_destroy(scene);
    return code;
}

static int rehearse(cli_wrapping *w, const bight_wrap_wish *wish, cli_playing *playing, bight_mesh *mesh,
                    bool only)
{
    bight_error error = {0};
    bight_bytes text = {0}, object = {0};
    bight_wrap_plan plan;
    double begun = cli_seconds();
    bight_status status = bight_wrap_rehearse(cli_env(), w->program, wish, mesh, &plan, &error);
    w->geodesics = cli_seconds() - begun;
    status = status == BIGHT_OK ? bight_wrap_scene(NULL, w->program, &plan, &text, &error) : status;
    status = status == BIGHT_OK ? bight_write_obj(NULL, mesh, &object, &error) : status;
    // what has a line is the program's
    int code =
        status == BIGHT_OK ? CLI_DONE : cli_input_error(error.line > 0 ? playing->path : w->called, &error);
    w->plan = &plan;
    w->mesh = mesh;
    w->text = &text;
    w->object = &object;
    if (code == CLI_DONE && !playing->quiet && !playing->json) {
        say_plan(w);
    }
    code = code == CLI_DONE ? play(w, playing, only) : code;
    bight_bytes_free(NULL, &text);
    bight_bytes_free(NULL, &object);
    return code;
}

static int wrap(const cli_args *args)
{
    if (args->values[SCHEMA] != NULL) {
        bight_wrap_schema(put_schema, NULL);
        return CLI_DONE;
    }
    if (args->values[LIST] != NULL) {
        if (args->file_count > 0) {
            cli_say(NULL, 0, "wrap --list takes no names");
            return CLI_USAGE;
        }
        return list_all(args);
    }
    cli_playing playing = {.folder = args->values[OUT],
                           .model = args->values[MODEL],
                           .quiet = args->values[QUIET] != NULL,
                           .json = args->values[JSON] != NULL,
                           .threads = 1};
    bight_wrap_wish wish = {0};
    int code = read_wish(args, &playing, &wish);
    bight_wrap_file *file = NULL;
    bight_mesh mesh = {0};
    cli_wrapping *w = calloc(1, sizeof *w);
    if (code == CLI_DONE && w == NULL) {
        cli_say(NULL, 0, "no memory for a wrap");
        code = CLI_FAILED;
    }
    code = code == CLI_DONE ? cli_open_wrap(args->values[WRAPS], args->files[0], &file) : code;
    if (code == CLI_DONE) {
        cli_wrap_begin(w, bight_wrap_file_program(file), args->values[OBJECT]);
        w->folder = playing.folder;
        playing.path = args->files[0];
        code = cli_open_object(w->called, &mesh);
    }
    if (code == CLI_DONE) {
        code = rehearse(w, &wish, &playing, &mesh, args->values[REHEARSE] != NULL);
    }
    bight_mesh_free(NULL, &mesh);
    bight_wrap_close(file);
    free(w);
    return code;
}

const cli_verb cli_verb_wrap = {
    "wrap",
    "wrap --list | NAME | PROGRAM.json [--object NAME|F.obj] [--length M] [--size M] [--cloth CxR] "
    "[--thickness M] [--preview] "
    "[--rehearse] [--frames N] [--wraps DIR] [--threads N] [--quiet] [--json] [-o F.glb] [--out DIR]",
    "Wrap an object in cloth by a program, lift it, and judge what is covered, tied and held.",
    options,
    wrap,
    NULL};
