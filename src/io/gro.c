// SPDX-License-Identifier: MIT
// GRO, GROMACS' coordinates as text: every frame. The grammar is in docs/formats.md.

#include "io/curve_list.h"
#include "io/periodic_box.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"

#include <stdio.h>
#include <string.h>

#define FIRST_COLUMN 20 // where the coordinates begin

typedef struct atom {
    bight_vec3 at;
    int32_t residue, line;
    bool alpha; // named CA, and no residue of calcium
} atom;

typedef struct gro_reader {
    bi_curve_list *list;
    bi_text text;
    atom *atoms; // (count) of the frame
    int32_t count, capacity, frame;
    bi_periodic_box box;
    int64_t moved;
    int32_t alone; // chains of one atom
    bool noted;
} gro_reader;

static bight_status fail(const gro_reader *r, const char *what)
{
    return bi_fail(r->list->error, BIGHT_ERROR_PARSE, r->text.line, "%s", what);
}

// A field of fixed width without the blanks at its ends.
static bi_word field(bi_word line, size_t from, size_t width)
{
    bi_word cut = {line.start, 0};
    if (from < line.length) {
        cut = (bi_word){line.start + from, line.length - from < width ? line.length - from : width};
    }
    while (cut.length > 0 && cut.start[0] == ' ') {
        cut.start++, cut.length--;
    }
    while (cut.length > 0 && cut.start[cut.length - 1] == ' ') {
        cut.length--;
    }
    return cut;
}

// Coordinates have as many digits as the file likes: the distance of the first two decimal points is their width.
static size_t width_of(bi_word line)
{
    size_t points[2] = {0, 0}, found = 0;
    for (size_t i = FIRST_COLUMN; i < line.length && found < 2; i++) {
        if (line.start[i] == '.') {
            points[found++] = i;
        }
    }
    return found == 2 ? points[1] - points[0] : 0;
}

