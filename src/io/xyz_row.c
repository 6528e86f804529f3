// SPDX-License-Identifier: MIT

#include "io/xyz_row.h"

#include <string.h>

static bool is_in(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static void add(bi_row *row, bi_word word)
{
    if (row->count < BI_ROW_WORDS) {
        row->words[row->count] = word;
    }
    row->count += row->count <= BI_ROW_WORDS;
}

// The next number of a word that a sign behind a digit or a point ends.
static bi_word next_part(bi_word *rest)
{
    size_t i = 1;
    while (i < rest->length && !(is_in(rest->start[i], "+-") && is_in(rest->start[i - 1], "0123456789."))) {
        i++;
    }
    bi_word part = {rest->start, i};
    rest->start += i;
    rest->length -= i;
    return part;
}

// Parts of -1.000-2.000, or 1 for a word that is one number or no numbers.
static int32_t count_parts(bi_word word)
{
    int32_t parts = 0;
    while (word.length > 0) {
        bi_word part = next_part(&word);
        double value;
        if (memchr(part.start, '.', part.length) == NULL || !bi_row_number(part, &value)) {
            return 1;
        }
        parts++;
    }
    return parts;
}

bi_row bi_row_split(bi_word line)
{
    bi_row row = {.count = 0};
    bi_word word;
    while (row.count <= BI_ROW_WORDS && bi_word_next(&line, &word) && !is_in(word.start[0], "#!")) {
        if (count_parts(word) < 2) {
            add(&row, word);
            continue;
        }
        while (word.length > 0) {
            add(&row, next_part(&word));
        }
    }
    return row;
}

bool bi_row_number(bi_word word, double *value)
{
    if (bi_parse_double(word, value)) {
        return true;
    }
    char text[64];
    if (word.length >= sizeof text) {
        return false;
    }
    int32_t marks = 0;
    for (size_t i = 0; i < word.length; i++) {
        bool mark = word.start[i] == 'd' || word.start[i] == 'D';
        text[i] = mark ? 'e' : word.start[i];
        marks += mark;
    }
    return marks == 1 && bi_parse_double((bi_word){text, word.length}, value);
}

bool bi_row_is_jammed(bi_word word)
{
    int32_t points = 0;
    for (size_t i = 0; i < word.length; i++) {
        if (!is_in(word.start[i], "0123456789.+-")) {
            return false;
        }
        points += word.start[i] == '.';
    }
    return points > 1;
}

bool bi_row_ends_component(const bi_row *row)
{
    bool ends = row->count > 0 && row->count <= BI_ROW_WORDS;
    for (int32_t i = 0; i < row->count && ends; i++) {
        ends = bi_word_is(row->words[i], "X") || bi_word_is(row->words[i], "x");
    }
    return ends ||
           (row->count == 1 && (bi_word_is(row->words[0], "END") || bi_word_is(row->words[0], "end")));
}

bool bi_row_is_comment(bi_word line)
{
    bi_word word;
    return bi_word_next(&line, &word) &&
           (is_in(word.start[0], "#%!") || (word.length > 1 && word.start[0] == '/' && word.start[1] == '/'));
}
