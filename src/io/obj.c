// SPDX-License-Identifier: MIT
// Wavefront OBJ: positions and faces. The part of the grammar that is read is in docs/formats.md.

#include "bight/io.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "io/mesh_builder.h"
#include "io/text.h"

#include <string.h>

typedef struct obj_reader {
    bi_mesh_builder *builder;
    bi_text text;
    bight_error *error;
    int32_t *vertex, *uv; // (BI_MOST_CORNERS) corners of one face
    int32_t normal_count; // only counted: faces may point at them
    bool finite;          // a number that is not finite is an error
    bool named;           // a group or an object has been named
} obj_reader;

// `fewest` to `most` numbers, the rest of a v, vt or vn line.
static bight_status read_numbers(obj_reader *reader, bi_word line, int32_t fewest, int32_t most,
                                 double *numbers)
{
    bi_word word;
    int32_t count = 0;
    for (; bi_word_next(&line, &word) && word.start[0] != '#'; count++) {
        if (count == most) {
            return bi_fail(reader->error, BIGHT_ERROR_PARSE, reader->text.line, "more than %d numbers", most);
        }
        bool good = bi_parse_double(word, &numbers[count]) ||
                    (!reader->finite && bi_parse_not_finite(word, &numbers[count]));
        if (!good) {
            return bi_fail(reader->error, BIGHT_ERROR_PARSE, reader->text.line, "`%s` is not a number",
                           bi_word_show(word).text);
        }
    }
    if (count < fewest) {
        return bi_fail(reader->error, BIGHT_ERROR_PARSE, reader->text.line,
                       "%d numbers: at least %d are needed", count, fewest);
    }
    return BIGHT_OK;
}

// x y z, then nothing, a weight, or a colour
static bight_status read_position(obj_reader *reader, bi_word line)
{
    double numbers[7];
    bight_status status = read_numbers(reader, line, 3, 7, numbers);
    return status == BIGHT_OK
               ? bi_build_vertex(reader->builder, reader->text.line, v3(numbers[0], numbers[1], numbers[2]))
               : status;
}

static bight_status read_place(obj_reader *reader, bi_word line)
{
    double numbers[3] = {0.0, 0.0, 0.0};
    bight_status status = read_numbers(reader, line, 1, 3, numbers);
    return status == BIGHT_OK ? bi_build_uv(reader->builder, reader->text.line, numbers[0], numbers[1])
                              : status;
}

static bight_status count_normal(obj_reader *reader, bi_word line)
{
    double numbers[3];
    bight_status status = read_numbers(reader, line, 3, 3, numbers);
    if (status == BIGHT_OK && reader->normal_count == INT32_MAX) {
        status = bi_fail(reader->error, BIGHT_ERROR_TOO_LARGE, reader->text.line, "too many normals");
    }
    reader->normal_count += status == BIGHT_OK;
    return status;
}

// One index of a corner: 1-based, or negative and counted back from the newest.
static bight_status read_index(const obj_reader *reader, bi_word word, int32_t count, const char *what,
                               int32_t *index)
{
    int64_t value;
    if (!bi_parse_integer(word, &value)) {
        return bi_fail(reader->error, BIGHT_ERROR_PARSE, reader->text.line, "`%s` is not an index",
                       bi_word_show(word).text);
    }
    if (value == 0 || value > count || value < -(int64_t)count) {
        return bi_fail(reader->error, BIGHT_ERROR_PARSE, reader->text.line,
                       "%s %lld does not exist: %d have been given so far", what, (long long)value, count);
    }
    *index = (int32_t)(value > 0 ? value - 1 : count + value);
    return BIGHT_OK;
}

// v, v/vt, v/vt/vn or v//vn; some programs write v/ and v// where there is nothing
static bight_status read_corner(const obj_reader *reader, bi_word word, int32_t *position, int32_t *place)
{
    const char *whats[3] = {"vertex", "texture vertex", "normal"};
    const bight_cloth_mesh *mesh = &reader->builder->mesh;
    const int32_t counts[3] = {mesh->vertex_count, mesh->uv_count, reader->normal_count};
    const char *end = word.start + word.length, *at = word.start;
    *place = -1;

    // position, texture and normal; behind the position any may be left out
    for (int32_t part = 0; part < 3; part++) {
        const char *start = at;
        while (at != end && *at != '/') {
            at++;
        }
        bool may_be_empty = part > 0;
        if (!(may_be_empty && at == start)) {
            int32_t index = 0;
            bi_word number = {start, (size_t)(at - start)};
            bight_status status = read_index(reader, number, counts[part], whats[part], &index);
            if (status != BIGHT_OK) {
                return status;
            }
            *position = part == 0 ? index : *position;
            *place = part == 1 ? index : *place;
        }
        if (at == end) {
            return BIGHT_OK;
        }
        at++;
    }
    return bi_fail(reader->error, BIGHT_ERROR_PARSE, reader->text.line, "`%s` has more than three indices",
                   bi_word_show(word).text);
}

