// SPDX-License-Identifier: MIT
// Three ways to keep cloth from going through itself, in one scene: a bow put on its template, settled and drawn tight
// (Guo et al. 2025, figures 5b and 11). The same steps of the same solver; only what guards a step differs:
//   proof      each motion is shortened until it is proved, pair by pair (src/cloth/step_filter.c)
//   backtrack  the whole step is scaled by 0.9 until no edge pierces a face at its end (the paper's fallback, 6.2)
//   impact     the whole step is scaled to the earliest time of impact of any pair (a line search as in Li et al. 2020)
// Run: tests/bench_guard [--edge M] [--steps N] [--guard NAME] [--json FILE]; scripts/plot_guard.py draws the file.

#define _POSIX_C_SOURCE 200809L

#include "cloth/step_filter.h"

// the library's guard under another name, so that the one below stands in its place
#define bi_step_filter bi_step_proved
static bight_status bi_step_proved(bight_cloth_world *world, bight_cloth_report *report, int32_t *rounds);
#include "../src/cloth/step_filter.c"
#undef bi_step_filter

#include "bight/dress.h"
#include "bight/garment.h"
#include "bight/template_file.h"
#include "core/vec3.h"
#include "geom/sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PROOF, BACKTRACK, IMPACT, GUARDS };
static const char *const names[GUARDS] = {"proof", "backtrack", "impact"};

// What the present step took and gave.
typedef struct guard_use {
    int32_t guard;
    double seconds;     // in the guard
    double share;       // of the proposed motion that was left, the least of the step
    bight_vec3 *wanted; // (vertex_count) what was proposed
} guard_use;

static guard_use use;

static double seconds_now(void *unused)
{
    (void)unused;
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); // one thread: what else the machine does counts little
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static _Noreturn void stop(const char *what)
{
    fprintf(stderr, "bench_guard: %s\n", what);
    exit(1);
}

// ---- guards ---------------------------------------------------------------------------------------------

// x = start + share (wanted - start)
static void take_share(bight_cloth_world *world, double share)
{
    for (int32_t i = 0; i < world->vertex_count; i++) {
        world->at[i] = v3_madd(world->start[i], share, v3_sub(use.wanted[i], world->start[i]));
    }
    use.share = bi_min(use.share, share);
    if (share == 0.0) {
        world->control.scale = bi_max(0.5 * world->control.scale, 1.0 / 64.0);
        world->control.calm = 0;
    }
}

static bight_status backtracked_step(bight_cloth_world *world, bight_cloth_report *report, int32_t *rounds)
{
    double share = 1.0;
    for (;; (*rounds)++) {
        bight_status status = bi_near_update(world, &report->listings);
        status = status == BIGHT_OK ? bi_tangle_find(world) : status;
        if (status != BIGHT_OK || world->tangle.pierced.count == 0 || share == 0.0) {
            return status;
        }
        share = share > 1e-3 ? 0.9 * share : 0.0;
        take_share(world, share);
    }
}

static bool has(const int32_t *triangle, int32_t vertex)
{
    return triangle[0] == vertex || triangle[1] == vertex || triangle[2] == vertex;
}

static bi_moving_segment edge_way(const bight_cloth_world *world, int32_t p, int32_t q)
{
    return (bi_moving_segment){world->start[p], world->start[q], world->at[p], world->at[q]};
}

// Share of the way up to the first time of impact of two triangles: what they have in common does not count.
static double pair_share(const bight_cloth_world *world, int32_t a, int32_t b, double floor)
{
    const int32_t *v[2] = {world->topology.triangles + 3 * (size_t)a,
                           world->topology.triangles + 3 * (size_t)b};
    double least = 1.0;
    for (int32_t side = 0; side < 2; side++) {
        const int32_t *t = v[1 - side];
        for (int32_t k = 0; k < 3; k++) {
            int32_t p = v[side][k];
            bi_moving_point_triangle moving = {{world->start[p], world->at[p]},
                                               {{world->start[t[0]], world->start[t[1]], world->start[t[2]]},
                                                {world->at[t[0]], world->at[t[1]], world->at[t[2]]}}};
            least = has(t, p) ? least : bi_min(least, bi_sweep_point_triangle(&moving, floor));
        }
    }
    for (int32_t i = 0; i < 9; i++) {
        int32_t p = v[0][i / 3], q = v[0][(i / 3 + 1) % 3], r = v[1][i % 3], t = v[1][(i % 3 + 1) % 3];
        if (p != r && p != t && q != r && q != t) {
            bi_moving_segment one = edge_way(world, p, q), other = edge_way(world, r, t);
            least = bi_min(least, bi_sweep_segments(&one, &other, floor));
        }
    }
    return least;
}

