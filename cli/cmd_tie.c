// SPDX-License-Identifier: MIT
// bight tie: a knot by its name or code, from a loose rope to a tight knot.

#include "bight/code_text.h"
#include "bight/knot_svg.h"
#include "bight/mesh.h"
#include "bight/tie.h"
#include "cli/knots.h"
#include "cli/tie_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DT,
    PD,
    GAUSS,
    BRAID,
    CONWAY,
    LEFT,
    OUT,
    FRAMES,
    TENSION,
    CLOSED,
    IDEAL,
    SEED,
    MODEL,
    KNOTS,
    QUIET,
    JSON
};
static const cli_option options[] = {
    {"--dt", "CODE", "Dowker-Thistlethwaite code instead of a name, as in \"4 6 2\"."},
    {"--pd", "CODE", "Planar diagram instead of a name."},
    {"--gauss", "CODE", "Gauss code instead of a name."},
    {"--braid", "CODE", "Braid word instead of a name, as in \"1 1 1\"."},
    {"--conway", "CODE", "Conway's notation instead of a name, as in \"2 2\" or \"3,3,2-\"."},
    {"--left", NULL, "The mirror image. Default: right-handed, see docs/knots.md."},
    {"--out", "DIR", "Leave start.xyz, final.xyz, final.glb, rope.stl, diagram.svg, stills and more there."},
    {"--frames", "N", "Frames of run.mp4, spread over the whole run. Default 0: no film."},
    {"--tension", NULL, "Of elastic rods: final.glb in colours of tension; summary.json has the scale."},
    {"--closed", NULL, "Leave the rope closed: the start shape alone, nothing is pulled."},
    {"--ideal", NULL, "Closed, and drawn near the shortest rope that makes the knot."},
    {"--seed", "S", "Steers the naming of knots, never a result. Default 0."},
    {"--model", "NAME",
     "What moves the rope: rod, an elastic rope of 10 mm, ftl, spring or projection. Default: rod; with "
     "--closed "
     "and --ideal ftl."},
    {"--knots", "DIR", CLI_KNOTS_DOC},
    {"--quiet", NULL, "No progress, and no lines on stdout but a final one."},
    {"--json", NULL, "Print the summary as JSON on stdout instead of lines."},
    {NULL, NULL, NULL},
};

static const char *const models[] = {"ftl", "spring", "projection", "rod"}; // as bight_rope_model
#define MODELS ((int32_t)(sizeof models / sizeof *models))

typedef struct tying {
    const char *wanted;
    bight_book *book;               // NULL when it is not needed, or not there
    char name[BIGHT_KNOT_MAX_NAME]; // what the diagram is called
    char title[200];
    bool proved;
    bight_diagram *diagram;
    bight_start start;
    bight_bytes text; // the scene
    double in_knot;   // diameters
} tying;

// ---- which knot -------------------------------------------------------------------------------------

// front: the keyword of a notation that is no kind of code.
static int read_code(const char *front, const char *code, bight_code_kind kind, bight_diagram **diagram)
{
    bight_error error = {0};
    size_t at = 0, length = strlen(front) + strlen(code);
    int32_t line = 0;
    bight_code_item item;
    char *text = malloc(length + 1);
    if (text == NULL) {
        cli_say(NULL, 0, "no memory for a code");
        return CLI_INPUT;
    }
    snprintf(text, length + 1, "%s%s", front, code);
    bool some = bight_code_next(text, length, &at, &line, &item);
    bight_status status = some ? bight_code_read(NULL, &item, kind, NULL, diagram, &error) : BIGHT_OK;
    free(text);
    if (!some) {
        cli_say(NULL, 0, "the code is empty");
        return CLI_INPUT;
    }
    return status == BIGHT_OK ? CLI_DONE : cli_input_error(NULL, &error);
}

