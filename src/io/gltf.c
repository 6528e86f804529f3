// SPDX-License-Identifier: MIT
// glTF 2.0, JSON or binary: the line primitives of its meshes, where its nodes put them.

#include "io/curve_list.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

#if defined(BIGHT_HAS_JANSSON)

#include "io/gltf_data.h"

#include <string.h>

enum { LINES = 1, LINE_LOOP = 2, LINE_STRIP = 3 };

typedef struct gltf_reader {
    bi_curve_list *list;
    bi_gltf gltf;
    int32_t *parent; // (node_count) -1 for none
    int32_t node_count;
} gltf_reader;

// Columns of an affine map: image of x, y, z, and of the origin.
typedef struct affine {
    bight_vec3 x, y, z, origin;
} affine;

static bight_vec3 turn(const affine *map, bight_vec3 v)
{
    return v3_add(v3_add(v3_mul(v.x, map->x), v3_mul(v.y, map->y)), v3_mul(v.z, map->z));
}

static affine after(const affine *outer, const affine *inner)
{
    return (affine){turn(outer, inner->x), turn(outer, inner->y), turn(outer, inner->z),
                    v3_add(turn(outer, inner->origin), outer->origin)};
}

// ---- nodes ------------------------------------------------------------------------------------------

// `count` numbers, or the ones that are there already when the key is not. False for anything else.
static bool read_numbers(const json_t *object, const char *key, double *numbers, size_t count)
{
    const json_t *array = json_object_get(object, key);
    if (array == NULL) {
        return true;
    }
    bool good = json_is_array(array) && json_array_size(array) == count;
    for (size_t i = 0; i < count && good; i++) {
        const json_t *number = json_array_get(array, i);
        good = json_is_number(number);
        numbers[i] = json_number_value(number);
    }
    return good;
}

// The node's own map: a matrix (16, by columns), or scale, then rotation (a unit quaternion x, y, z, w),
// then translation.
static bool read_transform(const json_t *node, affine *map)
{
    double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    double t[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    if (!read_numbers(node, "matrix", m, 16) || !read_numbers(node, "translation", t, 3) ||
        !read_numbers(node, "rotation", q, 4) || !read_numbers(node, "scale", s, 3)) {
        return false;
    }
    if (json_object_get(node, "matrix") != NULL) {
        *map = (affine){v3(m[0], m[1], m[2]), v3(m[4], m[5], m[6]), v3(m[8], m[9], m[10]),
                        v3(m[12], m[13], m[14])};
        return true;
    }
    double x = q[0], y = q[1], z = q[2], w = q[3];
    map->x = v3_mul(s[0], v3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)));
    map->y = v3_mul(s[1], v3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)));
    map->z = v3_mul(s[2], v3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)));
    map->origin = v3(t[0], t[1], t[2]);
    return true;
}

static bight_status read_parents(gltf_reader *reader)
{
    for (int32_t i = 0; i < reader->node_count; i++) {
        reader->parent[i] = -1;
    }
    for (int32_t i = 0; i < reader->node_count; i++) {
        const json_t *children = json_object_get(bi_gltf_element(&reader->gltf, "nodes", i), "children");
        for (size_t k = 0; k < json_array_size(children); k++) {
            const json_t *child = json_array_get(children, k);
            json_int_t index = json_is_integer(child) ? json_integer_value(child) : -1;
            if (index < 0 || index >= reader->node_count || reader->parent[index] >= 0) {
                return bi_gltf_fail(&reader->gltf, "nodes", i, "child %zu is not a node of its own", k + 1);
            }
            reader->parent[index] = i;
        }
    }
    return BIGHT_OK;
}

// From the node's coordinates to the world's, up the chain of parents, which may not run in a circle.
static bight_status world_transform(gltf_reader *reader, int32_t node, affine *map)
{
    *map = (affine){v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1), v3(0, 0, 0)};
    int32_t steps = 0;
    for (int32_t i = node; i >= 0; i = reader->parent[i]) {
        affine own;
        if (!read_transform(bi_gltf_element(&reader->gltf, "nodes", i), &own)) {
            return bi_gltf_fail(&reader->gltf, "nodes", i, "its transformation is not one of glTF");
        }
        if (steps++ > reader->node_count) {
            return bi_gltf_fail(&reader->gltf, "nodes", node, "it is its own ancestor");
        }
        *map = after(&own, map);
    }
    return BIGHT_OK;
}

// ---- primitives -------------------------------------------------------------------------------------

typedef struct primitive {
    bi_accessor positions, indices; // indices.count is 0 when there are none
    affine map;
    int32_t mode, count, mesh;
} primitive;

