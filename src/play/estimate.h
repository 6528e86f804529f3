// SPDX-License-Identifier: MIT
// How long a script will take, for progress bars.

#pragma once

#include "play/play_state.h"

/// Guess the cycles of every step.
void bi_verb_estimate(bight_play *play);
