// SPDX-License-Identifier: MIT
// The bowline of `bight bench rod`. The book's scene ties it with a limp rope and draws it up as a rod, with two hands in the big
// loop; a ring then takes their place, in the middle of the loop.

#include "bench/rod_bowline.h"

#include "bench/two_hands.h"
#include "bight/play.h"
#include "bight/tie.h"
#include "bight/world.h"
#include "cli/knots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP 0.002
#define NEWTONS 200.0
#define FIRST 5.0   // newtons at the start, which lay the loop on the ring
#define GROWS 4     // seconds
#define STAYS 2     // seconds
#define LETS_GO 0.1 // seconds, in which links that tying drew out go back; how long they are is not looked at
#define HELD 0.1    // diameters in the last second
#define FAR 6       // links along the rope, beyond which two nodes are of different strands
#define RING 0.2    // metres: beyond the loop, so that it goes through the loop once
#define TUBE 0.01   // metres

static bight_vec3 along(bight_vec3 a, double t, bight_vec3 b)
{
    return (bight_vec3){a.x + t * b.x, a.y + t * b.y, a.z + t * b.z};
}

static bight_vec3 minus(bight_vec3 a, bight_vec3 b)
{
    return along(a, -1.0, b);
}

static bight_vec3 cross(bight_vec3 a, bight_vec3 b)
{
    return (bight_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double length(bight_vec3 a)
{
    return sqrt(a.x * a.x + a.y * a.y + a.z * a.z);
}

static bight_vec3 unit(bight_vec3 a)
{
    double s = 1.0 / length(a);
    return (bight_vec3){s * a.x, s * a.y, s * a.z};
}

// ---- the tied knot ---------------------------------------------------------------------------------------------

typedef struct tied {
    bight_vec3 *points; // (count) owned
    int32_t count;
    bight_vec3 loop[2];  // where two hands hold the big loop
    bight_vec3 standing; // where one holds the standing part
} tied;

static bight_status keep(bight_play *play, const bight_scene *scene, tied *t)
{
    bight_curve curve = bight_play_curve(play, 0);
    t->points = malloc((size_t)curve.count * sizeof *t->points);
    if (t->points == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    memcpy(t->points, curve.points, (size_t)curve.count * sizeof *t->points);
    t->count = curve.count;
    int32_t found = 0;
    for (int32_t i = 0; i < scene->hand_count; i++) {
        bight_hand_state at;
        if (bight_hand_get(bight_play_world(play), bight_play_hand(play, i), &at) == BIGHT_OK) {
            bool standing = strcmp(scene->hands[i], "left") == 0;
            if (standing) {
                t->standing = at.position;
            } else if (found < 2) {
                t->loop[found++] = at.position;
            }
        }
    }
    return found == 2 ? BIGHT_OK : BIGHT_ERROR_INVALID;
}

static bight_status tie(const bight_book_knot *knot, tied *t, bight_error *error)
{
    bight_bytes text = {0};
    bight_scene *scene = NULL;
    bight_play *play = NULL;
    bool more = true;
    bight_status status =
        bight_scene_with_rods(cli_env(), knot->text, knot->text_length, NULL, NULL, &text, error);
    status =
        status == BIGHT_OK ? bight_scene_parse(text.data, text.size, NULL, cli_env(), &scene, error) : status;
    status = status == BIGHT_OK ? bight_play_create(scene, NULL, &play, error) : status;
    while (more && status == BIGHT_OK && !cli_interrupted()) {
        status = bight_play_step(play, &more, error);
    }
    status = status == BIGHT_OK && !cli_interrupted() ? keep(play, scene, t) : status;
    bight_play_destroy(play);
    bight_scene_destroy(scene);
    bight_bytes_free(NULL, &text);
    return status;
}

// ---- the ring --------------------------------------------------------------------------------------------------

// Middle of the circle inside a triangle.
static bight_vec3 middle(bight_vec3 a, bight_vec3 b, bight_vec3 c)
{
    double u = length(minus(b, c)), v = length(minus(c, a)), w = length(minus(a, b)), s = 1.0 / (u + v + w);
    bight_vec3 p = {0.0, 0.0, 0.0};
    return along(along(along(p, s * u, a), s * v, b), s * w, c);
}

// The loop is about a triangle: the knot, which is near the end of the tail, and the two hands. The ring goes through its
// middle, square to it, and lies beyond.
static bight_obstacle_def ring_in(const tied *t)
{
    bight_vec3 knot = t->points[t->count - 1];
    bight_vec3 through = middle(knot, t->loop[0], t->loop[1]);
    bight_vec3 far = minus(along(t->loop[0], 1.0, t->loop[1]), along(knot, 1.0, knot)), away = unit(far);
    bight_vec3 square = unit(cross(minus(t->loop[0], knot), minus(t->loop[1], knot)));
    bight_vec3 axis = unit(cross(away, square));
    // the shortest turn of local y, the axis of a torus, to ours: (y x axis, 1 + y . axis)
    bight_vec3 first = unit(cross((bight_vec3){0.0, 1.0, 0.0}, axis));
    double half = 0.5 * acos(fmax(-1.0, fmin(1.0, axis.y)));
    bight_obstacle_def def = bight_obstacle_def_default();
    def.kind = BIGHT_SHAPE_TORUS;
    def.size = (bight_vec3){RING, TUBE, 0.0};
    def.pose.position = along(through, RING, away);
    const double turn[4] = {sin(half) * first.x, sin(half) * first.y, sin(half) * first.z, cos(half)};
    memcpy(def.pose.rotation, turn, sizeof turn);
    return def;
}

// ---- the pull --------------------------------------------------------------------------------------------------

// Where the tail leaves the knot: the first node from its end that another strand touches, and the nearest node of that. A tail
// that is drawn in moves along the other strand there; its end also swings, which is no slip.
typedef struct leaving {
    int32_t node, other;
} leaving;

static leaving where_it_leaves(bight_curve curve)
{
    leaving found = {curve.count - 1, curve.count - 1};
    double touching = 1.05 * 2.0 * BIGHT_ROD_RADIUS;
    for (int32_t i = curve.count - 1; i >= 0 && found.node == found.other; i--) {
        double nearest = touching;
        for (int32_t k = 0; k < i - FAR; k++) {
            double d = length(minus(curve.points[k], curve.points[i]));
            if (d < nearest) {
                nearest = d;
                found = (leaving){i, k};
            }
        }
    }
    return found;
}

static bight_status pull(bight_world *world, bight_rope_id rope, bight_hand_id hand, bight_vec3 way,
                         bench_bowline *row)
{
    double total = 0.0, second = 0.0;
    int32_t per_second = (int32_t)(1.0 / STEP), steps = (GROWS + STAYS) * per_second;
    bight_vec3 end = {0}, tail = {0};
    leaving at = {0};
    row->gap = HUGE_VAL;
    for (int32_t i = 0; i < steps && !cli_interrupted(); i++) {
        double force = fmin(NEWTONS, FIRST + (NEWTONS - FIRST) * i / (GROWS * per_second));
        bight_hand_set_force(world, hand, along((bight_vec3){0}, force, way), NULL);
        bight_step_report report;
        double start = bench_seconds(1);
        bight_status status = bight_world_step(world, &report);
        double took = bench_seconds(1) - start;
        if (status != BIGHT_OK) {
            return status;
        }
        total += took;
        second += took;
        row->slowest = fmax(row->slowest, 1e3 * took);
        row->gap = fmin(row->gap, report.gap);
        row->cuts += report.cut || report.rolled_back;
        bight_rod_state rod;
        bight_rope_rod_state(world, rope, &rod);
        row->stretch = i * STEP >= LETS_GO ? fmax(row->stretch, rod.stretch) : 0.0;
        bight_curve curve = bight_rope_curve(world, rope);
        if (i == steps - per_second) {
            end = curve.points[0];
            at = where_it_leaves(curve);
            tail = minus(curve.points[at.node], curve.points[at.other]);
        }
        if ((i + 1) % per_second == 0) {
            row->hardest = row->hardest > 0.0 ? fmin(row->hardest, 1.0 / second) : 1.0 / second;
            second = 0.0;
        }
    }
    bight_curve curve = bight_rope_curve(world, rope);
    row->newtons = NEWTONS;
    row->real_time = steps * STEP / total;
    row->crept = length(minus(curve.points[0], end)) / (2.0 * BIGHT_ROD_RADIUS);
    bight_vec3 last = minus(curve.points[at.node], curve.points[at.other]);
    row->tail = length(minus(last, tail)) / (2.0 * BIGHT_ROD_RADIUS);
    row->holds = row->crept < HELD && row->tail < HELD;
    return BIGHT_OK;
}

static bight_status measure(const tied *t, bench_bowline *row, bight_error *error)
{
    bight_world_def settings = bight_world_def_default();
    bight_rope_def def = bight_rope_def_default();
    bight_obstacle_def ring = ring_in(t);
    bight_world *world;
    bight_rope_id rope;
    bight_obstacle_id obstacle;
    bight_hand_id hand;
    def.curve = (bight_curve){t->points, t->count, false};
    def.radius = BIGHT_ROD_RADIUS;
    def.model = BIGHT_MODEL_ROD;
    def.rod.time_step = STEP;
    row->nodes = t->count;
    bight_status status = bight_world_create(&settings, &world, error);
    if (status != BIGHT_OK) {
        return status;
    }
    status = bight_rope_create(world, &def, &rope, error);
    status = status == BIGHT_OK ? bight_obstacle_create(world, &ring, &obstacle, error) : status;
    status = status == BIGHT_OK ? bight_hand_grasp(world, rope, 0, &hand, error) : status;
    if (status == BIGHT_OK) {
        bight_vec3 way = unit(minus(t->standing, ring.pose.position));
        status = pull(world, rope, hand, way, row);
        *error = status == BIGHT_OK ? *error : bight_world_error(world);
    }
    bight_world_destroy(world);
    return status;
}

int bench_rod_bowline(bench_bowline *row)
{
    *row = (bench_bowline){0};
    bight_book *book = NULL;
    int code = cli_open_book(NULL, &book);
    if (code != CLI_DONE) {
        return code;
    }
    bight_error error = {0};
    tied t = {0};
    const bight_book_knot *knot = bight_book_find(book, "bowline");
    bight_status status = knot != NULL ? tie(knot, &t, &error) : BIGHT_ERROR_INVALID;
    status = status == BIGHT_OK && !cli_interrupted() ? measure(&t, row, &error) : status;
    free(t.points);
    bight_book_close(book);
    if (cli_interrupted()) {
        return CLI_INTERRUPTED;
    }
    if (status != BIGHT_OK) {
        cli_say(NULL, 0, "bench rod: bowline: %s",
                error.message[0] != '\0' ? error.message : bight_status_text(status));
        return CLI_FAILED;
    }
    return CLI_DONE;
}

void bench_bowline_print(const bench_bowline *r, bool json)
{
    if (json) {
        printf(
            "{\"nodes\": %d, \"newtons\": %g, \"real_time\": %.2f, \"hardest_second\": %.2f, "
            "\"slowest_step_ms\": %.2f, \"gap\": %.4f, \"stretch\": %.6f, \"crept\": %.4f, \"tail\": %.4f, "
            "\"holds\": %s, \"cuts\": %lld}",
            (int)r->nodes, r->newtons, r->real_time, r->hardest, r->slowest, r->gap, r->stretch, r->crept,
            r->tail, r->holds ? "true" : "false", (long long)r->cuts);
        return;
    }
    printf("%6d %6s %10.1f %10.1f %12.2f %8.4f %10.5f %6s %6lld\n", (int)r->nodes, "bowl.", r->real_time,
           r->hardest, r->slowest, r->gap, r->stretch, r->holds ? "holds" : "SLIPS", (long long)r->cuts);
}
