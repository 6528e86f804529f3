// SPDX-License-Identifier: MIT
// What is near a rope: axis-aligned boxes that meet.

#pragma once

#include "play/play_state.h"

bool bi_obstacle_meets(const bight_play *play, int32_t obstacle, int32_t rope);
bool bi_ropes_meet(const bight_play *play, int32_t one, int32_t other);
