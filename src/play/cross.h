// SPDX-License-Identifier: MIT
// A crossing (Wang, Komura 2012, section 4.1): the active strand is laid over or under the target.

#pragma once

#include "play/play_state.h"

bight_status bi_cross_enter(bight_play *play, const bight_scene_cross *cross);
bight_status bi_cross_look(bight_play *play, const bight_scene_cross *cross, bool *over);
