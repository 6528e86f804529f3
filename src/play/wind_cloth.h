// SPDX-License-Identifier: MIT
// Cloth that one hand winds round a capsule, along the geodesic that ropes are wound on (Wang, Komura 2012, section 4.2). Lines of hands
// fight the cloth, so its tip alone is led: what is not wound yet leaves the geodesic along its tangent, drawn straight by the hand.

#pragma once

#include "play/play_state.h"

/// Where the cloth lies on the capsule and which way it goes round follow from how it lies.
/// @param wind With a hand_index that holds cloth, and an obstacle_index.
bight_status bi_wind_cloth_enter(bight_play *play, const bight_scene_wind *wind);
void bi_wind_cloth_aim(bight_play *play, const bight_scene_wind *wind);
bight_status bi_wind_cloth_look(bight_play *play, const bight_scene_wind *wind, bool *over);
