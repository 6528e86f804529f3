// SPDX-License-Identifier: MIT
// The part of jansson's interface that the library's readers use, for builds where jansson is not to be had:
// WebAssembly. json.c has the code; tests/test_web_json.c compares the two on the same texts.

#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum json_type {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} json_type;

typedef long long json_int_t;

/// A value. The whole document is freed with its root.
typedef struct json_t json_t;

enum json_error_code {
    json_error_unknown,
    json_error_out_of_memory,
    json_error_stack_overflow,
    json_error_invalid_utf8,
    json_error_premature_end_of_input,
    json_error_end_of_input_expected,
    json_error_invalid_syntax,
    json_error_null_character,
    json_error_duplicate_key,
    json_error_numeric_overflow
};

typedef struct json_error_t {
    int line; ///< 1-based
    enum json_error_code code;
    char text[160];
} json_error_t;

enum { JSON_REJECT_DUPLICATES = 1, JSON_DECODE_ANY = 4 };

/// Read a text (RFC 8259). Deeper than 2048 is an error; a root that is no list or object is one without
/// JSON_DECODE_ANY. Keys given twice are always refused.
/// @return NULL on failure; error then says why. Free it with json_decref().
json_t *json_loadb(const char *text, size_t length, size_t flags, json_error_t *error);

/// Free a document by its root. NULL is fine.
void json_decref(json_t *root);

json_type json_typeof(const json_t *json); ///< json not NULL

/// NULL, 0 or nothing for a json that is NULL or of another type.
json_t *json_object_get(const json_t *object, const char *key);
size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index);
const char *json_string_value(const json_t *string);
size_t json_string_length(const json_t *string);
json_int_t json_integer_value(const json_t *integer);
double json_real_value(const json_t *real);
double json_number_value(const json_t *number);

/// Members in the order of the text: NULL key beyond the last.
const char *json_member(const json_t *object, size_t index, json_t **value);

#define json_object_foreach(object, key, value)                                                              \
    for (size_t json_at_ = 0; ((key) = json_member((object), json_at_, &(value))) != NULL; json_at_++)

static inline enum json_error_code json_error_code(const json_error_t *error)
{
    return error->code;
}

#define json_is_(json, type) ((json) != NULL && json_typeof(json) == (type))
#define json_is_object(json) json_is_(json, JSON_OBJECT)
#define json_is_array(json) json_is_(json, JSON_ARRAY)
#define json_is_string(json) json_is_(json, JSON_STRING)
#define json_is_integer(json) json_is_(json, JSON_INTEGER)
#define json_is_true(json) json_is_(json, JSON_TRUE)
#define json_is_boolean(json) (json_is_(json, JSON_TRUE) || json_is_(json, JSON_FALSE))
#define json_is_number(json) (json_is_(json, JSON_INTEGER) || json_is_(json, JSON_REAL))
