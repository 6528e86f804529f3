// SPDX-License-Identifier: MIT

#include "io/pdb_record.h"

#include <stdio.h>
#include <string.h>

bi_word bi_pdb_columns(bi_word line, size_t first, size_t last)
{
    size_t from = first - 1, to = last < line.length ? last : line.length;
    return from >= to ? (bi_word){line.start + line.length, 0} : (bi_word){line.start + from, to - from};
}

bi_word bi_pdb_trimmed(bi_word word)
{
    bi_word inner = {word.start, 0};
    bi_word_next(&word, &inner);
    return inner;
}

bool bi_pdb_is_record(bi_word line, const char *name)
{
    return bi_word_is(bi_pdb_trimmed(bi_pdb_columns(line, 1, 6)), name);
}

bi_word bi_pdb_residue(bi_word line)
{
    bi_word word = bi_pdb_columns(line, 23, 27);
    while (word.length > 0 && word.start[0] == ' ') {
        word.start++, word.length--;
    }
    while (word.length > 0 && word.start[word.length - 1] == ' ') {
        word.length--;
    }
    return word;
}

bi_word bi_pdb_chain_name(bi_word line, size_t column, bool two)
{
    bi_word both = bi_pdb_columns(line, column - 1, column);
    return two && both.length == 2 && both.start[0] != ' ' ? both : bi_pdb_columns(line, column, column);
}

uint32_t bi_pdb_chain_key(bi_word name)
{
    uint32_t key = 0;
    for (size_t i = 0; i < name.length && i < 2; i++) {
        key = key << 8 | (unsigned char)name.start[i];
    }
    return name.length > 0 ? key : ' ';
}

uint32_t bi_pdb_chain(bi_word line, bool two)
{
    return bi_pdb_chain_key(bi_pdb_chain_name(line, 22, two));
}

bi_shown bi_pdb_chain_show(uint32_t key)
{
    bi_shown shown = {"-"};
    const char letters[2] = {(char)(key >> 8), (char)(key & 0xff)};
    bool fine =
        letters[1] > ' ' && letters[1] < 0x7f && (key < 256 || (letters[0] > ' ' && letters[0] < 0x7f));
    if (fine) {
        snprintf(shown.text, sizeof shown.text, "%.2s", key < 256 ? (const char[2]){letters[1], 0} : letters);
    }
    return shown;
}

// The same two letters in either case; the word may have more, as in "CA2+".
static bool begins_with_both(bi_word word, bi_word two)
{
    bool both = word.length >= 2 && two.length == 2;
    for (size_t i = 0; i < 2 && both; i++) {
        both = (word.start[i] | 0x20) == (two.start[i] | 0x20);
    }
    return both && (word.length == 2 || word.start[2] < 'A');
}

bool bi_pdb_is_metal(bi_word line)
{
    static const char *const names[] = {"CA", "CD", "CE", "HE", "HG", "NE"};
    bi_word field = bi_pdb_columns(line, 13, 16), atom = bi_pdb_trimmed(field);
    bool either = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        either = either || bi_word_is(atom, names[i]);
    }
    if (!either) {
        return false;
    }
    bi_word element = bi_pdb_trimmed(bi_pdb_columns(line, 77, 78));
    bool known = element.length > 0 && ((element.start[0] | 0x20) >= 'a' && (element.start[0] | 0x20) <= 'z');
    if (known) {
        return begins_with_both(element, atom);
    }
    bool apart = field.start[0] != ' ' && !bi_pdb_is_record(line, "ATOM");
    return apart || begins_with_both(bi_pdb_trimmed(bi_pdb_columns(line, 18, 20)), atom);
}

const char *bi_pdb_last_atom(bi_text text, uint32_t chain, bool two, bi_word atom, const char **end)
{
    static const char *const enders[] = {"MODEL", "ENDMDL", "END"};
    const char *last = NULL;
    bi_word line;
    bool more = true;
    *end = text.at;
    while (more && bi_text_line(&text, &line)) {
        bool here = bi_pdb_chain(line, two) == chain;
        for (size_t i = 0; i < sizeof enders / sizeof *enders && more; i++) {
            more = !bi_pdb_is_record(line, enders[i]);
        }
        // a TER may be short of the chain that it ends
        more = more && !(bi_pdb_is_record(line, "TER") && (here || line.length < 22));
        bi_word name = bi_pdb_trimmed(bi_pdb_columns(line, 13, 16));
        bool same = name.length == atom.length && memcmp(name.start, atom.start, name.length) == 0;
        last = more && here && same && bi_pdb_is_record(line, "ATOM") ? line.start : last;
        *end = more ? line.start : *end;
    }
    return last;
}
