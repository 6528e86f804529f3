// SPDX-License-Identifier: MIT
// What a document is made of. Shared by the parser (json.c) and the lexer (json_lex.c).

#pragma once

#include "jansson.h"

#include <stdbool.h>

typedef struct json_pair {
    const char *key;
    size_t length;
    json_t *value;
} json_pair;

struct json_t {
    json_type type;
    union {
        json_int_t integer;
        double real;
        struct {
            const char *at;
            size_t length;
        } string;
        struct {
            json_t **at; ///< (count)
            size_t count;
        } array;
        struct {
            json_pair *at; ///< (count)
            size_t count;
            uint32_t *slots; ///< (mask + 1) index + 1 of a pair by the hash of its key; 0: empty
            uint32_t mask;
        } object;
    } is;
};

/// Memory of one document: blocks in a list, freed together.
typedef struct json_block {
    struct json_block *next;
    size_t used, size;
} json_block;

typedef struct json_reader {
    const char *text;
    size_t length, at;
    int line;
    json_block *blocks;
    json_error_t *error;
    int depth;
    // values and keys of the lists and objects that are still open
    json_pair *stack;
    size_t stacked, stack_size;
} json_reader;

/// Aligned memory of the document; NULL, with the error set, when there is none.
void *json_take(json_reader *r, size_t size);

/// Set the error once, and say false.
bool json_fail(json_reader *r, enum json_error_code code, const char *words);

void json_skip_blank(json_reader *r);

/// At a quote: the string, unescaped and checked. False on failure.
bool json_lex_string(json_reader *r, const char **at, size_t *length);

/// At a digit or minus: the number.
bool json_lex_number(json_reader *r, json_t *json);
