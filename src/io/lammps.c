// SPDX-License-Identifier: MIT
// Dumps of LAMMPS as text, "dump ... custom" and "dump ... atom": every frame, each molecule a chain of its atoms in the
// order of their ids. The grammar is in docs/formats.md.

#include "io/curve_list.h"
#include "io/lammps_data.h"
#include "io/periodic_box.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_COLUMNS 64
#define MOST_IMAGES 1000000

typedef struct atom {
    int64_t id, molecule;
    bight_vec3 at;
    int32_t line; // of the file; tells equal ids apart
} atom;

// Where the columns of a frame are; -1: there is none.
typedef struct columns {
    int32_t count, id, molecule, at[3], image[3];
    bool scaled;    // parts of the box
    bool unwrapped; // as if there were no box
} columns;

typedef struct dump {
    bi_curve_list *list;
    bi_text text;
    atom *atoms; // (count) of the frame
    int32_t count, capacity;
    int64_t step, promised; // the frame's number, and its atoms
    bi_periodic_box box;
    int64_t joined, alone; // atoms put beside the one before across a side; atoms that are no chain
} dump;

static bight_status fail(const dump *d, const char *what)
{
    return bi_fail(d->list->error, BIGHT_ERROR_PARSE, d->text.line, "%s", what);
}

static bool starts_with(bi_word line, const char *start)
{
    size_t length = strlen(start);
    return line.length >= length && memcmp(line.start, start, length) == 0;
}

// What follows `ITEM: NAME`, if the line is that.
static bool is_item(bi_word line, const char *name, bi_word *rest)
{
    if (!starts_with(line, "ITEM: ") || !starts_with((bi_word){line.start + 6, line.length - 6}, name)) {
        return false;
    }
    size_t length = 6 + strlen(name);
    *rest = (bi_word){line.start + length, line.length - length};
    return true;
}

static bight_status read_integer(dump *d, const char *of_what, int64_t *value)
{
    bi_word line, word = {"", 0};
    if (!bi_text_line(&d->text, &line) || !bi_word_next(&line, &word) || !bi_parse_integer(word, value)) {
        return bi_fail(d->list->error, BIGHT_ERROR_PARSE, d->text.line, "`%s` where %s should be",
                       bi_word_show(word).text, of_what);
    }
    return BIGHT_OK;
}

// ---- the box ------------------------------------------------------------------------------------------------

static bight_status read_box(dump *d, bi_word head)
{
    bi_word word, line;
    double low[3], high[3], tilt[3] = {0};
    int32_t sides = 0;
    d->box = (bi_periodic_box){.known = false};
    while (bi_word_next(&head, &word)) {
        if (bi_word_is(word, "xy")) {
            d->box.tilted = true;
        } else if (bi_word_is(word, "abc")) {
            return fail(d, "a box by three free vectors (abc origin): dump it with a box along the axes");
        } else if (word.length == 2 && sides < 3 && strchr("pfsm", word.start[0]) != NULL) {
            d->box.periodic[sides++] = word.start[0] == 'p' && word.start[1] == 'p';
        }
    }
    for (int32_t i = 0; i < 3; i++) {
        double *numbers[3] = {&low[i], &high[i], &tilt[i]};
        line = (bi_word){"", 0};
        bi_text_line(&d->text, &line);
        for (int32_t k = 0; k < (d->box.tilted ? 3 : 2); k++) {
            word = (bi_word){"", 0};
            bi_word_next(&line, &word);
            bight_status status = bi_curve_number(d->list, word, d->text.line, numbers[k]);
            if (status != BIGHT_OK) {
                return status;
            }
        }
    }
    return bi_box_lay_out(&d->box, low, high, tilt)
               ? BIGHT_OK
               : fail(d, "the box ends before it begins: the lower bound comes first");
}

// ---- atoms --------------------------------------------------------------------------------------------------

// Columns of coordinates, the best first.
static const struct {
    const char *names[3];
    bool scaled, unwrapped;
} kinds[] = {{{"xu", "yu", "zu"}, false, true},
             {{"xsu", "ysu", "zsu"}, true, true},
             {{"x", "y", "z"}, false, false},
             {{"xs", "ys", "zs"}, true, false}};

static int32_t find(const bi_word *names, int32_t count, const char *name)
{
    int32_t i = 0;
    while (i < count && !bi_word_is(names[i], name)) {
        i++;
    }
    return i < count ? i : -1;
}

