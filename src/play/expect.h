// SPDX-License-Identifier: MIT
// Expectations: what was asked, what was found.

#pragma once

#include "play/play_state.h"

/// Check an expectation; results go to play->checks.
bight_status bi_expect_check(bight_play *play, const bight_scene_expect *expect);
