// SPDX-License-Identifier: MIT
// All diagrams one move away with the same number of crossings, or fewer.

#pragma once

#include "knot/simplify.h"

/// Called with each diagram; it may be changed. @return false to stop.
typedef bool (*bi_neighbour)(void *user, bi_diagram *diagram);

/// Memory that the search works in.
typedef struct bi_neighbour_scratch {
    bi_diagram lifted, out;
    bi_move_scratch moves;
    int32_t *inside;  ///< (crossings) marks of a tangle
    int32_t *stack;   ///< (2 crossings + 2)
    int32_t capacity; ///< crossings that there is room for
} bi_neighbour_scratch;

void bi_neighbour_scratch_init(bi_neighbour_scratch *scratch, const bight_allocator *allocator);
void bi_neighbour_scratch_free(bi_neighbour_scratch *scratch);
bight_status bi_neighbour_scratch_reserve(bi_neighbour_scratch *scratch, int32_t crossings);

/// Flypes: half a turn of a tangle moves a crossing from one of its sides to the other.
/// @return false when the visitor stopped
bool bi_flypes(const bi_diagram *diagram, bi_neighbour_scratch *scratch, bi_neighbour visit, void *user);

/// Passes: each strand that runs over (or under) all it meets, laid along every shortest path between its
/// ends. A third Reidemeister move is one of them. Diagrams with fewer crossings come up when a path is
/// shorter.
bool bi_passes(const bi_diagram *diagram, bi_neighbour_scratch *scratch, bi_neighbour visit, void *user);
