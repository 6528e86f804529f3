// SPDX-License-Identifier: MIT
// How fast is cloth? A loose drape and a tight fold at two sizes; and how far a tangled mesh is untangled.

#include "bench/bench.h"
#include "bench/cloth_sheet.h"
#include "bight/cloth.h"
#include "bight/cloth_mesh_file.h"
#include "cli/cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// One thread: the processor's time, which other work does not disturb. More: the clock on the wall.
static double seconds(void *user)
{
    const int32_t *threads = user;
    struct timespec t;
    if (threads == NULL || *threads > 1) {
        timespec_get(&t, TIME_UTC);
        return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
    }
    return (double)clock() / CLOCKS_PER_SEC;
}

// ---- measuring --------------------------------------------------------------------------------------

typedef struct measured {
    double step, detection, assembly, solve; // ms: the median step, and its parts on average
    double bytes, iterations;                // a vertex; a step
    int32_t contacts, intersections, steps, listings;
} measured;

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static bight_cloth_world *make_world(const bight_cloth_world_def *def)
{
    bight_cloth_world *world;
    bight_error error = {0};
    if (bight_cloth_world_create(def, &world, &error) != BIGHT_OK) {
        cli_say(NULL, 0, "bench cloth: %s", error.message);
        exit(CLI_FAILED);
    }
    return world;
}

static void add_sheet(bight_cloth_world *world, const bench_sheet *s)
{
    bight_cloth_def def = bight_cloth_def_default();
    def.positions = s->positions;
    def.triangles = s->triangles;
    def.uv = s->uv;
    def.vertex_count = s->vertex_count;
    def.triangle_count = s->triangle_count;
    bight_cloth_id id;
    bight_error error = {0};
    if (bight_cloth_create(world, &def, &id, &error) != BIGHT_OK) {
        cli_say(NULL, 0, "bench cloth: %s", error.message);
        exit(CLI_FAILED);
    }
}

static measured measure(int32_t side, bool folded, int32_t threads, int32_t warm, int32_t steps)
{
    bench_sheet s = bench_sheet_make(side);
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.env = *cli_env();
    def.env.threads = threads;
    def.seconds = seconds;
    def.clock_user = &threads;
    bight_cloth_world *world = make_world(&def);
    bight_cloth_obstacle_def obstacle = bight_cloth_obstacle_def_default();
    if (folded) {
        bench_sheet_lay_folded(&s);
        obstacle.kind = BIGHT_SHAPE_BOX;
        obstacle.size = (bight_vec3){2.0 * s.size, 0.05, 1.0};
        obstacle.pose.position.y = -0.05;
    } else {
        bench_sheet_lay_flat(&s);
        obstacle.size.x = 0.3 * s.size;
        obstacle.pose.position.y = -obstacle.size.x - 0.002;
    }
    add_sheet(world, &s);
    bight_cloth_obstacle_id id;
    bight_cloth_obstacle_create(world, &obstacle, &id, NULL);
    measured m = {.steps = steps};
    double *times = malloc((size_t)steps * sizeof *times);
    for (int32_t i = -warm; i < steps && times != NULL && !cli_interrupted(); i++) {
        bight_cloth_report report;
        double start = seconds(&threads);
        bight_status status = bight_cloth_world_step(world, &report);
        if (status == BIGHT_ERROR_STOPPED) {
            break;
        }
        if (status != BIGHT_OK) {
            cli_say(NULL, 0, "bench cloth: %s", bight_status_text(status));
            exit(CLI_FAILED);
        }
        if (i >= 0) {
            times[i] = 1e3 * (seconds(&threads) - start);
            m.step += times[i] / steps;
            m.detection += 1e3 * report.detection / steps;
            m.assembly += 1e3 * report.assembly / steps;
            m.solve += 1e3 * report.solve / steps;
            m.iterations += (double)report.iterations / steps;
            m.listings += report.listings;
            m.contacts = report.contacts;
            m.intersections += report.intersections;
        }
    }
    if (times != NULL) {
        qsort(times, (size_t)steps, sizeof *times, compare);
    }
    m.bytes = (double)bight_cloth_world_memory(world) / s.vertex_count;
    free(times);
    bight_cloth_world_destroy(world);
    bench_sheet_free(&s);
    return m;
}

