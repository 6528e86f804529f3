// SPDX-License-Identifier: MIT
// XYZ text. The grammar is in docs/formats.md; which of its two forms a file has, the first line tells.

#include "bight/io.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "io/text.h"

typedef struct xyz_reader {
    const bight_allocator *allocator;
    bi_text text;
    bight_curves *curves;
    bight_error *error;
} xyz_reader;

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
    bi_free_array(allocator, curves->points, (size_t)curves->point_capacity, sizeof *curves->points);
    bi_free_array(allocator, curves->starts, (size_t)curves->curve_capacity + 1, sizeof *curves->starts);
    bi_free_array(allocator, curves->closed, (size_t)curves->curve_capacity, sizeof *curves->closed);
    *curves = (bight_curves){0};
}

// Both arrays of curves grow together; the old one is kept until its successor is filled.
static bight_status grow_curves(const bight_allocator *allocator, bight_curves *curves)
{
    int32_t capacity = curves->curve_capacity;
    if (curves->curve_count < capacity) {
        return BIGHT_OK;
    }
    if (capacity > INT32_MAX / 4) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    int32_t wanted = capacity < 8 ? 8 : 2 * capacity;
    int32_t *starts = bi_new_array(allocator, (size_t)wanted + 1, sizeof *starts);
    bool *closed = bi_new_array(allocator, (size_t)wanted, sizeof *closed);
    if (starts == NULL || closed == NULL) {
        bi_free_array(allocator, starts, (size_t)wanted + 1, sizeof *starts);
        bi_free_array(allocator, closed, (size_t)wanted, sizeof *closed);
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; i < curves->curve_count; i++) {
        starts[i + 1] = curves->starts[i + 1];
        closed[i] = curves->closed[i];
    }
    bi_free_array(allocator, curves->starts, (size_t)capacity + 1, sizeof *curves->starts);
    bi_free_array(allocator, curves->closed, (size_t)capacity, sizeof *curves->closed);
    curves->starts = starts;
    curves->closed = closed;
    curves->curve_capacity = wanted;
    return BIGHT_OK;
}

static bight_status add_point(xyz_reader *reader, bight_vec3 point)
{
    bight_curves *curves = reader->curves;
    bight_status status = bi_reserve(reader->allocator, &curves->points, &curves->point_capacity,
                                     (int64_t)curves->point_count + 1, sizeof *curves->points);
    if (status != BIGHT_OK) {
        return bi_fail(reader->error, status, reader->text.line, "%d points fill the memory there is",
                       curves->point_count);
    }
    curves->points[curves->point_count++] = point;
    return BIGHT_OK;
}

// All points since the last curve are a curve. One that ends where it began is closed.
static bight_status end_curve(xyz_reader *reader)
{
    bight_curves *curves = reader->curves;
    int32_t start = curves->curve_count == 0 ? 0 : curves->starts[curves->curve_count];
    int32_t count = curves->point_count - start;
    if (count < 2) {
        return bi_fail(reader->error, BIGHT_ERROR_PARSE, reader->text.line,
                       "a curve of %d points: it needs at least 2", count);
    }
    bight_status status = grow_curves(reader->allocator, curves);
    if (status != BIGHT_OK) {
        return bi_fail(reader->error, status, reader->text.line, "%d curves fill the memory there is",
                       curves->curve_count);
    }
    bight_vec3 first = curves->points[start], last = curves->points[curves->point_count - 1];
    bool closed = count >= 4 && first.x == last.x && first.y == last.y && first.z == last.z;
    curves->point_count -= closed;
    curves->closed[curves->curve_count++] = closed;
    curves->starts[curves->curve_count] = curves->point_count;
    return BIGHT_OK;
}

// The words of a line, up to five: one more than any line of data has.
static int32_t split(bi_word line, bi_word words[5])
{
    int32_t count = 0;
    while (count < 5 && bi_word_next(&line, &words[count])) {
        count++;
    }
    return count;
}

