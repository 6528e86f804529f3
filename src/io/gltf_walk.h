// SPDX-License-Identifier: MIT
// All meshes of a glTF file, node by node, where the nodes put them: the way that curves and surfaces share.

#pragma once

#include "io/gltf_skin.h"

/// Start from zero with gltf.allocator, gltf.error and the three calls set; free with bi_gltf_walk_end().
typedef struct bi_gltf_walk {
    bi_gltf gltf;
    bi_gltf_nodes nodes;
    bi_gltf_skin skin; ///< of the node that is visited

    /// A node with a mesh begins. Nullable.
    bight_status (*begin)(void *user, const char *name);
    /// A primitive of it.
    /// @param mesh Its mesh's number, for messages.
    /// @param map  From the mesh's own frame to the world.
    /// @param name The node's or its mesh's. Nullable.
    bight_status (*primitive)(void *user, const bi_json *object, int32_t mesh, const bi_affine *map,
                              const char *name);
    void *user;
} bi_gltf_walk;

/// Open the file and visit its nodes in their order, until a call fails.
bight_status bi_gltf_walk_all(bi_gltf_walk *walk, const char *bytes, size_t length);

void bi_gltf_walk_end(bi_gltf_walk *walk);