static bight_status find_columns(dump *d, bi_word head, columns *c)
{
    static const char *const images[3] = {"ix", "iy", "iz"};
    bi_word names[MOST_COLUMNS];
    *c = (columns){.at = {-1, -1, -1}};
    while (c->count < MOST_COLUMNS && bi_word_next(&head, &names[c->count])) {
        c->count++;
    }
    c->id = find(names, c->count, "id");
    c->molecule = find(names, c->count, "mol");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds && c->at[0] < 0; k++) {
        int32_t at[3];
        bool all = true;
        for (int32_t i = 0; i < 3; i++) {
            at[i] = find(names, c->count, kinds[k].names[i]);
            c->image[i] = find(names, c->count, images[i]);
            all = all && at[i] >= 0;
        }
        if (all) {
            memcpy(c->at, at, sizeof at);
            c->scaled = kinds[k].scaled;
            c->unwrapped = kinds[k].unwrapped;
        }
    }
    bool has_images = c->image[0] >= 0 && c->image[1] >= 0 && c->image[2] >= 0 && !c->unwrapped;
    c->image[0] = has_images ? c->image[0] : -1;
    if (c->at[0] < 0) {
        return fail(
            d, "no columns x y z, xu yu zu, xs ys zs or xsu ysu zsu: dump with `custom ... id mol xu yu zu`");
    }
    if ((c->scaled || has_images) && !d->box.known) {
        return fail(d, "parts of a box or images, and no box before them: BOX BOUNDS is missing");
    }
    return BIGHT_OK;
}

static bight_status integer_of(dump *d, bi_word word, int64_t *value)
{
    return bi_parse_integer(word, value) ? BIGHT_OK
                                         : bi_fail(d->list->error, BIGHT_ERROR_PARSE, d->text.line,
                                                   "`%s` is not a whole number", bi_word_show(word).text);
}

static bight_status read_atom(dump *d, const columns *c)
{
    bi_word line, words[MOST_COLUMNS];
    int32_t count = 0;
    if (!bi_text_line(&d->text, &line) || starts_with(line, "ITEM:")) {
        return bi_fail(d->list->error, BIGHT_ERROR_PARSE, d->text.line, "%d atoms, %lld are promised",
                       (int)d->count, (long long)d->promised);
    }
    while (count < c->count && bi_word_next(&line, &words[count])) {
        count++;
    }
    if (count < c->count) {
        return bi_fail(d->list->error, BIGHT_ERROR_PARSE, d->text.line,
                       "%d words, and the columns have %d names", (int)count, (int)c->count);
    }
    atom a = {.id = d->count + 1, .line = d->text.line};
    double x[3], images[3] = {0};
    bight_status status = c->id >= 0 ? integer_of(d, words[c->id], &a.id) : BIGHT_OK;
    status = status == BIGHT_OK && c->molecule >= 0 ? integer_of(d, words[c->molecule], &a.molecule) : status;
    for (int32_t i = 0; i < 3 && status == BIGHT_OK; i++) {
        int64_t image = 0;
        status = bi_curve_number(d->list, words[c->at[i]], d->text.line, &x[i]);
        status = status == BIGHT_OK && c->image[0] >= 0 ? integer_of(d, words[c->image[i]], &image) : status;
        if (status == BIGHT_OK && (image < -MOST_IMAGES || image > MOST_IMAGES)) {
            status = fail(d, "an image farther than a million boxes away");
        }
        images[i] = (double)image;
    }
    if (status != BIGHT_OK) {
        return status;
    }
    a.at = c->scaled ? v3_add(d->box.low, bi_box_way(&d->box, x)) : v3(x[0], x[1], x[2]);
    a.at = v3_add(a.at, bi_box_way(&d->box, images));
    status = bi_reserve(d->list->allocator, &d->atoms, &d->capacity, (int64_t)d->count + 1, sizeof *d->atoms);
    if (status == BIGHT_OK) {
        d->atoms[d->count++] = a;
    }
    return status == BIGHT_OK ? status
                              : bi_fail(d->list->error, status, d->text.line, "no memory for so many atoms");
}

// ---- chains -------------------------------------------------------------------------------------------------

static int by_molecule(const void *one, const void *two)
{
    const atom *a = one, *b = two;
    if (a->molecule != b->molecule) {
        return a->molecule < b->molecule ? -1 : 1;
    }
    return a->id != b->id ? (a->id < b->id ? -1 : 1) : (a->line > b->line) - (a->line < b->line);
}

static bight_status add_chain(dump *d, const atom *atoms, int32_t count, bool wrapped, bool several)
{
    if (count < 2) {
        d->alone += count;
        return BIGHT_OK;
    }
    bight_status status = BIGHT_OK;
    bight_vec3 before = atoms[0].at;
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        if (i > 0 && atoms[i].id == atoms[i - 1].id) {
            return bi_fail(d->list->error, BIGHT_ERROR_PARSE, atoms[i].line,
                           "atom %lld stands in line %d, too", (long long)atoms[i].id,
                           (int)atoms[i - 1].line);
        }
        bool moved = false;
        before = wrapped ? bi_box_beside(&d->box, atoms[i].at, before, &moved) : atoms[i].at;
        d->joined += moved;
        status = bi_curve_add(d->list, before, atoms[i].line);
    }
    status = status == BIGHT_OK ? bi_curve_end(d->list, BI_ENDS_REPEATED, d->text.line) : status;
    if (status == BIGHT_OK) {
        char name[64];
        int length = several ? snprintf(name, sizeof name, "step%lld.mol%lld", (long long)d->step,
                                        (long long)atoms->molecule)
                             : snprintf(name, sizeof name, "step%lld", (long long)d->step);
        bi_curve_name_last(d->list, (bi_word){name, (size_t)length});
    }
    return status;
}

