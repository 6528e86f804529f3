// SPDX-License-Identifier: MIT
// Elastic rods, implicit in time: what a rod has besides its nodes, and what all rods of a world share.

#pragma once

#include "sim/world_state.h"
#include "solve/strip.h"

typedef struct bi_rod {
    bight_rod_def def;
    int32_t nodes, links;
    bight_vec3 *velocity;       ///< (nodes)  metres a second
    double *tension;            ///< (nodes)  of each link, newtons
    double *next_tension;       ///< (nodes)  the same after this cycle
    bi_strip strip;             ///< The matrix, by place (bi_rod_place), then its factor.
    bight_vec3 *right;          ///< (nodes)  right side, by place
    bight_vec3 *step;           ///< (nodes)  motion of a pass, by place
    uint8_t *fixed;             ///< (nodes)  held at a place by a hand
    uint8_t *touched;           ///< (nodes)  by place of the pass before: pulled at by a contact
    int32_t origin;             ///< Node at place 0: on a ring the one after the core.
    int32_t contacts, sticking; ///< Of the last cycle: those that press, and of them those that do not slide.
} bi_rod;

/// Two links, or a link and something that does not yield, in the frame of this pass. Side a is a rod's.
typedef struct bi_rod_contact {
    int32_t a, b, obstacle; ///< As in bi_near.
    int32_t node[4];        ///< (nodes) world index, of rods, not held
    double weight[4];       ///< (nodes) of their motion in the relative motion, a less b
    int32_t nodes;
    bight_vec3 axis[3]; ///< The normal, from b to a, and two tangents.
    double gap;         ///< Metres beyond where they are to stay.
    bight_vec3 slip;    ///< How far a has moved against b since the cycle began.
    double share;       ///< Distance over touching.
    double friction;
    double s;
    bight_vec3 force; ///< On a, newtons.
} bi_rod_contact;

typedef struct bi_rod_contacts {
    bi_rod_contact *at; ///< (count)
    int32_t count, capacity;
} bi_rod_contacts;

/// A system of more contacts than this is not tried.
#define BI_ROD_MOST_CONTACTS 1200

typedef struct bi_rod_solver {
    bi_rod_contacts now, before, last; ///< Of this pass, of the pass before, and of the last cycle.
    double *w, *w_part, *y, *start, *scratch;
    int32_t w_capacity, w_part_capacity, y_capacity, start_capacity, scratch_capacity;
    double step;    ///< Seconds that this cycle makes.
    double time;    ///< Seconds since the first rod.
    double error;   ///< Of the last solve, metres.
    int32_t passes; ///< Of the last cycle.
    int64_t halvings, stops;
} bi_rod_solver;

/// Where a node is in the order of elimination.
static inline int32_t bi_rod_place(const bi_rod *rod, int32_t node)
{
    int32_t place = node - rod->origin;
    return place < 0 ? place + rod->nodes : place;
}

static inline bool bi_is_rod(const bi_rope *rope)
{
    return rope->alive && rope->rod != NULL;
}

bight_rod_def bi_rod_def_default(void);

/// @return BIGHT_ERROR_INVALID naming the field and what to give.
bight_status bi_rod_check(const bight_world *world, const bight_rope_def *def, bight_error *error);

bight_status bi_rod_make(bight_world *world, bi_rope *rope, const bight_rope_def *def);
void bi_rod_free(const bight_allocator *allocator, bi_rope *rope);
size_t bi_rod_bytes(const bi_rope *rope);
uint64_t bi_rod_hash(uint64_t hash, const bi_rope *rope);

void bi_rod_free_shared(bight_world *world);
size_t bi_rod_bytes_shared(const bight_world *world);
uint64_t bi_rod_hash_shared(uint64_t hash, const bight_world *world);

/// Mass of a node, kg: half of each link beside it.
double bi_rod_mass(const bi_rope *rope, int32_t node);

/// Fill matrix and right side of one pass at world->at, for a step of dt seconds. The origin is set.
void bi_rod_assemble(const bight_world *world, const bi_rope *rope, double dt);

/// The step of the pass is known: what the links pull with after it.
/// @return Greatest difference, over the stretching stiffness, of that and what they pull with at world->at, which is
///         where the step led to.
double bi_rod_account(const bight_world *world, const bi_rope *rope, double dt);

/// Inner force on a node at world->at, with the tension of the last pass.
bight_vec3 bi_rod_inner_force(const bight_world *world, const bi_rope *rope, int32_t node,
                              const double *tension);

/// List the contacts of a pass at world->at in solver->now; solver->before are those that may have gone on.
bight_status bi_rod_find_contacts(bight_world *world, double dt);

/// Solve a pass: each rod's `step`. @param sound False when a matrix had no factor.
bight_status bi_rod_solve(bight_world *world, bool *sound);

bight_status bi_rods_propose(bight_world *world);
void bi_rods_commit(bight_world *world);
