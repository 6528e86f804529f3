// SPDX-License-Identifier: MIT
// `bight bench rope`: cycles per second of the paper's three situations, and cost per link by rope length, with
// the solved response or (--paper) the paper's.

#include "bench/bench.h"
#include "bench/start_shapes.h"
#include "bench/two_hands.h"
#include "bight/world.h"
#include "cli/cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What was measured: the fastest of many short stretches, because the machine has other things to do.
typedef struct measured {
    double rate;     // cycles per second
    double contacts; // on average over all cycles
    int32_t still;   // nodes that were where they had been some cycles before, at any of the looks
} measured;

#define STRETCHES 120
#define STRETCH_SECONDS 0.008

// Hands swing the rope to and fro, so that every node moves in every cycle; a knot stays under tension.
static void swing(bench_rope_world *bench, bool one_hand, measured *sum)
{
    bench->cycle++;
    double phase = (double)bench->cycle * 0.02;
    for (int32_t k = 0; k < 2; k++) {
        bight_vec3 target = bench->home[k];
        target.y += 15.0 * sin(phase);
        target.z += 15.0 * (cos(phase) - 1.0);
        target.x += one_hand ? -10.0 * sin(0.37 * phase) : 0.0;
        bight_hand_set_target(bench->world, bench->hand[k], target);
    }
    bight_step_report report = {0};
    bight_world_step(bench->world, &report);
    sum->contacts += report.contacts;
}

static int32_t count_still(const bench_rope_world *bench, const bight_vec3 *before)
{
    bight_curve now = bight_rope_curve(bench->world, bench->rope);
    int32_t still = 0;
    for (int32_t i = 0; i < now.count; i++) {
        still += memcmp(&now.points[i], &before[i], sizeof *before) == 0;
    }
    return still;
}

// @param before Room for the rope's nodes.
static measured measure(bench_rope_world *bench, bool one_hand, bight_vec3 *before)
{
    measured all = {0};
    if (one_hand) {
        bight_hand_release(bench->world, bench->hand[0]);
    }
    int64_t first = bench->cycle;
    for (int32_t stretch = 0; stretch < STRETCHES && !cli_interrupted(); stretch++) {
        bight_curve curve = bight_rope_curve(bench->world, bench->rope);
        memcpy(before, curve.points, (size_t)curve.count * sizeof *before);
        double start = bench_seconds(bench->threads), now = start;
        int64_t done = 0;
        while (now - start < STRETCH_SECONDS) {
            for (int32_t i = 0; i < 4; i++) {
                swing(bench, one_hand, &all);
            }
            done += 4;
            now = bench_seconds(bench->threads);
        }
        all.rate = fmax(all.rate, (double)done / (now - start));
        all.still += count_still(bench, before);
    }
    all.contacts /= (double)(bench->cycle - first);
    return all;
}

typedef struct situation {
    const char *key, *words;
    double paper; // Hz on a 450 MHz machine
    int32_t q;    // torus knot T(2, q), 0 for none
} situation;

static const situation situations[] = {{"free", "untangled", 140, 0},
                                       {"trefoil", "tight trefoil", 100, 3},
                                       {"seven_crossings", "tight 7_1", 50, 7}};

#define MOST_TO_REST 20000
#define REST_CYCLES 20000

// Hands stay where they are. Nanoseconds of a cycle once all has come to rest, as bight_step_report says; 0 when it
// never does.
static double measure_rest(bench_rope_world *bench)
{
    bight_step_report report = {0};
    for (int32_t k = 0; k < 2; k++) {
        bight_hand_state hand;
        if (bight_hand_get(bench->world, bench->hand[k], &hand) == BIGHT_OK) {
            bight_hand_set_target(bench->world, bench->hand[k], hand.position);
        }
    }
    for (int32_t i = 0; i < MOST_TO_REST && !report.rests; i++) {
        bight_world_step(bench->world, &report);
    }
    for (int32_t i = 0; i < 10; i++) {
        bight_world_step(bench->world, &report);
    }
    double start = bench_seconds(bench->threads);
    for (int32_t i = 0; i < REST_CYCLES; i++) {
        bight_world_step(bench->world, NULL);
    }
    return report.rests ? 1e9 * (bench_seconds(bench->threads) - start) / REST_CYCLES : 0.0;
}

