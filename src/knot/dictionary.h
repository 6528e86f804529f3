// SPDX-License-Identifier: MIT
// The dictionary: every diagram of every prime knot that has as few crossings as the knot can have, to
// BI_DICTIONARY_CROSSINGS crossings. Made by `bight tabulate`.

#pragma once

#include "bight/knot.h"
#include "knot/canon.h"

#define BI_DICTIONARY_LEAST 3
#define BI_DICTIONARY_CROSSINGS 12

/// One number of crossings. Diagrams of shadow s are diagrams[first[s] .. first[s + 1] - 1].
typedef struct bi_dictionary_level {
    const uint64_t *shadows;  ///< (shadow_count) sorted; entry i of the code, less 1, in bits 60 - 4 i ..
    const uint32_t *first;    ///< (shadow_count + 1)
    const uint32_t *diagrams; ///< pattern << 16 | knot << 2 | relation
    int32_t shadow_count, alternating, nonalternating;
} bi_dictionary_level;

/// Relation of a diagram to its knot: what it is when its first crossing is right-handed.
enum { BI_RELATION_RIGHT, BI_RELATION_LEFT, BI_RELATION_AMPHICHIRAL };

/// A knot of the dictionary.
typedef struct bi_dictionary_knot {
    int32_t crossings;
    int32_t number; ///< from 0: alternating ones first, each kind in the order of its least codes
    bight_handedness handedness;
} bi_dictionary_knot;

extern const bi_dictionary_level bi_dictionary[BI_DICTIONARY_CROSSINGS + 1];

/// Look a code up whose diagram has these hands (see bi_code_of()).
bool bi_dictionary_find(const bi_code *code, int32_t hands, bi_dictionary_knot *knot);

/// The least code of a knot of the table, and its relation to it.
/// @param number 0 .. the number of knots with that many crossings - 1
int32_t bi_dictionary_least(int32_t crossings, int32_t number, bi_code *code);

/// "3_1", "10_132", "11a_367", "12n_888".
void bi_dictionary_name(const bi_dictionary_knot *knot, char name[16]);

/// How the knot stands to the picture in the table of Rolfsen (1976): equal, its mirror image, amphichiral,
/// or unknown beyond 10 crossings.
bight_likeness bi_dictionary_likeness(const bi_dictionary_knot *knot);
