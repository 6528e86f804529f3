// SPDX-License-Identifier: MIT
// bight bench hold: how far knots of the book creep under a load that stays, in many steps after they have set.
//
// One pull, looked at every 1,000 steps. A knot has set when between two looks none of its nodes that bear half of the load
// moved by more than SETS diameters: a twentieth of what is allowed for all steps, so that one that goes on at that pace
// creeps five times too far. From there the way of the farthest-going node counts.

#include "bench/bench.h"
#include "bight/hold.h"
#include "bight/tie.h"
#include "cli/knots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 100000
#define SETS 0.005     // diameters between two looks
#define PATIENCE 50000 // steps in which it has to set
#define FRICTION 0.3
#define LOAD 100.0 // newtons on a rope of 10 mm
#define CREEPS 0.1 // diameters
#define MOST 4096  // nodes that bear the load

static const char *const usual[] = {"bowline", "sheet bend", "clove hitch"};

// Nodes that bore half of the load when the knot was looked at, and where they were.
typedef struct places {
    int32_t count; // more than MOST: too many
    int32_t rope[MOST], node[MOST];
    bight_vec3 at[MOST];
} places;

typedef struct row {
    const char *name;
    bool holds, lost; // after all steps
    double drawn, load;
    int64_t steps;   // wanted after it has set
    int64_t set_at;  // steps under the whole load, -1: not yet
    int64_t done;    // steps since then
    double creep;    // diameters
    places before;   // at the last look, then when it had set
    double last_way; // diameters, between the last two looks before it had set
} row;

static double distance(bight_vec3 a, bight_vec3 b)
{
    double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    return sqrt(x * x + y * y + z * z);
}

// Nodes whose links bear half of the load or more, of all ropes: free ends may drift.
static void note_places(const bight_hold *hold, double load, places *p)
{
    p->count = 0;
    for (int32_t r = 0; r < bight_hold_scene(hold)->rope_count; r++) {
        int32_t links;
        const double *tension = bight_hold_tension(hold, r, &links);
        for (int32_t i = 0; i < links; i++) {
            if (tension[i] < 0.5 * load) {
                continue;
            }
            if (p->count < MOST) {
                p->rope[p->count] = r;
                p->node[p->count] = i;
                p->at[p->count] = bight_hold_curve(hold, r).points[i];
            }
            p->count++;
        }
    }
}

// How much the farthest-going of those nodes moved since: on a pole or ring against that; else the greatest change of a distance
// of two of them, as a bend that hangs between two ropes may turn about itself. NaN when they are more than MOST.
static double way_since(const places *p, const bight_hold *hold)
{
    const bight_scene *scene = bight_hold_scene(hold);
    double most = p->count > MOST ? (double)NAN : 0.0;
    for (int32_t i = 0; i < p->count && p->count <= MOST; i++) {
        bight_vec3 now = bight_hold_curve(hold, p->rope[i]).points[p->node[i]];
        most = scene->obstacle_count > 0 ? fmax(most, distance(p->at[i], now)) : most;
        for (int32_t k = 0; k < i && scene->obstacle_count == 0; k++) {
            bight_vec3 other = bight_hold_curve(hold, p->rope[k]).points[p->node[k]];
            most = fmax(most, fabs(distance(p->at[i], p->at[k]) - distance(now, other)));
        }
    }
    return most / (2.0 * scene->ropes[0].radius);
}

static bool look(void *user, const bight_hold *hold, int64_t steps)
{
    row *r = user;
    if (r->set_at >= 0) {
        r->creep = way_since(&r->before, hold);
        r->done = steps - r->set_at;
        return r->done < r->steps;
    }
    r->last_way = r->before.count > 0 ? way_since(&r->before, hold) : HUGE_VAL;
    note_places(hold, r->load, &r->before);
    r->set_at = r->last_way <= SETS ? steps : -1;
    return steps < PATIENCE || r->set_at >= 0;
}

static int measure(const bight_book_knot *knot, row *r)
{
    bight_hold *hold = NULL;
    bight_hold_pull result = {0};
    bight_error error = {0};
    r->load = LOAD;
    r->set_at = -1;
    bight_hold_options how = {.load = LOAD, .hold = 1e6, .look = look, .user = r};
    bight_status status = bight_hold_make(cli_env(), knot->text, knot->text_length, &how, &hold, &error);
    status = status == BIGHT_OK ? bight_hold_try(hold, FRICTION, &result, &error) : status;
    bight_hold_free(hold);
    r->lost = result.lost;
    r->holds = r->set_at >= 0 && !result.lost && r->done >= r->steps;
    r->drawn = result.drawn;
    r->load = result.load;
    if (status == BIGHT_OK && r->before.count > MOST) {
        status = BIGHT_ERROR_TOO_LARGE;
        snprintf(error.message, sizeof error.message, "more than %d nodes bear the load", MOST);
    }
    return status == BIGHT_OK ? CLI_DONE : cli_input_error(knot->file, &error);
}

static void print_row(const row *r)
{
    if (r->set_at < 0) {
        printf("%-24s no: %s, %.1f diameters drawn in\n", r->name, r->lost ? "runs out" : "has not set",
               r->drawn);
    } else {
        printf("%-24s %-7s %8lld   %.4f             %.1f\n", r->name, r->holds ? "yes" : "no",
               (long long)r->set_at, r->creep, r->drawn);
    }
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
        printf("%-24s holds   set after   creep, diameters   drawn in, diameters\n", "");
    }
    for (int32_t i = 0; i < count && code == CLI_DONE && !cli_interrupted(); i++) {
        const bight_book_knot *knot = bight_book_find(book, names[i]);
        static row r;
        r = (row){.name = names[i], .steps = steps};
        if (knot == NULL || knot->way != BIGHT_BOOK_SCENE) {
            cli_say(NULL, 0, "bench hold: %s is tied by no scene of the book", names[i]);
            code = CLI_USAGE;
        } else {
            code = measure(knot, &r);
        }
        if (code == CLI_DONE && json) {
            printf("%s\n    {\"name\": \"%s\", \"holds\": %s, \"set_after\": %lld, \"creep\": %.6f, "
                   "\"drawn\": %.3f, "
                   "\"load\": %.6g}",
                   i > 0 ? "," : "", r.name, r.holds ? "true" : "false", (long long)r.set_at, r.creep,
                   r.drawn, r.load);
        } else if (code == CLI_DONE) {
            print_row(&r);
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
