// SPDX-License-Identifier: MIT
// Making indexed meshes, and asking whether they enclose something.

#pragma once

#include "bight/mesh.h"

/// Arrays for a mesh of exactly this size, zeroed, with normals and uv. Any failure leaves it empty.
/// @return BIGHT_ERROR_TOO_LARGE when a count does not fit int32_t; BIGHT_ERROR_NO_MEMORY.
bight_status bi_mesh_make(const bight_allocator *allocator, int64_t vertex_count, int64_t triangle_count,
                          bight_mesh *mesh);

/// For each vertex the lowest vertex at the very same position (-0 equals 0).
/// @param first (vertex_count) receives the indices.
bight_status bi_mesh_weld(const bight_allocator *allocator, const bight_mesh *mesh, int32_t *first);

/// Does the mesh enclose a solid, facing outward? Vertices at the same position count as one; each edge
/// must belong to exactly two triangles that run along it in opposite directions.
/// Triangles with two corners in one place are passed over.
/// @return BIGHT_OK when closed; BIGHT_ERROR_INVALID with the first bad edge in words;
///         BIGHT_ERROR_NO_MEMORY.
bight_status bi_mesh_check_closed(const bight_allocator *allocator, const bight_mesh *mesh,
                                  bight_error *error);

/// Volume enclosed by a closed mesh, by the divergence theorem; negative when it faces inward.
double bi_mesh_volume(const bight_mesh *mesh);

/// Sum of the triangles' areas.
double bi_mesh_area(const bight_mesh *mesh);
