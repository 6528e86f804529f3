// SPDX-License-Identifier: MIT
// The second level of the preconditioner (additive Schwarz; Toselli and Widlund 2005, section 3): sheets are
// cut into cells of neighbouring vertices, and what moves whole cells is solved for exactly,
//
//     z = D^-1 r + P (P' A P)^-1 P' r,    P: each cell's translation.
//
// Blocks alone carry a force one edge an iteration; cloth passes it on over some hundred. The small matrix is
// dense: contacts join cells that lie far apart in the sheet.

#pragma once

#include "cloth/state.h"

/// Cut the sheets into cells along edges. Part of building the topology.
bight_status bi_coarse_cut(bight_cloth_world *world);

/// world->coarse = P' A P, from the elastic blocks and the rows.
void bi_coarse_assemble(bight_cloth_world *world);

/// Its Cholesky factor takes its place.
void bi_coarse_factor(bight_cloth_world *world);

/// Solve for world->residual; the translations of cells wait for bi_coarse_correction().
/// @return r' P (P' A P)^-1 P' r
double bi_coarse_solve(bight_cloth_world *world);

/// What the coarse solution adds to a vertex.
bi_float4 bi_coarse_correction(const bight_cloth_world *world, int32_t vertex);
