// SPDX-License-Identifier: MIT
// The second level of the preconditioner (additive Schwarz; Toselli and Widlund 2005, section 3): sheets are
// cut into cells of neighbouring vertices, and what moves whole cells is solved for exactly,
//
//     z = D^-1 r + P (P' A P)^-1 P' r,    P: each cell's translation.
//
// Blocks alone carry a force one edge an iteration; cloth passes it on over some hundred. The small matrix is
// dense: contacts join cells that lie far apart in the sheet.

#pragma once

#include "cloth/block.h"
#include "cloth/buffer.h"

/// The coarse level of the preconditioner is for systems that may take that many iterations, of sheets that
/// have that many vertices; it comes in after one that did take so many, and ends after one that took few.
enum { BI_COARSE_ITERATIONS = 80, BI_COARSE_VERTICES = 2000, BI_COARSE_FEW = 15 };

#define BI_COARSE_BUFFERS(X)                                                                                 \
    X(int32_t, cell_of)      /* (vertex_count)  cell of each vertex, or -1 */                                \
    X(int32_t, cell_first)   /* (cell_count + 1) */                                                          \
    X(int32_t, cell_members) /* vertices of each cell */                                                     \
    X(double, matrix)        /* (3 cell_count x 3 cell_count)  P' A P, then its Cholesky factor */           \
    X(double, right)         /* (3 cell_count)  its right side, then its solution */

typedef struct bi_coarse {
    BI_COARSE_BUFFERS(BI_BUFFER)
    int32_t cell_count; ///< 0 when the coarse level is not used.
} bi_coarse;

/// Cut the sheets into cells along edges. Part of building the topology.
bight_status bi_coarse_cut(bight_cloth_world *world);

/// world->coarse.matrix = P' A P, from the elastic blocks and the rows.
void bi_coarse_assemble(bight_cloth_world *world);

/// Its Cholesky factor takes its place.
void bi_coarse_factor(bight_cloth_world *world);

/// Solve for world->solver.residual; the translations of cells wait for bi_coarse_correction().
/// @return r' P (P' A P)^-1 P' r
double bi_coarse_solve(bight_cloth_world *world);

/// What the coarse solution adds to a vertex.
bi_float4 bi_coarse_correction(const bight_cloth_world *world, int32_t vertex);
