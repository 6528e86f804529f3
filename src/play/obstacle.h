// SPDX-License-Identifier: MIT
// A play's obstacles. With cloth each stands in both worlds, and moves in steps that both can make.

#pragma once

#include "play/play_state.h"

/// Set the target of an obstacle. In a scene with cloth it moves there in steps that both worlds can follow.
void bi_obstacle_aim(bight_play *play, int32_t obstacle, bight_pose target);

/// Where it is, and how far from where it should go.
bight_pose bi_obstacle_now(const bight_play *play, int32_t obstacle, double *lag);

/// Metres a cycle that an obstacle may go.
double bi_obstacle_limit(const bight_play *play);

/// A length to measure an obstacle's way by: the radius of the thinnest rope, or the finest edge of cloth.
double bi_play_grain(const bight_play *play);

/// A sphere around an obstacle's own origin that holds all of it.
double bi_obstacle_reach(const bight_obstacle_def *def);

/// Before each cycle with cloth: both worlds get the same next pose, which both can reach in one cycle.
void bi_obstacles_lead(bight_play *play);
