// SPDX-License-Identifier: MIT
// Sewing patterns in the JSON of GarmentCode.

#include "bight/garment_file.h"

#include "core/error.h"
#include "core/turn.h"
#include "core/vec3.h"
#include "garment/outline.h"
#include "io/json.h"

#include <stdio.h>
#include <string.h>

#define MOST_ITEMS 1000

typedef struct sewing_reader {
    const bight_allocator *allocator;
    bight_sewing *pattern;
    bight_error *error;
    double unit;   // of the file in one metre
    bool relative; // control points are given along and across their edge
} sewing_reader;

static bight_status no_memory(sewing_reader *reader)
{
    return bi_fail(reader->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a sewing pattern");
}

// `count` numbers of a list, each at most 1e9.
static bool read_numbers(const bi_json *list, size_t count, double *numbers)
{
    if (!bi_json_is(list, BI_JSON_ARRAY) || bi_json_count(list) != count) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!bi_json_is_number(bi_json_at(list, i))) {
            return false;
        }
        numbers[i] = bi_json_number(bi_json_at(list, i));
        if (!(fabs(numbers[i]) <= 1e9)) {
            return false;
        }
    }
    return true;
}

// ---- edges ----------------------------------------------------------------------------------------------

static void set_control(sewing_reader *reader, bight_sewing_edge *edge, const double to[2],
                        const double given[2])
{
    double *control = edge->control[edge->control_count++];
    double x = to[0] - edge->from[0], y = to[1] - edge->from[1];
    if (reader->relative) { // along the edge in its lengths, and across it to its left
        control[0] = edge->from[0] + given[0] * x - given[1] * y;
        control[1] = edge->from[1] + given[0] * y + given[1] * x;
    } else {
        control[0] = edge->from[0] + given[0] / reader->unit;
        control[1] = edge->from[1] + given[1] / reader->unit;
    }
}

// [radius, large, right]: the arc is the longer of two when large is 1, and bends to the right of its chord when right is.
static bool set_circle(sewing_reader *reader, bight_sewing_edge *edge, const double to[2],
                       const double given[3])
{
    double half = 0.5 * bi_length_2d(to[0] - edge->from[0], to[1] - edge->from[1]),
           radius = given[0] / reader->unit;
    if (!(radius >= half * (1.0 - 1e-6)) || half == 0.0) {
        return false;
    }
    double far = sqrt(fmax(0.0, radius * radius - half * half));
    double bulge = half / (radius + (given[1] != 0.0 ? -far : far)); // tan of a quarter of the angle
    edge->bulge = given[2] != 0.0 ? bulge : -bulge;
    return isfinite(bulge);
}

static bool read_curvature(sewing_reader *reader, const bi_json *json, bight_sewing_edge *edge,
                           const double to[2])
{
    double numbers[3];
    if (json == NULL || bi_json_is(json, BI_JSON_NULL)) {
        return true;
    }
    if (read_numbers(json, 2, numbers)) { // the older form: one control point
        set_control(reader, edge, to, numbers);
        return true;
    }
    const char *type = bi_json_string(bi_json_get(json, "type"));
    const bi_json *given = bi_json_get(json, "params");
    if (type != NULL && strcmp(type, "circle") == 0) {
        if (!bi_json_is(given, BI_JSON_ARRAY) || bi_json_count(given) != 3) {
            return false;
        }
        for (size_t i = 0; i < 3; i++) { // flags may be numbers or truth values
            const bi_json *item = bi_json_at(given, i);
            numbers[i] = bi_json_is(item, BI_JSON_TRUE) ? 1.0 : bi_json_number(item);
            if (!(fabs(numbers[i]) <= 1e9)) {
                return false;
            }
        }
        return set_circle(reader, edge, to, numbers);
    }
    size_t controls = type == NULL                     ? 0
                      : strcmp(type, "quadratic") == 0 ? 1
                      : strcmp(type, "cubic") == 0     ? 2
                                                       : 0;
    if (controls == 0 || !bi_json_is(given, BI_JSON_ARRAY) || bi_json_count(given) != controls) {
        return false;
    }
    for (size_t i = 0; i < controls; i++) {
        if (!read_numbers(bi_json_at(given, i), 2, numbers)) {
            return false;
        }
        set_control(reader, edge, to, numbers);
    }
    return true;
}

