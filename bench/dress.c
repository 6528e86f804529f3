// SPDX-License-Identifier: MIT
// `bight bench dress`: a bow in a ribbon, from mapping to the verdict on the settled knot, at three sizes.

#include "bench/bench.h"
#include "bight/play.h"
#include "cli/cli.h"
#include "cli/templates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// As long as the bow's strand, of half its round: what is flat is what one ties.
#define LENGTH 3.456
#define WIDTH 0.036
#define PADDING 0.018

typedef struct size {
    int64_t vertices;
    double seconds; // wanted, on two quiet cores
} size;
static const size sizes[] = {{12000, 20.0}, {50000, 120.0}, {115000, 360.0}};

static const char scene_text[] =
    "{\"bight\": 1, \"title\": \"bench dress\","
    " \"cloth\": {\"thickness\": %.6g, \"friction\": 0.3, \"gravity\": [0, 0, 0], \"time_step\": 0.1},"
    " \"cloths\": [{\"name\": \"ribbon\", \"grid\": {\"width\": %.6g, \"height\": %.6g, \"columns\": %d, "
    "\"rows\": %d},"
    "   \"material\": {\"bend\": 2e-5, \"bend_friction\": %.6g}}],"
    " \"dress\": [{\"name\": \"knot\", \"template\": \"bow\","
    "   \"regions\": [{\"rectangle\": {\"u\": %.6g, \"v\": %.6g, \"length\": %.6g, \"width\": %.6g, "
    "\"padding\": %.6g}}]}],"
    " \"script\": [{\"settle\": {\"cycles\": 60, \"arrive\": false}}, {\"lead\": {\"dress\": \"knot\"}},"
    "   {\"set\": {\"cloth\": {\"time_step\": 0.01}}},"
    "   {\"settle\": {\"cycles\": 3000, \"arrive\": false}}]}";

// ---- files ----------------------------------------------------------------------------------------------

static bight_status read_template(void *user, const char *name, const void **bytes, size_t *length,
                                  bight_error *error)
{
    bight_bytes *text = user;
    bight_template_file *file;
    if (cli_open_template(NULL, name, &file) != CLI_DONE) {
        return BIGHT_ERROR_IO;
    }
    bight_status status = bight_template_write(NULL, bight_template_file_def(file), text, error);
    bight_template_close(file);
    *bytes = text->data;
    *length = text->size;
    return status;
}

static void release_template(void *user, const void *bytes, size_t length)
{
    (void)bytes, (void)length;
    bight_bytes_free(NULL, user);
}

// ---- one size -------------------------------------------------------------------------------------------

typedef struct measured {
    int32_t vertices;
    double map, settle, verify, bytes; // seconds; a vertex
    bight_play_cloth_totals totals;
    bight_cloth_report report;
    bight_cloth_settled settled;
    bight_dress_verdict verdict;
} measured;

static bight_status play_all(bight_play *play, measured *m, bight_error *error)
{
    double begin = cli_seconds();
    bool more = true;
    bight_status status = BIGHT_OK;
    while (more && status == BIGHT_OK && !cli_interrupted()) {
        status = bight_play_step(play, &more, error);
    }
    m->settle = cli_seconds() - begin;
    begin = cli_seconds();
    status = status == BIGHT_OK ? bight_play_dress(play, 0, &m->verdict, error) : status;
    m->verify = cli_seconds() - begin;
    (void)bight_play_cloth_positions(play, 0, &m->vertices);
    m->totals = bight_play_get_cloth_totals(play);
    m->report = bight_play_cloth_report(play);
    m->settled = bight_play_settled(play);
    m->bytes = (double)bight_cloth_world_memory(bight_play_cloth_world(play)) / m->vertices;
    return status;
}

