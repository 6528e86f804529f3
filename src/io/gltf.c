// SPDX-License-Identifier: MIT
// glTF 2.0, JSON or binary: the line primitives of its meshes, where its nodes put them.

#include "io/curve_edges.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

#include "io/gltf_walk.h"

#include <string.h>

enum { LINES = 1, LINE_LOOP = 2, LINE_STRIP = 3 };

typedef struct gltf_reader {
    bi_curve_list *list;
    bi_gltf_walk walk;
} gltf_reader;

// ---- primitives -------------------------------------------------------------------------------------

typedef struct primitive {
    bi_accessor positions, indices; // indices.count is 0 when there are none
    bi_affine map;
    int32_t mode, count, mesh;
} primitive;

// Which position the primitive's i-th point is.
static uint32_t index_at(const primitive *p, int32_t i)
{
    return p->indices.count > 0 ? bi_accessor_index(&p->indices, i) : (uint32_t)i;
}

static bight_status point_at(gltf_reader *reader, const primitive *p, uint32_t index, bight_vec3 *point)
{
    if (index >= (uint32_t)p->positions.count) {
        return bi_gltf_fail(&reader->walk.gltf, "meshes", p->mesh, "index %u, but it has %d positions", index,
                            p->positions.count);
    }
    bight_vec3 own = bi_accessor_point(&p->positions, (int32_t)index);
    bight_status status =
        bi_gltf_skin_point(&reader->walk.gltf, &reader->walk.skin, &p->map, (int32_t)index, own, point);
    if (status != BIGHT_OK) {
        return status;
    }
    if (!v3_is_finite(*point)) {
        return bi_gltf_fail(&reader->walk.gltf, "meshes", p->mesh, "position %u is not finite", index);
    }
    return BIGHT_OK;
}

static bight_status end_curve(gltf_reader *reader, const primitive *p, const char *name)
{
    bi_ends ends = p->mode == LINE_LOOP ? BI_ENDS_CLOSED : BI_ENDS_REPEATED;
    bight_status status = bi_curve_end(reader->list, ends, 0);
    if (status == BIGHT_OK && name != NULL) {
        bi_curve_name_last(reader->list, (bi_word){name, strlen(name)});
    }
    return status;
}

static bight_status read_points(gltf_reader *reader, const primitive *p, const char *name)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < p->count && status == BIGHT_OK; i++) {
        bight_vec3 point;
        status = point_at(reader, p, index_at(p, i), &point);
        status = status == BIGHT_OK ? bi_curve_add(reader->list, point, 0) : status;
    }
    return status == BIGHT_OK ? end_curve(reader, p, name) : status;
}

static bight_status join_lines(gltf_reader *reader, const primitive *p, const char *name, bight_vec3 *points,
                               int32_t (*pairs)[2])
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < p->positions.count; i++) {
        points[i] = (bight_vec3){0, 0, 0};
    }
    for (int32_t i = 0; i < p->count && status == BIGHT_OK; i++) {
        uint32_t index = index_at(p, i);
        bight_vec3 point = {0, 0, 0};
        status = point_at(reader, p, index, &point);
        if (status == BIGHT_OK) {
            points[index] = point;
            pairs[i / 2][i % 2] = (int32_t)index;
        }
    }
    const bi_edges edges = {points, (const int32_t(*)[2])pairs, p->positions.count, p->count / 2, name};
    return status == BIGHT_OK ? bi_curve_join_edges(reader->list, &edges) : status;
}

// Of lines (mode 1), each pair of positions is a line, in any order.
static bight_status read_lines(gltf_reader *reader, const primitive *p, const char *name)
{
    const bight_allocator *allocator = reader->list->allocator;
    size_t point_room = (size_t)p->positions.count, pair_room = (size_t)p->count / 2;
    bight_vec3 *points = bi_new_array(allocator, point_room, sizeof *points);
    int32_t(*pairs)[2] = bi_new_array(allocator, pair_room, sizeof *pairs);
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    if ((points == NULL && point_room > 0) || (pairs == NULL && pair_room > 0)) {
        bi_fail(reader->list->error, status, 0, "no memory for %d lines", (int)p->count / 2);
    } else {
        status = join_lines(reader, p, name, points, pairs);
    }
    bi_free_array(allocator, pairs, pair_room, sizeof *pairs);
    bi_free_array(allocator, points, point_room, sizeof *points);
    return status;
}

static bight_status read_primitive(void *user, const bi_json *object, int32_t mesh, const bi_affine *map,
                                   const char *name)
{
    gltf_reader *reader = user;
    primitive p = {.map = *map, .mesh = mesh, .mode = (int32_t)bi_gltf_integer(object, "mode", 4)};
    if (p.mode != LINES && p.mode != LINE_LOOP && p.mode != LINE_STRIP) {
        return BIGHT_OK;
    }

    // positions, the order in which lines pass through them, and what moves them
    bi_gltf *gltf = &reader->walk.gltf;
    const bi_json *attributes = bi_json_get(object, "attributes");
    bight_status status =
        bi_gltf_accessor(gltf, bi_gltf_integer(attributes, "POSITION", -1), BI_POSITIONS, &p.positions);
    p.count = p.positions.count;
    if (status == BIGHT_OK && bi_json_get(object, "indices") != NULL) {
        status = bi_gltf_accessor(gltf, bi_gltf_integer(object, "indices", -1), BI_INDICES, &p.indices);
        p.count = p.indices.count;
    }
    status = status == BIGHT_OK
                 ? bi_gltf_skin_primitive(gltf, &reader->walk.skin, attributes, p.positions.count)
                 : status;
    if (status == BIGHT_OK && p.mode == LINES && p.count % 2 != 0) {
        return bi_gltf_fail(gltf, "meshes", mesh, "lines of %d points: they come in pairs", p.count);
    }
    if (status != BIGHT_OK) {
        return status;
    }
    return p.mode == LINES ? read_lines(reader, &p, name) : read_points(reader, &p, name);
}

bight_status bi_read_gltf(bi_curve_list *list, const char *bytes, size_t length,
                          const bight_read_options *options)
{
    (void)options;
    gltf_reader reader = {
        .list = list,
        .walk = {.gltf = {.allocator = list->allocator, .error = list->error}, .primitive = read_primitive}};
    reader.walk.user = &reader;
    bight_status status = bi_gltf_walk_all(&reader.walk, bytes, length);
    if (status == BIGHT_OK && list->curves->curve_count == 0) {
        status = bi_gltf_fail(&reader.walk.gltf, NULL, 0,
                              "no node with line strips, loops or lines: surfaces are not curves");
    }
    bi_gltf_walk_end(&reader.walk);
    return status;
}
