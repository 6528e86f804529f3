// SPDX-License-Identifier: MIT
// The disc that the crossings of a diagram seen so far fill, and its boundary: a polynomial is summed over what
// may happen inside while crossing after crossing is laid to it.

#pragma once

#include "knot/diagram.h"

/// Most crossings of a diagram that is taken in this way, and most ends on the boundary with a crossing laid to it.
#define BI_FRONTIER_CROSSINGS 64
#define BI_FRONTIER_ENDS 40

typedef struct bi_frontier {
    const bi_diagram *diagram;
    int32_t boundary[BI_FRONTIER_ENDS], ends; ///< darts, counter-clockwise
    bool seen[BI_FRONTIER_CROSSINGS];
} bi_frontier;

/// Nothing seen yet.
/// @param diagram One connected piece without circles, 1 to BI_FRONTIER_CROSSINGS crossings; stays the caller's.
void bi_frontier_begin(bi_frontier *frontier, const bi_diagram *diagram);

/// The crossing to lay next: the one with most ends on the boundary, all of them neighbours there, so that the inside
/// stays a disc.
/// @param first Receives its dart that meets the boundary, -1 for the first crossing of all.
/// @return -1 when there is none.
int32_t bi_frontier_next(const bi_frontier *frontier, int32_t *first);

/// Its four ends take their place on the boundary.
/// @return False when they have no room.
bool bi_frontier_lay(bi_frontier *frontier, int32_t crossing, int32_t first);

/// Two neighbours on the boundary, darts of one arc of the diagram; false when there are none.
bool bi_frontier_pair(const bi_frontier *frontier, int32_t *dart, int32_t *next);

/// The dart lies inside now.
void bi_frontier_remove(bi_frontier *frontier, int32_t dart);

/// Where it is on the boundary, -1 for nowhere.
int32_t bi_frontier_place(const bi_frontier *frontier, int32_t dart);
