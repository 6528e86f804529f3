// SPDX-License-Identifier: MIT
// `bight bench rod`: an overhand knot in an elastic rod, 2 m long and 10 mm thick, pulled tight by 20 N at both ends and
// swung, by the number of nodes; a free rod; the knot 7_1; a bowline on a ring under 200 N (rod_bowline.c). With --twist the
// rods have C = B and both hands hold the twist, but for the bowline; with --roll they have C = B, friction rolls them, and
// their ends turn. Real time is simulated over processor time of one thread. With --start N the start shape of the overhand
// with N nodes is printed, for other simulators to begin alike (scripts/bench_peers.sh). With --nodes N the overhand is measured with N
// nodes alone, with where its memory goes: `perf record bight bench rod --nodes N` tells where its time goes.

#include "bench/bench.h"
#include "bench/rod_bowline.h"
#include "bench/start_shapes.h"
#include "bench/two_hands.h"
#include "bight/knot.h"
#include "bight/world.h"
#include "cli/cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH 2.0
#define RADIUS 0.005
#define STEP 0.002
#define SECONDS 6 // of rope: three to tighten, three to swing
#define SWING_FROM 3
#define SWING 0.15 // metres to each side, once a second
#define PI 3.14159265358979323846
#define LOOK_EVERY 50 // steps between two namings

static const int32_t sizes[] = {100, 200, 400, 800, 1600};
enum { SIZES = sizeof sizes / sizeof *sizes };

typedef struct row {
    int32_t nodes, crossings;  // of the torus knot T(2, crossings); 0: straight, free
    double real_time, hardest; // over all, and in the hardest second
    double slowest;            // milliseconds of the slowest step
    double gap, stretch;       // least, diameters; greatest
    double contacts;           // in a step, in the mean
    int64_t cuts, bytes, part[BIGHT_MEMORY_PART_COUNT];
    char knot[BIGHT_KNOT_MAX_NAME]; // the last name, or the first wrong one
    bool same;                      // in each look
} row;

static void check(bight_status status, const bight_error *error)
{
    if (status != BIGHT_OK) {
        cli_say(NULL, 0, "bench rod: %s", error->message);
        exit(CLI_FAILED);
    }
}

// The start shape of a row: (r->nodes) points in metres, to be freed.
static bight_vec3 *shape(const row *r)
{
    int32_t links = r->nodes - 1;
    double l = LENGTH / links;
    bight_vec3 *points = malloc((size_t)r->nodes * sizeof *points);
    if (points == NULL) {
        cli_say(NULL, 0, "bench rod: no memory");
        exit(CLI_FAILED);
    }
    if (r->crossings > 0) {
        bench_torus_knot(points, links, r->crossings);
    } else {
        bench_arc(points, links);
    }
    for (int32_t i = 0; i < r->nodes; i++) {
        points[i] = (bight_vec3){l * points[i].x, l * points[i].y, l * points[i].z};
    }
    return points;
}

// Whether rods twist, and roll.
typedef enum twisting { NO_TWIST, TWIST, ROLL } twisting;

static bight_world *make(const row *r, twisting twist, bight_rope_id *rope, bight_hand_id hand[2])
{
    int32_t links = r->nodes - 1;
    double l = LENGTH / links;
    bight_vec3 *points = shape(r);
    bight_world_def settings = bight_world_def_default();
    bight_rope_def def = bight_rope_def_default();
    bight_world *world;
    bight_error error = {0};
    def.curve = (bight_curve){points, r->nodes, false};
    def.radius = RADIUS;
    def.link_length = l;
    def.model = BIGHT_MODEL_ROD;
    def.rod.time_step = STEP;
    def.rod.twist = twist != NO_TWIST ? def.rod.bend : 0.0;
    def.rod.twist_friction = twist == ROLL ? 1.0 : 0.0;
    check(bight_world_create(&settings, &world, &error), &error);
    check(bight_rope_create(world, &def, rope, &error), &error);
    for (int32_t k = 0; k < 2; k++) {
        check(bight_hand_grasp(world, *rope, k * links, &hand[k], &error), &error);
        if (twist == TWIST) {
            check(bight_hand_hold_twist(world, hand[k], true), &error);
        }
    }
    free(points);
    return world;
}

static void name_of(const bight_world *world, bight_rope_id rope, bight_knot_workspace *workspace, char *name)
{
    bight_curve curve = bight_rope_curve(world, rope);
    bight_knot_result result;
    bight_error error = {0};
    check(bight_knot_identify(cli_env(), workspace, &curve, 1, NULL, &result, &error), &error);
    snprintf(name, BIGHT_KNOT_MAX_NAME, "%s", result.name);
}