// Bytes a second that one thread reads from memory, by summing an array that no cache holds.
static double bandwidth(void)
{
    size_t count = (size_t)1 << 24;
    double *array = malloc(count * sizeof *array), best = 0.0, sum = 0.0;
    for (size_t i = 0; i < count && array != NULL; i++) {
        array[i] = (double)i;
    }
    for (int32_t n = 0; n < 5 && array != NULL; n++) {
        double start = seconds(NULL), part[8] = {0};
        for (size_t i = 0; i < count; i += 8) {
            for (size_t k = 0; k < 8; k++) {
                part[k] += array[i + k];
            }
        }
        for (size_t k = 0; k < 8; k++) {
            sum += part[k];
        }
        best = fmax(best, (double)(count * sizeof *array) / (seconds(NULL) - start));
    }
    free(array);
    return sum > 0.0 ? best : 1.0;
}

// What one iteration of conjugate gradients must read and write for each vertex of a grid: six blocks of 36
// bytes and their columns, the diagonal, six hinges of 8, the preconditioner twice (2 x 32), vectors (2 x 11
// x 16 in all).
#define BYTES_AN_ITERATION (6 * 40 + 36 + 6 * 8 + 2 * 32 + 11 * 16)

// ---- a tangled mesh ---------------------------------------------------------------------------------

typedef struct untangled {
    int32_t vertices, before, after, steps, first_clean, level;
    bight_cloth_settle_report left; // what is left, when it is not clean
    bool stuck;                     // the ladder was at its end
    double seconds, length, thickness;
} untangled;

static bool read_file(const char *name, bight_cloth_mesh *mesh)
{
    FILE *file = fopen(name, "rb");
    size_t size = 0, capacity = 0;
    unsigned char *bytes = NULL;
    for (bool more = file != NULL; more && !cli_interrupted();) {
        if (size == capacity) {
            capacity = capacity == 0 ? (size_t)1 << 20 : 2 * capacity;
            unsigned char *grown = realloc(bytes, capacity);
            if (grown == NULL) {
                break;
            }
            bytes = grown;
        }
        size_t got = fread(bytes + size, 1, capacity - size, file);
        size += got;
        more = got > 0;
    }
    if (file != NULL) {
        fclose(file);
    }
    bight_error error = {0};
    bool read = file != NULL && bytes != NULL && !cli_interrupted() &&
                bight_read_cloth_mesh(cli_env(), bytes, size, name, mesh, &error) == BIGHT_OK;
    if (!read && !cli_interrupted()) {
        cli_say(NULL, 0, "bench cloth: %s: %s", name, file == NULL ? "cannot be read" : error.message);
    }
    free(bytes);
    return read;
}

static double mean_edge(const bight_cloth_mesh *mesh)
{
    double sum = 0.0;
    for (int32_t i = 0; i < mesh->triangle_count; i++) {
        bight_vec3 a = mesh->positions[mesh->triangles[3 * i]],
                   b = mesh->positions[mesh->triangles[3 * i + 1]];
        sum += sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
    }
    return sum / mesh->triangle_count;
}

