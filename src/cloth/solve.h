// SPDX-License-Identifier: MIT
// The linear system of one Newton iteration: conjugate gradients with an incomplete factor of patches of cloth as
// preconditioner (cloth/incomplete.h), and a coarse level (cloth/coarse.h) where systems are slow. Matrix and vectors
// in float, sums in double over fixed blocks in a fixed order.

#pragma once

#include "cloth/block.h"
#include "cloth/buffer.h"

#define BI_SOLVER_BUFFERS(X)                                                                                 \
    X(bi_float4, solved) /* (vertex_count)  the preconditioner's answer to the residual */                   \
    X(bi_float4, move)   /* (bi_rigid_unknowns())  metres; so are the next three */                          \
    X(bi_float4, residual)                                                                                   \
    X(bi_float4, direction)                                                                                  \
    X(bi_float4, product) /* matrix times direction */

typedef struct bi_solver {
    BI_SOLVER_BUFFERS(BI_BUFFER)
    bool slow; ///< The last linear system took many iterations.
} bi_solver;

typedef struct bi_solve_report {
    int32_t iterations;
    double residual; ///< Against the right side, in the norm of the preconditioner.
    bool broken;     ///< Not positive definite or not finite: world->solver.move is not to be used.
} bi_solve_report;

/// How to solve.
typedef struct bi_solve_settings {
    int32_t most;     ///< Iterations.
    double tolerance; ///< Of the residual, against that without any move but the hands'.
    bool led;    ///< Moves of grasped vertices are given in world->solver.move; they have none otherwise.
    double time; ///< s: begin along velocity times this, the last move. 0: begin with no move.
} bi_solve_settings;

/// Solve (elastic + rows) move = force for free vertices and bodies.
bi_solve_report bi_cloth_solve(bight_cloth_world *world, const bi_solve_settings *settings);

/// product = matrix x direction, as the solver does it. For tests.
void bi_cloth_multiply(bight_cloth_world *world);
