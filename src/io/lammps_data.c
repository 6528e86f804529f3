// SPDX-License-Identifier: MIT

#include "io/lammps_data.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "io/periodic_box.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_IMAGES 1000000
#define MOST_WORDS 16
#define LOOK 4096 // bytes

typedef struct atom {
    int64_t id, molecule;
    bight_vec3 at;
    int32_t line;
    int32_t bonds, to[2]; // with which atoms, by place in the sorted list; more than two are only counted
    bool taken;
} atom;

typedef struct data {
    bi_curve_list *list;
    bi_text text;
    atom *atoms; // (count)
    int32_t count, capacity;
    bi_periodic_box box;
    double low[3], high[3], tilt[3];
    bool sides[3], images;
    int32_t style; // columns before x: 2 atomic, 3 molecular or charge, 4 full; 0: not told
    bool molecules;
    int32_t branched; // atoms with more than two bonds
    int64_t joined, alone;
} data;

// A line without its comment, as words.
static int32_t split(bi_word line, bi_word words[MOST_WORDS])
{
    const char *hash = memchr(line.start, '#', line.length);
    line.length = hash != NULL ? (size_t)(hash - line.start) : line.length;
    int32_t count = 0;
    while (count < MOST_WORDS && bi_word_next(&line, &words[count])) {
        count++;
    }
    return count;
}

bool bi_lammps_data_look(const char *bytes, size_t length)
{
    bi_text text = {bytes, bytes + (length < LOOK ? length : LOOK), 0};
    bi_word line, words[MOST_WORDS];
    int64_t number;
    bool first = bi_text_line(&text, &line); // a title of any words, but no number alone: that begins XYZ
    first = first && !(split(line, words) == 1 && bi_parse_integer(words[0], &number));
    while (first && bi_text_line(&text, &line)) {
        int32_t count = split(line, words);
        if (count > 0) {
            return count == 2 && bi_word_is(words[1], "atoms") && bi_parse_integer(words[0], &number);
        }
    }
    return false;
}

static bight_status wrong(const data *d, const char *what, bi_word word)
{
    return bi_fail(d->list->error, BIGHT_ERROR_PARSE, d->text.line, "`%s` %s", bi_word_show(word).text, what);
}

// ---- atoms --------------------------------------------------------------------------------------------------

// "Atoms # full"; without a style the number of words of the first line tells, with three images or without.
static bight_status find_style(data *d, bi_word line)
{
    static const struct {
        const char *name;
        int32_t columns;
        bool molecules;
    } styles[] = {{"atomic", 2, false}, {"charge", 3, false},   {"bond", 3, true},
                  {"angle", 3, true},   {"molecular", 3, true}, {"full", 4, true}};
    const char *hash = memchr(line.start, '#', line.length);
    if (hash == NULL) {
        return BIGHT_OK;
    }
    bi_word rest = {hash + 1, line.length - (size_t)(hash + 1 - line.start)}, word = {"", 0};
    bi_word_next(&rest, &word);
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
        if (bi_word_is(word, styles[i].name)) {
            d->style = styles[i].columns;
            d->molecules = styles[i].molecules;
            return BIGHT_OK;
        }
    }
    return wrong(d,
                 "is a style of atoms that is not read: write atomic, charge, bond, angle, molecular or full",
                 word);
}

static bight_status integer_of(const data *d, bi_word word, int64_t *value)
{
    return bi_parse_integer(word, value) ? BIGHT_OK : wrong(d, "is not a whole number", word);
}

