// SPDX-License-Identifier: MIT
// XYZ text. The grammar is in docs/formats.md; which of its two forms a file has, the first line tells.

#include "io/xyz_reader.h"

#include "core/error.h"

#include <string.h>

// Words of a row that are the last three and numbers.
static bool are_numbers(const bi_row *row, int32_t from)
{
    double value;
    bool good = row->count == from + 3;
    for (int32_t i = from; i < from + 3 && good; i++) {
        good = bi_row_number(row->words[i], &value);
    }
    return good;
}

// ---- plain ------------------------------------------------------------------------------------------

// The column in front must go up from line to line of a curve: a fourth column of data does not. Where
// the first point comes again, its number may come again as well: the curve is closed.
static bight_status check_index(bi_xyz_reader *reader, bi_word word, bight_vec3 point)
{
    int64_t index;
    bool good = bi_parse_integer(word, &index);
    int32_t count = bi_curve_points(reader->list);
    bool first = count == 0, again = false;
    if (good && count >= 3 && index == reader->first_index) {
        const bight_curves *curves = reader->list->curves;
        bight_vec3 start = curves->points[curves->point_count - count];
        again = point.x == start.x && point.y == start.y && point.z == start.z;
    }
    reader->first_index = first && good ? index : reader->first_index;
    if (!good || (!first && !again && index <= reader->index)) {
        return bi_fail(reader->list->error, BIGHT_ERROR_PARSE, reader->text.line,
                       "4 words, and the first, `%s`, does not count the points: write `x y z`",
                       bi_word_show(word).text);
    }
    bight_status status = BIGHT_OK;
    if (!first && !again && !reader->gap && index - 1 != reader->index) {
        reader->gap = true;
        status = bi_curve_note(
            reader->list,
            "column 1 leaves numbers out, first between %lld and %lld (line %d): points missing?",
            (long long)reader->index, (long long)index, (int)reader->text.line);
    }
    reader->index = index;
    return status;
}

static bight_status read_plain_point(bi_xyz_reader *reader, bi_word line)
{
    static const char *const shapes[] = {"x y z", "index x y z", "label x y z"};
    bi_row row = bi_row_split(line);
    bight_error *error = reader->list->error;
    int32_t skip = reader->front == BI_FRONT_NOTHING ? 0 : 1;
    if (row.count != 3 + skip) {
        return bi_xyz_wrong_count(reader, error, &row, shapes[reader->front]);
    }
    bight_vec3 point = {0, 0, 0};
    bight_status status = bi_xyz_numbers(reader, row.words + skip, &point, error);
    if (status == BIGHT_OK && reader->front == BI_FRONT_INDEX) {
        status = check_index(reader, row.words[0], point);
    }
    return status == BIGHT_OK ? bi_curve_add(reader->list, point, reader->text.line) : status;
}

// The next line with a meaning; the walk stays in front of it.
static bool find_row(bi_text *text, bi_word *line)
{
    bi_text ahead = *text;
    while (bi_text_line(&ahead, line)) {
        if (!bi_line_is_blank(*line) && !bi_row_is_comment(*line)) {
            return true;
        }
        *text = ahead;
    }
    *text = ahead;
    return false;
}

// A first line without a number, in front of a line that is a point, is a heading. One that names the columns in another order
// is an error, and so is one that could be a point with a mistake.
static bight_status skip_heading(bi_xyz_reader *reader)
{
    bi_word line, next;
    bi_text ahead = reader->text;
    if (!find_row(&ahead, &line)) {
        return BIGHT_OK;
    }
    bi_text_line(&ahead, &line);
    bi_text behind = ahead;
    bi_row row = bi_row_split(line), after = {.count = 0};
    if (find_row(&behind, &next)) {
        after = bi_row_split(next);
    }
    int32_t skip = after.count == 4 ? 1 : 0, names = 0, right = 0;
    double value;
    bool numbers = false;
    for (int32_t i = 0; i < row.count && i < BI_ROW_WORDS; i++) {
        bool axis = row.words[i].length == 1 && strchr("xyzXYZ", row.words[i].start[0]) != NULL;
        names += axis;
        right += axis && (row.words[i].start[0] | 0x20) == "xyz"[(i - skip + 3) % 3] && i >= skip;
        numbers = numbers || bi_row_number(row.words[i], &value);
    }
    if (numbers || row.count == 0 || !are_numbers(&after, skip) || bi_row_ends_component(&row)) {
        return BIGHT_OK;
    }
    if (names == 3 && right < 3) {
        return bi_fail(reader->list->error, BIGHT_ERROR_PARSE, ahead.line,
                       "the columns are named in another order than x y z: write them in this");
    }
    reader->text = ahead;
    return bi_curve_note(reader->list, "line %d is a heading, and left out", (int)ahead.line);
}

