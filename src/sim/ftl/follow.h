// SPDX-License-Identifier: MIT
// Follow The Leader (the paper's section "Computation of Rope Configuration").

#pragma once

#include "sim/world_state.h"

/// Follow The Leader for one rope, the paper's algorithm FTL: nodes in hand or in contact lead, the others
/// follow. Reads where nodes were (world->before) and where the leaders are (world->at); writes world->at.
/// For nodes between two leaders, world->ftl.left and .right keep what the lower and the higher one
/// suggested.
/// @param leader (rope->count) scratch.
void bi_follow(bight_world *world, const bi_rope *rope, int32_t *leader);

/// One step of FTL1: the new position of the node that follows a.
/// @param a         The leading node's new position.
/// @param direction The sweep's last direction, for a follower that coincides with a; updated.
bight_vec3 bi_follow_step(bight_vec3 a, bight_vec3 old_a, bight_vec3 old_b, double length,
                          bight_vec3 *direction);

/// The paper's FTL1(i, j) for links of `length`: node i leads, nodes between it and j, and j itself, follow.
/// @param old Positions before; read only beyond i.
/// @param out Positions after; out[i] is read, out[i +- 1] to out[j] are written. May not overlap old.
void bi_follow_one(const bight_vec3 *old, bight_vec3 *out, int32_t i, int32_t j, double length);

/// The paper's FTL2(i, j), i < j: nodes between two leaders take the mean of what each end suggests.
/// @param left, right Scratch, indexed as old and out; they keep what each end suggested.
void bi_follow_two(const bight_vec3 *old, bight_vec3 *out, bight_vec3 *left, bight_vec3 *right, int32_t i,
                   int32_t j, double length);

/// After bi_follow_two: mend what the plain mean does to strained runs. It puts all the strain into the
/// two end links of a run. Where a link came out too long, a run with rope to spare is brought back to
/// its link lengths with the least change of positions; any other, or one that is pushed together, gets a
/// mean weighted by the distance to both leaders instead, which spreads the strain evenly. A run that is
/// pushed together is also bent sideways, for two suggestions on one straight line never leave it.
/// @param left, right What bi_follow_two left there; overwritten when lengths are restored.
/// @param length  Of a link at rest.
/// @param longest Link length above which the run counts as stretched.
/// @param most    Farthest that the bend moves a node.
/// @param sag     Where a straight run bends to, if not zero: gravity.
/// @param knotted The rope has had contacts lately.
void bi_spread_strain(bight_vec3 *out, bight_vec3 *left, bight_vec3 *right, int32_t i, int32_t j,
                      double length, double longest, double most, bight_vec3 sag, bool knotted);
