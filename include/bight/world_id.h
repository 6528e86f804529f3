// SPDX-License-Identifier: MIT
// The names of a world and of what it holds.

#pragma once

#include "bight/base.h"

/// All the state of one simulation. Two worlds share nothing.
typedef struct bight_world bight_world;

/// What a world holds is named by small values. All zero is the null id; ids of destroyed things are stale.
typedef struct bight_rope_id {
    uint32_t index1, generation;
} bight_rope_id;
/// Something rigid.
typedef struct bight_obstacle_id {
    uint32_t index1, generation;
} bight_obstacle_id;
/// A hand on a node.
typedef struct bight_hand_id {
    uint32_t index1, generation;
} bight_hand_id;
/// A sheet that ropes touch; see bight/sheet.h.
typedef struct bight_sheet_id { ///< bight/sheet.h
    uint32_t index1, generation;
} bight_sheet_id;
