// SPDX-License-Identifier: MIT
// Ways between diagrams of knots that lead over larger diagrams.
//
// Second Reidemeister moves lead from a start to diagrams with two crossings more, flypes and passes of equal length from
// these to others, breadth first. Where walks from two starts meet in a prime diagram, the starts are diagrams of one knot;
// where a pass leads down to as many crossings as the start has, or fewer, there is another diagram of it. Nothing is random.

#pragma once

#include "knot/orbit.h"

/// Most crossings of a start.
#define BI_LARGER_CROSSINGS (BI_ORBIT_CROSSINGS - 2)

typedef struct bi_larger {
    bi_orbit orbit; ///< the larger diagrams
    int32_t *owner; ///< (orbit.count) the start of each
    int32_t owner_capacity, crossings;
    bi_move_scratch down; ///< the moves of the orbit work in its own
} bi_larger;

/// What is told on the way.
typedef struct bi_larger_visitor {
    void *user;
    /// Two starts are diagrams of one knot, or `mirrored` of mirror images.
    void (*same)(void *user, int32_t owner, int32_t other, bool mirrored);
    /// A diagram of the start's knot with no more crossings than the start, which no pass shortens. A circle has no crossing.
    void (*down)(void *user, int32_t owner, const bi_diagram *diagram);
    /// Is the start still of interest?
    bool (*asks)(void *user, int32_t owner);
} bi_larger_visitor;

/// @param watch Nullable.
void bi_larger_init(bi_larger *larger, const bight_allocator *allocator, bi_watch *watch);
void bi_larger_free(bi_larger *larger);

/// Walk from several starts at once.
/// @param starts (count) codes of diagrams with as many crossings, 3 to BI_LARGER_CROSSINGS, drawn with a right-handed first
///               crossing
/// @param owners (count) their numbers
/// @param most   Larger diagrams that are looked at, of all starts together.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_STOPPED
bight_status bi_larger_walk(bi_larger *larger, const bi_code *starts, const int32_t *owners, int32_t count,
                            int32_t most, const bi_larger_visitor *visitor);
