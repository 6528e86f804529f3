// SPDX-License-Identifier: MIT
// The elastic part of the system: for each free vertex a row of 3 x 3 blocks along edges, constant bending
// across hinges, inertia, and the force.

#pragma once

#include "cloth/block.h"
#include "cloth/buffer.h"
#include "cloth/membrane.h"

#define BI_ELASTIC_BUFFERS(X)                                                                                \
    X(bi_block, blocks)   /* (for each of topology.columns)  off the diagonal, N/m */                        \
    X(bi_block, diagonal) /* (vertex_count) */                                                               \
    X(float, stiffness)   /* (vertex_count)  mean of the elastic diagonal, N/m */                            \
    X(bi_float4, force)   /* (bi_rigid_unknowns())  right side, N */

typedef struct bi_elastic {
    BI_ELASTIC_BUFFERS(BI_BUFFER)
    bi_membrane_pull *pulls; ///< (sheets.triangle_count)  in the step arena, while the matrix is assembled
} bi_elastic;

/// Forces and stiffness at the present positions, for the time step world->control.dt towards world->goal.
/// Every vertex gathers from its own triangles in a fixed order. Rows of the last system are given back.
/// @return The greatest principal stretch of any triangle.
double bi_cloth_elastic(bight_cloth_world *world);

/// What the pulls of triangles take of the step arena while bi_cloth_elastic() works, bytes.
int64_t bi_elastic_bytes(const bight_cloth_world *world);

/// Sum over all sheets at the present positions.
bight_cloth_energy bi_cloth_energy(const bight_cloth_world *world);
