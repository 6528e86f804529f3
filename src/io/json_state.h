// SPDX-License-Identifier: MIT
// What a JSON document is made of. Shared by memory and lookup (json.c), parser (json_parse.c) and scanner
// (json_scan.c).

#pragma once

#include "io/json.h"

typedef struct bi_json_entry bi_json_entry;

struct bi_json {
    bi_json_kind kind;
    int32_t line;
    union {
        int64_t integer;
        double real;
        struct {
            const char *at;
            size_t length;
        } string;
        struct {
            bi_json *at; ///< (count)
            size_t count;
        } array;
        struct {
            bi_json_entry *at; ///< (count), then (count) pointers to them in the order of their keys
            size_t count;
        } object;
        size_t outer; ///< while it is being read: the open value around it
    } is;
};

/// A member of an object; on the parser's stack also an element of an array, without a key.
struct bi_json_entry {
    bi_json value;
    const char *key; ///< ends in a zero, holds no other
    int32_t line;    ///< of the key
    size_t start;    ///< of the key in the text, for messages
};

/// Memory of one document: blocks in a list, freed together.
typedef struct bi_json_block {
    struct bi_json_block *next;
    size_t used, size; ///< bytes behind this header
} bi_json_block;

/// The root knows its memory.
typedef struct bi_json_document {
    bi_json root;
    const bight_allocator *allocator;
    bi_json_block *blocks;
} bi_json_document;

typedef enum bi_json_token {
    BI_TOKEN_END,
    BI_TOKEN_MARK,   ///< one of { } [ ] : , which is `mark`
    BI_TOKEN_VALUE,  ///< a string, number or word, which is in `value`
    BI_TOKEN_INVALID ///< none of these; the error is set already when there are better words for it
} bi_json_token;

typedef struct bi_json_reader {
    const bight_allocator *allocator;
    const char *text;
    size_t length, at; ///< at <= length: behind the token
    size_t start;      ///< of the token
    size_t line_start; ///< of the line of the token
    int32_t line;
    bi_json_token token;
    char mark;
    bi_json value;
    bi_json_error *error;
    bi_json_block *blocks;

    // entries of the arrays and objects that are still open
    bi_json_entry *stack; ///< (stack_size), stacked of them used
    size_t stacked, stack_size;
} bi_json_reader;

/// `size` bytes of the document, for any type; NULL, with the error set, when there are none.
void *bi_json_take(bi_json_reader *r, size_t size);
void bi_json_free_blocks(const bight_allocator *allocator, bi_json_block *blocks);

/// Set the error, if it is the first, with the token's place. Returns false.
bool bi_json_fail(bi_json_reader *r, bi_json_fault fault, const char *words);

/// Read the next token. Strings, numbers and words are decoded.
void bi_json_scan(bi_json_reader *r);

/// Sort the keys of an object of `count` members: pointers to them into sorted. False with the error set when
/// two are the same, at the first one in the text that repeats another.
bool bi_json_sort_keys(bi_json_reader *r, bi_json_entry *members, bi_json_entry **sorted, size_t count);
