// SPDX-License-Identifier: MIT
// The grammar of JSON (RFC 8259, sections 2 to 5), with a stack of its own instead of recursion.

#include "io/json_state.h"

#include "core/assert.h"
#include "core/memory.h"

#include <string.h>

#define NONE SIZE_MAX

/// An open element: an entry on the stack, with its elements or members above it.
typedef struct nesting {
    size_t open;   // entry of the innermost open value, NONE when none is
    int32_t depth; // values open
} nesting;

// An entry without a value, for the key that the token is, or for an element.
static bi_json_entry *push(bi_json_reader *r, bool member)
{
    if (r->stacked == r->stack_size) {
        size_t size = r->stack_size > 0 ? 2 * r->stack_size : 256, bytes;
        bi_json_entry *stack = NULL;
        if (bi_size_mul(size, sizeof *stack, &bytes)) {
            stack = bi_resize(r->allocator, r->stack, r->stack_size * sizeof *stack, bytes);
        }
        if (stack == NULL) {
            bi_json_fail(r, BI_JSON_NO_MEMORY, "no memory");
            return NULL;
        }
        r->stack = stack;
        r->stack_size = size;
    }
    bi_json_entry *entry = &r->stack[r->stacked++];
    *entry = (bi_json_entry){.line = r->line, .start = r->start};
    entry->key = member ? r->value.is.string.at : NULL;
    return entry;
}

// The value that the token begins, into the entry on top. A bracket opens it; all else is whole.
static bool begin_value(bi_json_reader *r, nesting *n)
{
    bi_json *value = &r->stack[r->stacked - 1].value;
    bool opens = r->token == BI_TOKEN_MARK && (r->mark == '{' || r->mark == '[');
    if (n->depth == BI_JSON_MOST_DEPTH) {
        return bi_json_fail(r, BI_JSON_TOO_DEEP, "maximum parsing depth reached");
    }
    if (r->token == BI_TOKEN_INVALID) {
        return bi_json_fail(r, BI_JSON_SYNTAX, "invalid token");
    }
    if (r->token != BI_TOKEN_VALUE && !opens) {
        return bi_json_fail(r, BI_JSON_SYNTAX, "unexpected token");
    }
    if (opens) {
        value->kind = r->mark == '{' ? BI_JSON_OBJECT : BI_JSON_ARRAY;
        value->line = r->line;
        value->is.outer = n->open;
        n->open = r->stacked - 1;
        n->depth++;
    } else {
        *value = r->value;
    }
    bi_json_scan(r);
    return true;
}

static bool close_array(bi_json_reader *r, bi_json *array, const bi_json_entry *entries, size_t count)
{
    bi_json *at = bi_json_take(r, count * sizeof *at); // less than the stack has
    if (at == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        at[i] = entries[i].value;
    }
    array->is.array.at = at;
    array->is.array.count = count;
    return true;
}

static bool close_object(bi_json_reader *r, bi_json *object, const bi_json_entry *entries, size_t count)
{
    size_t bytes;
    bi_json_entry *at = NULL;
    if (bi_size_mul(count, sizeof *at + sizeof(bi_json_entry *), &bytes)) {
        at = bi_json_take(r, bytes);
    }
    if (at == NULL) {
        return bi_json_fail(r, BI_JSON_NO_MEMORY, "no memory");
    }
    if (count > 0) {
        memcpy(at, entries, count * sizeof *at);
    }
    object->is.object.at = at;
    object->is.object.count = count;
    return bi_json_sort_keys(r, at, (bi_json_entry **)(void *)(at + count), count);
}

// At the closing bracket of the innermost open value.
static bool close_value(bi_json_reader *r, nesting *n)
{
    BI_ASSERT(n->open < r->stacked);
    bi_json *value = &r->stack[n->open].value;
    const bi_json_entry *entries = &r->stack[n->open] + 1;
    size_t count = r->stacked - n->open - 1, outer = value->is.outer;
    bool good = value->kind == BI_JSON_OBJECT ? close_object(r, value, entries, count)
                                              : close_array(r, value, entries, count);
    r->stacked = n->open + 1;
    n->open = outer;
    n->depth--;
    if (good) {
        bi_json_scan(r);
    }
    return good;
}

static bool is_mark(const bi_json_reader *r, char mark)
{
    return r->token == BI_TOKEN_MARK && r->mark == mark;
}

// In an open object: a key, its colon, and the beginning of its value.
static bool read_member(bi_json_reader *r, nesting *n)
{
    if (r->token != BI_TOKEN_VALUE || r->value.kind != BI_JSON_STRING) {
        return bi_json_fail(r, BI_JSON_SYNTAX, "string or '}' expected");
    }
    if (push(r, true) == NULL) {
        return false;
    }
    bi_json_scan(r);
    if (!is_mark(r, ':')) {
        return bi_json_fail(r, BI_JSON_SYNTAX, "':' expected");
    }
    bi_json_scan(r);
    return begin_value(r, n);
}

// In an open array: the beginning of an element.
static bool read_element(bi_json_reader *r, nesting *n)
{
    if (r->token == BI_TOKEN_END) {
        return bi_json_fail(r, BI_JSON_SYNTAX, "']' expected");
    }
    return push(r, false) != NULL && begin_value(r, n);
}

// One member or element of the innermost open value, or its end.
static bool step(bi_json_reader *r, nesting *n)
{
    bool object = r->stack[n->open].value.kind == BI_JSON_OBJECT, first = r->stacked == n->open + 1;
    if (is_mark(r, object ? '}' : ']')) {
        return close_value(r, n);
    }
    if (!first) {
        if (!is_mark(r, ',')) {
            return bi_json_fail(r, BI_JSON_SYNTAX, object ? "'}' expected" : "']' expected");
        }
        bi_json_scan(r);
    }
    return object ? read_member(r, n) : read_element(r, n);
}

static bool read_text(bi_json_reader *r, bi_json_root roots)
{
    nesting n = {NONE, 0};
    bi_json_scan(r);
    if (roots == BI_JSON_LIST_ROOT && !is_mark(r, '{') && !is_mark(r, '[')) {
        return bi_json_fail(r, BI_JSON_SYNTAX, "'[' or '{' expected");
    }
    bool good = push(r, false) != NULL && begin_value(r, &n);
    while (good && n.open != NONE) {
        good = step(r, &n);
    }
    return good && (r->token == BI_TOKEN_END || bi_json_fail(r, BI_JSON_MORE_TEXT, "end of file expected"));
}

bi_json *bi_json_parse(const bight_allocator *allocator, const char *text, size_t length, bi_json_root roots,
                       bi_json_error *error)
{
    *error = (bi_json_error){0};
    bi_json_reader r = {.allocator = allocator, .text = text, .length = length, .line = 1, .error = error};
    bi_json_document *document = bi_new_array(allocator, 1, sizeof *document);
    bool good = document != NULL ? read_text(&r, roots) : bi_json_fail(&r, BI_JSON_NO_MEMORY, "no memory");
    if (good) {
        *document = (bi_json_document){r.stack[0].value, allocator, r.blocks};
    } else {
        bi_json_free_blocks(allocator, r.blocks);
        bi_free_array(allocator, document, 1, sizeof *document);
        document = NULL;
    }
    bi_free_array(allocator, r.stack, r.stack_size, sizeof *r.stack);
    return good ? &document->root : NULL;
}
