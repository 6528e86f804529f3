// SPDX-License-Identifier: MIT
// bight bench hold: how far knots of the book creep under a load that stays, in many steps after they have set.

#include "bench/bench.h"
#include "bight/hold.h"
#include "bight/tie.h"
#include "cli/knots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 100000
#define SETS 3.0 // seconds under the whole load, free ends let go, before the way of a node counts
#define FRICTION 0.3
#define CREEPS 0.1 // diameters
#define MOST 4096  // nodes that bear the load

static const char *const usual[] = {"bowline", "sheet bend", "clove hitch"};

typedef struct row {
    const char *name;
    bool holds; // after all steps
    double creep, drawn, load;
} row;

// Where all nodes of all ropes are when the knot has been pulled for so long.
static bight_status pull(const bight_book_knot *knot, double time, bight_hold **hold, bight_hold_pull *result,
                         bight_error *error)
{
    bight_hold_options how = {.hold = time};
    bight_status status = bight_hold_make(cli_env(), knot->text, knot->text_length, &how, hold, error);
    return status == BIGHT_OK ? bight_hold_try(*hold, FRICTION, result, error) : status;
}

static double distance(bight_vec3 a, bight_vec3 b)
{
    double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    return sqrt(x * x + y * y + z * z);
}

// Nodes whose links bear half of the load or more, of all ropes: free ends may drift. @return How many; MOST are told at most.
static int32_t loaded_nodes(const bight_hold *hold, double load, int32_t rope[MOST], int32_t node[MOST])
{
    int32_t count = 0;
    for (int32_t r = 0; r < bight_hold_scene(hold)->rope_count; r++) {
        int32_t links;
        const double *tension = bight_hold_tension(hold, r, &links);
        for (int32_t i = 0; i < links; i++) {
            if (tension[i] >= 0.5 * load) {
                if (count < MOST) {
                    rope[count] = r;
                    node[count] = i;
                }
                count++;
            }
        }
    }
    return count;
}

// How much the farthest-going of the loaded nodes moved: on a pole or ring against that; else the greatest change of a distance
// of two of them, as a bend that hangs between two ropes may turn about itself. NaN when they are more than MOST.
static double way_between(const bight_hold *before, const bight_hold *after, double load)
{
    static int32_t rope[MOST], node[MOST];
    const bight_scene *scene = bight_hold_scene(before);
    int32_t count = loaded_nodes(before, load, rope, node);
    double most = count > MOST ? (double)NAN : 0.0;
    for (int32_t i = 0; i < count && count <= MOST; i++) {
        bight_vec3 a = bight_hold_curve(before, rope[i]).points[node[i]],
                   b = bight_hold_curve(after, rope[i]).points[node[i]];
        most = scene->obstacle_count > 0 ? fmax(most, distance(a, b)) : most;
        for (int32_t k = 0; k < i && scene->obstacle_count == 0; k++) {
            bight_vec3 c = bight_hold_curve(before, rope[k]).points[node[k]],
                       d = bight_hold_curve(after, rope[k]).points[node[k]];
            most = fmax(most, fabs(distance(a, c) - distance(b, d)));
        }
    }
    return most / (2.0 * scene->ropes[0].radius);
}

static int measure(const bight_book_knot *knot, int64_t steps, row *r)
{
    bight_hold *set = NULL, *late = NULL;
    bight_hold_pull at_first = {0}, at_last = {0};
    bight_error error = {0};
    bight_status status = pull(knot, SETS, &set, &at_first, &error);
    if (status == BIGHT_OK) {
        double step = bight_hold_scene(set)->ropes[0].rod->time_step;
        status = pull(knot, SETS + (double)steps * step, &late, &at_last, &error);
    }
    if (status == BIGHT_OK) {
        r->holds = at_last.holds && !at_last.lost;
        r->drawn = at_last.drawn;
        r->load = at_last.load;
        r->creep = way_between(set, late, at_first.load);
        if (isnan(r->creep)) {
            status = BIGHT_ERROR_TOO_LARGE;
            snprintf(error.message, sizeof error.message, "more than %d nodes bear the load", MOST);
        }
    }
    bight_hold_free(set);
    bight_hold_free(late);
    return status == BIGHT_OK ? CLI_DONE : cli_input_error(knot->file, &error);
}

int bench_hold(int argc, char **argv)
{
    int64_t steps = STEPS;
    bool json = false;
    const char *names[64];
    int32_t count = 0, bad = 0;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            json = true;
        } else if (strcmp(argv[i], "--steps") == 0 && i + 1 < argc) {
            if (!cli_integer("--steps", argv[++i], 1, 10000000, &steps)) {
                return CLI_USAGE;
            }
        } else if (argv[i][0] == '-' || count == 64) {
            cli_say(NULL, 0, "bench hold: %s is not an option: use --json, --steps N and names of knots",
                    argv[i]);
            return CLI_USAGE;
        } else {
            names[count++] = argv[i];
        }
    }
    for (size_t i = 0; count == 0 && i < sizeof usual / sizeof *usual; i++) {
        names[i] = usual[i];
    }
    count = count > 0 ? count : (int32_t)(sizeof usual / sizeof *usual);

    bight_book *book = NULL;
    int code = cli_open_book(NULL, &book);
    if (code == CLI_DONE && json) {
        printf("{\n  \"steps\": %lld,\n  \"friction\": %g,\n  \"knots\": [", (long long)steps, FRICTION);
    } else if (code == CLI_DONE) {
        printf("%-24s holds   creep, diameters   drawn in, diameters\n", "");
    }
    for (int32_t i = 0; i < count && code == CLI_DONE && !cli_interrupted(); i++) {
        const bight_book_knot *knot = bight_book_find(book, names[i]);
        row r = {.name = names[i]};
        if (knot == NULL || knot->way != BIGHT_BOOK_SCENE) {
            cli_say(NULL, 0, "bench hold: %s is tied by no scene of the book", names[i]);
            code = CLI_USAGE;
        } else {
            code = measure(knot, steps, &r);
        }
        if (code == CLI_DONE && json) {
            printf(
                "%s\n    {\"name\": \"%s\", \"holds\": %s, \"creep\": %.6f, \"drawn\": %.3f, \"load\": %.6g}",
                i > 0 ? "," : "", r.name, r.holds ? "true" : "false", r.creep, r.drawn, r.load);
        } else if (code == CLI_DONE) {
            printf("%-24s %-7s %.4f             %.1f\n", r.name, r.holds ? "yes" : "no", r.creep, r.drawn);
        }
        fflush(stdout);
        bad += code == CLI_DONE && !(r.holds && r.creep < CREEPS);
    }
    if (json && code == CLI_DONE) {
        printf("\n  ],\n  \"creep_or_slip\": %d\n}\n", (int)bad);
    }
    bight_book_close(book);
    return code != CLI_DONE ? code : cli_interrupted() ? CLI_INTERRUPTED : bad > 0 ? CLI_FAILED : CLI_DONE;
}
