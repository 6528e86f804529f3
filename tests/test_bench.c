// SPDX-License-Identifier: MIT
// A signal ends a bench, or the table of links, because it asks, and not because the process is ended in its midst:
// here the signal is a question's number, and there is no watchdog.

#include "bench/bench.h"
#include "cli/cli.h"
#include "test.h"

#include <string.h>

// ---- in the place of cli/system.c --------------------------------------------------------------------

static struct {
    int64_t asked, stop_at; // questions so far; which of them is the first that is told to stop
} signals;

bool cli_interrupted(void)
{
    return ++signals.asked >= signals.stop_at;
}

static bool stop_asked(void *user)
{
    (void)user;
    return cli_interrupted();
}

const bight_env *cli_env(void)
{
    static const bight_env env = {.watch = {stop_asked, NULL}};
    return &env;
}

double cli_seconds(void)
{
    return 0.0;
}

int32_t cli_processors(void)
{
    return 1;
}

void cli_hold_on(bool on)
{
    (void)on;
}

// ---- the work ----------------------------------------------------------------------------------------

static int tabulate_links(int argc, char **argv)
{
    cli_args args;
    CHECK(cli_parse(&cli_verb_tabulate, argc, argv, &args) == CLI_DONE);
    return cli_verb_tabulate.run(&args);
}

// Which question is answered with stop: the first, one at the beginning, one in the midst of it. What asks seldom, as
// the big measurements do, has fewer.
static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *arguments[6];
    int64_t stop_at[3];
} works[] = {{"rope", bench_rope, {NULL}, {1, 20, 150}},
             {"rope, json", bench_rope, {"--json"}, {1, 5, 200}},
             {"spring", bench_spring, {NULL}, {1, 60, 600}},
             {"rod", bench_rod, {NULL}, {1, 60, 600}},
             {"projection", bench_projection, {"--json"}, {1, 10, 200}},
             {"cloth", bench_cloth, {"--threads", "1"}, {1, 10, 60}},
             {"cloth frames", bench_cloth_frames, {"drape", "--out", ".", "--threads", "1"}, {1, 10, 40}},
             {"identify", bench_identify, {"--json"}, {1, 10, 100}},
             {"knots", bench_knots, {NULL}, {1, 10, 300}},
             {"tie", bench_tie, {"--json"}, {1, 10, 500}},
             {"tabulate links", tabulate_links, {"links"}, {1, 2, 10}}};

// Deaf work would do all that it has to do, which is minutes for some, and end with CLI_DONE; what asks in one place
// only would go on asking in the next.
TEST(long_measurements_end_when_they_are_told_to)
{
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        for (int32_t k = 0; k < 3; k++) {
            char words[6][16];
            char *arguments[6] = {NULL};
            int argc = 0;
            for (; argc < 6 && works[i].arguments[argc] != NULL; argc++) {
                arguments[argc] = strcpy(words[argc], works[i].arguments[argc]);
            }
            signals.asked = 0;
            signals.stop_at = works[i].stop_at[k];
            int code = works[i].run(argc, arguments);
            if (code != CLI_INTERRUPTED || signals.asked < signals.stop_at ||
                signals.asked > signals.stop_at + 100) {
                fail_msg("%s: exit code %d after %lld questions, told at %lld", works[i].name, code,
                         (long long)signals.asked, (long long)signals.stop_at);
            }
        }
    }
}

RUN_TESTS(unit(long_measurements_end_when_they_are_told_to))
