// SPDX-License-Identifier: MIT
// Hands on cloth: each holds one vertex, or several in a rigid grip, and moves them towards its target.

#pragma once

#include "cloth/buffer.h"

typedef struct bi_cloth_hand {
    bool alive;
    uint32_t generation;
    int32_t sheet;
    int32_t first, count;    ///< Of its grips.
    bight_vec3 target, pull; ///< pull: the sum over its grips.
    double
        carried; ///< How far it went with what it carries, metres (cloth/carry.h); 0 from the second system of a step on.
} bi_cloth_hand;

/// A vertex in a hand. It should be at the place of the hand and this offset, which stays as it was when grasped.
typedef struct bi_cloth_grip {
    int32_t vertex; ///< Of the world.
    int32_t asked;  ///< The same before it was welded to another.
    bight_vec3 offset;
    bight_vec3 next; ///< Where it goes in this iteration.
} bi_cloth_grip;

#define BI_HAND_BUFFERS(X)                                                                                   \
    X(bi_cloth_hand, items)                                                                                  \
    X(bi_cloth_grip, grips) /* (grip_count)  those of one hand stand together */

typedef struct bi_cloth_hands {
    BI_HAND_BUFFERS(BI_BUFFER)
    int32_t count, grip_count;
} bi_cloth_hands;
