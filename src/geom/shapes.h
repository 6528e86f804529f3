// SPDX-License-Identifier: MIT
// Obstacles as closed triangle meshes, centred on the origin, facing outward, with normals and uv.

#pragma once

#include "bight/mesh.h"

/// Each answers BIGHT_ERROR_INVALID for a size that is not finite and above 0, or a count out of range
/// (slices 3 to 1024, stacks 2 to 1024), BIGHT_ERROR_NO_MEMORY; the mesh is then empty.

/// Parallels and meridians, poles on the y axis.
bight_status bi_shape_sphere(const bight_allocator *allocator, double radius, int32_t slices, int32_t stacks,
                             bight_mesh *mesh, bight_error *error);

/// A cylinder along y from -half_length to half_length with a half sphere on either end.
/// @param half_length at least 0
bight_status bi_shape_capsule(const bight_allocator *allocator, double radius, double half_length,
                              int32_t slices, int32_t stacks, bight_mesh *mesh, bight_error *error);

/// Sides along the axes; each face has its own four vertices.
bight_status bi_shape_box(const bight_allocator *allocator, bight_vec3 half_size, bight_mesh *mesh,
                          bight_error *error);

/// A ring around the y axis. @param tube_radius below ring_radius
bight_status bi_shape_torus(const bight_allocator *allocator, double ring_radius, double tube_radius,
                            int32_t slices, int32_t stacks, bight_mesh *mesh, bight_error *error);
