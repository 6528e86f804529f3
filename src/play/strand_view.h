// SPDX-License-Identifier: MIT
// What manoeuvres see: strands, the upward direction, and how far obstacles are.

#pragma once

#include "play/play_state.h"

/// A strand as a manoeuvre sees it now.
typedef struct bi_strand_view {
    const bight_scene_strand *strand; ///< NULL for the axis of an obstacle (play/pole.h).
    const char *name;
    int32_t index, rope;
    bight_curve curve;     ///< Of the whole rope.
    int32_t forward;       ///< +1 or -1: the way of indices to the tip.
    int32_t tip;           ///< Node.
    double radius, length; ///< Of the rope, of a link.
} bi_strand_view;

bi_strand_view bi_strand_see(const bight_play *play, int32_t strand);

/// Against gravity, or y without gravity. Unit.
bight_vec3 bi_up(const bight_play *play);

/// Distance of a ball of a rope from all obstacles, less its radius; *nearest is the obstacle's index or -1,
/// *away leads out of it (zero when unknown).
double bi_clearance(const bight_play *play, bight_vec3 at, double radius, int32_t *nearest, bight_vec3 *away);
