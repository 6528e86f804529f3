// SPDX-License-Identifier: MIT
// A JSON document in memory: blocks, errors, looking things up.

#include "io/json_state.h"

#include "core/assert.h"
#include "core/memory.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK ((size_t)65536)
#define MOST_WORDS 20 // bytes of a token that a message shows

// ---- memory and errors ------------------------------------------------------------------------------

bool bi_json_fail(bi_json_reader *r, bi_json_fault fault, const char *words)
{
    bi_json_error *error = r->error;
    if (error->fault != BI_JSON_GOOD) {
        return false;
    }
    size_t column = r->start - r->line_start;
    error->fault = fault;
    error->line = r->line;
    error->column = column < INT32_MAX ? (int32_t)column + 1 : INT32_MAX;

    // a short token, whole or up to where it breaks, tells people where
    size_t shown = r->at - r->start;
    if (shown == 0) {
        bool end = r->at >= r->length;
        error->fault = end && fault == BI_JSON_SYNTAX ? BI_JSON_CUT_OFF : fault;
        snprintf(error->text, sizeof error->text, "%s%s", words, end ? " near end of file" : "");
    } else if (shown <= MOST_WORDS) {
        snprintf(error->text, sizeof error->text, "%s near '%.*s'", words, (int)shown, r->text + r->start);
    } else {
        snprintf(error->text, sizeof error->text, "%s", words);
    }
    return false;
}

void *bi_json_take(bi_json_reader *r, size_t size)
{
    size_t step = alignof(max_align_t), header = (sizeof(bi_json_block) + step - 1) / step * step;
    void *taken = NULL;
    if (size <= SIZE_MAX / 2) {
        size = (size + step - 1) / step * step;
        if (r->blocks == NULL || r->blocks->size - r->blocks->used < size) {
            size_t room = size > BLOCK ? size : BLOCK;
            bi_json_block *block = bi_resize(r->allocator, NULL, 0, header + room);
            if (block != NULL) {
                *block = (bi_json_block){r->blocks, 0, room};
                r->blocks = block;
            }
        }
        if (r->blocks != NULL && r->blocks->size - r->blocks->used >= size) {
            taken = (char *)r->blocks + header + r->blocks->used;
            r->blocks->used += size;
        }
    }
    if (taken == NULL) {
        bi_json_fail(r, BI_JSON_NO_MEMORY, "no memory");
    }
    return taken;
}

void bi_json_free_blocks(const bight_allocator *allocator, bi_json_block *blocks)
{
    size_t step = alignof(max_align_t), header = (sizeof(bi_json_block) + step - 1) / step * step;
    while (blocks != NULL) {
        bi_json_block *next = blocks->next;
        bi_resize(allocator, blocks, header + blocks->size, 0);
        blocks = next;
    }
}

void bi_json_free(bi_json *root)
{
    if (root != NULL) {
        bi_json_document *document = (bi_json_document *)root; // root is its first member
        const bight_allocator *allocator = document->allocator;
        bi_json_free_blocks(allocator, document->blocks);
        bi_free_array(allocator, document, 1, sizeof *document);
    }
}

// ---- keys -------------------------------------------------------------------------------------------

// in the order of the keys' bytes, then of the text
static int by_key(const void *left, const void *right)
{
    const bi_json_entry *a = *(const bi_json_entry *const *)left, *b = *(const bi_json_entry *const *)right;
    int order = strcmp(a->key, b->key);
    return order != 0 ? order : a < b ? -1 : a > b;
}

