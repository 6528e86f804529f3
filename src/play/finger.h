// SPDX-License-Identifier: MIT
// The nodes that a manoeuvre holds, and their stages: ways that all of them go together.

#pragma once

#include "play/control_state.h"
#include "play/strand_view.h"

// A node is there when it is nearer to its goal than BI_ARRIVED radii; or nearer than BI_NEAR and no longer
// getting nearer for BI_SETTLED cycles, because a model's targets are soft constraints.
#define BI_ARRIVED 0.1
#define BI_NEAR 1.0
#define BI_SETTLED 30

bi_finger *bi_finger_find(const bight_play *play, int32_t rope, int32_t node);

/// The scene's hand that holds a node, -1 for none.
int32_t bi_hand_on(const bight_play *play, int32_t rope, int32_t node);

/// Take hold of a node, or change the role of the finger that holds it.
bight_status bi_finger_take(bight_play *play, const bi_strand_view *strand, int32_t node, int32_t role,
                            bi_finger **finger);

/// Fail when one of the scene's own hands holds a node from first on, every step-th, count of them.
bight_status bi_finger_free_nodes(bight_play *play, const bi_strand_view *strand, int32_t first, int32_t step,
                                  int32_t count);

/// Let go of a strand's fingers of the roles in the bit mask.
void bi_finger_release(bight_play *play, int32_t strand, uint32_t roles);

#define BI_ROLE(role) (1u << (role))
#define BI_ALL_ROLES 0xFFu

double bi_finger_lag(const bight_play *play, const bi_finger *finger);

/// The fingers go straight from where they are to their goals, all together, at `speed`.
void bi_stage_begin(bight_play *play, double speed);
void bi_stage_aim(bight_play *play);

/// *over: all are there. Fails when nothing gets nearer for `patience` cycles.
bight_status bi_stage_look(bight_play *play, int32_t patience, const char *what, bool *over);
