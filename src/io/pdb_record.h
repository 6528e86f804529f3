// SPDX-License-Identifier: MIT
// Lines of PDB files: fields at fixed columns, counted from 1 as in the format's own description.

#pragma once

#include "io/text.h"

/// Columns first to last, shorter where the line is.
bi_word bi_pdb_columns(bi_word line, size_t first, size_t last);

/// Its first word.
bi_word bi_pdb_trimmed(bi_word word);

/// Do columns 1 to 6 hold this name?
bool bi_pdb_is_record(bi_word line, const char *name);

/// Columns 23 to 27 without blanks at their ends. A hybrid-36 or negative number is as good a name for a residue as any.
bi_word bi_pdb_residue(bi_word line);

/// A chain's name: its letter in this column, or with `two` also the one in front of it where that is none blank.
bi_word bi_pdb_chain_name(bi_word line, size_t column, bool two);

/// A number for a chain's name of 0 to 2 letters, below BI_PDB_CHAINS; that of a blank when there are none.
uint32_t bi_pdb_chain_key(bi_word name);
#define BI_PDB_CHAINS 65536

/// Of an atom: the key of its chain.
uint32_t bi_pdb_chain(bi_word line, bool two);

/// A name again, for messages: "-" where it is blank or cannot be printed.
bi_shown bi_pdb_chain_show(uint32_t key);

/// Is an atom an ion or a metal whose name an atom of a residue has, too: CA calcium, CD cadmium ...? Its element says so (columns 77,
/// 78); without one, a residue of its own name, or the name in column 13 of a HETATM record, where an element of two letters stands.
bool bi_pdb_is_metal(bi_word line);

/// Where the last ATOM record of a chain begins that has an atom of this name, from here to the chain's TER or the model's end, which
/// *end receives; NULL when there is none.
const char *bi_pdb_last_atom(bi_text text, uint32_t chain, bool two, bi_word atom, const char **end);
