// SPDX-License-Identifier: MIT

#include "io/ply.h"

#include "core/assert.h"
#include "core/error.h"

#include <string.h>

static const struct {
    const char *name, *other;
    size_t size;
} types[] = {{"char", "int8", 1}, {"uchar", "uint8", 1}, {"short", "int16", 2},   {"ushort", "uint16", 2},
             {"int", "int32", 4}, {"uint", "uint32", 4}, {"float", "float32", 4}, {"double", "float64", 8}};

size_t bi_ply_size(bi_ply_type type)
{
    BI_ASSERT((int32_t)type >= 0);
    return types[type].size;
}

bight_status bi_ply_fail(const bi_ply_reader *reader, const char *words)
{
    int32_t line = reader->binary ? 0 : reader->text.line;
    return bi_fail(reader->builder->error, BIGHT_ERROR_PARSE, line, "%s", words);
}

bight_status bi_ply_fail_word(const bi_ply_reader *reader, const char *format, bi_word word)
{
    char words[160];
    bi_shown shown = bi_word_show(word);
    size_t at = 0;
    for (const char *c = format; *c != '\0' && at + sizeof shown.text < sizeof words; c++) {
        if (*c == '@') {
            size_t length = strlen(shown.text);
            memcpy(words + at, shown.text, length);
            at += length;
        } else {
            words[at++] = *c;
        }
    }
    words[at] = '\0';
    return bi_ply_fail(reader, words);
}

// ---- header ---------------------------------------------------------------------------------------------

static bi_ply_type type_of(bi_word word)
{
    for (int32_t i = 0; i < BI_PLY_NO_TYPE; i++) {
        if (bi_word_is(word, types[i].name) || bi_word_is(word, types[i].other)) {
            return (bi_ply_type)i;
        }
    }
    return BI_PLY_NO_TYPE;
}

static bi_ply_role role_of(bi_ply_element element, bool list, bi_word name)
{
    static const struct {
        bi_ply_element element;
        bool list;
        const char *name;
        bi_ply_role role;
    } roles[] = {{BI_PLY_VERTEX, false, "x", BI_PLY_X},
                 {BI_PLY_VERTEX, false, "y", BI_PLY_Y},
                 {BI_PLY_VERTEX, false, "z", BI_PLY_Z},
                 {BI_PLY_VERTEX, false, "u", BI_PLY_U},
                 {BI_PLY_VERTEX, false, "v", BI_PLY_V},
                 {BI_PLY_VERTEX, false, "s", BI_PLY_U},
                 {BI_PLY_VERTEX, false, "t", BI_PLY_V},
                 {BI_PLY_VERTEX, false, "texture_u", BI_PLY_U},
                 {BI_PLY_VERTEX, false, "texture_v", BI_PLY_V},
                 {BI_PLY_FACE, true, "vertex_indices", BI_PLY_CORNERS},
                 {BI_PLY_FACE, true, "vertex_index", BI_PLY_CORNERS},
                 {BI_PLY_FACE, true, "texcoord", BI_PLY_CORNER_UVS},
                 {BI_PLY_EDGE, false, "vertex1", BI_PLY_FIRST_END},
                 {BI_PLY_EDGE, false, "vertex2", BI_PLY_SECOND_END}};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        if (roles[i].element == element && roles[i].list == list && bi_word_is(name, roles[i].name)) {
            return roles[i].role;
        }
    }
    return BI_PLY_SKIPPED;
}

static bight_status read_property(bi_ply_reader *reader, bi_word line)
{
    bi_word word, name;
    if (reader->element_count == 0 || reader->property_count == BI_PLY_MOST_PROPERTIES) {
        return bi_ply_fail(reader, reader->element_count == 0 ? "a property before the first element"
                                                              : "more than 256 properties");
    }
    bi_ply_layout *layout = &reader->elements[reader->element_count - 1];
    bi_ply_property property = {BI_PLY_NO_TYPE, BI_PLY_NO_TYPE, BI_PLY_SKIPPED};
    bool good = bi_word_next(&line, &word);
    bool list = good && bi_word_is(word, "list");
    if (list) {
        good = bi_word_next(&line, &word);
        property.count_type = good ? type_of(word) : BI_PLY_NO_TYPE;
        good = good && property.count_type < BI_PLY_FLOAT32 && bi_word_next(&line, &word);
    }
    property.type = good ? type_of(word) : BI_PLY_NO_TYPE;
    if (property.type == BI_PLY_NO_TYPE || !bi_word_next(&line, &name)) {
        return bi_ply_fail(
            reader, "a property needs `TYPE NAME` or `list COUNT_TYPE TYPE NAME`, the count a whole number");
    }
    property.role = role_of(layout->element, list, name);
    reader->properties[reader->property_count++] = property;
    layout->end = reader->property_count;
    return BIGHT_OK;
}

