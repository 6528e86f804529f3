// SPDX-License-Identifier: MIT
// The solved response of ropes that touch: lengths, gaps and friction together, led by the hands. A limp rope without
// inertia. In each cycle the nodes x minimise
//     sum 1/2 (x - x0 - g) . C (x - x0 - g)  +  sum k/2 (|link| - L)^2  +  sum F/(2 d) |hand - aim|^2
// under gaps >= 0 and Coulomb friction (docs/models/response.md). x0 is where the cycle began and g what gravity and
// loads ask. C is a drag, small along the rope, so that a hand can lead a long tail, and greater across it. d is how
// far a hand wants to move, so that it pulls with F at most; a hand at rest holds. Forces count in F.

#pragma once

#include "sim/world_state.h"
#include "solve/chain.h"
#include "solve/cone.h"

#include <string.h>

/// Stretch of a link at which a hand pulls with all its force.
#define BI_RESPONSE_GIVE 0.002

/// A contact of the solve: two links, or a link or a node and an obstacle.
typedef struct bi_grip {
    int32_t a, b;     ///< As in bi_near; for a node and an obstacle the node and -1 - triangle.
    int32_t obstacle; ///< As in bi_near.
    int32_t node[4];  ///< (nodes)  World indices of the nodes that may move.
    double weight[4]; ///< (nodes)  How much of the force each gets; negative on b's side.
    int32_t nodes;    ///< 0 to 4.
    int32_t
        link[2]; ///< (links)  World indices of links of elastic rods that friction turns about themselves.
    bight_vec3
        turns[2];     ///< (links)  By how much a radian of that moves their surface on a against that of b.
    int32_t links;    ///< 0 to 2.
    bi_mat3 frame;    ///< Rows: the normal, from b to a, and two tangents.
    double gap;       ///< Distance beyond the one that is wanted, metres.
    double slip[2];   ///< Along the tangents since the cycle began, metres.
    double friction;  ///< Coulomb's coefficient.
    double reach;     ///< Distance at which the two touch, metres.
    bight_vec3 force; ///< On a, in the world's frame, F.
    double path; ///< Of elastic rods: how far it slid since it first pressed, metres along its way (path.c).
} bi_grip;

typedef struct bi_grip_list {
    bi_grip *grips; ///< (count)
    int32_t count, capacity;
} bi_grip_list;

/// A listed pair as it is now: by place in the near list.
typedef struct bi_sight {
    double distance; ///< Between centrelines or to the surface; negative on the side that it was not on.
    double start;    ///< When the cycle began; of a rope beside the group where it has moved to.
    double s, t;     ///< Closest points on links; s below 0: not looked at yet, and start is what they are at least.
    bight_vec3 side; ///< From b to a, when the cycle began; for links that were looked at.
} bi_sight;

/// Indices in the order of the groups that they belong to.
typedef struct bi_by_group {
    int32_t *item;  ///< (begin[rope_count])  group after group
    int32_t *begin; ///< (rope_count + 1)  by group
    int32_t item_capacity, begin_capacity;
} bi_by_group;

