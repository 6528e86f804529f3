// SPDX-License-Identifier: MIT
// The scene tables as a JSON Schema and as a manual.

#include "core/error.h"
#include "scene/manoeuvre_library.h"
#include "scene/parsed_template.h"
#include "scene/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MOST_TABLES 128

typedef struct output {
    void (*write)(void *user, const char *text, size_t length);
    void *user;
} output;

static void put(const output *out, const char *format, ...) BI_PRINTF(2, 3);
static void put(const output *out, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > 0) {
        out->write(out->user, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
    }
}

// a JSON string; our own words hold no control characters
static void put_quoted(const output *out, const char *text)
{
    put(out, "\"");
    for (; *text != '\0'; text++) {
        put(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
    }
    put(out, "\"");
}

// Tables in the order in which they are first needed.
static int32_t collect(const bi_table *root, const bi_table *tables[MOST_TABLES])
{
    int32_t count = 0;
    tables[count++] = root;
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < tables[i]->field_count; k++) {
            const bi_table *inner = tables[i]->fields[k].table;
            bool known = inner == NULL;
            for (int32_t j = 0; j < count && !known; j++) {
                known = tables[j] == inner;
            }
            if (!known && count < MOST_TABLES) {
                tables[count++] = inner;
            }
        }
    }
    return count;
}

// ---- schema -----------------------------------------------------------------------------------------

static void put_array_of(const output *out, const char *items, double low, double high)
{
    put(out, "\"type\": \"array\", \"items\": %s", items);
    if (low > 0.0) {
        put(out, ", \"minItems\": %.10g", low);
    }
    put(out, ", \"maxItems\": %.10g", high);
}

// words for one vertex, or for any number of them; numbers; for BI_SPOTS a list of such, too
static void put_spot(const output *out, const bi_field *field)
{
    static const char *const words[] = {
#define X(name, word, doc) word,
        BIGHT_SPOT_LIST(X)
#undef X
    };
    int32_t count = field->kind == BI_SPOT ? BIGHT_SPOT_MIDDLE : BI_COUNT(words);
    char one[300];
    size_t used = (size_t)snprintf(one, sizeof one, "{\"enum\": [");
    for (int32_t i = 0; i < count && used < sizeof one; i++) {
        used += (size_t)snprintf(one + used, sizeof one - used, "%s\"%s\"", i > 0 ? ", " : "", words[i]);
    }
    put(out, "\"anyOf\": [%s]}, {\"type\": \"integer\", \"minimum\": %d, \"exclusiveMaximum\": %d}", one,
        -BIGHT_MAX_SCENE_VERTICES, BIGHT_MAX_SCENE_VERTICES);
    if (field->kind == BI_SPOTS) {
        char any[400];
        snprintf(any, sizeof any, "{\"anyOf\": [%s]}, {\"type\": \"integer\"}]}", one);
        put(out, ", {");
        put_array_of(out, any, field->low, field->high);
        put(out, "}");
    }
    put(out, "]");
}

static void put_type(const output *out, const bi_field *field)
{
    static const char point[] = "{\"$ref\": \"#/$defs/point\"}";
    static const char place[] =
        "{\"type\": \"array\", \"items\": {\"type\": \"number\"}, \"minItems\": 2, \"maxItems\": 2}";
    static const char pair[] =
        "{\"type\": \"array\", \"items\": {\"type\": \"integer\"}, \"minItems\": 2, \"maxItems\": 2}";
    static const char name[] = "{\"type\": \"string\", \"minLength\": 1, \"maxLength\": 60}";

    // ranges and lengths are those that the reader checks
    switch (field->kind) {
    case BI_NUMBER:
    case BI_INTEGER:
        if (field->low == field->high) {
            put(out, "\"const\": %.10g", field->low);
            break;
        }
        put(out, "\"type\": \"%s\", \"%s\": %.10g, \"maximum\": %.10g",
            field->kind == BI_NUMBER ? "number" : "integer",
            field->flags & BI_ABOVE ? "exclusiveMinimum" : "minimum", field->low, field->high);
        break;
    case BI_BOOLEAN:
        put(out, "\"type\": \"boolean\"");
        break;
    case BI_STRING:
        put(out, "\"type\": \"string\", \"minLength\": %.10g, \"maxLength\": %.10g", field->low, field->high);
        break;
    case BI_CHOICE:
        put(out, "\"enum\": [");
        for (int32_t i = 0; field->words[i] != NULL; i++) {
            put(out, "%s\"%s\"", i > 0 ? ", " : "", field->words[i]);
        }
        put(out, "]");
        break;
    case BI_COLOR:
        put(out, "\"type\": \"string\", \"pattern\": \"^#[0-9a-fA-F]{6}$\"");
        break;

    // a word or an index, which counts from the end when negative
    case BI_NODE:
        put(out,
            "\"anyOf\": [{\"enum\": [\"first\", \"last\", \"middle\"]}, {\"type\": \"integer\", "
            "\"minimum\": %d, \"exclusiveMaximum\": %d}]",
            -BIGHT_MAX_NODES, BIGHT_MAX_NODES);
        break;

    // points; in a plan they have two coordinates
    case BI_POINT:
    case BI_ONE_POINT:
        put(out, "\"$ref\": \"#/$defs/point\"");
        break;
    case BI_POINTS:
        put_array_of(out, point, field->low, BIGHT_MAX_NODES);
        break;
    case BI_PLAN:
        put_array_of(out, place, field->low, BI_MOST_PLAN);
        break;
    case BI_PATH:
        put(out, "\"anyOf\": [%s, {", point);
        put_array_of(out, point, field->low, BIGHT_MAX_NODES);
        put(out, "}]");
        break;

    // a name stands for a list of one where one is enough
    case BI_NAMES:
        put(out, "\"anyOf\": [%s%s{", field->low <= 1.0 ? name : "", field->low <= 1.0 ? ", " : "");
        put_array_of(out, name, field->low, field->high);
        put(out, ", \"uniqueItems\": true}]");
        break;
    case BI_SPOT:
    case BI_SPOTS:
        put_spot(out, field);
        break;
    case BI_PAIRS:
        put_array_of(out, pair, field->low, field->high);
        break;

    // other tables by reference: each is defined once
    case BI_OBJECT:
        put(out, "\"$ref\": \"#/$defs/%s\"", field->table->name);
        break;
    case BI_LIST: {
        char items[80];
        snprintf(items, sizeof items, "{\"$ref\": \"#/$defs/%s\"}", field->table->name);
        put_array_of(out, items, field->low, field->high);
        break;
    }
    }
}