static const int32_t lengths[] = {200, 2000, 20000, 200000};

#define COUNT(array) (sizeof(array) / sizeof *(array))

int bench_rope(int argc, char **argv)
{
    bool json = false;
    int32_t threads = 1;
    bight_response response = BIGHT_RESPONSE_SOLVED;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            json = true;
        } else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc) {
            threads = (int32_t)strtol(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--paper") == 0) {
            response = BIGHT_RESPONSE_PAPER;
        } else {
            cli_say(NULL, 0, "bench rope: %s is not an option: use --json, --paper or --threads N", argv[i]);
            return CLI_USAGE;
        }
    }
    bight_world_def world_def = bight_world_def_default();
    world_def.env.threads = threads;
    world_def.response = response;
    size_t most = 200000 + 1;
    bight_vec3 *points = malloc(2 * most * sizeof *points);
    if (points == NULL) {
        cli_say(NULL, 0, "bench rope: no memory");
        return CLI_FAILED;
    }
    measured tied[COUNT(situations)];
    double rest[COUNT(situations)];
    double cost[COUNT(lengths)], bytes = 0.0;
    for (size_t i = 0; i < COUNT(situations) && !cli_interrupted(); i++) {
        const situation *at = &situations[i];
        if (at->q == 0) {
            bench_arc(points, 200);
        } else {
            bench_torus_knot(points, 200, at->q);
        }
        bench_rope_world bench = bench_rope_make("rope", &world_def, BIGHT_MODEL_FTL, points, 200);
        if (at->q != 0) {
            bench_rope_tighten(&bench, 6000, false);
        }
        rest[i] = measure_rest(&bench);
        tied[i] = measure(&bench, false, points + most);
        if (!json && !cli_interrupted()) {
            printf("%-14s %9.0f cycles/s   %5.0f x the paper's %3.0f   %5.1f contacts a cycle, %d nodes at "
                   "rest\n",
                   at->words, tied[i].rate, tied[i].rate / at->paper, at->paper, tied[i].contacts,
                   tied[i].still);
        }
        bight_world_destroy(bench.world);
    }
    for (size_t i = 0; i < COUNT(lengths) && !cli_interrupted(); i++) {
        bench_straight(points, lengths[i]);
        bench_rope_world bench = bench_rope_make("rope", &world_def, BIGHT_MODEL_FTL, points, lengths[i]);
        measured long_rope = measure(&bench, true, points + most);
        cost[i] = 1e9 / (long_rope.rate * lengths[i]);
        bytes = (double)bight_world_memory(bench.world);
        if (!json && !cli_interrupted()) {
            printf(
                "%7d links  %8.1f ns per link and cycle   %5.1f MB, %3.0f bytes a link, %d nodes at rest\n",
                lengths[i], cost[i], bytes / 1e6, bytes / lengths[i], long_rope.still);
        }
        bight_world_destroy(bench.world);
    }
    free(points);
    if (cli_interrupted()) {
        return CLI_INTERRUPTED;
    }
    if (json) {
        printf("{\"cycles_per_second\": {\"free\": %.0f, \"trefoil\": %.0f, \"seven_crossings\": %.0f}, "
               "\"ns_per_link_cycle\": {\"200\": %.2f, \"2000\": %.2f, \"20000\": %.2f, \"200000\": %.2f}, "
               "\"contacts_per_cycle\": {\"free\": %.2f, \"trefoil\": %.2f, \"seven_crossings\": %.2f}, "
               "\"ns_per_cycle_at_rest\": {\"free\": %.0f, \"trefoil\": %.0f, \"seven_crossings\": %.0f}, "
               "\"threads\": %d, \"bytes_200000\": %.0f}\n",
               tied[0].rate, tied[1].rate, tied[2].rate, cost[0], cost[1], cost[2], cost[3], tied[0].contacts,
               tied[1].contacts, tied[2].contacts, rest[0], rest[1], rest[2], threads, bytes);
    }
    return CLI_DONE;
}
