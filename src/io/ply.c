// SPDX-License-Identifier: MIT
// PLY: text, or binary of either byte order (Turk 1994). What is read of it is in docs/formats.md.

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "io/mesh_builder.h"
#include "io/text.h"

#include <string.h>

typedef enum ply_type { INT8, UINT8, INT16, UINT16, INT32, UINT32, FLOAT32, FLOAT64, NO_TYPE } ply_type;

static const struct {
    const char *name, *other;
    size_t size;
} types[] = {{"char", "int8", 1}, {"uchar", "uint8", 1}, {"short", "int16", 2},   {"ushort", "uint16", 2},
             {"int", "int32", 4}, {"uint", "uint32", 4}, {"float", "float32", 4}, {"double", "float64", 8}};

// What a property is to us.
typedef enum ply_role { SKIPPED, X, Y, Z, U, V, CORNERS, CORNER_UVS, FIRST_END, SECOND_END, ROLES } ply_role;

typedef struct ply_property {
    ply_type type, count_type; // count_type is NO_TYPE unless it is a list
    ply_role role;
} ply_property;

typedef enum ply_element { OTHER, VERTEX, FACE, EDGE } ply_element;

// More than this in one element is no mesh.
#define MOST_PROPERTIES 256
#define MOST_ELEMENTS 64

typedef struct ply_layout {
    ply_element element;
    int64_t count;
    int32_t first, end; // of its properties
} ply_layout;

typedef struct ply_reader {
    bi_mesh_builder *builder;
    bi_text text; // in a binary body only `at` and `end` mean something
    bi_word line; // what is left of the line, in text
    bool binary, big;
    ply_property properties[MOST_PROPERTIES];
    ply_layout elements[MOST_ELEMENTS];
    int32_t property_count, element_count;
    int32_t *vertex, *uv; // (BI_MOST_CORNERS) corners of one face
    double *places;       // (BI_MOST_CORNERS x 2)
} ply_reader;

static bight_status fail(const ply_reader *reader, const char *words)
{
    int32_t line = reader->binary ? 0 : reader->text.line;
    return bi_fail(reader->builder->error, BIGHT_ERROR_PARSE, line, "%s", words);
}

// The word takes the place of the @.
static bight_status fail_word(const ply_reader *reader, const char *format, bi_word word)
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
    return fail(reader, words);
}

// ---- header ---------------------------------------------------------------------------------------------

static ply_type type_of(bi_word word)
{
    for (int32_t i = 0; i < NO_TYPE; i++) {
        if (bi_word_is(word, types[i].name) || bi_word_is(word, types[i].other)) {
            return (ply_type)i;
        }
    }
    return NO_TYPE;
}

static ply_role role_of(ply_element element, bool list, bi_word name)
{
    static const struct {
        ply_element element;
        bool list;
        const char *name;
        ply_role role;
    } roles[] = {{VERTEX, false, "x", X},
                 {VERTEX, false, "y", Y},
                 {VERTEX, false, "z", Z},
                 {VERTEX, false, "u", U},
                 {VERTEX, false, "v", V},
                 {VERTEX, false, "s", U},
                 {VERTEX, false, "t", V},
                 {VERTEX, false, "texture_u", U},
                 {VERTEX, false, "texture_v", V},
                 {FACE, true, "vertex_indices", CORNERS},
                 {FACE, true, "vertex_index", CORNERS},
                 {FACE, true, "texcoord", CORNER_UVS},
                 {EDGE, false, "vertex1", FIRST_END},
                 {EDGE, false, "vertex2", SECOND_END}};
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        if (roles[i].element == element && roles[i].list == list && bi_word_is(name, roles[i].name)) {
            return roles[i].role;
        }
    }
    return SKIPPED;
}

