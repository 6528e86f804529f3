// SPDX-License-Identifier: MIT
// Fewer crossings, same link: Reidemeister moves, passes, and cutting a diagram into summands.

#pragma once

#include "knot/diagram.h"
#include "core/random.h"
#include "core/watch.h"

/// Scratch memory for moves on diagrams of up to `crossings` crossings. Grows, never shrinks.
typedef struct bi_move_scratch {
    int32_t *face;     ///< (4 crossings + 4) face to the left of each dart
    int32_t *first;    ///< (4 crossings + 4) a dart of each face
    int32_t *distance; ///< (4 crossings + 4) arcs to cross from the start, per face
    int32_t *via;      ///< (4 crossings + 4) the dart crossed to enter a face
    int32_t *queue;    ///< (4 crossings + 4)
    int32_t *path;     ///< (4 crossings + 4) darts crossed, in order
    int32_t *run;      ///< (4 crossings + 4) crossings of the strand in hand
    int32_t *mark;     ///< (4 crossings + 4) stamp: the dart's arc vanishes with the run in hand
    int32_t *member;   ///< (4 crossings + 4) stamp: the crossing belongs to the strand in hand
    int32_t *numbered; ///< (4 crossings + 4) stamp of the numbering: the dart's face has a number
    int32_t *reached;  ///< (4 crossings + 4) stamp: the face's distance is one of this search
    int32_t *memory;
    int32_t capacity, stamp;
    int32_t numbering, faces; ///< the stamp with which faces are numbered, and how many are
    bight_allocator allocator;
    bi_watch *watch; ///< Nullable. Moves that it stops leave a sound diagram, as far as they came.
} bi_move_scratch;

void bi_move_scratch_init(bi_move_scratch *scratch, const bight_allocator *allocator);
void bi_move_scratch_free(bi_move_scratch *scratch);
bight_status bi_move_scratch_reserve(bi_move_scratch *scratch, int32_t crossings);

/// Reidemeister I and II until neither applies, or the watch stops.
/// @param watch Nullable.
void bi_reduce(bi_diagram *diagram, bi_watch *watch);

/// Pass moves and bi_reduce() until neither shortens the diagram: a strand that runs over (or under)
/// everything it meets is lifted out and laid back along a path that crosses fewer arcs.
/// The scratch must have been reserved for the diagram's crossings.
void bi_pass_all(bi_diagram *diagram, bi_move_scratch *scratch);

/// Lay one random strand along another path of the same number of crossings (a Reidemeister III move is
/// the smallest case). Deterministic for a given random state.
void bi_shuffle(bi_diagram *diagram, bi_move_scratch *scratch, bi_random *random);

/// Cut along every circle that meets the diagram in two arcs, so that each connected piece is a prime
/// diagram: the link is the connected sum of the pieces and of what was split already.
void bi_factor(bi_diagram *diagram, bi_move_scratch *scratch);

/// Push a finger of the arc out of dart a across the arc out of dart b, which has the same face to its left
/// and is another arc: two more crossings, for which there must be room.
void bi_finger(bi_diagram *diagram, int32_t a, int32_t b, bool over);

/// A random finger move.
bight_status bi_grow(bi_diagram *diagram, bi_random *random);

/// A random kink (first Reidemeister move), also in a component that had no crossing.
bight_status bi_twist(bi_diagram *diagram, bi_random *random);
