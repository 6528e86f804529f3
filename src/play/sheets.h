// SPDX-License-Identifier: MIT
// The cloth of a play: its world beside that of the ropes, the obstacles that both have, and how both go on.

#pragma once

#include "play/play_state.h"

/// Make the cloth world, its sheets, seams, pins and obstacles, and tie it to the ropes. Nothing without
/// cloth.
bight_status bi_sheets_make(bight_play *play, bight_error *error);
void bi_sheets_free(bight_play *play);

/// One cycle of both worlds.
bight_status bi_sheets_step(bight_play *play);

/// Make the world of cloth anew: one cloth is where it is put, the others and obstacles are where they are, all at rest.
/// Settings stay; pins are those of the scene; no hand may hold cloth. On failure all is as it was.
bight_status bi_sheets_begin_again(bight_play *play, int32_t cloth, const bight_vec3 *positions,
                                   bight_error *error);

/// Hold vertices where they are, or let them go.
bight_status bi_sheets_pin(bight_play *play, const bight_scene_pin *pin, bool pinned);

/// The vertex nearest to a point.
int32_t bi_sheets_nearest(const bight_play *play, int32_t cloth, bight_vec3 point);