static bight_status read_property(ply_reader *reader, bi_word line)
{
    bi_word word, name;
    if (reader->element_count == 0 || reader->property_count == MOST_PROPERTIES) {
        return fail(reader, reader->element_count == 0 ? "a property before the first element"
                                                       : "more than 256 properties");
    }
    ply_layout *layout = &reader->elements[reader->element_count - 1];
    ply_property property = {NO_TYPE, NO_TYPE, SKIPPED};
    bool good = bi_word_next(&line, &word);
    bool list = good && bi_word_is(word, "list");
    if (list) {
        good = bi_word_next(&line, &word);
        property.count_type = good ? type_of(word) : NO_TYPE;
        good = good && property.count_type < FLOAT32 && bi_word_next(&line, &word);
    }
    property.type = good ? type_of(word) : NO_TYPE;
    if (property.type == NO_TYPE || !bi_word_next(&line, &name)) {
        return fail(reader,
                    "a property needs `TYPE NAME` or `list COUNT_TYPE TYPE NAME`, the count a whole number");
    }
    property.role = role_of(layout->element, list, name);
    reader->properties[reader->property_count++] = property;
    layout->end = reader->property_count;
    return BIGHT_OK;
}

static bight_status read_element(ply_reader *reader, bi_word line)
{
    bi_word name, number;
    int64_t count = -1;
    bool good =
        bi_word_next(&line, &name) && bi_word_next(&line, &number) && bi_parse_integer(number, &count);
    if (!good || count < 0 || reader->element_count == MOST_ELEMENTS) {
        return fail(reader, "an element needs `NAME COUNT`, and there may be 64");
    }
    if (bi_word_is(name, "tristrips")) {
        return fail(reader, "triangle strips are not read: write faces");
    }
    ply_element element = bi_word_is(name, "vertex") ? VERTEX
                          : bi_word_is(name, "face") ? FACE
                          : bi_word_is(name, "edge") ? EDGE
                                                     : OTHER;
    reader->elements[reader->element_count++] =
        (ply_layout){element, count, reader->property_count, reader->property_count};
    return BIGHT_OK;
}

static bool has_role(const ply_reader *reader, ply_element element, ply_role role)
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

static bight_status read_header(ply_reader *reader)
{
    bi_word line, word, rest;
    bool format = false;
    if (!bi_text_line(&reader->text, &line) || !bi_word_next(&line, &word) || !bi_word_is(word, "ply")) {
        return fail(reader, "a PLY file starts with the line `ply`");
    }
    while (bi_text_line(&reader->text, &line)) {
        rest = line;
        bight_status status = BIGHT_OK;
        if (!bi_word_next(&rest, &word) || bi_word_is(word, "comment") || bi_word_is(word, "obj_info")) {
            continue;
        }
        if (bi_word_is(word, "format")) {
            format = bi_word_next(&rest, &word);
            reader->binary = format && !bi_word_is(word, "ascii");
            reader->big = reader->binary && bi_word_is(word, "binary_big_endian");
            bool known =
                format && (!reader->binary || reader->big || bi_word_is(word, "binary_little_endian"));
            if (!known) {
                reader->binary = false;
                return fail(reader, "the format is not ascii, binary_little_endian or binary_big_endian");
            }
        } else if (bi_word_is(word, "element")) {
            status = read_element(reader, rest);
        } else if (bi_word_is(word, "property")) {
            status = read_property(reader, rest);
        } else if (bi_word_is(word, "end_header")) {
            bool complete = format && has_role(reader, VERTEX, X) && has_role(reader, VERTEX, Y) &&
                            has_role(reader, VERTEX, Z) && has_role(reader, FACE, CORNERS);
            return complete ? BIGHT_OK
                            : fail(reader,
                                   "the header needs a format, vertices with x, y, z and faces with a list "
                                   "of vertex_indices");
        } else {
            status = fail_word(reader, "`@` is no statement of a PLY header", word);
        }
        if (status != BIGHT_OK) {
            return status;
        }
    }
    return fail(reader, "the header has no end_header");
}

// ---- values ---------------------------------------------------------------------------------------------

static double from_bytes(ply_type type, const unsigned char *bytes, bool big)
{
    size_t size = types[type].size;
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++) {
        bits = bits << 8 | bytes[big ? i : size - 1 - i];
    }
    uint32_t half = (uint32_t)bits;
    float single;
    double number;
    switch (type) {
    case INT8:
        return (double)(int8_t)(uint8_t)bits;
    case INT16:
        return (double)(int16_t)(uint16_t)bits;
    case INT32:
        return (double)(int32_t)half;
    case FLOAT32:
        memcpy(&single, &half, sizeof single);
        return (double)single;
    case FLOAT64:
        memcpy(&number, &bits, sizeof number);
        return number;
    default:
        return (double)bits;
    }
}

