// SPDX-License-Identifier: MIT
// One run of rope brought back to its link lengths with the least change of positions.

#pragma once

#include "bight/base.h"

/// A taut straight run has a singular system (tension may be added all along it); this share of the
/// diagonal keeps the elimination away from zero and changes no position to first order.
#define BI_SOFTENING 1e-9

/// Nodes i .. j of one rope, both counted from the rope's first.
typedef struct bi_run_solver {
    bight_vec3 *at;      ///< Positions of the whole rope; changed between i and j.
    bight_vec3 *link;    ///< (nodes)  unit direction of link k, joining nodes k and k + 1
    bight_vec3 *solve;   ///< (nodes)  x: eliminated off-diagonal, y: right side, then tension
    int32_t i, j, nodes; ///< Indices wrap at `nodes`, over the seam of a closed rope.
    bool held_i, held_j; ///< The end does not move.
    double length;       ///< Of a link at rest.
} bi_run_solver;

/// How far free nodes are about to move by themselves.
typedef struct bi_sinking {
    bight_vec3 all;         ///< Every node,
    const bight_vec3 *each; ///< (nodes) and each besides; NULL for none.
} bi_sinking;

/// 0 for a held end, 1 for any other node.
double bi_run_mobility(const bi_run_solver *s, int32_t k);

/// Find the link tensions of one Newton step.
/// @param softening Added to the diagonal, as a share of it; BI_SOFTENING for a plain step.
void bi_run_solve(const bi_run_solver *s, double softening, bi_sinking sinking);

/// Move the nodes by `sign` times what the tensions ask.
void bi_run_apply(const bi_run_solver *s, double sign);

/// Newton steps while they help.
/// @param steps  At most so many.
/// @param enough Root mean square error of the links, as a share of their length, that is good enough.
void bi_run_restore(const bi_run_solver *s, int32_t steps, double enough);