// The diagram of what was asked for, and what it is called.
static int find_diagram(tying *t, const cli_args *args)
{
    static const bight_code_kind kinds[] = {BIGHT_CODE_DT, BIGHT_CODE_PD, BIGHT_CODE_GAUSS, BIGHT_CODE_BRAID,
                                            BIGHT_CODE_AUTO};
    bight_error error = {0};
    int code = CLI_DONE;
    if (args->file_count == 1) {
        bight_status status =
            bight_tie_diagram(NULL, t->book, t->wanted, args->values[LEFT] != NULL, &t->diagram, &error);
        code = status == BIGHT_OK ? CLI_DONE : cli_input_error(NULL, &error);
    }

    for (int32_t i = DT; i <= CONWAY && code == CLI_DONE; i++) {
        if (args->values[i] != NULL) {
            code = read_code(i == CONWAY ? "Conway: " : "", args->values[i], kinds[i], &t->diagram);
        }
    }

    if (code != CLI_DONE) {
        return code;
    }
    bight_knot_result result;
    if (bight_knot_identify_diagram(NULL, NULL, t->diagram, NULL, &result, &error) != BIGHT_OK) {
        return cli_input_error(NULL, &error);
    }

    snprintf(t->name, sizeof t->name, "%s", result.name);
    t->proved = result.proved;
    bight_knot_around around = {.closed = args->values[CLOSED] != NULL || args->values[IDEAL] != NULL};
    bight_knot_words words;
    bight_knot_words_of(&result, &around, &words);
    const char *more = words.everyday[0] != '\0' ? words.everyday : words.qualifier;
    snprintf(t->title, sizeof t->title, "%.100s%s%.60s", t->name, more[0] != '\0' ? ", " : "", more);
    return CLI_DONE;
}

// ---- hooks of the play ------------------------------------------------------------------------------

static bight_status judge(void *user, const cli_summary *summary, bight_error *error)
{
    tying *t = user;
    bight_curve rope = bight_play_curve(summary->play, 0);
    t->in_knot = bight_rope_in_knot(rope) / (2.0 * t->start.radius);
    for (int32_t i = 0; i < summary->named_count && t->proved; i++) {
        const cli_named *named = &summary->named[i];
        if (strcmp(named->knot.name, t->name) != 0) {
            error->status = BIGHT_ERROR_EXPECT;
            snprintf(error->message, sizeof error->message,
                     "the knot was %.60s and was named %.60s in cycle %lld", t->name, named->knot.name,
                     (long long)named->cycle);
            return BIGHT_ERROR_EXPECT;
        }
    }
    return BIGHT_OK;
}

static bool leave(void *user, const char *folder, cli_stage *stage, cli_summary *summary)
{
    tying *t = user;
    bight_error error = {0};
    bight_bytes bytes = {0};
    bight_curve start = {t->start.points, t->start.count, t->start.closed};
    bight_status status = bight_write_xyz(NULL, &start, 1, t->title, &bytes, &error);
    bool good = cli_leave(folder, "start.xyz", status, &bytes, &error, summary);

    bight_svg_options look = {.title = t->title};
    status = bight_write_knot_svg(NULL, t->diagram, &look, &bytes, &error);
    good = cli_leave(folder, "diagram.svg", status, &bytes, &error, summary) && good;

    bight_tube tube = {.curve = stage->moment.curves[0], .radius = t->start.radius};
    bight_mesh mesh = {0};
    status = bight_tube_mesh(NULL, &tube, &mesh, &error);
    status = status == BIGHT_OK ? bight_write_stl(NULL, &mesh, &bytes, &error) : status;
    bight_mesh_free(NULL, &mesh);
    good = cli_leave(folder, "rope.stl", status, &bytes, &error, summary) && good;
    good = cli_leave(folder, "scene.json", BIGHT_OK, &t->text, &error, summary) && good;
    return good;
}

