// SPDX-License-Identifier: MIT

#include "io/select.h"
#include "core/error.h"

#include <stdio.h>
#include <string.h>

// Neighbouring C-alphas are 3.8 angstroms apart across a trans peptide bond and 2.9 across a cis one; phosphorus atoms of
// neighbouring nucleotides 5.5 to 7.5. Several atoms of a residue lie closer than its own to the next one's.
#define REACH_ALPHA 4.5
#define REACH_OTHER 8.0

bool bi_residue_number(bi_word word, int64_t *number)
{
    size_t digits = word.length;
    while (digits > 0 && !bi_parse_integer((bi_word){word.start, digits}, number)) {
        digits--;
    }
    return digits > 0;
}

// Splits off what stands before the separator.
static bi_word cut(bi_word *rest, char separator)
{
    const char *end = rest->length > 0 ? memchr(rest->start, separator, rest->length) : NULL;
    bi_word word = {rest->start, end != NULL ? (size_t)(end - rest->start) : rest->length};
    size_t used = word.length + (end != NULL);
    *rest = (bi_word){rest->start + used, rest->length - used};
    return word;
}

// FIRST-LAST or one number; both may have a sign.
static bool read_range(bi_word word, bi_select_item *item)
{
    if (bi_parse_integer(word, &item->first)) {
        item->last = item->first;
        return true;
    }
    for (size_t i = 1; i + 1 < word.length; i++) {
        if (word.start[i] == '-') {
            bi_word first = {word.start, i}, last = {word.start + i + 1, word.length - i - 1};
            return bi_parse_integer(first, &item->first) && bi_parse_integer(last, &item->last) &&
                   item->first <= item->last;
        }
    }
    return false;
}

static bight_status read_item(bi_select *select, bi_word word, bight_error *error)
{
    if (select->item_count == BI_SELECT_ITEMS) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "select: more than %d parts", BI_SELECT_ITEMS);
    }
    bi_select_item item = {.first = INT64_MIN, .last = INT64_MAX};
    bi_word rest = word, range;
    item.chain = cut(&rest, ':');
    range = cut(&rest, ':');
    item.atom = rest;
    bool good = item.chain.length > 0 && (range.length == 0 || read_range(range, &item)) &&
                memchr(rest.start, ':', rest.length) == NULL;
    if (!good) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "select: `%s` has no meaning: write CHAIN, CHAIN:FIRST-LAST or CHAIN:FIRST-LAST:ATOM, "
                       "with commas "
                       "between",
                       bi_word_show(word).text);
    }
    select->items[select->item_count++] = item;
    return BIGHT_OK;
}

bight_status bi_select_read(bi_select *select, const char *atoms, const char *items, bight_error *error)
{
    *select = (bi_select){.reach = REACH_ALPHA};
    bi_word rest = {atoms, atoms != NULL ? strlen(atoms) : 0};
    while (rest.length > 0) {
        bi_word word = cut(&rest, ',');
        if (word.length == 0 || word.length > 8 || select->atom_count == BI_SELECT_ATOMS) {
            return bi_fail(
                error, BIGHT_ERROR_INVALID, 0,
                "atoms: `%.40s`: write names of atoms as the file has them, P or N,CA,C, at most %d", atoms,
                BI_SELECT_ATOMS);
        }
        select->atoms[select->atom_count++] = word;
    }
    if (select->atom_count == 0) {
        select->atoms[select->atom_count++] = (bi_word){"CA", 2};
    }
    select->asked = select->atom_count > 1 || !bi_word_is(select->atoms[0], "CA");
    select->reach = select->asked ? REACH_OTHER : REACH_ALPHA;

    bight_status status = BIGHT_OK;
    rest = (bi_word){items, items != NULL ? strlen(items) : 0};
    while (rest.length > 0 && status == BIGHT_OK) {
        status = read_item(select, cut(&rest, ','), error);
    }

    // atoms of single items are distances apart that nothing is known of
    for (int32_t i = 0; i < select->item_count; i++) {
        bool other = select->items[i].atom.length > 0 && !bi_word_is(select->items[i].atom, "CA");
        select->asked = select->asked || other;
        select->reach = other ? REACH_OTHER : select->reach;
    }
    return status;
}

static char prime(char c)
{
    return c == '*' ? '\'' : c;
}

static bool same_atom(bi_word a, bi_word b)
{
    bool same = a.length == b.length;
    for (size_t i = 0; i < a.length && same; i++) {
        same = prime(a.start[i]) == prime(b.start[i]);
    }
    return same;
}

static bool in_list(const bi_select *select, bi_word atom)
{
    bool found = false;
    for (int32_t i = 0; i < select->atom_count && !found; i++) {
        found = same_atom(select->atoms[i], atom);
    }
    return found;
}

bool bi_select_has_atom(const bi_select *select, bi_word atom)
{
    bool found = in_list(select, atom);
    for (int32_t i = 0; i < select->item_count && !found; i++) {
        found = select->items[i].atom.length > 0 && same_atom(select->items[i].atom, atom);
    }
    return found;
}

bool bi_select_takes(bi_select *select, bi_word chain, bi_word residue, bi_word atom)
{
    if (select->item_count == 0) {
        return in_list(select, atom);
    }
    int64_t number = 0;
    bool numbered = bi_residue_number(residue, &number), takes = false;
    for (int32_t i = 0; i < select->item_count; i++) {
        bi_select_item *item = &select->items[i];
        bool here =
            bi_word_is(item->chain, "*") ||
            (item->chain.length == chain.length && memcmp(item->chain.start, chain.start, chain.length) == 0);
        bool whole = item->first == INT64_MIN && item->last == INT64_MAX;
        here = here && (whole || (numbered && number >= item->first && number <= item->last));
        here = here && (item->atom.length > 0 ? same_atom(item->atom, atom) : in_list(select, atom));
        item->taken = item->taken || here;
        takes = takes || here;
    }
    return takes;
}

const bi_select_item *bi_select_missed(const bi_select *select)
{
    for (int32_t i = 0; i < select->item_count; i++) {
        if (!select->items[i].taken) {
            return &select->items[i];
        }
    }
    return NULL;
}

bi_shown bi_select_words(const bi_select *select)
{
    bi_shown words = {"C-alpha"};
    size_t length = 0;
    for (int32_t i = 0; i < select->atom_count && select->asked; i++) {
        int written = snprintf(words.text + length, sizeof words.text - length, "%s%.8s", i > 0 ? "," : "",
                               bi_word_show(select->atoms[i]).text);
        length += written > 0 ? (size_t)written : 0;
        length = length < sizeof words.text ? length : sizeof words.text - 1;
    }
    return words;
}