static bight_status read_edges(sewing_reader *reader, const char *name, const bi_json *json,
                               bight_sewing_panel *panel)
{
    const bi_json *vertices = bi_json_get(json, "vertices"), *edges = bi_json_get(json, "edges");
    size_t count = bi_json_count(edges), corners = bi_json_count(vertices);
    if (count < 2 || count > MOST_ITEMS || corners < 2 || corners > MOST_ITEMS) {
        return bi_fail(reader->error,
                       count > MOST_ITEMS || corners > MOST_ITEMS ? BIGHT_ERROR_TOO_LARGE : BIGHT_ERROR_PARSE,
                       bi_json_line(json), "panel \"%.60s\" needs 2 to 1,000 vertices and edges", name);
    }
    int64_t last = -1, first = -1;
    for (size_t e = 0; e < count; e++) {
        const bi_json *item = bi_json_at(edges, e), *ends = bi_json_get(item, "endpoints");
        const bi_json *one = bi_json_at(ends, 0), *two = bi_json_at(ends, 1);
        double from[2], to[2];
        int64_t a = bi_json_integer(one), b = bi_json_integer(two);
        if (!bi_json_is(one, BI_JSON_INTEGER) || !bi_json_is(two, BI_JSON_INTEGER) ||
            bi_json_count(ends) != 2 || a < 0 || b < 0 || a >= (int64_t)corners || b >= (int64_t)corners ||
            (last >= 0 && a != last) || !read_numbers(bi_json_at(vertices, (size_t)a), 2, from) ||
            !read_numbers(bi_json_at(vertices, (size_t)b), 2, to)) {
            return bi_fail(
                reader->error, BIGHT_ERROR_PARSE, bi_json_line(item),
                "edge %d of panel \"%.60s\" does not run from the vertex where the last one ends to another: "
                "write \"endpoints\": [a, b] with numbers of vertices, edges in order",
                (int)e, name);
        }
        first = first < 0 ? a : first;
        last = b;
        for (int32_t k = 0; k < 2; k++) {
            from[k] /= reader->unit;
            to[k] /= reader->unit;
        }
        bight_sewing_edge *edge = bi_panel_add_edge(reader->allocator, panel, from[0], from[1]);
        if (edge == NULL) {
            return no_memory(reader);
        }
        if (!read_curvature(reader, bi_json_get(item, "curvature"), edge, to)) {
            return bi_fail(
                reader->error, BIGHT_ERROR_PARSE, bi_json_line(item),
                "edge %d of panel \"%.60s\" has a curvature that is none: write quadratic [[x, y]], cubic "
                "[[x, y], [x, y]] or circle [radius, large, right]",
                (int)e, name);
        }
    }
    if (last != first) {
        return bi_fail(reader->error, BIGHT_ERROR_PARSE, bi_json_line(edges),
                       "the edges of panel \"%.60s\" do not close: let the last one end at vertex %d", name,
                       (int)first);
    }
    return BIGHT_OK;
}

// ---- panels and stitches --------------------------------------------------------------------------------

// Turns about x, then y, then z of the panel, degrees: R = Rx Ry Rz.
static void set_rotation(const double degrees[3], double rotation[9])
{
    bi_turn x = bi_turn_of(degrees[0] / 360.0), y = bi_turn_of(degrees[1] / 360.0),
            z = bi_turn_of(degrees[2] / 360.0);
    const double r[9] = {y.cosine * z.cosine,
                         -y.cosine * z.sine,
                         y.sine,
                         x.cosine * z.sine + x.sine * y.sine * z.cosine,
                         x.cosine * z.cosine - x.sine * y.sine * z.sine,
                         -x.sine * y.cosine,
                         x.sine * z.sine - x.cosine * y.sine * z.cosine,
                         x.sine * z.cosine + x.cosine * y.sine * z.sine,
                         x.cosine * y.cosine};
    memcpy(rotation, r, sizeof r);
}

static bight_status read_panel(sewing_reader *reader, bi_json_pair pair)
{
    bight_sewing_panel *panel = bi_pattern_add_panel(reader->allocator, reader->pattern, pair.key);
    if (panel == NULL) {
        return no_memory(reader);
    }
    for (char *c = panel->name.text; *c != '\0'; c++) { // a group's name: one printable word
        *c = (char)(*c > ' ' && *c <= '~' ? *c : '_');
    }
    double at[3] = {0.0, 0.0, 0.0}, turn[3] = {0.0, 0.0, 0.0};
    const bi_json *translation = bi_json_get(pair.value, "translation"),
                  *rotation = bi_json_get(pair.value, "rotation");
    if ((translation != NULL && !read_numbers(translation, 3, at)) ||
        (rotation != NULL && !read_numbers(rotation, 3, turn))) {
        return bi_fail(reader->error, BIGHT_ERROR_PARSE, bi_json_line(pair.value),
                       "translation or rotation of panel \"%.60s\" is not a list of three numbers", pair.key);
    }
    panel->translation = (bight_vec3){at[0] / reader->unit, at[1] / reader->unit, at[2] / reader->unit};
    set_rotation(turn, panel->rotation);
    return read_edges(reader, pair.key, pair.value, panel);
}

