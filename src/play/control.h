// SPDX-License-Identifier: MIT
// Manoeuvres (Wang, Komura 2012, section 4): a finite-state machine over a program of crossings, windings and
// tightenings. It works through hands alone, so it ties any rope model.

#pragma once

#include "play/play_state.h"

/// Begin the step's program. *instant: it is over without a cycle.
bight_status bi_control_enter(bight_play *play, bool *instant);

/// Before and after each cycle. *over: the program is done.
void bi_control_aim(bight_play *play);
bight_status bi_control_look(bight_play *play, bool *over);

/// After a failure: is a call of the program tried again? Then everything is where it began, and goes on with it.
bool bi_control_again(bight_play *play);
bight_status bi_control_go_on(bight_play *play, bool *over);

/// Cycles that an action may take, for progress bars.
double bi_control_guess(const bight_scene_action *action);

void bi_control_free(bight_play *play);
