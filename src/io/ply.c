// SPDX-License-Identifier: MIT
// PLY: text, or binary of either byte order (Turk 1994). What is read of it is in docs/formats.md.

#include "io/ply.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

#include <string.h>

// ---- values ---------------------------------------------------------------------------------------------

static double from_bytes(bi_ply_type type, const unsigned char *bytes, bool big)
{
    size_t size = bi_ply_size(type);
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++) {
        bits = bits << 8 | bytes[big ? i : size - 1 - i];
    }
    uint32_t half = (uint32_t)bits;
    float single;
    double number;
    switch (type) {
    case BI_PLY_INT8:
        return (double)(int8_t)(uint8_t)bits;
    case BI_PLY_INT16:
        return (double)(int16_t)(uint16_t)bits;
    case BI_PLY_INT32:
        return (double)(int32_t)half;
    case BI_PLY_FLOAT32:
        memcpy(&single, &half, sizeof single);
        return (double)single;
    case BI_PLY_FLOAT64:
        memcpy(&number, &bits, sizeof number);
        return number;
    default:
        return (double)bits;
    }
}

static bight_status next_value(bi_ply_reader *reader, bi_ply_type type, double *value)
{
    if (reader->binary) {
        size_t size = bi_ply_size(type);
        if ((size_t)(reader->text.end - reader->text.at) < size) {
            return bi_ply_fail(reader, "the file ends before its last element");
        }
        *value = from_bytes(type, (const unsigned char *)reader->text.at, reader->big);
        reader->text.at += size;
        return BIGHT_OK;
    }
    bi_word word;
    while (!bi_word_next(&reader->line, &word)) {
        if (!bi_text_line(&reader->text, &reader->line)) {
            return bi_ply_fail(reader, "the file ends before its last element");
        }
    }
    bool good = bi_parse_double(word, value) || (type >= BI_PLY_FLOAT32 && bi_parse_not_finite(word, value));
    return good ? BIGHT_OK : bi_ply_fail_word(reader, "`@` is not a number", word);
}

// A count of a list: believed up to what the file could still hold.
static bight_status next_count(bi_ply_reader *reader, const bi_ply_property *property, int64_t *count)
{
    double value = 0.0;
    bight_status status = next_value(reader, property->count_type, &value);
    size_t left = (size_t)(reader->text.end - reader->text.at) + reader->line.length;
    if (status == BIGHT_OK && !(value >= 0.0 && value <= (double)left && value == (double)(int64_t)value)) {
        return bi_ply_fail(reader, "a list is longer than the file");
    }
    *count = (int64_t)value;
    return status;
}

// ---- elements -------------------------------------------------------------------------------------------

// One element: single values by role, a face's lists in the reader.
typedef struct ply_values {
    double at[BI_PLY_ROLES];
    int64_t corners, places; // of a face; -1 without such a list
} ply_values;