static bool read_side(const bi_json *panels, const bi_json *json, const bight_sewing *pattern, int32_t *panel,
                      int32_t *edge)
{
    const char *name = bi_json_string(bi_json_get(json, "panel"));
    const bi_json *number = bi_json_get(json, "edge");
    for (int32_t p = 0; name != NULL && p < pattern->panel_count; p++) {
        const char *key = bi_json_member(panels, (size_t)p).key;
        if (strcmp(key, name) == 0) {
            int64_t e = bi_json_integer(number);
            *panel = p;
            *edge = (int32_t)e;
            return bi_json_is(number, BI_JSON_INTEGER) && e >= 0 && e < pattern->panels[p].edge_count;
        }
    }
    return false;
}

static bight_status read_stitches(sewing_reader *reader, const bi_json *panels, const bi_json *stitches)
{
    if (bi_json_count(stitches) > MOST_ITEMS) {
        return bi_fail(reader->error, BIGHT_ERROR_TOO_LARGE, bi_json_line(stitches),
                       "more than 1,000 stitches");
    }
    for (size_t s = 0; s < bi_json_count(stitches); s++) {
        const bi_json *item = bi_json_at(stitches, s);
        bight_sewing_stitch stitch = {0};
        for (size_t k = 0; k < 2; k++) {
            if (!read_side(panels, bi_json_at(item, k), reader->pattern, &stitch.panel[k], &stitch.edge[k])) {
                return bi_fail(reader->error, BIGHT_ERROR_PARSE, bi_json_line(item),
                               "stitch %d names a panel or an edge that is not there: write [{\"panel\": "
                               "name, \"edge\": "
                               "number}, {...}] with edges from 0",
                               (int)s);
            }
        }
        if (bi_pattern_add_stitch(reader->allocator, reader->pattern, stitch) != BIGHT_OK) {
            return no_memory(reader);
        }
    }
    return BIGHT_OK;
}

static bight_status read_root(sewing_reader *reader, const bi_json *root)
{
    const bi_json *pattern = bi_json_get(root, "pattern"), *properties = bi_json_get(root, "properties");
    const bi_json *panels = bi_json_get(pattern, "panels"), *unit = bi_json_get(properties, "units_in_meter");
    const char *coordinates = bi_json_string(bi_json_get(properties, "curvature_coords"));
    if (!bi_json_is(panels, BI_JSON_OBJECT) || bi_json_member(panels, 0).key == NULL) {
        return bi_fail(reader->error, BIGHT_ERROR_PARSE, bi_json_line(root),
                       "no panels: write {\"pattern\": {\"panels\": {...}, \"stitches\": [...]}}");
    }
    reader->unit = unit == NULL ? 100.0 : bi_json_number(unit);
    reader->relative = coordinates == NULL || strcmp(coordinates, "relative") == 0;
    if (!(reader->unit >= 1e-3 && reader->unit <= 1e6)) {
        return bi_fail(reader->error, BIGHT_ERROR_PARSE, bi_json_line(unit),
                       "units_in_meter must be 0.001 to 1,000,000: 100 for centimetres");
    }
    for (size_t p = 0; bi_json_member(panels, p).key != NULL; p++) {
        if (p == MOST_ITEMS) {
            return bi_fail(reader->error, BIGHT_ERROR_TOO_LARGE, bi_json_line(panels),
                           "more than 1,000 panels");
        }
        bight_status status = read_panel(reader, bi_json_member(panels, p));
        if (status != BIGHT_OK) {
            return status;
        }
    }
    return read_stitches(reader, panels, bi_json_get(pattern, "stitches"));
}

bight_status bight_read_sewing(const bight_env *env, const void *bytes, size_t length, bight_sewing *pattern,
                               bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    *pattern = (bight_sewing){0};
    bi_json_error fault;
    bi_json *root = bi_json_parse(allocator, length == 0 ? "" : bytes, length, BI_JSON_LIST_ROOT, &fault);
    if (root == NULL) {
        return bi_fail(error, fault.fault == BI_JSON_NO_MEMORY ? BIGHT_ERROR_NO_MEMORY : BIGHT_ERROR_PARSE,
                       fault.line, "not a sewing pattern in JSON: %s", fault.text);
    }
    sewing_reader reader = {.allocator = allocator, .pattern = pattern, .error = error};
    bight_status status = read_root(&reader, root);
    bi_json_free(root);
    if (status != BIGHT_OK) {
        bight_sewing_free(allocator, pattern);
    }
    return status;
}
