// SPDX-License-Identifier: MIT
// Watching spring ropes for numbers that run away.

#pragma once

#include "sim/spring.h"

/// Refuse a step in which a point goes farther than two radii, or nowhere that is a number.
/// @param most How far the fastest point of rope `index` goes.
/// @return BIGHT_ERROR_DIVERGED, with the reason in world->failure.
bight_status bi_spring_watch_speed(bight_world *world, int32_t index, double most);

/// Refuse a state with a spring beyond its longest, or with energy that nothing can have brought in: more
/// than what pulls, hands and collisions with obstacles have done at most, by half of the motion and strain
/// there is.
/// @param was The state before the step.
/// @param jolted Something shifted points, so that this step's gain says nothing.
bight_status bi_spring_watch_energy(bight_world *world, int32_t index, const bight_spring_state *was,
                                    bool jolted);
