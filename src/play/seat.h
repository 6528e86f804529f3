// SPDX-License-Identifier: MIT
// Does a knot lie on what it should hold?

#pragma once

#include "play/play_state.h"

/// Distance of two surfaces, metres: of the nearest link of a rope that lies on another link of it, from an obstacle;
/// infinite when no two links do.
double bi_seat_distance(const bight_play *play, int32_t rope, int32_t obstacle);

/// Check that expectation; the result goes to play->checks.
bight_status bi_seat_check(bight_play *play, const bight_scene_seat *seat);
