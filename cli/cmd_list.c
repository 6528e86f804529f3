// SPDX-License-Identifier: MIT
// bight list: the knots that people tie, and how this program ties them.

#include "bight/tie.h"
#include "cli/knots.h"

enum { CATEGORY, KNOTS, JSON };
static const cli_option options[] = {
    {"--category", "C", "Only stopper, bend, loop, hitch, binding or decorative."},
    {"--knots", "DIR", CLI_KNOTS_DOC},
    {"--json", NULL, "Print a list of objects on stdout instead of lines."},
    {NULL, NULL, NULL},
};

static void print_names(cli_json *json, const char *key, const bight_scene_names *names)
{
    cli_json_open(json, key, '[');
    for (int32_t i = 0; i < names->count; i++) {
        cli_json_text(json, NULL, names->at[i]);
    }
    cli_json_close(json, ']');
}

static void print_json(cli_json *json, const bight_book_knot *knot)
{
    const bight_scene_card *card = &knot->card;
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "name", card->name);
    print_names(json, "aliases", &card->aliases);
    cli_json_text(json, "category", bight_category_name(card->category));
    cli_json_text(json, "type", card->type);
    cli_json_text(json, "tied_by", bight_book_way_name(knot->way));
    cli_json_text(json, "use", card->use);
    cli_json_text(json, "sequence", card->sequence);
    cli_json_text(json, "source", card->source);
    cli_json_text(json, "warning", card->warning);
    cli_json_text(json, "mistakes", card->mistakes);
    print_names(json, "relatives", &card->relatives);
    if (card->abok > 0) {
        cli_json_integer(json, "abok", card->abok);
    }
    cli_json_text(json, "file", knot->file);
    cli_json_close(json, '}');
}

static void print_line(const bight_book_knot *knot)
{
    const bight_scene_card *card = &knot->card;
    printf("%-10s  %-32s  %-14s  %s", bight_category_name(card->category), cli_show(card->name).text,
           bight_book_way_name(knot->way), cli_show(card->use).text);
    for (int32_t i = 0; i < card->aliases.count; i++) {
        printf("%s%s", i == 0 ? " Also: " : ", ", cli_show(card->aliases.at[i]).text);
    }
    printf(card->aliases.count > 0 ? ".\n" : "\n");
}

static int list(const cli_args *args)
{
    int32_t count, category = -1;
    const char *words[BIGHT_CATEGORY_COUNT];
    for (int32_t i = 0; i < BIGHT_CATEGORY_COUNT; i++) {
        words[i] = bight_category_name((bight_knot_category)i);
    }

    if (args->file_count > 0) {
        cli_say(NULL, 0, "list takes no name: bight tie %s ties it", args->files[0]);
        return CLI_USAGE;
    }

    if (args->values[CATEGORY] != NULL) {
        category = cli_word("--category", args->values[CATEGORY], words, BIGHT_CATEGORY_COUNT);
        if (category < 0) {
            return CLI_USAGE;
        }
    }

    bight_book *book;
    int code = cli_open_book(args->values[KNOTS], &book);
    if (code != CLI_DONE) {
        return code;
    }

    const bight_book_knot *knots = bight_book_knots(book, &count);
    cli_json json = {.out = stdout};
    if (args->values[JSON] != NULL) {
        cli_json_open(&json, NULL, '[');
    }

    for (int32_t i = 0; i < count; i++) {
        if (category >= 0 && (int32_t)knots[i].card.category != category) {
            continue;
        }
        if (args->values[JSON] != NULL) {
            print_json(&json, &knots[i]);
        } else {
            print_line(&knots[i]);
        }
    }

    if (args->values[JSON] != NULL) {
        cli_json_close(&json, ']');
    }
    bight_book_close(book);
    return CLI_DONE;
}

const cli_verb cli_verb_list = {
    "list",
    "list [--category C] [--knots DIR] [--json]",
    "List the knots that people tie, with what they are for and how they are tied here.",
    options,
    list,
    NULL};
