// SPDX-License-Identifier: MIT
// bight template list|show|make|check: knots as templates.

#include "cli/knots.h"
#include "cli/template_out.h"
#include "cli/template_verbs.h"
#include "cli/templates.h"

#include <stdlib.h>
#include <string.h>

static const cli_option options[] = {
    {"-o", "FILE", "show: .png, .obj, .xyz or .json; make: .json."},
    {"--uniform", NULL, "show: reduce all radii alike where there is no room, not only there."},
    {"--sides", "N", "show: vertices of a ring of the pipe, 3 to 256. Default 24; pictures 48."},
    {"--bend", "B", "show: most radius x curvature, 0.05 to 0.95. Default 0.6, for cloth."},
    {"--from", "F.xyz", "make: from the curves of a file."},
    {"--scene", "F.json", "make: from the ropes of a scene at its start, as drawn ropes of the book."},
    {"--radius", "R", "make: of the strands, metres. Default 0.012; the shape is scaled to suit it."},
    {"--tolerance", "T",
     "make: how far strands may be off the points, metres. Default a fifth of the radius."},
    {"--all", NULL, "check: all templates there are."},
    {"--edits", "N", "check: so many random settings of each template. Default 0."},
    {"--seed", "S", "check: of the random settings. Default 1."},
    {"--templates", "DIR", CLI_TEMPLATES_DOC},
    {"--knots", "DIR", CLI_KNOTS_DOC},
    {"--schema", NULL, "list: the JSON Schema of a template's file instead."},
    {"--json", NULL, "Print JSON."},
    {NULL, NULL, NULL},
};

// ---- list -------------------------------------------------------------------------------------------

static void print_parameter(const bight_template_parameter *p)
{
    printf("    %-20s %-24s %g to %g%s%s, default %g\n", p->name, p->label, p->low, p->high,
           p->unit[0] != '\0' ? " " : "", p->unit, p->value);
}

static void json_definition(cli_json *json, const bight_template_def *def)
{
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "name", def->name);
    cli_json_text(json, "title", def->title);
    cli_json_boolean(json, "paper", def->paper);
    cli_json_open(json, "strands", '[');
    for (int32_t i = 0; i < def->strand_count; i++) {
        cli_json_text(json, NULL, def->strands[i].name);
    }
    cli_json_close(json, ']');
    cli_json_open(json, "bars", '[');
    for (int32_t i = 0; i < def->bar_count; i++) {
        cli_json_text(json, NULL, def->bars[i].name);
    }
    cli_json_close(json, ']');
    cli_json_open(json, "components", '[');
    for (int32_t i = 0; i < def->component_count; i++) {
        cli_json_text(json, NULL, def->components[i].name);
    }
    cli_json_close(json, ']');
    cli_json_open(json, "parameters", '[');
    for (int32_t i = 0; i < def->parameter_count; i++) {
        const bight_template_parameter *p = &def->parameters[i];
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", p->name);
        cli_json_text(json, "label", p->label);
        cli_json_text(json, "unit", p->unit);
        cli_json_number(json, "low", p->low);
        cli_json_number(json, "high", p->high);
        cli_json_number(json, "value", p->value);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
    cli_json_open(json, "topology", '{');
    cli_json_text(json, "name", def->topology.name);
    cli_json_open(json, "types", '[');
    for (int32_t i = 0; i < def->strand_count && def->topology.types != NULL; i++) {
        cli_json_text(json, NULL, def->topology.types[i]);
    }
    cli_json_close(json, ']');
    cli_json_text(json, "joined", def->topology.joined);
    cli_json_close(json, '}');
    cli_json_close(json, '}');
}

static void put_schema(void *user, const char *text, size_t length)
{
    (void)user;
    fwrite(text, 1, length, stdout);
}

int cli_each_template(const char *folder,
                      int (*see)(void *user, const char *name, const bight_template_def *def), void *user)
{
    char(*names)[CLI_NAME] = calloc(CLI_MOST_NAMES, sizeof *names);
    int32_t count = 0;
    int worst = names != NULL ? cli_list_templates(folder, names, &count) : CLI_FAILED;
    for (int32_t i = 0; i < count && !cli_interrupted(); i++) {
        bight_template_file *file;
        int code = cli_open_template(folder, names[i], &file);
        code = code == CLI_DONE ? see(user, names[i], bight_template_file_def(file)) : code;
        bight_template_close(file);
        worst = code > worst ? code : worst;
    }
    free(names);
    return cli_interrupted() ? CLI_INTERRUPTED : worst;
}

static int list_one(void *user, const char *name, const bight_template_def *def)
{
    cli_json *json = user;
    if (json != NULL) {
        json_definition(json, def);
        return CLI_DONE;
    }
    printf("%-14s %s%s: %d strand%s, %s\n", name, def->title, def->paper ? " (Guo et al. 2025)" : "",
           (int)def->strand_count, def->strand_count == 1 ? "" : "s",
           def->topology.name != NULL ? def->topology.name : "");
    for (int32_t i = 0; i < def->parameter_count; i++) {
        print_parameter(&def->parameters[i]);
    }
    return CLI_DONE;
}

static int list(const template_order *o)
{
    if (o->args->file_count != 1) {
        cli_say(NULL, 0, "template list takes no names");
        return CLI_USAGE;
    }
    if (o->args->values[TEMPLATE_SCHEMA] != NULL) {
        bight_template_schema(put_schema, NULL);
        return CLI_DONE;
    }
    if (o->args->values[TEMPLATE_JSON] == NULL) {
        return cli_each_template(o->args->values[TEMPLATE_TEMPLATES], list_one, NULL);
    }
    cli_json json = {.out = stdout};
    cli_json_open(&json, NULL, '[');
    int code = cli_each_template(o->args->values[TEMPLATE_TEMPLATES], list_one, &json);
    cli_json_close(&json, ']');
    return code;
}

