// SPDX-License-Identifier: MIT
// bight help: of the command, of a verb, of the scene format; as a man page, as completion.

#include "bight/material.h"
#include "bight/suggest.h"
#include "cli/manual.h"

#include <string.h>

enum { SCHEMA, MAN, COMPLETION };
static const cli_option options[] = {
    {"--schema", NULL, "With scene: print the JSON Schema of scenes, not the manual's tables."},
    {"--man", NULL, "Print the man page."},
    {"--completion", "SHELL", "Print the completion for bash, zsh or fish."},
    {NULL, NULL, NULL},
};

static void to_stdout(void *user, const char *text, size_t length)
{
    (void)user;
    fwrite(text, 1, length, stdout);
}

static void print_overview(void)
{
    printf("bight %s: simulates and identifies knots in ropes\n\n", bight_version());
    for (int32_t i = 0; cli_verbs[i] != NULL; i++) {
        printf("  bight %s\n      %s\n", cli_verbs[i]->synopsis, cli_verbs[i]->doc);
    }
    printf("  bight --version\n      Print the version.\n\n"
           "Exit codes: 0 done; 1 the run failed; 2 wrong usage; 3 bad input; 130 interrupted.\n");
}

static void print_materials(void)
{
    int32_t count;
    const bight_material *materials = bight_materials(&count);
    printf("\"material\" of a rope in a scene; sources in docs/materials.md.\n\n"
           "%-14s %-24s %9s %10s %9s %12s %8s\n",
           "name", "", "radius mm", "g/m", "stretch N", "bend N m^2", "friction");
    for (int32_t i = 0; i < count; i++) {
        const bight_material *m = &materials[i];
        printf("%-14s %-24s %9g %10g %9g %12g %8g\n", m->name, m->title, 1e3 * m->radius, 1e3 * m->density,
               m->stretch, m->bend, m->friction);
    }
}

static int help(const cli_args *args)
{
    if (args->values[MAN] != NULL) {
        cli_print_man();
        return CLI_DONE;
    }

    if (args->values[COMPLETION] != NULL) {
        return cli_print_completion(args->values[COMPLETION]) ? CLI_DONE : CLI_USAGE;
    }
    if (args->file_count == 0 && args->values[SCHEMA] == NULL) {
        print_overview();
        return CLI_DONE;
    }

    const char *topic = args->file_count > 0 ? args->files[0] : "scene";
    if (args->file_count > 1) {
        cli_say(NULL, 0, "help is about one thing at a time: bight help %s", topic);
        return CLI_USAGE;
    }

    if (strcmp(topic, "scene") == 0) {
        (args->values[SCHEMA] != NULL ? bight_scene_schema : bight_scene_reference)(to_stdout, NULL);
        return CLI_DONE;
    }

    if (strcmp(topic, "materials") == 0) {
        print_materials();
        return CLI_DONE;
    }

    const char *names[24];
    int32_t count = 0;
    for (; cli_verbs[count] != NULL; count++) {
        names[count] = cli_verbs[count]->name;
        if (strcmp(topic, names[count]) == 0) {
            cli_print_help(cli_verbs[count]);
            return CLI_DONE;
        }
    }

    names[count++] = "scene";
    names[count++] = "materials";
    const char *guess = bight_suggest(topic, names, count, sizeof *names);
    cli_say(NULL, 0, "there is no help on \"%.60s\": %s%s%s", topic,
            guess != NULL ? "did you mean " : "see bight help", guess != NULL ? guess : "",
            guess != NULL ? "?" : "");
    return CLI_USAGE;
}

const cli_verb cli_verb_help = {
    "help",
    "help [VERB | scene [--schema] | materials] [--man] [--completion bash|zsh|fish]",
    "Say more about a verb, the scene format, or what ropes are made of.",
    options,
    help,
    NULL};
