// SPDX-License-Identifier: MIT
// Symmetric positive definite systems of 3 x 3 blocks in which each node is coupled to its neighbours on a chain, open
// or closed. Nodes that nothing else asks about are eliminated first, in one walk along the chain; there remains a
// short chain of kept nodes, whose inverse is the restriction of the whole one (static condensation, Guyan 1965).

#pragma once

#include "solve/mat3.h"

/// What a node is in the system.
typedef enum bi_chain_kind {
    BI_CHAIN_FREE, ///< Unknown; eliminated first.
    BI_CHAIN_KEPT, ///< Unknown; kept for bi_chain_solve_kept().
    BI_CHAIN_WALL  ///< Known: its unknown is zero, and the chain ends there.
} bi_chain_kind;

typedef struct bi_chain_node {
    bight_vec3 right;   ///< The right side; afterwards what elimination leaves of it.
    bight_vec3 x;       ///< The solution.
    int32_t to, arrow;  ///< The nodes that remain when this one is eliminated and are coupled to it, or -1.
    int32_t kept;       ///< Its place among the kept ones, or -1.
    uint8_t kind;       ///< bi_chain_kind
    bool after_origin;  ///< Kept, on a ring: the first after the node where the ring was cut.
} bi_chain_node;

/// What a node has in the matrix.
typedef struct bi_chain_part {
    bi_sym3 diagonal;   ///< Its own block; what elimination leaves of it.
    bi_mat3 to_block;   ///< Coupling (row: this node, column: `to`).
    bi_mat3 from_arrow; ///< Coupling (row: `arrow`, column: this node).
    bi_ldl3 factor;     ///< Of the diagonal.
    bi_mat3 g, q;       ///< diagonal^-1 to_block, diagonal^-1 from_arrow^T
} bi_chain_part;

/// Several chains that share one order of elimination. All arrays are borrowed.
typedef struct bi_chain_system {
    bi_chain_node *node;
    bi_chain_part *block; ///< By node.
    int32_t *order; ///< (free_count) free nodes, each before its `to`
    int32_t *kept;  ///< (kept_count) kept nodes, likewise
    int32_t free_count, kept_count;
} bi_chain_system;

/// Append one chain of nodes first .. first + count - 1 to the orders. Kinds are set already.
/// @param link By node: coupling of node i with the next one is -link[i]; link[i] is symmetric. The last one counts
///             only when the chain is closed.
void bi_chain_append(bi_chain_system *system, const bi_sym3 *link, int32_t first, int32_t count, bool closed);

/// Eliminate the free nodes, with their right sides. The right sides of kept nodes hold what is left; they may be
/// changed before bi_chain_solve(). Until bi_chain_factor_kept() the kept nodes' diagonal and to_block are the matrix
/// of the short chain; a closed one's last node has its coupling with the first, which is after_origin.
void bi_chain_eliminate(bi_chain_system *system);

/// Factor the short chain of kept nodes, for what follows.
void bi_chain_factor_kept(bi_chain_system *system);

/// The diagonal blocks of the inverse of the short chain; of a closed one about these.
/// @param inverse (kept_count) by place among the kept ones
void bi_chain_kept_inverse(const bi_chain_system *system, bi_sym3 *inverse);

/// y <- (system restricted to kept nodes)^-1 y for `columns` right sides at once.
/// @param y (kept_count x 3 x columns) by place among the kept ones
void bi_chain_solve_kept(const bi_chain_system *system, double *y, int32_t columns);

/// Solve for x of all nodes with the right sides as they are.
void bi_chain_solve(bi_chain_system *system);
