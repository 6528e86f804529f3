// SPDX-License-Identifier: MIT
// What a world is made of. Nodes of all ropes lie in one array, rope after rope; link i of the array joins
// node i and the next node of its rope, so links and nodes share their indices.

#pragma once

#include "bight/world.h"
#include "core/assert.h"
#include "core/memory.h"
#include "geom/chain_tree.h"
#include "geom/solid.h"
#include "geom/sphere_tree.h"
#include "sim/spring/events.h"

/// Things whose motions were proved together, and can only be shortened together (sim/certify.c).
typedef struct bi_island {
    int32_t parent; ///< Union-find: ropes by index, obstacles by rope_count + index.
    double part;    ///< How much of the motion is proved, 0 to 1.
    double taken;   ///< How much of it was made in this cycle so far.
} bi_island;

/// How a rope moved in the last cycle of the response (sim/response).
typedef struct bi_response_rest {
    double pace;     ///< Its fastest node, 0 to 1 of bi_response_speed().
    double drag;     ///< How many times the drag of the model its group has: 1, more where a solve did not converge.
    int32_t still;   ///< Cycles in a row in which hardly any node moved.
    uint64_t inputs; ///< A hash of all that acted on its group then: hands, obstacles, loads, settings.
} bi_response_rest;

/// What only a projection rope has (sim/projection/rope.h), and scratch of all of them
/// (sim/projection/contact.h).
typedef struct bi_projection_rope bi_projection_rope;
struct bi_projection_solver;

/// What only a sheet has (sim/sheet/sheet.h).
typedef struct bi_sheet_part bi_sheet_part;

#define BI_LOADS 4 ///< Vectors a node of bi_rope.load: a load, scratch, and two for six numbers.

typedef struct bi_rope {
    bool alive, closed;
    bight_rope_model model;
    uint32_t generation;
    int32_t first;          ///< Its first node in the world's arrays.
    int32_t count;          ///< Its nodes.
    int32_t room;           ///< Nodes reserved for it; those beyond count are finite and at rest.
    double radius, length;  ///< Metres; length is that of one link at rest, on average.
    int32_t knotted;        ///< Cycles for which it still counts as touching something.
    int32_t knotted_before; ///< The same when the cycle began.
    int32_t engaged;        ///< Cycles for which the response still solves for it (sim/response).
    int32_t engaged_before; ///< The same when the cycle began.
    bi_response_rest rest;      ///< Whether the response may leave it as it is.
    bi_response_rest next_rest; ///< The same after this cycle.
    int32_t group;    ///< Scratch of the response: ropes that may touch each other.
    double own_part;  ///< Likewise: of the way of its own law a guest goes that part (sim/rod/guest.c).
    struct bi_springs *springs; ///< Of a spring rope (sim/spring/spring.h), else NULL; owned.
    bi_chain_tree tree;         ///< Over its links.
    bi_projection_rope *projection; ///< Owned; NULL for other models.
    struct bi_rod *rod;             ///< Of an elastic rod (sim/rod/rod.h), else NULL; owned.
    bight_vec3 *
        load; ///< (BI_LOADS x room)  what bight_rope_set_load() asked, scratch, and how loads of a rod resist its
              ///< motion (sim/load.h); NULL before; owned.
    bool loaded;      ///< load counts.
    bool resists;     ///< And so does how they resist.
    bi_island island; ///< In the motion that was looked at last.
} bi_rope;

/// A tight knot touches itself in most cycles, not in all: so long a rope counts as touching afterwards.
#define BI_KNOTTED_CYCLES 16

typedef struct bi_rope_hand {
    bool alive, stretched, blocked;
    uint32_t generation;
    int32_t rope; ///< Index into ropes.
    int32_t node; ///< Counted from the rope's first.
    bight_vec3 target;
    double pull;    ///< In the last cycle: bi_response_pull().
    bool pulls;     ///< On a rod: it goes where its force takes it; target is where it is.
    bight_vec3 force; ///< Newtons, when it pulls.
    bight_vec3 bears; ///< On a rod: what it did to it in the last cycle, newtons.
    bight_vec3 aim; ///< Where it should be after this cycle: on a projection rope, and where the response solves.

    // orders about the link that it holds, of an elastic rod (sim/rod/link_hand.c)
    bool holds_twist, points;
    bool holds_needle;     ///< The frame of a needle (sim/rod/needle.h), which is to become turn_target.
    int32_t
        needle_rank; ///< How many hands held that needle before this one and still do; 0: it holds the frame.
    double turn_target[4]; ///< A unit quaternion.
    double roll, roll_target;               ///< Radians.
    bight_vec3 direction, direction_target; ///< Unit.
} bi_rope_hand;

