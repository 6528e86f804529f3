// SPDX-License-Identifier: MIT

#include "io/curve_list.h"
#include "io/select.h"

#include "core/assert.h"
#include "core/error.h"
#include "core/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bight_curve bight_curves_at(const bight_curves *curves, int32_t i)
{
    int32_t start = curves->starts[i], count = curves->starts[i + 1] - start;
    return (bight_curve){curves->points + start, count, curves->closed[i]};
}

void bight_curves_free(const bight_allocator *allocator, bight_curves *curves)
{
    if (curves == NULL) {
        return;
    }
    size_t capacity = (size_t)curves->curve_capacity;
    bi_free_array(allocator, curves->points, (size_t)curves->point_capacity, sizeof *curves->points);
    bi_free_array(allocator, curves->bonds, (size_t)curves->bond_capacity, sizeof *curves->bonds);
    bi_free_array(allocator, curves->numbers, (size_t)curves->number_capacity, sizeof *curves->numbers);
    bi_free_array(allocator, curves->starts, capacity + 1, sizeof *curves->starts);
    bi_free_array(allocator, curves->closed, capacity, sizeof *curves->closed);
    bi_free_array(allocator, curves->names, capacity, sizeof *curves->names);
    bi_free_array(allocator, curves->frame_of, capacity, sizeof *curves->frame_of);
    bight_bytes_free(allocator, &curves->notes);
    *curves = (bight_curves){0};
}

// The arrays of curves grow together; the old ones are kept until their successors are filled.
static bight_status grow_curves(const bight_allocator *allocator, bight_curves *curves)
{
    int32_t capacity = curves->curve_capacity, count = curves->curve_count;
    if (count < capacity) {
        return BIGHT_OK;
    }
    if (capacity > INT32_MAX / 4) {
        return BIGHT_ERROR_TOO_LARGE;
    }

    // twice the room, so that n curves cost O(n) copies
    int32_t wanted = capacity < 8 ? 8 : 2 * capacity;
    bight_curves grown = {.curve_capacity = wanted};
    grown.starts = bi_new_array(allocator, (size_t)wanted + 1, sizeof *grown.starts);
    grown.closed = bi_new_array(allocator, (size_t)wanted, sizeof *grown.closed);
    grown.names = bi_new_array(allocator, (size_t)wanted, sizeof *grown.names);
    grown.frame_of = bi_new_array(allocator, (size_t)wanted, sizeof *grown.frame_of);
    if (grown.starts == NULL || grown.closed == NULL || grown.names == NULL || grown.frame_of == NULL) {
        bight_curves_free(allocator, &grown);
        return BIGHT_ERROR_NO_MEMORY;
    }

    // `starts` has one entry more than there are curves
    if (count > 0) {
        memcpy(grown.starts, curves->starts, ((size_t)count + 1) * sizeof *grown.starts);
        memcpy(grown.closed, curves->closed, (size_t)count * sizeof *grown.closed);
        memcpy(grown.names, curves->names, (size_t)count * sizeof *grown.names);
        memcpy(grown.frame_of, curves->frame_of, (size_t)count * sizeof *grown.frame_of);
    }

    bi_free_array(allocator, curves->starts, (size_t)capacity + 1, sizeof *curves->starts);
    bi_free_array(allocator, curves->closed, (size_t)capacity, sizeof *curves->closed);
    bi_free_array(allocator, curves->names, (size_t)capacity, sizeof *curves->names);
    bi_free_array(allocator, curves->frame_of, (size_t)capacity, sizeof *curves->frame_of);
    curves->starts = grown.starts;
    curves->closed = grown.closed;
    curves->names = grown.names;
    curves->frame_of = grown.frame_of;
    curves->curve_capacity = wanted;
    return BIGHT_OK;
}

static int32_t first_point(const bight_curves *curves)
{
    return curves->curve_count == 0 ? 0 : curves->starts[curves->curve_count];
}

int32_t bi_curve_points(const bi_curve_list *list)
{
    return list->curves->point_count - first_point(list->curves);
}

bight_status bi_curve_add(bi_curve_list *list, bight_vec3 point, int32_t line)
{
    bight_curves *curves = list->curves;
    bight_status status = bi_reserve(list->allocator, &curves->points, &curves->point_capacity,
                                     (int64_t)curves->point_count + 1, sizeof *curves->points);
    if (status != BIGHT_OK) {
        return bi_fail(list->error, status, line, "%d points fill the memory there is", curves->point_count);
    }
    curves->points[curves->point_count++] = point;
    return BIGHT_OK;
}

bight_status bi_curve_number_last(bi_curve_list *list, bi_word word, int32_t line)
{
    bight_curves *curves = list->curves;
    bight_status status = bi_reserve(list->allocator, &curves->numbers, &curves->number_capacity,
                                     curves->point_count, sizeof *curves->numbers);
    if (status != BIGHT_OK) {
        return bi_fail(list->error, status, line, "%d points fill the memory there is", curves->point_count);
    }
    int64_t number = 0;
    bool found = bi_residue_number(word, &number);
    bool first = bi_curve_points(list) == 1;
    int32_t before = first ? 0 : curves->numbers[curves->point_count - 2];
    bool fits = found && number >= -999999999 && number <= 999999999;
    curves->numbers[curves->point_count - 1] = fits ? (int32_t)number : before + 1;
    return BIGHT_OK;
}

