// SPDX-License-Identifier: MIT
// Watching spring ropes for numbers that run away.

#pragma once

#include "sim/spring/spring.h"

/// Refuse a step in which a point moves more than two radii, or to a place that is not finite.
/// @param most How far the fastest point of rope `index` moves.
/// @return BIGHT_ERROR_DIVERGED, with the reason in world->failure.
bight_status bi_spring_watch_speed(bight_world *world, int32_t index, double most);

/// Refuse states with a spring beyond its longest, or with energy that nothing can have brought in: more than
/// what pulls and hands have done at most, by half of the motion and strain there is. Ropes pass energy to
/// each other, so it is that of all of them.
/// @return BIGHT_ERROR_DIVERGED, with the reason in world->failure.
bight_status bi_spring_watch_energy(bight_world *world);
