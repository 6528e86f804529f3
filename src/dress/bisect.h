// SPDX-License-Identifier: MIT
// Triangles of cloth halved across their longest edge on the pattern, so that no vertex is left in the middle of an edge.

#pragma once

#include "bight/cloth_mesh.h"

/// How long the longest edge of a triangle may be, metres on the pattern; infinity where it may stay as it is.
/// @param places (3 x 2) its corners on the pattern
typedef double bi_edge_limit(const void *user, const double places[6]);

/// Halve triangles until each satisfies its limit, and with each the neighbours across longest edges (Rivara 1984). An
/// edge is as long as the longer of its two sides on the pattern; equal ones are ordered by their vertices, so this ends.
/// New vertices lie half way in space and on the pattern; they and second halves come last. Every triangle is a face of
/// its own afterwards if any was halved. An edge of more than two triangles counts as a border of each.
/// @param added Receives how many vertices were added.
/// @return BIGHT_ERROR_INVALID for an index out of range, BIGHT_ERROR_TOO_LARGE beyond 2,000,000 vertices,
///         BIGHT_ERROR_NO_MEMORY: the mesh is then sound, and may be halved in part.
bight_status bi_bisect(const bight_allocator *allocator, bight_cloth_mesh *mesh, bi_edge_limit *limit,
                       const void *user, int32_t *added);
