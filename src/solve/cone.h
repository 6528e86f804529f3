// SPDX-License-Identifier: MIT
// Contacts with Coulomb friction between nodes of chains: forces within their cones that keep gaps open and stop slip.

#pragma once

#include "solve/chain.h"
#include "solve/sparse.h"

/// What a contact does, by p = force - u / own (u: see bi_cone_problem). Along the normal p > 0 is closed; with d = p /
/// |p| along the tangents:
typedef enum bi_cone_state {
    BI_CONE_OPEN,  ///< force = 0
    BI_CONE_STICK, ///< |p| <= friction x normal force: gap = 0, slip = 0
    BI_CONE_SLIDE  ///< The tangential force is friction x normal force x d, and d turns with the forces.
} bi_cone_state;

/// An unknown that is one number, such as an angle: component `row` of the node at `node` of a bi_block_system.
typedef struct bi_cone_turn {
    int32_t node, row;
    bight_vec3 moves; ///< By how much one of it moves the contact's point.
} bi_cone_turn;

#define BI_CONE_TURNS 2

/// One contact. Along its normal v is a gap, along its two tangents a slip: v = start + frame (sum weight x + sum moves turn).
typedef struct bi_cone_contact {
    int32_t node[4];  ///< (nodes)  Places among the kept nodes.
    double weight[4]; ///< (nodes)
    int32_t nodes;    ///< 0 to 4; nothing can move a contact without nodes.
    bi_cone_turn turn[BI_CONE_TURNS]; ///< (turns)
    int32_t turns;                    ///< 0 for chains.
    bi_mat3 frame;    ///< Rows: the normal and two tangents.
    double start[3];  ///< Where no node moves.
    double friction;  ///< At least 0.
    double force[3];  ///< In: the guess. Out: the answer.

    // scratch
    double v[3], guess[3];
    double from_force[3], from_v[3], to_force[3], to_v[3]; ///< The ends of a Newton step.
    double last[3];      ///< Where Newton steps that did not converge ended.
    double own[2];       ///< Compliances: along the normal, and along the tangents.
    double d[2], share;  ///< share = friction x normal force / |p|
    int32_t state;       ///< bi_cone_state
    int32_t block[4 + BI_CONE_TURNS]
                 [4 + BI_CONE_TURNS]; ///< Of the matrix, nodes before turns: bi_sparse_find().
} bi_cone_contact;

/// A symmetric positive definite system of 3 x 3 blocks, whatever couples its nodes. All arrays are borrowed.
typedef struct bi_block_system {
    int32_t count;               ///< Nodes.
    const bi_sym3 *diagonal;     ///< (count)
    const bight_vec3 *right;     ///< (count)
    const bi_sparse_pair *pairs; ///< (pair_count)  Couplings; a pair may come twice, and adds up then.
    const bi_mat3 *block;        ///< (pair_count)  Row: a, column: b.
    const bool *late;            ///< (count)  Whether some contact pulls at the node.
    int32_t pair_count;
} bi_block_system;

/// Scratch that grows; zero at first.
typedef struct bi_cone_memory {
    bi_sparse matrix;
    bi_sparse base; ///< The factor of a bi_block_system.
    bi_sparse_pair *pairs;
    double *x; ///< (3 kept), and behind it the right side, or first (9 late)
    bi_sym3 *own;             ///< (own_capacity)  Of the kept nodes of chains.
    bi_sparse_match *matches; ///< (match_count)  Of a bi_block_system.
    int32_t match_count, pairs_capacity, x_capacity, own_capacity, match_capacity;
} bi_cone_memory;

/// A x = right + J^T force, v = start + J x.
/// Wanted: gap >= 0, normal force >= 0, one of them zero; and slip = 0 with |tangential force| <= friction x normal
/// force, or a tangential force of that size against the slip (Coulomb's own, non-associated cone).
///
/// Where there are more contacts than freedoms many forces do that, and the way to them is long. So forces are held
/// near the guess: u = v + hold x own (force - guess) stands for v (the proximal point method, also an augmented
/// Lagrangian). `own` is about the contact's own compliance. Who solves again from the answer comes to forces that
/// do not change any more, and there nothing is held back: a rope at rest does not creep.
typedef struct bi_cone_problem {
    bi_chain_system *system;       ///< A. Its free nodes are eliminated; the kept ones get their factor here.
    const bi_block_system *blocks; ///< Or A as blocks, which bi_block_factor() has seen; then system is NULL.
    bi_cone_contact *contacts;
    int32_t count;
    double hold; ///< More than 0. 0.01 makes most problems easy; it becomes up to 1 where nothing else helps.
    double enough; ///< The error that will do: what u is off by, metres.
} bi_cone_problem;

/// Factor A, with no contact, in memory->base.
/// @return BIGHT_ERROR_NO_MEMORY or BIGHT_ERROR_TOO_LARGE; BIGHT_ERROR_DIVERGED when a block cannot be divided by.
bight_status bi_block_factor(const bi_block_system *blocks, bi_cone_memory *memory,
                             const bight_allocator *allocator);

/// Semismooth Newton steps with a line search.
/// @param error Receives what u is off by; <= enough when it has converged.
/// @return BIGHT_ERROR_NO_MEMORY or BIGHT_ERROR_TOO_LARGE.
bight_status bi_cone_solve(const bi_cone_problem *problem, bi_cone_memory *memory,
                           const bight_allocator *allocator, double *error);

void bi_cone_free(bi_cone_memory *memory, const bight_allocator *allocator);
size_t bi_cone_bytes(const bi_cone_memory *memory);
