// SPDX-License-Identifier: MIT
// The elastic rod: mass, stretching, bending and twisting stiffness, friction, in SI units. The response
// (sim/response) finds its contacts and their forces; here are its own energies and the matrix of a Newton step.
//     E = sum m/(2 h^2) |x - y|^2 + EA/(2 l) (|e| - l)^2 + B/(2 l^3) |x- - 2 x + x+|^2,   y = x0 + h v + h^2 f/m
// is least at the end of a step of implicit Euler.

#pragma once

#include "core/vec3.h"
#include "sim/rod/needle.h"
#include "sim/world_state.h"
#include "solve/chain.h"
#include "solve/cone.h"
#include "solve/mat3.h"

/// A node in a Newton step: its row of what elimination leaves; once it is eliminated itself, what its solution takes.
typedef struct bi_rod_node {
    union {
        bi_sym3 diagonal;
        bi_ldl3 factor; ///< Of it, afterwards.
    };
    union {
        bi_mat3 next;    ///< Coupling (row: this node, column: the next one).
        bi_mat3 by_near; ///< Afterwards: diagonal^-1 (coupling with the node beside it that is left).
    };
    double far; ///< Coupling with the next but one, times the unit matrix: elimination never changes it.
} bi_rod_node;

/// Nodes between two links that hands hold against turning, or all of a closed rod that is held by none: their twist is
/// one and the same.
typedef struct bi_twist_run {
    int32_t begin, end; ///< Nodes begin .. end - 1; of a closed rod some may be count too high.
    double rolled;      ///< By how much the hands turn its ends against each other in this cycle, radians.
} bi_twist_run;

#define BI_TWIST_RUNS 3 ///< As many as a 3 x 3 block has rows.

/// The twist of a rod that carries some (twist.c). Arrays are owned.
typedef struct bi_twist {
    /// (count)  Between the two links of a node, radians; 0 at the ends of an open rod. State.
    double *angle;
    bight_vec3 *was;  ///< (count)  Directions of links when the cycle began.
    bight_vec3 *now;  ///< (count)  Likewise at world->at.
    bight_vec3 *pull; ///< (BI_TWIST_RUNS count)  d angle of run r / d node i at [count r + i]
    bight_vec3 *by;   ///< (BI_TWIST_RUNS count)  diagonal^-1 pull of nodes that are eliminated
    bi_twist_run runs[BI_TWIST_RUNS];
    int32_t run_count;
    int32_t held_link[BIGHT_TWIST_HANDS]; ///< (held_count)  Links that hands hold against turning, in order.
    double held_roll[BIGHT_TWIST_HANDS]; ///< (held_count)  By how much they turn them in this cycle, radians.
    int32_t held_count;
    struct bi_frame
        *frame; ///< NULL: it is straight at rest, friction does not roll it, and twist is even in a run.

    // the rows of the runs in a Newton step; their unknowns are the moments
    int32_t unknowns; ///< run_count, or 0 where a step hardly changes the moments.
    bi_sym3 diagonal;
    double right[3], moment[3];
    int32_t kept; ///< Their place in the block system.
} bi_twist;

/// What steps of second order need of those before (swing.c). Arrays are owned.
typedef struct bi_swing {
    bight_vec3 *way;      ///< (count)  How nodes moved in the last cycle, metres. State.
    bight_vec3 *velocity; ///< (count)  When the last cycle began. State.
    bight_vec3 *solved;   ///< (count)  Where the last Newton step led.
    bool smooth;          ///< In the last cycle it touched nothing, and went where the step led. State.
    bool touches;         ///< Some contact of it is listed.
    bool on;              ///< This step is one of second order.
} bi_swing;

/// What an elastic rod has beside its nodes. All arrays are owned.
typedef struct bi_rod {
    bight_rod_def def;
    int32_t count;
    bight_vec3 *velocity; ///< (count)  metres per second
    double fastest;       ///< The greatest of them.
    bi_rod_node *node;    ///< (count)  scratch of a Newton step
    bi_twist *twist;      ///< NULL: it carries no twist.
    bi_swing *swing;      ///< NULL: all steps are implicit Euler.
    bi_needle *needle;    ///< NULL: it has none (needle.h).
    /// Of this step: all nodes before begin and from end on are eliminated from the ends of the rod. Of those between all are left
    /// that contacts pull at or whose links' angles are unknowns, the others are loops.
    int32_t begin, end;
} bi_rod;

