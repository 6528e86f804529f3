// SPDX-License-Identifier: MIT
// Values that are not objects: numbers, words, points and lists of them.

#include "scene/read.h"

#if defined(BIGHT_HAS_JANSSON)

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- words for messages -----------------------------------------------------------------------------

static const char *value_text(const json_t *json, char *buffer, size_t size)
{
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        snprintf(buffer, size, "a list of %zu", json_array_size(json));
        return buffer;
    case JSON_STRING:
        snprintf(buffer, size, "\"%.40s\"", json_string_value(json));
        return buffer;
    case JSON_INTEGER:
        snprintf(buffer, size, "%lld", (long long)json_integer_value(json));
        return buffer;
    case JSON_REAL:
        snprintf(buffer, size, "%g", json_real_value(json));
        return buffer;
    case JSON_TRUE:
        return "true";
    case JSON_FALSE:
        return "false";
    default:
        return "null";
    }
}

static void range_text(const bi_field *field, char *buffer, size_t size)
{
    const char *what = field->kind == BI_INTEGER ? "whole number" : "number";
    const char *unit = field->unit != NULL ? field->unit : "";
    const char *open = field->unit != NULL ? " (" : "", *close = field->unit != NULL ? ")" : "";
    if (field->flags & BI_ABOVE) {
        snprintf(buffer, size, "a %s above %.10g, at most %.10g%s%s%s", what, field->low, field->high, open,
                 unit, close);
    } else {
        snprintf(buffer, size, "a %s from %.10g to %.10g%s%s%s", what, field->low, field->high, open, unit,
                 close);
    }
}

static void words_text(const char *const *words, char *buffer, size_t size)
{
    size_t used = 0;
    buffer[0] = '\0';
    for (int32_t i = 0; words[i] != NULL && used < size; i++) {
        int written = snprintf(buffer + used, size - used, "%s\"%s\"", i > 0 ? ", " : "", words[i]);
        used += written > 0 ? (size_t)written : 0;
    }
}

static bight_status wrong(const bi_reader *reader, const json_t *json, const bi_json_path *path,
                          const char *instead)
{
    char value[64];
    return bi_read_fail(reader, path, " is %s: give %s", value_text(json, value, sizeof value), instead);
}

// ---- single values ----------------------------------------------------------------------------------

static bight_status read_number(const bi_reader *reader, const json_t *json, const bi_json_path *path,
                                const bi_field *field, char *out)
{
    // a whole number may be written 3.0
    double value = json_number_value(json);
    bool whole = field->kind != BI_INTEGER || value == trunc(value);
    bool inside =
        (field->flags & BI_ABOVE ? value > field->low : value >= field->low) && value <= field->high;
    if (!json_is_number(json) || !whole || !inside) {
        char instead[120];
        range_text(field, instead, sizeof instead);
        return wrong(reader, json, path, instead);
    }
    if (field->kind == BI_INTEGER) {
        int32_t integer = (int32_t)value;
        memcpy(out, &integer, sizeof integer);
    } else {
        memcpy(out, &value, sizeof value);
    }
    return BIGHT_OK;
}

static bight_status read_string(const bi_reader *reader, const json_t *json, const bi_json_path *path,
                                const bi_field *field, char *out)
{
    double length = (double)json_string_length(json);
    if (!json_is_string(json) || length < field->low || length > field->high) {
        char instead[80];
        snprintf(instead, sizeof instead, "a text of %g to %g bytes", field->low, field->high);
        return wrong(reader, json, path, instead);
    }
    const char *copy = bi_pool_string(reader->pool, json_string_value(json));
    if (copy == NULL) {
        return bi_read_no_memory(reader);
    }
    memcpy(out, &copy, sizeof copy);
    return BIGHT_OK;
}

static bight_status read_choice(const bi_reader *reader, const json_t *json, const bi_json_path *path,
                                const bi_field *field, char *out)
{
    for (int32_t i = 0; field->words[i] != NULL && json_is_string(json); i++) {
        if (strcmp(field->words[i], json_string_value(json)) == 0) {
            memcpy(out, &i, sizeof i);
            return BIGHT_OK;
        }
    }
    char words[120], instead[140];
    words_text(field->words, words, sizeof words);
    snprintf(instead, sizeof instead, "%s%s", field->words[1] != NULL ? "one of " : "", words);
    return wrong(reader, json, path, instead);
}

