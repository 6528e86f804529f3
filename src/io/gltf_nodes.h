// SPDX-License-Identifier: MIT
// Where the nodes of a glTF asset are.

#pragma once

#include "io/gltf_data.h"

/// Columns of an affine map: image of x, y, z, and of the origin.
typedef struct bi_affine {
    bight_vec3 x, y, z, origin;
} bi_affine;

/// The image of a point.
/// Element i of an accessor of matrices; their last row is not read.
bi_affine bi_accessor_matrix(const bi_accessor *accessor, int32_t i);

/// First `inner`, then `outer`.
bi_affine bi_affine_after(const bi_affine *outer, const bi_affine *inner);
bight_vec3 bi_affine_point(const bi_affine *map, bight_vec3 v);

/// Start from {0}; free after a failure too.
typedef struct bi_gltf_nodes {
    int32_t *parent; ///< (count) -1 for none  owned
    int32_t count;
} bi_gltf_nodes;

bight_status bi_gltf_nodes_read(bi_gltf *gltf, bi_gltf_nodes *nodes);
void bi_gltf_nodes_free(bi_gltf *gltf, bi_gltf_nodes *nodes);

/// From a node's coordinates to the world's, up the chain of parents, which may not run in a circle.
bight_status bi_gltf_world(bi_gltf *gltf, const bi_gltf_nodes *nodes, int32_t node, bi_affine *map);

/// Of a node with a mesh: the mesh, its number, and the node's name or else the mesh's (NULL for none). *mesh
/// is NULL when the node has none.
bight_status bi_gltf_mesh_of(bi_gltf *gltf, int32_t node, const bi_json **mesh, int32_t *number,
                             const char **name);
