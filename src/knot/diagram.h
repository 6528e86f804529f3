// SPDX-License-Identifier: MIT
// A link diagram as a planar map.
//
// A crossing c has four darts 4c .. 4c + 3, counter-clockwise as seen by the eye. Dart 4c is where the under
// strand comes in, 4c + 2 where it leaves; the over strand uses 4c + 1 and 4c + 3:
//
//            2                     sign +1: over runs 3 -> 1, turned counter-clockwise it lies on the under
//            |                              strand's direction (right-handed; a right-handed trefoil has
//       3 -- | -- 1   over line             three of them)
//            |                     sign -1: over runs 1 -> 3
//            0
//
// mate[d] is the dart at the other end of the arc that starts with d. The face to the left of the arc
// from d to mate[d] continues with the dart clockwise of mate[d]. Components without a crossing have no
// place in the map and are only counted.

#pragma once

#include "bight/base.h"

typedef struct bi_diagram {
    int32_t *mate; ///< (4 crossings)
    int8_t *sign;  ///< (crossings)
    int32_t crossings;
    int32_t circles; ///< components without a crossing
    int32_t mate_capacity, sign_capacity, owner_capacity;
    bool owned; ///< moves keep the owners
    int32_t *
        owner; ///< (2 crossings) when owned: the component of each crossing's under and over strand, -1 or a number that
    ///< the one who set them knows; the parts of a cut component keep it
    bight_allocator allocator;
} bi_diagram;

static inline int32_t bi_crossing(int32_t dart)
{
    return dart >> 2;
}

/// The next dart of the crossing, counter-clockwise by `turn` (0 to 3).
static inline int32_t bi_turn(int32_t dart, int32_t turn)
{
    return (dart & ~3) | ((dart + turn) & 3);
}

/// Where a strand that comes in by dart leaves.
static inline int32_t bi_opposite(int32_t dart)
{
    return dart ^ 2;
}

static inline bool bi_is_over(int32_t dart)
{
    return (dart & 1) != 0;
}

/// The place of a dart's strand among the owners.
static inline int32_t bi_strand(int32_t dart)
{
    return 2 * (dart >> 2) + (dart & 1);
}

/// Does the strand leave its crossing by this dart?
static inline bool bi_is_out(const bi_diagram *diagram, int32_t dart)
{
    int32_t slot = dart & 3;
    return slot == 2 || (slot != 0 && (slot == 1) == (diagram->sign[dart >> 2] > 0));
}

/// The dart by which the over or under strand enters a crossing of that sign.
static inline int32_t bi_entry(int32_t crossing, bool over, int32_t sign)
{
    return 4 * crossing + (!over ? 0 : sign > 0 ? 3 : 1);
}

/// The next dart of the face to the left of dart.
static inline int32_t bi_next_in_face(const bi_diagram *diagram, int32_t dart)
{
    return bi_turn(diagram->mate[dart], 3);
}

/// An empty diagram. It owns what it will allocate.
void bi_diagram_init(bi_diagram *diagram, const bight_allocator *allocator);
void bi_diagram_free(bi_diagram *diagram);

/// Make room for that many crossings; contents stay.
bight_status bi_diagram_reserve(bi_diagram *diagram, int32_t crossings);

/// A new diagram of that many crossings and no circle; its map is still to be filled in.
bight_status bi_diagram_begin(bi_diagram *diagram, int32_t crossings, bight_error *error);
bight_status bi_diagram_copy(bi_diagram *to, const bi_diagram *from);

/// A planar-diagram code: (4 crossings) arc labels, each used twice, per crossing counter-clockwise from the
/// incoming under strand; labels grow along the strand.
/// @return BIGHT_ERROR_INVALID when a label is not used twice, when a strand has no consistent direction,
///         or when the code is not planar.
bight_status bi_diagram_from_pd(bi_diagram *diagram, const int32_t *labels, int32_t crossings,
                                bight_error *error);

/// The closure of a braid: letter i > 0 is a right-handed crossing of strands i and i + 1, -i the
/// left-handed.
bight_status bi_diagram_from_braid(bi_diagram *diagram, const int32_t *word, int32_t length, int32_t strands);

/// Join the arcs that end at darts x and y into one and forget x and y; an arc from x to y is a circle.
void bi_diagram_join(bi_diagram *diagram, int32_t x, int32_t y);

/// Remove a crossing and let its two strands run on. Not an isotopy in itself: moves are built from it.
/// The crossing stays in the arrays, dead (sign 0), until bi_diagram_compact().
void bi_diagram_erase(bi_diagram *diagram, int32_t crossing);

/// Move living crossings into the places of dead ones.
void bi_diagram_compact(bi_diagram *diagram);

/// Number the faces: face[d] is the face to the left of dart d, -1 for darts of dead crossings.
/// @return how many there are.
int32_t bi_diagram_faces(const bi_diagram *diagram, int32_t *face);

/// Number the connected pieces: piece[c] for each crossing. Nothing dead may be left.
/// @param stack (crossings) scratch
int32_t bi_diagram_pieces(const bi_diagram *diagram, int32_t *piece, int32_t *stack);

/// to receives one connected piece, without circles.
/// @param place (crossings) scratch
bight_status bi_diagram_extract(bi_diagram *to, const bi_diagram *from, const int32_t *piece, int32_t which,
                                int32_t *place);

/// Put a copy of `from` beside `to`.
bight_status bi_diagram_append(bi_diagram *to, const bi_diagram *from);

/// How many components have crossings.
/// @param seen (4 crossings) scratch
int32_t bi_diagram_count_components(const bi_diagram *diagram, int32_t *seen);

/// Sum of the signs.
int32_t bi_diagram_writhe(const bi_diagram *diagram);

/// Does every arc run from an over-crossing to an under-crossing?
bool bi_diagram_is_alternating(const bi_diagram *diagram);

/// Does every arc leave one crossing and enter another, and is every piece planar (V - E + F = 2)?
/// @param scratch (10 crossings)
bool bi_diagram_is_sound(const bi_diagram *diagram, int32_t *scratch);

/// The same for BI_VALIDATE, with memory of its own; true when there is none.
bool bi_diagram_is_valid(const bi_diagram *diagram);
