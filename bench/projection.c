// SPDX-License-Identifier: MIT
// `bight bench projection`: steps per second of the projection rope, free and in tight knots, and how its
// cost grows with the number of rods.

#include "bench/bench.h"
#include "bench/start_shapes.h"
#include "bight/world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_RODS 8000
#define STRETCHES 40
#define STRETCH_SECONDS 0.02

// The processor's time of one thread, which other jobs on the machine do not lengthen.
static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

typedef struct bench_world {
    bight_world *world;
    bight_rope_id rope;
    bight_handle_id hand[2];
    bight_vec3 home[2];
    int64_t cycle;
} bench_world;

typedef struct measured {
    double rate;     // cycles per second, the fastest of many short stretches
    double contacts; // on average
    double stretch;  // greatest of all links and cycles
} measured;

static bench_world make(const bight_vec3 *points, int32_t rods)
{
    bench_world bench = {0};
    bight_error error = {0};
    bight_world_def def = bight_world_def_default();
    bight_rope_def rope = bight_rope_def_default();
    def.gravity = (bight_vec3){0, -0.002, 0};
    rope.model = BIGHT_MODEL_PROJECTION;
    rope.curve = (bight_curve){points, rods + 1, false};
    const int32_t nodes[2] = {0, rods};
    bool made = bight_world_create(&def, &bench.world, &error) == BIGHT_OK &&
                bight_rope_create(bench.world, &rope, &bench.rope, &error) == BIGHT_OK;
    for (int32_t i = 0; i < 2 && made; i++) {
        made = bight_handle_grasp(bench.world, bench.rope, nodes[i], &bench.hand[i], &error) == BIGHT_OK;
        bench.home[i] = points[nodes[i]];
    }
    if (!made) {
        fprintf(stderr, "bight: bench projection: %s\n", error.message);
        exit(1);
    }
    return bench;
}

// Hands pull outwards until the rope is taut and its knot tight.
static void tighten(bench_world *bench, int32_t rods)
{
    for (int32_t i = 0; i < 3 * rods + 1000; i++) {
        bight_handle_state hand[2];
        for (int32_t k = 0; k < 2; k++) {
            bight_handle_get(bench->world, bench->hand[k], &hand[k]);
        }
        for (int32_t k = 0; k < 2; k++) {
            bight_vec3 here = hand[k].position, other = hand[1 - k].position;
            bight_vec3 away = {here.x - other.x, here.y - other.y, here.z - other.z};
            double length = sqrt(away.x * away.x + away.y * away.y + away.z * away.z);
            bight_vec3 target = {here.x + 0.4 * away.x / length, here.y + 0.4 * away.y / length,
                                 here.z + 0.4 * away.z / length};
            bight_handle_set_target(bench->world, bench->hand[k], target);
        }
        bight_world_step(bench->world, NULL);
        if (i > 200 && i % 50 == 0 && hand[0].stretched && hand[1].stretched) {
            break;
        }
    }
    for (int32_t k = 0; k < 2; k++) {
        bight_handle_state hand;
        bight_handle_get(bench->world, bench->hand[k], &hand);
        bench->home[k] = hand.position;
    }
}

// Hands swing the rope to and fro, so that every node moves in every cycle.
static void swing(bench_world *bench, measured *sum)
{
    bench->cycle++;
    double phase = (double)bench->cycle * 0.02;
    for (int32_t k = 0; k < 2; k++) {
        bight_vec3 target = bench->home[k];
        target.y += 5.0 * sin(phase);
        target.z += 5.0 * (cos(phase) - 1.0);
        bight_handle_set_target(bench->world, bench->hand[k], target);
    }
    bight_step_report report = {0};
    bight_world_step(bench->world, &report);
    sum->contacts += report.contacts;
}

static double stretch_of(const bench_world *bench)
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

static measured measure(bench_world *bench)
{
    measured all = {0};
    int64_t first = bench->cycle;
    for (int32_t stretch = 0; stretch < STRETCHES; stretch++) {
        double start = seconds(), now = start;
        int64_t done = 0;
        while (now - start < STRETCH_SECONDS) {
            swing(bench, &all);
            done++;
            now = seconds();
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

int bench_projection(int argc, char **argv)
{
    enum { SITUATIONS = sizeof situations / sizeof *situations };
    bool json = argc > 0 && strcmp(argv[0], "--json") == 0;
    if (argc > (json ? 1 : 0)) {
        fprintf(stderr, "bight: bench projection: %s is not an option: use --json\n", argv[json ? 1 : 0]);
        return 2;
    }
    bight_vec3 *points = malloc((MOST_RODS + 1) * sizeof *points);
    if (points == NULL) {
        fputs("bight: bench projection: no memory\n", stderr);
        return 1;
    }
    for (int32_t i = 0; i < SITUATIONS; i++) {
        const situation *at = &situations[i];
        if (at->q == 0) {
            bench_arc(points, at->rods);
        } else {
            bench_torus_knot(points, at->rods, at->q);
        }
        bench_world bench = make(points, at->rods);
        if (at->q != 0) {
            tighten(&bench, at->rods);
        }
        measured found = measure(&bench);
        double cost = 1e9 / (found.rate * at->rods);
        if (json) {
            printf("%s\"%s\": {\"rods\": %d, \"steps_per_second\": %.0f, \"ns_per_rod_step\": %.1f, "
                   "\"contacts\": %.1f, "
                   "\"stretch\": %.2g}%s",
                   i == 0 ? "{" : " ", at->key, at->rods, found.rate, cost, found.contacts, found.stretch,
                   i + 1 < SITUATIONS ? ",\n" : "}\n");
        } else {
            printf("%-30s %8.0f steps/s %8.0f ns per rod and step, %5.1f contacts, links right to %.2g\n",
                   at->words, found.rate, cost, found.contacts, found.stretch);
        }
        fflush(stdout);
        bight_world_destroy(bench.world);
    }
    free(points);
    return 0;
}
