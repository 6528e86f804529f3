// SPDX-License-Identifier: MIT
// `bight bench projection`: steps per second of the projection rope, free and in tight knots, and how its
// cost grows with the number of rods.

#include "bench/bench.h"
#include "bench/start_shapes.h"
#include "bench/two_hands.h"
#include "bight/world.h"
#include "cli/cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_RODS 8000
#define STRETCHES 40
#define STRETCH_SECONDS 0.02

typedef struct measured {
    double rate;     // cycles per second, the fastest of many short stretches
    double contacts; // on average
    double stretch;  // greatest of all links and cycles
} measured;

// Hands swing the rope to and fro, so that every node moves in every cycle.
static void swing(bench_rope_world *bench, measured *sum)
{
    bench->cycle++;
    double phase = (double)bench->cycle * 0.02;
    for (int32_t k = 0; k < 2; k++) {
        bight_vec3 target = bench->home[k];
        target.y += 5.0 * sin(phase);
        target.z += 5.0 * (cos(phase) - 1.0);
        bight_hand_set_target(bench->world, bench->hand[k], target);
    }
    bight_step_report report = {0};
    bight_world_step(bench->world, &report);
    sum->contacts += report.contacts;
}

static double stretch_of(const bench_rope_world *bench)
{
    bight_curve curve = bight_rope_curve(bench->world, bench->rope);
    double worst = 0.0, rest = bight_rope_link_length(bench->world, bench->rope);
    for (int32_t i = 1; i < curve.count; i++) {
        bight_vec3 a = curve.points[i - 1], b = curve.points[i];
        double length =
            sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y) + (b.z - a.z) * (b.z - a.z));
        worst = fmax(worst, fabs(length / rest - 1.0));
    }
    return worst;
}

static measured measure(bench_rope_world *bench)
{
    measured all = {0};
    int64_t first = bench->cycle;
    for (int32_t stretch = 0; stretch < STRETCHES && !cli_interrupted(); stretch++) {
        double start = bench_seconds(1), now = start;
        int64_t done = 0;
        while (now - start < STRETCH_SECONDS) {
            swing(bench, &all);
            done++;
            now = bench_seconds(1);
        }
        all.rate = fmax(all.rate, (double)done / (now - start));
        all.stretch = fmax(all.stretch, stretch_of(bench));
    }
    all.contacts /= (double)(bench->cycle - first);
    return all;
}

typedef struct situation {
    const char *key, *words;
    int32_t rods;
    int32_t q; // torus knot T(2, q), 0 for none
} situation;

static const situation situations[] = {{"free_500", "500 rods, free", 500, 0},
                                       {"trefoil_500", "500 rods, tight trefoil", 500, 3},
                                       {"knot_500", "500 rods, tight 11-crossing", 500, 11},
                                       {"free_125", "125 rods, free", 125, 0},
                                       {"free_1000", "1000 rods, free", 1000, 0},
                                       {"free_2000", "2000 rods, free", 2000, 0},
                                       {"free_4000", "4000 rods, free", 4000, 0},
                                       {"free_8000", "8000 rods, free", 8000, 0},
                                       {"trefoil_250", "250 rods, tight trefoil", 250, 3},
                                       {"trefoil_1000", "1000 rods, tight trefoil", 1000, 3},
                                       {"trefoil_2000", "2000 rods, tight trefoil", 2000, 3}};

enum { SITUATIONS = sizeof situations / sizeof *situations };

// Nanoseconds for each rod in each step.
static double cost_of(const situation *at, const measured *found)
{
    return 1e9 / (found->rate * at->rods);
}

static void print_json(const measured *found)
{
    for (int32_t i = 0; i < SITUATIONS; i++) {
        const situation *at = &situations[i];
        printf("%s\"%s\": {\"rods\": %d, \"steps_per_second\": %.0f, \"ns_per_rod_step\": %.1f, "
               "\"contacts\": %.1f, "
               "\"stretch\": %.2g}%s",
               i == 0 ? "{" : " ", at->key, at->rods, found[i].rate, cost_of(at, &found[i]),
               found[i].contacts, found[i].stretch, i + 1 < SITUATIONS ? ",\n" : "}\n");
    }
}

int bench_projection(int argc, char **argv)
{
    bool json = argc > 0 && strcmp(argv[0], "--json") == 0;
    if (argc > (json ? 1 : 0)) {
        cli_say(NULL, 0, "bench projection: %s is not an option: use --json", argv[json ? 1 : 0]);
        return CLI_USAGE;
    }
    bight_vec3 *points = malloc((MOST_RODS + 1) * sizeof *points);
    if (points == NULL) {
        cli_say(NULL, 0, "bench projection: no memory");
        return CLI_FAILED;
    }
    bight_world_def world_def = bight_world_def_default();
    world_def.gravity = (bight_vec3){0, -0.002, 0};
    measured found[SITUATIONS] = {0};
    for (int32_t i = 0; i < SITUATIONS && !cli_interrupted(); i++) {
        const situation *at = &situations[i];
        if (at->q == 0) {
            bench_arc(points, at->rods);
        } else {
            bench_torus_knot(points, at->rods, at->q);
        }
        bench_rope_world bench =
            bench_rope_make("projection", &world_def, BIGHT_MODEL_PROJECTION, points, at->rods);
        if (at->q != 0) {
            bench_rope_tighten(&bench, 3 * at->rods + 1000, true);
        }
        found[i] = measure(&bench);
        if (cli_interrupted()) {
            bight_world_destroy(bench.world);
            break;
        }
        if (!json) {
            printf("%-30s %8.0f steps/s %8.0f ns per rod and step, %5.1f contacts, links right to %.2g\n",
                   at->words, found[i].rate, cost_of(at, &found[i]), found[i].contacts, found[i].stretch);
        }
        fflush(stdout);
        bight_world_destroy(bench.world);
    }
    free(points);
    if (cli_interrupted()) {
        return CLI_INTERRUPTED;
    }
    if (json) {
        print_json(found);
    }
    return CLI_DONE;
}