static bight_status read_atom(gro_reader *r, int64_t promised)
{
    bi_word line;
    if (!bi_text_line(&r->text, &line)) {
        return bi_fail(r->list->error, BIGHT_ERROR_PARSE, r->text.line,
                       "the file ends after %d of %lld atoms", (int)r->count, (long long)promised);
    }
    atom a = {.line = r->text.line};
    int64_t residue;
    bi_word number = field(line, 0, 5), name = field(line, 10, 5), group = field(line, 5, 5);
    size_t width = width_of(line);
    if (!bi_parse_integer(number, &residue) || width < 3 || width > 40) {
        return bi_fail(r->list->error, BIGHT_ERROR_PARSE, r->text.line,
                       "no atom of GRO (%d of %lld are read): a residue's number in columns 1 to 5, "
                       "coordinates from column 21",
                       (int)r->count, (long long)promised);
    }
    a.residue = (int32_t)residue;
    a.alpha = bi_word_is(name, "CA") && !bi_word_is(group, "CA") && !bi_word_is(group, "CAL") &&
              !bi_word_is(group, "CA2+");
    double *at[3] = {&a.at.x, &a.at.y, &a.at.z};
    for (size_t i = 0; i < 3; i++) {
        bight_status status =
            bi_curve_number(r->list, field(line, FIRST_COLUMN + i * width, width), r->text.line, at[i]);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    bight_status status =
        bi_reserve(r->list->allocator, &r->atoms, &r->capacity, (int64_t)r->count + 1, sizeof *r->atoms);
    if (status != BIGHT_OK) {
        return bi_fail(r->list->error, status, r->text.line, "no memory for so many atoms");
    }
    r->atoms[r->count++] = a;
    return BIGHT_OK;
}

// Three numbers, or nine of which the last six are 0 for a box along the axes.
static bight_status read_box(gro_reader *r)
{
    bi_word line, word;
    double edges[9] = {0};
    int32_t count = 0;
    if (!bi_text_line(&r->text, &line)) {
        return fail(r, "the file ends where the box should follow");
    }
    for (; count < 9 && bi_word_next(&line, &word); count++) {
        bight_status status = bi_curve_number(r->list, word, r->text.line, &edges[count]);
        if (status != BIGHT_OK) {
            return status;
        }
    }
    if (count != 3 && count != 9) {
        return bi_fail(r->list->error, BIGHT_ERROR_PARSE, r->text.line, "a box of %d numbers: it has 3 or 9",
                       (int)count);
    }
    const double low[3] = {0, 0, 0}, tilt[3] = {0, 0, 0};
    bool along = true;
    for (int32_t i = 3; i < 9; i++) {
        along = along && edges[i] == 0.0;
    }
    r->box.known = bi_box_lay_out(&r->box, low, edges, tilt) && along;
    r->box.periodic[0] = r->box.periodic[1] = r->box.periodic[2] = r->box.known;
    return BIGHT_OK;
}

static bight_status add_chain(gro_reader *r, int32_t first, int32_t end, bool alphas, bool several)
{
    bight_status status = BIGHT_OK;
    bight_vec3 before = r->atoms[first].at;
    for (int32_t i = first; i < end && status == BIGHT_OK; i++) {
        const atom *a = &r->atoms[i];
        if (alphas && !a->alpha) {
            continue;
        }
        bool moved = false;
        bool inside = bi_curve_points(r->list) > 0;
        before = inside && r->box.known ? bi_box_beside(&r->box, a->at, before, &moved) : a->at;
        r->moved += moved;
        status = bi_curve_add(r->list, before, a->line);
    }
    if (status == BIGHT_OK && bi_curve_points(r->list) < 2) {
        r->alone++;
        bi_curve_drop(r->list);
        return status;
    }
    status = status == BIGHT_OK ? bi_curve_end(r->list, BI_ENDS_REPEATED, r->text.line) : status;
    if (status == BIGHT_OK) {
        char name[48];
        int length =
            several ? snprintf(name, sizeof name, "frame%d.%d", (int)r->frame, (int)r->atoms[first].residue)
                    : snprintf(name, sizeof name, "frame%d", (int)r->frame);
        bi_curve_name_last(r->list, (bi_word){name, (size_t)length});
    }
    return status;
}

// C-alpha atoms, which part into chains where the residues' numbers do not go up; without any, all atoms are one chain.
static bight_status add_chains(gro_reader *r)
{
    bool alphas = false, several = false;
    int32_t last = -1;
    for (int32_t i = 0; i < r->count; i++) {
        alphas = alphas || r->atoms[i].alpha;
    }
    for (int32_t i = 0; i < r->count && alphas; i++) {
        if (r->atoms[i].alpha) {
            several = several || (last >= 0 && r->atoms[i].residue <= r->atoms[last].residue);
            last = i;
        }
    }
    bight_status status = BIGHT_OK;
    if (!r->noted) {
        r->noted = true;
        status = alphas ? bi_curve_note(r->list, "C-alpha atoms make the chains; other atoms are left out")
                        : bi_curve_note(r->list,
                                        "no C-alpha atoms: all %d atoms of a frame are taken as one chain",
                                        (int)r->count);
    }
    int32_t first = 0;
    last = -1;
    for (int32_t i = 0; i < r->count && status == BIGHT_OK && several; i++) {
        if (r->atoms[i].alpha) {
            if (last >= 0 && r->atoms[i].residue <= r->atoms[last].residue) {
                status = add_chain(r, first, i, alphas, several);
                first = i;
            }
            last = i;
        }
    }
    return status == BIGHT_OK ? add_chain(r, first, r->count, alphas, several) : status;
}

static bight_status read_frame(gro_reader *r)
{
    bi_word line, word = {"", 0}, more;
    int64_t promised;
    r->frame++;
    bi_curve_frame(r->list);
    bi_text_line(&r->text, &line); // the title
    if (!bi_text_line(&r->text, &line) || !bi_word_next(&line, &word) || bi_word_next(&line, &more) ||
        !bi_parse_integer(word, &promised) || promised < 1 || promised > INT32_MAX) {
        return bi_fail(r->list->error, BIGHT_ERROR_PARSE, r->text.line,
                       "`%s` where the number of atoms should be", bi_word_show(word).text);
    }
    bight_status status = BIGHT_OK;
    r->count = 0;
    while (status == BIGHT_OK && r->count < promised) {
        status = read_atom(r, promised);
    }
    status = status == BIGHT_OK ? read_box(r) : status;
    return status == BIGHT_OK ? add_chains(r) : status;
}

bool bi_gro_look(const char *bytes, size_t length)
{
    bi_text text = {bytes, bytes + length, 0};
    bi_word line, word, more;
    int64_t number;
    bool good = bi_text_line(&text, &line) && bi_text_line(&text, &line) && bi_word_next(&line, &word) &&
                !bi_word_next(&line, &more) && bi_parse_integer(word, &number);
    return good && bi_text_line(&text, &line) && bi_parse_integer(field(line, 0, 5), &number) &&
           field(line, 5, 5).length > 0 && bi_parse_integer(field(line, 15, 5), &number) &&
           width_of(line) > 2;
}

bight_status bi_read_gro(bi_curve_list *list, const char *bytes, size_t length,
                         const bight_read_options *options)
{
    (void)options;
    gro_reader r = {.list = list, .text = {bytes, bytes + length, 0}};
    list->curves->frames = true;
    bight_status status = BIGHT_OK;
    for (bi_text ahead = r.text; status == BIGHT_OK; ahead = r.text) {
        bi_word line;
        bool more = false;
        while (!more && bi_text_line(&ahead, &line)) {
            more = !bi_line_is_blank(line);
        }
        if (!more) {
            break;
        }
        status = read_frame(&r);
    }
    bi_free_array(list->allocator, r.atoms, (size_t)r.capacity, sizeof *r.atoms);
    if (status == BIGHT_OK) {
        bi_curve_frames_end(list);
    }
    if (status == BIGHT_OK && r.alone > 0) {
        status = bi_curve_note(list, "%d chains of one atom left out", (int)r.alone);
    }
    if (status == BIGHT_OK && r.moved > 0) {
        status = bi_curve_note(list, "%lld atoms put beside the one before, across sides of the box",
                               (long long)r.moved);
    }
    if (status == BIGHT_OK && list->curves->curve_count == 0) {
        status = fail(&r, "no chain of two atoms or more in the file");
    }
    return status;
}
