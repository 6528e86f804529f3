// SPDX-License-Identifier: MIT
// bight identify: which knot is in a file?

#include "bight/knot.h"
#include "cli/cli.h"

enum { JSON, CLOSURE, SEED };
static const cli_option options[] = {
    {"--json", NULL, "One JSON object on stdout, with all invariants."},
    {"--closure", "WAY", "How open ends are joined: far (outside, the default) or direct (a straight line)."},
    {"--seed", "S", "Steers the search, never a proved answer. Default 0."},
    {NULL, NULL, NULL},
};

#define MOST_BYTES ((size_t)1 << 30)

static void print_result(const char *file, int32_t curve, int32_t curves, const bight_knot_result *result)
{
    char which[24] = "";
    if (curves > 1) {
        snprintf(which, sizeof which, " curve %d", (int)curve + 1);
    }
    printf("%s%s: %s", file, which, result->name);
    if (result->traditional[0] != '\0') {
        printf(", %s", result->traditional);
    }
    for (int32_t i = 0; i < result->factor_count && i < BIGHT_KNOT_MAX_FACTORS; i++) {
        printf("%s%s", i == 0 ? ", " : " # ", bight_handedness_text(result->factors[i].handedness));
    }
    printf("%s%s\n", result->proved ? "" : ": ", result->proved ? "" : result->reason);
}

static void print_json(cli_json *json, const char *file, int32_t curve, const bight_curve *points,
                       const bight_knot_result *result)
{
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "file", file);
    cli_json_integer(json, "curve", curve + 1);
    cli_json_integer(json, "points", points->count);
    cli_json_boolean(json, "closed", points->closed);
    cli_json_text(json, "name", result->name);
    cli_json_text(json, "traditional", result->traditional);
    cli_json_boolean(json, "proved", result->proved);
    cli_json_text(json, "reason", result->reason);
    cli_json_open(json, "factors", '[');
    for (int32_t i = 0; i < result->factor_count && i < BIGHT_KNOT_MAX_FACTORS; i++) {
        const bight_knot_factor *factor = &result->factors[i];
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", factor->name);
        cli_json_text(json, "handedness", bight_handedness_text(factor->handedness));
        cli_json_integer(json, "crossings", factor->crossings);
        cli_json_integer(json, "writhe", factor->writhe);
        cli_json_integer(json, "signature", factor->signature);
        cli_json_integer(json, "determinant", factor->determinant);
        cli_json_boolean(json, "alternating", factor->alternating);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    cli_json_integer(json, "projected_crossings", result->projected_crossings);
    cli_json_integer(json, "crossings", result->crossings);
    cli_json_integer(json, "writhe", result->writhe);
    cli_json_open(json, "alexander", '[');
    for (int32_t i = 0; i < result->alexander_count; i++) {
        cli_json_integer(json, NULL, result->alexander[i]);
    }
    cli_json_close(json, ']');
    cli_json_integer(json, "determinant", result->determinant);
    cli_json_integer(json, "signature", result->signature);
    cli_json_close(json, '}');
}

static int identify_file(const char *file, const bight_knot_options *wanted, bight_knot_workspace *workspace,
                         cli_json *json)
{
    bight_error error = {0};
    bight_bytes bytes = {0};
    bight_curves curves = {0};
    if (bight_read_file(NULL, file, MOST_BYTES, &bytes, &error) != BIGHT_OK) {
        return cli_input_error(file, &error);
    }
    bight_status status = bight_read_xyz(NULL, bytes.data, bytes.size, &curves, &error);
    bight_bytes_free(NULL, &bytes);
    if (status != BIGHT_OK) {
        return cli_input_error(file, &error);
    }
    int code = CLI_DONE;
    for (int32_t i = 0; i < curves.curve_count; i++) {
        bight_curve curve = bight_curves_at(&curves, i);
        bight_knot_result result;
        status = bight_knot_identify(NULL, workspace, &curve, 1, wanted, &result, &error);
        if (status != BIGHT_OK) {
            code = cli_input_error(file, &error);
        } else if (json != NULL) {
            print_json(json, file, i, &curve, &result);
        } else {
            print_result(file, i, curves.curve_count, &result);
        }
    }
    bight_curves_free(NULL, &curves);
    return code;
}

static int identify(const cli_args *args)
{
    int64_t seed = 0;
    if (args->file_count == 0) {
        cli_say(NULL, 0, "identify has no file: bight identify FILE.xyz");
        return CLI_USAGE;
    }
    if (!cli_integer("--seed", args->values[SEED], 0, INT64_MAX, &seed)) {
        return CLI_USAGE;
    }
    bight_knot_options wanted = {.seed = (uint64_t)seed};
    if (args->values[CLOSURE] != NULL) {
        static const char *const ways[] = {"far", "direct"};
        int32_t way = cli_word("--closure", args->values[CLOSURE], ways, 2);
        if (way < 0) {
            return CLI_USAGE;
        }
        wanted.closure = way == 0 ? BIGHT_KNOT_CLOSURE_FAR : BIGHT_KNOT_CLOSURE_DIRECT;
    }
    bight_knot_workspace *workspace = bight_knot_workspace_new(NULL);
    cli_json json = {.out = stdout};
    bool as_json = args->values[JSON] != NULL;
    if (as_json) {
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "version", bight_version());
        cli_json_open(&json, "results", '[');
    }
    int code = CLI_DONE;
    for (int32_t i = 0; i < args->file_count; i++) {
        int file_code = identify_file(args->files[i], &wanted, workspace, as_json ? &json : NULL);
        code = file_code > code ? file_code : code;
    }
    if (as_json) {
        cli_json_close(&json, ']');
        cli_json_close(&json, '}');
    }
    bight_knot_workspace_free(workspace);
    return code;
}

const cli_verb cli_verb_identify = {
    "identify",
    "identify FILE... [--json] [--closure far|direct] [--seed S]",
    "Name the knot in each curve of .xyz files. \"unknown\" is an answer, not a failure.",
    options,
    identify,
    NULL};