// `x y z`, or `label x y z` where labels are allowed. `quiet` only asks.
static bool parse_point(xyz_reader *reader, bi_word line, bool labels, bool quiet, bight_vec3 *point)
{
    bi_word words[5];
    int32_t count = split(line, words), skip = labels && count == 4 ? 1 : 0;
    bight_error *error = quiet ? NULL : reader->error;
    if (count - skip != 3) {
        bi_fail(error, BIGHT_ERROR_PARSE, reader->text.line, "%s%d words instead of `%sx y z`",
                count == 5 ? "more than " : "", count == 5 ? 4 : count, labels ? "[label] " : "");
        return false;
    }
    double *numbers[3] = {&point->x, &point->y, &point->z};
    for (int32_t i = 0; i < 3; i++) {
        if (!bi_parse_double(words[skip + i], numbers[i])) {
            bi_fail(error, BIGHT_ERROR_PARSE, reader->text.line,
                    "`%s` is not a number: write decimals like -1.5e-3", bi_word_show(words[skip + i]).text);
            return false;
        }
    }
    return true;
}

static bool is_empty(bi_word line)
{
    bi_word word;
    return !bi_word_next(&line, &word);
}

static bool is_comment(bi_word line)
{
    bi_word word;
    return bi_word_next(&line, &word) && word.start[0] == '#';
}

static bool is_count(bi_word line, int64_t *count)
{
    bi_word words[5];
    return split(line, words) == 1 && bi_parse_integer(words[0], count);
}

// Move to the next line that is neither blank nor a comment; the walk stays in front of it.
static bool find_line(bi_text *text, bi_word *line)
{
    bi_text ahead = *text;
    while (bi_text_line(&ahead, line)) {
        if (!is_empty(*line) && !is_comment(*line)) {
            return true;
        }
        *text = ahead;
    }
    return false;
}

static bight_status read_plain(xyz_reader *reader)
{
    bi_word line;
    bool inside = false;
    bight_status status = BIGHT_OK;
    while (status == BIGHT_OK && bi_text_line(&reader->text, &line)) {
        bight_vec3 point;
        if (is_comment(line)) {
            continue;
        }
        if (is_empty(line)) {
            status = inside ? end_curve(reader) : BIGHT_OK;
            inside = false;
        } else {
            bool good = parse_point(reader, line, false, false, &point);
            status = good ? add_point(reader, point) : BIGHT_ERROR_PARSE;
            inside = true;
        }
    }
    return status == BIGHT_OK && inside ? end_curve(reader) : status;
}

// One frame: count, comment, points. Some programs leave the comment out, and then the second line is a
// point already. It is taken for one when it reads as `x y z` and no further point follows the frame.
static bight_status read_frame(xyz_reader *reader, int64_t count)
{
    bi_word line, next;
    int32_t count_line = reader->text.line;

    // each point takes six bytes at least ("0 0 0" and a line end, but for the last)
    int64_t most = (int64_t)(reader->text.end - reader->text.at) / 6 + 1;
    if (count < 2 || count > most) {
        return bi_fail(reader->error, BIGHT_ERROR_PARSE, count_line,
                       count < 2 ? "a frame of %lld points: it needs at least 2"
                                 : "a frame of %lld points, but the file ends before that",
                       (long long)count);
    }
    bight_vec3 point, pending = {0, 0, 0};
    bool doubtful = bi_text_line(&reader->text, &line) && parse_point(reader, line, false, true, &pending);
    int64_t read = 0;
    bight_status status = BIGHT_OK;
    if (doubtful) {
        status = add_point(reader, pending);
        read++;
    }
    int32_t start = reader->curves->point_count - (int32_t)read;
    while (status == BIGHT_OK) {
        if (read == count) {
            bi_text ahead = reader->text;
            bool more = doubtful && find_line(&ahead, &next) && parse_point(reader, next, true, true, &point);
            if (!more) {
                break;
            }
            // the frame goes on: what looked like its first point was the comment
            for (int32_t i = start; i + 1 < reader->curves->point_count; i++) {
                reader->curves->points[i] = reader->curves->points[i + 1];
            }
            reader->curves->point_count--;
            read--;
            doubtful = false;
        }
        if (!bi_text_line(&reader->text, &line)) {
            return bi_fail(reader->error, BIGHT_ERROR_PARSE, reader->text.line,
                           "the file ends after %lld of the %lld points that line %d promises",
                           (long long)read, (long long)count, count_line);
        }
        bool good = parse_point(reader, line, true, false, &point);
        status = good ? add_point(reader, point) : BIGHT_ERROR_PARSE;
        read++;
    }
    return status == BIGHT_OK ? end_curve(reader) : status;
}

