// SPDX-License-Identifier: MIT
// The trace of a chain through its C-alpha atoms or others, from PDB and mmCIF alike.

#pragma once

#include "io/curve_list.h"
#include "io/select.h"

/// One atom of the trace. Words point into the input.
typedef struct bi_alpha {
    bi_word chain;     ///< what the file calls its chain
    bi_word residue;   ///< its number, for messages
    bi_word key;       ///< tells neighbouring residues apart
    bi_word atom;      ///< its name
    bi_word alternate; ///< the alternate location, blank or "." for none
    bight_vec3 place;  ///< angstroms
    double occupancy;  ///< of two alternate locations the more occupied one is taken, else the first
    int32_t line;
} bi_alpha;

/// A residue of the chain in hand that has an alternate location.
typedef struct bi_alternate {
    bi_word key, atom, alternate; ///< of the location that was taken
    double occupancy;       ///< of it
    int32_t point;          ///< of the curves
    bool counted;           ///< a second location has come
} bi_alternate;

/// Start from {.list = ...} and bi_chain_begin(); free with bi_chain_free().
typedef struct bi_chain_reader {
    bi_curve_list *list;
    bi_select select;       ///< read by bi_chain_begin()
    bi_alpha last;          ///< of the chain in hand
    bi_alternate *residues; ///< (residue_count) with alternate locations, in the order of the chain
    int32_t residue_count, residue_capacity;
    int32_t expected;   ///< the residue whose next location comes next when locations stand in blocks
    int32_t alternates; ///< residues of the chain with more than one location
    int32_t model;      ///< 1-based, 0 when the file has none; named when above 1
} bi_chain_reader;

/// Read which atoms are asked for.
bight_status bi_chain_begin(bi_chain_reader *reader, const bight_read_options *options);

void bi_chain_free(bi_chain_reader *reader);

/// Is this place a neighbour's of the last residue of the chain in hand, as neighbours in a chain are?
bool bi_chain_reaches(const bi_chain_reader *reader, bight_vec3 place);

/// The next atom of the trace, which may begin another chain.
bight_status bi_chain_add(bi_chain_reader *reader, const bi_alpha *alpha);

/// The chain in hand ends here. One of a single residue is left out, with a note.
bight_status bi_chain_end(bi_chain_reader *reader);

/// The file ends. @return BIGHT_ERROR_PARSE when no chain was found, or a part that was asked for.
bight_status bi_chain_finish(bi_chain_reader *reader, int32_t line);
