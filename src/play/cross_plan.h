// SPDX-License-Identifier: MIT
// A crossing: the two strands that are moved, and what was planned for them.

#pragma once

#include "play/finger.h"

#define BI_LINE_IN 5.0 // straight target on the side of its bottom, in sums of radii
#define BI_SLACK 0.95  // of the rope that a strand may use up

/// A strand and the part of it that is moved.
typedef struct bi_side {
    bi_strand_view view;
    int32_t grip, bottom; ///< Nodes.
    double tail, leg;     ///< Metres from the tip to the grip, from the bottom to the grip.
} bi_side;

/// Where a node of the strand's rope is.
static inline bight_vec3 bi_side_at(const bi_side *s, int32_t node)
{
    return s->view.curve.points[node];
}

bool bi_in_a_hand(const bight_play *play, int32_t rope, int32_t node);

/// Fill in grips, bottoms and the play's crossing frame, or say why they cannot be crossed. Moves nothing.
bight_status bi_cross_plan(bight_play *play, const bight_scene_cross *cross, bi_side *c, bi_side *t);

/// Metres from a strand's tip to the point that a crossing takes.
double bi_cross_tail(const bi_strand_view *view, const bight_scene_cross *cross);
