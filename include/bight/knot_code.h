// SPDX-License-Identifier: MIT
// Link diagrams and the codes that are written for them: plain numbers in, plain numbers out.
//
// A crossing is right-handed (sign +1) when the over strand, turned counter-clockwise by less than half a
// turn, points along the under strand. A passage is one of the two ways through a crossing; a diagram of n
// crossings has 2 n of them, met in order along each component.

#pragma once

#include "bight/base.h"

/// Most crossings of a diagram that is read from a code.
#define BIGHT_DIAGRAM_MAX_CROSSINGS 20000

/// A link diagram on the sphere. Never changes once made, so threads may share it.
typedef struct bight_diagram bight_diagram;

/// NULL is fine.
BIGHT_API void bight_diagram_free(bight_diagram *diagram);

/// From a planar-diagram code: four arc labels per crossing, in order around it from the incoming under
/// strand.
/// @param labels    (4 crossings) any integers; each is used exactly twice, and labels grow along a strand
/// @param clockwise false: counter-clockwise, as KnotTheory, SnapPy and Regina write it. true: clockwise.
/// @param circles   Components without a crossing, which have no place in the code.
/// @param diagram   Receives the diagram, NULL on failure. The caller frees it.
/// @param error     Nullable. Names the crossing or the label, counted from 1; for a code that is not planar
///                  its genus.
BIGHT_API bight_status bight_diagram_from_pd(const bight_env *env, const int32_t *labels, int32_t crossings,
                                             bool clockwise, int32_t circles, bight_diagram **diagram,
                                             bight_error *error);

/// From a Dowker-Thistlethwaite code. Passages are numbered 1, 2, 3, ... along the components, one after the
/// other; entry i is the even number met at the crossing where 2 i - 1 is met. A positive entry says that the
/// odd passage is the upper one; signs all equal is an alternating diagram (Dowker, Thistlethwaite 1983).
/// @param entries    (crossings) even, each of 2, 4, ..., 2 crossings once, with a sign
/// @param lengths    (components) entries of each component, so that it has twice as many passages; NULL
///                   for a knot
/// @param components 1 or more
/// @param signs      (crossings) +1 or -1 for the crossing of each entry. Nullable: the code then says
///                   nothing about handedness, and the diagram is drawn so that its first crossing is
///                   right-handed, as is the first of each part that can be turned over without the rest.
/// @param error      Nullable. Names the entry, counted from 1; a code that no curve in the plane has is
///                   refused with the crossings that cannot be drawn.
BIGHT_API bight_status bight_diagram_from_dt(const bight_env *env, const int32_t *entries, int32_t crossings,
                                             const int32_t *lengths, int32_t components, const int8_t *signs,
                                             bight_diagram **diagram, bight_error *error);

/// From a Gauss code: the crossings in the order met, c above and -c below.
/// @param entries    (all of lengths) each of 1 .. crossings once with either sign
/// @param lengths    (components) passages of each component; 0 is a circle without a crossing
/// @param signs      (crossings) +1 or -1 for crossing 1, 2, ...; nullable as in bight_diagram_from_dt()
BIGHT_API bight_status bight_diagram_from_gauss(const bight_env *env, const int32_t *entries,
                                                const int32_t *lengths, int32_t components,
                                                const int8_t *signs, bight_diagram **diagram,
                                                bight_error *error);

/// The closure of a braid.
/// @param word    (length) letter i > 0: a right-handed crossing of strands i and i + 1; -i: a left-handed
/// one
/// @param strands larger than every |letter|; 0: as few as the word allows
BIGHT_API bight_status bight_diagram_from_braid(const bight_env *env, const int32_t *word, int32_t length,
                                                int32_t strands, bight_diagram **diagram, bight_error *error);

/// How many crossings.
BIGHT_API int32_t bight_diagram_crossings(const bight_diagram *diagram);
/// How many components, those without a crossing included.
BIGHT_API int32_t bight_diagram_components(const bight_diagram *diagram);
/// How many components have no crossing.
BIGHT_API int32_t bight_diagram_circles(const bight_diagram *diagram);

/// The planar map itself, for drawing. Dart 4 c + k is the k-th line out of crossing c, counter-clockwise
/// from the incoming under strand; mate[d] is the dart at the other end of the arc; sign[c] is +1 or -1. The
/// diagram owns both arrays.
BIGHT_API const int32_t *bight_diagram_mates(const bight_diagram *diagram);
/// Likewise: the sign of each crossing.
BIGHT_API const int8_t *bight_diagram_signs(const bight_diagram *diagram);

/// Write the planar-diagram code, labels 1 .. 2 crossings along the components.
/// @param labels (4 crossings)
BIGHT_API void bight_diagram_to_pd(const bight_diagram *diagram, bool clockwise, int32_t *labels);

/// Write the Gauss code.
/// @param entries (2 crossings) @param lengths (components) @param signs (crossings) by crossing; nullable
BIGHT_API void bight_diagram_to_gauss(const bight_diagram *diagram, int32_t *entries, int32_t *lengths,
                                      int8_t *signs);

/// Write the Dowker-Thistlethwaite code from the diagram's first passage on.
/// @param entries (crossings) @param lengths (components) @param signs (crossings) by entry; nullable
/// @return BIGHT_ERROR_UNSUPPORTED for a component without a crossing, which a DT code cannot say.
BIGHT_API bight_status bight_diagram_to_dt(const bight_diagram *diagram, int32_t *entries, int32_t *lengths,
                                           int8_t *signs, bight_error *error);

/// Write a braid whose closure is the same link (Vogel 1990): its Seifert circles are made to nest.
/// @param word Receives an array that the caller frees with the allocator of env; NULL when *length is 0.
BIGHT_API bight_status bight_diagram_to_braid(const bight_env *env, const bight_diagram *diagram,
                                              int32_t **word, int32_t *length, int32_t *strands,
                                              bight_error *error);

/// A polygon in space whose view from above is the diagram: a straight-line drawing (Tutte 1963) with
/// over-passages at height 1 and under-passages at height -1, in a disc of radius `crossings`. A component
/// has two vertices for each of its passages, the second between two crossings.
/// @param diagram Connected, no crossing is met twice by one face; at most 200 crossings.
/// @param points  (4 crossings) vertices of all components, in the order of bight_diagram_to_gauss()
/// @return BIGHT_ERROR_UNSUPPORTED for other diagrams, BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY
BIGHT_API bight_status bight_diagram_embed(const bight_env *env, const bight_diagram *diagram,
                                           bight_vec3 *points, bight_error *error);

/// A random diagram of the same link: kinks, fingers pushed across neighbouring arcs, and strands laid
/// elsewhere, until it has at least that many crossings. For tests and puzzles.
/// @param crossings 0 to BIGHT_DIAGRAM_MAX_CROSSINGS - 2
/// @param scrambled Receives the new diagram; free it with bight_diagram_free().
BIGHT_API bight_status bight_diagram_scramble(const bight_env *env, const bight_diagram *diagram,
                                              int32_t crossings, uint64_t seed, bight_diagram **scrambled,
                                              bight_error *error);
