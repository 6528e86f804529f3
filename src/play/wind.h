// SPDX-License-Identifier: MIT
// A winding (Wang, Komura 2012, section 4.2): the active strand moves round the target along a geodesic.

#pragma once

#include "play/play_state.h"

bight_status bi_wind_enter(bight_play *play, const bight_scene_wind *wind);
void bi_wind_aim(bight_play *play, const bight_scene_wind *wind);
bight_status bi_wind_look(bight_play *play, const bight_scene_wind *wind, bool *over);
