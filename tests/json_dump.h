// SPDX-License-Identifier: MIT
// A text that says all of a JSON document, or why there is none; written against jansson's interface.

#pragma once

#include <jansson.h>
#include <stdio.h>
#include <string.h>

typedef struct json_dump_text {
    char *at;
    size_t used, size;
} json_dump_text;

static void json_dump_put(json_dump_text *out, const char *text, size_t length)
{
    if (out->used + length < out->size) {
        memcpy(out->at + out->used, text, length);
        out->used += length;
        out->at[out->used] = '\0';
    }
}

static void json_dump_words(json_dump_text *out, const char *text)
{
    json_dump_put(out, text, strlen(text));
}

static void json_dump_value(json_dump_text *out, const json_t *json)
{
    char words[64];
    const char *key;
    json_t *value;
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        json_dump_words(out, "{");
        json_object_foreach((json_t *)(uintptr_t)json, key, value)
        {
            json_dump_words(out, key);
            json_dump_words(out, json_object_get(json, key) == value ? "=" : "!");
            json_dump_value(out, value);
        }
        json_dump_words(out, "}");
        break;
    case JSON_ARRAY:
        json_dump_words(out, "[");
        for (size_t i = 0; i < json_array_size(json); i++) {
            json_dump_value(out, json_array_get(json, i));
            json_dump_words(out, " ");
        }
        json_dump_words(out, "]");
        break;
    case JSON_STRING:
        snprintf(words, sizeof words, "s%zu:", json_string_length(json));
        json_dump_words(out, words);
        json_dump_put(out, json_string_value(json), json_string_length(json));
        break;
    case JSON_INTEGER:
        snprintf(words, sizeof words, "i%lld %a", (long long)json_integer_value(json),
                 json_number_value(json));
        json_dump_words(out, words);
        break;
    case JSON_REAL:
        snprintf(words, sizeof words, "r%a", json_number_value(json));
        json_dump_words(out, words);
        break;
    default:
        snprintf(words, sizeof words, "t%d%d", json_is_true(json) != 0, json_is_boolean(json) != 0);
        json_dump_words(out, words);
    }
}

static void json_dump(const char *text, size_t length, size_t flags, char *buffer, size_t size)
{
    json_dump_text out = {buffer, 0, size};
    buffer[0] = '\0';
    json_error_t error;
    json_t *json = json_loadb(text, length, flags, &error);
    if (json == NULL) {
        char words[64];
        snprintf(words, sizeof words, "error %d line %d", (int)json_error_code(&error), error.line);
        json_dump_words(&out, words);
        return;
    }
    json_dump_value(&out, json);
    json_decref(json);
}
