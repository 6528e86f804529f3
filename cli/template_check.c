// SPDX-License-Identifier: MIT
// bight template check: whether templates are the knots that they should be, at random settings too.

#include "bight/template_check.h"

#include "cli/template_verbs.h"
#include "cli/templates.h"

#include <stdlib.h>

typedef struct checking {
    int64_t edits, seed;
    int32_t templates, done, accepted, stopped, self_intersections, topology_changed, failed_count;
    char failed[CLI_MOST_NAMES][400];
    bool quiet;
} checking;

static uint64_t next_random(uint64_t *state)
{
    // SplitMix64 (Steele, Lea, Flood 2014)
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

// Setting 0 are the defaults.
static void fail(checking *c, const char *name, const char *what, int64_t setting)
{
    if (c->failed_count < CLI_MOST_NAMES) {
        snprintf(c->failed[c->failed_count++], sizeof *c->failed, "%.60s, setting %lld: %.260s", name,
                 (long long)setting, what);
    }
}

// The pipe goes through itself nowhere, and is the knot that it should be.
static bool is_sound(checking *c, const char *name, bight_template *made, int64_t edit)
{
    bight_error error = {0};
    bight_pipe pipe;
    bight_pipe_options look = {.sides = 16};
    int64_t pairs = 0;
    bight_template_verdict verdict = {0};
    bight_status status = bight_template_pipe(made, &look, &pipe, &error);
    status = status == BIGHT_OK ? bight_pipe_crossings(NULL, &pipe, &pairs, NULL) : status;
    bight_pipe_free(NULL, &pipe);
    status = status == BIGHT_OK ? bight_template_check(cli_env(), made, &verdict, &error) : status;
    if (status != BIGHT_OK) {
        fail(c, name, error.message, edit);
        return false;
    }
    c->self_intersections += pairs > 0;
    c->topology_changed += !verdict.kept;
    if (pairs > 0) {
        fail(c, name, "the pipe goes through itself", edit);
    }
    if (!verdict.kept) {
        fail(c, name, verdict.failure, edit);
    }
    return pairs == 0 && verdict.kept;
}

static int check_one(void *user, const char *name, const bight_template_def *def)
{
    checking *c = user;
    bight_template *made;
    bight_error error = {0};
    c->templates++;
    if (bight_template_make(NULL, def, NULL, &made, &error) != BIGHT_OK) {
        fail(c, name, error.message, 0);
        return CLI_FAILED;
    }
    uint64_t state = (uint64_t)c->seed;
    bool good = is_sound(c, name, made, 0);
    for (int64_t i = 1; i <= c->edits && !cli_interrupted(); i++) {
        double values[BIGHT_TEMPLATE_MAX_PARAMETERS];
        bight_template_edit edit;
        for (int32_t k = 0; k < def->parameter_count; k++) {
            double t = (double)(next_random(&state) >> 11) * 0x1p-53;
            values[k] = def->parameters[k].low + t * (def->parameters[k].high - def->parameters[k].low);
        }
        if (bight_template_set(made, values, &edit, &error) != BIGHT_OK) {
            fail(c, name, error.message, i);
            good = false;
            break;
        }
        c->done++;
        c->accepted += !edit.stopped;
        c->stopped += edit.stopped;
        good = is_sound(c, name, made, i) && good;
        cli_progress((double)i / (double)c->edits, name);
    }
    cli_progress(0.0, NULL);
    bight_template_free(made);
    if (!c->quiet) {
        printf("%-14s %s\n", name, good ? "sound" : "FAILED");
    }
    return good ? CLI_DONE : CLI_FAILED;
}

static void print_checked(const checking *c)
{
    cli_json json = {.out = stdout};
    cli_json_open(&json, NULL, '{');
    cli_json_integer(&json, "templates", c->templates);
    cli_json_integer(&json, "edits", c->done);
    cli_json_integer(&json, "accepted", c->accepted);
    cli_json_integer(&json, "stopped", c->stopped);
    cli_json_integer(&json, "self_intersections", c->self_intersections);
    cli_json_integer(&json, "topology_changed", c->topology_changed);
    cli_json_open(&json, "failed", '[');
    for (int32_t i = 0; i < c->failed_count; i++) {
        cli_json_text(&json, NULL, c->failed[i]);
    }
    cli_json_close(&json, ']');
    cli_json_close(&json, '}');
}

int cli_template_check(const template_order *o)
{
    const cli_args *args = o->args;
    checking *c = calloc(1, sizeof *c);
    if (c == NULL) {
        return CLI_FAILED;
    }
    c->seed = 1;
    c->quiet = args->values[TEMPLATE_JSON] != NULL;
    int code = CLI_USAGE;
    if ((args->file_count == 2) == (args->values[TEMPLATE_ALL] != NULL)) {
        cli_say(NULL, 0, "template check takes one template, or --all");
    } else if (cli_integer("--edits", args->values[TEMPLATE_EDITS], 0, 1000000, &c->edits) &&
               cli_integer("--seed", args->values[TEMPLATE_SEED], 0, INT64_MAX, &c->seed)) {
        if (args->values[TEMPLATE_ALL] != NULL) {
            code = cli_each_template(args->values[TEMPLATE_TEMPLATES], check_one, c);
        } else {
            bight_template_file *file;
            code = cli_open_template(args->values[TEMPLATE_TEMPLATES], args->files[1], &file);
            code = code == CLI_DONE
                       ? check_one(c, bight_template_file_def(file)->name, bight_template_file_def(file))
                       : code;
            bight_template_close(file);
        }
        if (c->quiet && c->templates > 0) {
            print_checked(c);
        } else if (c->templates > 0) {
            for (int32_t i = 0; i < c->failed_count; i++) {
                printf("  %s\n", cli_show(c->failed[i]).text);
            }
            printf("%d templates, %d settings: %d reached, %d stopped, %d with self-intersections, %d with "
                   "another knot\n",
                   (int)c->templates, (int)c->done, (int)c->accepted, (int)c->stopped,
                   (int)c->self_intersections, (int)c->topology_changed);
        }
    }
    free(c);
    return code;
}
