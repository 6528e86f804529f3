// SPDX-License-Identifier: MIT
// Expectations: what was asked, what was found.

#pragma once

#include "play/play_state.h"

/// Check an expectation; results go to play->checks.
/// Is this the name of a knot, or an everyday name of it?
bool bi_expect_is_knot(const char *wanted, const bight_play_knot *knot);

bight_status bi_expect_check(bight_play *play, const bight_scene_expect *expect);
