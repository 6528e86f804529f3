// SPDX-License-Identifier: MIT
// JSON (RFC 8259) in memory, with the line of every value and every key. The one reader of scenes, books of
// knots and glTF, in native builds and in the page's.

#pragma once

#include "bight/base.h"

typedef enum bi_json_kind {
    BI_JSON_OBJECT,
    BI_JSON_ARRAY,
    BI_JSON_STRING,
    BI_JSON_INTEGER,
    BI_JSON_REAL,
    BI_JSON_TRUE,
    BI_JSON_FALSE,
    BI_JSON_NULL
} bi_json_kind;

/// A value. It belongs to its document, which is freed with the root.
typedef struct bi_json bi_json;

typedef enum bi_json_fault {
    BI_JSON_GOOD,
    BI_JSON_NO_MEMORY,
    BI_JSON_TOO_DEEP,
    BI_JSON_NOT_UTF8,
    BI_JSON_CUT_OFF,   ///< the text ends inside a value
    BI_JSON_MORE_TEXT, ///< text behind the root
    BI_JSON_SYNTAX,
    BI_JSON_NUL,           ///< \u0000 in a string
    BI_JSON_DUPLICATE_KEY, ///< twice in one object
    BI_JSON_TOO_LARGE      ///< an integer beyond int64_t, a real beyond double
} bi_json_fault;

typedef struct bi_json_error {
    bi_json_fault fault;
    int32_t line;   ///< 1-based, of the token at fault; sticks at INT32_MAX
    int32_t column; ///< 1-based, in bytes; sticks at INT32_MAX
    char text[160]; ///< "the fault near 'token'"
} bi_json_error;

#define BI_JSON_MOST_DEPTH 2048 ///< Values inside one another, the root included.

/// Which roots are read.
typedef enum bi_json_root {
    BI_JSON_ANY_ROOT, ///< any value
    BI_JSON_LIST_ROOT ///< an object or an array
} bi_json_root;

/// Read a text. Not recursive. Memory: at most some 200 bytes for each byte of text and one block of 64 KiB,
/// most of it only while reading. Time grows as length times the logarithm of the longest object.
/// @param allocator Nullable. Must live as long as the document.
/// @param text      (length), need not end in a zero; not kept.
/// @param error     Not NULL; filled on failure.
/// @return The root, or NULL on failure. Free it with bi_json_free().
bi_json *bi_json_parse(const bight_allocator *allocator, const char *text, size_t length, bi_json_root roots,
                       bi_json_error *error);

/// Free a document by its root. NULL is fine.
void bi_json_free(bi_json *root);

bi_json_kind bi_json_kind_of(const bi_json *json); ///< json not NULL
int32_t bi_json_line(const bi_json *json);         ///< 1-based line where it begins; 0 for NULL

/// All of these give NULL, 0 or false for a json that is NULL or of another kind.
const bi_json *bi_json_get(const bi_json *object, const char *key);
size_t bi_json_count(const bi_json *array);
const bi_json *bi_json_at(const bi_json *array, size_t index);
const char *bi_json_string(const bi_json *string); ///< UTF-8, ends in a zero, holds no other
size_t bi_json_length(const bi_json *string);      ///< bytes of it
int64_t bi_json_integer(const bi_json *integer);
double bi_json_number(const bi_json *number); ///< of an integer, too; correctly rounded

bool bi_json_is(const bi_json *json, bi_json_kind kind);
bool bi_json_is_number(const bi_json *json);
bool bi_json_is_boolean(const bi_json *json);

/// One member of an object. All zero for an index beyond the last.
typedef struct bi_json_pair {
    const char *key;
    const bi_json *value;
    int32_t line; ///< of the key
} bi_json_pair;

/// Members in the order of the text.
bi_json_pair bi_json_member(const bi_json *object, size_t index);

/// The member of that key, all zero when there is none.
bi_json_pair bi_json_find(const bi_json *object, const char *key);
