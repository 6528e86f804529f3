// SPDX-License-Identifier: MIT
// A needle at an end of an elastic rod: links that keep the shape they are made with. Its frame R turns that shape into the
// world; the frame has no mass, and is at rest in each cycle:
//     E = sum over its links K/(2 l) |e - R a|^2
// a is a link in the frame, l its length, K what the wire resists stretching with. So the needle neither bends nor twists
// but for F / K a link under a force F. R is three unknowns of a Newton step, coupled to all nodes of the needle. The twist of
// the thread ends at it.

#pragma once

#include "core/vec3.h"
#include "sim/world_state.h"
#include "solve/cone.h"
#include "solve/mat3.h"

struct bi_rod_solver;

/// A turn of less is none, radians.
#define BI_NEEDLE_AT_REST 1e-9

/// All arrays are owned.
typedef struct bi_needle {
    int32_t first, links; ///< Links first .. first + links - 1 of the rope.
    double stretch;       ///< K, newtons.
    double density;       ///< Kilograms per metre.
    bight_vec3 *shape;    ///< (links)  Metres, in its frame. State.
    double turn[4];       ///< Its frame, a unit quaternion as in bight_pose. State.
    double now[4];        ///< Likewise at world->at.
    double aim[4];        ///< Where a hand that turns it wants it in this cycle.
    double stiff;         ///< Of that hand, newton metres a radian; 0: there is none.
    int32_t hand;         ///< The hand that holds its frame, -1: none.
    bool fixed;           ///< That hand does not turn it in this cycle.
    bight_vec3 torque;    ///< What the hand did in the last cycle, newton metres.
    double way;           ///< How far its farthest node went as the hand turned it in the last cycle, metres.

    // what it is to the twist of its thread (needle_twist.c)
    int32_t run;  ///< The run that ends at it, -1: none.
    double side;  ///< 1 where that ends at it, -1 where it begins there.
    double wound; ///< The angle of that run at world->at beyond rest, if the needle had not turned, radians.
    double winds; ///< Its stiffness, newton metres a radian.
    double roll;  ///< How far its link beside the thread turned about itself in the last cycle, radians.

    // the rows of its angles in a Newton step
    bi_sym3 diagonal;
    bight_vec3 right;
    int32_t kept; ///< Their place in the block system.
} bi_needle;

// ---- needle_make.c

/// Settings that a needle cannot have. @return BIGHT_ERROR_INVALID.
bight_status bi_needle_check(const bight_rope_def *rope, bight_error *error);

/// @param x The nodes (count), which give its shape.
/// @return BIGHT_ERROR_NO_MEMORY; rod->needle is NULL then, and where def.needle has no links.
bight_status bi_needle_make(const bight_allocator *allocator, bi_rope *rope, const bight_vec3 *x);
void bi_needle_free(const bight_allocator *allocator, bi_rope *rope);
size_t bi_needle_bytes(const bi_rope *rope);
uint64_t bi_needle_hash(uint64_t hash, const bi_rope *rope);

// ---- needle.c

/// Before a group is solved for, and where its hands slow down: what the hand wants is `part` of what it wanted.
void bi_needle_aim(const bight_world *world, const bi_rope *rope);
void bi_needle_slow(const bi_rope *rope, double part);

/// After a cycle: its frame is that of where its nodes are, and the hand has felt it.
void bi_needle_commit(bight_world *world, const bi_rope *rope);

/// What link j does to the node that it begins at, newtons, and the opposite to the other one, at nodes x of the rope.
bight_vec3 bi_needle_force(const bi_rope *rope, const bight_vec3 *x, int32_t j);

// ---- needle_twist.c

/// Its link beside the thread, counted from the rope's first.
int32_t bi_needle_last_link(const bi_needle *needle);

/// Before a cycle, with the runs of the rod known: which of them ends at it.
void bi_needle_find_run(const bi_rope *rope);

/// How far that link turned about itself from the frame `turn` to `now`, radians, -pi to pi.
double bi_needle_rolled(const bi_needle *needle);

/// Of the twist of the run, when that link has turned by `roll`: its moment, newton metres, and the direction of the link at
/// `now`, about which twist turns the needle with minus `side` times that.
double bi_needle_moment(const bi_needle *needle, double roll, bight_vec3 *axis);

/// What couples its angles with the moment of the run.
void bi_needle_couple(const bi_rope *rope, bi_block_system *blocks, struct bi_rod_solver *s);

// ---- needle_hand.c

/// A hand that holds a needle lets it go; the one that has held it longest of the others holds its frame then.
void bi_needle_let_go(bight_world *world, bi_rope_hand *hand);

/// What one is told of a hand on it.
void bi_needle_tell(const bi_rope *rope, const bi_rope_hand *hand, bight_hand_state *state);

// ---- needle.c: the matrix

/// The energy of its links in the matrix of a Newton step and the right sides, at world->at.
void bi_needle_assemble(bight_world *world, const bi_rope *rope);

/// Its angles as a node more.
void bi_needle_take_over(const bight_world *world, const bi_rope *rope, bi_block_system *blocks,
                         struct bi_rod_solver *s);

// ---- needle_frame.c

/// Whether the rope's link j is one of the needle.
static inline bool bi_needle_has(const bi_needle *needle, int32_t j)
{
    return needle != NULL && j >= needle->first && j < needle->first + needle->links;
}

/// R v
bight_vec3 bi_turned_by(const double turn[4], bight_vec3 v);

/// The vector of the least turn that leads from one frame to another, radians; small ones to third order.
bight_vec3 bi_turn_between(const double from[4], const double to[4]);

/// A frame turned on about v, by |v| radians to third order.
void bi_turn_on(double turn[4], bight_vec3 v);