static bool measure(int64_t vertices, double bend_friction, int32_t threads, measured *m)
{
    // square cells: (length / side + 1) (width / side + 1) = vertices, nearly
    double side = sqrt(LENGTH * WIDTH / (double)vertices), thickness = fmin(0.001, 0.3 * side);
    int columns = (int)(LENGTH / side), rows = (int)(WIDTH / side);
    char text[2000];
    int length = snprintf(text, sizeof text, scene_text, thickness, LENGTH, WIDTH, columns, rows,
                          bend_friction, 0.5 * LENGTH, 0.5 * WIDTH, LENGTH, WIDTH, PADDING);
    bight_bytes template_text = {0};
    const bight_scene_files files = {read_template, release_template, &template_text};
    bight_play_def def = bight_play_def_default();
    def.env = *cli_env();
    def.env.threads = threads;
    bight_scene *scene = NULL;
    bight_play *play = NULL;
    bight_error error = {0};

    double begin = cli_seconds();
    bight_status status = bight_scene_parse(text, (size_t)length, &files, NULL, &scene, &error);
    m->map = cli_seconds() - begin;
    status = status == BIGHT_OK ? bight_play_create(scene, &def, &play, &error) : status;
    status = status == BIGHT_OK ? play_all(play, m, &error) : status;
    bight_play_destroy(play);
    bight_scene_destroy(scene);
    if (status != BIGHT_OK && !cli_interrupted()) {
        cli_say(NULL, 0, "bench dress: %s", error.message);
    }
    return status == BIGHT_OK && !cli_interrupted();
}

static void print(const measured *m, double wanted, cli_json *json)
{
    double all = m->map + m->settle + m->verify;
    if (json == NULL) {
        printf("%7d vertices: %8.2f s (map %.2f, settle %.2f, verify %.2f; wanted %.0f), %lld steps, %s, "
               "stretch %.3f, "
               "%s, %.0f bytes a vertex\n",
               (int)m->vertices, all, m->map, m->settle, m->verify, wanted, (long long)m->totals.cycles,
               bight_cloth_settled_text(m->settled), m->report.stretch,
               m->verdict.kept ? "kept" : m->verdict.failure, m->bytes);
        fflush(stdout);
        return;
    }
    cli_json_open(json, NULL, '{');
    cli_json_integer(json, "vertices", m->vertices);
    cli_json_number(json, "wanted_seconds", wanted);
    cli_json_number(json, "seconds", all);
    cli_json_number(json, "map", m->map);
    cli_json_number(json, "settle", m->settle);
    cli_json_number(json, "verify", m->verify);
    cli_json_integer(json, "steps", m->totals.cycles);
    cli_json_text(json, "outcome", bight_cloth_settled_text(m->settled));
    cli_json_integer(json, "intersections", m->report.intersections);
    cli_json_integer(json, "uncertified", m->totals.doubtful);
    cli_json_number(json, "stretch", m->report.stretch);
    cli_json_boolean(json, "kept", m->verdict.kept);
    cli_json_number(json, "bytes_per_vertex", m->bytes);
    cli_json_close(json, '}');
}

int bench_dress(int argc, char **argv)
{
    int64_t threads = 2, most = sizes[0].vertices;
    bool wants_json = false, good = true, push = false;
    double bend_friction = 0.0;
    for (int i = 0; i < argc && good; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            wants_json = true;
        } else if (strcmp(argv[i], "--push-out") == 0) {
            push = true;
        } else if (strcmp(argv[i], "--threads") == 0) {
            good = cli_integer("--threads", i + 1 < argc ? argv[++i] : "", 1, 64, &threads);
        } else if (strcmp(argv[i], "--most") == 0) {
            good = cli_integer("--most", i + 1 < argc ? argv[++i] : "", 1, 1000000, &most);
        } else if (strcmp(argv[i], "--bend-friction") == 0) {
            good = cli_positive("--bend-friction", i + 1 < argc ? argv[++i] : "", &bend_friction);
        } else {
            good = false;
        }
    }
    if (!good) {
        cli_say(NULL, 0,
                "bench dress takes --json, --threads N, --bend-friction F (N, of the ribbon, 0 to 1; default "
                "0) and "
                "--most N: sizes up to so many vertices; or --push-out: how long a bow takes out of a torso");
        return CLI_USAGE;
    }
    if (push) {
        return bench_dress_push(wants_json);
    }
    cli_json json = {.out = stdout};
    if (wants_json) {
        cli_json_open(&json, NULL, '[');
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && good; i++) {
        measured m = {0};
        if (sizes[i].vertices <= most) {
            good = measure(sizes[i].vertices, bend_friction, (int32_t)threads, &m);
        }
        if (m.vertices > 0 && good) {
            print(&m, sizes[i].seconds, wants_json ? &json : NULL);
        }
    }
    if (wants_json) {
        cli_json_close(&json, ']');
    }
    return cli_interrupted() ? CLI_INTERRUPTED : good ? CLI_DONE : CLI_FAILED;
}
