// SPDX-License-Identifier: MIT
// `bight bench identify`: milliseconds to name random closed polygons of 200, 1,000 and 10,000 vertices.

#include "bench/bench.h"
#include "bench/identify_atlas.h"
#include "bench/knot_curves.h"
#include "bight/knot_diagram.h"
#include "bight/knot_invariant.h"
#include "cli/cli.h"

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

// The diagrams of the same curves, one PD code a line, for Regina to simplify and compare.
static void write_diagram(FILE *out, const bight_curve *curve)
{
    bight_diagram *diagram;
    bight_knot_options options = {.unshrunk = true};
    if (bight_diagram_from_curves(cli_env(), NULL, curve, 1, &options, &diagram, NULL) != BIGHT_OK) {
        return;
    }
    int32_t crossings = bight_diagram_crossings(diagram),
            *labels = calloc(4 * (size_t)crossings + 1, sizeof *labels);
    if (labels != NULL) {
        bight_diagram_to_pd(diagram, false, labels);
        for (int32_t i = 0; i < 4 * crossings; i++) {
            fprintf(out, "%d ", (int)labels[i]);
        }
        fputs("\n", out);
    }
    free(labels);
    bight_diagram_free(diagram);
}

// Median milliseconds of Regina for the diagrams written, or all of them with `sum`; negative when it is not installed.
static double time_regina(const char *path, bool sum)
{
    static const char script[] =
        "import regina, sys, time\n"
        "census = {}\n"
        "times = []\n"
        "for line in open(sys.argv[1]):\n"
        "    n = list(map(int, line.split()))\n"
        "    start = time.perf_counter()\n"
        "    link = regina.Link.fromPD([n[i:i + 4] for i in range(0, len(n), 4)]) if n else regina.Link(1)\n"
        "    link.intelligentSimplify()\n"
        "    link.homfly() if link.size() < 40 else None\n"
        "    if len(sys.argv) > 2 and link.size() < 40: link.jones()\n"
        "    times.append(1000 * (time.perf_counter() - start))\n"
        "print(sum(times) if len(sys.argv) > 2 else sorted(times)[len(times) // 2])\n";
    double median = -1.0;
    FILE *file = fopen("regina_bench.py", "w");
    if (file == NULL) {
        return median;
    }
    fputs(script, file);
    fclose(file);
    char command[200];
    snprintf(command, sizeof command, "/usr/bin/python3 regina_bench.py %s %s > regina_bench.txt 2>/dev/null",
             path, sum ? "sum" : "");
    if (system(command) == 0 && (file = fopen("regina_bench.txt", "r")) != NULL) {
        char text[64];
        median = fgets(text, sizeof text, file) != NULL ? strtod(text, NULL) : median;
        fclose(file);
    }
    remove("regina_bench.py");
    remove("regina_bench.txt");
    return median;
}

// One ring: its name, and with `all` every invariant of its reduced diagram.
static bool name_ring(bight_knot_workspace *workspace, const bight_curve *curve, bool all)
{
    const bight_knot_options options = {.name_only = true};
    bight_knot_result result;
    bight_diagram *seen = NULL, *diagram = NULL;
    if (bight_knot_identify(cli_env(), workspace, curve, 1, &options, &result, NULL) != BIGHT_OK) {
        return false;
    }
    if (!all) {
        return true;
    }
    bight_status status = bight_knot_diagram(cli_env(), &result, &diagram, NULL);
    if (status != BIGHT_OK) {
        status = bight_diagram_from_curves(cli_env(), workspace, curve, 1, &options, &seen, NULL);
        status =
            status == BIGHT_OK ? bight_diagram_reduce(cli_env(), workspace, seen, &diagram, NULL) : status;
    }
    bight_bytes alexander = {0}, determinant = {0};
    bight_terms homfly = {0}, jones = {0};
    int32_t signature;
    if (status == BIGHT_OK) {
        // those beyond their budget count as answered: null with a reason
        bight_diagram_determinant(cli_env(), diagram, NULL, &determinant, NULL);
        bight_diagram_signature(cli_env(), diagram, NULL, &signature, NULL);
        bight_diagram_alexander(cli_env(), diagram, NULL, &alexander, NULL);
        if (bight_diagram_homfly(cli_env(), diagram, NULL, &homfly, NULL) == BIGHT_OK) {
            bight_jones_from_homfly(cli_env(), &homfly, &jones, NULL);
        }
    }
    bight_bytes_free(NULL, &alexander);
    bight_bytes_free(NULL, &determinant);
    bight_terms_free(NULL, &homfly);
    bight_terms_free(NULL, &jones);
    bight_diagram_free(seen);
    bight_diagram_free(diagram);
    return status == BIGHT_OK;
}

// Seconds for so many random rings, by name alone and with all invariants, and Regina's in one run, negative for none.
static bool time_rings(bight_knot_workspace *workspace, bight_vec3 *points, int32_t rings, int32_t size,
                       double seconds[3])
{
    bool good = true;
    FILE *out = fopen("regina_bench.pd", "w");
    seconds[0] = seconds[1] = 0.0;
    for (int32_t i = 0; i < rings && good && !cli_interrupted(); i++) {
        bench_random random = {(uint64_t)(7000 + i)};
        bench_random_polygon(points, size, &random);
        bight_curve curve = {points, size, true};
        for (int32_t all = 0; all < 2 && good; all++) {
            double start = milliseconds();
            good = name_ring(workspace, &curve, all == 1);
            seconds[all] += 1e-3 * (milliseconds() - start);
        }
        if (out != NULL) {
            write_diagram(out, &curve);
        }
    }
    if (out != NULL) {
        fclose(out);
    }
    double each = good && out != NULL ? time_regina("regina_bench.pd", true) : -1.0;
    seconds[2] = each < 0.0 ? -1.0 : 1e-3 * each;
    remove("regina_bench.pd");
    return good && !cli_interrupted();
}

