// SPDX-License-Identifier: MIT
// Symmetric positive definite systems of 3 x 3 blocks in which each node of a chain, open or closed, is coupled to the
// next two: what an elastic rod is. The ends of an open chain are eliminated first, both towards the nodes in the
// middle that contacts pull at (its core); a ring is eliminated from where the core ends, once round. So all that
// contacts ask for happens on the core alone.

#pragma once

#include "solve/mat3.h"

/// One node of the chain, in its order of elimination.
typedef struct bi_strip_node {
    bi_sym3 diagonal; ///< Its own block; what elimination leaves of it.
    bi_mat3 next[2];  ///< Couplings (row: this node, column: the next and the one after).
    bi_mat3 ring[2];  ///< On a ring: couplings (row: this node, column: the last node and the last but one).
    bi_mat3 gain[4];  ///< (to_count)  diagonal^-1 x coupling
    bi_ldl3 factor;
    int32_t to[4]; ///< (to_count)  The nodes that were coupled to it when it was eliminated.
    int32_t to_count;
} bi_strip_node;

typedef struct bi_strip {
    bi_strip_node *node; ///< (count) owned by the caller
    int32_t count;       ///< At least 5 when closed.
    bool closed;
    int32_t first,
        last; ///< The core; first = count and last = count - 1: nothing is kept. On a ring last = count - 1.
} bi_strip;

/// All blocks zero.
void bi_strip_clear(bi_strip *strip);

/// Add a block at (row, column) and its transpose at (column, row): s I + p u u^T. The two are at most two apart, round
/// the ring too.
void bi_strip_add(bi_strip *strip, int32_t row, int32_t column, double s, double p, bight_vec3 u);

/// The node is known: its unknown becomes 0. After all blocks were added.
void bi_strip_fix(bi_strip *strip, int32_t node);

/// Factor. @return False when the matrix is not positive definite, or no number.
bool bi_strip_factor(bi_strip *strip);

/// x <- A^-1 x, (count).
void bi_strip_solve(const bi_strip *strip, bight_vec3 *x);

/// y <- L^-1 y and z <- D^-1 y on the core, so that y^T z = (columns of y before)^T A^-1 (columns of y before).
/// @param y, z ((last - first + 1) x 3 x columns)
void bi_strip_half_solve(const bi_strip *strip, double *y, double *z, int32_t columns);