// Both ends are led away from each other, too far for them to get there, so with their whole force; later they swing across.
static void lead(bight_world *world, bight_rope_id rope, const bight_hand_id hand[2], double time)
{
    double across = time > SWING_FROM ? SWING * sin(2.0 * PI * (time - SWING_FROM)) : 0.0;
    for (int32_t k = 0; k < 2; k++) {
        bight_hand_state at;
        bight_hand_get(world, hand[k], &at);
        bight_curve curve = bight_rope_curve(world, rope);
        bight_vec3 p = at.position, other = curve.points[k == 0 ? curve.count - 1 : 0];
        double lag = time > SWING_FROM ? 50.0 * (across - p.z) : p.z - other.z;
        bight_hand_set_target(world, hand[k],
                              (bight_vec3){2.0 * p.x - other.x, 2.0 * p.y - other.y, p.z + lag});
    }
}

static void measure(row *r, twisting twist, bight_knot_workspace *workspace)
{
    bight_rope_id rope;
    bight_hand_id hand[2];
    bight_world *world = make(r, twist, &rope, hand);
    char first[BIGHT_KNOT_MAX_NAME], now[BIGHT_KNOT_MAX_NAME];
    name_of(world, rope, workspace, first);
    r->same = true;
    r->gap = HUGE_VAL;
    double total = 0.0, second = 0.0;
    int32_t steps = (int32_t)(SECONDS / STEP), per_second = (int32_t)(1.0 / STEP);
    for (int32_t i = 0; i < steps && !cli_interrupted(); i++) {
        lead(world, rope, hand, i * STEP);
        bight_step_report report;
        double start = bench_seconds(1);
        bight_status status = bight_world_step(world, &report);
        double took = bench_seconds(1) - start;
        bight_error error = bight_world_error(world);
        check(status, &error);
        total += took;
        second += took;
        r->slowest = fmax(r->slowest, 1e3 * took);
        r->gap = fmin(r->gap, report.gap);
        r->contacts += (double)report.contacts / steps;
        r->cuts += report.cut || report.rolled_back;
        bight_rod_state rod;
        bight_rope_rod_state(world, rope, &rod);
        r->stretch = fmax(r->stretch, rod.stretch);
        if ((i + 1) % per_second == 0) {
            r->hardest = r->hardest > 0.0 ? fmin(r->hardest, 1.0 / second) : 1.0 / second;
            second = 0.0;
        }
        if ((i + 1) % LOOK_EVERY == 0 && r->same) {
            name_of(world, rope, workspace, now);
            r->same = strcmp(first, now) == 0;
            memcpy(r->knot, now, sizeof now);
        }
    }
    r->real_time = SECONDS / total;
    r->bytes = (int64_t)bight_world_memory(world);
    for (int32_t i = 0; i < BIGHT_MEMORY_PART_COUNT; i++) {
        r->part[i] = (int64_t)bight_world_memory_part(world, (bight_memory_part)i);
    }
    bight_world_destroy(world);
}

#define HEAD " nodes   knot  real time  hardest s  slowest ms      gap    stretch   same   cuts\n"

static void print_row(const row *r, bool json)
{
    if (json) {
        printf("{\"real_time\": %.2f, \"hardest_second\": %.2f, \"slowest_step_ms\": %.2f, \"gap\": %.4f, "
               "\"stretch\": %.6f, \"knot\": \"%s\", \"same\": %s, \"cuts\": %lld}",
               r->real_time, r->hardest, r->slowest, isfinite(r->gap) ? r->gap : 0.0, r->stretch, r->knot,
               r->same ? "true" : "false", (long long)r->cuts);
    } else {
        printf("%6d %6s %10.1f %10.1f %12.2f %8.4f %10.5f %6s %6lld\n", (int)r->nodes, r->knot, r->real_time,
               r->hardest, r->slowest, r->gap, r->stretch, r->same ? "yes" : "NO", (long long)r->cuts);
    }
}

// Bytes a node, and of these each part.
static void print_bytes(const row *r, bool json)
{
    static const char *const words[] = {
#define X(name, word) #word,
        BIGHT_MEMORY_PARTS(X)
#undef X
    };
    printf(json ? "\"bytes_per_node\": %.0f, \"bytes\": {" : "%.0f bytes a node:",
           (double)r->bytes / r->nodes);
    for (int32_t i = 0; i < BIGHT_MEMORY_PART_COUNT; i++) {
        printf(json ? "%s\"%s\": %lld" : "%s %s %lld", i > 0 ? (json ? ", " : ",") : "", words[i],
               (long long)r->part[i]);
    }
    printf(json ? "}" : "\n");
}