static bight_status next_value(ply_reader *reader, ply_type type, double *value)
{
    if (reader->binary) {
        size_t size = types[type].size;
        if ((size_t)(reader->text.end - reader->text.at) < size) {
            return fail(reader, "the file ends before its last element");
        }
        *value = from_bytes(type, (const unsigned char *)reader->text.at, reader->big);
        reader->text.at += size;
        return BIGHT_OK;
    }
    bi_word word;
    while (!bi_word_next(&reader->line, &word)) {
        if (!bi_text_line(&reader->text, &reader->line)) {
            return fail(reader, "the file ends before its last element");
        }
    }
    bool good = bi_parse_double(word, value) || (type >= FLOAT32 && bi_parse_not_finite(word, value));
    return good ? BIGHT_OK : fail_word(reader, "`@` is not a number", word);
}

// A count of a list: believed up to what the file could still hold.
static bight_status next_count(ply_reader *reader, const ply_property *property, int64_t *count)
{
    double value = 0.0;
    bight_status status = next_value(reader, property->count_type, &value);
    size_t left = (size_t)(reader->text.end - reader->text.at) + reader->line.length;
    if (status == BIGHT_OK && !(value >= 0.0 && value <= (double)left && value == (double)(int64_t)value)) {
        return fail(reader, "a list is longer than the file");
    }
    *count = (int64_t)value;
    return status;
}

// ---- elements -------------------------------------------------------------------------------------------

// One element: single values by role, a face's lists in the reader.
typedef struct ply_values {
    double at[ROLES];
    int64_t corners, places; // of a face; -1 without such a list
} ply_values;

static bight_status read_list(ply_reader *reader, const ply_property *property, ply_values *values)
{
    int64_t count = 0;
    bight_status status = next_count(reader, property, &count);
    bool corners = property->role == CORNERS, places = property->role == CORNER_UVS;
    if (status == BIGHT_OK &&
        ((corners && count > BI_MOST_CORNERS) || (places && count > 2 * BI_MOST_CORNERS))) {
        return fail(reader, "more than 4096 corners in a face");
    }
    for (int64_t i = 0; i < count && status == BIGHT_OK; i++) {
        double value = 0.0;
        status = next_value(reader, property->type, &value);
        if (corners && status == BIGHT_OK) {
            bool whole = value >= 0.0 && value < 2147483648.0 && value == (double)(int64_t)value;
            reader->vertex[i] = whole ? (int32_t)value : -1;
        } else if (places) {
            reader->places[i] = value;
        }
    }
    values->corners = corners ? count : values->corners;
    values->places = places ? count : values->places;
    return status;
}

static bight_status take_face(ply_reader *reader, const ply_values *values, bool has_uv)
{
    int64_t count = values->corners;
    if (count < 3) {
        return fail(reader, "a face of fewer than 3 corners");
    }
    bool own = values->places == 2 * count;
    for (int64_t i = 0; i < count; i++) {
        if (reader->vertex[i] < 0) {
            return fail(reader, "a corner of a face is not the number of a vertex");
        }
        reader->uv[i] = has_uv ? reader->vertex[i] : -1;
        if (own) {
            reader->uv[i] = reader->builder->mesh.uv_count;
            bight_status status =
                bi_build_uv(reader->builder, 0, reader->places[2 * i], reader->places[2 * i + 1]);
            if (status != BIGHT_OK) {
                return status;
            }
        }
    }
    return bi_build_face(reader->builder, 0, reader->vertex, reader->uv, (int32_t)count);
}

static bight_status take_element(ply_reader *reader, ply_element element, const ply_values *values,
                                 bool has_uv)
{
    if (element == VERTEX) {
        const double *at = values->at;
        bight_status status = bi_build_vertex(reader->builder, 0, v3(at[X], at[Y], at[Z]));
        return status == BIGHT_OK && has_uv ? bi_build_uv(reader->builder, 0, at[U], at[V]) : status;
    }
    if (element == FACE) {
        return take_face(reader, values, has_uv);
    }
    if (element == EDGE) {
        double a = values->at[FIRST_END], b = values->at[SECOND_END];
        bool good = a >= 0.0 && b >= 0.0 && a < 2147483648.0 && b < 2147483648.0;
        return good ? bi_build_seam(reader->builder, 0, (int32_t)a, (int32_t)b)
                    : fail(reader, "an end of an edge is not the number of a vertex");
    }
    return BIGHT_OK;
}

