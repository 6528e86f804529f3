// SPDX-License-Identifier: MIT
// Contacts of projection ropes: the rows of Jc and the active set of equation (8), for one group of ropes
// that may touch each other.

#pragma once

#include "sim/projection/lcp.h"
#include "sim/projection/rope.h"

/// One pair of capsules, or capsule and obstacle, made linear where it is: its gap changes by
/// sum_k share[k] normal . motion of node[k].
typedef struct bi_contact_row {
    int32_t rope[2];   ///< Of nodes 0, 1 and 2, 3; -1 when that side does not move or the rope is the same.
    int32_t row[4];    ///< Of the nodes in their rope's band; -1 when it does not move.
    double share[4];   ///< 1 - s, s, -(1 - t), -t
    bight_vec3 normal; ///< Unit, from b towards a.
    double gap;        ///< Distance less reach, metres.
    double reach;
    int64_t
        column[2]; ///< Where H^-1 Jc' of this row is in `columns`, on either rope; -1 before it is solved.
    bool chosen;   ///< Among the rows of S.
    int32_t pair;  ///< Its pair's place in `pairs`, from the group's first.
} bi_contact_row;

/// A link and one triangle of a sheet (sim/sheet/touch.c).
typedef struct bi_sheet_gap {
    int32_t pair;         ///< Its place in `pairs`, from the group's first.
    int32_t triangle;     ///< By its place in the hierarchy.
    bool done;            ///< Its side has its rows.
    bi_solid_gap closest; ///< Of the whole link,
    bi_solid_gap end[2];  ///< and of its ends.
} bi_sheet_gap;

/// Scratch of all groups, grown as needed.
typedef struct bi_projection_solver {
    bight_vec3 *
        sunk; ///< In the step arena: where nodes are after gravity and loads. (8) is about moving from there.
    int32_t *pairs; ///< (near pairs)  indices into world->near, group after group
    int32_t pair_capacity;
    bi_contact_row *touches; ///< (touch_count)  of the group at hand
    int32_t touch_count, touch_capacity;
    bi_sheet_gap *gaps; ///< of the link at hand
    int32_t gap_capacity;
    uint8_t *pushed; ///< (pairs of the group)  some row of the pair pushed in the last iteration
    int32_t pushed_capacity;
    int32_t *chosen; ///< (chosen_count)  rows of S, indices into touches
    int32_t chosen_count, chosen_capacity;
    double *columns; ///< (column_size of column_capacity)  blocks of four columns
    int32_t column_size, column_capacity;
    double *s, *factor; ///< packed
    int32_t s_capacity, factor_capacity;
    double *q, *l, *w, *z, *applied; ///< (chosen_count)
    int32_t q_capacity, l_capacity, w_capacity, z_capacity, applied_capacity;
    int32_t *active;
    int32_t active_capacity;
} bi_projection_solver;

void bi_projection_solver_free(const bight_allocator *allocator, bi_projection_solver *solver);

size_t bi_projection_solver_bytes(const bi_projection_solver *solver);

/// Fill `touches` with the near pairs of the group of `root`, at the nodes' present places.
/// @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_projection_rope_touches(bight_world *world, bi_projection_solver *solver, int32_t root);

/// The next row of `touches`, empty; there is room for it. It counts once touch_count is one more.
bi_contact_row *bi_next_row(bi_projection_solver *solver, const bi_near *near);

/// The nodes of one side of a row and their shares; nothing for a rope of another model.
/// @param side 0 for a, 1 for b.
/// @param s    Where on the link, 0 to 1; an end alone has one node.
/// @param sign 1 for a, -1 for b.
void bi_row_set_side(const bight_world *world, bi_contact_row *touch, int32_t side, int32_t link, double s,
                     double sign);

/// One more row of `touches`, which has room for it: a point of a link keeps from an obstacle.
void bi_obstacle_row(const bight_world *world, bi_projection_solver *solver, const bi_near *near, double s,
                     bi_solid_gap gap);

/// The rows of pairs `from` .. `to` - 1 of a group, all of one rope with one sheet.
/// @param first The group's first pair.
/// @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_sheet_rows(bight_world *world, bi_projection_solver *solver, int32_t first, int32_t from,
                           int32_t to);

/// Change the ropes' `step`, which solves (8) without contacts, to the one with them: no row's gap becomes
/// negative, and rows that push are closed. The bands hold their factors.
/// @param again The last call was for the same group and pairs: what pushed then is tried first.
/// @return BIGHT_ERROR_NO_MEMORY.
bight_status bi_projection_rope_contacts(bight_world *world, bi_projection_solver *solver, int32_t root,
                                         bool again);
