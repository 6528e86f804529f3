// SPDX-License-Identifier: MIT
// Material directions of a rod's links, for rods that are bent at rest or that friction rolls.

#pragma once

#include "core/turn.h"
#include "core/vec3.h"
#include "sim/response/response.h"
#include "sim/rod/rod.h"
#include "solve/cone.h"

/// A row of the equations of the angles.
typedef struct bi_line {
    double diagonal, next, border, right;
    double turned; ///< How far the link turned about itself in this cycle, radians.
    double
        torque;  ///< Of a link that friction turns: what else turns it, and then friction too, newton metres.
    double step; ///< By how much a Newton step turns it, radians.
    double speed; ///< How fast friction had it turning in the last cycle, radians per second. State.
    bool rubbed;  ///< Friction turns it: its angle is found with the nodes, in a Newton step.
} bi_line;

/// What a node adds to the matrix of a Newton step beyond what rod->node has room for. The angles of the links before and
/// behind it are unknowns as well.
typedef struct bi_frame_row {
    bi_mat3 far;         ///< Row: the node before, column: the node behind.
    bight_vec3 on[3][2]; ///< Between the node before, itself, the node behind and the two angles.
    double both;         ///< Between the two angles.
} bi_frame_row;

/// Arrays are owned.
typedef struct bi_frame {
    bight_vec3 *director; ///< (links)  Unit vectors across the links, when the cycle began. State.
    bight_vec3 *now;      ///< (links)  Likewise at world->at.
    bight_vec3 *
        rest; ///< (2 count)  Bends at rest, metres, in (d, e, t) of the link before the node and of that behind it.
    bight_vec3 *force; ///< (count)  What bends at rest and twist do to the nodes at world->at, newtons.
    double *angle;     ///< (count)  Twist at world->at, radians.
    bi_line *line;     ///< (count)  scratch, but for speed
    bi_frame_row *row; ///< (count)  scratch of a Newton step
    bi_sym3 *turns;    ///< (count / 3 + 1)  The angles of three links each, likewise.
    bool bent;         ///< Some bend at rest is not 0.
    bool settled;      ///< The angles were at rest in the last cycle.
    bool still;        ///< Likewise at world->at.
    int32_t first, end; ///< Of a Newton step: the angles of links first .. end - 1 are unknowns in it.
    int32_t place;      ///< Of the first of them in the block system.
} bi_frame;

// ---- frame_make.c

/// @return BIGHT_ERROR_NO_MEMORY: free it then.
bight_status bi_frame_make(const bight_allocator *allocator, bi_rod *rod);
void bi_frame_free(const bight_allocator *allocator, bi_rod *rod);
size_t bi_frame_bytes(const bi_rod *rod);
uint64_t bi_frame_hash(uint64_t hash, const bi_rope *rope);

/// Directions and bends at rest of a rope whose nodes are x (count) and whose angles are known.
void bi_frame_start(const bi_rope *rope, const bight_vec3 *x);

// ---- frame.c, frame_matrix.c

/// The angles that are at rest at world->at, and the forces there.
/// @param grips The contacts: angles of links that friction turns are not at rest, but as Newton steps left them.
void bi_frame_update(const bight_world *world, const bi_rope *rope, const bi_grip_list *grips);

/// frame_matrix.c: the same, into the matrix and the right side of a Newton step.
void bi_frame_assemble(bight_world *world, const bi_rope *rope);

/// The rest of the matrix of nodes that are left, and the angles first .. end - 1 as nodes more, three to each.
void bi_frame_take_over(const bight_world *world, const bi_rope *rope, bi_block_system *blocks,
                        bi_rod_solver *s);

/// Before a Newton step: no angle is an unknown, or all are; then that of this link, and all between.
void bi_frame_mark(const bi_rope *rope);
void bi_frame_mark_link(const bi_rope *rope, int32_t link);

/// After a cycle: what was found last is the state.
void bi_frame_commit(const bi_rope *rope);

/// The bend at rest of node i of a rope whose nodes are x (count), metres, as the link before it (side 0) or behind it (side
/// 1) has it; zero where it has none.
bight_vec3 bi_frame_rest_bend(const bi_rope *rope, const bight_vec3 *x, int32_t i, int32_t side);

/// What a link that friction turns resists that with: the inertia of a full round rod over h^2, newton metres a radian.
///     1/2 m r^2 / h^2
static inline double bi_link_inertia(const bi_rope *rope)
{
    const bight_rod_def *def = &rope->rod->def;
    return 0.5 * def->density * rope->length * rope->radius * rope->radius /
           (def->time_step * def->time_step);
}

static inline bool bi_rod_is_framed(const bi_rope *rope)
{
    return rope->rod->twist != NULL && rope->rod->twist->frame != NULL;
}

// ---- small helpers of both files

static inline int32_t bi_node_before(const bi_rope *rope, int32_t i)
{
    return i > 0 ? i - 1 : rope->count - 1;
}

static inline int32_t bi_node_behind(const bi_rope *rope, int32_t i)
{
    return i + 1 < rope->count ? i + 1 : 0;
}

static inline bool bi_is_inner(const bi_rope *rope, int32_t i)
{
    return rope->closed || (i > 0 && i + 1 < rope->count);
}

static inline bight_vec3 bi_bend_at(const bight_vec3 *x, const bi_rope *rope, int32_t i)
{
    return v3_madd(v3_add(x[bi_node_before(rope, i)], x[bi_node_behind(rope, i)]), -2.0, x[i]);
}

static inline bight_vec3 bi_in_frame(bight_vec3 local, bight_vec3 t, bight_vec3 d)
{
    return v3_madd(v3_madd(v3_mul(local.x, d), local.y, v3_cross(t, d)), local.z, t);
}

static inline bool bi_link_is_held(const bi_twist *twist, int32_t link)
{
    bool held = false;
    for (int32_t h = 0; h < twist->held_count; h++) {
        held = held || twist->held_link[h] == link;
    }
    return held;
}

/// Its angle is not for relaxation to find.
static inline bool bi_link_is_fixed(const bi_twist *twist, int32_t link)
{
    return twist->frame->line[link].rubbed || bi_link_is_held(twist, link);
}

// v turned as a link turns from direction a to direction b, by the least angle.
static inline bight_vec3 bi_carried(bight_vec3 a, bight_vec3 b, bight_vec3 v)
{
    bight_vec3 axis = v3_cross(a, b), across = v3_cross(axis, v);
    double c = bi_max(v3_dot(a, b), -0.999999);
    return v3_add(v3_add(v, across), v3_mul(1.0 / (1.0 + c), v3_cross(axis, across)));
}

// A unit vector across t, near d.
static inline bight_vec3 bi_straightened(bight_vec3 t, bight_vec3 d)
{
    return v3_unit(v3_madd(d, -v3_dot(t, d), t), v3_perpendicular(t));
}

static inline bight_vec3 bi_turned(bight_vec3 t, bight_vec3 d, bi_turn by)
{
    return v3_madd(v3_mul(by.cosine, d), by.sine, v3_cross(t, d));
}