/// A sheet is an obstacle too: a mesh that lies in the world's frame and whose points change.
typedef struct bi_obstacle {
    bool alive;
    uint32_t generation;
    bi_solid solid;
    double bound; ///< Radius around the local origin that holds all of it.
    double friction; ///< Of ropes on it; below 0: as the rope has it.
    bight_pose pose, before, target;
    bight_vec3 *points; ///< (point_count)  mesh, local frame, owned
    int32_t *triangles; ///< (triangle_count x 3)  mesh, in tree order, owned
    int32_t point_count, triangle_count;
    bi_sphere_tree tree;   ///< Over triangles in the local frame, or one sphere; empty for a sheet.
    bi_sphere_tree placed; ///< The same in the world frame.
    bi_sheet_part *sheet;  ///< Owned; NULL for other obstacles.
    bi_island island;      ///< In the motion that was looked at last.
} bi_obstacle;

/// Two links, or a link and an obstacle (a triangle of it), near enough to matter in this cycle or the next.
typedef struct bi_near {
    int32_t a;         ///< Link, world index.
    int32_t b;         ///< Link, world index; triangle of a mesh; 0 for other obstacles.
    int32_t obstacle;  ///< Index, or -1 when b is a link.
    float s, t;        ///< Closest points on the links (t only when b is a link).
    double distance;   ///< Between centrelines or to the surface, when found.
    double reach;      ///< Closer than this is a contact.
    bool bend;         ///< So close along the rope that touching means bending: pushed apart, but not held.
    int32_t next;      ///< Scratch of sim/sheet/contact.c.
    bight_vec3 normal; ///< Unit, from b towards a; only set when in contact.
} bi_near;

/// One cluster of links in contact, as a rigid body in this cycle (sim/ftl/cluster_body.h).
typedef struct bi_body {
    bight_vec3 centre;     ///< Mean of its nodes.
    bight_vec3 carried;    ///< Sum of the motion of the hands on it.
    int32_t first_node;    ///< Its nodes' place in world->ftl.body_nodes.
    int32_t nodes, hands;  ///< How many of each.
    int32_t first_run;     ///< Head of the list of runs that leave it, -1 for none.
    int32_t leads;         ///< Of those, how many lead to another held node.
    int32_t carrier;       ///< The run that carries it, or -1.
    int32_t carried_after; ///< The next body to carry, or -1.
    bool anchored;         ///< It touches an obstacle.
} bi_body;

/// A run of free links from a node of a body to the next held node.
typedef struct bi_run {
    int32_t a, leader; ///< The body's node, and the held node at the other end.
    int32_t forward;   ///< 1 when it leaves a towards higher nodes, else -1.
    int32_t other;     ///< The body that the leader belongs to, -1 for a hand alone.
    int32_t next;      ///< Next run of the same body, or -1.
    bool removed;      ///< It only leads to a body that it carries.
} bi_run;

/// What a node adds to the step arena: as much as the phase takes that takes most, gravity with three vectors
/// and a number.
typedef struct bi_arena_node {
    double words[10];
} bi_arena_node;

/// What Follow The Leader has in the step arena while it proposes; NULL at other times.
typedef struct bi_ftl_scratch {
    bight_vec3 *left, *right; ///< What the lower and the higher leader suggested for a node between two.
    int32_t *body_of;         ///< Of the root link of a cluster: its body.
    int32_t *body_nodes;      ///< The nodes of all bodies, body after body.
} bi_ftl_scratch;

/// Memory that grows with the nodes, one list for allocation, growth and freeing.
#define BI_NODE_ARRAYS(X)                                                                                    \
    X(bight_vec3, at)       /* where nodes are */                                                            \
    X(bight_vec3, before)   /* where they were when the cycle began */                                       \
    X(uint8_t, held)        /* BI_IN_HAND, BI_IN_CONTACT */                                                  \
    X(uint8_t, touched)     /* whether it touched something after the last cycle (sim/taut.c) */             \
    X(int32_t, rope_of)     /* index of the rope a node belongs to */                                        \
    X(int32_t, cluster)     /* union-find parent of a link, -1 outside clusters */                           \
    X(double, moved)        /* how far a node moved in the motion that was looked at last, squared */        \
    X(bi_arena_node, arena) /* for one phase at a time (sim/arena.h) */

enum { BI_IN_HAND = 1, BI_IN_CONTACT = 2 };

/// In contact_links, which are for Follow The Leader: an obstacle, and a link of a rope of another model. A
/// contact without a link of its own has two of them.
enum { BI_OBSTACLE_LINK = -1, BI_OTHER_LINK = -2 };

/// Contacts of a cycle. They belong to the world's state: a cycle that fails gives back those of the one before.
typedef struct bi_contact_list {
    bight_contact *contacts; ///< (count)
    int32_t count, capacity;
    int32_t *links; ///< (2 count)
    int32_t links_capacity;
    bool kept; ///< This list is to be given back when the cycle fails.
} bi_contact_list;

/// Cycles that change nothing any more need not be made (sim/sleep.c).
typedef struct bi_sleep {
    bool asleep;
    bool never; ///< For tests: cycles are always made.
    uint64_t state; ///< A hash of all that decides the future, when nothing moved in the last cycle; else 0.
    bight_step_report report; ///< Of the cycle that is not made any more.
    bight_world_stats added;  ///< What that cycle added to the sums.
} bi_sleep;