static bight_status read_list(bi_ply_reader *reader, const bi_ply_property *property, ply_values *values)
{
    int64_t count = 0;
    bight_status status = next_count(reader, property, &count);
    bool corners = property->role == BI_PLY_CORNERS, places = property->role == BI_PLY_CORNER_UVS;
    if (status == BIGHT_OK &&
        ((corners && count > BI_MOST_CORNERS) || (places && count > 2 * BI_MOST_CORNERS))) {
        return bi_ply_fail(reader, "more than 4096 corners in a face");
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

static bight_status take_face(bi_ply_reader *reader, const ply_values *values, bool has_uv)
{
    int64_t count = values->corners;
    if (count < 3) {
        return bi_ply_fail(reader, "a face of fewer than 3 corners");
    }
    bool own = values->places == 2 * count;
    for (int64_t i = 0; i < count; i++) {
        if (reader->vertex[i] < 0) {
            return bi_ply_fail(reader, "a corner of a face is not the number of a vertex");
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

static bight_status take_element(bi_ply_reader *reader, bi_ply_element element, const ply_values *values,
                                 bool has_uv)
{
    if (element == BI_PLY_VERTEX) {
        const double *at = values->at;
        bight_status status =
            bi_build_vertex(reader->builder, 0, v3(at[BI_PLY_X], at[BI_PLY_Y], at[BI_PLY_Z]));
        return status == BIGHT_OK && has_uv ? bi_build_uv(reader->builder, 0, at[BI_PLY_U], at[BI_PLY_V])
                                            : status;
    }
    if (element == BI_PLY_FACE) {
        return take_face(reader, values, has_uv);
    }
    if (element == BI_PLY_EDGE) {
        double a = values->at[BI_PLY_FIRST_END], b = values->at[BI_PLY_SECOND_END];
        bool good = a >= 0.0 && b >= 0.0 && a < 2147483648.0 && b < 2147483648.0;
        return good ? bi_build_seam(reader->builder, 0, (int32_t)a, (int32_t)b)
                    : bi_ply_fail(reader, "an end of an edge is not the number of a vertex");
    }
    return BIGHT_OK;
}

static bight_status read_elements(bi_ply_reader *reader, const bi_ply_layout *layout)
{
    bool has_uv = bi_ply_has(reader, BI_PLY_VERTEX, BI_PLY_U) && bi_ply_has(reader, BI_PLY_VERTEX, BI_PLY_V);
    for (int64_t i = 0; i < layout->count; i++) {
        ply_values values = {.corners = -1, .places = -1};
        bight_status status = BIGHT_OK;
        if (layout->first == layout->end) {
            return BIGHT_OK; // elements without properties take no room
        }
        for (int32_t k = layout->first; k < layout->end && status == BIGHT_OK; k++) {
            const bi_ply_property *property = &reader->properties[k];
            status = property->count_type != BI_PLY_NO_TYPE
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
static bight_status check_numbers(const bi_ply_reader *reader)
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
static bool faces_before_vertices(const bi_ply_reader *reader)
{
    bool face = false;
    for (int32_t i = 0; i < reader->element_count; i++) {
        face |= reader->elements[i].element == BI_PLY_FACE;
        if (face && reader->elements[i].element == BI_PLY_VERTEX) {
            return true;
        }
    }
    return false;
}

bight_status bi_read_ply_mesh(bi_mesh_builder *builder, const char *bytes, size_t length)
{
    bi_ply_reader reader = {.builder = builder, .text = {bytes, bytes + length, 0}};
    reader.vertex = bi_new_array(builder->allocator, BI_MOST_CORNERS, sizeof *reader.vertex);
    reader.uv = bi_new_array(builder->allocator, BI_MOST_CORNERS, sizeof *reader.uv);
    reader.places = bi_new_array(builder->allocator, BI_MOST_CORNERS, 2 * sizeof *reader.places);
    bight_status status = BIGHT_OK;
    if (reader.vertex == NULL || reader.uv == NULL || reader.places == NULL) {
        status = bi_fail(builder->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to read a mesh");
    }
    status = status == BIGHT_OK ? bi_ply_header(&reader) : status;
    if (status == BIGHT_OK && faces_before_vertices(&reader) &&
        bi_ply_has(&reader, BI_PLY_VERTEX, BI_PLY_U) && bi_ply_has(&reader, BI_PLY_FACE, BI_PLY_CORNER_UVS)) {
        status = bi_ply_fail(&reader,
                             "places on the pattern both of vertices and of faces, and the faces come first");
    }
    for (int32_t i = 0; i < reader.element_count && status == BIGHT_OK; i++) {
        status = read_elements(&reader, &reader.elements[i]);
    }
    status = status == BIGHT_OK ? check_numbers(&reader) : status;
    status = status == BIGHT_OK ? bi_build_cut_faces(builder) : status;
    if (status == BIGHT_OK && bi_ply_has(&reader, BI_PLY_VERTEX, BI_PLY_U) &&
        bi_ply_has(&reader, BI_PLY_VERTEX, BI_PLY_V)) {
        status = bi_build_join_vertices(builder);
    }
    status = status == BIGHT_OK ? bi_build_join_uv(builder) : status;
    bi_free_array(builder->allocator, reader.vertex, BI_MOST_CORNERS, sizeof *reader.vertex);
    bi_free_array(builder->allocator, reader.uv, BI_MOST_CORNERS, sizeof *reader.uv);
    bi_free_array(builder->allocator, reader.places, BI_MOST_CORNERS, 2 * sizeof *reader.places);
    return status;
}