// Lists reach as far as clusters may move; beyond that nothing is known.
static double listed_share(bight_cloth_world *world)
{
    double farthest, motion = bi_motion_bound(world, true, &farthest);
    double most = bi_max(motion / world->near.margin, farthest / world->near.range);
    world->near.pace = bi_max(0.5 * world->near.pace, motion - world->near.motion);
    return most > 1.0 ? 0.9 / most : 1.0;
}

static bight_status impact_step(bight_cloth_world *world, bight_cloth_report *report, int32_t *rounds)
{
    (void)report;
    double floor = BI_FILTER_FLOOR * world->thickness, least = listed_share(world);
    double unit = bi_near_level(world), farthest;
    double gone = 2.0 * bi_max(world->near.motion, bi_motion_bound(world, true, &farthest));
    for (int32_t i = 0; i < world->near.close_count; i++) {
        bi_close_triangles pair = world->near.close[i];
        if (unit * bi_close_level(pair) <= gone + floor) {
            least = bi_min(least, pair_share(world, bi_close_first(pair), bi_close_second(pair), floor));
        }
    }

    // and all that share a vertex
    const bi_surface *surface = &world->topology.surface;
    for (int32_t v = 0; v < world->vertex_count; v++) {
        for (int32_t i = surface->vertex_first[v]; i < surface->vertex_first[v + 1]; i++) {
            for (int32_t k = i + 1; k < surface->vertex_first[v + 1]; k++) {
                least = bi_min(least, pair_share(world, surface->vertex_corners[i] / 3,
                                                 surface->vertex_corners[k] / 3, floor));
            }
        }
    }
    if (least < 1.0) {
        take_share(world, least);
        *rounds = 1;
    }
    return BIGHT_OK;
}

static void flag_tangled(bight_cloth_world *world, bool tangled)
{
    for (int32_t i = 0; i < world->vertex_count; i++) {
        world->flags[i] = (uint8_t)(tangled ? world->flags[i] | BI_TANGLED : world->flags[i] & ~BI_TANGLED);
    }
}

bight_status bi_step_filter(bight_cloth_world *world, bight_cloth_report *report, int32_t *rounds)
{
    double begin = seconds_now(NULL);
    memcpy(use.wanted, world->at, (size_t)world->vertex_count * sizeof *world->at);
    *rounds = 0;
    bight_status status = use.guard == PROOF       ? bi_step_proved(world, report, rounds)
                          : use.guard == BACKTRACK ? backtracked_step(world, report, rounds)
                                                   : impact_step(world, report, rounds);
    if (use.guard != PROOF && status == BIGHT_OK) {
        // others judge no pairs, but cloth/layers.c asks for verdicts; and the rule of cloth/growth.h is a part of our
        // guard that makes no sense where a whole step is scaled: it leaves alone what is near intersections
        BI_CLOTH_RESERVE(world, filter.verdicts, (int64_t)world->near.close_count);
        memset(world->filter.verdicts, BI_FILTER_PROVED, (size_t)world->near.close_count);
        flag_tangled(world, true);
    }
    use.seconds += seconds_now(NULL) - begin;
    return status;
}

// ---- the scene ------------------------------------------------------------------------------------------

typedef struct bow {
    bight_cloth_mesh mesh;
    bight_dress_map map;
    bight_vec3 out[2]; // unit, along which its ends are drawn
} bow;

static char *read_text(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = malloc(1 << 20);
    if (file == NULL || text == NULL) {
        stop("data/templates/bow.json cannot be read");
    }
    *length = fread(text, 1, 1 << 20, file);
    fclose(file);
    return text;
}

