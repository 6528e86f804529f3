// SPDX-License-Identifier: MIT
// Lists of values: points, names, vertices and pairs of them; one bare value is a list of one where that is enough.

#include "core/assert.h"
#include "scene/read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- points -----------------------------------------------------------------------------------------

static bight_status read_points(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                                const bi_field *field, char *out)
{
    // a path may be one bare point
    bool single = field->kind == BI_ONE_POINT || (field->kind == BI_PATH && bi_json_is(json, BI_JSON_ARRAY) &&
                                                  bi_json_is_number(bi_json_at(json, 0)));
    size_t count = single ? 1 : bi_json_count(json);
    if (!single && (!bi_json_is(json, BI_JSON_ARRAY) || (double)count < field->low)) {
        char instead[80];
        snprintf(instead, sizeof instead, "a list of at least %g points [x, y, z]", field->low);
        return bi_read_wrong(reader, json, path, instead);
    }
    if (count > BIGHT_MAX_NODES) {
        return bi_read_fail(reader, path, " has %zu points: give at most %d", count, BIGHT_MAX_NODES);
    }

    // each coordinate is checked by itself, so that a message names the one point
    bight_vec3 *points = bi_pool_new(reader->pool, count, sizeof *points);
    if (points == NULL) {
        return bi_read_no_memory(reader);
    }

    for (size_t i = 0; i < count; i++) {
        bi_json_path inner = {path, NULL, (int32_t)i};
        bight_status status = bi_read_point(reader, single ? json : bi_json_at(json, i),
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
static bight_status read_plan(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                              const bi_field *field, char *out)
{
    size_t count = bi_json_count(json);
    if (!bi_json_is(json, BI_JSON_ARRAY) || (double)count < field->low || count > BI_MOST_PLAN) {
        char instead[80];
        snprintf(instead, sizeof instead, "a list of %g to %d points [x, y]", field->low, BI_MOST_PLAN);
        return bi_read_wrong(reader, json, path, instead);
    }

    // [x, y] lies at z = 0; the passes of the drawing set the heights later
    bight_vec3 *points = bi_pool_new(reader->pool, count, sizeof *points);
    if (points == NULL) {
        return bi_read_no_memory(reader);
    }

    for (size_t i = 0; i < count; i++) {
        const bi_json *pair = bi_json_at(json, i);
        const bi_json *x = bi_json_at(pair, 0), *y = bi_json_at(pair, 1);
        bool good = bi_json_count(pair) == 2 && bi_json_is_number(x) && bi_json_is_number(y) &&
                    fabs(bi_json_number(x)) <= field->high && fabs(bi_json_number(y)) <= field->high;
        if (!good) {
            bi_json_path inner = {path, NULL, (int32_t)i};
            char instead[80];
            snprintf(instead, sizeof instead, "two numbers [x, y] from %g to %g", -field->high, field->high);
            return bi_read_wrong(reader, pair, &inner, instead);
        }
        points[i] = (bight_vec3){bi_json_number(x), bi_json_number(y), 0.0};
    }

    bight_scene_points result = {points, (int32_t)count};
    memcpy(out, &result, sizeof result);
    return BIGHT_OK;
}

// ---- names ------------------------------------------------------------------------------------------

static bight_status read_names(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                               const bi_field *field, char *out)
{
    static const bi_field name = {.name = "name", .kind = BI_STRING, .low = 1, .high = 60};

    // one bare name is a list of one
    size_t count = bi_json_is(json, BI_JSON_STRING) ? 1 : bi_json_count(json);
    if ((!bi_json_is(json, BI_JSON_STRING) && !bi_json_is(json, BI_JSON_ARRAY)) ||
        (double)count < field->low || (double)count > field->high) {
        char instead[80];
        if (field->low == field->high) {
            snprintf(instead, sizeof instead, "a list of %g names", field->low);
        } else {
            snprintf(instead, sizeof instead, "a name or a list of %g to %g names", field->low, field->high);
        }
        return bi_read_wrong(reader, json, path, instead);
    }

    // each name is checked by itself, and none may be given twice
    const char **names = bi_pool_new(reader->pool, count, sizeof *names);
    if (names == NULL) {
        return bi_read_no_memory(reader);
    }

    for (size_t i = 0; i < count; i++) {
        bi_json_path inner = {path, NULL, (int32_t)i};
        bool bare = bi_json_is(json, BI_JSON_STRING);
        bight_status status = bi_read_single(reader, bare ? json : bi_json_at(json, i), bare ? path : &inner,
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

static bight_status read_spots(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                               const bi_field *field, char *out)
{
    bool single = !bi_json_is(json, BI_JSON_ARRAY) && field->low <= 1.0;
    size_t count = single ? 1 : bi_json_count(json);
    if ((!single && !bi_json_is(json, BI_JSON_ARRAY)) || (double)count < field->low ||
        (double)count > field->high) {
        char instead[80];
        snprintf(instead, sizeof instead, "a list of %g to %g vertices or words for them", field->low,
                 field->high);
        return bi_read_wrong(reader, json, path, instead);
    }
    bight_scene_spot *spots = bi_pool_new(reader->pool, count, sizeof *spots);
    if (spots == NULL) {
        return bi_read_no_memory(reader);
    }
    for (size_t i = 0; i < count; i++) {
        bi_json_path inner = {path, NULL, (int32_t)i};
        bight_status status = bi_read_spot(reader, single ? json : bi_json_at(json, i),
                                           single ? path : &inner, field, &spots[i]);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    bight_scene_spots result = {spots, (int32_t)count};
    memcpy(out, &result, sizeof result);
    return BIGHT_OK;
}

static bight_status read_pairs(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                               const bi_field *field, char *out)
{
    size_t count = bi_json_count(json);
    if (!bi_json_is(json, BI_JSON_ARRAY) || (double)count < field->low || (double)count > field->high) {
        char instead[80];
        snprintf(instead, sizeof instead, "a list of %g to %g pairs [i, j]", field->low, field->high);
        return bi_read_wrong(reader, json, path, instead);
    }
    int32_t *pairs = bi_pool_new(reader->pool, 2 * count, sizeof *pairs);
    if (pairs == NULL) {
        return bi_read_no_memory(reader);
    }
    for (size_t i = 0; i < 2 * count; i++) {
        const bi_json *pair = bi_json_at(json, i / 2), *number = bi_json_at(pair, i % 2);
        int64_t value = bi_json_integer(number);
        if (bi_json_count(pair) != 2 || !bi_json_is(number, BI_JSON_INTEGER) || value < 0 ||
            value >= BIGHT_MAX_SCENE_VERTICES) {
            bi_json_path inner = {path, NULL, (int32_t)(i / 2)};
            return bi_read_wrong(reader, pair, &inner, "two numbers of vertices [i, j], from 0");
        }
        pairs[i] = (int32_t)value;
    }
    bight_scene_pairs result = {pairs, (int32_t)count};
    memcpy(out, &result, sizeof result);
    return BIGHT_OK;
}

// ---- by kind -----------------------------------------------------------------------------------------

bight_status bi_read_value(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                           const bi_field *field, char *out)
{
    BI_ASSERT(field->kind != BI_OBJECT && field->kind != BI_LIST);
    switch (field->kind) {
    case BI_ONE_POINT:
    case BI_POINTS:
    case BI_PATH:
        return read_points(reader, json, path, field, out);
    case BI_PLAN:
        return read_plan(reader, json, path, field, out);
    case BI_NAMES:
        return read_names(reader, json, path, field, out);
    case BI_SPOTS:
        return read_spots(reader, json, path, field, out);
    case BI_PAIRS:
        return read_pairs(reader, json, path, field, out);
    default:
        return bi_read_single(reader, json, path, field, out);
    }
}