static void print(void *user, const bight_play *play, cli_json *json)
{
    tying *t = user;
    t->in_knot = bight_rope_in_knot(bight_play_curve(play, 0)) / (2.0 * t->start.radius);
    cli_json_open(json, "tie", '{');
    cli_json_text(json, "wanted", t->wanted);
    cli_json_text(json, "knot", t->name);
    cli_json_boolean(json, "checked", t->proved);
    cli_json_integer(json, "crossings", bight_diagram_crossings(t->diagram));
    cli_json_boolean(json, "closed", t->start.closed);
    cli_json_integer(json, "links", t->start.count - !t->start.closed);
    cli_json_number(json, "radius", t->start.radius);
    cli_json_number(json, "clearance_radii", t->start.clearance);
    cli_json_number(json, "rope_in_knot_radii", 2.0 * t->in_knot);
    cli_json_number(json, "rope_in_knot_diameters", t->in_knot);
    cli_json_number(json, "ideal_closed_diameters", bight_ideal_length(t->name));
    cli_json_close(json, '}');
}

// ---- tying ------------------------------------------------------------------------------------------

// What was asked for. A closed start shape is to stay as it is drawn: a rod would settle into another.
static int32_t model_of(const cli_args *args)
{
    if (args->values[MODEL] != NULL) {
        return cli_word("--model", args->values[MODEL], models, MODELS);
    }
    bool closed = args->values[CLOSED] != NULL || args->values[IDEAL] != NULL;
    return closed ? BIGHT_MODEL_FTL : BIGHT_MODEL_ROD;
}

static int tie_start(tying *t, const cli_args *args, cli_playing *wish)
{
    bight_error error = {0};
    bight_start_options how = {.closed = args->values[CLOSED] != NULL,
                               .ideal = args->values[IDEAL] != NULL,
                               .model = model_of(args)};

    int code = find_diagram(t, args);
    if (code != CLI_DONE) {
        return code;
    }

    bight_status status = bight_start_make(NULL, t->diagram, &how, &t->start, &error);
    if (status == BIGHT_OK) {
        status = bight_start_scene(NULL, &t->start, t->title, t->proved ? t->name : NULL, &t->text, &error);
    }
    if (status != BIGHT_OK) {
        return cli_input_error(NULL, &error);
    }

    if (!wish->quiet && !wish->json) {
        printf("%s: %d crossings, start shape of %d links, %.2f radii clear%s\n", cli_show(t->title).text,
               (int)bight_diagram_crossings(t->diagram), (int)(t->start.count - !t->start.closed),
               t->start.clearance, t->proved ? "" : "; its name is not known, so it is not checked");
    }

    wish->judge = judge;
    wish->leave = leave;
    wish->print = print;
    wish->user = t;
    code = cli_play_text((const char *)t->text.data, t->text.size, wish);
    if (!wish->quiet && !wish->json && t->in_knot > 0.0) {
        // the curve of least length is closed: what is in a knot of a rope with ends may be less
        double ideal = bight_ideal_length(t->name);
        printf("rope in the knot: %.2f diameters", t->in_knot);
        bool tells = !isnan(ideal) && strcmp(t->name, "0_1") != 0;
        printf(tells ? "; as a closed curve it is known with %.2f\n" : "\n", ideal);
    }
    return code;
}

static int say_scene(const bight_book_knot *known)
{
    cli_say(
        NULL, 0,
        "%s is tied by its scene, %s: --closed, --ideal, --left and models other than rod and ftl are for "
        "knots of the table",
        known->card.name, known->file);
    return CLI_USAGE;
}

// A knot of the table needs no book: one that is missing is said only for other names.
static int find_book(tying *t, const cli_args *args)
{
    bight_diagram *diagram = NULL;
    bool table = bight_tie_diagram(NULL, NULL, t->wanted, false, &diagram, NULL) == BIGHT_OK;
    bight_diagram_free(diagram);
    return table ? CLI_DONE : cli_open_book(args->values[KNOTS], &t->book);
}

