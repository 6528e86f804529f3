// SPDX-License-Identifier: MIT
// What the writers of cloth meshes share.

#pragma once

#include "io/mesh_builder.h"

/// BIGHT_ERROR_INVALID in words unless vertices, places, groups and seams all exist.
bight_status bi_cloth_mesh_check_indices(const bight_cloth_mesh *mesh, bight_error *error);

/// The face that starts with a triangle, as it was read.
/// @param corners Receives its corners, 3 t + k each.
/// @return How many there are: two more than it has triangles.
int32_t bi_mesh_polygon(const bight_cloth_mesh *mesh, int32_t triangle, int32_t corners[BI_MOST_CORNERS]);

/// GLB with a morph target for each frame. The mesh is checked.
bight_status bi_write_glb_cloth(const bight_env *env, const bight_cloth_mesh *mesh,
                                const bight_mesh_frames *frames, bight_bytes *bytes, bight_error *error);