static bight_status point_at(gltf_reader *reader, const primitive *p, int32_t i, bight_vec3 *point)
{
    uint32_t index = p->indices.count > 0 ? bi_accessor_index(&p->indices, i) : (uint32_t)i;
    if (index >= (uint32_t)p->positions.count) {
        return bi_gltf_fail(&reader->gltf, "meshes", p->mesh, "index %u, but it has %d positions", index,
                            p->positions.count);
    }
    bight_vec3 own = bi_accessor_point(&p->positions, (int32_t)index);
    *point = v3_add(turn(&p->map, own), p->map.origin);
    if (!v3_is_finite(*point)) {
        return bi_gltf_fail(&reader->gltf, "meshes", p->mesh, "position %u is not finite", index);
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

// Of lines (mode 1), each pair of positions is a segment; one that starts where the last has ended goes on
// with it.
static bight_status read_points(gltf_reader *reader, const primitive *p, const char *name)
{
    bight_status status = BIGHT_OK;
    bight_vec3 last = {0, 0, 0};
    for (int32_t i = 0; i < p->count && status == BIGHT_OK; i++) {
        bight_vec3 point;
        status = point_at(reader, p, i, &point);
        bool start = p->mode == LINES && i % 2 == 0 && i > 0;
        if (status == BIGHT_OK && start) {
            if (point.x == last.x && point.y == last.y && point.z == last.z) {
                continue;
            }
            status = end_curve(reader, p, name);
        }
        status = status == BIGHT_OK ? bi_curve_add(reader->list, point, 0) : status;
        last = point;
    }
    return status == BIGHT_OK ? end_curve(reader, p, name) : status;
}

static bight_status read_primitive(gltf_reader *reader, const json_t *object, int32_t mesh, const affine *map,
                                   const char *name)
{
    primitive p = {.map = *map, .mesh = mesh, .mode = (int32_t)bi_gltf_integer(object, "mode", 4)};
    if (p.mode != LINES && p.mode != LINE_LOOP && p.mode != LINE_STRIP) {
        return BIGHT_OK;
    }
    const json_t *attributes = json_object_get(object, "attributes");
    bight_status status =
        bi_gltf_accessor(&reader->gltf, bi_gltf_integer(attributes, "POSITION", -1), true, &p.positions);
    p.count = p.positions.count;
    if (status == BIGHT_OK && json_object_get(object, "indices") != NULL) {
        status = bi_gltf_accessor(&reader->gltf, bi_gltf_integer(object, "indices", -1), false, &p.indices);
        p.count = p.indices.count;
    }
    if (status == BIGHT_OK && p.mode == LINES && p.count % 2 != 0) {
        return bi_gltf_fail(&reader->gltf, "meshes", mesh, "lines of %d points: they come in pairs", p.count);
    }
    return status == BIGHT_OK ? read_points(reader, &p, name) : status;
}

static bight_status read_node(gltf_reader *reader, int32_t index)
{
    const json_t *node = bi_gltf_element(&reader->gltf, "nodes", index);
    if (json_object_get(node, "mesh") == NULL) {
        return BIGHT_OK;
    }
    json_int_t which = bi_gltf_integer(node, "mesh", -1);
    const json_t *mesh = bi_gltf_element(&reader->gltf, "meshes", which);
    if (mesh == NULL) {
        return bi_gltf_fail(&reader->gltf, "nodes", index, "there is no meshes[%lld]", (long long)which);
    }
    affine map;
    bight_status status = world_transform(reader, index, &map);
    const char *name = json_string_value(json_object_get(node, "name"));
    name = name != NULL ? name : json_string_value(json_object_get(mesh, "name"));
    const json_t *primitives = json_object_get(mesh, "primitives");
    for (size_t i = 0; i < json_array_size(primitives) && status == BIGHT_OK; i++) {
        status = read_primitive(reader, json_array_get(primitives, i), (int32_t)which, &map, name);
    }
    return status;
}

static bight_status read_asset(gltf_reader *reader, const char *bytes, size_t length)
{
    bight_status status = bi_gltf_open(&reader->gltf, bytes, length);
    if (status != BIGHT_OK) {
        return status;
    }
    size_t nodes = json_array_size(json_object_get(reader->gltf.root, "nodes"));
    if (nodes > INT32_MAX / 4) {
        return bi_gltf_fail(&reader->gltf, NULL, 0, "%zu nodes are too many", nodes);
    }
    reader->parent = bi_new_array(reader->list->allocator, nodes, sizeof *reader->parent);
    if (reader->parent == NULL && nodes > 0) {
        return bi_fail(reader->list->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for %zu nodes", nodes);
    }
    reader->node_count = (int32_t)nodes;
    status = read_parents(reader);
    for (int32_t i = 0; i < reader->node_count && status == BIGHT_OK; i++) {
        status = read_node(reader, i);
    }
    if (status == BIGHT_OK && reader->list->curves->curve_count == 0) {
        return bi_gltf_fail(&reader->gltf, NULL, 0,
                            "no node with line strips, loops or lines: surfaces are not curves");
    }
    return status;
}

bight_status bi_read_gltf(bi_curve_list *list, const char *bytes, size_t length,
                          const bight_read_options *options)
{
    (void)options;
    gltf_reader reader = {.list = list, .gltf = {.allocator = list->allocator, .error = list->error}};
    bight_status status = read_asset(&reader, bytes, length);
    bi_free_array(list->allocator, reader.parent, (size_t)reader.node_count, sizeof *reader.parent);
    bi_gltf_close(&reader.gltf);
    return status;
}

#else

bight_status bi_read_gltf(bi_curve_list *list, const char *bytes, size_t length,
                          const bight_read_options *options)
{
    (void)bytes, (void)length, (void)options;
    return bi_fail(list->error, BIGHT_ERROR_UNSUPPORTED, 0,
                   "this build reads no glTF: build with jansson (Debian: libjansson-dev)");
}
#endif
