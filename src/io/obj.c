// SPDX-License-Identifier: MIT
// Wavefront OBJ: positions and faces. The part of the grammar that is read is in docs/formats.md.

#include "bight/io.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "io/text.h"

// More corners than this in one face is not a drawing but a mistake.
#define MAX_CORNERS 4096

typedef struct obj_reader {
    const bight_allocator *allocator;
    bi_text text;
    bight_error *error;
    bight_vec3 *positions; // (position_count of position_capacity)
    int32_t *triangles;    // (triangle_count x 3 of triangle_capacity x 3)
    int32_t position_count, position_capacity;
    int32_t triangle_count, triangle_capacity;
    int32_t uv_count, normal_count; // only counted: faces may point at them
} obj_reader;

static bight_status no_room(const obj_reader *reader, bight_status status)
{
    return bi_fail(reader->error, status, reader->text.line,
                   "%d vertices and %d triangles fill the memory there is", reader->position_count,
                   reader->triangle_count);
}

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
        if (!bi_parse_double(word, &numbers[count])) {
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
    if (status != BIGHT_OK) {
        return status;
    }
    status = bi_reserve(reader->allocator, &reader->positions, &reader->position_capacity,
                        (int64_t)reader->position_count + 1, sizeof *reader->positions);
    if (status != BIGHT_OK) {
        return no_room(reader, status);
    }
    reader->positions[reader->position_count++] = v3(numbers[0], numbers[1], numbers[2]);
    return BIGHT_OK;
}

static bight_status count_vertex(obj_reader *reader, bi_word line, int32_t fewest, int32_t most,
                                 int32_t *count)
{
    double numbers[3];
    bight_status status = read_numbers(reader, line, fewest, most, numbers);
    if (status == BIGHT_OK && *count == INT32_MAX) {
        status = no_room(reader, BIGHT_ERROR_TOO_LARGE);
    }
    *count += status == BIGHT_OK;
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

// v, v/vt, v/vt/vn or v//vn
static bight_status read_corner(const obj_reader *reader, bi_word word, int32_t *position)
{
    const char *whats[3] = {"vertex", "texture vertex", "normal"};
    const int32_t counts[3] = {reader->position_count, reader->uv_count, reader->normal_count};
    const char *end = word.start + word.length, *at = word.start;
    for (int32_t part = 0; part < 3; part++) {
        const char *start = at;
        while (at != end && *at != '/') {
            at++;
        }
        bool may_be_empty = part == 1 && at != end;
        if (!(may_be_empty && at == start)) {
            int32_t index = 0;
            bi_word number = {start, (size_t)(at - start)};
            bight_status status = read_index(reader, number, counts[part], whats[part], &index);
            if (status != BIGHT_OK) {
                return status;
            }
            *position = part == 0 ? index : *position;
        }
        if (at == end) {
            return BIGHT_OK;
        }
        at++;
    }
    return bi_fail(reader->error, BIGHT_ERROR_PARSE, reader->text.line, "`%s` has more than three indices",
                   bi_word_show(word).text);
}

static bight_status add_triangle(obj_reader *reader, int32_t a, int32_t b, int32_t c)
{
    bight_status status = BIGHT_ERROR_TOO_LARGE;
    if (reader->triangle_count < INT32_MAX / 3) {
        status = bi_reserve(reader->allocator, &reader->triangles, &reader->triangle_capacity,
                            (int64_t)reader->triangle_count + 1, 3 * sizeof *reader->triangles);
    }
    if (status != BIGHT_OK) {
        return no_room(reader, status);
    }
    int32_t *triangle = reader->triangles + 3 * (size_t)reader->triangle_count++;
    triangle[0] = a, triangle[1] = b, triangle[2] = c;
    return BIGHT_OK;
}

// A polygon a b c d ... becomes triangles a b c, a c d, ...
static bight_status read_face(obj_reader *reader, bi_word line)
{
    bi_word word;
    int32_t corners = 0, first = 0, last = 0;
    bight_status status = BIGHT_OK;
    while (status == BIGHT_OK && bi_word_next(&line, &word) && word.start[0] != '#') {
        int32_t corner = 0;
        status = read_corner(reader, word, &corner);
        if (status == BIGHT_OK && corners == MAX_CORNERS) {
            status = bi_fail(reader->error, BIGHT_ERROR_PARSE, reader->text.line,
                             "more than %d corners in a face", MAX_CORNERS);
        }
        if (status == BIGHT_OK && corners >= 2) {
            status = add_triangle(reader, first, last, corner);
        }
        first = corners == 0 ? corner : first;
        last = corner;
        corners++;
    }
    if (status == BIGHT_OK && corners < 3) {
        status = bi_fail(reader->error, BIGHT_ERROR_PARSE, reader->text.line,
                         "a face of %d corners: it needs at "
                         "least 3",
                         corners);
    }
    return status;
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
        return count_vertex(reader, line, 1, 3, &reader->uv_count);
    }
    if (bi_word_is(word, "vn")) {
        return count_vertex(reader, line, 3, 3, &reader->normal_count);
    }
    if (bi_word_is(word, "f")) {
        return read_face(reader, line);
    }
    return BIGHT_OK; // groups, materials, smoothing, comments, and what programs add
}

// Give the mesh arrays of exactly its size, as bight_mesh_free expects.
static bight_status hand_over(obj_reader *reader, bight_mesh *mesh)
{
    const bight_allocator *allocator = reader->allocator;
    size_t vertices = (size_t)reader->position_count, triangles = (size_t)reader->triangle_count;
    void *positions =
        bi_resize(allocator, reader->positions, (size_t)reader->position_capacity * sizeof(bight_vec3),
                  vertices * sizeof(bight_vec3));
    if (positions == NULL) {
        return no_room(reader, BIGHT_ERROR_NO_MEMORY);
    }
    reader->positions = positions;
    reader->position_capacity = reader->position_count;
    void *indices = bi_resize(allocator, reader->triangles,
                              (size_t)reader->triangle_capacity * 3 * sizeof *mesh->triangles,
                              triangles * 3 * sizeof *mesh->triangles);
    if (indices == NULL) {
        return no_room(reader, BIGHT_ERROR_NO_MEMORY);
    }
    *mesh = (bight_mesh){.positions = positions,
                         .triangles = indices,
                         .vertex_count = reader->position_count,
                         .triangle_count = reader->triangle_count};
    return BIGHT_OK;
}

bight_status bight_read_obj(const bight_env *env, const void *bytes, size_t length, bight_mesh *mesh,
                            bight_error *error)
{
    *mesh = (bight_mesh){0};
    const char *start = length == 0 ? "" : bytes;
    obj_reader reader = {.allocator = env == NULL ? NULL : &env->allocator,
                         .text = {start, start + length, 0},
                         .error = error};
    bight_status status = BIGHT_OK;
    bi_word line;
    while (status == BIGHT_OK && bi_text_line(&reader.text, &line)) {
        status = read_statement(&reader, line);
    }
    if (status == BIGHT_OK && reader.triangle_count == 0) {
        status = bi_fail(error, BIGHT_ERROR_PARSE, reader.text.line, "no faces in the file");
    }
    if (status == BIGHT_OK) {
        status = hand_over(&reader, mesh);
    }
    if (status != BIGHT_OK) {
        bi_free_array(reader.allocator, reader.positions, (size_t)reader.position_capacity,
                      sizeof *reader.positions);
        bi_free_array(reader.allocator, reader.triangles, (size_t)reader.triangle_capacity,
                      3 * sizeof *reader.triangles);
    }
    return status;
}