static int check(const cli_args *args, cli_playing *wish)
{
    int32_t given = args->file_count;
    for (int32_t i = DT; i <= CONWAY; i++) {
        given += args->values[i] != NULL;
    }

    if (given != 1) {
        cli_say(
            NULL, 0,
            "tie takes one knot, not %d: bight tie 8_19, bight tie \"3_1 # 4_1\", bight tie --dt \"4 6 2\"",
            (int)given);
        return CLI_USAGE;
    }

    if (args->values[LEFT] != NULL && args->file_count == 0) {
        cli_say(NULL, 0, "--left goes with a name: a code says its handedness itself");
        return CLI_USAGE;
    }

    if (!cli_integer("--frames", args->values[FRAMES], 0, 100000, &wish->frames) ||
        !cli_integer("--seed", args->values[SEED], 0, INT64_MAX, &wish->seed)) {
        return CLI_USAGE;
    }

    if (args->values[MODEL] != NULL && cli_word("--model", args->values[MODEL], models, MODELS) < 0) {
        return CLI_USAGE;
    }
    if (args->values[OUT] == NULL && wish->tension) {
        cli_say(NULL, 0, "--tension colours a file, which needs a folder: add --out DIR");
        return CLI_USAGE;
    }
    if (args->values[OUT] == NULL && wish->frames > 0) {
        cli_say(NULL, 0, "--frames makes a film, which needs a folder: add --out DIR");
        return CLI_USAGE;
    }
    return CLI_DONE;
}

static int tie(const cli_args *args)
{
    cli_playing wish = {.folder = args->values[OUT],
                        .quiet = args->values[QUIET] != NULL,
                        .json = args->values[JSON] != NULL,
                        .tension = args->values[TENSION] != NULL,
                        .threads = 1};
    int code = check(args, &wish);
    if (code != CLI_DONE) {
        return code;
    }

    tying t = {.wanted = args->file_count == 1 ? args->files[0] : NULL};
    for (int32_t i = DT; i <= CONWAY; i++) {
        t.wanted = args->values[i] != NULL ? args->values[i] : t.wanted;
    }

    wish.path = t.wanted;
    int32_t model = model_of(args);
    bool shaped = args->values[CLOSED] != NULL || args->values[IDEAL] != NULL || args->values[LEFT] != NULL ||
                  (model != BIGHT_MODEL_ROD && model != BIGHT_MODEL_FTL);
    if (args->file_count == 1) {
        code = find_book(&t, args);
    }
    if (code != CLI_DONE) {
        return code;
    }

    cli_rods rods = model != BIGHT_MODEL_ROD      ? CLI_RODS_NONE
                    : args->values[MODEL] != NULL ? CLI_RODS_ASKED
                                                  : CLI_RODS_USUAL;
    const bight_book_knot *known = bight_book_find(t.book, t.wanted);
    if (known != NULL && known->way == BIGHT_BOOK_SCENE && !(shaped && known->card.type != NULL)) {
        code = shaped ? say_scene(known) : cli_tie_scene(known, t.wanted, rods, &wish);
    } else {
        code = tie_start(&t, args, &wish);
    }

    bight_bytes_free(NULL, &t.text);
    bight_start_free(NULL, &t.start);
    bight_diagram_free(t.diagram);
    bight_book_close(t.book);
    return code;
}

const cli_verb cli_verb_tie = {
    "tie",
    "tie NAME | --dt|--pd|--gauss|--braid|--conway CODE [--left] [--out DIR] [--frames N] [--tension] "
    "[--closed] "
    "[--ideal] "
    "[--seed S] [--model NAME] [--knots DIR] "
    "[--quiet] [--json]",
    "Tie a knot by its name, \"3_1 # 4_1\" and \"bowline\" among them, or by its code, and pull it tight.",
    options,
    tie,
    NULL};