static bight_status read_elements(ply_reader *reader, const ply_layout *layout)
{
    bool has_uv = has_role(reader, VERTEX, U) && has_role(reader, VERTEX, V);
    for (int64_t i = 0; i < layout->count; i++) {
        ply_values values = {.corners = -1, .places = -1};
        bight_status status = BIGHT_OK;
        if (layout->first == layout->end) {
            return BIGHT_OK; // elements without properties take no room
        }
        for (int32_t k = layout->first; k < layout->end && status == BIGHT_OK; k++) {
            const ply_property *property = &reader->properties[k];
            status = property->count_type != NO_TYPE
                         ? read_list(reader, property, &values)
                         : next_value(reader, property->type, &values.at[property->role]);
        }
        if (status == BIGHT_OK) {
            status = take_element(reader, layout->element, &values, has_uv);
        }
        if (status != BIGHT_OK) {
            return status;
        }
    }
    return BIGHT_OK;
}

// Faces may stand before the vertices, so their numbers are checked at the end.
static bight_status check_numbers(const ply_reader *reader)
{
    const bight_cloth_mesh *mesh = &reader->builder->mesh;
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        if (mesh->triangles[i] >= mesh->vertex_count) {
            return bi_fail(reader->builder->error, BIGHT_ERROR_PARSE, 0,
                           "face %d names vertex %d, counted from 0, but there are %d",
                           mesh->faces[i / 3] + 1, mesh->triangles[i], mesh->vertex_count);
        }
    }
    for (size_t i = 0; i < 2 * (size_t)mesh->seam_count; i++) {
        if (mesh->seams[i] >= mesh->vertex_count) {
            return bi_fail(reader->builder->error, BIGHT_ERROR_PARSE, 0,
                           "edge %d names vertex %d, counted from 0, but there are %d", (int)(i / 2) + 1,
                           mesh->seams[i], mesh->vertex_count);
        }
    }
    return BIGHT_OK;
}

// Places of vertices are numbered as the vertices are, so those of corners must come after them.
static bool faces_before_vertices(const ply_reader *reader)
{
    bool face = false;
    for (int32_t i = 0; i < reader->element_count; i++) {
        face |= reader->elements[i].element == FACE;
        if (face && reader->elements[i].element == VERTEX) {
            return true;
        }
    }
    return false;
}

bight_status bi_read_ply_mesh(bi_mesh_builder *builder, const char *bytes, size_t length)
{
    ply_reader reader = {.builder = builder, .text = {bytes, bytes + length, 0}};
    reader.vertex = bi_new_array(builder->allocator, BI_MOST_CORNERS, sizeof *reader.vertex);
    reader.uv = bi_new_array(builder->allocator, BI_MOST_CORNERS, sizeof *reader.uv);
    reader.places = bi_new_array(builder->allocator, BI_MOST_CORNERS, 2 * sizeof *reader.places);
    bight_status status = BIGHT_OK;
    if (reader.vertex == NULL || reader.uv == NULL || reader.places == NULL) {
        status = bi_fail(builder->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to read a mesh");
    }
    status = status == BIGHT_OK ? read_header(&reader) : status;
    if (status == BIGHT_OK && faces_before_vertices(&reader) && has_role(&reader, VERTEX, U) &&
        has_role(&reader, FACE, CORNER_UVS)) {
        status =
            fail(&reader, "places on the pattern both of vertices and of faces, and the faces come first");
    }
    for (int32_t i = 0; i < reader.element_count && status == BIGHT_OK; i++) {
        status = read_elements(&reader, &reader.elements[i]);
    }
    status = status == BIGHT_OK ? check_numbers(&reader) : status;
    status = status == BIGHT_OK ? bi_build_join_uv(builder) : status;
    bi_free_array(builder->allocator, reader.vertex, BI_MOST_CORNERS, sizeof *reader.vertex);
    bi_free_array(builder->allocator, reader.uv, BI_MOST_CORNERS, sizeof *reader.uv);
    bi_free_array(builder->allocator, reader.places, BI_MOST_CORNERS, 2 * sizeof *reader.places);
    return status;
}
