// SPDX-License-Identifier: MIT
// A rope of a play with what it holds, for bight/sailor.h.

#pragma once

#include "bight/sailor.h"
#include "play/play_state.h"

#define BI_HOLDING_RINGS 8
#define BI_HOLDING_RING 32 // points of a ring's middle line
#define BI_HOLDING_HELD 16

/// Memory of a setting. Good until the play is stepped.
typedef struct bi_holding {
    bight_sailor_setting setting;
    bight_curve ropes[2];
    bight_sailor_load loads[2];
    bight_curve rings[BI_HOLDING_RINGS];
    bight_vec3 ring_points[BI_HOLDING_RINGS][BI_HOLDING_RING];
    bight_sailor_pole poles[1];
    int32_t held[BI_HOLDING_HELD];
} bi_holding;

/// @return false when there is something around the rope that names do not know.
bool bi_holding_of(const bight_play *play, int32_t rope, bi_holding *holding);