/// "Doc text (unit)."
static void put_description(const output *out, const bi_field *field)
{
    char text[600];
    snprintf(text, sizeof text, "%s%s%s", field->doc, field->unit != NULL ? " Unit: " : "",
             field->unit != NULL ? field->unit : "");
    put(out, ", \"description\": ");
    put_quoted(out, text);
}

/// The default as JSON into buffer; false when there is none to show.
static bool default_text(const bi_field *field, char *buffer, size_t size)
{
    if (field->flags & (BI_REQUIRED | BI_ONE_OF | BI_ANY_OF)) {
        return false;
    }

    switch (field->kind) {
    case BI_NUMBER:
    case BI_INTEGER:
        // a default outside the range stands for "not given"
        if (isnan(field->fallback) || field->fallback < field->low ||
            (field->flags & BI_ABOVE && field->fallback == field->low)) {
            return false;
        }
        snprintf(buffer, size, "%.10g", field->fallback);
        return true;
    case BI_BOOLEAN:
        snprintf(buffer, size, "%s", field->fallback > 0.0 ? "true" : "false");
        return true;
    case BI_CHOICE:
        if (field->fallback >= 0.0) {
            snprintf(buffer, size, "\"%s\"", field->words[(int32_t)field->fallback]);
        }
        return field->fallback >= 0.0;
    case BI_POINT:
        snprintf(buffer, size, "[%.10g, %.10g, %.10g]", field->fallback_point.x, field->fallback_point.y,
                 field->fallback_point.z);
        return true;
    default:
        return false;
    }
}

// rules about keys that exclude or need each other
static void put_groups(const output *out, const bi_table *table)
{
    static const struct {
        int32_t flag;
        const char *open, *close;
    } groups[] = {{BI_ONE_OF, ",\n      \"oneOf\": [", "]"},
                  {BI_ANY_OF, ",\n      \"anyOf\": [", "]"},
                  {BI_AT_MOST, ",\n      \"not\": {\"allOf\": [", "]}"}};
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        int32_t members = 0;
        for (int32_t i = 0; i < table->field_count; i++) {
            if (table->fields[i].flags & groups[g].flag) {
                put(out, "%s{\"required\": [\"%s\"]}", members++ == 0 ? groups[g].open : ", ",
                    table->fields[i].name);
            }
        }
        put(out, "%s", members > 0 ? groups[g].close : "");
    }
}

static void put_definition(const output *out, const bi_table *table)
{
    put(out, "    \"%s\": {\n      \"type\": \"object\",\n      \"description\": ", table->name);
    put_quoted(out, table->doc);
    put(out, ",\n      \"properties\": {\n");
    for (int32_t i = 0; i < table->field_count; i++) {
        const bi_field *field = &table->fields[i];
        char fallback[100];
        put(out, "        \"%s\": {", field->name);
        put_type(out, field);
        if (default_text(field, fallback, sizeof fallback)) {
            put(out, ", \"default\": %s", fallback);
        }
        put_description(out, field);
        put(out, "}%s\n", i + 1 < table->field_count ? "," : "");
    }
    put(out, "      },\n      \"additionalProperties\": false");
    int32_t required = 0;
    for (int32_t i = 0; i < table->field_count; i++) {
        if (table->fields[i].flags & BI_REQUIRED) {
            put(out, "%s\"%s\"", required++ == 0 ? ",\n      \"required\": [" : ", ", table->fields[i].name);
        }
    }
    put(out, "%s", required > 0 ? "]" : "");
    put_groups(out, table);
    put(out, "\n    }");
}

