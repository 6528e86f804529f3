// SPDX-License-Identifier: MIT
// Hands on cloth: each holds one vertex and moves it towards its target.

#pragma once

#include "cloth/buffer.h"

typedef struct bi_cloth_hand {
    bool alive;
    uint32_t generation;
    int32_t sheet, vertex; ///< Vertex of the world.
    int32_t asked;         ///< The same before it was welded to another.
    bight_vec3 target, pull;
} bi_cloth_hand;

#define BI_HAND_BUFFERS(X) X(bi_cloth_hand, items)

typedef struct bi_cloth_hands {
    BI_HAND_BUFFERS(BI_BUFFER)
    int32_t count;
} bi_cloth_hands;
