// SPDX-License-Identifier: MIT

#include "io/pdb_letters.h"

#include "core/vec3.h"
#include "io/pdb_record.h"

#include <string.h>

// What is known of column 21 so far.
typedef struct evidence {
    bool last_there;       // an atom before, with no TER and no end of a model since
    unsigned char last[2]; // its columns 21 and 22
    bi_word last_kind;
    bight_vec3 last_place;
    bool any, many,
        plain; // of the run in hand: column 21 is not blank, residues of two kinds, one that has no forms
    bool sure; // a run has all three
} evidence;

static bool is_one_of(bi_word word, const char *list)
{
    bi_word rest = {list, strlen(list)}, name;
    while (bi_word_next(&rest, &name)) {
        if (word.length == name.length && memcmp(word.start, name.start, name.length) == 0) {
            return true;
        }
    }
    return false;
}

// Programs of dynamics write LYSH, HISE, ASPH, CYS2 for forms of these: the fourth letter is the residue's.
static bool has_forms(bi_word kind)
{
    return is_one_of(kind, "ARG ASP CYS GLU HIS LYS");
}

static bool is_known(bi_word kind)
{
    return has_forms(kind) ||
           is_one_of(kind, "ALA ASN GLN GLY ILE LEU MET MSE PHE PRO SER THR TRP TYR VAL A C G U DA DC DG DT");
}

static bool place_of(bi_word line, bight_vec3 *place)
{
    return bi_parse_double(bi_pdb_trimmed(bi_pdb_columns(line, 31, 38)), &place->x) &&
           bi_parse_double(bi_pdb_trimmed(bi_pdb_columns(line, 39, 46)), &place->y) &&
           bi_parse_double(bi_pdb_trimmed(bi_pdb_columns(line, 47, 54)), &place->z);
}

// False when column 21 is a residue's.
static bool look_at(evidence *e, bi_word line, double reach)
{
    bi_word both = bi_pdb_columns(line, 21, 22), kind = bi_pdb_trimmed(bi_pdb_columns(line, 18, 20));
    bight_vec3 place;
    if (both.length < 2 || !place_of(line, &place)) {
        return true; // the reader will say what is wrong with it
    }
    const unsigned char now[2] = {(unsigned char)both.start[0], (unsigned char)both.start[1]};
    bool letter = now[0] != ' ';
    if (letter && (now[1] == ' ' || !is_known(kind))) {
        return false;
    }

    // neighbours are of one chain
    bool same = e->last_there && e->last[0] == now[0] && e->last[1] == now[1];
    if (e->last_there && e->last[1] == now[1] && e->last[0] != now[0] &&
        v3_length(v3_sub(place, e->last_place)) <= reach) {
        return false;
    }
    e->any = e->any || letter;
    e->many = same && (e->many || kind.length != e->last_kind.length ||
                       memcmp(kind.start, e->last_kind.start, kind.length) != 0);
    e->plain = (same && e->plain) || !has_forms(kind);
    e->sure = e->sure || (letter && e->many && e->plain);
    e->last_there = true;
    e->last[0] = now[0], e->last[1] = now[1];
    e->last_kind = kind;
    e->last_place = place;
    return true;
}

bi_pdb_letters bi_pdb_find_letters(bi_text text, const bi_select *select)
{
    evidence e = {.last_there = false};
    bi_word line;
    while (bi_text_line(&text, &line)) {
        bi_word atom = bi_pdb_trimmed(bi_pdb_columns(line, 13, 16));
        if (bi_pdb_is_record(line, "ATOM")) {
            bool wanted = atom.length > 0 && bi_select_has_atom(select, atom) && !bi_pdb_is_metal(line);
            if (wanted && !look_at(&e, line, select->reach)) {
                return BI_PDB_ONE_LETTER;
            }
        } else if (!bi_pdb_is_record(line, "HETATM") && !bi_pdb_is_record(line, "ANISOU")) {
            e.last_there = false; // TER, MODEL, END
        }
    }
    return e.sure ? BI_PDB_TWO_LETTERS : e.any ? BI_PDB_EITHER : BI_PDB_ONE_LETTER;
}
