// SPDX-License-Identifier: MIT
// bight bench torture: random hands against an independent judge.

#include "bench/bench.h"
#include "bench/torture.h"
#include "cli/cli.h"

#include <math.h>

enum { COUNT, SEED, CYCLES, JSON };
static const cli_option options[] = {
    {"--count", "N", "Cases, each a scene of its own. Default 20."},
    {"--seed", "S", "Of the first case; the next has S + 1. Default 1."},
    {"--cycles", "C", "Of each case. Default 300."},
    {"--json", NULL, "Print the summary as JSON on stdout instead of lines."},
    {NULL, NULL, NULL},
};

static const cli_verb verb = {
    "bench torture", "bench torture [--count N] [--seed S] [--cycles C] [--json]", "", options, NULL, NULL};

#define MOST_LISTED 20 // failures

// Extremes over all cases.
typedef struct total {
    int64_t cases, failures, cycles, cuts, rollbacks;
    int32_t longest_stop;
    double least_gap, greatest_stretch, fastest;
    struct {
        int64_t seed;
        char message[280];
    } failed[MOST_LISTED]; // the first ones
} total;

static void add(total *all, int64_t seed, const torture_result *one)
{
    all->cases++;
    all->cycles += one->cycles;
    all->cuts += one->cuts;
    all->rollbacks += one->rollbacks;
    all->longest_stop = one->longest_stop > all->longest_stop ? one->longest_stop : all->longest_stop;
    all->least_gap = fmin(all->least_gap, one->least_gap);
    all->greatest_stretch = fmax(all->greatest_stretch, one->greatest_stretch);
    all->fastest = fmax(all->fastest, one->fastest);
    if (one->failed) {
        if (all->failures < MOST_LISTED) {
            all->failed[all->failures].seed = seed;
            snprintf(all->failed[all->failures].message, sizeof all->failed->message, "%s", one->message);
        }
        all->failures++;
    }
}

static int32_t listed(const total *all)
{
    return all->failures < MOST_LISTED ? (int32_t)all->failures : MOST_LISTED;
}

static void print_json(const total *all, int64_t seed, int64_t cycles)
{
    cli_json json = {.out = stdout};
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "version", bight_version());
    cli_json_integer(&json, "seed", seed);
    cli_json_integer(&json, "cycles_each", cycles);
    cli_json_integer(&json, "cases", all->cases);
    cli_json_integer(&json, "failures", all->failures);
    cli_json_integer(&json, "cycles", all->cycles);
    cli_json_integer(&json, "cuts", all->cuts);
    cli_json_integer(&json, "rollbacks", all->rollbacks);
    cli_json_integer(&json, "longest_stop", all->longest_stop);
    cli_json_number(&json, "least_gap", all->least_gap);
    cli_json_number(&json, "greatest_stretch", all->greatest_stretch);
    cli_json_number(&json, "fastest", all->fastest);
    cli_json_open(&json, "failed", '[');
    for (int32_t i = 0; i < listed(all); i++) {
        cli_json_open(&json, NULL, '{');
        cli_json_integer(&json, "seed", all->failed[i].seed);
        cli_json_text(&json, "message", all->failed[i].message);
        cli_json_close(&json, '}');
    }
    cli_json_close(&json, ']');
    cli_json_close(&json, '}');
}

static void print_lines(const total *all)
{
    for (int32_t i = 0; i < listed(all); i++) {
        printf("seed %lld: %s\n", (long long)all->failed[i].seed, all->failed[i].message);
    }
    printf("%lld cases, %lld failed, %lld cycles, %lld cut short, %lld rolled back (%d in a row)\n"
           "least gap %.3g of what touching allows, longest link %.3f of its rest length, "
           "fastest node %.2f radii a cycle\n",
           (long long)all->cases, (long long)all->failures, (long long)all->cycles, (long long)all->cuts,
           (long long)all->rollbacks, (int)all->longest_stop, all->least_gap, all->greatest_stretch,
           all->fastest);
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

    total all = {.least_gap = HUGE_VAL};
    for (int64_t i = 0; i < count && !cli_interrupted(); i++) {
        char words[60];
        snprintf(words, sizeof words, "case %lld of %lld, %lld failed", (long long)i + 1, (long long)count,
                 (long long)all.failures);
        cli_progress((double)i / (double)count, words);
        torture_result one = torture_run_until((uint64_t)(seed + i), (int32_t)cycles, cli_interrupted);
        add(&all, seed + i, &one);
    }

    cli_progress(0.0, NULL);
    if (args.values[JSON] != NULL) {
        print_json(&all, seed, cycles);
    } else {
        print_lines(&all);
    }
    return cli_interrupted() ? CLI_INTERRUPTED : all.failures > 0 ? CLI_FAILED : CLI_DONE;
}
