// SPDX-License-Identifier: MIT
// The cloth of a play: its world beside that of the ropes, the obstacles that both have, and how both go on.

#pragma once

#include "play/play_state.h"

/// Make the cloth world, its sheets, seams, pins and obstacles, and tie it to the ropes. Nothing without
/// cloth.
bight_status bi_sheets_make(bight_play *play, bight_error *error);
void bi_sheets_free(bight_play *play);

/// One cycle of both worlds.
bight_status bi_sheets_step(bight_play *play);

/// Hold vertices where they are, or let them go.
bight_status bi_sheets_pin(bight_play *play, const bight_scene_pin *pin, bool pinned);

/// The vertex nearest to a point.
int32_t bi_sheets_nearest(const bight_play *play, int32_t cloth, bight_vec3 point);

/// Expectations about cloth; results go to play->checks.
bight_status bi_sheets_check(bight_play *play, const bight_scene_cloth_expect *expect);

// ---- obstacles --------------------------------------------------------------------------------------

/// Where an obstacle should go. In a scene with cloth it goes there in steps that both worlds can follow.
void bi_obstacle_aim(bight_play *play, int32_t obstacle, bight_pose target);

/// Where it is, and how far from where it should go.
bight_pose bi_obstacle_now(const bight_play *play, int32_t obstacle, double *lag);

/// Metres a cycle that an obstacle may go.
double bi_obstacle_limit(const bight_play *play);

/// A length to measure an obstacle's way by: the radius of the thinnest rope, or the finest edge of cloth.
double bi_play_grain(const bight_play *play);

/// A sphere around an obstacle's own origin that holds all of it.
double bi_obstacle_reach(const bight_obstacle_def *def);
