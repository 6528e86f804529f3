// SPDX-License-Identifier: MIT
// `bight bench tie [--json] [--loose] [FIRST [LAST]]`: every knot of Rolfsen's table, to 10 crossings, made
// as a start shape, its type and clearance checked, pulled tight, and named on the way and at the end.

#define _POSIX_C_SOURCE 200809L

#include "bench/bench.h"
#include "bight/knot_table.h"
#include "bight/play.h"
#include "bight/tie.h"
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LOOK_EVERY 2000 // cycles between two looks at the knot
#define MOST_KNOTS 249

typedef struct trial {
    char name[16];
    bool shape, clear, kept, tight;
    double clearance, seconds, in_knot;
    int32_t links;
    int64_t cycles;
    char found[BIGHT_KNOT_MAX_NAME]; // when not kept
} trial;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool is_named(trial *t, bight_play *play)
{
    bight_play_knot knot;
    bool good = bight_play_name(play, 0, &knot, NULL) == BIGHT_OK && strcmp(knot.name, t->name) == 0;
    if (!good) {
        snprintf(t->found, sizeof t->found, "%s", knot.name);
    }
    return good;
}

static void pull(trial *t, const bight_start *start, bight_error *error)
{
    bight_bytes text = {0};
    bight_scene *scene = NULL;
    bight_play *play = NULL;
    bight_play_def def = bight_play_def_default();
    def.env = *cli_env();
    bool more = true;
    bight_status status = bight_start_scene(cli_env(), start, t->name, t->name, &text, error);
    status = status == BIGHT_OK ? bight_scene_parse(text.data, text.size, NULL, NULL, &scene, error) : status;
    status = status == BIGHT_OK ? bight_play_create(scene, &def, &play, error) : status;
    t->kept = status == BIGHT_OK;
    while (more && status == BIGHT_OK && !cli_interrupted()) {
        status = bight_play_step(play, &more, error);
        t->cycles = bight_play_get_progress(play).cycles;
        if (t->cycles % LOOK_EVERY == 0) {
            t->kept = t->kept && is_named(t, play);
        }
    }
    t->tight = status == BIGHT_OK;
    t->kept = t->kept && play != NULL && is_named(t, play);
    t->in_knot = play != NULL ? bight_rope_in_knot(bight_play_curve(play, 0)) : 0.0;
    bight_play_destroy(play);
    bight_scene_destroy(scene);
    bight_bytes_free(NULL, &text);
}

static void try_knot(trial *t, int32_t crossings, int32_t index, bool loose)
{
    bight_error error = {0};
    bight_diagram *diagram = NULL;
    bight_start start = {0};
    double begin = seconds();
    bight_status status =
        bight_knot_table_diagram(cli_env(), crossings, index, false, t->name, &diagram, &error);
    status = status == BIGHT_OK ? bight_start_make(cli_env(), diagram, NULL, &start, &error) : status;
    if (status == BIGHT_OK) {
        bight_play_knot knot;
        bight_curve curve = {start.points, start.count, false};
        t->links = start.count - 1;
        t->clearance = start.clearance;
        t->clear = start.clearance >= 3.0;
        t->shape = bight_play_name_curve(cli_env(), curve, 0, &knot, &error) == BIGHT_OK &&
                   strcmp(knot.name, t->name) == 0;
        if (!loose) {
            pull(t, &start, &error);
        }
    }
    if (error.message[0] != '\0' && !cli_interrupted()) {
        cli_say(NULL, 0, "bench tie: %s: %s", t->name, error.message);
    }
    bight_start_free(NULL, &start);
    bight_diagram_free(diagram);
    t->seconds = seconds() - begin;
}

static void print_names(const trial *trials, int32_t count, const char *key, size_t field)
{
    printf("  \"%s\": [", key);
    const char *comma = "";
    for (int32_t i = 0; i < count; i++) {
        if (!*((const bool *)(const void *)((const char *)&trials[i] + field))) {
            printf("%s\"%s\"", comma, trials[i].name);
            comma = ", ";
        }
    }
    printf("],\n");
}

static int report(const trial *trials, int32_t count, bool json, double whole)
{
    int32_t shaped = 0, clear = 0, kept = 0, tight = 0;
    for (int32_t i = 0; i < count; i++) {
        shaped += trials[i].shape;
        clear += trials[i].clear;
        kept += trials[i].kept;
        tight += trials[i].tight;
    }
    if (json) {
        printf(
            "{\n  \"knots\": %d,\n  \"shaped\": %d,\n  \"clear\": %d,\n  \"kept\": %d,\n  \"tight\": %d,\n",
            (int)count, (int)shaped, (int)clear, (int)kept, (int)tight);
        print_names(trials, count, "misshapen", offsetof(trial, shape));
        print_names(trials, count, "crowded", offsetof(trial, clear));
        print_names(trials, count, "lost", offsetof(trial, kept));
        print_names(trials, count, "not_tight", offsetof(trial, tight));
        printf("  \"seconds\": %.1f\n}\n", whole);
    } else {
        printf("%d knots: %d start shapes of the right type, %d with 3 radii of clearance; %d kept, %d "
               "tight; %.1f s\n",
               (int)count, (int)shaped, (int)clear, (int)kept, (int)tight, whole);
    }
    return shaped == count && clear == count && kept == count ? 0 : 1;
}

int bench_tie(int argc, char **argv)
{
    bool json = false, loose = false;
    int32_t range[2] = {0, MOST_KNOTS - 1}, ranges = 0;
    for (int i = 0; i < argc; i++) {
        json = json || strcmp(argv[i], "--json") == 0;
        loose = loose || strcmp(argv[i], "--loose") == 0;
        if (argv[i][0] != '-' && ranges < 2) {
            range[ranges++] = (int32_t)strtol(argv[i], NULL, 10);
            range[1] = ranges == 1 ? range[0] : range[1];
        }
    }
    trial *trials = calloc(MOST_KNOTS, sizeof *trials);
    if (trials == NULL) {
        cli_say(NULL, 0, "bench tie: no memory");
        return CLI_FAILED;
    }
    int32_t count = 0, number = 0;
    double begin = seconds();
    for (int32_t crossings = 3; crossings <= 10 && !cli_interrupted(); crossings++) {
        for (int32_t index = 0; index < bight_knot_table_count(crossings); index++, number++) {
            if (cli_interrupted()) {
                break;
            }
            if (number < range[0] || number > range[1] || count == MOST_KNOTS) {
                continue;
            }
            trial *t = &trials[count++];
            try_knot(t, crossings, index, loose);
            if (!json && !cli_interrupted()) {
                printf("%-7s %4d links, clearance %.2f radii, %s; %lld cycles, %s, %.1f diameters in the "
                       "knot, %s%s; %.2f s\n",
                       t->name, (int)t->links, t->clearance, t->shape ? "right type" : "WRONG TYPE",
                       (long long)t->cycles, t->tight ? "tight" : "not tight", t->in_knot,
                       t->kept ? "kept" : "LOST ", t->found, t->seconds);
                fflush(stdout);
            }
        }
    }
    int code = cli_interrupted() ? CLI_INTERRUPTED
               : loose           ? CLI_DONE
                                 : report(trials, count, json, seconds() - begin);
    free(trials);
    return code;
}
