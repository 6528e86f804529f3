// SPDX-License-Identifier: MIT
// A JSON document in memory: values, lists, objects with a hash of their keys.

#include "json_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 2048
#define BLOCK 65536

/// The root knows its memory.
typedef struct json_document {
    json_t root;
    json_block *blocks;
} json_document;

// ---- memory and errors ------------------------------------------------------------------------------

bool json_fail(json_reader *r, enum json_error_code code, const char *words)
{
    if (r->error->code == json_error_unknown) {
        r->error->code = code;
        r->error->line = r->line;
        // the few characters before the cursor tell people where
        size_t from = r->at > 20 ? r->at - 20 : 0, end = r->at < r->length ? r->at + 1 : r->length;
        while (from < end && memchr(r->text + from, '\n', end - from) != NULL) {
            from++;
        }
        snprintf(r->error->text, sizeof r->error->text, "%s near '%.*s'", words, (int)(end - from),
                 r->text + from);
    }
    return false;
}

void *json_take(json_reader *r, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (r->blocks == NULL || r->blocks->size - r->blocks->used < size) {
        size_t room = size > BLOCK ? size : BLOCK;
        json_block *block = malloc(sizeof *block + 16 + room);
        if (block == NULL) {
            json_fail(r, json_error_out_of_memory, "no memory");
            return NULL;
        }
        *block = (json_block){r->blocks, 0, room};
        r->blocks = block;
    }
    uintptr_t start = ((uintptr_t)(r->blocks + 1) + 15) & ~(uintptr_t)15;
    void *taken = (char *)start + r->blocks->used;
    r->blocks->used += size;
    return taken;
}

static void free_blocks(json_block *block)
{
    while (block != NULL) {
        json_block *next = block->next;
        free(block);
        block = next;
    }
}

static bool push(json_reader *r, json_pair pair)
{
    if (r->stacked == r->stack_size) {
        size_t size = r->stack_size > 0 ? 2 * r->stack_size : 256;
        json_pair *stack = realloc(r->stack, size * sizeof *stack);
        if (stack == NULL) {
            return json_fail(r, json_error_out_of_memory, "no memory");
        }
        r->stack = stack;
        r->stack_size = size;
    }
    r->stack[r->stacked++] = pair;
    return true;
}

// ---- objects ----------------------------------------------------------------------------------------

static uint32_t hash_key(const char *key, size_t length)
{
    uint32_t hash = 2166136261u; // FNV-1a
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (uint8_t)key[i]) * 16777619u;
    }
    return hash;
}

static const json_pair *find(const json_t *object, const char *key, size_t length, uint32_t *slot)
{
    uint32_t mask = object->is.object.mask, at = hash_key(key, length) & mask;
    while (object->is.object.slots[at] != 0) {
        const json_pair *pair = &object->is.object.at[object->is.object.slots[at] - 1];
        if (pair->length == length && memcmp(pair->key, key, length) == 0) {
            return pair;
        }
        at = (at + 1) & mask;
    }
    *slot = at;
    return NULL;
}

static bool duplicate(json_reader *r, const char *key)
{
    char words[80];
    snprintf(words, sizeof words, "duplicate object key \"%.40s\"", key);
    return json_fail(r, json_error_duplicate_key, words);
}

static bool close_object(json_reader *r, json_t *json, size_t first)
{
    size_t count = r->stacked - first, slots = 4;
    while (slots < 2 * count) {
        slots *= 2;
    }
    json->type = JSON_OBJECT;
    json->is.object.count = count;
    json->is.object.at = json_take(r, count * sizeof(json_pair));
    json->is.object.slots = json_take(r, slots * sizeof(uint32_t));
    json->is.object.mask = (uint32_t)slots - 1;
    if (json->is.object.at == NULL || json->is.object.slots == NULL) {
        return false;
    }
    memset(json->is.object.slots, 0, slots * sizeof(uint32_t));
    for (size_t i = 0; i < count; i++) {
        const json_pair *pair = &r->stack[first + i];
        json->is.object.at[i] = *pair;
        uint32_t slot = 0;
        if (find(json, pair->key, pair->length, &slot) != NULL) {
            return duplicate(r, pair->key);
        }
        json->is.object.slots[slot] = (uint32_t)i + 1;
    }
    r->stacked = first;
    return true;
}

// in short objects a key given twice is reported where it stands, in long ones when they close
static bool is_new(json_reader *r, size_t first, const char *key, size_t length)
{
    for (size_t i = first; i < r->stacked && r->stacked - first < 64; i++) {
        if (r->stack[i].length == length && memcmp(r->stack[i].key, key, length) == 0) {
            return duplicate(r, key);
        }
    }
    return true;
}

// ---- values -----------------------------------------------------------------------------------------

static bool parse_value(json_reader *r, json_t *json);

static char next_char(json_reader *r)
{
    json_skip_blank(r);
    return r->at < r->length ? r->text[r->at] : '\0';
}

// A token stands where none may. One that is broken in itself is said to be that, as jansson does.
static bool misplaced(json_reader *r, enum json_error_code code, const char *words)
{
    json_t token;
    char c = next_char(r);
    bool whole = true;
    if (c == '"') {
        whole = json_lex_string(r, &token.is.string.at, &token.is.string.length);
    } else if (c == '-' || (c >= '0' && c <= '9')) {
        whole = json_lex_number(r, &token);
    }
    return whole ? json_fail(r, code, words) : false;
}

