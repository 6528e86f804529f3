// SPDX-License-Identifier: MIT
// bight bench torture: random hands against an independent judge.

#include "bench/bench.h"
#include "bench/torture.h"
#include "bight/suggest.h"
#include "cli/cli.h"

#include <math.h>
#include <string.h>

enum { COUNT, SEED, CYCLES, KIND, RESPONSE, JSON };
static const cli_option options[] = {
    {"--count", "N", "Cases, each a scene of its own. Default 20."},
    {"--seed", "S", "Of the first case; the next has S + 1. Default 1."},
    {"--cycles", "N", "Of each case. Default 300."},
    {"--kind", "NAME",
     "random, linked, poles, rings, jerks or pulls. Default: one after the other, by the seed."},
    {"--response", "NAME", "paper or solved. Default: as worlds have it."},
    {"--json", NULL, "Print the summary as JSON on stdout instead of lines."},
    {NULL, NULL, NULL},
};

static const cli_verb verb = {
    "bench torture",
    "bench torture [--count N] [--seed S] [--cycles C] [--kind NAME] [--response paper|solved] [--json]",
    "",
    options,
    NULL,
    NULL};

#define MOST_LISTED 20 // failures

// An extreme, and the seed of the case that has it.
typedef struct extreme {
    double value;
    int64_t seed;
} extreme;

// Extremes over all cases of a kind, or of all kinds.
typedef struct total {
    int64_t cases, failures, cycles, cuts, rollbacks;
    int32_t longest_stop;
    extreme gap, stretch, fastest;
} total;

// The first failures.
typedef struct failures {
    int32_t count;
    struct {
        int64_t seed;
        torture_kind kind;
        char message[280];
    } at[MOST_LISTED];
} failures;

static void add(total *all, int64_t seed, const torture_result *one)
{
    all->cases++;
    all->cycles += one->cycles;
    all->cuts += one->cuts;
    all->rollbacks += one->rollbacks;
    all->longest_stop = one->longest_stop > all->longest_stop ? one->longest_stop : all->longest_stop;
    all->gap = one->least_gap < all->gap.value ? (extreme){one->least_gap, seed} : all->gap;
    all->stretch =
        one->greatest_stretch > all->stretch.value ? (extreme){one->greatest_stretch, seed} : all->stretch;
    all->fastest = one->fastest > all->fastest.value ? (extreme){one->fastest, seed} : all->fastest;
    all->failures += one->failed || one->beyond;
}

static void list(failures *failed, int64_t seed, torture_kind kind, const torture_result *one)
{
    if ((one->failed || one->beyond) && failed->count < MOST_LISTED) {
        failed->at[failed->count].seed = seed;
        failed->at[failed->count].kind = kind;
        snprintf(failed->at[failed->count].message, sizeof failed->at->message, "%s", one->message);
        failed->count++;
    }
}

static void print_extreme(cli_json *json, const char *key, extreme at)
{
    char name[60];
    cli_json_number(json, key, at.value);
    snprintf(name, sizeof name, "%s_seed", key);
    cli_json_integer(json, name, at.seed);
}

static void print_total(cli_json *json, const total *all)
{
    cli_json_integer(json, "cases", all->cases);
    cli_json_integer(json, "failures", all->failures);
    cli_json_integer(json, "cycles", all->cycles);
    cli_json_integer(json, "cuts", all->cuts);
    cli_json_integer(json, "rollbacks", all->rollbacks);
    cli_json_integer(json, "longest_stop", all->longest_stop);
    print_extreme(json, "least_gap", all->gap);
    print_extreme(json, "greatest_stretch", all->stretch);
    print_extreme(json, "fastest", all->fastest);
}

static void print_json(const total *all, const total *kinds, const failures *failed, int64_t seed,
                       int64_t cycles, const char *response)
{
    cli_json json = {.out = stdout};
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "version", bight_version());
    cli_json_text(&json, "response", response);
    cli_json_integer(&json, "seed", seed);
    cli_json_integer(&json, "cycles_each", cycles);
    print_total(&json, all);
    cli_json_open(&json, "kinds", '[');
    for (int32_t k = 0; k < TORTURE_KINDS; k++) {
        if (kinds[k].cases > 0) {
            cli_json_open(&json, NULL, '{');
            cli_json_text(&json, "kind", torture_kind_name((torture_kind)k));
            print_total(&json, &kinds[k]);
            cli_json_close(&json, '}');
        }
    }
    cli_json_close(&json, ']');
    cli_json_open(&json, "failed", '[');
    for (int32_t i = 0; i < failed->count; i++) {
        cli_json_open(&json, NULL, '{');
        cli_json_integer(&json, "seed", failed->at[i].seed);
        cli_json_text(&json, "kind", torture_kind_name(failed->at[i].kind));
        cli_json_text(&json, "message", failed->at[i].message);
        cli_json_close(&json, '}');
    }
    cli_json_close(&json, ']');
    cli_json_close(&json, '}');
}

