// SPDX-License-Identifier: MIT
// `bight bench dress --push-out`: a bow that is half inside a torso, at many places of it, until it goes through nothing.

#include "bench/bench.h"
#include "bight/dress.h"
#include "bight/garment.h"
#include "bight/template.h"
#include "cli/cli.h"
#include "cli/templates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RIBBON_EDGE 0.00366 // 10 K vertices
#define TORSO_EDGE 0.0091   // 20 K
#define LENGTH 3.456
#define WIDTH 0.036
#define SIZE 0.3 // of the bow in metres a metre of the template: it spans some 0.35 m
#define PLACES 24
#define RUNS 2

typedef struct stage {
    bight_cloth_mesh ribbon, torso;
    bight_dress_map map;
    bight_vec3 *still, middle; // of the map, before it stands anywhere
} stage;

// What one place took: the least of some runs, in processor time.
typedef struct pushed {
    double milliseconds;
    bight_dress_push report;
} pushed;

static bool put_on_pipe(stage *s, bight_error *error)
{
    bight_template_file *file;
    bight_template *bow = NULL;
    if (cli_open_template(NULL, "bow", &file) != CLI_DONE) {
        return false;
    }
    const bight_dress_region region = {
        .length = LENGTH, .width = WIDTH, .padding = 0.5 * WIDTH, .centre = {0.5 * LENGTH, 0.5 * WIDTH}};
    const bight_dress_options options = {.thickness = 0.001};
    bight_pipe pipe = {0};
    bool good =
        bight_template_make(NULL, bight_template_file_def(file), NULL, &bow, error) == BIGHT_OK &&
        bight_template_pipe(bow, NULL, &pipe, error) == BIGHT_OK &&
        bight_dress_map_make(NULL, &s->ribbon, &pipe, &region, 1, &options, &s->map, error) == BIGHT_OK;
    bight_pipe_free(NULL, &pipe);
    bight_template_free(bow);
    bight_template_close(file);
    return good;
}

static bool set_stage(stage *s, bight_error *error)
{
    int32_t ribbon = bight_garment_find("ribbon"), torso = bight_garment_find("torso"), count = 0;
    double sizes[8] = {0};
    const bight_garment_size *known = bight_garment_sizes(ribbon, &count);
    for (int32_t i = 0; i < count && i < 8; i++) {
        sizes[i] = strcmp(known[i].name, "length") == 0  ? LENGTH
                   : strcmp(known[i].name, "width") == 0 ? WIDTH
                                                         : known[i].standard;
    }
    if (bight_garment_make(NULL, ribbon, RIBBON_EDGE, sizes, &s->ribbon, NULL, error) != BIGHT_OK ||
        bight_garment_make(NULL, torso, TORSO_EDGE, NULL, &s->torso, NULL, error) != BIGHT_OK ||
        !put_on_pipe(s, error)) {
        return false;
    }
    s->still = calloc((size_t)s->map.vertex_count, sizeof *s->still);
    for (int32_t v = 0; v < s->map.vertex_count && s->still != NULL; v++) {
        bight_vec3 p = s->map.positions[v];
        s->still[v] = (bight_vec3){SIZE * p.x, SIZE * p.y, SIZE * p.z};
        s->middle.x += s->still[v].x / s->map.vertex_count;
        s->middle.y += s->still[v].y / s->map.vertex_count;
        s->middle.z += s->still[v].z / s->map.vertex_count;
    }
    return s->still != NULL;
}

// Its middle at vertices all over the torso: the bow is half inside.
static bool push_at(stage *s, int32_t place, pushed *out, bight_error *error)
{
    bight_vec3 to = s->torso.positions[(int64_t)place * s->torso.vertex_count / PLACES];
    const bight_mesh body = {.positions = s->torso.positions,
                             .vertex_count = s->torso.vertex_count,
                             .triangles = s->torso.triangles,
                             .triangle_count = s->torso.triangle_count};
    for (int32_t run = 0; run < RUNS; run++) {
        for (int32_t v = 0; v < s->map.vertex_count; v++) {
            bight_vec3 p = s->still[v];
            s->map.positions[v] =
                (bight_vec3){p.x - s->middle.x + to.x, p.y - s->middle.y + to.y, p.z - s->middle.z + to.z};
        }
        clock_t start = clock();
        if (bight_dress_push_out(NULL, &s->ribbon, &s->map, &body, 1, 0.001, &out->report, error) !=
            BIGHT_OK) {
            return false;
        }
        double time = 1e3 * (double)(clock() - start) / CLOCKS_PER_SEC;
        out->milliseconds = run == 0 ? time : fmin(time, out->milliseconds);
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    double x = ((const pushed *)a)->milliseconds, y = ((const pushed *)b)->milliseconds;
    return (x > y) - (x < y);
}

// Sorted by time.
static void print(const stage *s, const pushed *list, bool wants_json)
{
    int32_t out = 0, tried = 0;
    for (int32_t i = 0; i < PLACES; i++) {
        out += list[i].report.pairs == 0;
        tried += list[i].report.places > 0;
    }
    double median = list[PLACES / 2].milliseconds, most = list[PLACES - 1].milliseconds;
    if (!wants_json) {
        printf("bow of %d vertices in a torso of %d, %d places: %d come out, directions are tried in %d; "
               "%.1f ms, at most %.1f (wanted 50)\n",
               (int)s->map.vertex_count, (int)s->torso.vertex_count, PLACES, (int)out, (int)tried, median,
               most);
        return;
    }
    cli_json json = {.out = stdout};
    cli_json_open(&json, NULL, '{');
    cli_json_integer(&json, "vertices", s->map.vertex_count);
    cli_json_integer(&json, "body_vertices", s->torso.vertex_count);
    cli_json_integer(&json, "places", PLACES);
    cli_json_integer(&json, "out", out);
    cli_json_integer(&json, "directions_tried", tried);
    cli_json_number(&json, "median_ms", median);
    cli_json_number(&json, "most_ms", most);
    cli_json_number(&json, "wanted_ms", 50.0);
    cli_json_close(&json, '}');
    printf("\n");
}

int bench_dress_push(bool wants_json)
{
    stage s = {0};
    static pushed list[PLACES];
    bight_error error = {0};
    bool good = set_stage(&s, &error);
    for (int32_t i = 0; i < PLACES && good && !cli_interrupted(); i++) {
        good = push_at(&s, i, &list[i], &error);
    }
    if (good && !cli_interrupted()) {
        qsort(list, PLACES, sizeof *list, compare);
        print(&s, list, wants_json);
    } else if (!good) {
        cli_say(NULL, 0, "bench dress: %s", error.message);
    }
    free(s.still);
    bight_dress_map_free(NULL, &s.map);
    bight_cloth_mesh_free(NULL, &s.torso);
    bight_cloth_mesh_free(NULL, &s.ribbon);
    return cli_interrupted() ? CLI_INTERRUPTED : good ? CLI_DONE : CLI_FAILED;
}