// ---- show -------------------------------------------------------------------------------------------

// Values as --set says, in the template. Where that is not reached it says so; the picture shows where it stopped.
static int set_values(const template_order *o, bight_template *made)
{
    const bight_template_def *def = bight_template_definition(made);
    double values[BIGHT_TEMPLATE_MAX_PARAMETERS];
    bight_template_edit edit;
    bight_error error = {0};
    if (def->parameter_count > 0) {
        memcpy(values, bight_template_values(made), (size_t)def->parameter_count * sizeof *values);
    }
    for (int32_t i = 0; i < o->set_count; i++) {
        int code = cli_set_parameter(o->sets[i], def, values);
        if (code != CLI_DONE) {
            return code;
        }
    }
    if (bight_template_set(made, values, &edit, &error) != BIGHT_OK) {
        return cli_input_error(NULL, &error);
    }
    if (edit.stopped) {
        cli_say(NULL, 0, "stopped at %.0f %% of the way: %s, at (%.3g, %.3g, %.3g)", 100.0 * edit.reached,
                edit.reason, edit.place.x, edit.place.y, edit.place.z);
    }
    return CLI_DONE;
}

static int show_made(const template_order *o, bight_template *made, int64_t sides)
{
    const char *out = o->args->values[TEMPLATE_OUT];
    int code = set_values(o, made);
    if (code != CLI_DONE) {
        return code;
    }
    if (cli_ends_in(out, "png")) {
        return cli_template_png(made, sides > 0 ? (int32_t)sides : 48, out) ? CLI_DONE : CLI_FAILED;
    }
    if (cli_ends_in(out, "obj")) {
        return cli_template_obj(made, (int32_t)sides, out) ? CLI_DONE : CLI_FAILED;
    }
    return (cli_ends_in(out, "xyz") ? cli_template_xyz(made, out) : cli_template_json(made, out))
               ? CLI_DONE
               : CLI_FAILED;
}

static int show(const template_order *o)
{
    const cli_args *args = o->args;
    const char *out = args->values[TEMPLATE_OUT];
    int64_t sides = 0;
    bight_template_limits limits = {.uniform = args->values[TEMPLATE_UNIFORM] != NULL};
    if (args->file_count != 2 || out == NULL) {
        cli_say(NULL, 0, "template show takes one template and -o: bight template show bow -o bow.png");
        return CLI_USAGE;
    }
    if (!cli_ends_in(out, "png") && !cli_ends_in(out, "obj") && !cli_ends_in(out, "xyz") &&
        !cli_ends_in(out, "json")) {
        cli_say(NULL, 0, "-o is \"%s\": give a name that ends in .png, .obj, .xyz or .json",
                cli_show(out).text);
        return CLI_USAGE;
    }
    if (!cli_integer("--sides", args->values[TEMPLATE_SIDES], 3, 256, &sides) ||
        !cli_positive("--bend", args->values[TEMPLATE_BEND], &limits.bend)) {
        return CLI_USAGE;
    }
    bight_template_file *file;
    int code = cli_open_template(args->values[TEMPLATE_TEMPLATES], args->files[1], &file);
    if (code != CLI_DONE) {
        return code;
    }
    bight_template *made;
    bight_error error = {0};
    if (bight_template_make(NULL, bight_template_file_def(file), &limits, &made, &error) != BIGHT_OK) {
        code = cli_input_error(args->files[1], &error);
    } else {
        code = show_made(o, made, sides);
        bight_template_free(made);
    }
    bight_template_close(file);
    return code;
}

// ---- arguments --------------------------------------------------------------------------------------

static int run(const template_order *o)
{
    static const struct {
        const char *name;
        int (*run)(const template_order *o);
    } verbs[] = {{"list", list}, {"show", show}, {"make", cli_template_make}, {"check", cli_template_check}};
    const char *name = o->args->file_count > 0 ? o->args->files[0] : "";
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(name, verbs[i].name) == 0) {
            if (o->set_count > 0 && verbs[i].run != show) {
                cli_say(NULL, 0, "--set is for template show");
                return CLI_USAGE;
            }
            return verbs[i].run(o);
        }
    }
    cli_say(NULL, 0, "template what: list, show, make or check");
    return CLI_USAGE;
}

// --set may be given many times: these are taken out before the others are read.
static int run_raw(int argc, char **argv)
{
    template_order o = {.set_count = 0};
    int left = 0;
    for (int i = 0; i < argc; i++) {
        bool joined = strncmp(argv[i], "--set=", 6) == 0;
        if (!joined && strcmp(argv[i], "--set") != 0) {
            argv[left++] = argv[i];
            continue;
        }
        if ((!joined && i + 1 == argc) || o.set_count == TEMPLATE_MOST_SETS) {
            cli_say(NULL, 0, "--set has no value, or there are more than %d: write --set NAME=VALUE",
                    TEMPLATE_MOST_SETS);
            return CLI_USAGE;
        }
        o.sets[o.set_count++] = joined ? argv[i] + 6 : argv[++i];
    }
    cli_args args;
    int code = cli_parse(&cli_verb_template, left, argv, &args);
    o.args = &args;
    return code == CLI_DONE ? run(&o) : code;
}

const cli_verb cli_verb_template = {
    "template",
    "template list | show NAME|FILE [--set K=V]... -o X.png|.obj|.xyz|.json | make KNOT|--from F.xyz|--scene "
    "F.json "
    "-o T.json | check NAME|FILE|--all [--edits N] [--seed S] [--json]",
    "Knots as templates for cloth: list them, set their sliders and show them, make new ones, check them.",
    options,
    NULL,
    run_raw};
