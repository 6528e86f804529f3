// SPDX-License-Identifier: MIT
// What moves by order and not by force: hands and obstacles.

#pragma once

#include "cloth/world.h"

/// Greatest principal stretch of a triangle of a sheet.
double bi_cloth_stretch(const bight_cloth_world *world, int32_t triangle);

/// Where a hand is: the mean of its grips less their offsets, metres.
bight_vec3 bi_cloth_hand_at(const bight_cloth_world *world, const bi_cloth_hand *hand);

/// Is anything on its way?
bool bi_kinematic_due(const bight_cloth_world *world);

/// Has any hand or obstacle moved in the last step?
bool bi_kinematic_moved(const bight_cloth_world *world);

/// Say how far hands move in this iteration, at most what the cloth can follow, and write it into the solver's
/// moves: the cloth is solved for with it. Forces must be known. @return Does any hand move?
bool bi_kinematic_lead(bight_cloth_world *world);

/// How far a hand that nothing pulls back would go towards its target in this iteration, metres.
bight_vec3 bi_kinematic_carry(const bight_cloth_world *world, const bi_cloth_hand *hand);

/// Move hands by that, and every obstacle on by at most what the cloth can follow.
void bi_kinematic_advance(bight_cloth_world *world);

/// A bound on how far a point of an obstacle has gone in this iteration, metres.
double bi_kinematic_way(const bi_cloth_obstacle *obstacle);

/// Take an obstacle back along its way until that bound is at most `most`, metres.
void bi_kinematic_shorten(bight_cloth_world *world, bi_cloth_obstacle *obstacle, double most);

/// Put all obstacles back where they were when the iteration began.
void bi_kinematic_return(bight_cloth_world *world);

/// The same for the step; vertices of meshes are left to the caller.
void bi_kinematic_undo(bight_cloth_world *world);

/// The farthest that a point of an obstacle is from its target, metres (a bound).
double bi_kinematic_lag(const bight_cloth_world *world);
