// SPDX-License-Identifier: MIT
// `bight bench spring`: cost of a time step of spring ropes by their number of control points, free and
// packed so that every sphere touches others; against a search over all pairs.

#include "bench/bench.h"
#include "bight/world.h"
#include "cli/cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RADIUS 0.005
#define LINK (1.5 * RADIUS) // at rest: neither divided nor contracted
#define ROW 20              // links of one meander
#define APART (1.9 * RADIUS)
#define MOST 10000
#define WARM 10
#define STEPS 40 // the same for every size: what happens depends on the time
#define ROUNDS 5 // at least
#define SECONDS 0.3

static const int32_t sizes[] = {100, 316, 1000, 3162, 10000};
enum { SIZES = sizeof sizes / sizeof *sizes };

typedef struct row {
    int32_t points;
    double free, packed; // microseconds a step
    double all_pairs;    // microseconds to look at every pair once
    double events;       // a step, packed
    double realtime;     // seconds of simulation in one of the processor's, packed
    double time_step;
} row;

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

// A sheet of meanders, rows so close that all spheres overlap a little; or one long wave.
static void lay(bight_vec3 *points, int32_t count, bool packed)
{
    for (int32_t i = 0; i < count; i++) {
        int32_t along = i % (ROW + 1), number = i / (ROW + 1);
        double x = number % 2 == 0 ? along : ROW - along;
        points[i] = packed ? (bight_vec3){LINK * x, 0.0, APART * number}
                           : (bight_vec3){LINK * i, 0.2 * RADIUS * (i % 2), 0.0};
    }
}

static bight_world *make(bight_vec3 *points, int32_t count, bool packed, bight_rope_id *rope)
{
    bight_world_def world_def = bight_world_def_default();
    bight_world *world;
    bight_error error = {0};
    bight_rope_def def = bight_rope_def_default();
    lay(points, count, packed);
    def.curve = (bight_curve){points, count, false};
    def.radius = RADIUS;
    def.link_length = packed ? LINK : 0.0;
    def.model = BIGHT_MODEL_SPRING;
    def.spring.drag = 1.0;
    def.spring.gravity = (bight_vec3){0.0, -9.81, 0.0};
    bight_hand_id hand;
    bool made = bight_world_create(&world_def, &world, &error) == BIGHT_OK &&
                bight_rope_create(world, &def, rope, &error) == BIGHT_OK &&
                bight_hand_grasp(world, *rope, 0, &hand, &error) == BIGHT_OK;
    if (!made) {
        cli_say(NULL, 0, "bench spring: %s", error.message);
        exit(CLI_FAILED);
    }
    return world;
}

static void step(bight_world *world)
{
    if (bight_world_step(world, NULL) != BIGHT_OK) {
        cli_say(NULL, 0, "bench spring: %s", bight_world_error(world).message);
        exit(CLI_FAILED);
    }
}

// The best of several rounds, each from the same beginning: the machine has other things to do.
static double measure(bight_vec3 *points, int32_t count, bool packed, double *events)
{
    double best = HUGE_VAL, spent = 0.0;
    for (int32_t round = 0; (round < ROUNDS || spent < SECONDS) && !cli_interrupted(); round++) {
        bight_rope_id rope;
        bight_world *world = make(points, count, packed, &rope);
        for (int32_t i = 0; i < WARM && !cli_interrupted(); i++) {
            step(world);
        }
        bight_spring_state before, after;
        bight_rope_spring_state(world, rope, &before);
        double start = seconds();
        for (int32_t i = 0; i < STEPS && !cli_interrupted(); i++) {
            step(world);
        }
        double took = seconds() - start;
        bight_rope_spring_state(world, rope, &after);
        *events = (double)(after.events - before.events) / STEPS;
        best = fmin(best, 1e6 * took / STEPS);
        spent += took;
        bight_world_destroy(world);
    }
    return best;
}