/// Scratch of the solve, and the forces from which the next cycle starts.
typedef struct bi_response {
    bi_chain_node *chain; ///< (node_capacity)  by world index
    bight_vec3 *went; ///< (node_capacity)  how the nodes of engaged ropes moved in the last cycle, likewise
    int32_t node_capacity;

    // what only the matrix of Follow The Leader ropes needs, by world index
    bi_chain_part *block;  ///< (chain_capacity)
    bi_sym3 *link;         ///< (chain_capacity)  stiffness of links
    bight_vec3 *along; ///< (chain_capacity)  direction of the rope when the cycle began; of a guest see own
    int32_t *order, *kept; ///< (chain_capacity)  orders of elimination
    bight_vec3 *
        own; ///< (chain_capacity)  of guests: where their own law leads them in this cycle; the same array as along
    int32_t chain_capacity;

    bi_grip_list kept_forces; ///< Of the last cycle that succeeded: state of the world.
    bi_grip_list found;       ///< Of all groups in this cycle.
    bi_grip_list now, last;   ///< Of this pass and the one before, for one group.

    bi_sight *sights; ///< (sight_capacity)  by place in the near list
    int32_t *close;   ///< (close_count)  The pairs of the group that may be contacts, in order.
    int32_t sight_capacity, close_count, close_capacity;
    bool looked;         ///< The sights, and what is close, are those of world->at.
    int32_t *slots;      ///< (slot_capacity)  open hash of pairs of links that are close, a power of two
    int32_t *last_slots; ///< (last_slot_capacity)  likewise of the grips in now, which become last
    int32_t slot_capacity, last_slot_capacity;
    int32_t slot_count, last_slot_count; ///< Of these, in use: powers of two.
    bi_cone_contact *contacts;           ///< (contact_capacity)  the grips of a pass, as the solver sees them
    int32_t contact_capacity;
    bi_cone_memory cone;

    bi_by_group ropes_of, pairs_of, forces_of; ///< Engaged ropes, near pairs, and kept_forces of each group.
    const int32_t *ropes, *pairs;              ///< Of the present group: (rope_count), (pair_count)
    int32_t rope_count, pair_count;

    double went_most; ///< How far any node of the group is from where it began the cycle, at most.
    double room; ///< How far a node may go in this cycle, so that nothing that is not listed comes to touch.
    int32_t group;  ///< The ropes that are solved for at present.
    double newtons; ///< Of a hand's force F in a group with elastic rods, whose forces are newtons; else 0.
    double drag;    ///< Of the group, as in bi_response_rest.
    int32_t passes; ///< Newton steps of the last group.
    bool resting;   ///< In this cycle every rope rests.
    bool yielded;   ///< An obstacle stopped short of its way: groups that were solved before begin again.
} bi_response;

/// Whether a rope belongs to the group that is solved for at present.
static inline bool bi_response_solves(const bight_world *world, int32_t rope)
{
    const bi_rope *q = &world->ropes[rope];
    return q->alive && q->engaged > 0 && q->group == world->response->group;
}

/// Whether this world's ropes respond like this.
static inline bool bi_response_is_solved(const bight_world *world)
{
    return world->def.response == BIGHT_RESPONSE_SOLVED;
}

/// Follow The Leader ropes and elastic rods are solved for, those of other models have laws of their own.
static inline bool bi_response_may_solve(const bi_rope *rope)
{
    return rope->model == BIGHT_MODEL_FTL || rope->model == BIGHT_MODEL_ROD;
}

/// A rope of another model beside rods: it moves by its own law, and rods then push it from there (sim/rod/guest.c).
static inline bool bi_response_is_guest(const bi_rope *rope)
{
    return rope->engaged > 0 && !bi_response_may_solve(rope);
}

/// Whether a pair is solved for: both sides are such ropes, or one is a rod, whatever the other is. So is all that guests touch:
/// else rods, or what rods push, would be pushed into each other. Only spheres of spring ropes, which leave notches, and sheets,
/// which move between cycles, are left to the guests' own laws.
static inline bool bi_response_may_solve_pair(const bight_world *world, const bi_near *near)
{
    const bi_rope *a = &world->ropes[world->rope_of[near->a]];
    const bi_rope *b = near->obstacle < 0 ? &world->ropes[world->rope_of[near->b]] : a;
    bool usual = bi_response_may_solve(a) && bi_response_may_solve(b);
    bool rod = bi_response_is_solved(world) && near->obstacle < 0 && (a->rod != NULL || b->rod != NULL);
    bool guests = a->engaged > 0 && b->engaged > 0 &&
                  (near->obstacle >= 0 ? world->obstacles[near->obstacle].sheet == NULL
                                       : a->springs == NULL || b->springs == NULL);
    return usual || rod || guests;
}

/// Whether the forces of a contact are newtons, and not parts of a hand's force: one side is an elastic rod.
static inline bool bi_grip_has_rod(const bight_world *world, const bi_grip *grip)
{
    return world->ropes[world->rope_of[grip->a]].rod != NULL ||
           (grip->obstacle < 0 && world->ropes[world->rope_of[grip->b]].rod != NULL);
}

/// Whether an obstacle moves in this cycle by an order. A sheet moves by its hands.
static inline bool bi_response_drives(const bi_obstacle *obstacle)
{
    return obstacle->alive && obstacle->sheet == NULL &&
           memcmp(&obstacle->before, &obstacle->pose, sizeof obstacle->pose) != 0;
}

// ---- response.c: what the world sees -----------------------------------------------------------------