// A ribbon as long as the strand, of a width that goes round it once.
static bow put_on(double edge)
{
    size_t length;
    char *text = read_text(BIGHT_SOURCE_DIR "/data/templates/bow.json", &length);
    bight_error error = {0};
    bight_template_file *file;
    bight_template *made;
    bight_pipe pipe;
    if (bight_template_read(NULL, text, length, &file, &error) != BIGHT_OK ||
        bight_template_make(NULL, bight_template_file_def(file), NULL, &made, &error) != BIGHT_OK ||
        bight_template_pipe(made, NULL, &pipe, &error) != BIGHT_OK) {
        stop(error.message);
    }
    double along = pipe.strands[0].length, width = 0.075;
    const double sizes[2] = {along, width};
    const bight_dress_region region = {.kind = BIGHT_REGION_RECTANGLE,
                                       .centre = {0.5 * along, 0.5 * width},
                                       .length = along,
                                       .width = width};
    bow b = {0};
    if (bight_garment_make(NULL, bight_garment_find("ribbon"), edge, sizes, &b.mesh, NULL, &error) !=
            BIGHT_OK ||
        bight_dress_map_make(NULL, &b.mesh, &pipe, &region, 1, NULL, &b.map, &error) != BIGHT_OK) {
        stop(error.message);
    }
    const bight_pipe_ring *first = &pipe.rings[0], *last = &pipe.rings[pipe.ring_count - 1];
    b.out[0] = v3_mul(-1.0, first->normal);
    b.out[1] = last->normal;
    bight_pipe_free(NULL, &pipe);
    bight_template_free(made);
    bight_template_close(file);
    free(text);
    return b;
}

// One hand holds the edge at which u is `end`.
static bight_cloth_hand_id hold(bight_cloth_world *world, bight_cloth_id cloth, const bight_cloth_mesh *mesh,
                                bool last)
{
    int32_t *edge = malloc((size_t)mesh->vertex_count * sizeof *edge), count = 0;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int32_t i = 0; i < mesh->uv_count; i++) {
        low = bi_min(low, mesh->uv[2 * i]);
        high = bi_max(high, mesh->uv[2 * i]);
    }
    for (int32_t c = 0; c < 3 * mesh->triangle_count; c++) {
        double u = mesh->uv[2 * (size_t)mesh->uv_triangles[c]];
        if (last ? u > high - 1e-9 : u < low + 1e-9) {
            edge[count++] = mesh->triangles[c];
        }
    }
    bight_cloth_hand_id hand;
    bight_error error = {0};
    if (bight_cloth_grasp_many(world, cloth, edge, count, &hand, &error) != BIGHT_OK) {
        stop(error.message);
    }
    free(edge);
    return hand;
}

// ---- runs -----------------------------------------------------------------------------------------------

// How far the hand that is farther from its target still has to go, metres.
static double behind(const bight_cloth_world *world, const bight_cloth_hand_id hands[2])
{
    bight_cloth_hand_state state[2];
    bight_cloth_hand_get(world, hands[0], &state[0]);
    bight_cloth_hand_get(world, hands[1], &state[1]);
    return bi_max(state[0].lag, state[1].lag);
}

