// SPDX-License-Identifier: MIT

#include "cli/everyday.h"
#include "cli/knots.h"

#include "bight/io.h"

#include <stdlib.h>
#include <string.h>

void everyday_json(cli_json *json, const bight_sailor_name *name, const bight_sailor_near *near)
{
    cli_json_text(json, "name", name->name[0] != '\0' ? name->name : NULL);
    cli_json_text(json, "mirror", bight_sailor_mirror_text(name->mirror));
    cli_json_boolean(json, "proved", name->proved);
    cli_json_text(json, "basis", name->basis);
    if (near == NULL || near->name[0] == '\0') {
        cli_json_text(json, "nearest", NULL);
        return;
    }
    cli_json_open(json, "nearest", '{');
    cli_json_text(json, "name", near->name);
    cli_json_text(json, near->flips == 1 ? "flip" : "reverse", near->words);
    cli_json_integer(json, "flips", near->flips);
    cli_json_integer(json, "crossing", near->first + 1);
    cli_json_integer(json, "crossings", near->crossings);
    cli_json_boolean(json, "over", near->over);
    cli_json_open(json, "where", '{');
    cli_json_integer(json, "rope", near->rope);
    cli_json_integer(json, "node", near->node);
    cli_json_open(json, "point", '[');
    const double point[3] = {near->where.x, near->where.y, near->where.z};
    for (int32_t i = 0; i < 3; i++) {
        cli_json_number(json, NULL, point[i]);
    }
    cli_json_close(json, ']');
    cli_json_close(json, '}');
    cli_json_close(json, '}');
}

// words: against the knot that was meant, "" when none was.
static void print(const char *file, const char *rope, bool as_json, const bight_sailor_name *name,
                  const bight_sailor_near *near, const char *words)
{
    if (as_json) {
        cli_json json = {.out = stdout, .line = true};
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "file", file);
        cli_json_text(&json, "rope", rope);
        everyday_json(&json, name, near);
        if (words[0] != '\0') {
            cli_json_text(&json, "words", words);
        }
        cli_json_close(&json, '}');
    } else if (words[0] != '\0') {
        printf("%s%s%s: %s\n", cli_show(file).text, rope != NULL ? ", " : "",
               rope != NULL ? cli_show(rope).text : "", words);
    } else {
        printf("%s%s%s: %s", cli_show(file).text, rope != NULL ? ", " : "",
               rope != NULL ? cli_show(rope).text : "", name->name[0] != '\0' ? name->name : "unknown");
        printf("%s", name->mirror == BIGHT_SAILOR_MIRRORED ? ", mirrored" : "");
        if (near->name[0] != '\0') {
            printf("; %s: %s", near->name, near->words);
        }
        printf(" (%s)\n", name->basis);
    }
    fflush(stdout);
}

static int failed(const char *file, const bight_error *error, bight_status status)
{
    if (status == BIGHT_ERROR_STOPPED) {
        return CLI_INTERRUPTED;
    }
    cli_say(file, error->line, "%s", error->message);
    return status == BIGHT_ERROR_NO_MEMORY ? CLI_FAILED : CLI_INPUT;
}

// A rope of a play beside the knot that was meant.
static bight_status check_play(const bight_play *play, int32_t rope, const char *intended,
                               bight_sailor_verdict *verdict, bight_error *error)
{
    bight_sailor_setting *setting = NULL;
    *verdict = (bight_sailor_verdict){.name = {.loop = -1}, .near = {.node = -1}};
    bight_status status = bight_play_setting(play, rope, &setting, error);
    if (status == BIGHT_OK && setting != NULL) {
        status = bight_sailor_check(cli_env(), NULL, setting, intended, verdict, error);
    } else if (status == BIGHT_OK) {
        status = bight_play_sailor(play, rope, &verdict->name, error); // why not
    }
    bight_play_setting_free(play, setting);
    return status;
}