// The corners of a face or the vertices of a line.
static bight_status read_corners(obj_reader *reader, bi_word line, const char *what, int32_t *count)
{
    bi_word word;
    *count = 0;
    while (bi_word_next(&line, &word) && word.start[0] != '#') {
        if (*count == BI_MOST_CORNERS) {
            return bi_fail(reader->error, BIGHT_ERROR_PARSE, reader->text.line,
                           "more than %d corners in a %s", BI_MOST_CORNERS, what);
        }
        bight_status status = read_corner(reader, word, &reader->vertex[*count], &reader->uv[*count]);
        if (status != BIGHT_OK) {
            return status;
        }
        ++*count;
    }
    return BIGHT_OK;
}

static bight_status read_face(obj_reader *reader, bi_word line)
{
    int32_t corners;
    bight_status status = read_corners(reader, line, "face", &corners);
    if (status == BIGHT_OK && corners < 3) {
        status = bi_fail(reader->error, BIGHT_ERROR_PARSE, reader->text.line,
                         "a face of %d corners: it needs at least 3", corners);
    }
    return status == BIGHT_OK
               ? bi_build_face(reader->builder, reader->text.line, reader->vertex, reader->uv, corners)
               : status;
}

// A line is seams between neighbours along it: what Blender writes for edges without faces, and sews.
static bight_status read_line(obj_reader *reader, bi_word line)
{
    int32_t corners;
    bight_status status = read_corners(reader, line, "line", &corners);
    for (int32_t i = 1; i < corners && status == BIGHT_OK; i++) {
        status = bi_build_seam(reader->builder, reader->text.line, reader->vertex[i - 1], reader->vertex[i]);
    }
    return status;
}

// The name is the rest of the line, without blanks at its ends.
static bight_status read_group(obj_reader *reader, bi_word line)
{
    while (line.length > 0 && (line.start[0] == ' ' || line.start[0] == '\t')) {
        line.start++, line.length--;
    }
    while (line.length > 0 && (line.start[line.length - 1] == ' ' || line.start[line.length - 1] == '\t')) {
        line.length--;
    }
    return bi_build_group(reader->builder, reader->text.line, line.start, line.length);
}

static bight_status read_statement(obj_reader *reader, bi_word line)
{
    bi_word word;
    if (!bi_word_next(&line, &word)) {
        return BIGHT_OK;
    }
    if (bi_word_is(word, "v")) {
        return read_position(reader, line);
    }
    if (bi_word_is(word, "vt")) {
        return read_place(reader, line);
    }
    if (bi_word_is(word, "vn")) {
        return count_normal(reader, line);
    }
    if (bi_word_is(word, "f")) {
        return read_face(reader, line);
    }
    if (bi_word_is(word, "l")) {
        return read_line(reader, line);
    }
    bool named = bi_word_is(word, "g") || bi_word_is(word, "o");
    reader->named |= named;
    if (named ||
        (bi_word_is(word, "usemtl") && !reader->named)) { // where nothing has names, materials are the parts
        return read_group(reader, line);
    }
    return BIGHT_OK; // smoothing, comments, and what programs add
}

// Does a backslash at its end continue the line? Not in comments and names, where it may be the end of a path.
static bool goes_on(bi_word line)
{
    bi_word rest = line, word;
    return line.length > 1 && line.start[line.length - 1] == '\\' && bi_word_next(&rest, &word) &&
           (bi_word_is(word, "v") || bi_word_is(word, "vt") || bi_word_is(word, "vn") ||
            bi_word_is(word, "f") || bi_word_is(word, "l"));
}

// Join the lines that continue this one, in `joined`.
static bight_status join_lines(obj_reader *reader, bight_bytes *joined, bi_word *line)
{
    const bight_allocator *allocator = reader->builder->allocator;
    bight_status status = BIGHT_OK;
    bool more = true;
    joined->size = 0;
    while (status == BIGHT_OK && more) {
        more = line->length > 0 && line->start[line->length - 1] == '\\';
        status = bi_bytes_append(allocator, joined, line->start, line->length - (more ? 1 : 0));
        status = status == BIGHT_OK ? bi_bytes_append(allocator, joined, " ", 1) : status;
        more = more && bi_text_line(&reader->text, line);
    }
    *line = (bi_word){(const char *)joined->data, joined->size};
    return status == BIGHT_OK ? status
                              : bi_fail(reader->error, status, reader->text.line, "no memory for a line");
}