bight_status bi_curve_end(bi_curve_list *list, bi_ends ends, int32_t line)
{
    bight_curves *curves = list->curves;
    int32_t start = first_point(curves), count = bi_curve_points(list);
    bool repeats = false;
    if (ends != BI_ENDS_OPEN && count >= 4) {
        bight_vec3 first = curves->points[start], last = curves->points[curves->point_count - 1];
        repeats = first.x == last.x && first.y == last.y && first.z == last.z;
    }
    bool closed = repeats || ends == BI_ENDS_CLOSED;
    int32_t needed = closed ? 3 : 2;
    if (count < needed) {
        return bi_fail(list->error, BIGHT_ERROR_PARSE, line, "a %scurve of %d point%s: it needs at least %d",
                       closed ? "closed " : "", count, count == 1 ? "" : "s", needed);
    }
    bight_status status = grow_curves(list->allocator, curves);
    if (status != BIGHT_OK) {
        return bi_fail(list->error, status, line, "%d curves fill the memory there is", curves->curve_count);
    }
    curves->point_count -= repeats;
    curves->closed[curves->curve_count] = closed;
    curves->names[curves->curve_count].text[0] = '\0';
    curves->frame_of[curves->curve_count] = curves->frame;
    curves->curve_count++;
    curves->starts[curves->curve_count] = curves->point_count;
    return BIGHT_OK;
}

void bi_curve_frame(bi_curve_list *list)
{
    list->curves->frame++;
    list->in_frame = true;
}

void bi_curve_frame_all(bi_curve_list *list)
{
    for (int32_t i = 0; i < list->curves->curve_count; i++) {
        list->curves->frame_of[i] = list->curves->frame;
    }
}

void bi_curve_frames_end(bi_curve_list *list)
{
    list->in_frame = false;
}

void bi_curve_drop(bi_curve_list *list)
{
    list->curves->point_count = first_point(list->curves);
}

static void write_name(bight_curve_name *to, bi_word name)
{
    char *text = to->text;
    size_t most = sizeof to->text - 1, length = name.length < most ? name.length : most;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)name.start[i];
        text[i] = c > ' ' && c < 0x7f ? name.start[i] : '?';
    }
    text[length] = '\0';
}

void bi_curve_name_last(bi_curve_list *list, bi_word name)
{
    write_name(&list->curves->names[list->curves->curve_count - 1], name);
}

bight_status bi_curve_end_frame(bi_curve_list *list, int32_t frame)
{
    bight_status status = bi_curve_end(list, BI_ENDS_REPEATED, 0);
    if (status == BIGHT_OK) {
        char name[24];
        int length = snprintf(name, sizeof name, "frame%d", (int)frame);
        bi_curve_name_last(list, (bi_word){name, (size_t)length});
    }
    return status;
}

bight_status bi_curve_bond(bi_curve_list *list, const bi_word chains[2], const bi_word residues[2])
{
    bight_curves *curves = list->curves;
    bight_bond bond;
    for (int32_t k = 0; k < 2; k++) {
        int64_t number;
        if (!bi_residue_number(residues[k], &number) || number < -999999999 || number > 999999999) {
            return BIGHT_OK;
        }
        bond.residues[k] = (int32_t)number;
        write_name(&bond.chains[k], bi_line_is_blank(chains[k]) ? (bi_word){"-", 1} : chains[k]);
    }
    bight_status status = bi_reserve(list->allocator, &curves->bonds, &curves->bond_capacity,
                                     (int64_t)curves->bond_count + 1, sizeof *curves->bonds);
    if (status != BIGHT_OK) {
        return bi_fail(list->error, status, 0, "no memory for a bond");
    }
    curves->bonds[curves->bond_count++] = bond;
    return BIGHT_OK;
}

bool bight_curves_bond(const bight_curves *curves, int32_t which, int32_t *curve, int32_t ends[2])
{
    const bight_bond *bond = &curves->bonds[which];
    for (int32_t i = 0; i < curves->curve_count && curves->numbers != NULL; i++) {
        int32_t found[2] = {-1, -1};
        for (int32_t k = 0; k < 2; k++) {
            bool here = strcmp(curves->names[i].text, bond->chains[k].text) == 0;
            for (int32_t p = curves->starts[i]; here && p < curves->starts[i + 1] && found[k] < 0; p++) {
                found[k] = curves->numbers[p] == bond->residues[k] ? p - curves->starts[i] : -1;
            }
        }
        if (found[0] >= 0 && found[1] >= 0) {
            *curve = i;
            ends[0] = found[0] < found[1] ? found[0] : found[1];
            ends[1] = found[0] < found[1] ? found[1] : found[0];
            return ends[1] - ends[0] >= 2;
        }
    }
    return false;
}

bight_status bi_curve_note(bi_curve_list *list, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    bight_status status = bi_bytes_print(list->allocator, &list->curves->notes, "%.254s\n", text);
    return status == BIGHT_OK ? status : bi_fail(list->error, status, 0, "no memory for a note");
}

bight_status bi_curve_number(bi_curve_list *list, bi_word word, int32_t line, double *number)
{
    BI_ASSERT(number != NULL);
    if (bi_parse_double(word, number)) {
        return BIGHT_OK;
    }
    return bi_fail(list->error, BIGHT_ERROR_PARSE, line, "`%s` is not a number: write decimals like -1.5e-3",
                   bi_word_show(word).text);
}

bool bi_line_is_blank(bi_word line)
{
    bi_word word;
    return !bi_word_next(&line, &word);
}

bool bi_line_is_comment(bi_word line)
{
    bi_word word;
    return bi_word_next(&line, &word) && word.start[0] == '#';
}

bool bi_find_line(bi_text *text, bi_word *line)
{
    bi_text ahead = *text;
    while (bi_text_line(&ahead, line)) {
        if (!bi_line_is_blank(*line) && !bi_line_is_comment(*line)) {
            return true;
        }
        *text = ahead;
    }
    return false;
}
