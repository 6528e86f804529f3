// SPDX-License-Identifier: MIT
// A drape and a fold for comparison with another program: the same cloth, the same obstacle of triangles, the
// same frames of 1/60 s; what went in and what came out as OBJ files.

#include "bench/bench.h"
#include "bench/cloth_sheet.h"
#include "bight/cloth_mesh.h"
#include "cli/cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double wall(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- obstacles --------------------------------------------------------------------------------------------

typedef struct body {
    bight_vec3 *points;
    int32_t *triangles;
    int32_t point_count, triangle_count;
} body;

static body new_body(int32_t points, int32_t triangles)
{
    body b = {malloc((size_t)points * sizeof *b.points), malloc(3 * (size_t)triangles * sizeof *b.triangles),
              0, 0};
    if (b.points == NULL || b.triangles == NULL) {
        cli_say(NULL, 0, "bench cloth-frames: no memory");
        exit(CLI_FAILED);
    }
    return b;
}

static void add_triangle(body *b, int32_t i, int32_t j, int32_t k)
{
    const int32_t t[3] = {i, j, k};
    memcpy(b->triangles + 3 * (size_t)b->triangle_count++, t, sizeof t);
}

// A floor of two triangles in the plane y = 0.
static body make_floor(double size)
{
    body b = new_body(4, 2);
    const bight_vec3 corners[4] = {{-size, 0, -size}, {size, 0, -size}, {-size, 0, size}, {size, 0, size}};
    memcpy(b.points, corners, sizeof corners);
    b.point_count = 4;
    add_triangle(&b, 0, 2, 1);
    add_triangle(&b, 1, 2, 3);
    return b;
}

