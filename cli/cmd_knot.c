// SPDX-License-Identifier: MIT
// bight knot: everything known of a knot by its name, and the whole table.

#include "cli/atlas.h"
#include "cli/knot_card.h"
#include "cli/knots.h"

#include <string.h>

enum { LEFT, ALL, CSV, KNOTS, ATLAS, JSON };
static const cli_option options[] = {
    {"--left", NULL, "The mirror image. Default: right-handed, see docs/knots.md."},
    {"--all", NULL, "Every prime knot of the table, in its order."},
    {"--csv", NULL, "Of --all: one row a knot with a head, values with commas between."},
    {"--knots", "DIR", CLI_KNOTS_DOC},
    {"--atlas", "FILE", CLI_ATLAS_DOC},
    {"--json", NULL, "One JSON object a line."},
    {NULL, NULL, NULL},
};

static void print_card(const cli_args *args, const knot_card *card)
{
    if (args->values[JSON] != NULL) {
        knot_card_print_json(card);
    } else if (args->values[CSV] != NULL) {
        knot_card_print_row(card);
    } else {
        knot_card_print(card);
    }
}

static int print_one(const cli_args *args, const bight_diagram *diagram, const bight_knot_atlas *atlas)
{
    knot_card card;
    int code = knot_card_make(&card, diagram, atlas);
    if (code == CLI_DONE) {
        print_card(args, &card);
    }
    knot_card_free(&card);
    return code;
}

static int print_all(const cli_args *args)
{
    int code = CLI_DONE;
    if (args->values[CSV] != NULL) {
        knot_card_print_head();
    }
    for (int32_t crossings = 3; bight_knot_table_count(crossings) > 0; crossings++) {
        int32_t count = bight_knot_table_count(crossings);
        for (int32_t i = 0; i < count && code == CLI_DONE && !cli_interrupted(); i++) {
            bight_diagram *diagram = NULL;
            bight_error error = {0};
            bool left = args->values[LEFT] != NULL;
            bight_status status = bight_knot_table_diagram(NULL, crossings, i, left, NULL, &diagram, &error);
            code = status == BIGHT_OK ? print_one(args, diagram, NULL) : cli_input_error(NULL, &error);
            bight_diagram_free(diagram);
            if (args->values[JSON] == NULL && args->values[CSV] == NULL) {
                puts("");
            }
        }
    }
    return cli_interrupted() ? CLI_INTERRUPTED : code;
}

// "13n_5" in an atlas, an m in front for the mirror image; false when it is no such name.
static bool find_in_atlas(const bight_knot_atlas *atlas, const char *name, bool left, bight_diagram **diagram)
{
    int crossings = 0, index = 0, end = 0;
    char kind = '\0';
    bool mirrored = name[0] == 'm';
    if (sscanf(name + mirrored, "%2d%c_%8d%n", &crossings, &kind, &index, &end) != 3 ||
        name[mirrored + end] != '\0' || (kind != 'a' && kind != 'n')) {
        return false;
    }
    return bight_knot_atlas_diagram(cli_env(), atlas, crossings, kind == 'a', index - 1, left != mirrored,
                                    NULL, diagram, NULL) == BIGHT_OK;
}

static int print_named(const cli_args *args, const bight_book *book, const bight_knot_atlas *atlas)
{
    int worst = CLI_DONE;
    for (int32_t i = 0; i < args->file_count && !cli_interrupted(); i++) {
        bight_diagram *diagram = NULL;
        bight_error error = {0};
        bool left = args->values[LEFT] != NULL;
        bight_status status =
            find_in_atlas(atlas, args->files[i], left, &diagram)
                ? BIGHT_OK
                : bight_tie_diagram(cli_env(), book, args->files[i], left, &diagram, &error);
        if (i > 0 && args->values[JSON] == NULL) {
            puts("");
        }
        int code = status == BIGHT_OK ? print_one(args, diagram, atlas) : CLI_USAGE;
        if (status != BIGHT_OK) {
            cli_say(NULL, 0, "%s", error.message);
        }
        bight_diagram_free(diagram);
        worst = code > worst ? code : worst;
    }
    return cli_interrupted() ? CLI_INTERRUPTED : worst;
}

static int knot(const cli_args *args)
{
    bool all = args->values[ALL] != NULL;
    if (all == (args->file_count > 0)) {
        cli_say(NULL, 0,
                all ? "--all takes no name: leave out \"%s\""
                    : "knot has no name: bight knot 8_19, or --all%s",
                all ? cli_show(args->files[0]).text : "");
        return CLI_USAGE;
    }
    if (args->values[CSV] != NULL && (args->values[JSON] != NULL || !all)) {
        cli_say(NULL, 0, "--csv is for bight knot --all, without --json");
        return CLI_USAGE;
    }
    if (all) {
        return print_all(args);
    }

    // everyday names come from the book; without one there are those of the tables
    bight_book *book = NULL;
    if (args->values[KNOTS] != NULL || cli_has_book()) {
        int code = cli_open_book(args->values[KNOTS], &book);
        if (code != CLI_DONE) {
            return code;
        }
    }
    cli_atlas atlas;
    int code = cli_open_atlas(args->values[ATLAS], &atlas);
    code = code == CLI_DONE ? print_named(args, book, atlas.atlas) : code;
    cli_close_atlas(&atlas);
    bight_book_close(book);
    return code;
}

const cli_verb cli_verb_knot = {
    "knot",
    "knot NAME... [--json] [--left] | knot --all [--csv | --json]",
    "Everything known of a knot by its name: codes, invariants, genus, everyday name, ropelength.",
    options,
    knot,
    NULL};
