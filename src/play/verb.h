// SPDX-License-Identifier: MIT
// The steps of a script: how each begins, what it does every cycle, and when it is over.

#pragma once

#include "play/play_state.h"

/// Begin the current step. *instant: it is over without a cycle.
bight_status bi_verb_enter(bight_play *play, bool *instant);

/// Before each cycle of the step. @return As bi_hand_turn().
bight_status bi_verb_aim(bight_play *play);

/// After each cycle of the step. *over: it is done.
bight_status bi_verb_look(bight_play *play, bool *over);
