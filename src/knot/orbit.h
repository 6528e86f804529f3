// SPDX-License-Identifier: MIT
// The orbit of a reduced prime diagram: all that flypes and, unless it alternates, passes of equal length lead to. For
// alternating knots it is all their reduced diagrams (Menasco, Thistlethwaite 1993).

#pragma once

#include "knot/canon.h"
#include "knot/neighbours.h"

/// Most crossings of a diagram whose orbit is walked.
#define BI_ORBIT_CROSSINGS 16

/// A code in eleven bytes.
typedef struct bi_orbit_key {
    uint64_t shadow;  ///< entry i of the code, less 1, in bits 60 - 4 i ..
    uint16_t pattern; ///< see bi_code
} bi_orbit_key;

/// A diagram of the orbit.
typedef struct bi_orbit_node {
    bi_orbit_key key;
    uint8_t hands; ///< BI_HAND_... bits
    int8_t sign[BI_ORBIT_CROSSINGS];
    uint8_t mate[4 * BI_ORBIT_CROSSINGS];
} bi_orbit_node;

/// How a walk ended.
typedef enum bi_orbit_end {
    BI_ORBIT_WHOLE,   ///< every diagram was seen
    BI_ORBIT_FOUND,   ///< the visitor has what it wanted
    BI_ORBIT_SMALLER, ///< a diagram has fewer crossings, or is a sum: in orbit->smaller
    BI_ORBIT_SPENT,   ///< there are more diagrams than were allowed
} bi_orbit_end;

/// Scratch memory. Grows, never shrinks.
typedef struct bi_orbit {
    bi_orbit_node *nodes; ///< (count)
    int32_t *slots;       ///< (slot_count, a power of two) 1 + node, 0 when empty
    int32_t count, node_capacity, slot_count;
    bi_diagram diagram, smaller;
    bi_neighbour_scratch scratch;
    bight_allocator allocator;
    bi_watch *watch; ///< Nullable.
} bi_orbit;

/// Called with each new diagram's key and hands. @return false to stop
typedef bool (*bi_orbit_visit)(void *user, const bi_orbit_key *key, int32_t hands);

void bi_orbit_init(bi_orbit *orbit, const bight_allocator *allocator);
void bi_orbit_free(bi_orbit *orbit);

/// Walk the orbit, breadth first. The start is visited too. A diagram and its mirror image are two, unless they are equal.
/// @param start A prime diagram of a knot, 3 to BI_ORBIT_CROSSINGS crossings.
/// @param most  Diagrams that may be visited.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_STOPPED
bight_status bi_orbit_walk(bi_orbit *orbit, const bi_diagram *start, int32_t most, bi_orbit_visit visit,
                           void *user, bi_orbit_end *end);

/// Forget all diagrams.
void bi_orbit_clear(bi_orbit *orbit);

/// The place of a diagram by its code and hands, -1 when it is not there.
int32_t bi_orbit_find(const bi_orbit *orbit, const bi_orbit_key *key, int32_t hands);

/// Add a diagram, 1 to BI_ORBIT_CROSSINGS crossings and as many as the others have, unless it is there.
/// @param key, hands Those of its code.
/// @return BIGHT_ERROR_NO_MEMORY
bight_status bi_orbit_put(bi_orbit *orbit, const bi_orbit_key *key, int32_t hands, const bi_diagram *diagram);

/// Diagram i of those that were visited or put. @param diagram Has room for its crossings.
void bi_orbit_take(const bi_orbit *orbit, int32_t i, int32_t crossings, bi_diagram *diagram);

/// Is the diagram, which has as many crossings, one of those that were visited, or the mirror image of one?
bool bi_orbit_holds(const bi_orbit *orbit, const bi_diagram *diagram);

/// A diagram of 1 to BI_ORBIT_CROSSINGS crossings is prime when no two faces share two arcs.
bool bi_orbit_is_prime(const bi_diagram *diagram);

/// < 0, 0 or > 0: by shadow, then the larger pattern first; the order of bi_code_compare().
int32_t bi_orbit_compare(const bi_orbit_key *a, const bi_orbit_key *b);

bi_orbit_key bi_orbit_key_of(const bi_code *code);
bi_code bi_orbit_code_of(const bi_orbit_key *key, int32_t crossings);