// Molecule 0 is that of atoms that are in none.
static bight_status add_chains(dump *d, const columns *c)
{
    int32_t first = 0, chains = 0;
    qsort(d->atoms, (size_t)d->count, sizeof *d->atoms, by_molecule);
    while (d->atoms[first].molecule == 0 && first < d->count - 1 && d->atoms[d->count - 1].molecule != 0) {
        first++;
    }
    d->alone += first;
    for (int32_t i = first; i < d->count; i++) {
        chains += i == first || d->atoms[i].molecule != d->atoms[i - 1].molecule;
    }
    bool wrapped = d->box.known && !d->box.tilted && !c->unwrapped && c->image[0] < 0;
    bight_status status = BIGHT_OK;
    for (int32_t i = first, end = first; i < d->count && status == BIGHT_OK; i = end) {
        while (end < d->count && d->atoms[end].molecule == d->atoms[i].molecule) {
            end++;
        }
        status = add_chain(d, d->atoms + i, end - i, wrapped, chains > 1);
    }
    return status;
}

static bight_status read_atoms(dump *d, bi_word head)
{
    columns c;
    bight_status status = find_columns(d, head, &c);
    d->count = 0;
    if (status == BIGHT_OK && (d->promised < 1 || d->promised > INT32_MAX)) {
        return bi_fail(d->list->error, BIGHT_ERROR_PARSE, d->text.line, "a frame of %lld atoms",
                       (long long)d->promised);
    }
    while (status == BIGHT_OK && d->count < d->promised) {
        status = read_atom(d, &c);
    }
    return status == BIGHT_OK ? add_chains(d, &c) : status;
}

// ---- frames -------------------------------------------------------------------------------------------------

static bight_status read_frames(dump *d)
{
    bi_word line, rest;
    bight_status status = BIGHT_OK;
    bool inside = false; // a frame whose atoms have not come
    bool other = false;  // lines of an item that is not read: units, times
    while (status == BIGHT_OK && bi_text_line(&d->text, &line)) {
        bool item = starts_with(line, "ITEM:");
        other = other && !item;
        if (is_item(line, "TIMESTEP", &rest)) {
            bi_curve_frame(d->list);
            status = read_integer(d, "the number of a time step", &d->step);
            d->promised = -1;
            d->box = (bi_periodic_box){0};
            inside = true;
        } else if (is_item(line, "NUMBER OF ATOMS", &rest)) {
            status = read_integer(d, "a number of atoms", &d->promised);
        } else if (is_item(line, "BOX BOUNDS", &rest)) {
            status = read_box(d, rest);
        } else if (is_item(line, "ATOMS", &rest)) {
            status = inside ? read_atoms(d, rest) : fail(d, "atoms without ITEM: TIMESTEP before them");
            inside = false;
        } else if (item) {
            other = true;
        } else if (!bi_line_is_blank(line) && !other) {
            status =
                fail(d, inside ? "a line that no item has" : "more atoms than ITEM: NUMBER OF ATOMS says");
        }
    }
    return status == BIGHT_OK && inside ? fail(d, "the file ends before the atoms of its last frame")
                                        : status;
}

bight_status bi_read_lammps(bi_curve_list *list, const char *bytes, size_t length,
                            const bight_read_options *options)
{
    (void)options;
    if (bi_lammps_data_look(bytes, length)) {
        return bi_read_lammps_data(list, bytes, length);
    }
    dump d = {.list = list, .text = {bytes, bytes + length, 0}};
    list->curves->frames = true;
    bight_status status = read_frames(&d);
    if (status == BIGHT_OK) {
        bi_curve_frames_end(list);
    }
    bi_free_array(list->allocator, d.atoms, (size_t)d.capacity, sizeof *d.atoms);
    if (status == BIGHT_OK && list->curves->curve_count == 0) {
        status =
            bi_fail(list->error, BIGHT_ERROR_PARSE, d.text.line, "no chain of two atoms or more in the file");
    }
    if (status == BIGHT_OK && d.joined > 0) {
        status = bi_curve_note(list, "%lld atoms put beside the one before, across periodic sides of the box",
                               (long long)d.joined);
    }
    if (status == BIGHT_OK && d.alone > 0) {
        status = bi_curve_note(list, "%lld atoms left out that are in no molecule of two or more",
                               (long long)d.alone);
    }
    return status == BIGHT_OK
               ? bi_curve_note(list, "a dump does not say which chains are rings: all are taken as open")
               : status;
}
