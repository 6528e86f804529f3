// SPDX-License-Identifier: MIT
// Chains of two letters in PDB files. The format has one, in column 22; some programs put another in front of it, in
// column 21, where others write the fourth letter of a residue's name (LYSH).

#pragma once

#include "io/select.h"

typedef enum bi_pdb_letters {
    BI_PDB_ONE_LETTER,  ///< column 21 is blank, or a residue's
    BI_PDB_TWO_LETTERS, ///< it is a chain's
    BI_PDB_EITHER       ///< it may be either
} bi_pdb_letters;

/// Whose column 21 is, from the ATOM records of the atoms that make a trace. A residue's: the three letters before it
/// are no residue, column 22 is blank, or it changes between neighbours. A chain's: that never happens, and it stays the
/// same over residues of several kinds, one of which has no forms that programs tell apart by a letter.
bi_pdb_letters bi_pdb_find_letters(bi_text text, const bi_select *select);