// A cube whose sides have n x n squares, every vertex on a sphere around (0, y, 0).
static body make_ball(int32_t n, double radius, double y)
{
    static const double axes[6][3][3] = {
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{-1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
        {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
        {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}, {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}};
    body b = new_body(6 * (n + 1) * (n + 1), 12 * n * n);
    for (int32_t side = 0; side < 6; side++) {
        int32_t first = b.point_count;
        for (int32_t i = 0; i < (n + 1) * (n + 1); i++) {
            double u = 2.0 * (i % (n + 1)) / n - 1.0, v = 2.0 * (i / (n + 1)) / n - 1.0, p[3];
            for (int32_t k = 0; k < 3; k++) {
                p[k] = axes[side][0][k] + u * axes[side][1][k] + v * axes[side][2][k];
            }
            double scale = radius / sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
            b.points[b.point_count++] = (bight_vec3){scale * p[0], y + scale * p[1], scale * p[2]};
        }
        for (int32_t i = 0; i < n * n; i++) {
            int32_t a = first + i / n * (n + 1) + i % n;
            add_triangle(&b, a, a + 1, a + n + 2);
            add_triangle(&b, a, a + n + 2, a + n + 1);
        }
    }
    return b;
}

// ---- files ------------------------------------------------------------------------------------------------

// As the bench's own reader and scripts read it: v and f, enough digits to get the numbers back.
static bool write_obj(const char *folder, const char *scene, const char *what, const bight_vec3 *points,
                      int32_t point_count, const int32_t *triangles, int32_t triangle_count)
{
    char name[1024];
    snprintf(name, sizeof name, "%s/%s_%s.obj", folder, scene, what);
    FILE *file = fopen(name, "w");
    if (file == NULL) {
        cli_say(NULL, 0, "bench cloth-frames: %s cannot be written", name);
        return false;
    }
    for (int32_t i = 0; i < point_count; i++) {
        fprintf(file, "v %.17g %.17g %.17g\n", points[i].x, points[i].y, points[i].z);
    }
    for (int32_t i = 0; i < triangle_count; i++) {
        const int32_t *t = triangles + 3 * (size_t)i;
        fprintf(file, "f %d %d %d\n", (int)t[0] + 1, (int)t[1] + 1, (int)t[2] + 1);
    }
    return fclose(file) == 0;
}

// ---- the run ----------------------------------------------------------------------------------------------

typedef struct order {
    bool folded;
    int32_t frames, threads;
    const char *out;
} order;

static bight_cloth_world *make_world(const order *o, const bench_sheet *s, const body *b, bight_cloth_id *id)
{
    bight_cloth_world_def def = bight_cloth_world_def_default();
    def.env = *cli_env();
    def.env.threads = o->threads;
    def.inertia = 1.0;
    def.air_drag = 0.0;
    bight_cloth_world *world = NULL;
    bight_error error = {0};
    bight_cloth_def cloth = bight_cloth_def_default();
    cloth.positions = s->positions;
    cloth.triangles = s->triangles;
    cloth.uv = s->uv;
    cloth.vertex_count = s->vertex_count;
    cloth.triangle_count = s->triangle_count;
    bight_cloth_obstacle_def obstacle = bight_cloth_obstacle_def_default();
    obstacle.kind = BIGHT_SHAPE_MESH;
    obstacle.points = b->points;
    obstacle.triangles = b->triangles;
    obstacle.point_count = b->point_count;
    obstacle.triangle_count = b->triangle_count;
    bight_cloth_obstacle_id unused;
    if (bight_cloth_world_create(&def, &world, &error) != BIGHT_OK ||
        bight_cloth_create(world, &cloth, id, &error) != BIGHT_OK ||
        bight_cloth_obstacle_create(world, &obstacle, &unused, &error) != BIGHT_OK) {
        cli_say(NULL, 0, "bench cloth-frames: %s", error.message);
        exit(CLI_FAILED);
    }
    return world;
}

static int run(const order *o)
{
    bench_sheet s = bench_sheet_make(110);
    double radius = 0.3 * s.size;
    if (o->folded) {
        bench_sheet_lay_folded(&s);
    } else {
        bench_sheet_lay_flat(&s);
    }
    body b = o->folded ? make_floor(2.0 * s.size) : make_ball(48, radius, -radius - 0.002);
    const char *scene = o->folded ? "fold" : "drape";
    bight_cloth_id id;
    bight_cloth_world *world = make_world(o, &s, &b, &id);
    bool written =
        write_obj(o->out, scene, "cloth", s.positions, s.vertex_count, s.triangles, s.triangle_count) &&
        write_obj(o->out, scene, "body", b.points, b.point_count, b.triangles, b.triangle_count);
    double start = wall(), processor = (double)clock() / CLOCKS_PER_SEC;
    bight_cloth_report report = {0};
    for (int32_t i = 0; i < o->frames && written && !cli_interrupted(); i++) {
        bight_status status = bight_cloth_world_step(world, &report);
        if (status != BIGHT_OK && status != BIGHT_ERROR_STOPPED) {
            cli_say(NULL, 0, "bench cloth-frames: %s", bight_status_text(status));
            exit(CLI_FAILED);
        }
    }
    double took = wall() - start;
    processor = (double)clock() / CLOCKS_PER_SEC - processor;
    const bight_vec3 *at = bight_cloth_positions(world, id, NULL);
    bool stopped = cli_interrupted();
    written = written && (stopped || write_obj(o->out, scene, "bight", at, s.vertex_count, s.triangles,
                                               s.triangle_count));
    if (!stopped) {
        printf("{\"frames\": %d, \"threads\": %d, \"wall_seconds\": %.3f, \"processor_seconds\": %.3f, "
               "\"vertices\": %d, "
               "\"contacts\": %d, \"intersections\": %d, \"stretch\": %.4f}\n",
               (int)o->frames, (int)o->threads, took, processor, (int)s.vertex_count, (int)report.contacts,
               (int)report.intersections, report.stretch);
    }
    bight_cloth_world_destroy(world);
    bench_sheet_free(&s);
    free(b.points);
    free(b.triangles);
    return stopped ? CLI_INTERRUPTED : written ? CLI_DONE : CLI_FAILED;
}

int bench_cloth_frames(int argc, char **argv)
{
    order o = {.frames = 60, .threads = 2};
    bool chosen = false;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "drape") == 0 || strcmp(argv[i], "fold") == 0) {
            o.folded = argv[i][0] == 'f';
            chosen = true;
        } else if (strcmp(argv[i], "--frames") == 0 && i + 1 < argc) {
            o.frames = (int32_t)strtol(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--threads") == 0 && i + 1 < argc) {
            o.threads = (int32_t)strtol(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--out") == 0 && i + 1 < argc) {
            o.out = argv[++i];
        } else {
            chosen = false;
            break;
        }
    }
    if (!chosen || o.out == NULL || o.frames < 1) {
        cli_say(
            NULL, 0,
            "bench cloth-frames: give drape or fold, --out FOLDER, and --frames N, --threads N if you like");
        return CLI_USAGE;
    }
    return run(&o);
}