static bool unexpected(json_reader *r, const char *words)
{
    return r->at >= r->length ? json_fail(r, json_error_premature_end_of_input, "premature end of input")
                              : misplaced(r, json_error_invalid_syntax, words);
}

// members or elements up to the closing bracket
static bool parse_inside(json_reader *r, json_t *json, bool object)
{
    size_t first = r->stacked;
    char close = object ? '}' : ']';
    r->at++;
    bool more = next_char(r) != close;
    while (more) {
        json_pair pair = {0};
        if (object) {
            if (next_char(r) != '"') {
                return unexpected(r, "string or '}' expected");
            }
            if (!json_lex_string(r, &pair.key, &pair.length) || !is_new(r, first, pair.key, pair.length)) {
                return false;
            }
            if (next_char(r) != ':') {
                return unexpected(r, "':' expected");
            }
            r->at++;
        }
        pair.value = json_take(r, sizeof *pair.value);
        if (pair.value == NULL || !parse_value(r, pair.value) || !push(r, pair)) {
            return false;
        }
        char c = next_char(r);
        if (c != ',' && c != close) {
            return unexpected(r, object ? "'}' expected" : "']' expected");
        }
        more = c == ',';
        r->at += more;
    }
    r->at++;
    if (object) {
        return close_object(r, json, first);
    }
    json->type = JSON_ARRAY;
    json->is.array.count = r->stacked - first;
    json->is.array.at = json_take(r, json->is.array.count * sizeof(json_t *));
    for (size_t i = 0; json->is.array.at != NULL && i < json->is.array.count; i++) {
        json->is.array.at[i] = r->stack[first + i].value;
    }
    r->stacked = first;
    return json->is.array.at != NULL;
}

static bool parse_word(json_reader *r, json_t *json)
{
    static const struct {
        const char *word;
        json_type type;
    } words[] = {{"true", JSON_TRUE}, {"false", JSON_FALSE}, {"null", JSON_NULL}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].word);
        if (r->length - r->at >= length && memcmp(r->text + r->at, words[i].word, length) == 0) {
            char after = r->at + length < r->length ? r->text[r->at + length] : ' ';
            bool letter = (after >= 'a' && after <= 'z') || (after >= 'A' && after <= 'Z');
            r->at += length;
            json->type = words[i].type;
            return !letter || json_fail(r, json_error_invalid_syntax, "invalid token");
        }
    }
    return unexpected(r, "invalid token");
}

static bool parse_value(json_reader *r, json_t *json)
{
    char c = next_char(r);
    if (c == '{' || c == '[') {
        if (r->depth == DEEPEST) {
            return json_fail(r, json_error_stack_overflow, "maximum parsing depth reached");
        }
        r->depth++;
        bool good = parse_inside(r, json, c == '{');
        r->depth--;
        return good;
    }
    if (c == '"') {
        json->type = JSON_STRING;
        return json_lex_string(r, &json->is.string.at, &json->is.string.length);
    }
    return c == '-' || (c >= '0' && c <= '9') ? json_lex_number(r, json) : parse_word(r, json);
}

json_t *json_loadb(const char *text, size_t length, size_t flags, json_error_t *error)
{
    *error = (json_error_t){0};
    json_reader r = {.text = text, .length = length, .line = 1, .error = error};
    json_document *document = malloc(sizeof *document);
    bool good = document != NULL || json_fail(&r, json_error_out_of_memory, "no memory");
    if (good && !(flags & JSON_DECODE_ANY) && next_char(&r) != '{' && next_char(&r) != '[') {
        good = unexpected(&r, "'[' or '{' expected");
    }
    good = good && parse_value(&r, &document->root);
    if (good && (next_char(&r), r.at < r.length)) {
        good = misplaced(&r, json_error_end_of_input_expected, "end of file expected");
    }
    free(r.stack);
    if (!good) {
        free_blocks(r.blocks);
        free(document);
        return NULL;
    }
    document->blocks = r.blocks;
    return &document->root;
}

void json_decref(json_t *root)
{
    if (root != NULL) {
        json_document *document = (json_document *)root; // root is its first member
        free_blocks(document->blocks);
        free(document);
    }
}

// ---- looking ----------------------------------------------------------------------------------------

json_type json_typeof(const json_t *json)
{
    return json->type;
}

json_t *json_object_get(const json_t *object, const char *key)
{
    uint32_t slot;
    const json_pair *pair = json_is_object(object) ? find(object, key, strlen(key), &slot) : NULL;
    return pair != NULL ? pair->value : NULL;
}

const char *json_member(const json_t *object, size_t index, json_t **value)
{
    if (!json_is_object(object) || index >= object->is.object.count) {
        return NULL;
    }
    *value = object->is.object.at[index].value;
    return object->is.object.at[index].key;
}

size_t json_array_size(const json_t *array)
{
    return json_is_array(array) ? array->is.array.count : 0;
}

json_t *json_array_get(const json_t *array, size_t index)
{
    return index < json_array_size(array) ? array->is.array.at[index] : NULL;
}

const char *json_string_value(const json_t *string)
{
    return json_is_string(string) ? string->is.string.at : NULL;
}

size_t json_string_length(const json_t *string)
{
    return json_is_string(string) ? string->is.string.length : 0;
}

json_int_t json_integer_value(const json_t *integer)
{
    return json_is_integer(integer) ? integer->is.integer : 0;
}

double json_real_value(const json_t *real)
{
    return json_is_(real, JSON_REAL) ? real->is.real : 0.0;
}

double json_number_value(const json_t *number)
{
    return json_is_integer(number) ? (double)number->is.integer : json_real_value(number);
}