/// Nodes first to end - 1 of a rod, between some that are left.
typedef struct bi_rod_loop {
    int32_t first, end;
    int32_t last, last_but_one; ///< The two nodes before it; the second one -1 where that is eliminated.
    int32_t beyond;             ///< end + 1, or likewise -1.
    int32_t tie;                ///< Where its couplings with those two begin.
} bi_rod_loop;

/// What couples a node of a loop, or one of the two behind it, with the two nodes before it (row: the node); of one that is
/// eliminated diagonal^-1 times that.
typedef struct bi_rod_tie {
    bi_mat3 last, last_but_one;
} bi_rod_tie;

/// What is left of the rods of a group; scratch of all of them.
typedef struct bi_rod_solver {
    bi_sym3 *diagonal;
    bight_vec3 *right;
    struct bi_sparse_pair *pairs; ///< (3 capacity)
    bi_mat3 *block;               ///< (3 capacity)
    double *x;                    ///< (3 capacity)
    bool *late;                   ///< Whether a contact pulls at the node.
    bi_rod_tie *ties;             ///< (tie_capacity)  Loop after loop: its nodes, and the two behind it.
    int32_t tie_capacity;
    int32_t
        capacity; ///< Nodes, one for the twist of each rod; four for each of one that is bent at rest or rolls.
} bi_rod_solver;

bight_rod_def bi_rod_def_default(void);

/// Mass of a node of thread, half of the links beside it, kilograms: air and bed resist by their length.
static inline double bi_rod_thread(const bi_rope *rope, int32_t node)
{
    bool end = !rope->closed && (node == 0 || node == rope->count - 1);
    return (end ? 0.5 : 1.0) * rope->rod->def.density * rope->length;
}

/// Mass of a node: that, and what the links of a needle weigh more.
static inline double bi_rod_mass(const bi_rope *rope, int32_t node)
{
    double mass = bi_rod_thread(rope, node);
    const bi_needle *needle = rope->rod->needle;
    if (needle != NULL) {
        double more = 0.5 * (needle->density - rope->rod->def.density) * rope->length;
        mass += bi_needle_has(needle, node - 1) ? more : 0.0;
        mass += bi_needle_has(needle, node) ? more : 0.0;
    }
    return mass;
}

/// Whether both links of a node are a needle's: it has no bending energy.
static inline bool bi_is_stiff(const bi_rope *rope, int32_t node)
{
    const bi_needle *needle = rope->rod->needle;
    return bi_needle_has(needle, node - 1) && bi_needle_has(needle, node);
}

// ---- matrix.c: the energies of one rod ---------------------------------------------------------------------

/// Fill diagonal, next and far of all nodes of a rod and the right sides of its chain nodes, at world->at.
void bi_rod_assemble(bight_world *world, bi_rope *rope);

/// Add a symmetric block to another.
static inline void bi_sym3_add(bi_sym3 *to, const bi_sym3 *a)
{
    for (int32_t e = 0; e < 6; e++) {
        to->m[e] += a->m[e];
    }
}

// ---- press.c: contacts -------------------------------------------------------------------------------------

/// What contacts of the group between links add to the diagonal and next of their nodes, for the forces that they had in the
/// step before: after bi_rod_assemble() of all its rods.
void bi_rods_press(const bight_world *world);

// ---- bed.c --------------------------------------------------------------------------------------------------

/// What the bed answers to a motion of node i in this cycle: its force is minus this times the motion. N/m.
bi_sym3 bi_rod_bed(const bight_world *world, const bi_rope *rope, int32_t i);

// ---- angle.c ------------------------------------------------------------------------------------------------

/// The directions of links at world->at (links).
void bi_look_at_links(const bight_world *world, const bi_rope *rope, bight_vec3 *directions);

/// Those of links first .. end - 1, each at its place in directions (links).
void bi_look_at_some_links(const bight_world *world, const bi_rope *rope, int32_t first, int32_t end,
                           bight_vec3 *directions);

