// SPDX-License-Identifier: MIT
// `bight bench identify`: milliseconds to name random closed polygons of 200, 1,000 and 10,000 vertices.

#include "bench/bench.h"
#include "bench/knot_curves.h"
#include "bight/knot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_RUNS 101

static double milliseconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int bench_identify(int argc, char **argv)
{
    static const int32_t sizes[3] = {200, 1000, 10000}, runs[3] = {101, 51, 11};
    bool json = argc > 0 && strcmp(argv[0], "--json") == 0;
    bight_knot_workspace *workspace = bight_knot_workspace_new(NULL);
    bight_vec3 *points = malloc((size_t)sizes[2] * sizeof *points);
    double median[3] = {0};
    if (workspace == NULL || points == NULL) {
        return 1;
    }
    for (int32_t s = 0; s < 3; s++) {
        double times[MOST_RUNS];
        int32_t unknown = 0;
        for (int32_t run = 0; run < runs[s]; run++) {
            bench_random random = {(uint64_t)(1000 * s + run)};
            bench_random_polygon(points, sizes[s], &random);
            bight_curve curve = {points, sizes[s], true};
            bight_knot_result result;
            bight_error error = {0};
            double start = milliseconds();
            if (bight_knot_identify(NULL, workspace, &curve, 1, NULL, &result, &error) != BIGHT_OK) {
                fprintf(stderr, "bight: bench identify: %s\n", error.message);
                return 1;
            }
            times[run] = milliseconds() - start;
            unknown += !result.proved;
        }
        qsort(times, (size_t)runs[s], sizeof *times, compare);
        median[s] = times[runs[s] / 2];
        if (!json) {
            printf("%6d vertices: median %.3f ms, slowest %.3f ms of %d; %d unknown\n", (int)sizes[s],
                   median[s], times[runs[s] - 1], (int)runs[s], (int)unknown);
        }
    }
    if (json) {
        printf("{\"median_ms\": {\"200\": %.4f, \"1000\": %.4f, \"10000\": %.4f}}\n", median[0], median[1],
               median[2]);
    }
    free(points);
    bight_knot_workspace_free(workspace);
    return 0;
}
