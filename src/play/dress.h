// SPDX-License-Identifier: MIT
// Knots in the cloth of a play: leading their ends, laying them anew, judging them.

#pragma once

#include "play/play_state.h"

/// What a knot is now. With `own` in place of the scene's.
struct bi_dressed {
    bool own;
    bight_template *made;
    bight_dress_region regions[BIGHT_DRESS_MAX_REGIONS];
    bight_dress_knot knot;
};

bight_status bi_dressed_make(bight_play *play, bight_error *error);
void bi_dressed_free(bight_play *play);

/// Hands take the ends of a knot; they let go when the step is over.
bight_status bi_lead_start(bight_play *play, const bight_scene_lead *lead);
void bi_lead_look(bight_play *play, const bight_scene_lead *lead, bool *over);
void bi_lead_end(bight_play *play);

/// Lay another knot, and begin its cloth anew.
bight_status bi_redress(bight_play *play, const bight_scene_redress *redress);

/// Is each of these knots what its template says, clean, and proved since it first was?
bight_status bi_dressed_check(bight_play *play, const int32_t *indices, int32_t count);