/// By how much the angle between two links grows that turn from directions a, b to d, c and not about themselves: the area
/// of a b c d on the unit sphere, to rounding.
double bi_twist_area(bight_vec3 a, bight_vec3 b, bight_vec3 c, bight_vec3 d);

/// kb / 2 of two directions.
static inline bight_vec3 bi_half_binormal(bight_vec3 a, bight_vec3 b)
{
    return v3_mul(1.0 / bi_max(1.0 + v3_dot(a, b), 1e-3), v3_cross(a, b));
}

// ---- twist.c: what twists ----------------------------------------------------------------------------------

/// @param x The nodes (count).
/// @return BIGHT_ERROR_NO_MEMORY; rod->twist is NULL then, and where def.twist is 0.
bight_status bi_twist_make(const bight_allocator *allocator, bi_rope *rope, const bight_vec3 *x);
void bi_twist_free(const bight_allocator *allocator, bi_rod *rod);
size_t bi_twist_bytes(const bi_rod *rod);

/// Before a cycle: find the runs, and keep directions.
void bi_twist_begin(const bight_world *world, const bi_rope *rope);

/// The rows of the runs in a Newton step, at world->at.
void bi_twist_assemble(bight_world *world, const bi_rope *rope);

/// What the moments of the last Newton step do to a node at world->at, newtons.
bight_vec3 bi_twist_force(const bight_world *world, const bi_rope *rope, int32_t node);

/// Tell a needle how the run that ends at it is wound at world->at: before its frame is found.
void bi_twist_wind_needle(const bight_world *world, const bi_rope *rope);

/// After a cycle: the twist of where nodes are now, the same in each run, that at rest beyond.
void bi_twist_commit(const bight_world *world, const bi_rope *rope);

// ---- frame.c: friction that rolls it (sim/response/roll.c) ----------------------------------------------------

/// Whether friction turns the links of a rope.
static inline bool bi_rod_rolls(const bi_rope *rope)
{
    return rope->rod != NULL && rope->rod->twist != NULL && rope->rod->def.twist_friction > 0.0;
}

/// How far a link turned about itself in this cycle, radians; 0 of a rod that has no such angles.
double bi_rod_turned(const bi_rope *rope, int32_t link);

/// How fast friction had it turning in the last cycle, radians per second.
double bi_rod_speed(const bi_rope *rope, int32_t link);

/// Of such a link, by world index: where its angle is in the block system. @return False when a hand holds it.
bool bi_rod_angle_place(const bight_world *world, int32_t link, int32_t *node, int32_t *row);

/// What friction turns it with, newton metres.
void bi_rod_add_torque(const bight_world *world, int32_t link, double torque);

/// Links of such rods of the group have turned by part times what they had, and step times what the last Newton step says;
/// those that hands hold as these turn them.
void bi_rods_turn(const bight_world *world, double part, double step);

/// All links of such a rod have turned by part times what they had. Those that hands hold are set anew by bi_frame_update().
void bi_rod_turn_part(const bi_rope *rope, double part);

/// Links of such rods of the group of which both nodes are where the cycle began have not turned.
void bi_rods_stay(const bight_world *world);

// ---- link_hand.c: hands that hold a link ------------------------------------------------------------------------

/// The link that a hand holds, counted from the rope's first.
int32_t bi_held_link(const bi_rope *rope, int32_t node);

/// Where the orders of a hand lead in this cycle.
double bi_next_roll(const bi_rope_hand *hand);
bight_vec3 bi_next_direction(const bi_rope_hand *hand);

/// What a hand that points does to the nodes at the beginning and, against it, at the end of its link, newtons.
bight_vec3 bi_pointing_force(const bight_world *world, const bi_rope *rope, const bi_rope_hand *hand);

/// Before a cycle: rods of hands that still turn do not rest. After it: they have turned.
void bi_link_hands_begin(bight_world *world);
void bi_link_hands_commit(bight_world *world);

// ---- swing.c: steps of second order ------------------------------------------------------------------------------

/// @return BIGHT_ERROR_NO_MEMORY; rod->swing is NULL then, and where def.second_order is false.
bight_status bi_swing_make(const bight_allocator *allocator, bi_rod *rod);
void bi_swing_free(const bight_allocator *allocator, bi_rod *rod);
size_t bi_swing_bytes(const bi_rod *rod);
uint64_t bi_swing_hash(uint64_t hash, const bi_rod *rod);

