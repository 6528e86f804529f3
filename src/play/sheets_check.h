// SPDX-License-Identifier: MIT
// Expectations about cloth, judged from positions alone.

#pragma once

#include "play/play_state.h"

/// Expectations about cloth; results go to play->checks.
bight_status bi_sheets_check(bight_play *play, const bight_scene_cloth_expect *expect);
