// SPDX-License-Identifier: MIT
// The surface of a shape that is given by a field, as a closed mesh.

#pragma once

#include "bight/mesh.h"

/// Below 0 inside, above 0 outside, continuous; how fast it grows does not matter.
typedef double bi_field(bight_vec3 place);

/// A box of cubes to look in.
typedef struct bi_nets_grid {
    bight_vec3 low;    ///< its lowest corner
    double cell;       ///< length of a cube's side, > 0
    int32_t counts[3]; ///< cubes along each axis, 1 to 256
} bi_nets_grid;

/// The surface where a field is 0: a vertex in each cube that it passes, in the middle of where it meets the cube's edges, and two
/// triangles across each edge that it meets. All of them look outward. The mesh is closed where the shape stays inside the box and is
/// at least some two cubes thick everywhere.
/// @param mesh Receives it without normals, the caller frees it; empty on failure.
/// @return BIGHT_ERROR_NO_MEMORY; BIGHT_ERROR_TOO_LARGE.
/// Source: Gibson, "Constrained elastic surface nets", MERL 1999.
bight_status bi_nets_make(const bight_allocator *allocator, bi_field *field, const bi_nets_grid *grid,
                          bight_mesh *mesh);