/// What the equation of a step is about, m/s^2 (x - x0 - free) + c/s (x - x0 - lag):
///     implicit Euler   s = h        lag = 0               free = h v + h^2 f/m
///     BDF2             s = 2 h / 3  lag = (x0 - x-) / 3   free = lag + s (4 v - v-) / 3 + s^2 f/m
typedef struct bi_rod_step {
    double s;
    bight_vec3 lag, speed; ///< free = lag + s speed + s^2 f/m
} bi_rod_step;
bi_rod_step bi_rod_step_of(const bi_rod *rod, int32_t node);

/// Before a Newton step: whether it is of second order. After it: keep where it led, world->at and x of the chain.
void bi_swing_choose(const bi_rope *rope, bool touches);
void bi_swing_keep(const bight_world *world, const bi_rope *rope);

/// After a cycle, with the forces of hands known: the velocities.
void bi_swing_commit(const bight_world *world, const bi_rope *rope);

// ---- left.c -------------------------------------------------------------------------------------------------

/// Before a Newton step: set begin and end of all rods of the group, and chain->kept of the nodes between: 0 or more of those
/// that are left.
void bi_rods_mark(bight_world *world);

/// How many nodes, and loops between them, are left of a rod. `ties` grows by what its loops take, where they have a place.
int32_t bi_rod_count_left(const bight_world *world, const bi_rope *rope, int32_t *ties);

// ---- eliminate.c: from both ends towards the contacts --------------------------------------------------

/// The next loop from loop->end on, by chain->kept: -1 - place in ties of its nodes, at least 0 of those that are left.
bool bi_rod_next_loop(const bi_rod *rod, const bi_chain_node *chain, bi_rod_loop *loop);

/// Eliminate the nodes before begin and from end on, of an open rod, and the loops between.
void bi_rod_eliminate(bight_world *world, bi_rope *rope);

/// x of those nodes, when that of the others is known.
void bi_rod_substitute(bight_world *world, const bi_rope *rope);

// ---- hand.c ------------------------------------------------------------------------------------------------

/// What a hand that pulls adds to the diagonal block and the right side of its node.
void bi_rod_add_pull(const bight_world *world, const bi_rope *rope, const bi_rope_hand *hand,
                     bi_sym3 *diagonal, bight_vec3 *right);

/// What hands on rods bear after a cycle; before velocities become those of its end.
void bi_rods_feel_hands(bight_world *world);

// ---- limp.c: ropes of other models that touch rods ------------------------------------------------------------

/// Before a Newton step: their matrices and right sides.
void bi_limp_assemble(bight_world *world);

/// All their nodes but those that hands hold at rest become part of the blocks.
void bi_limp_take_over(const bight_world *world, const bi_rope *rope, bi_block_system *blocks,
                       bi_rod_solver *s);

/// Their right sides, with the forces of contacts, are those of x; and afterwards x is that of the nodes.
void bi_limp_right(const bight_world *world, const bi_rope *rope, double *x);
void bi_limp_found(const bight_world *world, const bi_rope *rope, const double *x);

// ---- guest.c: those that move by laws of their own ---------------------------------------------------------------

/// The group's solve begins: keep where the rope's own law has led it, and go back to where the cycle began.
void bi_guest_begin(const bight_world *world, bi_rope *rope);

/// All groups begin again: it is where its own law has led it.
void bi_guest_put_back(const bight_world *world, const bi_rope *rope);

/// Its matrix and right side, in parts of a hand's force.
void bi_guest_assemble(const bight_world *world, const bi_rope *rope);

/// What pushed a spring rope beside its own way is in its velocity.
void bi_guest_strike(const bight_world *world, const bi_rope *rope);

// ---- newton.c ----------------------------------------------------------------------------------------------

/// One Newton step of the group: x of its chain nodes.
bight_status bi_rods_newton(bight_world *world);

void bi_rod_solver_free(const bight_allocator *allocator, bi_rod_solver *solver);
size_t bi_rod_solver_bytes(const bi_rod_solver *solver);
