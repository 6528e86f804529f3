// SPDX-License-Identifier: MIT
// The elastic rod without twist: mass, stretching and bending stiffness, friction, in SI units. The response
// (sim/response) finds its contacts and their forces; here are its own energies and the matrix of a Newton step.
//     E = sum m/(2 h^2) |x - y|^2 + EA/(2 l) (|e| - l)^2 + B/(2 l^3) |x- - 2 x + x+|^2,   y = x0 + h v + h^2 f/m
// is least at the end of a step of implicit Euler.

#pragma once

#include "sim/world_state.h"
#include "solve/mat3.h"

/// A node in a Newton step. Couplings are those of what elimination leaves.
typedef struct bi_rod_node {
    bi_sym3 diagonal;
    bi_mat3 next;    ///< Coupling (row: this node, column: the next one).
    double far;      ///< Coupling with the next but one, times the unit matrix: elimination never changes it.
    bi_ldl3 factor;  ///< Of the diagonal, once eliminated.
    bi_mat3 by_near; ///< diagonal^-1 (coupling with the node beside it that is left)
    bi_sym3 by_far;  ///< diagonal^-1 far, likewise for the one beyond that
} bi_rod_node;

/// What an elastic rod has beside its nodes. All arrays are owned.
typedef struct bi_rod {
    bight_rod_def def;
    int32_t count;
    bight_vec3 *velocity; ///< (count)  metres per second
    double fastest;       ///< The greatest of them.
    bi_rod_node *node;    ///< (count)  scratch of a Newton step
    int32_t begin, end;   ///< Of this step: the nodes that are left, which contacts pull at, and all between.
} bi_rod;

/// What is left of the rods of a group; scratch of all of them.
typedef struct bi_rod_solver {
    bi_sym3 *diagonal;
    bight_vec3 *right;
    struct bi_sparse_pair *pairs; ///< (2 capacity)
    bi_mat3 *block;               ///< (2 capacity)
    double *x;                    ///< (3 capacity)
    bool *late;                   ///< Whether a contact pulls at the node.
    int32_t capacity;             ///< Nodes.
} bi_rod_solver;

bight_rod_def bi_rod_def_default(void);

/// Mass of a node: half of the links beside it, kilograms.
static inline double bi_rod_mass(const bi_rope *rope, int32_t node)
{
    bool end = !rope->closed && (node == 0 || node == rope->count - 1);
    return (end ? 0.5 : 1.0) * rope->rod->def.density * rope->length;
}

// ---- matrix.c: the energies of one rod ---------------------------------------------------------------------

/// Fill diagonal, next and far of all nodes of a rod and the right sides of its chain nodes, at world->at.
void bi_rod_assemble(bight_world *world, bi_rope *rope);

// ---- eliminate.c: from both ends towards the contacts --------------------------------------------------

/// Eliminate the nodes before begin and from end on, of an open rod.
void bi_rod_eliminate(bight_world *world, bi_rope *rope);

/// x of those nodes, when that of the others is known.
void bi_rod_substitute(bight_world *world, const bi_rope *rope);

// ---- hand.c ------------------------------------------------------------------------------------------------

/// What a hand that pulls adds to the diagonal block and the right side of its node.
void bi_rod_add_pull(const bight_world *world, const bi_rope *rope, const bi_rope_hand *hand,
                     bi_sym3 *diagonal, bight_vec3 *right);

/// What hands on rods bear after a cycle; before velocities become those of its end.
void bi_rods_feel_hands(bight_world *world);

// ---- newton.c ----------------------------------------------------------------------------------------------

/// One Newton step of the group: x of its chain nodes.
bight_status bi_rods_newton(bight_world *world);

void bi_rod_solver_free(const bight_allocator *allocator, bi_rod_solver *solver);
size_t bi_rod_solver_bytes(const bi_rod_solver *solver);