/// Move world->at of all engaged ropes on from world->before. Hands have their aims, obstacles have moved.
/// @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_response_solve(bight_world *world);

/// Every rope there is rests in this cycle: nothing moved but, maybe, obstacles, and what was near is near.
bool bi_response_rests(const bight_world *world);

/// The cycle succeeded: its forces are those from which the next one starts.
void bi_response_commit(bight_world *world);

/// The motion is proved, and made as far as that allows: spring ropes feel what pushed them.
void bi_response_strike(bight_world *world);

/// How long a link between held nodes may be drawn by hands, over its length: ropes that are solved for are drawn out by
/// no more than a hand's whole force does, from there on the response tells what gives way.
static inline double bi_response_stretch_limit(const bight_world *world, const bi_rope *rope)
{
    bool solved = bi_response_is_solved(world) && bi_response_may_solve(rope);
    return solved ? bi_min(world->def.stretch_limit, 1.0 + BI_RESPONSE_GIVE) : world->def.stretch_limit;
}

/// Metres that a hand leads an engaged rope in a cycle, at most.
double bi_response_speed(const bight_world *world, const bi_rope *rope);

/// What an engaged rope pulls at a hand at rest after the cycle, F; 0 when it is not known.
double bi_response_hold(const bight_world *world, const bi_rope_hand *hand);

/// A rope goes, whose nodes are first .. first + count - 1: those behind move up.
void bi_response_remove_nodes(bight_world *world, int32_t first, int32_t count);

/// No rope is engaged, no force known: the world responds in another way from now on.
void bi_response_forget(bight_world *world);

uint64_t bi_response_hash(uint64_t hash, const bight_world *world);
size_t bi_response_bytes(const bight_world *world);
size_t bi_response_matrix_bytes(const bight_world *world); ///< Part of these: of the cones' matrices.
void bi_response_free(bight_world *world);

/// How far a on a contact of the last cycle slid in it on what it touches, metres, across the normal, and where.
bight_vec3 bi_grip_slid(const bight_world *world, const bi_grip *grip, bight_vec3 *point);

/// roll.c: friction on `grip` turns this link of a rod too.
/// @param out Unit vector from its axis to the surface. @param share Of the link's turning, negative on b's side.
void bi_grip_turns(const bight_world *world, bi_grip *grip, int32_t link, bight_vec3 out, double share);

/// What turning of links has moved a's surface on that of b since the cycle began, metres.
bight_vec3 bi_grip_rolled(const bight_world *world, const bi_grip *grip);

/// path.c: the path of each contact is what it slid in this cycle and what the same contact had in the list before.
void bi_response_add_paths(const bight_world *world, bi_grip_list *now, const bi_grip_list *last);

// ---- engage.c: which ropes ---------------------------------------------------------------------------

/// The near list is too narrow, or too old, to tell which ropes are near something.
bool bi_response_needs_list(const bight_world *world);

/// Before a cycle: ropes that have something near are engaged for some cycles. The pairs are listed.
void bi_response_engage(bight_world *world);

/// After a motion: engage ropes that were not and have sunk into something or have a link stretched. The pairs are
/// listed at world->at. @return Whether there were any: the cycle is then to be made again.
bool bi_response_engage_more(bight_world *world);

// ---- groups.c: which of them together ----------------------------------------------------------------

/// Put engaged ropes that may touch each other into groups: rope->group is the lowest of them.
/// @return How many ropes are engaged.
int32_t bi_response_group(bight_world *world);

/// List the ropes, near pairs and kept forces of each group. @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_response_sort_groups(bight_world *world);

/// From now on this group is solved for.
void bi_response_take_group(bight_world *world, int32_t group);

size_t bi_response_group_bytes(const bi_response *r);
void bi_response_free_groups(const bi_response *r, const bight_allocator *allocator);

// ---- rest.c: how a group moved -----------------------------------------------------------------------

/// A hash of all that acts on the group: its ropes and their loads, their hands, all obstacles, the settings. Not 0.
uint64_t bi_response_inputs(const bight_world *world);

/// Whether the group stays to the last bit: its nodes, and the surfaces of rods that friction rolls, moved by no more than
/// BIGHT_REST_MOTION radii for BIGHT_REST_CYCLES cycles, the same acts on it as then, and nothing near it moves by laws of its own.
bool bi_response_group_rests(const bight_world *world, uint64_t inputs);

