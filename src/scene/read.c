// SPDX-License-Identifier: MIT
// Objects and lists of objects: known keys, required keys, keys that exclude each other, defaults.

#include "scene/read.h"

#include "bight/suggest.h"
#include "core/assert.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- keys -------------------------------------------------------------------------------------------

static void list_keys(const bi_table *table, int32_t flag, char *buffer, size_t size)
{
    size_t used = 0;
    buffer[0] = '\0';
    for (int32_t i = 0; i < table->field_count && used < size; i++) {
        if (flag == 0 || table->fields[i].flags & flag) {
            int written =
                snprintf(buffer + used, size - used, "%s%s", used > 0 ? ", " : "", table->fields[i].name);
            used += written > 0 ? (size_t)written : 0;
        }
    }
}

static const bi_field *find_field(const bi_table *table, const char *key)
{
    for (int32_t i = 0; i < table->field_count; i++) {
        if (strcmp(table->fields[i].name, key) == 0) {
            return &table->fields[i];
        }
    }
    return NULL;
}

// every key must be in the table; the message points at the key itself
static bight_status check_known(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                                const bi_table *table)
{
    const char *key;
    for (size_t i = 0; (key = bi_json_member(json, i).key) != NULL; i++) {
        if (find_field(table, key) != NULL) {
            continue;
        }
        const char *guess =
            bight_suggest(key, &table->fields->name, table->field_count, sizeof table->fields[0]);
        bi_json_path inner = {path, key, 0};
        if (guess != NULL) {
            return bi_read_fail(reader, &inner, " is not a key of the scene format: did you mean \"%s\"?",
                                guess);
        }
        char keys[180];
        list_keys(table, 0, keys, sizeof keys);
        return bi_read_fail(reader, &inner, " is not a key of the scene format: the keys here are %s", keys);
    }
    return BIGHT_OK;
}

// required keys, and the three kinds of groups
static bight_status check_given(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                                const bi_table *table, char *out)
{
    const int32_t groups[] = {BI_ONE_OF, BI_AT_MOST, BI_ANY_OF};
    for (int32_t i = 0; i < table->field_count; i++) {
        const bi_field *field = &table->fields[i];
        if (field->flags & BI_REQUIRED && bi_json_get(json, field->name) == NULL) {
            return bi_read_fail(reader, path, " has no \"%s\": add it (%s)", field->name, field->doc);
        }
    }

    // of each group, how many members are given, and the rank of the one that is
    for (int32_t g = 0; g < 3; g++) {
        int32_t members = 0, given = 0, rank = 0;
        for (int32_t i = 0; i < table->field_count; i++) {
            if (table->fields[i].flags & groups[g]) {
                bool here = bi_json_get(json, table->fields[i].name) != NULL;
                rank = here ? members : rank;
                given += here;
                members++;
            }
        }

        // BI_ONE_OF: 1, BI_AT_MOST: 0 or 1, BI_ANY_OF: 1 or more
        char keys[180];
        list_keys(table, groups[g], keys, sizeof keys);
        if (members > 0 && given == 0 && groups[g] != BI_AT_MOST) {
            return bi_read_fail(reader, path, " has none of %s: give one", keys);
        }
        if (given > 1 && groups[g] != BI_ANY_OF) {
            return bi_read_fail(reader, path, " has more than one of %s: give only one", keys);
        }

        // the rank tells C code which alternative the scene takes
        if (groups[g] == BI_ONE_OF && members > 0 && table->choice_offset != BI_NOWHERE) {
            memcpy(out + table->choice_offset, &rank, sizeof rank);
        }
    }
    return BIGHT_OK;
}

// ---- values -----------------------------------------------------------------------------------------

static void set_default(const bi_field *field, char *out)
{
    int32_t integer = isfinite(field->fallback) ? (int32_t)field->fallback : 0;
    switch (field->kind) {
    case BI_NUMBER:
        memcpy(out, &field->fallback, sizeof field->fallback);
        break;
    case BI_INTEGER:
    case BI_CHOICE:
    case BI_COLOR:
        memcpy(out, &integer, sizeof integer);
        break;
    case BI_BOOLEAN:
        memcpy(out, &(bool){integer != 0}, sizeof(bool));
        break;
    case BI_POINT:
        memcpy(out, &field->fallback_point, sizeof field->fallback_point);
        break;
    default:
        break; // zero: not given
    }
}

static bi_pool *pool_of(const bi_reader *reader, const bi_table *table)
{
    return table->passing ? reader->passing : reader->pool;
}

static bight_status read_list(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                              const bi_field *field, char *record)
{
    size_t count = bi_json_count(json);
    if (!bi_json_is(json, BI_JSON_ARRAY) || (double)count < field->low) {
        return bi_read_fail(reader, path, " is not a list of at least %g: write [ ... ]", field->low);
    }

    if ((double)count > field->high) {
        return bi_read_fail(reader, path, " has %zu elements: give at most %.10g", count, field->high);
    }

    // the elements are C structs side by side, each as its table says
    const bi_table *table = field->table;
    char *elements = bi_pool_new(pool_of(reader, table), count, table->size);
    if (elements == NULL) {
        return bi_read_no_memory(reader);
    }

    for (size_t i = 0; i < count; i++) {
        char *element = elements + i * table->size;
        bi_json_path inner = {path, NULL, (int32_t)i};
        const bi_json *value = bi_json_at(json, i);
        bight_status status = bi_read_object(reader, value, &inner, table, element);
        if (status != BIGHT_OK) {
            return status;
        }
        if (table->line_offset != BI_NOWHERE) {
            int32_t line = bi_json_line(value);
            memcpy(element + table->line_offset, &line, sizeof line);
        }
    }

    // a list fills two fields: its address and its count
    int32_t stored = (int32_t)count;
    memcpy(record + field->offset, &elements, sizeof elements);
    memcpy(record + field->count_offset, &stored, sizeof stored);
    return BIGHT_OK;
}

static bight_status read_field(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                               const bi_field *field, char *record)
{
    const bi_json *value = bi_json_get(json, field->name);
    bi_json_path inner = {path, field->name, 0};
    if (field->kind == BI_OBJECT && (value != NULL || field->flags & BI_ALWAYS)) {
        char *boxed = bi_pool_new(pool_of(reader, field->table), 1, field->table->size);
        if (boxed == NULL) {
            return bi_read_no_memory(reader);
        }
        memcpy(record + field->offset, &boxed, sizeof boxed);
        return bi_read_object(reader, value, &inner, field->table, boxed);
    }
    if (value == NULL) {
        set_default(field, record + field->offset);
        return BIGHT_OK;
    }
    if (field->kind == BI_LIST) {
        return read_list(reader, value, &inner, field, record);
    }
    return bi_read_value(reader, value, &inner, field, record + field->offset);
}

// json is NULL for an object that is made of defaults only.
bight_status bi_read_object(const bi_reader *reader, const bi_json *json, const bi_json_path *path,
                            const bi_table *table, void *out)
{
    BI_ASSERT(out != NULL && table->field_count > 0);
    if (json != NULL && !bi_json_is(json, BI_JSON_OBJECT)) {
        return bi_read_fail(reader, path, " is not an object: write { ... } with the keys of %s",
                            table->name);
    }
    bight_status status = BIGHT_OK;
    if (json != NULL) {
        status = check_known(reader, json, path, table);
        if (status == BIGHT_OK) {
            status = check_given(reader, json, path, table, out);
        }
    }
    for (int32_t i = 0; i < table->field_count && status == BIGHT_OK; i++) {
        status = read_field(reader, json, path, &table->fields[i], out);
    }
    return status;
}
