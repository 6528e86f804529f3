// SPDX-License-Identifier: MIT
// The C-alpha trace of a protein chain, from PDB and mmCIF alike.

#pragma once

#include "io/curve_list.h"

/// One C-alpha atom. Words point into the input.
typedef struct bi_alpha {
    bi_word chain;     ///< what the file calls its chain
    bi_word residue;   ///< its number, for messages
    bi_word key;       ///< tells neighbouring residues apart
    bi_word alternate; ///< the alternate location, blank or "." for none
    bight_vec3 place;  ///< angstroms
    double occupancy;  ///< of two alternate locations the more occupied one is taken, else the first
    int32_t line;
} bi_alpha;

/// Start from {.list = ...}.
typedef struct bi_chain_reader {
    bi_curve_list *list;
    bi_alpha last;      ///< of the chain in hand
    int32_t alternates; ///< residues of the chain with more than one location
    int32_t model;      ///< 1-based, 0 when the file has none; named when above 1
} bi_chain_reader;

/// The next C-alpha atom, which may begin another chain.
bight_status bi_chain_add(bi_chain_reader *reader, const bi_alpha *alpha);

/// The chain in hand ends here. One of a single residue is left out, with a note.
bight_status bi_chain_end(bi_chain_reader *reader);

/// The file ends. @return BIGHT_ERROR_PARSE when no chain was found.
bight_status bi_chain_finish(bi_chain_reader *reader, int32_t line);
