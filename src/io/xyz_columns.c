// SPDX-License-Identifier: MIT

#include "io/xyz_columns.h"

#include "core/error.h"

#include <string.h>

// The value of `key=value` or `key="some values"`, the key in any case.
static bool find_value(bi_word line, const char *key, bi_word *value)
{
    size_t length = strlen(key);
    for (size_t i = 0; i + length < line.length; i++) {
        size_t k = 0;
        while (k < length && (line.start[i + k] | 0x20) == (key[k] | 0x20)) {
            k++;
        }
        bool begins = i == 0 || line.start[i - 1] == ' ' || line.start[i - 1] == '\t';
        if (k < length || !begins || line.start[i + k] != '=') {
            continue;
        }
        bi_word rest = {line.start + i + k + 1, line.length - i - k - 1};
        char quote = rest.length > 0 && (rest.start[0] == '"' || rest.start[0] == '\'') ? rest.start[0] : ' ';
        rest.start += quote != ' ';
        rest.length -= quote != ' ';
        const char *stop = rest.length > 0 ? memchr(rest.start, quote, rest.length) : NULL;
        *value = (bi_word){rest.start, stop != NULL ? (size_t)(stop - rest.start) : rest.length};
        return true;
    }
    return false;
}

static bool next_field(bi_word *rest, bi_word *field)
{
    if (rest->length == 0) {
        return false;
    }
    const char *stop = memchr(rest->start, ':', rest->length);
    *field = (bi_word){rest->start, stop != NULL ? (size_t)(stop - rest->start) : rest->length};
    size_t taken = field->length + (stop != NULL);
    rest->start += taken;
    rest->length -= taken;
    return true;
}

// name:type:columns, again and again
static bight_status read_properties(bi_curve_list *list, bi_word rest, int32_t line, bi_xyz_columns *columns)
{
    bi_word name, type, size;
    int32_t count = 0, at = -1;
    while (next_field(&rest, &name)) {
        int64_t width = 0;
        bool good = next_field(&rest, &type) && next_field(&rest, &size) && bi_parse_integer(size, &width) &&
                    width > 0 && width <= 64 - count;
        if (!good) {
            return bi_fail(list->error, BIGHT_ERROR_PARSE, line,
                           "Properties: `%s` is not name:type:columns, of at most 64 columns",
                           bi_word_show(name).text);
        }
        if (bi_word_is(name, "pos") && width == 3) {
            at = count;
        }
        count += (int32_t)width;
    }
    if (at < 0) {
        return bi_fail(list->error, BIGHT_ERROR_PARSE, line,
                       "Properties has no pos:R:3: where the points stand");
    }
    columns->at = at;
    columns->count = count;
    return BIGHT_OK;
}

static bool is_true(bi_word word)
{
    return word.length > 0 && (word.start[0] == 'T' || word.start[0] == 't' || word.start[0] == '1');
}

// Nine numbers, the edges one after another. Only a box along the axes is kept.
static void read_box(bi_word lattice, bi_word sides, bool has_sides, bi_periodic_box *box)
{
    double edges[9];
    bi_word word;
    int32_t count = 0;
    while (count < 9 && bi_word_next(&lattice, &word) && bi_parse_double(word, &edges[count])) {
        count++;
    }
    bool along = count == 9;
    for (int32_t i = 0; i < 9 && along; i++) {
        along = i % 4 == 0 ? edges[i] > 0.0 : edges[i] == 0.0;
    }
    if (!along) {
        return;
    }
    const double low[3] = {0, 0, 0}, high[3] = {edges[0], edges[4], edges[8]}, tilt[3] = {0, 0, 0};
    bi_box_lay_out(box, low, high, tilt);
    for (int32_t i = 0; i < 3; i++) {
        bool more = has_sides && bi_word_next(&sides, &word);
        box->periodic[i] = has_sides ? more && is_true(word) : true;
    }
    box->known = box->periodic[0] || box->periodic[1] || box->periodic[2];
}

bight_status bi_xyz_read_columns(bi_curve_list *list, bi_word comment, int32_t line, bi_xyz_columns *columns)
{
    *columns = (bi_xyz_columns){.count = 0};
    bi_word value, sides = {comment.start, 0};
    bool has_sides = find_value(comment, "pbc", &sides);
    if (find_value(comment, "Lattice", &value)) {
        read_box(value, sides, has_sides, &columns->box);
    }
    return find_value(comment, "Properties", &value) ? read_properties(list, value, line, columns) : BIGHT_OK;
}