// Each rope, with what lies round it.
static int name_play(const char *file, const bight_scene *scene, bight_play *play, const char *intended,
                     bool json)
{
    for (int32_t i = 0; i < scene->rope_count; i++) {
        bight_sailor_verdict v = {.near = {.node = -1}};
        bight_error error = {0};
        bight_status status = intended != NULL ? check_play(play, i, intended, &v, &error)
                                               : bight_play_sailor(play, i, &v.name, &error);
        if (status == BIGHT_OK && intended == NULL && v.name.name[0] == '\0') {
            status = bight_play_sailor_nearest(play, i, NULL, &v.near, &error);
        }
        if (status != BIGHT_OK) {
            return failed(file, &error, status);
        }
        print(file, scene->ropes[i].name, json, &v.name, &v.near, v.words);
    }
    return CLI_DONE;
}

static int name_scene(const char *file, const char *intended, bool json)
{
    bight_scene *scene;
    int code = cli_read_scene(file, &scene);
    if (code != CLI_DONE) {
        return code;
    }
    if (scene->rope_count == 0) {
        cli_say(file, 0, "the scene has no rope, and only ropes have such names");
        bight_scene_destroy(scene);
        return CLI_INPUT;
    }
    bight_play_def def = bight_play_def_default();
    def.env = *cli_env();
    bight_play *play = NULL;
    bight_error error = {0};
    bight_status status = bight_play_create(scene, &def, &play, &error);
    bool more = status == BIGHT_OK;
    while (more && status == BIGHT_OK && !cli_interrupted()) {
        status = bight_play_step(play, &more, &error);
    }
    bool played = play != NULL && (status == BIGHT_OK || status == BIGHT_ERROR_EXPECT);
    if (status == BIGHT_ERROR_EXPECT) {
        cli_say(file, error.line, "%s", error.message); // what did not come true; it lies as it lies
    }
    code = cli_interrupted() ? CLI_INTERRUPTED
           : played          ? name_play(file, scene, play, intended, json)
                             : failed(file, &error, status);
    bight_play_destroy(play);
    bight_scene_destroy(scene);
    return code;
}

static int name_curves(const char *file, const bight_bytes *bytes, const char *intended, bool json)
{
    bight_error error = {0};
    bight_curves curves = {0};
    bight_read_options options = {.file_name = file};
    bight_status status = bight_read_curves(NULL, bytes->data, bytes->size, &options, &curves, &error);
    if (status != BIGHT_OK) {
        return failed(file, &error, status);
    }
    bight_curve ropes[2];
    for (int32_t i = 0; i < curves.curve_count && i < 2; i++) {
        ropes[i] = bight_curves_at(&curves, i);
    }
    const bight_sailor_setting setting = {.ropes = ropes, .rope_count = curves.curve_count};
    bight_sailor_verdict v = {.near = {.node = -1}};
    status = intended != NULL ? bight_sailor_check(cli_env(), NULL, &setting, intended, &v, &error)
                              : bight_sailor_identify(cli_env(), NULL, &setting, &v.name, &error);
    if (status == BIGHT_OK && intended == NULL && v.name.name[0] == '\0') {
        status = bight_sailor_nearest(cli_env(), NULL, &setting, NULL, &v.near, &error);
    }
    if (status == BIGHT_OK) {
        print(file, NULL, json, &v.name, &v.near, v.words);
    }
    bight_curves_free(NULL, &curves);
    return status == BIGHT_OK ? CLI_DONE : failed(file, &error, status);
}

int everyday_identify(const cli_args *args, const char *intended, bool json)
{
    bight_book *book = NULL;
    int worst = intended != NULL ? cli_open_book(NULL, &book) : CLI_DONE;
    if (worst == CLI_DONE && intended != NULL) {
        const bight_book_knot *knot = cli_find_knot(book, intended);
        worst = knot != NULL ? CLI_DONE : CLI_INPUT;
        intended = knot != NULL ? knot->card.name : NULL; // of an alias the name that verdicts go by
    }
    if (worst != CLI_DONE) {
        bight_book_close(book);
        return worst;
    }
    for (int32_t i = 0; i < args->file_count && !cli_interrupted(); i++) {
        const char *file = args->files[i];
        int code;
        if (cli_ends_in(file, "json")) {
            code = name_scene(file, intended, json);
        } else {
            bight_bytes bytes = {0};
            code = cli_read_shape(file, &bytes);
            code = code == CLI_DONE ? name_curves(file, &bytes, intended, json) : code;
            bight_bytes_free(NULL, &bytes);
        }
        worst = code > worst ? code : worst;
    }
    bight_book_close(book);
    return cli_interrupted() ? CLI_INTERRUPTED : worst;
}
