// SPDX-License-Identifier: MIT

#include "io/json_locate.h"

#include <stdio.h>
#include <string.h>

typedef struct cursor {
    const char *text;
    size_t length, at;
    int32_t line;
} cursor;

static char peek(const cursor *c)
{
    return c->at < c->length ? c->text[c->at] : '\0';
}

static void advance(cursor *c)
{
    if (c->at < c->length && c->text[c->at++] == '\n') {
        c->line++;
    }
}

// strchr finds the end of `set` as well, so a NUL in the text must be told apart
static bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

// also steps over commas and colons: in valid JSON they never decide anything here
static void skip_blank(cursor *c)
{
    while (c->at < c->length && is_one_of(peek(c), " \t\r\n,:")) {
        advance(c);
    }
}

static void skip_string(cursor *c)
{
    advance(c);
    while (c->at < c->length && peek(c) != '"') {
        if (peek(c) == '\\') {
            advance(c);
        }
        advance(c);
    }
    advance(c);
}

// One whole value. Brackets are counted, not recursed into.
static void skip_value(cursor *c)
{
    int64_t depth = 0;
    do {
        skip_blank(c);
        char next = peek(c);
        if (c->at >= c->length) {
            return;
        }
        if (next == '"') {
            skip_string(c);
        } else if (next == '{' || next == '[') {
            depth++;
            advance(c);
        } else if (next == '}' || next == ']') {
            depth--;
            advance(c);
        } else {
            // a number or a word; what starts it is none of these, so this advances
            while (c->at < c->length && !is_one_of(peek(c), " \t\r\n,:]}")) {
                advance(c);
            }
        }
    } while (depth > 0);
}

// Steps to the value of `key` in the object at the cursor. Keys written with escapes are not recognised.
static bool enter_member(cursor *c, const char *key, int32_t *line)
{
    size_t size = strlen(key);
    advance(c);
    for (;;) {
        skip_blank(c);
        if (peek(c) != '"') {
            return false;
        }
        const char *name = c->text + c->at + 1;
        int32_t key_line = c->line;
        skip_string(c);
        const char *end = c->text + c->at - 1;
        bool found = (size_t)(end - name) == size && memcmp(name, key, size) == 0;
        skip_blank(c);
        if (found) {
            *line = key_line;
            return true;
        }
        skip_value(c);
    }
}

static bool enter_element(cursor *c, int32_t index, int32_t *line)
{
    advance(c);
    for (int32_t i = 0;; i++) {
        skip_blank(c);
        if (c->at >= c->length || peek(c) == ']') {
            return false;
        }
        if (i == index) {
            *line = c->line;
            return true;
        }
        skip_value(c);
    }
}

static cursor find(const char *text, size_t length, const bi_json_path *path, int32_t *line)
{
    // from the outside in
    const bi_json_path *steps[BI_JSON_DEPTH];
    int32_t count = 0;
    for (; path != NULL && count < BI_JSON_DEPTH; path = path->parent) {
        steps[count++] = path;
    }

    cursor c = {text, length, 0, 1};
    skip_blank(&c);
    *line = c.line;
    while (count > 0) {
        const bi_json_path *step = steps[--count];
        bool entered = false;
        if (step->key != NULL && peek(&c) == '{') {
            entered = enter_member(&c, step->key, line);
        } else if (step->key == NULL && peek(&c) == '[') {
            entered = enter_element(&c, step->index, line);
        }
        if (!entered) {
            c.at = c.length;
            break;
        }
    }
    return c;
}

int32_t bi_json_line(const char *text, size_t length, const bi_json_path *path)
{
    int32_t line;
    find(text, length, path, &line);
    return line;
}

void bi_json_element_lines(const char *text, size_t length, const bi_json_path *path, int32_t *lines,
                           int32_t count)
{
    int32_t line;
    cursor c = find(text, length, path, &line);
    bool inside = peek(&c) == '[';
    if (inside) {
        advance(&c);
    }
    for (int32_t i = 0; i < count; i++) {
        skip_blank(&c);
        lines[i] = inside ? c.line : line;
        skip_value(&c);
    }
}

void bi_json_path_text(const bi_json_path *path, char *buffer, size_t size)
{
    const bi_json_path *steps[BI_JSON_DEPTH];
    int32_t count = 0;
    for (; path != NULL && count < BI_JSON_DEPTH; path = path->parent) {
        steps[count++] = path;
    }
    size_t used = 0;
    buffer[0] = '\0';
    for (int32_t i = count - 1; i >= 0 && used < size; i--) {
        int written =
            steps[i]->key != NULL
                ? snprintf(buffer + used, size - used, "%s%.80s", used > 0 ? "." : "", steps[i]->key)
                : snprintf(buffer + used, size - used, "[%d]", (int)steps[i]->index);
        used += written > 0 ? (size_t)written : 0;
    }
}
