// SPDX-License-Identifier: MIT
// The dictionary: every diagram of every prime knot that has as few crossings as the knot can have, to
// BI_DICTIONARY_CROSSINGS crossings. Made by `bight tabulate`.

#pragma once

#include "bight/knot.h"
#include "knot/canon.h"

#define BI_DICTIONARY_LEAST 3
#define BI_DICTIONARY_CROSSINGS 12

#define BI_DICTIONARY_BLOCK 64

/// One number of crossings n. Codes of shadows and what is known of their diagrams lie apart, byte by byte, as
/// small as they go: so the table travels well compressed.
typedef struct bi_dictionary_level {
    const uint8_t
        *shadows; ///< ((n + 1) / 2 x shadow_count) see bi_dictionary_shadow(): the first bytes of all, ...
    const uint8_t *counts;    ///< (shadow_count) diagrams of each shadow
    const uint32_t *blocks;   ///< first diagram of every BI_DICTIONARY_BLOCK-th shadow
    const uint16_t *patterns; ///< (diagram_count) of each diagram
    const uint16_t *knots;    ///< (diagram_count) knot << 2 | relation
    int32_t crossings, shadow_count, diagram_count, alternating, nonalternating;
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

/// Shadow 0 .. shadow_count - 1, sorted: entry i of the code, less 1, in bits 60 - 4 i ..
uint64_t bi_dictionary_shadow(const bi_dictionary_level *level, int32_t shadow);

/// Diagrams of a shadow are bi_dictionary_first(shadow) .. bi_dictionary_first(shadow + 1) - 1.
/// @param shadow 0 .. shadow_count
int32_t bi_dictionary_first(const bi_dictionary_level *level, int32_t shadow);

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