static bight_status read_atom(data *d, const bi_word *words, int32_t count)
{
    if (d->style == 0) {
        int64_t whole;
        int32_t columns = count == 5 || count == 8    ? 2
                          : count == 6 || count == 9  ? 3
                          : count == 7 || count == 10 ? 4
                                                      : 0;
        d->style = columns;
        d->molecules = columns == 4 || (columns == 3 && bi_parse_integer(words[2], &whole));
    }
    bool images = count == d->style + 6;
    if (d->style == 0 || (count != d->style + 3 && !images)) {
        return bi_fail(d->list->error, BIGHT_ERROR_PARSE, d->text.line,
                       "an atom of %d words: id, molecule, type, charge, x y z, as its style has them",
                       (int)count);
    }
    atom a = {.line = d->text.line};
    double x[3], boxes[3] = {0};
    bight_status status = integer_of(d, words[0], &a.id);
    if (status == BIGHT_OK && d->molecules) {
        status = integer_of(d, words[1], &a.molecule);
    }
    for (int32_t i = 0; i < 3 && status == BIGHT_OK; i++) {
        int64_t image = 0;
        status = bi_curve_number(d->list, words[d->style + i], d->text.line, &x[i]);
        status = status == BIGHT_OK && images ? integer_of(d, words[d->style + 3 + i], &image) : status;
        if (status == BIGHT_OK && (image < -MOST_IMAGES || image > MOST_IMAGES)) {
            return wrong(d, "is an image farther than a million boxes away", words[d->style + 3 + i]);
        }
        boxes[i] = (double)image;
    }
    if (status != BIGHT_OK) {
        return status;
    }
    if (images && !d->box.known) {
        return bi_fail(d->list->error, BIGHT_ERROR_PARSE, d->text.line,
                       "images, and no box (xlo xhi, ylo yhi, zlo zhi)");
    }
    a.at = images ? v3_add(v3(x[0], x[1], x[2]), bi_box_way(&d->box, boxes)) : v3(x[0], x[1], x[2]);
    d->images = d->images || images;
    status = bi_reserve(d->list->allocator, &d->atoms, &d->capacity, (int64_t)d->count + 1, sizeof *d->atoms);
    if (status != BIGHT_OK) {
        return bi_fail(d->list->error, status, d->text.line, "no memory for so many atoms");
    }
    d->atoms[d->count++] = a;
    return BIGHT_OK;
}

// ---- bonds --------------------------------------------------------------------------------------------------

static int by_id(const void *one, const void *two)
{
    const atom *a = one, *b = two;
    return a->id != b->id ? (a->id < b->id ? -1 : 1) : (a->line > b->line) - (a->line < b->line);
}

static int32_t find_atom(const data *d, int64_t id)
{
    int32_t low = 0, high = d->count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (d->atoms[middle].id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < d->count && d->atoms[low].id == id ? low : -1;
}

static bool has_bond(const atom *a, int32_t to)
{
    return (a->bonds > 0 && a->to[0] == to) || (a->bonds > 1 && a->to[1] == to);
}

static void bind(data *d, int32_t from, int32_t to)
{
    atom *a = &d->atoms[from];
    if (a->bonds < 2) {
        a->to[a->bonds] = to;
    }
    d->branched += a->bonds == 2;
    a->bonds += a->bonds <= 2;
}

// id type atom atom
static bight_status read_bond(data *d, const bi_word *words, int32_t count)
{
    int64_t id[2];
    int32_t at[2];
    for (int32_t k = 0; k < 2; k++) {
        if (count < 4 || !bi_parse_integer(words[2 + k], &id[k]) || (at[k] = find_atom(d, id[k])) < 0) {
            return wrong(d, "is not the id of an atom that stands before its bonds",
                         count < 4 ? words[0] : words[2 + k]);
        }
    }
    if (at[0] != at[1] && !has_bond(&d->atoms[at[0]], at[1])) {
        bind(d, at[0], at[1]);
        bind(d, at[1], at[0]);
    }
    return BIGHT_OK;
}

// ---- the file -----------------------------------------------------------------------------------------------

static bight_status read_header(data *d, const bi_word *words, int32_t count)
{
    static const char *const bounds[3][2] = {{"xlo", "xhi"}, {"ylo", "yhi"}, {"zlo", "zhi"}};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < 3 && count == 4; i++) {
        if (bi_word_is(words[2], bounds[i][0]) && bi_word_is(words[3], bounds[i][1])) {
            status = bi_curve_number(d->list, words[0], d->text.line, &d->low[i]);
            status =
                status == BIGHT_OK ? bi_curve_number(d->list, words[1], d->text.line, &d->high[i]) : status;
            d->sides[i] = status == BIGHT_OK;
        }
    }
    if (count == 6 && bi_word_is(words[3], "xy") && bi_word_is(words[4], "xz") &&
        bi_word_is(words[5], "yz")) {
        d->box.tilted = true;
        for (int32_t i = 0; i < 3 && status == BIGHT_OK; i++) {
            status = bi_curve_number(d->list, words[i], d->text.line, &d->tilt[i]);
        }
    }
    return status;
}

