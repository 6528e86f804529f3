// SPDX-License-Identifier: MIT

#include "io/lammps_data.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "io/lammps_chain.h"

#include <stdlib.h>
#include <string.h>

#define MOST_IMAGES 1000000
#define MOST_WORDS 16
#define LOOK 4096 // bytes

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

static bight_status wrong(const bi_lammps_data *d, const char *what, bi_word word)
{
    return bi_fail(d->list->error, BIGHT_ERROR_PARSE, d->text.line, "`%s` %s", bi_word_show(word).text, what);
}

// ---- atoms --------------------------------------------------------------------------------------------------

// "Atoms # full"; without a style the number of words of the first line tells, with three images or without.
static bight_status find_style(bi_lammps_data *d, bi_word line)
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

static bight_status integer_of(const bi_lammps_data *d, bi_word word, int64_t *value)
{
    return bi_parse_integer(word, value) ? BIGHT_OK : wrong(d, "is not a whole number", word);
}

static bight_status read_atom(bi_lammps_data *d, const bi_word *words, int32_t count)
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
    bi_lammps_atom a = {.line = d->text.line};
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

static int32_t find_atom(const bi_lammps_data *d, int64_t id)
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

static bool has_bond(const bi_lammps_atom *a, int32_t to)
{
    return (a->bonds > 0 && a->to[0] == to) || (a->bonds > 1 && a->to[1] == to);
}

static void bind(bi_lammps_data *d, int32_t from, int32_t to)
{
    bi_lammps_atom *a = &d->atoms[from];
    if (a->bonds < 2) {
        a->to[a->bonds] = to;
    }
    d->branched += a->bonds == 2;
    a->bonds += a->bonds <= 2;
}

// id type atom atom
static bight_status read_bond(bi_lammps_data *d, const bi_word *words, int32_t count)
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

static bight_status read_header(bi_lammps_data *d, const bi_word *words, int32_t count)
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
static bight_status lay_out(bi_lammps_data *d)
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

static bight_status sort_atoms(bi_lammps_data *d)
{
    if (d->count > 0) {
        qsort(d->atoms, (size_t)d->count, sizeof *d->atoms, bi_lammps_by_id);
    }
    for (int32_t i = 1; i < d->count; i++) {
        if (d->atoms[i].id == d->atoms[i - 1].id) {
            return bi_fail(d->list->error, BIGHT_ERROR_PARSE, d->atoms[i].line,
                           "atom %lld stands in line %d, too", (long long)d->atoms[i].id,
                           (int)d->atoms[i - 1].line);
        }
    }
    return BIGHT_OK;
}

static bight_status read_lines(bi_lammps_data *d)
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

bight_status bi_read_lammps_data(bi_curve_list *list, const char *bytes, size_t length)
{
    bi_lammps_data d = {.list = list, .text = {bytes, bytes + length, 0}};
    bight_status status = read_lines(&d);
    status = status == BIGHT_OK ? bi_lammps_add_chains(&d) : status;
    if (status == BIGHT_OK && list->curves->curve_count == 0) {
        status =
            bi_fail(list->error, BIGHT_ERROR_PARSE, d.text.line, "no chain of two atoms or more in the file");
    }
    bi_free_array(list->allocator, d.atoms, (size_t)d.capacity, sizeof *d.atoms);
    return status;
}
