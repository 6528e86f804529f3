// SPDX-License-Identifier: MIT
// bight mesh path: a geodesic on a mesh.

#pragma once

#include "bight/cloth_mesh.h"
#include "cli/cli.h"

/// As it was typed; NULL where nothing was.
typedef struct cli_mesh_path {
    const char *from, *to, *along, *length, *offset, *out;
    bool hull, json;
} cli_mesh_path;

/// Find it, print it, and write it where `out` says.
int cli_mesh_way(const bight_env *env, const char *file, const bight_cloth_mesh *mesh,
                 const cli_mesh_path *path);
