// SPDX-License-Identifier: MIT
// XYZ text. The grammar is in docs/formats.md; which of its two forms a file has, the first line tells.

#include "io/curve_list.h"

#include "core/error.h"

#include <string.h>

typedef struct xyz_reader {
    bi_curve_list *list;
    bi_text text;
    bi_ends ends;  // of each curve
    bool indexed;  // plain lines start with a column that counts
    int64_t index; // its value on the last line of the curve
    int64_t first_index; // and on the first
    bool labelled; // said once that labels are left out
} xyz_reader;

// The words of a line, up to five: one more than any line of data has.
static int32_t split(bi_word line, bi_word words[5])
{
    int32_t count = 0;
    while (count < 5 && bi_word_next(&line, &words[count])) {
        count++;
    }
    return count;
}

static bight_status wrong_count(const xyz_reader *reader, bight_error *error, int32_t count,
                                const char *shape)
{
    return bi_fail(error, BIGHT_ERROR_PARSE, reader->text.line, "%s%d words instead of `%s`",
                   count == 5 ? "more than " : "", count == 5 ? 4 : count, shape);
}

static bight_status parse_numbers(const xyz_reader *reader, const bi_word words[3], bight_vec3 *point,
                                  bight_error *error)
{
    double *numbers[3] = {&point->x, &point->y, &point->z};
    for (int32_t i = 0; i < 3; i++) {
        if (!bi_parse_double(words[i], numbers[i])) {
            return bi_fail(error, BIGHT_ERROR_PARSE, reader->text.line,
                           "`%s` is not a number: write decimals like -1.5e-3", bi_word_show(words[i]).text);
        }
    }
    return BIGHT_OK;
}

static bool is_count(bi_word line, int64_t *count)
{
    bi_word words[5];
    return split(line, words) == 1 && bi_parse_integer(words[0], count);
}

static bight_status end_curve(xyz_reader *reader)
{
    return bi_curve_end(reader->list, reader->ends, reader->text.line);
}

// ---- plain ------------------------------------------------------------------------------------------

// The column in front must go up by one from line to line of a curve: a fourth column of data does not. Where
// the first point comes again, its number may come again as well: the curve is closed.
static bight_status check_index(xyz_reader *reader, bi_word word, bight_vec3 point)
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
    if (!good || (!first && !again && (reader->index == INT64_MAX || index != reader->index + 1))) {
        return bi_fail(reader->list->error, BIGHT_ERROR_PARSE, reader->text.line,
                       "4 words, and the first, `%s`, does not count the points: write `x y z`",
                       bi_word_show(word).text);
    }
    reader->index = index;
    return BIGHT_OK;
}

static bight_status read_plain_point(xyz_reader *reader, bi_word line)
{
    bi_word words[5];
    bight_error *error = reader->list->error;
    int32_t count = split(line, words), skip = reader->indexed ? 1 : 0;
    if (count != 3 + skip) {
        return wrong_count(reader, error, count, reader->indexed ? "index x y z" : "x y z");
    }
    bight_vec3 point = {0, 0, 0};
    bight_status status = parse_numbers(reader, words + skip, &point, error);
    if (status == BIGHT_OK && reader->indexed) {
        status = check_index(reader, words[0], point);
    }
    return status == BIGHT_OK ? bi_curve_add(reader->list, point, reader->text.line) : status;
}

static bight_status read_plain(xyz_reader *reader)
{
    bi_word line, words[5];
    bi_text ahead = reader->text;
    bight_status status = BIGHT_OK;
    reader->indexed = bi_find_line(&ahead, &line) && split(line, words) == 4;
    if (reader->indexed) {
        status = bi_curve_note(reader->list, "columns 2, 3, 4 are x, y, z; column 1 counts the points");
    }
    while (status == BIGHT_OK && bi_text_line(&reader->text, &line)) {
        bool inside = bi_curve_points(reader->list) > 0;
        if (bi_line_is_comment(line)) {
            continue;
        }
        if (bi_line_is_blank(line)) {
            status = inside ? end_curve(reader) : BIGHT_OK;
        } else {
            status = read_plain_point(reader, line);
        }
    }
    return status == BIGHT_OK && bi_curve_points(reader->list) > 0 ? end_curve(reader) : status;
}

// ---- counted ----------------------------------------------------------------------------------------

// `x y z` or `label x y z`. A NULL error only asks.
static bight_status parse_frame_point(const xyz_reader *reader, bi_word line, bool labels, bight_vec3 *point,
                                      bool *labelled, bight_error *error)
{
    bi_word words[5];
    int32_t count = split(line, words), skip = labels && count == 4 ? 1 : 0;
    if (count - skip != 3) {
        return wrong_count(reader, error, count, labels ? "[label] x y z" : "x y z");
    }
    *labelled = skip == 1;
    return parse_numbers(reader, words + skip, point, error);
}