// The number of nodes that an option is given, 0 when it is none.
static int32_t nodes_of(const char *option, const char *nodes)
{
    char *end;
    long n = strtol(nodes, &end, 10);
    if (*nodes == '\0' || *end != '\0' || n < 100 || n > 100000) {
        cli_say(NULL, 0, "bench rod: %s takes a number of nodes, 100 to 100000", option);
        return 0;
    }
    return (int32_t)n;
}

static int print_start(const char *nodes)
{
    const row r = {.nodes = nodes_of("--start", nodes), .crossings = 3};
    if (r.nodes == 0) {
        return CLI_USAGE;
    }
    bight_vec3 *points = shape(&r);
    for (int32_t i = 0; i < r.nodes; i++) {
        printf("%.17g %.17g %.17g\n", points[i].x, points[i].y, points[i].z);
    }
    free(points);
    return CLI_DONE;
}

// One overhand, to see where time and memory go.
static int measure_one(int32_t nodes, twisting twist, bool json, bight_knot_workspace *workspace)
{
    row r = {.nodes = nodes, .crossings = 3};
    measure(&r, twist, workspace);
    if (cli_interrupted()) {
        return CLI_INTERRUPTED;
    }
    printf(json ? "{\n  \"overhand\": {\n    \"%d\": " : HEAD, (int)nodes);
    print_row(&r, json);
    printf(json ? "\n  },\n  \"contacts\": %.2f,\n  " : "%.1f contacts a step in the mean\n", r.contacts);
    print_bytes(&r, json);
    printf(json ? "\n}\n" : "");
    return CLI_DONE;
}

int bench_rod(int argc, char **argv)
{
    bool json = false;
    int32_t nodes = 0;
    twisting twist = NO_TWIST;
    if (argc == 2 && strcmp(argv[0], "--start") == 0) {
        return print_start(argv[1]);
    }
    for (int i = 0; i < argc; i++) {
        bool asks_json = strcmp(argv[i], "--json") == 0, asks_twist = strcmp(argv[i], "--twist") == 0;
        bool asks_roll = strcmp(argv[i], "--roll") == 0;
        if (strcmp(argv[i], "--nodes") == 0) {
            nodes = nodes_of("--nodes", i + 1 < argc ? argv[++i] : "");
            if (nodes == 0) {
                return CLI_USAGE;
            }
            continue;
        }
        if (!asks_json && !asks_twist && !asks_roll) {
            cli_say(NULL, 0,
                    "bench rod: %s is not an option: use --json, --nodes N, --twist, --roll or "
                    "--start N",
                    argv[i]);
            return CLI_USAGE;
        }
        json = json || asks_json;
        twist = asks_roll ? ROLL : asks_twist ? TWIST : twist;
    }
    bight_knot_workspace *workspace = bight_knot_workspace_new(cli_env());
    if (workspace == NULL) {
        cli_say(NULL, 0, "bench rod: no memory");
        return CLI_FAILED;
    }
    if (nodes > 0) {
        int done = measure_one(nodes, twist, json, workspace);
        bight_knot_workspace_free(workspace);
        return done;
    }
    row rows[SIZES + 2] = {{0}};
    if (!json) {
        printf(HEAD);
    }
    for (int32_t i = 0; i < SIZES + 2 && !cli_interrupted(); i++) {
        rows[i].nodes = i < SIZES ? sizes[i] : 400;
        rows[i].crossings = i < SIZES ? 3 : i == SIZES ? 0 : 7;
        measure(&rows[i], twist, workspace);
        if (!json && !cli_interrupted()) {
            print_row(&rows[i], false);
        }
    }
    bight_knot_workspace_free(workspace);
    if (cli_interrupted()) {
        return CLI_INTERRUPTED;
    }
    bench_bowline bowline;
    int code = bench_rod_bowline(&bowline);
    if (code != CLI_DONE) {
        return code;
    }
    if (!json) {
        bench_bowline_print(&bowline, false);
    }
    if (json) {
        printf("{\n  \"overhand\": {");
        for (int32_t i = 0; i < SIZES; i++) {
            printf("%s\n    \"%d\": ", i > 0 ? "," : "", (int)rows[i].nodes);
            print_row(&rows[i], true);
        }
        printf("\n  },\n  \"free\": ");
        print_row(&rows[SIZES], true);
        printf(",\n  \"tight_7_1\": ");
        print_row(&rows[SIZES + 1], true);
        printf(",\n  \"bowline\": ");
        bench_bowline_print(&bowline, true);
        printf(",\n  \"growth\": %.3f,\n  ", rows[SIZES - 2].real_time / rows[SIZES - 1].real_time / 2.0);
        print_bytes(&rows[2], true);
        printf("\n}\n");
    }
    return CLI_DONE;
}