static void print_row(const char *name, const total *all)
{
    printf("%-7s %6lld %7lld %9lld %8lld %8lld (%lld)   %.4f %-8lld %.4f %-8lld %5.2f\n", name,
           (long long)all->cases, (long long)all->failures, (long long)all->cycles, (long long)all->cuts,
           (long long)all->rollbacks, (long long)all->longest_stop, all->gap.value, (long long)all->gap.seed,
           all->stretch.value, (long long)all->stretch.seed, all->fastest.value);
}

static void print_lines(const total *all, const total *kinds, const failures *failed, const char *response)
{
    for (int32_t i = 0; i < failed->count; i++) {
        printf("%s, seed %lld: %s\n", torture_kind_name(failed->at[i].kind), (long long)failed->at[i].seed,
               failed->at[i].message);
    }
    printf("response \"%s\"; limits: gap %g and link %g, in pulls %g and %g, after each cycle\n", response,
           TORTURE_GAP, TORTURE_STRETCH, TORTURE_PULL_GAP, TORTURE_PULL_STRETCH);
    printf("kind     cases  failed    cycles      cut rolled back   least gap, seed longest link, seed "
           "fastest\n");
    for (int32_t k = 0; k < TORTURE_KINDS; k++) {
        if (kinds[k].cases > 0) {
            print_row(torture_kind_name((torture_kind)k), &kinds[k]);
        }
    }
    print_row("all", all);
}

// Which of some words a text is; -1 and a message for another.
static int32_t word_of(const char *option, const char *text, const char *const *words, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (strcmp(text, words[i]) == 0) {
            return i;
        }
    }
    const char *guess = bight_suggest(text, words, count, sizeof *words);
    cli_say(NULL, 0, "%s \"%.40s\" is not known: %s%s", option, text,
            guess != NULL ? "did you mean " : "give ", guess != NULL ? guess : words[0]);
    return -1;
}

int bench_torture(int argc, char **argv)
{
    cli_args args;
    int code = cli_parse(&verb, argc, argv, &args);
    if (code != CLI_DONE) {
        return code;
    }

    int64_t count = 20, seed = 1, cycles = 300;
    if (!cli_integer("--count", args.values[COUNT], 1, INT32_MAX, &count) ||
        !cli_integer("--seed", args.values[SEED], 0, INT64_MAX - INT32_MAX, &seed) ||
        !cli_integer("--cycles", args.values[CYCLES], 1, INT32_MAX, &cycles)) {
        return CLI_USAGE;
    }

    if (args.file_count > 0) {
        cli_say(NULL, 0, "bench torture takes no files: leave out %s", args.files[0]);
        return CLI_USAGE;
    }

    static const char *const responses[BIGHT_RESPONSE_COUNT] = {"paper", "solved"};
    const char *names[TORTURE_KINDS];
    for (int32_t k = 0; k < TORTURE_KINDS; k++) {
        names[k] = torture_kind_name((torture_kind)k);
    }
    int32_t only = TORTURE_KINDS, response = (int32_t)bight_world_def_default().response;
    if (args.values[KIND] != NULL &&
        (only = word_of("--kind", args.values[KIND], names, TORTURE_KINDS)) < 0) {
        return CLI_USAGE;
    }
    if (args.values[RESPONSE] != NULL &&
        (response = word_of("--response", args.values[RESPONSE], responses, BIGHT_RESPONSE_COUNT)) < 0) {
        return CLI_USAGE;
    }

    total all = {.gap = {HUGE_VAL, seed}}, kinds[TORTURE_KINDS];
    failures failed = {0};
    for (int32_t k = 0; k < TORTURE_KINDS; k++) {
        kinds[k] = all;
    }
    for (int64_t i = 0; i < count && !cli_interrupted(); i++) {
        char words[60];
        snprintf(words, sizeof words, "case %lld of %lld, %lld failed", (long long)i + 1, (long long)count,
                 (long long)all.failures);
        cli_progress((double)i / (double)count, words);
        torture_def def = {.seed = (uint64_t)(seed + i),
                           .cycles = (int32_t)cycles,
                           .kind = (torture_kind)(only < TORTURE_KINDS ? only : (seed + i) % TORTURE_KINDS),
                           .response = (bight_response)response,
                           .stop = cli_interrupted};
        torture_result one = torture_run_def(&def);
        add(&all, seed + i, &one);
        add(&kinds[def.kind], seed + i, &one);
        list(&failed, seed + i, def.kind, &one);
    }

    cli_progress(0.0, NULL);
    if (args.values[JSON] != NULL) {
        print_json(&all, kinds, &failed, seed, cycles, responses[response]);
    } else {
        print_lines(&all, kinds, &failed, responses[response]);
    }
    return cli_interrupted() ? CLI_INTERRUPTED : all.failures > 0 ? CLI_FAILED : CLI_DONE;
}