static bool untangle(const char *name, int32_t threads, int32_t steps, bool talk, untangled *result)
{
    bight_cloth_mesh mesh = {0};
    if (!read_file(name, &mesh)) {
        return false;
    }
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.env = *cli_env();
    def.env.threads = threads;
    def.gravity = (bight_vec3){0, 0, 0};
    def.seconds = seconds;
    // in whatever unit: edges become BENCH_EDGE long, and are kept a fifth of that apart
    double scale = BENCH_EDGE / mean_edge(&mesh);
    for (int32_t i = 0; i < mesh.vertex_count; i++) {
        bight_vec3 *p = &mesh.positions[i];
        *p = (bight_vec3){scale * p->x, scale * p->y, scale * p->z};
    }
    def.thickness = 0.1 * BENCH_EDGE;
    bight_mesh_report report = {0};
    if (bight_mesh_check(&def.env, &mesh, &report, NULL) == BIGHT_OK) {
        result->before = (int32_t)report.intersections;
    }
    bight_mesh_report_free(&def.env.allocator, &report);
    bight_cloth_world *world = make_world(&def);
    bight_cloth_def cloth = bight_cloth_def_default();
    cloth.positions = mesh.positions;
    cloth.triangles = mesh.triangles;
    cloth.vertex_count = mesh.vertex_count;
    cloth.triangle_count = mesh.triangle_count;
    bight_cloth_id id;
    bight_error error = {0};
    bool made = bight_cloth_create(world, &cloth, &id, &error) == BIGHT_OK;
    if (!made && !cli_interrupted()) {
        cli_say(NULL, 0, "bench cloth: %s: %s", name, error.message);
    }
    result->vertices = mesh.vertex_count;
    result->first_clean = -1;
    result->thickness = def.thickness;
    double start = seconds(NULL);
    bight_cloth_watch watch = {0};
    for (int32_t i = 0; i < steps && made && result->first_clean < 0 && !watch.stuck && !cli_interrupted();
         i++) {
        bight_cloth_report step;
        made = bight_cloth_world_step(world, &step) == BIGHT_OK;
        bight_cloth_watch_step(world, &watch, &step);
        result->after = step.intersections;
        result->length = step.contour_length;
        result->steps = i + 1;
        result->level = watch.level;
        result->first_clean = step.intersections == 0 ? i + 1 : -1;
        if (talk && made && (i % 10 == 0 || result->first_clean >= 0)) {
            printf("%5d steps %6.1f s  %6d crossings, %8.3f m of contour, stretch %.2f, rung %d; detection "
                   "%.2f assembly %.2f solve %.2f\n",
                   i + 1, seconds(NULL) - start, step.intersections, step.contour_length, step.stretch,
                   watch.level, step.detection, step.assembly, step.solve);
            fflush(stdout);
        }
    }
    result->stuck = watch.stuck;
    bight_cloth_watch_end(world);
    if (made && result->first_clean < 0 && !cli_interrupted()) {
        // one step more, for the list of what is left
        made = bight_cloth_world_settle(world, 1, NULL, NULL, &result->left) == BIGHT_OK;
        result->after = result->left.intersections;
        result->length = result->left.contour_length;
        result->steps++;
    }
    result->seconds = seconds(NULL) - start;
    bight_cloth_world_destroy(world);
    bight_cloth_mesh_free(NULL, &mesh);
    return made;
}

// ---- the verb ---------------------------------------------------------------------------------------

typedef struct situation {
    const char *key, *words;
    int32_t side, warm, steps;
    bool folded;
    double wanted; // ms a step on two cores
} situation;

static const situation situations[] = {{"drape_12k", "12 K, loose drape", 110, 30, 60, false, 25.0},
                                       {"fold_12k", "12 K, tight fold", 110, 30, 60, true, 60.0},
                                       {"drape_115k", "115 K, loose drape", 340, 15, 25, false, 400.0},
                                       {"fold_115k", "115 K, tight fold", 340, 15, 25, true, 800.0}};

enum { SITUATIONS = sizeof situations / sizeof *situations };

static void print_words(const situation *at, const measured *m)
{
    printf("%-20s %7.1f ms a step (wanted %3.0f)  detection %6.1f  assembly %5.1f  solve %6.1f  %4.0f "
           "iterations\n"
           "%-20s %7.0f vertices/ms, %.0f bytes a vertex, %d contacts, %d crossings, listed %d times in %d\n",
           at->words, m->step, at->wanted, m->detection, m->assembly, m->solve, m->iterations, "",
           at->side * at->side / m->step, m->bytes, m->contacts, m->intersections, m->listings, m->steps);
    fflush(stdout);
}