static bight_status read_color(const bi_reader *reader, const json_t *json, const bi_json_path *path,
                               char *out)
{
    static const char digits[] = "0123456789abcdef";
    const char *text = json_is_string(json) ? json_string_value(json) : "";
    int32_t color = 0;
    bool good = strlen(text) == 7 && text[0] == '#';
    for (int32_t i = 1; good && i < 7; i++) {
        int lower = text[i] >= 'A' && text[i] <= 'F' ? text[i] + ('a' - 'A') : text[i];
        const char *digit = strchr(digits, lower);
        good = digit != NULL;
        color = good ? 16 * color + (int32_t)(digit - digits) : 0;
    }
    if (!good) {
        return wrong(reader, json, path, "a colour such as \"#c08040\"");
    }
    memcpy(out, &color, sizeof color);
    return BIGHT_OK;
}

static bight_status read_node(const bi_reader *reader, const json_t *json, const bi_json_path *path,
                              char *out)
{
    const char *word = json_is_string(json) ? json_string_value(json) : "";
    bight_scene_node_ref node = {0, true, false};
    if (json_is_integer(json) && json_integer_value(json) >= -BIGHT_MAX_NODES &&
        json_integer_value(json) < BIGHT_MAX_NODES) {
        node.index = (int32_t)json_integer_value(json);
    } else if (strcmp(word, "last") == 0) {
        node.index = -1;
    } else if (strcmp(word, "middle") == 0) {
        node.middle = true;
    } else if (strcmp(word, "first") != 0) {
        return wrong(reader, json, path,
                     "\"first\", \"last\", \"middle\" or an index from 0 (-1 is the last)");
    }
    memcpy(out, &node, sizeof node);
    return BIGHT_OK;
}

// ---- points -----------------------------------------------------------------------------------------

static bight_status read_point(const bi_reader *reader, const json_t *json, const bi_json_path *path,
                               const bi_field *field, bight_vec3 *out)
{
    if (!json_is_array(json) || json_array_size(json) != 3) {
        return wrong(reader, json, path, "three numbers [x, y, z]");
    }
    double values[3];
    for (int32_t i = 0; i < 3; i++) {
        const json_t *value = json_array_get(json, (size_t)i);
        values[i] = json_number_value(value);
        if (!json_is_number(value) || !(fabs(values[i]) <= field->high)) {
            bi_json_path inner = {path, NULL, i};
            char instead[80];
            snprintf(instead, sizeof instead, "a number from %g to %g", -field->high, field->high);
            return wrong(reader, value, &inner, instead);
        }
    }
    *out = (bight_vec3){values[0], values[1], values[2]};
    double square = out->x * out->x + out->y * out->y + out->z * out->z;
    if (field->flags & BI_DIRECTION && !(square > 1e-200)) {
        return bi_read_fail(reader, path, " is [0, 0, 0], which has no direction: give any other vector");
    }
    return BIGHT_OK;
}