static bight_status find_front(bi_xyz_reader *reader)
{
    bi_word line;
    bi_text ahead = reader->text;
    bi_row row = {.count = 0};
    double value;
    if (find_row(&ahead, &line)) {
        row = bi_row_split(line);
    }
    if (row.count != 4 || bi_row_ends_component(&row)) {
        return BIGHT_OK;
    }
    reader->front =
        bi_row_number(row.words[0], &value) || !are_numbers(&row, 1) ? BI_FRONT_INDEX : BI_FRONT_LABEL;
    return bi_curve_note(reader->list, "columns 2, 3, 4 are x, y, z; column 1 %s",
                         reader->front == BI_FRONT_INDEX ? "counts the points" : "is a label");
}

static bight_status read_plain(bi_xyz_reader *reader)
{
    bi_word line;
    bight_status status = skip_heading(reader);
    status = status == BIGHT_OK ? find_front(reader) : status;
    while (status == BIGHT_OK && bi_text_line(&reader->text, &line)) {
        bool inside = bi_curve_points(reader->list) > 0;
        if (bi_row_is_comment(line)) {
            continue;
        }
        bi_row row = bi_row_split(line);
        if (row.count == 0 || bi_row_ends_component(&row)) {
            status = inside ? bi_xyz_end_curve(reader) : BIGHT_OK;
        } else {
            status = read_plain_point(reader, line);
        }
    }
    if (status == BIGHT_OK && bi_curve_points(reader->list) > 0) {
        return bi_xyz_end_curve(reader);
    }
    return status == BIGHT_OK && reader->list->curves->curve_count == 0
               ? bi_fail(reader->list->error, BIGHT_ERROR_PARSE, reader->text.line, "no points in the file")
               : status;
}

// ---- both -------------------------------------------------------------------------------------------

static bight_status read_any(bi_curve_list *list, const char *bytes, size_t length, bi_ends ends)
{
    bi_xyz_reader reader = {.list = list, .text = {bytes, bytes + length, 0}, .ends = ends};
    bi_word line;
    int64_t count;
    bi_text text = reader.text;
    if (!find_row(&text, &line)) {
        return bi_fail(list->error, BIGHT_ERROR_PARSE, text.line, "no points in the file");
    }
    list->curves->frames = bi_xyz_is_count(line, &count);
    bight_status status = list->curves->frames ? bi_xyz_frames(&reader) : read_plain(&reader);
    return status == BIGHT_OK && reader.moved > 0
               ? bi_curve_note(list,
                               "%lld points put beside the one before, across periodic sides of the box",
                               (long long)reader.moved)
               : status;
}

bight_status bi_read_xyz(bi_curve_list *list, const char *bytes, size_t length,
                         const bight_read_options *options)
{
    (void)options;
    return read_any(list, bytes, length, BI_ENDS_REPEATED);
}

bight_status bi_read_knotplot(bi_curve_list *list, const char *bytes, size_t length,
                              const bight_read_options *options)
{
    (void)options;
    const char magic[] = "KnotPlot 1.0";
    if (length >= sizeof magic - 1 && memcmp(bytes, magic, sizeof magic - 1) == 0) {
        return bi_fail(list->error, BIGHT_ERROR_PARSE, 1,
                       "this is KnotPlot's binary format: write text there with its command coords");
    }
    return read_any(list, bytes, length, BI_ENDS_CLOSED);
}
