// SPDX-License-Identifier: MIT
// Expectations about cloth, judged from positions alone.

#pragma once

#include "play/play_state.h"

/// Expectations about cloth; results go to play->checks.
bight_status bi_sheets_check(bight_play *play, const bight_scene_cloth_expect *expect);

/// Where no cycle has been made no step has looked for intersections: count them now, for the report of the cloth.
bight_status bi_sheets_look(bight_play *play);
