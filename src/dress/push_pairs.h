// SPDX-License-Identifier: MIT
// Where a knot goes through the rest when it is shifted, and which way each such pair pushes it.

#pragma once

#include "dress/push_side.h"

/// An edge through a triangle of the other side.
typedef struct bi_push_pair {
    int32_t edge, triangle; ///< of their sides
    int32_t of_rest;        ///< 0: the edge is the knot's, 1: the triangle is
    bight_vec3 push;        ///< on the knot, no unit: G of cloth/tangle.h; sum G = -2 d(length) / d(shift)
    bight_vec3 normal;      ///< of the rest where it is pierced or pierces, unit, towards the knot's middle
} bi_push_pair;

#define BI_PUSH_WITNESSES 64

/// Triangles that went through each other where bi_push_is_clear() was last asked.
typedef struct bi_push_witness {
    int32_t knot, rest; ///< of their sides
} bi_push_witness;

/// What there is at one shift. Start from {0}; its room is used again.
typedef struct bi_push_pairs {
    bi_push_pair *items;      ///< (count of capacity) owned
    struct bi_push_end *ends; ///< (end_capacity, a power of two) owned
    int32_t count, capacity, end_capacity, end_count;
    int32_t border; ///< pairs at the border, which are not listed
    double length;  ///< metres: of the curves, without what is at the border
    bi_push_witness witnesses[BI_PUSH_WITNESSES]; ///< (witness_count) the newest first
    int32_t witness_count;
} bi_push_pairs;

/// List the pairs, always in the same order. Pairs with a common vertex of the border count nowhere.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE
bight_status bi_push_pairs_find(const bight_allocator *allocator, const bi_push_sides *sides,
                                bight_vec3 shift, bi_push_pairs *pairs);

/// Does nothing go through anything at a shift, but for what is at the border? Ends with the first pair that it finds.
/// @param pairs Room; on success with `clear` its `border` is that of bi_push_pairs_find().
/// @return As bi_push_pairs_find().
bight_status bi_push_is_clear(const bight_allocator *allocator, const bi_push_sides *sides, bight_vec3 shift,
                              bi_push_pairs *pairs, bool *clear);

void bi_push_pairs_free(const bight_allocator *allocator, bi_push_pairs *pairs);
