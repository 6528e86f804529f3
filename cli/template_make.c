// SPDX-License-Identifier: MIT
// bight template make: a template from a knot of the table, from a file's curves, or from a scene's ropes.

#include "bight/io.h"
#include "bight/tie.h"
#include "cli/knots.h"
#include "cli/template_out.h"
#include "cli/template_verbs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static int from_knot(const template_order *o, source *s)
{
    bight_book *book = NULL;
    bight_diagram *diagram = NULL;
    bight_error error = {0};
    int code = cli_open_book(o->args->values[TEMPLATE_KNOTS], &book);
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
static int write_made(const template_order *o, source *s, double radius, double tolerance)
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
        code = cli_template_json(made, o->args->values[TEMPLATE_OUT]) ? CLI_DONE : CLI_FAILED;
    }
    bight_template_free(made);
    bight_strands_free(NULL, &strands);
    return code;
}

int cli_template_make(const template_order *o)
{
    const cli_args *args = o->args;
    double radius = 0.012, tolerance = 0.0;
    int32_t given = (args->file_count == 2) + (args->values[TEMPLATE_FROM] != NULL) +
                    (args->values[TEMPLATE_SCENE] != NULL);
    if (given != 1 || args->file_count > 2 || args->values[TEMPLATE_OUT] == NULL ||
        !cli_ends_in(args->values[TEMPLATE_OUT], "json")) {
        cli_say(NULL, 0, "template make takes a knot, --from F.xyz or --scene F.json, and -o T.json");
        return CLI_USAGE;
    }
    if (!cli_positive("--radius", args->values[TEMPLATE_RADIUS], &radius) ||
        !cli_positive("--tolerance", args->values[TEMPLATE_TOLERANCE], &tolerance)) {
        return CLI_USAGE;
    }
    source s = {.count = 0};
    int code = args->values[TEMPLATE_FROM] != NULL    ? from_file(args->values[TEMPLATE_FROM], &s)
               : args->values[TEMPLATE_SCENE] != NULL ? from_scene(args->values[TEMPLATE_SCENE], &s)
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
