// SPDX-License-Identifier: MIT
// bight template list|show|make|check: knots as templates.

#include "bight/knot_code.h"
#include "bight/render.h"
#include "bight/template_check.h"
#include "bight/tie.h"
#include "cli/knots.h"
#include "cli/template_out.h"
#include "cli/templates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    OUT,
    UNIFORM,
    SIDES,
    BEND,
    FROM,
    SCENE,
    RADIUS,
    TOLERANCE,
    ALL,
    EDITS,
    SEED,
    TEMPLATES,
    KNOTS,
    SCHEMA,
    JSON
};
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

#define MOST_SETS 64

typedef struct order {
    const cli_args *args;
    const char *sets[MOST_SETS]; // NAME=VALUE
    int32_t set_count;
} order;

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

typedef int each_template(void *user, const char *name, const bight_template_def *def);

static int for_each(const char *folder, each_template *see, void *user)
{
    char(*names)[CLI_TEMPLATE_NAME] = calloc(CLI_MOST_TEMPLATES, sizeof *names);
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

static int list(const order *o)
{
    if (o->args->file_count != 1) {
        cli_say(NULL, 0, "template list takes no names");
        return CLI_USAGE;
    }
    if (o->args->values[SCHEMA] != NULL) {
        bight_template_schema(put_schema, NULL);
        return CLI_DONE;
    }
    if (o->args->values[JSON] == NULL) {
        return for_each(o->args->values[TEMPLATES], list_one, NULL);
    }
    cli_json json = {.out = stdout};
    cli_json_open(&json, NULL, '[');
    int code = for_each(o->args->values[TEMPLATES], list_one, &json);
    cli_json_close(&json, ']');
    return code;
}

// ---- show -------------------------------------------------------------------------------------------

// Values as --set says, in the template. Where that is not reached it says so; the picture shows where it stopped.
static int set_values(const order *o, bight_template *made)
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

static int show_made(const order *o, bight_template *made, int64_t sides)
{
    const char *out = o->args->values[OUT];
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

static int show(const order *o)
{
    const cli_args *args = o->args;
    const char *out = args->values[OUT];
    int64_t sides = 0;
    bight_template_limits limits = {.uniform = args->values[UNIFORM] != NULL};
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
    if (!cli_integer("--sides", args->values[SIDES], 3, 256, &sides) ||
        !cli_positive("--bend", args->values[BEND], &limits.bend)) {
        return CLI_USAGE;
    }
    bight_template_file *file;
    int code = cli_open_template(args->values[TEMPLATES], args->files[1], &file);
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

// ---- make -------------------------------------------------------------------------------------------

// The curves of a table's knot, of a file or of a scene; what they live in.
typedef struct source {
    bight_curve curves[BIGHT_PIPE_MAX_STRANDS];
    int32_t count;
    double thickness; // radius of rope that they are made for, 0 when that is not known
    char name[64];
    bight_start start;
    bight_curves file;
    bight_scene *scene;
    bight_vec3 *smooth[BIGHT_PIPE_MAX_STRANDS]; // curves of a scene without their corners
} source;

static int from_knot(const order *o, source *s)
{
    bight_book *book = NULL;
    bight_diagram *diagram = NULL;
    bight_error error = {0};
    int code = cli_open_book(o->args->values[KNOTS], &book);
    if (code == CLI_DONE &&
        bight_tie_diagram(NULL, book, o->args->files[1], false, &diagram, &error) != BIGHT_OK) {
        code = cli_input_error(NULL, &error);
    }
    if (code == CLI_DONE && bight_start_make(cli_env(), diagram, NULL, &s->start, &error) != BIGHT_OK) {
        code = cli_input_error(NULL, &error);
    }
    bight_diagram_free(diagram);
    bight_book_close(book);
    s->curves[0] = (bight_curve){s->start.points, s->start.count, s->start.closed};
    s->count = 1;
    s->thickness = 2.0 * s->start.radius;
    snprintf(s->name, sizeof s->name, "%.60s", o->args->files[1]);
    return code;
}

static int from_file(const char *path, source *s)
{
    bight_bytes bytes = {0};
    bight_error error = {0};
    int code = cli_read_input(path, &bytes);
    if (code == CLI_DONE && bight_read_xyz(NULL, bytes.data, bytes.size, &s->file, &error) != BIGHT_OK) {
        code = cli_input_error(path, &error);
    }
    bight_bytes_free(NULL, &bytes);
    if (code == CLI_DONE && s->file.curve_count > BIGHT_PIPE_MAX_STRANDS) {
        cli_say(path, 0, "%d curves: a template has at most %d strands", (int)s->file.curve_count,
                BIGHT_PIPE_MAX_STRANDS);
        code = CLI_INPUT;
    }
    for (int32_t i = 0; i < s->file.curve_count && code == CLI_DONE; i++) {
        s->curves[s->count++] = bight_curves_at(&s->file, i);
    }
    snprintf(s->name, sizeof s->name, "from_file");
    return code;
}

// A copy of a curve, its corners rounded to about a rope's radius: each point goes half way to the middle of its neighbours,
// again and again. (A drawing has corners where a strand rises over another.)
static bight_vec3 *smoothed(const bight_scene_rope *rope)
{
    bight_curve c = rope->curve;
    bight_vec3 *p = malloc((size_t)c.count * sizeof *p), *q = malloc((size_t)c.count * sizeof *q);
    double length = 0.0;
    for (int32_t k = 1; k < c.count; k++) {
        bight_vec3 a = c.points[k - 1], b = c.points[k];
        length += sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
    }
    double part = rope->radius * c.count / (length > 0.0 ? length : 1.0);
    int32_t rounds = part < 20.0 ? (int32_t)(2.0 * part * part) + 1 : 800;
    if (p == NULL || q == NULL) {
        free(p);
        free(q);
        return NULL;
    }
    memcpy(p, c.points, (size_t)c.count * sizeof *p);
    for (int32_t round = 0; round < rounds; round++) {
        memcpy(q, p, (size_t)c.count * sizeof *p);
        for (int32_t k = c.closed ? 0 : 1; k < (c.closed ? c.count : c.count - 1); k++) {
            bight_vec3 a = q[(k + c.count - 1) % c.count], b = q[(k + 1) % c.count];
            p[k] = (bight_vec3){0.5 * q[k].x + 0.25 * (a.x + b.x), 0.5 * q[k].y + 0.25 * (a.y + b.y),
                                0.5 * q[k].z + 0.25 * (a.z + b.z)};
        }
    }
    free(q);
    return p;
}

static int from_scene(const char *path, source *s)
{
    int code = cli_read_scene(path, &s->scene);
    if (code == CLI_DONE && (s->scene->rope_count < 1 || s->scene->rope_count > BIGHT_PIPE_MAX_STRANDS)) {
        cli_say(path, 0, "%d ropes: a template has 1 to %d strands", (int)s->scene->rope_count,
                BIGHT_PIPE_MAX_STRANDS);
        code = CLI_INPUT;
    }
    for (int32_t i = 0; code == CLI_DONE && i < s->scene->rope_count; i++) {
        const bight_scene_rope *rope = &s->scene->ropes[i];
        s->smooth[i] = smoothed(rope);
        if (s->smooth[i] == NULL) {
            cli_say(path, 0, "no memory for its ropes");
            return CLI_FAILED;
        }
        s->curves[s->count++] = (bight_curve){s->smooth[i], rope->curve.count, rope->curve.closed};
        s->thickness =
            0.5 *
            s->scene->ropes[i].radius; // drawn ropes touch where they cross: with room, they bend gently
    }
    snprintf(s->name, sizeof s->name, "from_scene");
    return code;
}

// Scaled so that rope of the source's radius has the radius that is asked for.
static int write_made(const order *o, source *s, double radius, double tolerance)
{
    static const bight_template_target all = {.effect = BIGHT_TEMPLATE_RADIUS, .index = -1, .by = 1.0};
    static const bight_template_target turn = {.effect = BIGHT_TEMPLATE_ORIENTATION, .by = 1.0};
    static const bight_template_target tight = {.effect = BIGHT_TEMPLATE_TIGHTNESS, .by = 1.0};
    const bight_template_parameter parameters[] = {
        {"radius", "Thickness", "x", 0.5, 2.0, 1.0, &all, 1},
        {"orientation", "Orientation", "deg", -180.0, 180.0, 0.0, &turn, 1},
        {"tightness", "Tightness", "", 0.0, 1.0, 0.5, &tight, 1}};
    double scale = s->thickness > 0.0 ? radius / s->thickness : 1.0;
    bight_strands strands = {0};
    bight_error error = {0};
    bight_status status =
        bight_strands_fit(NULL, s->curves, s->count, radius / scale, tolerance / scale, &strands, &error);
    for (int32_t i = 0; i < strands.count && status == BIGHT_OK; i++) {
        bight_template_strand *strand = &strands.strands[i];
        bight_vec3 *points = strands.points[i];
        double *radii = strands.radii[i];
        for (int32_t k = 0; k < 3 * strand->pieces + (strand->closed ? 0 : 1); k++) {
            points[k] = (bight_vec3){scale * points[k].x, scale * points[k].y, scale * points[k].z};
        }
        for (int32_t k = 0; k <= strand->pieces; k++) {
            radii[k] = radius;
        }
    }
    bight_template_def def = {.name = s->name,
                              .title = s->name,
                              .strands = strands.strands,
                              .strand_count = strands.count,
                              .parameters = parameters,
                              .parameter_count = 3,
                              .gap = 0.02 * radius,
                              .least_radius = 0.05 * radius,
                              .tightness = 0.5};
    bight_template *made = NULL;
    int code = CLI_DONE;
    if (status != BIGHT_OK || bight_template_make(NULL, &def, NULL, &made, &error) != BIGHT_OK) {
        code = cli_input_error(NULL, &error);
    } else {
        code = cli_template_json(made, o->args->values[OUT]) ? CLI_DONE : CLI_FAILED;
    }
    bight_template_free(made);
    bight_strands_free(NULL, &strands);
    return code;
}

static int make(const order *o)
{
    const cli_args *args = o->args;
    double radius = 0.012, tolerance = 0.0;
    int32_t given = (args->file_count == 2) + (args->values[FROM] != NULL) + (args->values[SCENE] != NULL);
    if (given != 1 || args->file_count > 2 || args->values[OUT] == NULL ||
        !cli_ends_in(args->values[OUT], "json")) {
        cli_say(NULL, 0, "template make takes a knot, --from F.xyz or --scene F.json, and -o T.json");
        return CLI_USAGE;
    }
    if (!cli_positive("--radius", args->values[RADIUS], &radius) ||
        !cli_positive("--tolerance", args->values[TOLERANCE], &tolerance)) {
        return CLI_USAGE;
    }
    source s = {.count = 0};
    int code = args->values[FROM] != NULL    ? from_file(args->values[FROM], &s)
               : args->values[SCENE] != NULL ? from_scene(args->values[SCENE], &s)
                                             : from_knot(o, &s);
    code = code == CLI_DONE ? write_made(o, &s, radius, tolerance) : code;
    bight_start_free(NULL, &s.start);
    bight_curves_free(NULL, &s.file);
    bight_scene_destroy(s.scene);
    for (int32_t i = 0; i < BIGHT_PIPE_MAX_STRANDS; i++) {
        free(s.smooth[i]);
    }
    return code;
}

// ---- check ------------------------------------------------------------------------------------------

typedef struct checking {
    int64_t edits, seed;
    int32_t templates, done, accepted, stopped, self_intersections, topology_changed, failed_count;
    char failed[CLI_MOST_TEMPLATES][400];
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
    if (c->failed_count < CLI_MOST_TEMPLATES) {
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

static int check(const order *o)
{
    const cli_args *args = o->args;
    checking *c = calloc(1, sizeof *c);
    if (c == NULL) {
        return CLI_FAILED;
    }
    c->seed = 1;
    c->quiet = args->values[JSON] != NULL;
    int code = CLI_USAGE;
    if ((args->file_count == 2) == (args->values[ALL] != NULL)) {
        cli_say(NULL, 0, "template check takes one template, or --all");
    } else if (cli_integer("--edits", args->values[EDITS], 0, 1000000, &c->edits) &&
               cli_integer("--seed", args->values[SEED], 0, INT64_MAX, &c->seed)) {
        if (args->values[ALL] != NULL) {
            code = for_each(args->values[TEMPLATES], check_one, c);
        } else {
            bight_template_file *file;
            code = cli_open_template(args->values[TEMPLATES], args->files[1], &file);
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

// ---- arguments --------------------------------------------------------------------------------------

static int run(const order *o)
{
    static const struct {
        const char *name;
        int (*run)(const order *o);
    } verbs[] = {{"list", list}, {"show", show}, {"make", make}, {"check", check}};
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
    order o = {.set_count = 0};
    int left = 0;
    for (int i = 0; i < argc; i++) {
        bool joined = strncmp(argv[i], "--set=", 6) == 0;
        if (!joined && strcmp(argv[i], "--set") != 0) {
            argv[left++] = argv[i];
            continue;
        }
        if ((!joined && i + 1 == argc) || o.set_count == MOST_SETS) {
            cli_say(NULL, 0, "--set has no value, or there are more than %d: write --set NAME=VALUE",
                    MOST_SETS);
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
