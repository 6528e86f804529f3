// SPDX-License-Identifier: MIT
// Counted XYZ: frames of a count, a comment and points.

#include "io/xyz_reader.h"

#include "core/error.h"

// `x y z` or `label x y z`, further columns where a label stands in front or the comment names them. A NULL error only asks.
static bight_status parse_frame_point(const bi_xyz_reader *reader, bi_word line, bool labels,
                                      bight_vec3 *point, int32_t *skip, bight_error *error)
{
    bi_row row = bi_row_split(line);
    double value;
    if (labels && reader->columns.count > 0) {
        *skip = reader->columns.at;
        return row.count == reader->columns.count ? bi_xyz_numbers(reader, row.words + *skip, point, error)
                                                  : bi_fail(error, BIGHT_ERROR_PARSE, reader->text.line,
                                                            "%d words, and Properties has %d columns",
                                                            (int)row.count, (int)reader->columns.count);
    }
    bool labelled = labels && row.count > 3 && row.count <= BI_ROW_WORDS &&
                    (row.count == 4 || !bi_row_number(row.words[0], &value));
    *skip = labelled ? 1 : 0;
    if (row.count != 3 && !labelled) {
        return bi_xyz_wrong_count(reader, error, &row, labels ? "[label] x y z" : "x y z");
    }
    return bi_xyz_numbers(reader, row.words + *skip, point, error);
}

// Says once which columns are read. row: the first point's.
static bight_status note_columns(bi_xyz_reader *reader, bi_word line, int32_t skip)
{
    bi_row row = bi_row_split(line);
    bool labelled = skip == 1 && reader->columns.count == 0;
    if (labelled && !reader->labelled) {
        reader->labelled = true;
        bight_status status = bi_curve_note(reader->list, "columns 2, 3, 4 are x, y, z; column 1 is a label");
        if (status != BIGHT_OK) {
            return status;
        }
    }
    if (labelled && row.count > 4 && !reader->cut) {
        reader->cut = true;
        return bi_curve_note(reader->list, "columns from the 5th on are left out");
    }
    return BIGHT_OK;
}

static bight_status add_frame_point(bi_xyz_reader *reader, bight_vec3 point)
{
    const bight_curves *curves = reader->list->curves;
    if (reader->columns.box.known && bi_curve_points(reader->list) > 0) {
        bool moved;
        point = bi_box_beside(&reader->columns.box, point, curves->points[curves->point_count - 1], &moved);
        reader->moved += moved;
    }
    return bi_curve_add(reader->list, point, reader->text.line);
}

static bight_status read_frame_point(bi_xyz_reader *reader, int64_t read, int64_t count, int32_t count_line)
{
    bi_word line;
    bight_vec3 point = {0, 0, 0};
    int32_t skip;
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
    bight_status status = parse_frame_point(reader, line, true, &point, &skip, error);
    status = status == BIGHT_OK ? note_columns(reader, line, skip) : status;
    return status == BIGHT_OK ? add_frame_point(reader, point) : status;
}

// Does another point follow, although the frame has all it asked for?
static bool goes_on(const bi_xyz_reader *reader)
{
    bi_word next;
    bight_vec3 point;
    int32_t skip;
    bi_text ahead = reader->text;
    return bi_find_line(&ahead, &next) &&
           parse_frame_point(reader, next, true, &point, &skip, NULL) == BIGHT_OK;
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
static bight_status read_frame(bi_xyz_reader *reader, int64_t count)
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
    int32_t skip;
    bool has_comment = bi_text_line(&reader->text, &line);
    reader->columns = (bi_xyz_columns){.count = 0};
    bool doubtful = has_comment && parse_frame_point(reader, line, false, &pending, &skip, NULL) == BIGHT_OK;
    int64_t read = 0;
    bight_status status =
        has_comment ? bi_xyz_read_columns(reader->list, line, reader->text.line, &reader->columns) : BIGHT_OK;
    if (status == BIGHT_OK && doubtful) {
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
    return status == BIGHT_OK ? bi_xyz_end_curve(reader) : status;
}

bight_status bi_xyz_frames(bi_xyz_reader *reader)
{
    bi_word line;
    bight_status status = BIGHT_OK;
    while (status == BIGHT_OK && bi_find_line(&reader->text, &line)) {
        int64_t count;
        bi_text_line(&reader->text, &line);
        bi_curve_frame(reader->list);
        status = bi_xyz_is_count(line, &count)
                     ? read_frame(reader, count)
                     : bi_fail(reader->list->error, BIGHT_ERROR_PARSE, reader->text.line,
                               "a frame starts with its number of points, this line with `%s`",
                               bi_word_show(line).text);
    }
    if (status == BIGHT_OK) {
        bi_curve_frames_end(reader->list);
    }
    return status;
}