static bight_status read_all(bi_mesh_builder *builder, const char *bytes, size_t length, bool finite,
                             int32_t *last_line)
{
    obj_reader reader = {
        .builder = builder, .text = {bytes, bytes + length, 0}, .error = builder->error, .finite = finite};
    reader.vertex = bi_new_array(builder->allocator, BI_MOST_CORNERS, sizeof *reader.vertex);
    reader.uv = bi_new_array(builder->allocator, BI_MOST_CORNERS, sizeof *reader.uv);
    bight_status status = BIGHT_OK;
    if (reader.vertex == NULL || reader.uv == NULL) {
        status = bi_fail(builder->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory to read a mesh");
    }
    bi_word line;
    bight_bytes joined = {0};
    while (status == BIGHT_OK && bi_text_line(&reader.text, &line)) {
        status = goes_on(line) ? join_lines(&reader, &joined, &line) : BIGHT_OK;
        status = status == BIGHT_OK ? read_statement(&reader, line) : status;
    }
    bight_bytes_free(builder->allocator, &joined);
    status = status == BIGHT_OK ? bi_build_cut_faces(builder) : status;
    *last_line = reader.text.line;
    bi_free_array(builder->allocator, reader.vertex, BI_MOST_CORNERS, sizeof *reader.vertex);
    bi_free_array(builder->allocator, reader.uv, BI_MOST_CORNERS, sizeof *reader.uv);
    return status;
}

// As many vertices as places, and every corner the same number of both: written from a mesh that has one place for each
// vertex, with vertices doubled along the borders of its pattern.
static bool has_one_place_each(const bight_cloth_mesh *mesh)
{
    bool same = mesh->uv_count == mesh->vertex_count && mesh->triangle_count > 0;
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count && same; i++) {
        same = mesh->uv_triangles[i] == mesh->triangles[i];
    }
    return same;
}

bight_status bi_read_obj_mesh(bi_mesh_builder *builder, const char *bytes, size_t length)
{
    int32_t last_line;
    bight_status status = read_all(builder, bytes, length, false, &last_line);
    return status == BIGHT_OK && has_one_place_each(&builder->mesh) ? bi_build_join_vertices(builder)
                                                                    : status;
}

bight_status bight_read_obj(const bight_env *env, const void *bytes, size_t length, bight_mesh *mesh,
                            bight_error *error)
{
    *mesh = (bight_mesh){0};
    bi_mesh_builder builder = {.allocator = env == NULL ? NULL : &env->allocator, .error = error};
    bight_cloth_mesh *read = &builder.mesh;
    int32_t last_line;

    // read as a cloth mesh, but with finite coordinates only
    const char *start = length == 0 ? "" : bytes;
    size_t mark = bi_text_mark(start, length);
    bight_status status = read_all(&builder, start + mark, length - mark, true, &last_line);
    if (status == BIGHT_OK && read->triangle_count == 0) {
        status = bi_fail(error, BIGHT_ERROR_PARSE, last_line, "no faces in the file");
    }

    // an obstacle keeps positions and triangles; pattern, groups and seams are dropped
    if (status == BIGHT_OK) {
        size_t vertices = (size_t)read->vertex_count, triangles = (size_t)read->triangle_count;
        mesh->positions = bi_new_array(builder.allocator, vertices, sizeof *mesh->positions);
        mesh->triangles = bi_new_array(builder.allocator, triangles, 3 * sizeof *mesh->triangles);
        mesh->vertex_count = read->vertex_count;
        mesh->triangle_count = read->triangle_count;
        if (mesh->positions == NULL || mesh->triangles == NULL) {
            bight_mesh_free(builder.allocator, mesh);
            status =
                bi_fail(error, BIGHT_ERROR_NO_MEMORY, last_line, "no memory for %d vertices and %d triangles",
                        read->vertex_count, read->triangle_count);
        } else {
            memcpy(mesh->positions, read->positions, vertices * sizeof *mesh->positions);
            memcpy(mesh->triangles, read->triangles, 3 * triangles * sizeof *mesh->triangles);
        }
    }

    bight_cloth_mesh_free(builder.allocator, read);
    return status;
}