static bight_status read_frame_point(xyz_reader *reader, int64_t read, int64_t count, int32_t count_line)
{
    bi_word line;
    bight_vec3 point;
    bool labelled;
    bight_error *error = reader->list->error;
    if (!bi_text_line(&reader->text, &line)) {
        return bi_fail(error, BIGHT_ERROR_PARSE, reader->text.line,
                       "the file ends after %lld of the %lld points that line %d promises", (long long)read,
                       (long long)count, count_line);
    }
    if (bi_line_is_blank(line)) {
        return bi_fail(error, BIGHT_ERROR_PARSE, reader->text.line,
                       "a blank line after %lld of the %lld points that line %d promises: correct the count",
                       (long long)read, (long long)count, count_line);
    }
    bight_status status = parse_frame_point(reader, line, true, &point, &labelled, error);
    if (status == BIGHT_OK && labelled && !reader->labelled) {
        reader->labelled = true;
        status = bi_curve_note(reader->list, "columns 2, 3, 4 are x, y, z; column 1 is a label");
    }
    return status == BIGHT_OK ? bi_curve_add(reader->list, point, reader->text.line) : status;
}

// Does another point follow, although the frame has all it asked for?
static bool goes_on(const xyz_reader *reader)
{
    bi_word next;
    bight_vec3 point;
    bool labelled;
    bi_text ahead = reader->text;
    return bi_find_line(&ahead, &next) &&
           parse_frame_point(reader, next, true, &point, &labelled, NULL) == BIGHT_OK;
}

// The points since the last curve, without their first.
static void forget_first(bi_curve_list *list)
{
    bight_curves *curves = list->curves;
    for (int32_t i = curves->point_count - bi_curve_points(list); i + 1 < curves->point_count; i++) {
        curves->points[i] = curves->points[i + 1];
    }
    curves->point_count--;
}

// One frame: count, comment, points. Some programs leave the comment out, and then the second line is a
// point already. It is taken for one when it reads as `x y z` and no further point follows the frame.
static bight_status read_frame(xyz_reader *reader, int64_t count)
{
    bi_word line;
    int32_t count_line = reader->text.line;
    bight_error *error = reader->list->error;
    if (count < 2) {
        return bi_fail(error, BIGHT_ERROR_PARSE, count_line, "a frame of %lld points: it needs at least 2",
                       (long long)count);
    }

    // the second line: a comment that may be a point
    bight_vec3 pending = {0, 0, 0};
    bool labelled, doubtful = bi_text_line(&reader->text, &line) &&
                              parse_frame_point(reader, line, false, &pending, &labelled, NULL) == BIGHT_OK;
    int64_t read = 0;
    bight_status status = BIGHT_OK;
    if (doubtful) {
        status = bi_curve_add(reader->list, pending, reader->text.line);
        read++;
    }

    while (status == BIGHT_OK) {
        if (read == count) {
            if (!doubtful || !goes_on(reader)) {
                break;
            }
            // what looked like the first point was the comment
            forget_first(reader->list);
            read--;
            doubtful = false;
        }
        status = read_frame_point(reader, read, count, count_line);
        read++;
    }
    return status == BIGHT_OK ? end_curve(reader) : status;
}

static bight_status read_frames(xyz_reader *reader)
{
    bi_word line;
    bight_status status = BIGHT_OK;
    while (status == BIGHT_OK && bi_find_line(&reader->text, &line)) {
        int64_t count;
        bi_text_line(&reader->text, &line);
        status = is_count(line, &count)
                     ? read_frame(reader, count)
                     : bi_fail(reader->list->error, BIGHT_ERROR_PARSE, reader->text.line,
                               "a frame starts with its number of points, this line with `%s`",
                               bi_word_show(line).text);
    }
    return status;
}

// ---- both -------------------------------------------------------------------------------------------

static bight_status read_any(bi_curve_list *list, const char *bytes, size_t length, bi_ends ends)
{
    xyz_reader reader = {.list = list, .text = {bytes, bytes + length, 0}, .ends = ends};
    bi_word line;
    int64_t count;
    bi_text text = reader.text;
    if (!bi_find_line(&text, &line)) {
        return bi_fail(list->error, BIGHT_ERROR_PARSE, text.line, "no points in the file");
    }
    list->curves->frames = is_count(line, &count);
    return list->curves->frames ? read_frames(&reader) : read_plain(&reader);
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