// The bounds of a data file are those of the box before it is tilted, bi_box_lay_out() takes those of all of it.
static bight_status lay_out(data *d)
{
    d->box.periodic[0] = d->box.periodic[1] = d->box.periodic[2] = true;
    if (!d->sides[0] || !d->sides[1] || !d->sides[2]) {
        return BIGHT_OK;
    }
    double xy = d->tilt[0], xz = d->tilt[1], yz = d->tilt[2];
    double low[3] = {d->low[0] + bi_min(bi_min(0.0, xy), bi_min(xz, xy + xz)), d->low[1] + bi_min(0.0, yz),
                     d->low[2]};
    double high[3] = {d->high[0] + bi_max(bi_max(0.0, xy), bi_max(xz, xy + xz)), d->high[1] + bi_max(0.0, yz),
                      d->high[2]};
    return bi_box_lay_out(&d->box, low, high, d->tilt)
               ? BIGHT_OK
               : bi_fail(d->list->error, BIGHT_ERROR_PARSE, d->text.line,
                         "the box ends before it begins: the lower bound comes first");
}

static bight_status sort_atoms(data *d)
{
    qsort(d->atoms, (size_t)d->count, sizeof *d->atoms, by_id);
    for (int32_t i = 1; i < d->count; i++) {
        if (d->atoms[i].id == d->atoms[i - 1].id) {
            return bi_fail(d->list->error, BIGHT_ERROR_PARSE, d->atoms[i].line,
                           "atom %lld stands in line %d, too", (long long)d->atoms[i].id,
                           (int)d->atoms[i - 1].line);
        }
    }
    return BIGHT_OK;
}

static bight_status read_lines(data *d)
{
    enum { HEADER, ATOMS, BONDS, OTHER } section = HEADER;
    bi_word line, words[MOST_WORDS];
    bi_text_line(&d->text, &line); // the title
    bight_status status = BIGHT_OK;
    while (status == BIGHT_OK && bi_text_line(&d->text, &line)) {
        int32_t count = split(line, words);
        if (count == 0) {
            continue;
        }

        // a word that begins with a letter begins a section
        char c = words[0].start[0];
        if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) {
            status = section == HEADER ? lay_out(d) : status;
            status = status == BIGHT_OK && section == ATOMS ? sort_atoms(d) : status;
            section = bi_word_is(words[0], "Atoms") ? ATOMS : bi_word_is(words[0], "Bonds") ? BONDS : OTHER;
            status = status == BIGHT_OK && section == ATOMS ? find_style(d, line) : status;
        } else if (section == HEADER) {
            status = read_header(d, words, count);
        } else if (section == ATOMS) {
            status = read_atom(d, words, count);
        } else if (section == BONDS) {
            status = read_bond(d, words, count);
        }
    }
    return status == BIGHT_OK && section == ATOMS ? sort_atoms(d) : status;
}

// ---- chains -------------------------------------------------------------------------------------------------

static bight_status add_atom(data *d, const atom *a, bight_vec3 *before, bool first)
{
    bool moved = false;
    bool wrapped = d->box.known && !d->box.tilted && !d->images;
    *before = wrapped && !first ? bi_box_beside(&d->box, a->at, *before, &moved) : a->at;
    d->joined += moved;
    return bi_curve_add(d->list, *before, a->line);
}

static bight_status end_chain(data *d, const atom *a, bool ring)
{
    bight_status status = bi_curve_end(d->list, ring ? BI_ENDS_CLOSED : BI_ENDS_OPEN, a->line);
    if (status == BIGHT_OK && d->molecules) {
        char name[40];
        int length = snprintf(name, sizeof name, "mol%lld", (long long)a->molecule);
        bi_curve_name_last(d->list, (bi_word){name, (size_t)length});
    }
    return status;
}

