// SPDX-License-Identifier: MIT
// Which atoms of a PDB or mmCIF file make the curves.

#pragma once

#include "io/text.h"

#define BI_SELECT_ITEMS 64
#define BI_SELECT_ATOMS 16

/// CHAIN, CHAIN:FIRST-LAST or CHAIN:FIRST-LAST:ATOM; a chain * is any.
typedef struct bi_select_item {
    bi_word chain, atom; ///< atom: empty for those of the list
    int64_t first, last;
    bool taken; ///< it has taken an atom
} bi_select_item;

/// Words point into the options' texts.
typedef struct bi_select {
    bi_word atoms[BI_SELECT_ATOMS]; ///< names; C-alpha alone unless something else is asked for
    int32_t atom_count;
    bi_select_item items[BI_SELECT_ITEMS]; ///< none: all
    int32_t item_count;
    bool asked;   ///< for atoms other than C-alphas
    double reach; ///< angstroms: neighbours in the chain that are farther apart are a break
} bi_select;

/// Read the options. @return BIGHT_ERROR_INVALID with the word that has no meaning.
bight_status bi_select_read(bi_select *select, const char *atoms, const char *items, bight_error *error);

/// Is the atom asked for by its name, in any residue? * and ' are the same, as old and new files write them.
bool bi_select_has_atom(const bi_select *select, bi_word atom);

/// Is the atom taken? Notes that its item was met.
bool bi_select_takes(bi_select *select, bi_word chain, bi_word residue, bi_word atom);

/// The first item that took nothing, NULL for none.
const bi_select_item *bi_select_missed(const bi_select *select);

/// For notes: "C-alpha", "P", "N,CA,C".
bi_shown bi_select_words(const bi_select *select);

/// A residue's number: the digits at the start of the word, with a sign. false when there are none.
bool bi_residue_number(bi_word word, int64_t *number);
