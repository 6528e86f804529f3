// SPDX-License-Identifier: MIT
// A tightening (Wang, Komura 2012, section 4, step 4): the ends of the strands are pulled.

#pragma once

#include "play/play_state.h"

bight_status bi_tighten_enter(bight_play *play, const bight_scene_tighten *tighten);
void bi_tighten_aim(bight_play *play, const bight_scene_tighten *tighten);
bight_status bi_tighten_look(bight_play *play, const bight_scene_tighten *tighten, bool *over);