struct bight_world {
    bight_world_def def;
    bi_rope *ropes;
    int32_t rope_count, rope_capacity;
    int32_t model_count[BIGHT_MODEL_COUNT]; ///< Ropes of each model.
    bi_rope_hand *hands;
    int32_t hand_count, hand_capacity;
    bi_obstacle *obstacles;
    int32_t obstacle_count, obstacle_capacity;
    int32_t sheet_count; ///< Of the obstacles.

    int32_t node_count, node_capacity;
#define X(type, name) type *name;
    BI_NODE_ARRAYS(X)
#undef X

    size_t arena_used;  ///< Bytes of the arena that the phase at hand has taken.
    bi_ftl_scratch ftl; ///< In the arena.

    bi_body *bodies; ///< (body_capacity)  one for each cluster of this cycle
    int32_t body_capacity;
    bi_run *runs; ///< (run_count)
    int32_t run_count, run_capacity;
    bight_vec3 *unrolled; ///< (unrolled_capacity)  scratch for closed ropes
    int32_t unrolled_capacity;

    struct bi_response *response; ///< NULL before the first contact; sim/response/response.h
    struct bi_projection_solver *projection; ///< NULL before the first projection rope.
    struct bi_rod_solver *rods;              ///< NULL before the first elastic rod; scratch (sim/rod/rod.h).

    bi_pair_list leaf_pairs; ///< What the hierarchy reports, before the exact test.
    bi_near *near;           ///< (near_count)  pairs close to each other
    int32_t near_count, near_capacity;
    bool near_valid;        ///< False after an edit: the list must be rebuilt before moving.
    double near_links;      ///< Links that are not listed (and not second neighbours) are this far apart.
    double near_obstacles;  ///< Likewise for links and obstacles.
    double farthest;        ///< How far any node moves in the motion that was proved last.
    double shortest_middle; ///< Likewise for second neighbours, which a straight link between keeps apart.

    bight_contact *contacts; ///< (contact_count)  of the last cycle
    int32_t contact_count, contact_capacity;
    int32_t *contact_links; ///< (contact_count x 2)  world indices, or what is below
    int32_t contact_links_capacity;
    bi_contact_list last_contacts; ///< Those of the cycle before, while a cycle has new ones: sim/contact.c.

    bi_events events;     ///< Collisions of spring ropes in this cycle.
    double spring_excess; ///< Energy that they gained without work lately, joules (sim/spring/watch.c).
    double spring_most;   ///< Longest way of a control point in the last cycle before it met anything.

    bight_world_stats stats;
    bight_world_worst worst;
    bi_near *worst_near; ///< (worst_capacity)  scratch of sim/worst.c
    int32_t worst_capacity;
    int32_t still_cycles; ///< In a row, up to BIGHT_REST_CYCLES: hardly anything moved, nothing new acted.
    uint64_t still_inputs; ///< bi_sleep_inputs() of the last of them.
    bi_sleep sleep;
    bight_error failure; ///< Why the last step failed.
};

/// Node after i on its rope (the first one after the last of a closed rope).
static inline int32_t bi_next(const bi_rope *rope, int32_t i)
{
    return i + 1 < rope->first + rope->count ? i + 1 : rope->first;
}

/// Node at which a link ends; it begins at the node of its own index.
static inline int32_t bi_link_end(const bight_world *world, int32_t link)
{
    return bi_next(&world->ropes[world->rope_of[link]], link);
}

/// The public id of a rope that is alive.
static inline bight_rope_id bi_rope_id_of(const bight_world *world, int32_t rope)
{
    return (bight_rope_id){(uint32_t)rope + 1, world->ropes[rope].generation};
}

static inline int32_t bi_link_count(const bi_rope *rope)
{
    return rope->closed ? rope->count : rope->count - 1;
}

/// Pairs of links with one link between them; pair i is link i and the one after the next.
static inline int32_t bi_second_neighbours(const bi_rope *rope)
{
    int32_t links = bi_link_count(rope);
    if (rope->closed) {
        return links > 4 ? links : links == 4 ? 2 : 0;
    }
    return links > 2 ? links - 2 : 0;
}

/// Something came from outside that bi_sleep_inputs() does not tell of.
static inline void bi_world_woken(bight_world *world)
{
    world->sleep.asleep = false;
    world->sleep.state = 0;
    world->still_cycles = 0;
}

/// Forget contacts and near pairs: something was added, removed or grasped.
void bi_world_edited(bight_world *world);

/// Forget near pairs only: something that was added or moved was taken back, and the state is what it was.
void bi_world_restored(bight_world *world);

/// Room for `more` nodes behind the present ones.
bight_status bi_world_reserve_nodes(bight_world *world, int64_t more);

bi_rope *bi_find_rope(const bight_world *world, bight_rope_id id);
bi_rope_hand *bi_find_hand(const bight_world *world, bight_hand_id id);
bi_obstacle *bi_find_obstacle(const bight_world *world, bight_obstacle_id id);

/// Least radius of all ropes; infinite without ropes.
double bi_thinnest(const bight_world *world);

/// Distances below this count as touching centrelines, metres.
double bi_crossing_floor(const bight_world *world);

/// A place for an obstacle or a sheet, not alive yet: its index.
bight_status bi_take_obstacle(bight_world *world, int32_t *slot);
