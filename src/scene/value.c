// SPDX-License-Identifier: MIT
// Single values: numbers, words, colours, nodes, points and vertices.

#include "scene/read.h"


#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- words for messages -----------------------------------------------------------------------------

static const char *value_text(const bi_json *json, char *buffer, size_t size)
{
    switch (bi_json_kind_of(json)) {
    case BI_JSON_OBJECT:
        return "an object";
    case BI_JSON_ARRAY:
        snprintf(buffer, size, "a list of %zu", bi_json_count(json));
        return buffer;
    case BI_JSON_STRING:
        snprintf(buffer, size, "\"%.40s\"", bi_json_string(json));
        return buffer;
    case BI_JSON_INTEGER:
        snprintf(buffer, size, "%lld", (long long)bi_json_integer(json));
        return buffer;
    case BI_JSON_REAL:
        snprintf(buffer, size, "%g", bi_json_number(json));
        return buffer;
    case BI_JSON_TRUE:
        return "true";
    case BI_JSON_FALSE:
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

bight_status bi_read_wrong(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                           const char *instead)
{
    char value[64];
    return bi_read_fail(reader, path, " is %s: give %s", value_text(json, value, sizeof value), instead);
}

// ---- single values ----------------------------------------------------------------------------------

static bight_status read_number(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                                const bi_field *field, char *out)
{
    // a whole number may be written 3.0
    double value = bi_json_number(json);
    bool whole = field->kind != BI_INTEGER || value == trunc(value);
    bool inside =
        (field->flags & BI_ABOVE ? value > field->low : value >= field->low) && value <= field->high;
    if (!bi_json_is_number(json) || !whole || !inside) {
        char instead[120];
        range_text(field, instead, sizeof instead);
        return bi_read_wrong(reader, json, path, instead);
    }
    if (field->kind == BI_INTEGER) {
        int32_t integer = (int32_t)value;
        memcpy(out, &integer, sizeof integer);
    } else {
        memcpy(out, &value, sizeof value);
    }
    return BIGHT_OK;
}

static bight_status read_string(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                                const bi_field *field, char *out)
{
    double length = (double)bi_json_length(json);
    if (!bi_json_is(json, BI_JSON_STRING) || length < field->low || length > field->high) {
        char instead[80];
        snprintf(instead, sizeof instead, "a text of %g to %g bytes", field->low, field->high);
        return bi_read_wrong(reader, json, path, instead);
    }
    const char *copy = bi_pool_string(reader->pool, bi_json_string(json));
    if (copy == NULL) {
        return bi_read_no_memory(reader);
    }
    memcpy(out, &copy, sizeof copy);
    return BIGHT_OK;
}

static bight_status read_choice(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                                const bi_field *field, char *out)
{
    for (int32_t i = 0; field->words[i] != NULL && bi_json_is(json, BI_JSON_STRING); i++) {
        if (strcmp(field->words[i], bi_json_string(json)) == 0) {
            memcpy(out, &i, sizeof i);
            return BIGHT_OK;
        }
    }
    char words[120], instead[140];
    words_text(field->words, words, sizeof words);
    snprintf(instead, sizeof instead, "%s%s", field->words[1] != NULL ? "one of " : "", words);
    return bi_read_wrong(reader, json, path, instead);
}

static bight_status read_color(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                               char *out)
{
    static const char digits[] = "0123456789abcdef";
    const char *text = bi_json_is(json, BI_JSON_STRING) ? bi_json_string(json) : "";
    int32_t color = 0;
    bool good = strlen(text) == 7 && text[0] == '#';
    for (int32_t i = 1; good && i < 7; i++) {
        int lower = text[i] >= 'A' && text[i] <= 'F' ? text[i] + ('a' - 'A') : text[i];
        const char *digit = strchr(digits, lower);
        good = digit != NULL;
        color = good ? 16 * color + (int32_t)(digit - digits) : 0;
    }
    if (!good) {
        return bi_read_wrong(reader, json, path, "a colour such as \"#c08040\"");
    }
    memcpy(out, &color, sizeof color);
    return BIGHT_OK;
}

static bight_status read_node(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                              char *out)
{
    const char *word = bi_json_is(json, BI_JSON_STRING) ? bi_json_string(json) : "";
    bight_scene_node_ref node = {0, true, false};
    if (bi_json_is(json, BI_JSON_INTEGER) && bi_json_integer(json) >= -BIGHT_MAX_NODES &&
        bi_json_integer(json) < BIGHT_MAX_NODES) {
        node.index = (int32_t)bi_json_integer(json);
    } else if (strcmp(word, "last") == 0) {
        node.index = -1;
    } else if (strcmp(word, "middle") == 0) {
        node.middle = true;
    } else if (strcmp(word, "first") != 0) {
        return bi_read_wrong(reader, json, path,
                             "\"first\", \"last\", \"middle\" or an index from 0 (-1 is the last)");
    }
    memcpy(out, &node, sizeof node);
    return BIGHT_OK;
}

// ---- points -----------------------------------------------------------------------------------------

bight_status bi_read_point(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                           const bi_field *field, bight_vec3 *out)
{
    if (!bi_json_is(json, BI_JSON_ARRAY) || bi_json_count(json) != 3) {
        return bi_read_wrong(reader, json, path, "three numbers [x, y, z]");
    }
    double values[3];
    for (int32_t i = 0; i < 3; i++) {
        const bi_json *value = bi_json_at(json, (size_t)i);
        values[i] = bi_json_number(value);
        if (!bi_json_is_number(value) || !(fabs(values[i]) <= field->high)) {
            bi_json_path inner = {path, NULL, i};
            char instead[80];
            snprintf(instead, sizeof instead, "a number from %g to %g", -field->high, field->high);
            return bi_read_wrong(reader, value, &inner, instead);
        }
    }
    *out = (bight_vec3){values[0], values[1], values[2]};
    double square = out->x * out->x + out->y * out->y + out->z * out->z;
    if (field->flags & BI_DIRECTION && !(square > 1e-200)) {
        return bi_read_fail(reader, path, " is [0, 0, 0], which has no direction: give any other vector");
    }
    return BIGHT_OK;
}

// ---- vertices ---------------------------------------------------------------------------------------

static const char *const spot_words[] = {
#define X(name, word, doc) word,
    BIGHT_SPOT_LIST(X)
#undef X
};

bight_status bi_read_spot(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                          const bi_field *field, bight_scene_spot *out)
{
    int32_t words = field->kind == BI_SPOT ? BIGHT_SPOT_MIDDLE : BI_COUNT(spot_words);
    *out = (bight_scene_spot){.given = true};
    if (bi_json_is(json, BI_JSON_INTEGER) && bi_json_integer(json) >= -BIGHT_MAX_SCENE_VERTICES &&
        bi_json_integer(json) < BIGHT_MAX_SCENE_VERTICES) {
        out->index = (int32_t)bi_json_integer(json);
        return BIGHT_OK;
    }
    for (int32_t i = 0; i < words && bi_json_is(json, BI_JSON_STRING); i++) {
        if (strcmp(spot_words[i], bi_json_string(json)) == 0) {
            out->kind = (bight_spot_kind)(BIGHT_SPOT_INDEX + 1 + i);
            return BIGHT_OK;
        }
    }
    return bi_read_wrong(
        reader, json, path,
        field->kind == BI_SPOT
            ? "a vertex from 0 (-1 is the last), \"middle\", \"u0v0\", \"u1v0\", \"u0v1\" or \"u1v1\""
            : "a vertex from 0 (-1 is the last), \"corners\", an edge (\"u0\", \"u1\", \"v0\", \"v1\"), a "
              "corner (\"u0v1\") or \"middle\"");
}

// ---- by kind -----------------------------------------------------------------------------------------

bight_status bi_read_single(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                            const bi_field *field, char *out)
{
    switch (field->kind) {
    case BI_NUMBER:
    case BI_INTEGER:
        return read_number(reader, json, path, field, out);
    case BI_BOOLEAN:
        if (!bi_json_is_boolean(json)) {
            return bi_read_wrong(reader, json, path, "true or false");
        }
        memcpy(out, &(bool){bi_json_is(json, BI_JSON_TRUE)}, sizeof(bool));
        return BIGHT_OK;
    case BI_STRING:
        return read_string(reader, json, path, field, out);
    case BI_CHOICE:
        return read_choice(reader, json, path, field, out);
    case BI_COLOR:
        return read_color(reader, json, path, out);

    // nodes and points
    case BI_NODE:
        return read_node(reader, json, path, out);
    case BI_POINT: {
        bight_vec3 point;
        bight_status status = bi_read_point(reader, json, path, field, &point);
        if (status == BIGHT_OK) {
            memcpy(out, &point, sizeof point);
        }
        return status;
    }

    case BI_SPOT: {
        bight_scene_spot spot;
        bight_status status = bi_read_spot(reader, json, path, field, &spot);
        memcpy(out, &spot, sizeof spot);
        return status;
    }

    default:
        return BIGHT_ERROR_INVALID; // lists, and what bi_read_object reads
    }
}
