// SPDX-License-Identifier: MIT
// bight convert: codes of diagrams into other codes, curves into codes.

#include "bight/code_text.h"
#include "bight/knot_diagram.h"
#include "cli/knots.h"

#include <string.h>

enum { FROM, TO, PLAIN, REDUCE };
static const cli_option options[] = {
    {"--from", "KIND",
     "pd, pd-cw, dt, dt-letters, gauss, gauss-signed, braid, or a format of curves. Default: look."},
    {"--to", "KIND", "pd, pd-cw, dt, dt-letters, gauss, gauss-signed or braid."},
    {"--plain", NULL, "Leave out the signs that keep the mirror image of a dt or gauss code."},
    {"--reduce", NULL, "Take crossings out first."},
    {NULL, NULL, NULL},
};

typedef struct converter {
    bight_code_kind from, to; // from: BIGHT_CODE_COUNT for curves or to look
    bight_curve_format format;
    bool plain, reduce;
    bight_knot_workspace *workspace;
} converter;

// A curve's diagram is always reduced: that of a code only when asked to.
static int print_diagram(const converter *c, const char *file, int32_t line, const char *name, bool reduce,
                         const bight_diagram *diagram)
{
    bight_error error = {0};
    bight_bytes bytes = {0};
    bight_diagram *reduced = NULL;
    bight_status status = BIGHT_OK;
    if (reduce) {
        status = bight_diagram_reduce(cli_env(), c->workspace, diagram, &reduced, &error);
    }
    if (status == BIGHT_OK) {
        status = bight_code_write(NULL, reduced != NULL ? reduced : diagram, c->to, c->plain, &bytes, &error);
    }
    bight_diagram_free(reduced);
    if (status == BIGHT_ERROR_STOPPED) {
        return CLI_INTERRUPTED;
    }
    if (status != BIGHT_OK) {
        error.line = line;
        return cli_input_error(file, &error);
    }
    cli_put_text(stdout, name, strlen(name));
    printf("%s%.*s\n", name[0] != '\0' ? ": " : "", (int)bytes.size, (const char *)bytes.data);
    bight_bytes_free(NULL, &bytes);
    return CLI_DONE;
}

static int convert_codes(const converter *c, const char *file, const bight_bytes *bytes, bight_code_kind kind)
{
    size_t at = 0;
    int32_t line = 0;
    int worst = CLI_DONE;
    bight_code_item item;
    if (cli_refuse_binary(file, bytes)) {
        return CLI_INPUT;
    }
    while (!cli_interrupted() && bight_code_next(bytes->data, bytes->size, &at, &line, &item)) {
        bight_error error = {0};
        bight_diagram *diagram = NULL;
        bight_curve_name name;
        bight_status status = bight_code_read(NULL, &item, kind, &name, &diagram, &error);
        int code = status == BIGHT_OK ? print_diagram(c, file, item.line, name.text, c->reduce, diagram)
                                      : cli_input_error(file, &error);
        bight_diagram_free(diagram);
        worst = code > worst ? code : worst;
    }
    return worst;
}

// The components of a file together, or each frame by itself.
static int convert_curves(const converter *c, const char *file, const bight_bytes *bytes)
{
    bight_error error = {0};
    bight_curves curves;
    const bight_read_options options_read = {.format = c->format, .file_name = file};
    if (bight_read_curves(NULL, bytes->data, bytes->size, &options_read, &curves, &error) != BIGHT_OK) {
        return cli_input_error(file, &error);
    }

    int32_t size = curves.frames ? 1 : curves.curve_count;
    int worst = CLI_DONE;
    for (int32_t i = 0; i < curves.curve_count && !cli_interrupted(); i += size) {
        bight_curve list[64];
        bight_diagram *diagram = NULL;
        if (size > 64) {
            cli_say(file, 0, "%d components: at most 64 are converted together", (int)size);
            worst = CLI_INPUT;
            break;
        }
        for (int32_t k = 0; k < size; k++) {
            list[k] = bight_curves_at(&curves, i + k);
        }
        bight_status status =
            bight_diagram_from_curves(cli_env(), c->workspace, list, size, NULL, &diagram, &error);
        int code = status == BIGHT_OK ? print_diagram(c, file, 0, curves.names[i].text, true, diagram)
                                      : cli_input_error(file, &error);
        bight_diagram_free(diagram);
        worst = code > worst ? code : worst;
    }

    bight_curves_free(NULL, &curves);
    return worst;
}

static int convert_file(const converter *c, const char *file)
{
    bight_bytes bytes;
    int code = cli_read_shape(file, &bytes);
    if (code != CLI_DONE) {
        return code;
    }
    bight_code_kind kind = c->from;
    if (kind == BIGHT_CODE_COUNT && c->format == BIGHT_CURVE_FORMAT_AUTO) {
        kind = bight_code_detect(bytes.data, bytes.size, file);
    }
    code = kind != BIGHT_CODE_COUNT ? convert_codes(c, file, &bytes, kind) : convert_curves(c, file, &bytes);
    bight_bytes_free(NULL, &bytes);
    return code;
}

static int convert(const cli_args *args)
{
    converter c = {.from = BIGHT_CODE_COUNT,
                   .plain = args->values[PLAIN] != NULL,
                   .reduce = args->values[REDUCE] != NULL};
    const char *from = args->values[FROM], *to = args->values[TO];
    c.to = to != NULL ? bight_code_kind_find(to) : BIGHT_CODE_COUNT;
    if (c.to == BIGHT_CODE_COUNT || c.to == BIGHT_CODE_AUTO) {
        cli_say(NULL, 0, "--to is %s: give pd, pd-cw, dt, dt-letters, gauss, gauss-signed or braid",
                to != NULL ? to : "missing");
        return CLI_USAGE;
    }

    if (from != NULL) {
        c.from = bight_code_kind_find(from);
        c.format = bight_curve_format_find(from);
        if (c.from == BIGHT_CODE_COUNT && c.format == BIGHT_CURVE_FORMAT_COUNT) {
            cli_say(NULL, 0, "--from is \"%.40s\": see bight help convert for the kinds there are", from);
            return CLI_USAGE;
        }
        c.format = c.format == BIGHT_CURVE_FORMAT_COUNT ? BIGHT_CURVE_FORMAT_AUTO : c.format;
    }

    if (args->file_count == 0) {
        cli_say(NULL, 0, "convert has no file: bight convert FILE --to dt, or - for stdin");
        return CLI_USAGE;
    }

    c.workspace = bight_knot_workspace_new(NULL);
    int worst = CLI_DONE;
    for (int32_t i = 0; i < args->file_count && !cli_interrupted(); i++) {
        int code = cli_is_knot_name(args->files[i]) ? CLI_INPUT : convert_file(&c, args->files[i]);
        worst = code > worst ? code : worst;
    }

    bight_knot_workspace_free(c.workspace);
    return cli_interrupted() ? CLI_INTERRUPTED : worst;
}

const cli_verb cli_verb_convert = {
    "convert",
    "convert FILE... --to KIND [--from KIND] [--plain] [--reduce]",
    "Write each code or curve of files, or of stdin (-), as another code of its diagram, one a line.",
    options,
    convert,
    NULL};