int bench_identify(int argc, char **argv)
{
    static const int32_t sizes[3] = {200, 1000, 10000}, runs[3] = {101, 51, 11};
    bool json = argc > 0 && strcmp(argv[0], "--json") == 0;
    bight_knot_workspace *workspace = bight_knot_workspace_new(NULL);
    bight_vec3 *points = malloc((size_t)sizes[2] * sizeof *points);
    double median[3] = {0}, regina[3] = {-1.0, -1.0, -1.0};
    if (workspace == NULL || points == NULL) {
        free(points);
        bight_knot_workspace_free(workspace);
        cli_say(NULL, 0, "bench identify: no memory");
        return CLI_FAILED;
    }

    int code = CLI_DONE;
    for (int32_t s = 0; s < 3 && code == CLI_DONE; s++) {
        double times[MOST_RUNS];
        int32_t unknown = 0, run = 0;
        FILE *out = s < 2 ? fopen("regina_bench.pd", "w") : NULL;
        for (; run < runs[s] && !cli_interrupted(); run++) {
            bench_random random = {(uint64_t)(1000 * s + run)};
            bench_random_polygon(points, sizes[s], &random);
            bight_curve curve = {points, sizes[s], true};
            bight_knot_result result;
            bight_error error = {0};
            double start = milliseconds();
            if (bight_knot_identify(cli_env(), workspace, &curve, 1, NULL, &result, &error) != BIGHT_OK) {
                code = cli_input_error("bench identify", &error);
                break;
            }
            times[run] = milliseconds() - start;
            unknown += !result.proved;
            if (out != NULL) {
                write_diagram(out, &curve);
            }
        }
        if (out != NULL) {
            fclose(out);
            regina[s] = run == runs[s] ? time_regina("regina_bench.pd", false) : -1.0;
            remove("regina_bench.pd");
        }
        if (run < runs[s] || cli_interrupted()) {
            code = code == CLI_DONE ? CLI_INTERRUPTED : code;
            break;
        }
        qsort(times, (size_t)runs[s], sizeof *times, compare);
        median[s] = times[runs[s] / 2];
        if (!json) {
            printf("%6d vertices: median %.3f ms, slowest %.3f ms of %d; %d unknown\n", (int)sizes[s],
                   median[s], times[runs[s] - 1], (int)runs[s], (int)unknown);
            if (regina[s] >= 0.0) {
                printf("       Regina, simplify and HOMFLY of the diagrams: median %.3f ms\n", regina[s]);
            }
        }
    }
    // many rings in one run, as a user has them
    static const int32_t sets[2][2] = {{100, 200}, {20, 1000}};
    double seconds[2][3] = {{0.0}};
    for (int32_t s = 0; s < 2 && code == CLI_DONE; s++) {
        if (!time_rings(workspace, points, sets[s][0], sets[s][1], seconds[s])) {
            code = CLI_INTERRUPTED;
        } else if (!json) {
            printf(
                "%d rings of %d: names %.4f s, with determinant, Alexander, signature, Jones, HOMFLY %.4f s",
                (int)sets[s][0], (int)sets[s][1], seconds[s][0], seconds[s][1]);
            if (seconds[s][2] >= 0.0) {
                printf("; Regina %.3f s", seconds[s][2]);
            }
            puts("");
        }
    }

    bench_atlas_times atlas = {0};
    if (code == CLI_DONE && !bench_time_atlas(workspace, &atlas)) {
        code = cli_interrupted() ? CLI_INTERRUPTED : CLI_FAILED;
    } else if (code == CLI_DONE && !json && atlas.rings > 0) {
        printf(
            "%d knots of 16 crossings as rings of 200, %.1f crossings when projected: mean %.3f ms, slowest "
            "%.3f ms; %d unknown, %d wrong\n",
            (int)atlas.rings, atlas.crossings, atlas.mean_ms, atlas.slowest_ms, (int)atlas.unknown,
            (int)atlas.wrong);
    }

    if (json && code == CLI_DONE) {
        printf("{\"median_ms\": {\"200\": %.4f, \"1000\": %.4f, \"10000\": %.4f}", median[0], median[1],
               median[2]);
        if (regina[0] >= 0.0) {
            printf(", \"regina_ms\": {\"200\": %.4f, \"1000\": %.4f}", regina[0], regina[1]);
        }
        printf(", \"rings\": [");
        for (int32_t s = 0; s < 2; s++) {
            printf("%s{\"rings\": %d, \"points\": %d, \"names_s\": %.4f, \"all_s\": %.4f", s > 0 ? ", " : "",
                   (int)sets[s][0], (int)sets[s][1], seconds[s][0], seconds[s][1]);
            if (seconds[s][2] >= 0.0) {
                printf(", \"regina_s\": %.4f", seconds[s][2]);
            }
            printf("}");
        }
        printf("]");
        if (atlas.rings > 0) {
            printf(", \"sixteen\": {\"rings\": %d, \"mean_ms\": %.4f, \"slowest_ms\": %.4f, \"unknown\": %d, "
                   "\"wrong\": %d}",
                   (int)atlas.rings, atlas.mean_ms, atlas.slowest_ms, (int)atlas.unknown, (int)atlas.wrong);
        }
        puts("}");
    }
    free(points);
    bight_knot_workspace_free(workspace);
    return code;
}
