// SPDX-License-Identifier: MIT
// Everything known of a knot by name.

#pragma once

#include "bight/code_text.h"
#include "bight/knot_invariant.h"
#include "bight/knot_table.h"
#include "bight/tie.h"
#include "cli/cli.h"

typedef struct knot_card {
    bight_knot_result result;
    int32_t components, strands;         ///< strands: Seifert circles of the diagram
    bight_bytes codes[BIGHT_CODE_COUNT]; ///< by kind; empty when the diagram has none
    bight_bytes determinant, alexander;  ///< in decimal
    bight_terms jones, homfly, kauffman; ///< count 0 when they were not computed
    char no_kauffman[256];               ///< why not
    int32_t signature;
    int32_t genus_low, genus_high; ///< from the Alexander polynomial and from Seifert's surface
    int32_t braid_low, braid_high; ///< braid index: Morton, Franks, Williams; Yamada
    bight_two_bridge bridge;       ///< count 0 when it is not known to be one
    bool alternating;
    double ideal; ///< rope length over diameter, NaN when not known
} knot_card;

/// @return CLI_DONE, or an exit code after saying what is wrong. Free the card in any case.
/// @param atlas Nullable.
int knot_card_make(knot_card *card, const bight_diagram *diagram, const bight_knot_atlas *atlas);
void knot_card_free(knot_card *card);

void knot_card_print(const knot_card *card);
void knot_card_print_json(const knot_card *card);

/// One row of a table with commas, and its head.
void knot_card_print_head(void);
void knot_card_print_row(const knot_card *card);
