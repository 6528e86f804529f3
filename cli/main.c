// SPDX-License-Identifier: MIT
// The command. One verb, one file: cmd_<verb>.c.

#include "bight/suggest.h"
#include "cli/cli.h"

#include <errno.h>
#include <string.h>

const cli_verb *const cli_verbs[] = {
    &cli_verb_run,    &cli_verb_identify, &cli_verb_convert,  &cli_verb_knot,
    &cli_verb_render, &cli_verb_bench,    &cli_verb_tabulate, &cli_verb_tie,
    &cli_verb_mesh,   &cli_verb_garment,  &cli_verb_list,     &cli_verb_template,
    &cli_verb_hold,   &cli_verb_wrap,     &cli_verb_help,     NULL};

static int run_verb(const cli_verb *verb, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            cli_print_help(verb);
            return CLI_DONE;
        }
    }
    if (verb->run_raw != NULL) {
        return verb->run_raw(argc, argv);
    }
    cli_args args;
    int code = cli_parse(verb, argc, argv, &args);
    return code == CLI_DONE ? verb->run(&args) : code;
}

static int run_command(int argc, char **argv)
{
    if (argc < 2) {
        cli_say(NULL, 0, "no verb: see bight help");
        return CLI_USAGE;
    }
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0) {
        puts(bight_version());
        return CLI_DONE;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        return run_verb(&cli_verb_help, 0, NULL);
    }
    const char *names[32];
    int32_t count = 0;
    for (; cli_verbs[count] != NULL; count++) {
        names[count] = cli_verbs[count]->name;
        if (strcmp(word, names[count]) == 0) {
            return run_verb(cli_verbs[count], argc - 2, argv + 2);
        }
    }
    const char *guess = bight_suggest(word, names, count, sizeof *names);
    cli_say(NULL, 0, "there is no verb \"%.60s\": %s%s%s", word,
            guess != NULL ? "did you mean " : "see bight help", guess != NULL ? guess : "",
            guess != NULL ? "?" : "");
    return CLI_USAGE;
}

int main(int argc, char **argv)
{
    cli_begin();
    int code = run_command(argc, argv);

    // a full disk may tell only now; close tells what a network file system could not keep
    bool torn = ferror(stdout) != 0;
    errno = 0;
    if ((fclose(stdout) != 0 || torn) && !cli_interrupted()) {
        cli_say("stdout", 0, "the results could not be written%s%s%s", errno != 0 ? " (" : "",
                errno != 0 ? strerror(errno) : "", errno != 0 ? ")" : "");
        code = code == CLI_DONE ? CLI_FAILED : code;
    }
    return cli_interrupted() ? CLI_INTERRUPTED : code;
}