static void print_json(const measured *m, const untangled *u, int32_t threads, double rate)
{
    printf("{\"threads\": %d, \"bandwidth_one_thread\": %.3g,\n", threads, rate);
    for (int32_t i = 0; i < SITUATIONS; i++) {
        const situation *at = &situations[i];
        double vertices = (double)at->side * at->side;
        if (m[i].steps == 0) {
            continue; // not asked for
        }
        printf(
            " \"%s\": {\"vertices\": %.0f, \"step_ms\": %.2f, \"wanted_ms\": %.0f, \"detection_ms\": %.2f, "
            "\"assembly_ms\": %.2f, \"solve_ms\": %.2f, \"vertices_per_second\": %.0f, \"bytes_per_vertex\": "
            "%.0f, "
            "\"iterations\": %.1f, \"bandwidth_bound_ms\": %.2f, \"contacts\": %d, \"intersections\": %d, "
            "\"listings\": %d, \"steps\": %d},\n",
            at->key, vertices, m[i].step, at->wanted, m[i].detection, m[i].assembly, m[i].solve,
            1e3 * vertices / m[i].step, m[i].bytes, m[i].iterations,
            1e3 * m[i].iterations * vertices * BYTES_AN_ITERATION / (rate * (threads < 2 ? 1 : 2)),
            m[i].contacts, m[i].intersections, m[i].listings, m[i].steps);
    }
    if (u->vertices > 0) {
        printf(" \"untangle\": {\"vertices\": %d, \"intersections_before\": %d, \"intersections_after\": %d, "
               "\"steps\": %d, \"seconds\": %.1f, \"contour_length\": %.4g, \"clean_after_steps\": %d, "
               "\"rung\": %d, \"stuck\": %s, \"loops\": %d, \"longest_loops\": [",
               u->vertices, u->before, u->after, u->steps, u->seconds, u->length, u->first_clean, u->level,
               u->stuck ? "true" : "false", u->left.contours);
        for (int32_t i = 0; i < u->left.loop_count; i++) {
            const bight_cloth_loop *loop = &u->left.loops[i];
            printf("%s{\"pairs\": %d, \"length\": %.4g, \"centre\": [%.4g, %.4g, %.4g]}", i > 0 ? ", " : "",
                   loop->pairs, loop->length, loop->centre.x, loop->centre.y, loop->centre.z);
        }
        printf("]},\n");
    }
    double linear = (340.0 * 340.0) / (110.0 * 110.0);
    for (int32_t i = 0; i < 2; i++) {
        const char *key = i == 0 ? "growth_drape" : "growth_fold";
        if (m[i].steps > 0 && m[i + 2].steps > 0) {
            printf(" \"%s\": %.3f,\n", key, m[i + 2].step / m[i].step / linear);
        }
    }
    printf(" \"untangle_asked\": %s}\n", u->vertices > 0 ? "true" : "false");
}

int bench_cloth(int argc, char **argv)
{
    bool json = false, only_untangle = false;
    int32_t threads = 2, steps = 2000;
    const char *tangled = NULL, *only = NULL;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            json = true;
        } else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc) {
            threads = (int32_t)strtol(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--untangle") == 0 && i + 1 < argc) {
            tangled = argv[++i];
        } else if (strcmp(argv[i], "--steps") == 0 && i + 1 < argc) {
            steps = (int32_t)strtol(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--only-untangle") == 0) {
            only_untangle = true;
        } else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            only = argv[++i];
        } else {
            cli_say(NULL, 0,
                    "bench cloth: %s is not an option: use --json, --threads N, --only SITUATION, "
                    "--untangle MESH, --steps N or --only-untangle",
                    argv[i]);
            return CLI_USAGE;
        }
    }
    measured m[SITUATIONS] = {0};
    for (int32_t i = 0; i < SITUATIONS && !only_untangle && !cli_interrupted(); i++) {
        if (only != NULL && strcmp(only, situations[i].key) != 0) {
            continue;
        }
        m[i] = measure(situations[i].side, situations[i].folded, threads, situations[i].warm,
                       situations[i].steps);
        if (!json && !cli_interrupted()) {
            print_words(&situations[i], &m[i]);
        }
    }
    untangled u = {0};
    if (tangled != NULL && !cli_interrupted()) {
        if (!untangle(tangled, threads, steps, !json, &u)) {
            return cli_interrupted() ? CLI_INTERRUPTED : CLI_FAILED;
        }
        if (!json) {
            const char *end = u.first_clean >= 0 ? "untangled" : u.stuck ? "stuck" : "out of steps";
            printf("%d vertices: %s: %d crossings before, %d after %d steps and %.1f s, rung %d; %d loops "
                   "left, %.4f m, "
                   "the longest:\n",
                   u.vertices, end, u.before, u.after, u.steps, u.seconds, u.level, u.left.contours,
                   u.length);
            for (int32_t i = 0; i < u.left.loop_count; i++) {
                const bight_cloth_loop *loop = &u.left.loops[i];
                printf("  left: %d pairs, %.4f m, around (%.4f, %.4f, %.4f)\n", loop->pairs, loop->length,
                       loop->centre.x, loop->centre.y, loop->centre.z);
            }
        }
    }
    if (cli_interrupted()) {
        return CLI_INTERRUPTED;
    }
    if (json) {
        print_json(m, &u, threads, bandwidth());
    }
    return CLI_DONE;
}
