// SPDX-License-Identifier: MIT
// Knots of 16 crossings in space: drawn with straight lines from the atlas, cut into 200 edges, shaken and turned.

#include "bench/identify_atlas.h"
#include "bench/bench.h"
#include "bench/knot_curves.h"
#include "cli/atlas.h"

#include <string.h>

#define RINGS 400
#define VERTICES 200

static bool time_one(bight_knot_workspace *workspace, const bight_knot_atlas *atlas, int32_t run,
                     bench_atlas_times *times)
{
    static bight_vec3 points[VERTICES];
    bench_random random = {UINT64_C(16000000) + (uint64_t)run};
    bool alternating = run % 2 == 0;
    int32_t there = bight_knot_atlas_count(atlas, BIGHT_ATLAS_CROSSINGS, alternating);
    char name[16];
    bight_diagram *diagram;
    bight_error error = {0};
    bight_knot_result result;
    const bight_knot_options options = {.atlas = atlas, .name_only = true};
    bight_status status =
        bight_knot_atlas_diagram(NULL, atlas, BIGHT_ATLAS_CROSSINGS, alternating, bench_below(&random, there),
                                 bench_below(&random, 2) == 0, name, &diagram, &error);
    if (status == BIGHT_OK) {
        int32_t count = 0;
        status = bench_draw_knot(diagram, VERTICES, &random, points, &count, &error);
        bight_diagram_free(diagram);
        bight_curve curve = {points, count, true};
        double start = cli_seconds();
        status = status == BIGHT_OK
                     ? bight_knot_identify(cli_env(), workspace, &curve, 1, &options, &result, &error)
                     : status;
        double ms = 1e3 * (cli_seconds() - start);
        times->mean_ms += ms;
        times->slowest_ms = ms > times->slowest_ms ? ms : times->slowest_ms;
    }
    if (status != BIGHT_OK) {
        cli_say(NULL, 0, "bench identify: %s", error.message);
        return false;
    }
    times->unknown += !result.proved;
    times->wrong += result.proved && strcmp(result.name, name) != 0;
    times->crossings += result.projected_crossings;
    times->rings++;
    return true;
}

bool bench_time_atlas(bight_knot_workspace *workspace, bench_atlas_times *times)
{
    cli_atlas atlas;
    bool good = cli_open_atlas(NULL, &atlas) == CLI_DONE;
    bool there = good && atlas.atlas != NULL &&
                 bight_knot_atlas_count(atlas.atlas, BIGHT_ATLAS_CROSSINGS, true) > 0 &&
                 bight_knot_atlas_count(atlas.atlas, BIGHT_ATLAS_CROSSINGS, false) > 0;
    *times = (bench_atlas_times){0};
    for (int32_t run = 0; run < RINGS && there && good; run++) {
        good = !cli_interrupted() && time_one(workspace, atlas.atlas, run, times);
    }
    if (times->rings > 0) {
        times->mean_ms /= times->rings;
        times->crossings /= times->rings;
    }
    cli_close_atlas(&atlas);
    return good;
}