static bight_status read_frames(xyz_reader *reader)
{
    bi_word line;
    bight_status status = BIGHT_OK;
    while (status == BIGHT_OK && find_line(&reader->text, &line)) {
        int64_t count;
        bi_text_line(&reader->text, &line);
        status = is_count(line, &count)
                     ? read_frame(reader, count)
                     : bi_fail(reader->error, BIGHT_ERROR_PARSE, reader->text.line,
                               "a frame starts with its number of points, this line with `%s`",
                               bi_word_show(line).text);
    }
    return status;
}

bight_status bight_read_xyz(const bight_env *env, const void *bytes, size_t length, bight_curves *curves,
                            bight_error *error)
{
    *curves = (bight_curves){0};
    const char *start = length == 0 ? "" : bytes;
    xyz_reader reader = {env == NULL ? NULL : &env->allocator, {start, start + length, 0}, curves, error};
    bi_word line;
    int64_t count;
    bi_text text = reader.text;
    if (!find_line(&text, &line)) {
        return bi_fail(error, BIGHT_ERROR_PARSE, text.line, "no points in the file");
    }
    curves->frames = is_count(line, &count);
    bight_status status = curves->frames ? read_frames(&reader) : read_plain(&reader);
    if (status != BIGHT_OK) {
        bight_curves_free(reader.allocator, curves);
    }
    return status;
}

// ---- writing ---------------------------------------------------------------------------------------------

static bight_status write_point(const bight_allocator *allocator, bight_vec3 point, bight_bytes *bytes)
{
    const double numbers[3] = {point.x, point.y, point.z};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < 3 && status == BIGHT_OK; i++) {
        status = bi_bytes_number(allocator, bytes, numbers[i], 17);
        status = status == BIGHT_OK ? bi_bytes_append(allocator, bytes, i < 2 ? " " : "\n", 1) : status;
    }
    return status;
}

static bight_status write_curve(const bight_allocator *allocator, const bight_curve *curve, bi_word comment,
                                bight_bytes *bytes)
{
    int64_t count = (int64_t)curve->count + curve->closed;
    bight_status status = bi_bytes_print(allocator, bytes, "%lld\n", (long long)count);
    status = status == BIGHT_OK ? bi_bytes_append(allocator, bytes, comment.start, comment.length) : status;
    status = status == BIGHT_OK ? bi_bytes_append(allocator, bytes, "\n", 1) : status;
    for (int64_t i = 0; i < count && status == BIGHT_OK; i++) {
        status = write_point(allocator, curve->points[i == curve->count ? 0 : i], bytes);
    }
    return status;
}

bight_status bight_write_xyz(const bight_env *env, const bight_curve *curves, int32_t count,
                             const char *comment, bight_bytes *bytes, bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    *bytes = (bight_bytes){0};
    if (curves == NULL || count < 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "no curves to write");
    }
    bi_word line = {comment == NULL ? "" : comment, 0};
    while ((unsigned char)line.start[line.length] >= ' ') {
        line.length++;
    }
    for (int32_t i = 0; i < count; i++) {
        if (curves[i].points == NULL || curves[i].count < (curves[i].closed ? 3 : 2)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "curve %d has %d points: too few", i + 1,
                           curves[i].count);
        }
        for (int32_t k = 0; k < curves[i].count; k++) {
            if (!v3_is_finite(curves[i].points[k])) {
                return bi_fail(error, BIGHT_ERROR_INVALID, 0, "curve %d, point %d is not finite", i + 1,
                               k + 1);
            }
        }
    }
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        status = write_curve(allocator, &curves[i], line, bytes);
    }
    if (status != BIGHT_OK) {
        bight_bytes_free(allocator, bytes);
        return bi_fail(error, status, 0, "no memory to write %d curves", count);
    }
    return BIGHT_OK;
}