static void run(const bow *b, int32_t guard, int32_t steps, FILE *out, const char *before)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.gravity = v3(0, 0, 0);
    def.seconds = seconds_now;
    bight_cloth_def sheet = bight_cloth_def_default();
    sheet.positions = b->map.positions;
    sheet.triangles = b->mesh.triangles;
    sheet.uv = b->mesh.uv;
    sheet.uv_triangles = b->mesh.uv_triangles;
    sheet.vertex_count = b->mesh.vertex_count;
    sheet.triangle_count = b->mesh.triangle_count;
    sheet.uv_count = b->mesh.uv_count;
    bight_cloth_world *world;
    bight_cloth_id cloth;
    bight_error error = {0};
    if (bight_cloth_world_create(&def, &world, &error) != BIGHT_OK ||
        bight_cloth_create(world, &sheet, &cloth, &error) != BIGHT_OK) {
        stop(error.message);
    }
    bight_cloth_hand_id hands[2] = {hold(world, cloth, &b->mesh, false), hold(world, cloth, &b->mesh, true)};
    use = (guard_use){.guard = guard, .wanted = malloc((size_t)world->vertex_count * sizeof *use.wanted)};

    // a third of the steps at rest, a third drawn out, a third at rest again
    double total = 0.0, guarded = 0.0, stretch = 0.0;
    int32_t crossed = 0, stuck = 0;
    fprintf(out, "%s  {\"guard\": \"%s\", \"steps\": [", before, names[guard]);
    for (int32_t i = 0; i < steps; i++) {
        for (int32_t k = 0; k < 2 && i == steps / 3; k++) {
            bight_cloth_hand_state state;
            bight_cloth_hand_get(world, hands[k], &state);
            bight_cloth_hand_set_target(world, hands[k], v3_madd(state.position, 0.06, b->out[k]));
        }
        bight_cloth_report report;
        use.seconds = 0.0;
        use.share = 1.0;
        double begin = seconds_now(NULL);
        if (bight_cloth_world_step(world, &report) != BIGHT_OK) {
            stop("a step failed");
        }
        double time = seconds_now(NULL) - begin;
        flag_tangled(world, false); // there are none
        fprintf(out,
                "%s\n    {\"contacts\": %d, \"intersections\": %d, \"seconds\": %.4g, \"guard\": %.4g, "
                "\"share\": %.3g, \"behind\": %.4g, \"moved\": %.3g, \"time_step\": %.3g, \"broken\": %d, "
                "\"stretch\": %.4g}",
                i > 0 ? "," : "", (int)report.contacts, (int)report.intersections, time, use.seconds,
                use.share, behind(world, hands), report.moved, report.time, (int)report.breakdowns,
                report.stretch);
        total += time;
        guarded += use.seconds;
        stretch = bi_max(stretch, report.stretch);
        crossed = report.intersections > crossed ? report.intersections : crossed;
        stuck += use.share < 0.01;
    }
    fprintf(out, "\n  ]}");
    printf("%-9s %6d vertices %4d steps %8.2f s, %7.2f s in the guard; most intersections %d, stretch %.3f; "
           "%d steps below 1 %% of their way, hands %.1f mm behind\n",
           names[guard], (int)world->vertex_count, (int)steps, total, guarded, (int)crossed, stretch,
           (int)stuck, 1e3 * behind(world, hands));
    fflush(stdout);
    free(use.wanted);
    bight_cloth_world_destroy(world);
}

int main(int argc, char **argv)
{
    double edge = 0.008;
    int32_t steps = 300, only = -1;
    const char *path = "/dev/null";
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--edge") == 0) {
            edge = atof(argv[i + 1]);
        } else if (strcmp(argv[i], "--steps") == 0) {
            steps = atoi(argv[i + 1]);
        } else if (strcmp(argv[i], "--json") == 0) {
            path = argv[i + 1];
        } else if (strcmp(argv[i], "--guard") == 0) {
            for (only = 0; only < GUARDS && strcmp(argv[i + 1], names[only]) != 0; only++) {
            }
        }
    }
    if (!(edge > 0.0) || steps < 1 || only >= GUARDS) {
        stop("usage: bench_guard [--edge M] [--steps N] [--guard proof|backtrack|impact] [--json FILE]");
    }
    bow b = put_on(edge);
    FILE *out = fopen(path, "w");
    if (out == NULL) {
        stop("the file cannot be written");
    }
    fprintf(out, "{\"vertices\": %d, \"triangles\": %d, \"guards\": [\n", (int)b.mesh.vertex_count,
            (int)b.mesh.triangle_count);
    for (int32_t g = 0, first = 1; g < GUARDS; g++) {
        if (only < 0 || only == g) {
            run(&b, g, steps, out, first ? "" : ",\n");
            first = 0;
        }
    }
    fprintf(out, "\n]}\n");
    fclose(out);
    bight_dress_map_free(NULL, &b.map);
    bight_cloth_mesh_free(NULL, &b.mesh);
    return 0;
}
