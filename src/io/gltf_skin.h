// SPDX-License-Identifier: MIT
// Meshes that joints move: a skinned mesh stands where its joints put it, whatever its own node says.

#pragma once

#include "io/gltf_nodes.h"

#define BI_SKIN_SETS 2 ///< sets of four joints for each position

/// What moves the positions of a node's primitives. Start from zero, free with bi_gltf_skin_free().
typedef struct bi_gltf_skin {
    bi_affine *maps;     ///< (joint_count) from the mesh's own frame to the world
    int32_t joint_count; ///< 0 when the node has no skin
    bi_accessor joints[BI_SKIN_SETS], weights[BI_SKIN_SETS];
    int32_t sets, node; ///< sets of the primitive in hand
} bi_gltf_skin;

/// The joints of a node, when it has a skin.
bight_status bi_gltf_skin_of(bi_gltf *gltf, const bi_gltf_nodes *nodes, int32_t node, bi_gltf_skin *skin);

/// The joints and weights of a primitive with `count` positions. Nothing to do without a skin.
bight_status bi_gltf_skin_primitive(bi_gltf *gltf, bi_gltf_skin *skin, const bi_json *attributes,
                                    int32_t count);

/// Where position i stands: sum_k w_k M_k p over its joints, or `map` p without a skin.
bight_status bi_gltf_skin_point(bi_gltf *gltf, const bi_gltf_skin *skin, const bi_affine *map, int32_t i,
                                bight_vec3 own, bight_vec3 *point);

void bi_gltf_skin_free(bi_gltf *gltf, bi_gltf_skin *skin);
