// SPDX-License-Identifier: MIT
// The orbit of a link's reduced prime diagram, as that of a knot's: all that flypes and, unless it alternates, passes of
// equal length lead to, whatever the directions of its components.

#pragma once

#include "knot/link_code.h"
#include "knot/neighbours.h"
#include "knot/orbit.h"

/// More diagrams than any orbit of the table has.
#define BI_LINK_MAX_ORBIT 4096

/// A diagram of the orbit.
typedef struct bi_link_node {
    bi_link_code code;
    int32_t hands; ///< see bi_link_code_of()
} bi_link_node;

/// Scratch memory. Grows, never shrinks.
typedef struct bi_link_orbit {
    bi_link_node *nodes; ///< (count)
    int32_t *slots;      ///< (slot_count, a power of two) 1 + node, 0 when empty
    int32_t count, node_capacity, slot_count;
    bi_diagram diagram, smaller;
    bi_neighbour_scratch scratch;
    bight_allocator allocator;
    bi_watch *watch; ///< Nullable.
} bi_link_orbit;

/// Called with each new diagram's code and hands. @return false to stop
typedef bool (*bi_link_visit)(void *user, const bi_link_code *code, int32_t hands);

void bi_link_orbit_init(bi_link_orbit *orbit, const bight_allocator *allocator);
void bi_link_orbit_free(bi_link_orbit *orbit);

/// Walk the orbit, breadth first. The start is visited too. A diagram and its mirror image are two, unless they are equal.
/// @param start Connected, without circles, 2 to BI_LINK_CROSSINGS crossings.
/// @param most  Diagrams that may be visited.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_STOPPED
bight_status bi_link_orbit_walk(bi_link_orbit *orbit, const bi_diagram *start, int32_t most,
                                bi_link_visit visit, void *user, bi_orbit_end *end);

/// Is the diagram one of those that were visited, or the mirror image of one?
bool bi_link_orbit_holds(const bi_link_orbit *orbit, const bi_diagram *diagram);
