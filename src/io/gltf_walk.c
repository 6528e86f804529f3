// SPDX-License-Identifier: MIT

#include "io/gltf_walk.h"

static bight_status visit(bi_gltf_walk *walk, int32_t index)
{
    const bi_json *mesh;
    const char *name = NULL;
    int32_t which = 0;
    bi_affine map;
    bight_status status = bi_gltf_mesh_of(&walk->gltf, index, &mesh, &which, &name);
    if (status != BIGHT_OK || mesh == NULL) {
        return status;
    }

    // where the node is, and what moves its mesh beside it
    status = bi_gltf_world(&walk->gltf, &walk->nodes, index, &map);
    status = status == BIGHT_OK ? bi_gltf_skin_of(&walk->gltf, &walk->nodes, index, &walk->skin) : status;
    status = status == BIGHT_OK && walk->begin != NULL ? walk->begin(walk->user, name) : status;

    const bi_json *primitives = bi_json_get(mesh, "primitives");
    for (size_t i = 0; i < bi_json_count(primitives) && status == BIGHT_OK; i++) {
        status = walk->primitive(walk->user, bi_json_at(primitives, i), which, &map, name);
    }
    bi_gltf_skin_free(&walk->gltf, &walk->skin);
    return status;
}

bight_status bi_gltf_walk_all(bi_gltf_walk *walk, const char *bytes, size_t length)
{
    bight_status status = bi_gltf_open(&walk->gltf, bytes, length);
    if (status == BIGHT_OK) {
        status = bi_gltf_nodes_read(&walk->gltf, &walk->nodes);
    }
    for (int32_t i = 0; i < walk->nodes.count && status == BIGHT_OK; i++) {
        status = visit(walk, i);
    }
    return status;
}

void bi_gltf_walk_end(bi_gltf_walk *walk)
{
    bi_gltf_nodes_free(&walk->gltf, &walk->nodes);
    bi_gltf_close(&walk->gltf);
}
