// SPDX-License-Identifier: MIT
// For how long each pair has been seen: what stays in the way weighs more (Guo et al. 2025, 5.2; Lan et al. 2024).

#pragma once

#include "dress/push_pairs.h"

typedef struct bi_push_life {
    bi_push_pair pair; ///< as it was last seen
    int32_t life;      ///< iterations in which it was seen, 1 to 30
    int32_t missed;    ///< iterations since then
} bi_push_life;

/// Start from {0}.
typedef struct bi_push_lives {
    bi_push_life *items, *before; ///< (count of capacity), (of before_capacity) owned
    int32_t *slots;               ///< (slot_capacity, a power of two): item + 1, 0 is free  owned
    int32_t count, capacity, before_capacity, slot_capacity;
} bi_push_lives;

/// The next iteration: pairs that are seen live one longer, others keep what they were for one iteration and are then dropped.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE
bight_status bi_push_lives_next(const bight_allocator *allocator, bi_push_lives *lives,
                                const bi_push_pairs *pairs);

/// sum 1.2^life G / sum 1.2^life, at most of length 1; where that is next to nothing, as for a knot that is half through a
/// sheet, also a tenth of the way that the sheet faces, towards the knot's middle. Zero when nothing lives.
bight_vec3 bi_push_lives_way(const bi_push_lives *lives);

void bi_push_lives_free(const bight_allocator *allocator, bi_push_lives *lives);