static bight_status read_points(const bi_reader *reader, const json_t *json, const bi_json_path *path,
                                const bi_field *field, char *out)
{
    // a path may be one bare point
    bool single = field->kind == BI_ONE_POINT ||
                  (field->kind == BI_PATH && json_is_array(json) && json_is_number(json_array_get(json, 0)));
    size_t count = single ? 1 : json_array_size(json);
    if (!single && (!json_is_array(json) || (double)count < field->low)) {
        char instead[80];
        snprintf(instead, sizeof instead, "a list of at least %g points [x, y, z]", field->low);
        return wrong(reader, json, path, instead);
    }
    if (count > BIGHT_MAX_NODES) {
        return bi_read_fail(reader, path, " has %zu points: give at most %d", count, BIGHT_MAX_NODES);
    }
    bight_vec3 *points = bi_pool_new(reader->pool, count, sizeof *points);
    if (points == NULL) {
        return bi_read_no_memory(reader);
    }
    for (size_t i = 0; i < count; i++) {
        bi_json_path inner = {path, NULL, (int32_t)i};
        bight_status status = read_point(reader, single ? json : json_array_get(json, i),
                                         single ? path : &inner, field, &points[i]);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    bight_scene_points result = {points, (int32_t)count};
    memcpy(out, &result, sizeof result);
    return BIGHT_OK;
}

// [x, y] in the plane z = 0
static bight_status read_plan(const bi_reader *reader, const json_t *json, const bi_json_path *path,
                              const bi_field *field, char *out)
{
    size_t count = json_array_size(json);
    if (!json_is_array(json) || (double)count < field->low || count > BI_MOST_PLAN) {
        char instead[80];
        snprintf(instead, sizeof instead, "a list of %g to %d points [x, y]", field->low, BI_MOST_PLAN);
        return wrong(reader, json, path, instead);
    }
    bight_vec3 *points = bi_pool_new(reader->pool, count, sizeof *points);
    if (points == NULL) {
        return bi_read_no_memory(reader);
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *pair = json_array_get(json, i);
        const json_t *x = json_array_get(pair, 0), *y = json_array_get(pair, 1);
        bool good = json_array_size(pair) == 2 && json_is_number(x) && json_is_number(y) &&
                    fabs(json_number_value(x)) <= field->high && fabs(json_number_value(y)) <= field->high;
        if (!good) {
            bi_json_path inner = {path, NULL, (int32_t)i};
            char instead[80];
            snprintf(instead, sizeof instead, "two numbers [x, y] from %g to %g", -field->high, field->high);
            return wrong(reader, pair, &inner, instead);
        }
        points[i] = (bight_vec3){json_number_value(x), json_number_value(y), 0.0};
    }
    bight_scene_points result = {points, (int32_t)count};
    memcpy(out, &result, sizeof result);
    return BIGHT_OK;
}

// ---- names ------------------------------------------------------------------------------------------

static bight_status read_names(const bi_reader *reader, const json_t *json, const bi_json_path *path,
                               const bi_field *field, char *out)
{
    static const bi_field name = {.name = "name", .kind = BI_STRING, .low = 1, .high = 60};
    size_t count = json_is_string(json) ? 1 : json_array_size(json);
    if ((!json_is_string(json) && !json_is_array(json)) || (double)count < field->low ||
        (double)count > field->high) {
        char instead[80];
        if (field->low == field->high) {
            snprintf(instead, sizeof instead, "a list of %g names", field->low);
        } else {
            snprintf(instead, sizeof instead, "a name or a list of %g to %g names", field->low, field->high);
        }
        return wrong(reader, json, path, instead);
    }
    const char **names = bi_pool_new(reader->pool, count, sizeof *names);
    if (names == NULL) {
        return bi_read_no_memory(reader);
    }
    for (size_t i = 0; i < count; i++) {
        bi_json_path inner = {path, NULL, (int32_t)i};
        bool bare = json_is_string(json);
        bight_status status = read_string(reader, bare ? json : json_array_get(json, i), bare ? path : &inner,
                                          &name, (char *)&names[i]);
        if (status != BIGHT_OK) {
            return status;
        }
        for (size_t k = 0; k < i; k++) {
            if (strcmp(names[k], names[i]) == 0) {
                return bi_read_fail(reader, &inner, " is \"%s\" again: name each only once", names[i]);
            }
        }
    }
    bight_scene_names result = {names, (int32_t)count};
    memcpy(out, &result, sizeof result);
    return BIGHT_OK;
}

// ---- vertices ---------------------------------------------------------------------------------------

static const char *const spot_words[] = {
#define X(name, word, doc) word,
    BIGHT_SPOT_LIST(X)
#undef X
};

static bight_status read_spot(const bi_reader *reader, const json_t *json, const bi_json_path *path,
                              const bi_field *field, bight_scene_spot *out)
{
    int32_t words = field->kind == BI_SPOT ? BIGHT_SPOT_MIDDLE : BI_COUNT(spot_words);
    *out = (bight_scene_spot){.given = true};
    if (json_is_integer(json) && json_integer_value(json) >= -BIGHT_MAX_SCENE_VERTICES &&
        json_integer_value(json) < BIGHT_MAX_SCENE_VERTICES) {
        out->index = (int32_t)json_integer_value(json);
        return BIGHT_OK;
    }
    for (int32_t i = 0; i < words && json_is_string(json); i++) {
        if (strcmp(spot_words[i], json_string_value(json)) == 0) {
            out->kind = BIGHT_SPOT_INDEX + 1 + i;
            return BIGHT_OK;
        }
    }
    return wrong(
        reader, json, path,
        field->kind == BI_SPOT
            ? "a vertex from 0 (-1 is the last), \"middle\", \"u0v0\", \"u1v0\", \"u0v1\" or \"u1v1\""
            : "a vertex from 0 (-1 is the last), \"corners\", an edge (\"u0\", \"u1\", \"v0\", \"v1\"), a "
              "corner (\"u0v1\") or \"middle\"");
}

static bight_status read_spots(const bi_reader *reader, const json_t *json, const bi_json_path *path,
                               const bi_field *field, char *out)
{
    bool single = !json_is_array(json) && field->low <= 1.0;
    size_t count = single ? 1 : json_array_size(json);
    if ((!single && !json_is_array(json)) || (double)count < field->low || (double)count > field->high) {
        char instead[80];
        snprintf(instead, sizeof instead, "a list of %g to %g vertices or words for them", field->low,
                 field->high);
        return wrong(reader, json, path, instead);
    }
    bight_scene_spot *spots = bi_pool_new(reader->pool, count, sizeof *spots);
    if (spots == NULL) {
        return bi_read_no_memory(reader);
    }
    for (size_t i = 0; i < count; i++) {
        bi_json_path inner = {path, NULL, (int32_t)i};
        bight_status status = read_spot(reader, single ? json : json_array_get(json, i),
                                        single ? path : &inner, field, &spots[i]);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    bight_scene_spots result = {spots, (int32_t)count};
    memcpy(out, &result, sizeof result);
    return BIGHT_OK;
}

static bight_status read_pairs(const bi_reader *reader, const json_t *json, const bi_json_path *path,
                               const bi_field *field, char *out)
{
    size_t count = json_array_size(json);
    if (!json_is_array(json) || (double)count < field->low || (double)count > field->high) {
        char instead[80];
        snprintf(instead, sizeof instead, "a list of %g to %g pairs [i, j]", field->low, field->high);
        return wrong(reader, json, path, instead);
    }
    int32_t *pairs = bi_pool_new(reader->pool, 2 * count, sizeof *pairs);
    if (pairs == NULL) {
        return bi_read_no_memory(reader);
    }
    for (size_t i = 0; i < 2 * count; i++) {
        const json_t *pair = json_array_get(json, i / 2), *number = json_array_get(pair, i % 2);
        json_int_t value = json_integer_value(number);
        if (json_array_size(pair) != 2 || !json_is_integer(number) || value < 0 ||
            value >= BIGHT_MAX_SCENE_VERTICES) {
            bi_json_path inner = {path, NULL, (int32_t)(i / 2)};
            return wrong(reader, pair, &inner, "two numbers of vertices [i, j], from 0");
        }
        pairs[i] = (int32_t)value;
    }
    bight_scene_pairs result = {pairs, (int32_t)count};
    memcpy(out, &result, sizeof result);
    return BIGHT_OK;
}

bight_status bi_read_value(const bi_reader *reader, const json_t *json, const bi_json_path *path,
                           const bi_field *field, char *out)
{
    switch (field->kind) {
    case BI_NUMBER:
    case BI_INTEGER:
        return read_number(reader, json, path, field, out);
    case BI_BOOLEAN:
        if (!json_is_boolean(json)) {
            return wrong(reader, json, path, "true or false");
        }
        memcpy(out, &(bool){json_is_true(json)}, sizeof(bool));
        return BIGHT_OK;
    case BI_STRING:
        return read_string(reader, json, path, field, out);
    case BI_CHOICE:
        return read_choice(reader, json, path, field, out);
    case BI_COLOR:
        return read_color(reader, json, path, out);
    case BI_NODE:
        return read_node(reader, json, path, out);
    case BI_POINT: {
        bight_vec3 point;
        bight_status status = read_point(reader, json, path, field, &point);
        if (status == BIGHT_OK) {
            memcpy(out, &point, sizeof point);
        }
        return status;
    }
    case BI_ONE_POINT:
    case BI_POINTS:
    case BI_PATH:
        return read_points(reader, json, path, field, out);
    case BI_PLAN:
        return read_plan(reader, json, path, field, out);
    case BI_NAMES:
        return read_names(reader, json, path, field, out);
    case BI_SPOT: {
        bight_scene_spot spot;
        bight_status status = read_spot(reader, json, path, field, &spot);
        memcpy(out, &spot, sizeof spot);
        return status;
    }
    case BI_SPOTS:
        return read_spots(reader, json, path, field, out);
    case BI_PAIRS:
        return read_pairs(reader, json, path, field, out);
    default:
        return BIGHT_ERROR_INVALID; // objects and lists are read by bi_read_object
    }
}

#endif