// Sorting and not hashing: keys of others can be made to meet in a hash, and then time is quadratic.
bool bi_json_sort_keys(bi_json_reader *r, bi_json_entry *members, bi_json_entry **sorted, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        sorted[i] = &members[i];
    }
    if (count > 1) {
        qsort(sorted, count, sizeof *sorted, by_key);
    }
    const bi_json_entry *again = NULL;
    for (size_t i = 1; i < count; i++) {
        bool same = strcmp(sorted[i - 1]->key, sorted[i]->key) == 0;
        again = same && (again == NULL || sorted[i] < again) ? sorted[i] : again;
    }
    if (again == NULL) {
        return true;
    }

    // the message is about that key, not about the bracket that closes the object
    size_t end = again->start + 1;
    while (end < r->length && r->text[end] != '"') {
        end += r->text[end] == '\\' ? 2 : 1;
    }

    size_t line_start = again->start;
    while (line_start > 0 && r->text[line_start - 1] != '\n') {
        line_start--;
    }

    r->start = again->start;
    r->at = end + 1;
    r->line = again->line;
    r->line_start = line_start;
    return bi_json_fail(r, BI_JSON_DUPLICATE_KEY, "duplicate object key");
}

static const bi_json_entry *find(const bi_json *object, const char *key)
{
    if (!bi_json_is(object, BI_JSON_OBJECT)) {
        return NULL;
    }
    bi_json_entry *const *sorted =
        (bi_json_entry *const *)(const void *)(object->is.object.at + object->is.object.count);
    size_t low = 0, high = object->is.object.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(key, sorted[middle]->key);
        if (order == 0) {
            return sorted[middle];
        }
        low = order > 0 ? middle + 1 : low;
        high = order > 0 ? high : middle;
    }
    return NULL;
}

bi_json_pair bi_json_find(const bi_json *object, const char *key)
{
    const bi_json_entry *entry = find(object, key);
    return entry != NULL ? (bi_json_pair){entry->key, &entry->value, entry->line} : (bi_json_pair){0};
}

const bi_json *bi_json_get(const bi_json *object, const char *key)
{
    return bi_json_find(object, key).value;
}

bi_json_pair bi_json_member(const bi_json *object, size_t index)
{
    if (!bi_json_is(object, BI_JSON_OBJECT) || index >= object->is.object.count) {
        return (bi_json_pair){0};
    }
    const bi_json_entry *entry = &object->is.object.at[index];
    return (bi_json_pair){entry->key, &entry->value, entry->line};
}

// ---- values -----------------------------------------------------------------------------------------

bi_json_kind bi_json_kind_of(const bi_json *json)
{
    BI_ASSERT(json != NULL);
    return json->kind;
}

int32_t bi_json_line(const bi_json *json)
{
    return json != NULL ? json->line : 0;
}

bool bi_json_is(const bi_json *json, bi_json_kind kind)
{
    return json != NULL && json->kind == kind;
}

bool bi_json_is_number(const bi_json *json)
{
    return bi_json_is(json, BI_JSON_INTEGER) || bi_json_is(json, BI_JSON_REAL);
}

bool bi_json_is_boolean(const bi_json *json)
{
    return bi_json_is(json, BI_JSON_TRUE) || bi_json_is(json, BI_JSON_FALSE);
}

size_t bi_json_count(const bi_json *array)
{
    return bi_json_is(array, BI_JSON_ARRAY) ? array->is.array.count : 0;
}

const bi_json *bi_json_at(const bi_json *array, size_t index)
{
    return index < bi_json_count(array) ? &array->is.array.at[index] : NULL;
}

const char *bi_json_string(const bi_json *string)
{
    return bi_json_is(string, BI_JSON_STRING) ? string->is.string.at : NULL;
}

size_t bi_json_length(const bi_json *string)
{
    return bi_json_is(string, BI_JSON_STRING) ? string->is.string.length : 0;
}

int64_t bi_json_integer(const bi_json *integer)
{
    return bi_json_is(integer, BI_JSON_INTEGER) ? integer->is.integer : 0;
}

double bi_json_number(const bi_json *number)
{
    return bi_json_is(number, BI_JSON_INTEGER) ? (double)number->is.integer
           : bi_json_is(number, BI_JSON_REAL)  ? number->is.real
                                               : 0.0;
}