/// The drag of its nodes in contact with which the group begins the cycle, in that of the model: the greatest of its
/// ropes.
double bi_response_drag(const bight_world *world);

/// How far the surface of a rod that friction rolls went about itself in the last cycle, at most, metres; 0 of other ropes.
double bi_response_surface_way(const bi_rope *rope);

/// After the group has moved: set next_rest of its ropes.
void bi_response_look_back(bight_world *world, uint64_t inputs);

// ---- index.c: hashes of pairs of links ------------------------------------------------------------------------

/// Room for the sights of all pairs. @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_response_list_pairs(bight_world *world);

/// Before bi_response_look(): of the contacts in now, which then become last. After it: of all pairs of links that are close.
/// @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_response_index_grips(bight_world *world);
bight_status bi_response_index_close(bight_world *world);

/// The same contact in now or, when that has become it, last; or NULL.
const bi_grip *bi_response_find_grip(const bi_response *r, const bi_grip_list *list, int32_t a, int32_t b,
                                     int32_t obstacle);

/// Where the pair (a, b) is in the near list, or -1 where it is not close.
int32_t bi_response_find_close(const bight_world *world, int32_t a, int32_t b);

// ---- look.c, grips.c, assemble.c, fit.c: the steps of the solve ----------------------------------------------

/// Contacts are kept this share of touching open, and opened by this share of a radius in one cycle at most; those with
/// a sheet, which moves between cycles, by the speed limit.
#define BI_RESPONSE_AIM 1.002
#define BI_RESPONSE_OPEN_MOST 0.25

/// A pair becomes a contact when it is closer than this share of touching beyond it and is nearer than its neighbours.
#define BI_RESPONSE_ENTER 0.03

/// A pair that was a contact in the Newton step before stays one in this cycle up to this share beyond touching: else two
/// neighbours take turns, each sinking in while the other one is held open.
#define BI_RESPONSE_KEEP 0.2

/// The share of touching down to which a rope that is not solved for may come in a cycle.
#define BI_RESPONSE_FREE_GAP 0.98

/// How many times the drag of the model nodes in contact may have, at most.
#define BI_RESPONSE_MOST_DRAG 1e4

/// The distance that a pair is to have: touching, or a step towards it from where the cycle began.
double bi_response_opened(const bight_world *world, const bi_near *near, double start);

/// The link has come to the other side of a mesh than the one where it was when the cycle began.
bool bi_response_passed(const bight_world *world, const bi_near *near, bight_vec3 normal);

/// Look at all pairs of the group.
/// @param first The group is where the cycle began; ropes beside it are taken from where they have moved to.
/// @return By how much the worst pair is closer than it is to be, over touching; negative.
double bi_response_look(bight_world *world, bool first);

/// List the contacts of the group in now, of what was looked at last; the list before becomes last.
/// @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_response_find_grips(bight_world *world);

/// Greatest |link / L - 1| of the group.
double bi_response_strain(const bight_world *world);

/// After a Newton step that was made as it is: by how much a link is longer than the step took it for, over L, at most. It
/// is the turning of links that a step does not see; tension is no error.
double bi_response_link_error(const bight_world *world);

/// A Newton step of Follow The Leader ropes: kinds, matrix and right side of the chain nodes of the group, and what
/// comes of them, x. @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_response_newton(bight_world *world);

/// A part of it, for those in a group of elastic rods: kinds of nodes, then block, link and right of one rope, in F.
void bi_response_mark_kept(bight_world *world);
void bi_response_assemble(bight_world *world, int32_t rope);

/// The drag of a node of a guest in all directions, F per metre: what a Follow The Leader rope has at the same pace.
double bi_response_guest_drag(const bight_world *world, const bi_rope *rope, bool in_contact);

/// Once a cycle: mark the nodes of hands at rest, which stay, and find where the ropes run.
void bi_response_start(bight_world *world);

/// Stiffness of a rope's link, F per metre; of an elastic rod F is its hand_force.
double bi_response_stiffness(const bi_rope *rope);

/// No pair is closer than it may be and no link longer, but those that were so before and have not become worse.
bool bi_response_fits(bight_world *world);

/// Leave the nodes of what does not fit where they were, until all fits. False when that takes more rounds.
bool bi_response_freeze(bight_world *world, int32_t rounds);
