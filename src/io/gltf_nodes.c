// SPDX-License-Identifier: MIT

#include "io/gltf_nodes.h"

#include "core/assert.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

static bight_vec3 turn(const bi_affine *map, bight_vec3 v)
{
    return v3_add(v3_add(v3_mul(v.x, map->x), v3_mul(v.y, map->y)), v3_mul(v.z, map->z));
}

bi_affine bi_affine_after(const bi_affine *outer, const bi_affine *inner)
{
    return (bi_affine){turn(outer, inner->x), turn(outer, inner->y), turn(outer, inner->z),
                       v3_add(turn(outer, inner->origin), outer->origin)};
}

// ---- nodes ------------------------------------------------------------------------------------------

// `count` numbers, or the ones that are there already when the key is not. False for anything else.
static bool read_numbers(const bi_json *object, const char *key, double *numbers, size_t count)
{
    const bi_json *array = bi_json_get(object, key);
    if (array == NULL) {
        return true;
    }
    bool good = bi_json_is(array, BI_JSON_ARRAY) && bi_json_count(array) == count;
    for (size_t i = 0; i < count && good; i++) {
        const bi_json *number = bi_json_at(array, i);
        good = bi_json_is_number(number);
        numbers[i] = bi_json_number(number);
    }
    return good;
}

// The node's own map: a matrix (16, by columns), or scale, then rotation (a unit quaternion x, y, z, w),
// then translation.
static bool read_transform(const bi_json *node, bi_affine *map)
{
    double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    double t[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    if (!read_numbers(node, "matrix", m, 16) || !read_numbers(node, "translation", t, 3) ||
        !read_numbers(node, "rotation", q, 4) || !read_numbers(node, "scale", s, 3)) {
        return false;
    }
    if (bi_json_get(node, "matrix") != NULL) {
        *map = (bi_affine){v3(m[0], m[1], m[2]), v3(m[4], m[5], m[6]), v3(m[8], m[9], m[10]),
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

static bight_status read_parents(bi_gltf *gltf, bi_gltf_nodes *nodes)
{
    for (int32_t i = 0; i < nodes->count; i++) {
        nodes->parent[i] = -1;
    }
    for (int32_t i = 0; i < nodes->count; i++) {
        const bi_json *children = bi_json_get(bi_gltf_element(gltf, "nodes", i), "children");
        for (size_t k = 0; k < bi_json_count(children); k++) {
            const bi_json *child = bi_json_at(children, k);
            int64_t index = bi_json_is(child, BI_JSON_INTEGER) ? bi_json_integer(child) : -1;
            if (index < 0 || index >= nodes->count || nodes->parent[index] >= 0) {
                return bi_gltf_fail(gltf, "nodes", i, "child %zu is not a node of its own", k + 1);
            }
            nodes->parent[index] = i;
        }
    }
    return BIGHT_OK;
}

bight_status bi_gltf_world(bi_gltf *gltf, const bi_gltf_nodes *nodes, int32_t node, bi_affine *map)
{
    BI_ASSERT(node >= 0 && map != NULL);
    *map = (bi_affine){v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1), v3(0, 0, 0)};
    int32_t steps = 0;
    for (int32_t i = node; i >= 0; i = nodes->parent[i]) {
        bi_affine own;
        if (!read_transform(bi_gltf_element(gltf, "nodes", i), &own)) {
            return bi_gltf_fail(gltf, "nodes", i, "its transformation is not one of glTF");
        }
        if (steps++ > nodes->count) {
            return bi_gltf_fail(gltf, "nodes", node, "it is its own ancestor");
        }
        *map = bi_affine_after(&own, map);
    }
    return BIGHT_OK;
}

// By columns, as glTF has it.
bi_affine bi_accessor_matrix(const bi_accessor *accessor, int32_t i)
{
    BI_ASSERT(i >= 0);
    bight_vec3 columns[4];
    for (size_t k = 0; k < 4; k++) {
        columns[k] = v3(bi_accessor_number(accessor, i, 4 * k), bi_accessor_number(accessor, i, 4 * k + 1),
                        bi_accessor_number(accessor, i, 4 * k + 2));
    }
    return (bi_affine){columns[0], columns[1], columns[2], columns[3]};
}

bight_vec3 bi_affine_point(const bi_affine *map, bight_vec3 v)
{
    return v3_add(turn(map, v), map->origin);
}

bight_status bi_gltf_nodes_read(bi_gltf *gltf, bi_gltf_nodes *nodes)
{
    size_t count = bi_json_count(bi_json_get(gltf->root, "nodes"));
    if (count > INT32_MAX / 4) {
        return bi_gltf_fail(gltf, NULL, 0, "%zu nodes are too many", count);
    }
    nodes->parent = bi_new_array(gltf->allocator, count, sizeof *nodes->parent);
    if (nodes->parent == NULL) {
        return bi_fail(gltf->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for %zu nodes", count);
    }
    nodes->count = (int32_t)count;
    return read_parents(gltf, nodes);
}

void bi_gltf_nodes_free(bi_gltf *gltf, bi_gltf_nodes *nodes)
{
    bi_free_array(gltf->allocator, nodes->parent, (size_t)nodes->count, sizeof *nodes->parent);
    *nodes = (bi_gltf_nodes){0};
}

bight_status bi_gltf_mesh_of(bi_gltf *gltf, int32_t node, const bi_json **mesh, int32_t *number,
                             const char **name)
{
    const bi_json *object = bi_gltf_element(gltf, "nodes", node);
    *mesh = NULL;
    if (bi_json_get(object, "mesh") == NULL) {
        return BIGHT_OK;
    }

    int64_t which = bi_gltf_integer(object, "mesh", -1);
    *mesh = bi_gltf_element(gltf, "meshes", which);
    if (*mesh == NULL) {
        return bi_gltf_fail(gltf, "nodes", node, "there is no meshes[%lld]", (long long)which);
    }

    // instances and weighted morph targets would make another mesh than the one that is read
    if (bi_json_get(bi_json_get(object, "extensions"), "EXT_mesh_gpu_instancing") != NULL) {
        return bi_gltf_fail(gltf, "nodes", node,
                            "its copies (EXT_mesh_gpu_instancing) are not read: write a node for each");
    }

    // the node's weights replace the mesh's; with all of them 0 the shape is the base mesh
    const bi_json *weights = bi_json_get(object, "weights");
    weights = weights != NULL ? weights : bi_json_get(*mesh, "weights");
    for (size_t i = 0; i < bi_json_count(weights); i++) {
        if (bi_json_number(bi_json_at(weights, i)) != 0.0) {
            return bi_gltf_fail(gltf, "nodes", node,
                                "morph target %zu has a weight, and targets are not read: apply it before",
                                i + 1);
        }
    }

    // the node's own name, or else the mesh's
    *number = (int32_t)which;
    *name = bi_json_string(bi_json_get(object, "name"));
    *name = *name != NULL ? *name : bi_json_string(bi_json_get(*mesh, "name"));
    return BIGHT_OK;
}
