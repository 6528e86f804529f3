// SPDX-License-Identifier: MIT
// The proof that nothing passed through anything.

#pragma once

#include "sim/world_state.h"

/// Prove that on the straight way from one state to another no centreline meets another or an obstacle.
/// The near list must be that of `from` (bi_find_near, or kept up to date by bi_near_moved).
/// @param from, to   (node_count) positions.
/// @param with_poses Obstacles move from their pose before the cycle to the present one; else they rest.
/// @param least      Receives the least part over all islands.
/// @return BIGHT_ERROR_NO_MEMORY.
///
/// Each rope's and obstacle's island.part becomes how much of its way is proved: 1 for all of it, never too
/// much. Ropes that might meet each other, or the same moving obstacle, form an island and get the same part;
/// what one blocked hand holds back does not hold back ropes far away. Pairs not on the list are apart by
/// more than both can move, or the list is rebuilt, wide enough. Pairs on it are apart by more than they
/// move, each for itself (whatever part of its way each takes), or relative to each other, or take the
/// continuous test.
bight_status bi_certify(bight_world *world, const bight_vec3 *from, const bight_vec3 *to, bool with_poses,
                        double *least);

/// Closer than this to a triangle's surface counts as touching, metres.
double bi_surface_floor(const bight_world *world);

/// Take off every listed and unlisted distance what the last certified motion may have used up, so that the
/// list is good for the state that the motion led to. Uses world->moved.
/// @param most How far any node moved.
void bi_near_moved(bight_world *world, double most);