static void put_schema(const output *out, const bi_table *root)
{
    const bi_table *tables[MOST_TABLES];
    int32_t count = collect(root, tables);
    put(out, "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
             "  \"$id\": \"urn:bight:%s:1\",\n", root->name);
    put(out, "  \"title\": \"bight %s, version 1\",\n  \"$ref\": \"#/$defs/%s\",\n  \"$defs\": {\n"
             "    \"point\": {\"type\": \"array\", \"prefixItems\": [", root->name, root->name);
    for (int32_t i = 0; i < 3; i++) {
        put(out, "%s{\"type\": \"number\", \"minimum\": %.10g, \"maximum\": %.10g}", i > 0 ? ", " : "",
            -BI_FAR, BI_FAR);
    }
    put(out, "], \"minItems\": 3, \"maxItems\": 3}");
    for (int32_t i = 0; i < count; i++) {
        put(out, ",\n");
        put_definition(out, tables[i]);
    }
    put(out, "\n  }\n}\n");
}

void bight_scene_schema(void (*write)(void *user, const char *text, size_t length), void *user)
{
    output out = {write, user};
    put_schema(&out, &bi_scene_table);
}

void bight_template_schema(void (*write)(void *user, const char *text, size_t length), void *user)
{
    output out = {write, user};
    put_schema(&out, &bi_template_table);
}

void bi_table_schema(const bi_table *root, void (*write)(void *user, const char *text, size_t length),
                     void *user)
{
    output out = {write, user};
    put_schema(&out, root);
}

// ---- manual -----------------------------------------------------------------------------------------

static void put_shape(const output *out, const bi_field *field)
{
    static const char *const words[] = {[BI_NUMBER] = "number",
                                        [BI_INTEGER] = "whole number",
                                        [BI_BOOLEAN] = "true or false",
                                        [BI_STRING] = "text",
                                        [BI_CHOICE] = "word",
                                        [BI_COLOR] = "\"#rrggbb\"",
                                        [BI_NODE] = "node",
                                        [BI_POINT] = "[x, y, z]",
                                        [BI_ONE_POINT] = "[x, y, z]",
                                        [BI_POINTS] = "list of points",
                                        [BI_PLAN] = "list of [x, y]",
                                        [BI_PATH] = "point or list of points",
                                        [BI_NAMES] = "name or list of names",
                                        [BI_SPOT] = "vertex",
                                        [BI_SPOTS] = "vertex, edge or list of them",
                                        [BI_PAIRS] = "list of [i, j]"};

    // the kind: a link to another table, the words to choose from, or a phrase
    if (field->kind == BI_OBJECT) {
        put(out, "[%s](#%s)", field->table->name, field->table->name);
    } else if (field->kind == BI_LIST) {
        put(out, "list of [%s](#%s)", field->table->name, field->table->name);
    } else if (field->kind == BI_CHOICE) {
        for (int32_t i = 0; field->words[i] != NULL; i++) {
            put(out, "%s`\"%s\"`", i > 0 ? ", " : "", field->words[i]);
        }
    } else {
        put(out, "%s", words[field->kind]);
    }

    // the range of a number, or the one value that it may have
    if (field->low == field->high && field->kind == BI_INTEGER) {
        put(out, ", %.10g", field->low);
    } else if (field->kind == BI_NUMBER || field->kind == BI_INTEGER) {
        put(out, ", %s%.10g to %.10g", field->flags & BI_ABOVE ? "above " : "", field->low, field->high);
    }
}

void bight_scene_reference(void (*write)(void *user, const char *text, size_t length), void *user)
{
    output out = {write, user};
    const bi_table *tables[MOST_TABLES];
    int32_t count = collect(&bi_scene_table, tables);
    for (int32_t i = 0; i < count; i++) {
        const bi_table *table = tables[i];
        put(&out, "\n### %s\n\n%s\n\n| Key | Value | Unit | Default | Meaning |\n|---|---|---|---|---|\n",
            table->name, table->doc);
        for (int32_t k = 0; k < table->field_count; k++) {
            const bi_field *field = &table->fields[k];
            char fallback[100] = "";
            const char *rule = field->flags & BI_REQUIRED  ? "required"
                               : field->flags & BI_ONE_OF  ? "exactly one of these"
                               : field->flags & BI_ANY_OF  ? "at least one of these"
                               : field->flags & BI_AT_MOST ? "at most one of these"
                                                           : "";
            bool shown = default_text(field, fallback, sizeof fallback);
            put(&out, "| `%s` | ", field->name);
            put_shape(&out, field);
            put(&out, " | %s | %s%s%s | %s |\n", field->unit != NULL ? field->unit : "",
                shown ? fallback : "", shown && rule[0] != '\0' ? ", " : "", rule, field->doc);
        }
    }
    put(&out, "\n### The library's programs\n\nAs a scene could write them under `manoeuvres`:\n\n```json\n");
    write(user, bi_manoeuvre_library, strlen(bi_manoeuvre_library));
    put(&out, "```\n");
}
