// SPDX-License-Identifier: MIT
// VECT, geomview's polylines. The grammar is in docs/formats.md.

#include "io/curve_list.h"

#include "core/error.h"
#include "core/memory.h"

typedef struct vect_reader {
    bi_curve_list *list;
    bi_text text;
    bi_word rest; // of the line in hand
} vect_reader;

// The next word anywhere; `#` hides the rest of its line.
static bool next_word(vect_reader *reader, bi_word *word)
{
    for (;;) {
        if (bi_word_next(&reader->rest, word) && word->start[0] != '#') {
            return true;
        }
        if (!bi_text_line(&reader->text, &reader->rest)) {
            return false;
        }
    }
}

static bight_status too_short(const vect_reader *reader, const char *what)
{
    return bi_fail(reader->list->error, BIGHT_ERROR_PARSE, reader->text.line,
                   "the file ends where %s should follow", what);
}

static bight_status next_integer(vect_reader *reader, const char *what, int64_t low, int64_t high,
                                 int64_t *value)
{
    bi_word word;
    if (!next_word(reader, &word)) {
        return too_short(reader, what);
    }
    if (!bi_parse_integer(word, value) || *value < low || *value > high) {
        return bi_fail(reader->list->error, BIGHT_ERROR_PARSE, reader->text.line,
                       "`%s` should be %s, from %lld to %lld", bi_word_show(word).text, what, (long long)low,
                       (long long)high);
    }
    return BIGHT_OK;
}

static bight_status read_polyline(vect_reader *reader, int32_t vertices)
{
    int32_t count = vertices < 0 ? -vertices : vertices;
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        bight_vec3 point = {0, 0, 0};
        double *numbers[3] = {&point.x, &point.y, &point.z};
        for (int32_t k = 0; k < 3 && status == BIGHT_OK; k++) {
            bi_word word;
            status = next_word(reader, &word)
                         ? bi_curve_number(reader->list, word, reader->text.line, numbers[k])
                         : too_short(reader, "a coordinate");
        }
        status = status == BIGHT_OK ? bi_curve_add(reader->list, point, reader->text.line) : status;
    }
    if (status != BIGHT_OK) {
        return status;
    }
    return bi_curve_end(reader->list, vertices < 0 ? BI_ENDS_CLOSED : BI_ENDS_REPEATED, reader->text.line);
}

static bight_status read_counts(vect_reader *reader, int32_t *counts, int64_t polylines, int64_t vertices)
{
    bight_status status = BIGHT_OK;
    int64_t sum = 0, value;
    for (int64_t i = 0; i < polylines && status == BIGHT_OK; i++) {
        status = next_integer(reader, "the vertices of a polyline", -vertices, vertices, &value);
        counts[i] = status == BIGHT_OK ? (int32_t)value : 0;
        sum += counts[i] < 0 ? -counts[i] : counts[i];
    }
    int32_t line = reader->text.line;
    for (int64_t i = 0; i < polylines && status == BIGHT_OK; i++) {
        status = next_integer(reader, "the colours of a polyline", 0, INT32_MAX, &value);
    }
    if (status == BIGHT_OK && sum != vertices) {
        return bi_fail(reader->list->error, BIGHT_ERROR_PARSE, line,
                       "the polylines have %lld vertices, the file promises %lld", (long long)sum,
                       (long long)vertices);
    }
    return status;
}

bight_status bi_read_vect(bi_curve_list *list, const char *bytes, size_t length,
                          const bight_read_options *options)
{
    (void)options;
    vect_reader reader = {.list = list, .text = {bytes, bytes + length, 0}, .rest = {bytes, 0}};
    bi_word word;
    if (!next_word(&reader, &word) || !bi_word_is(word, "VECT")) {
        return bi_fail(list->error, BIGHT_ERROR_PARSE, reader.text.line, "the first word is not VECT");
    }
    bi_word ahead = reader.rest;
    if (bi_word_next(&ahead, &word) && bi_word_is(word, "BINARY")) {
        return bi_fail(list->error, BIGHT_ERROR_PARSE, reader.text.line,
                       "VECT BINARY is not read: write the text form");
    }

    // every count takes two bytes at least, a digit and a blank
    int64_t most = length / 2 < INT32_MAX ? (int64_t)(length / 2) : INT32_MAX;
    int64_t polylines, vertices, colours;
    bight_status status = next_integer(&reader, "the number of polylines", 1, most, &polylines);
    status =
        status == BIGHT_OK ? next_integer(&reader, "the number of vertices", 2, most, &vertices) : status;
    status =
        status == BIGHT_OK ? next_integer(&reader, "the number of colours", 0, INT32_MAX, &colours) : status;
    if (status != BIGHT_OK) {
        return status;
    }

    int32_t *counts = bi_new_array(list->allocator, (size_t)polylines, sizeof *counts);
    if (counts == NULL) {
        return bi_fail(list->error, BIGHT_ERROR_NO_MEMORY, reader.text.line, "no memory for %lld polylines",
                       (long long)polylines);
    }

    status = read_counts(&reader, counts, polylines, vertices);
    for (int64_t i = 0; i < polylines && status == BIGHT_OK; i++) {
        status = read_polyline(&reader, counts[i]);
    }

    bi_free_array(list->allocator, counts, (size_t)polylines, sizeof *counts);
    return status;
}
