// SPDX-License-Identifier: MIT
// bight list: the knots that people tie, and how this program ties them.

#include "bight/tie.h"
#include "cli/cli.h"

#include <string.h>

enum { CATEGORY, JSON };
static const cli_option options[] = {
    {"--category", "C", "Only stopper, bend, loop, hitch, binding or decorative."},
    {"--json", NULL, "Print a list of objects on stdout instead of lines."},
    {NULL, NULL, NULL},
};

static void print_names(cli_json *json, const char *names)
{
    cli_json_open(json, "aliases", '[');
    while (names[0] != '\0') {
        size_t length = strcspn(names, ",");
        cli_json_text_sized(json, NULL, names, length);
        names += length;
        names += strspn(names, ", ");
    }
    cli_json_close(json, ']');
}

static void print_json(cli_json *json, const bight_everyday_knot *knot)
{
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "name", knot->name);
    print_names(json, knot->aliases);
    cli_json_text(json, "category", bight_category_name(knot->category));
    cli_json_text(json, "type", knot->type[0] != '\0' ? knot->type : NULL);
    cli_json_text(json, "scene", knot->scene[0] != '\0' ? knot->scene : NULL);
    cli_json_text(json, "tied_by", bight_everyday_tied_by(knot));
    cli_json_text(json, "use", knot->use);
    cli_json_text(json, "sequence", knot->sequence);
    cli_json_close(json, '}');
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
    const bight_everyday_knot *knots = bight_everyday_knots(&count);
    cli_json json = {.out = stdout};
    if (args->values[JSON] != NULL) {
        cli_json_open(&json, NULL, '[');
    }
    for (int32_t i = 0; i < count; i++) {
        if (category >= 0 && (int32_t)knots[i].category != category) {
            continue;
        }
        if (args->values[JSON] != NULL) {
            print_json(&json, &knots[i]);
        } else {
            printf("%-10s  %-34s %-11s  %-14s %s\n", bight_category_name(knots[i].category), knots[i].name,
                   knots[i].type, bight_everyday_tied_by(&knots[i]), knots[i].use);
        }
    }
    if (args->values[JSON] != NULL) {
        cli_json_close(&json, ']');
    }
    return CLI_DONE;
}

const cli_verb cli_verb_list = {
    "list",
    "list [--category C] [--json]",
    "List the knots that people tie, with what they are for and how they are tied here.",
    options,
    list,
    NULL};
