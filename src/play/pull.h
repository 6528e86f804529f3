// SPDX-License-Identifier: MIT
// Several hands that pull, and when that is tight.

#pragma once

#include "play/hand.h"

#define BI_MOST_PULLING 64

/// Note where the hands are and where each of them pulls: as given, or away from the middle of them all.
/// @return The first one that has no direction, or -1.
int32_t bi_pull_start(bight_play *play, bi_hand *const *hands, int32_t count, bight_scene_points directions);

/// Each target is one step ahead on a straight line: a hand that is pushed aside comes back to it.
void bi_pull_aim(bight_play *play, const bi_hand *hand, double speed);

/// Tight is when all hands together have not got `progress` radii beyond their best for `window` cycles:
/// shaking to and fro is no progress. Then play->tight says whether the ropes stopped them: with the solved
/// response each hand on a rope must pull with its force at it; with the paper's a stop by the stretch limit, by a
/// jam or by an obstacle all count alike.
/// @param tight Receives whether nothing gives any more.
/// @return How far they have pulled in all, metres.
double bi_pull_look(bight_play *play, bi_hand *const *hands, int32_t count, int32_t window, double progress,
                    bool *tight);