// What it costs to compare all pairs of spheres once, which is what the queue would need in every step.
static double all_pairs(const bight_vec3 *points, int32_t count)
{
    double best = HUGE_VAL;
    volatile int64_t found = 0;
    for (int32_t round = 0; round < ROUNDS && !cli_interrupted(); round++) {
        double start = seconds(), now = start;
        int32_t repeats = 0;
        while (now - start < SECONDS / ROUNDS && !cli_interrupted()) {
            int64_t near = 0;
            for (int32_t i = 0; i < count; i++) {
                for (int32_t k = i + 3; k < count; k++) {
                    double x = points[k].x - points[i].x, y = points[k].y - points[i].y,
                           z = points[k].z - points[i].z;
                    near += x * x + y * y + z * z < 6.25 * RADIUS * RADIUS;
                }
            }
            found = found + near;
            repeats++;
            now = seconds();
        }
        best = fmin(best, 1e6 * (now - start) / repeats);
    }
    return best;
}

static void print_json(const row *rows, double growth, double spread)
{
    printf("{\n  \"rows\": [\n");
    for (int32_t i = 0; i < SIZES; i++) {
        const row *r = &rows[i];
        printf("    {\"points\": %d, \"free_us\": %.2f, \"packed_us\": %.2f, \"events_per_step\": %.1f, "
               "\"all_pairs_us\": %.2f, \"realtime\": %.4f}%s\n",
               (int)r->points, r->free, r->packed, r->events, r->all_pairs, r->realtime,
               i + 1 < SIZES ? "," : "");
    }
    printf("  ],\n  \"time_step\": %g,\n  \"growth_exponent\": %.4f,\n  \"n_log_n_spread\": %.4f\n}\n",
           rows[0].time_step, growth, spread);
}

static void print_table(const row *rows, double growth, double spread)
{
    printf("points   free us   packed us   ns a point   events a step   all pairs us   times real time\n");
    for (int32_t i = 0; i < SIZES; i++) {
        const row *r = &rows[i];
        printf("%6d %9.1f %11.1f %12.0f %15.1f %14.1f %17.3f\n", (int)r->points, r->free, r->packed,
               1e3 * r->packed / r->points, r->events, r->all_pairs, r->realtime);
    }
    printf("from 1,000 to 10,000 points the cost grows as n^%.3f; over n log n it varies by %.2f\n", growth,
           spread);
}

int bench_spring(int argc, char **argv)
{
    bool json = false;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--json") != 0) {
            cli_say(NULL, 0, "bench spring: %s is not an option: use --json", argv[i]);
            return CLI_USAGE;
        }
        json = true;
    }
    bight_vec3 *points = malloc(MOST * sizeof *points);
    if (points == NULL) {
        cli_say(NULL, 0, "bench spring: no memory");
        return CLI_FAILED;
    }
    row rows[SIZES];
    double least = HUGE_VAL, most = 0.0;
    for (int32_t i = 0; i < SIZES && !cli_interrupted(); i++) {
        double none;
        row *r = &rows[i];
        *r = (row){.points = sizes[i], .time_step = bight_rope_def_default().spring.time_step};
        r->free = measure(points, sizes[i], false, &none);
        r->packed = measure(points, sizes[i], true, &r->events);
        r->all_pairs = all_pairs(points, sizes[i]);
        r->realtime = 1e6 * r->time_step / r->packed;
        double per = r->packed / (sizes[i] * log((double)sizes[i]));
        least = sizes[i] >= 1000 ? fmin(least, per) : least;
        most = sizes[i] >= 1000 ? fmax(most, per) : most;
    }
    if (cli_interrupted()) {
        free(points);
        return CLI_INTERRUPTED;
    }

    double growth = log(rows[SIZES - 1].packed / rows[2].packed) / log(sizes[SIZES - 1] / (double)sizes[2]);
    (json ? print_json : print_table)(rows, growth, most / least);
    free(points);
    return CLI_DONE;
}