static bight_status read_element(bi_ply_reader *reader, bi_word line)
{
    bi_word name, number;
    int64_t count = -1;
    bool good =
        bi_word_next(&line, &name) && bi_word_next(&line, &number) && bi_parse_integer(number, &count);
    if (!good || count < 0 || reader->element_count == BI_PLY_MOST_ELEMENTS) {
        return bi_ply_fail(reader, "an element needs `NAME COUNT`, and there may be 64");
    }
    if (bi_word_is(name, "tristrips")) {
        return bi_ply_fail(reader, "triangle strips are not read: write faces");
    }
    bi_ply_element element = bi_word_is(name, "vertex") ? BI_PLY_VERTEX
                             : bi_word_is(name, "face") ? BI_PLY_FACE
                             : bi_word_is(name, "edge") ? BI_PLY_EDGE
                                                        : BI_PLY_OTHER;
    reader->elements[reader->element_count++] =
        (bi_ply_layout){element, count, reader->property_count, reader->property_count};
    return BIGHT_OK;
}

bool bi_ply_has(const bi_ply_reader *reader, bi_ply_element element, bi_ply_role role)
{
    for (int32_t i = 0; i < reader->element_count; i++) {
        for (int32_t k = reader->elements[i].first; k < reader->elements[i].end; k++) {
            if (reader->elements[i].element == element && reader->properties[k].role == role) {
                return true;
            }
        }
    }
    return false;
}

bight_status bi_ply_header(bi_ply_reader *reader)
{
    bi_word line, word, rest;
    bool format = false;
    if (!bi_text_line(&reader->text, &line) || !bi_word_next(&line, &word) || !bi_word_is(word, "ply")) {
        return bi_ply_fail(reader, "a PLY file starts with the line `ply`");
    }

    // properties belong to the element declared before them
    while (bi_text_line(&reader->text, &line)) {
        rest = line;
        bight_status status = BIGHT_OK;
        if (!bi_word_next(&rest, &word) || bi_word_is(word, "comment") || bi_word_is(word, "obj_info")) {
            continue;
        }

        // text, or binary in one of the two byte orders
        if (bi_word_is(word, "format")) {
            format = bi_word_next(&rest, &word);
            reader->binary = format && !bi_word_is(word, "ascii");
            reader->big = reader->binary && bi_word_is(word, "binary_big_endian");
            bool known =
                format && (!reader->binary || reader->big || bi_word_is(word, "binary_little_endian"));
            if (!known) {
                reader->binary = false;
                return bi_ply_fail(reader,
                                   "the format is not ascii, binary_little_endian or binary_big_endian");
            }
        } else if (bi_word_is(word, "element")) {
            status = read_element(reader, rest);
        } else if (bi_word_is(word, "property")) {
            status = read_property(reader, rest);
        } else if (bi_word_is(word, "end_header")) {
            bool complete = format && bi_ply_has(reader, BI_PLY_VERTEX, BI_PLY_X) &&
                            bi_ply_has(reader, BI_PLY_VERTEX, BI_PLY_Y) &&
                            bi_ply_has(reader, BI_PLY_VERTEX, BI_PLY_Z) &&
                            (bi_ply_has(reader, BI_PLY_FACE, BI_PLY_CORNERS) ||
                             (bi_ply_has(reader, BI_PLY_EDGE, BI_PLY_FIRST_END) &&
                              bi_ply_has(reader, BI_PLY_EDGE, BI_PLY_SECOND_END)));
            return complete ? BIGHT_OK
                            : bi_ply_fail(
                                  reader,
                                  "the header needs a format, vertices with x, y, z, and faces with a list "
                                  "of vertex_indices or edges with vertex1 and vertex2");
        } else {
            status = bi_ply_fail_word(reader, "`@` is no statement of a PLY header", word);
        }
        if (status != BIGHT_OK) {
            return status;
        }
    }
    return bi_ply_fail(reader, "the header has no end_header");
}