// Along the bonds, from an end or once round. @param start Not taken yet.
static bight_status follow(data *d, int32_t start, bool ring)
{
    bight_vec3 before = d->atoms[start].at;
    bight_status status = BIGHT_OK;
    int32_t count = 0;
    for (int32_t i = start; i >= 0 && status == BIGHT_OK; count++) {
        atom *a = &d->atoms[i];
        a->taken = true;
        status = add_atom(d, a, &before, count == 0);
        int32_t next = -1;
        for (int32_t k = 0; k < a->bonds; k++) {
            next = next < 0 && !d->atoms[a->to[k]].taken ? a->to[k] : next;
        }
        i = next;
    }
    return status == BIGHT_OK ? end_chain(d, &d->atoms[start], ring) : status;
}

static bight_status add_bonded(data *d)
{
    bight_status status = BIGHT_OK;
    for (int32_t pass = 0; pass < 2; pass++) { // from ends, then rings
        for (int32_t i = 0; i < d->count && status == BIGHT_OK; i++) {
            const atom *a = &d->atoms[i];
            if (!a->taken && a->bonds == pass + 1) {
                status = follow(d, i, pass == 1);
            }
        }
    }
    for (int32_t i = 0; i < d->count; i++) {
        d->alone += d->atoms[i].bonds == 0;
    }
    return status;
}

static int by_molecule(const void *one, const void *two)
{
    const atom *a = one, *b = two;
    return a->molecule != b->molecule ? (a->molecule < b->molecule ? -1 : 1) : by_id(one, two);
}

// Without bonds, or where they branch: molecules in the order of ids.
static bight_status add_molecules(data *d)
{
    bight_status status = BIGHT_OK;
    qsort(d->atoms, (size_t)d->count, sizeof *d->atoms, by_molecule);
    for (int32_t i = 0, end = 0; i < d->count && status == BIGHT_OK; i = end) {
        while (end < d->count && d->atoms[end].molecule == d->atoms[i].molecule) {
            end++;
        }
        bight_vec3 before = d->atoms[i].at;
        if (end - i < 2) {
            d->alone++;
            continue;
        }
        for (int32_t k = i; k < end && status == BIGHT_OK; k++) {
            status = add_atom(d, &d->atoms[k], &before, k == i);
        }
        status = status == BIGHT_OK ? end_chain(d, &d->atoms[i], false) : status;
    }
    return status;
}

static bight_status say(data *d, bool bonded)
{
    bight_status status = BIGHT_OK;
    if (!bonded) {
        status =
            d->branched > 0
                ? bi_curve_note(d->list,
                                "%d atoms have more than two bonds: each molecule is a chain in "
                                "the order of its ids",
                                (int)d->branched)
                : bi_curve_note(d->list, "no bonds: each molecule is an open chain in the order of its ids");
    }
    if (status == BIGHT_OK && d->joined > 0) {
        status = bi_curve_note(d->list, "%lld atoms put beside the one before, across sides of the box",
                               (long long)d->joined);
    }
    if (status == BIGHT_OK && d->alone > 0) {
        status = bi_curve_note(d->list, "%lld atoms left out that hang together with no other",
                               (long long)d->alone);
    }
    return status;
}

bight_status bi_read_lammps_data(bi_curve_list *list, const char *bytes, size_t length)
{
    data d = {.list = list, .text = {bytes, bytes + length, 0}};
    bight_status status = read_lines(&d);
    bool bonded = false;
    for (int32_t i = 0; i < d.count; i++) {
        bonded = bonded || d.atoms[i].bonds > 0;
    }
    bonded = bonded && d.branched == 0;
    if (status == BIGHT_OK) {
        status = bonded ? add_bonded(&d) : add_molecules(&d);
    }
    if (status == BIGHT_OK && list->curves->curve_count == 0) {
        status =
            bi_fail(list->error, BIGHT_ERROR_PARSE, d.text.line, "no chain of two atoms or more in the file");
    }
    status = status == BIGHT_OK ? say(&d, bonded) : status;
    bi_free_array(list->allocator, d.atoms, (size_t)d.capacity, sizeof *d.atoms);
    return status;
}
