// SPDX-License-Identifier: MIT
// `bight bench template`: milliseconds from a slider to the pipe, of each template.

#include "bench/bench.h"
#include "cli/cli.h"
#include "cli/templates.h"

#include <stdlib.h>
#include <string.h>

#define RUNS 200
#define DRAG 0.05 // of a slider's range in one edit: a hand that drags

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

// One slider is dragged a little, or set anywhere; then the pipe is made. -1 after a failure.
static double time_edit(bight_template *made, uint64_t *state, bool drag)
{
    const bight_template_def *def = bight_template_definition(made);
    double values[BIGHT_TEMPLATE_MAX_PARAMETERS];
    memcpy(values, bight_template_values(made), (size_t)def->parameter_count * sizeof *values);
    int32_t k = (int32_t)(next_random(state) % (uint64_t)def->parameter_count);
    const bight_template_parameter *p = &def->parameters[k];
    double t = (double)(next_random(state) >> 11) * 0x1p-53;
    double to =
        drag ? values[k] + DRAG * (2.0 * t - 1.0) * (p->high - p->low) : p->low + t * (p->high - p->low);
    values[k] = to < p->low ? p->low : to > p->high ? p->high : to;

    bight_pipe pipe;
    double start = cli_seconds();
    bool good = bight_template_set(made, values, NULL, NULL) == BIGHT_OK &&
                bight_template_pipe(made, NULL, &pipe, NULL) == BIGHT_OK;
    double time = 1e3 * (cli_seconds() - start);
    if (good) {
        bight_pipe_free(NULL, &pipe);
    }
    return good ? time : -1.0;
}

typedef struct times {
    double median, most; // 99th percentile
} times;

static bool time_all(bight_template *made, bool drag, times *out)
{
    double *list = calloc(RUNS, sizeof *list);
    uint64_t state = 1;
    bool good = list != NULL;
    for (int32_t i = 0; i < RUNS && good && !cli_interrupted(); i++) {
        list[i] = time_edit(made, &state, drag);
        good = list[i] >= 0.0;
    }
    if (good) {
        qsort(list, RUNS, sizeof *list, compare);
        *out = (times){list[RUNS / 2], list[RUNS * 99 / 100]};
    }
    free(list);
    return good && !cli_interrupted();
}

static bool bench_one(const char *name, cli_json *json)
{
    bight_template_file *file;
    bight_template *made = NULL;
    if (cli_open_template(NULL, name, &file) != CLI_DONE) {
        return false;
    }
    times drag, jump;
    bight_pipe pipe;
    bool good = bight_template_make(NULL, bight_template_file_def(file), NULL, &made, NULL) == BIGHT_OK &&
                time_all(made, true, &drag) && time_all(made, false, &jump) &&
                bight_template_pipe(made, NULL, &pipe, NULL) == BIGHT_OK;
    if (good && json != NULL) {
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "template", name);
        cli_json_integer(json, "vertices", pipe.vertex_count);
        cli_json_number(json, "drag_median_ms", drag.median);
        cli_json_number(json, "drag_99_ms", drag.most);
        cli_json_number(json, "jump_median_ms", jump.median);
        cli_json_number(json, "jump_99_ms", jump.most);
        cli_json_close(json, '}');
    } else if (good) {
        printf("%-14s %6d vertices  drag %6.2f ms, 99 %% %6.2f  jump %6.2f ms, 99 %% %6.2f\n", name,
               (int)pipe.vertex_count, drag.median, drag.most, jump.median, jump.most);
    }
    if (good) {
        bight_pipe_free(NULL, &pipe);
    }
    bight_template_free(made);
    bight_template_close(file);
    return good;
}

int bench_template(int argc, char **argv)
{
    bool wants_json = argc == 1 && strcmp(argv[0], "--json") == 0;
    if (argc > 0 && !wants_json) {
        cli_say(NULL, 0, "bench template takes --json alone");
        return CLI_USAGE;
    }
    char(*names)[CLI_NAME] = calloc(CLI_MOST_NAMES, sizeof *names);
    int32_t count = 0;
    int code = names != NULL ? cli_list_templates(NULL, names, &count) : CLI_FAILED;
    cli_json json = {.out = stdout};
    if (wants_json) {
        cli_json_open(&json, NULL, '[');
    }
    for (int32_t i = 0; i < count && code == CLI_DONE; i++) {
        code = bench_one(names[i], wants_json ? &json : NULL) ? CLI_DONE : CLI_FAILED;
    }
    if (wants_json) {
        cli_json_close(&json, ']');
    }
    free(names);
    return cli_interrupted() ? CLI_INTERRUPTED : code;
}
