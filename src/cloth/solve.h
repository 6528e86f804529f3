// SPDX-License-Identifier: MIT
// The linear system of one Newton iteration: conjugate gradients with the inverse of each vertex's own 3 x 3
// block as preconditioner, and a coarse level (cloth/coarse.h) where systems are slow. Matrix and vectors in
// float, sums in double over fixed blocks in a fixed order.

#pragma once

#include "cloth/state.h"

typedef struct bi_solve_report {
    int32_t iterations;
    double residual; ///< Against the right side, in the norm of the preconditioner.
    bool broken;     ///< Not positive definite or not finite: world->move is not to be used.
} bi_solve_report;

/// Solve (elastic + rows) move = force, from the warm start in world->move.
bi_solve_report bi_cloth_solve(bight_cloth_world *world, int32_t most, double tolerance);

/// product = matrix x direction, as the solver does it. For tests.
void bi_cloth_multiply(bight_cloth_world *world);
