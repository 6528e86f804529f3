// SPDX-License-Identifier: MIT
// Tables of points. Grammar in docs/formats.md.

#include "io/curve_list.h"

#include "core/error.h"

#include <string.h>

#define MOST_COLUMNS 256

typedef struct csv_reader {
    bi_curve_list *list;
    bi_text text;
    char separator;
    bool header;
    int32_t columns; // of every row
    int32_t axis[3]; // columns of x, y, z
    int64_t index;   // last value of the column that counts, when there is one
} csv_reader;

// The next field of a row, without blanks at its ends and without its quotes. False when no more.
static bool next_field(bi_word *row, char separator, bi_word *field)
{
    if (row->start == NULL) {
        return false;
    }
    const char *end = row->length > 0 ? memchr(row->start, separator, row->length) : NULL;
    size_t length = end == NULL ? row->length : (size_t)(end - row->start);
    *field = (bi_word){row->start, length};
    *row = end == NULL ? (bi_word){NULL, 0} : (bi_word){end + 1, row->length - length - 1};
    while (field->length > 0 && (*field->start == ' ' || *field->start == '\t')) {
        field->start++, field->length--;
    }
    while (field->length > 0 &&
           (field->start[field->length - 1] == ' ' || field->start[field->length - 1] == '\t')) {
        field->length--;
    }
    if (field->length >= 2 && field->start[0] == '"' && field->start[field->length - 1] == '"') {
        field->start++, field->length -= 2;
    }
    return true;
}

// A header's field names an axis when it is that letter, alone or with a unit after it: x, "Y", z (nm).
static int32_t axis_of(bi_word field)
{
    char c = field.length > 0 ? (char)(field.start[0] | 0x20) : '\0';
    char after = field.length > 1 ? field.start[1] : ' ';
    bool apart = after == ' ' || after == '(' || after == '[' || after == '/' || after == '_';
    return apart && c >= 'x' && c <= 'z' ? c - 'x' : -1;
}

static bight_status read_header(csv_reader *reader, bi_word row)
{
    bight_error *error = reader->list->error;
    bi_word field;
    for (int32_t i = 0; i < 3; i++) {
        reader->axis[i] = -1;
    }
    for (int32_t column = 0; next_field(&row, reader->separator, &field); column++) {
        int32_t axis = axis_of(field);
        if (axis >= 0 && reader->axis[axis] >= 0) {
            return bi_fail(error, BIGHT_ERROR_PARSE, reader->text.line,
                           "columns %d and %d are both called %c: rename one", reader->axis[axis] + 1,
                           column + 1, 'x' + axis);
        }
        if (axis >= 0) {
            reader->axis[axis] = column;
        }
    }
    for (int32_t i = 0; i < 3; i++) {
        if (reader->axis[i] < 0) {
            return bi_fail(error, BIGHT_ERROR_PARSE, reader->text.line,
                           "the header has no column %c: name the columns x, y and z", 'x' + i);
        }
    }
    return BIGHT_OK;
}

static bight_status read_row(csv_reader *reader, bi_word row)
{
    bight_error *error = reader->list->error;
    int32_t line = reader->text.line;
    bight_vec3 point = {0, 0, 0};
    double *numbers[3] = {&point.x, &point.y, &point.z};

    // x, y and z where the layout has them
    bi_word field;
    int32_t column = 0;
    bight_status status = BIGHT_OK;
    for (; next_field(&row, reader->separator, &field) && status == BIGHT_OK; column++) {
        for (int32_t i = 0; i < 3 && status == BIGHT_OK; i++) {
            status =
                column == reader->axis[i] ? bi_curve_number(reader->list, field, line, numbers[i]) : status;
        }
        if (reader->header || reader->columns == 3 || column > 0) {
            continue;
        }

        // of four columns without a header the first must count: i, i + 1, ...
        int64_t index;
        bool first = bi_curve_points(reader->list) == 0;
        if (!bi_parse_integer(field, &index) ||
            (!first && (reader->index == INT64_MAX || index != reader->index + 1))) {
            return bi_fail(error, BIGHT_ERROR_PARSE, line,
                           "column 1, `%s`, does not count the rows: name the columns in a header",
                           bi_word_show(field).text);
        }
        reader->index = index;
    }

    // all rows have as many columns as the first
    if (status == BIGHT_OK && column != reader->columns) {
        return bi_fail(error, BIGHT_ERROR_PARSE, line, "%d column%s, but %d before: make them the same",
                       column, column == 1 ? "" : "s", reader->columns);
    }
    return status == BIGHT_OK ? bi_curve_add(reader->list, point, line) : status;
}

// The first row decides the separator, the number of columns, and whether there is a header.
static bight_status look_at_first_row(csv_reader *reader, bi_word row)
{
    bool semicolon = memchr(row.start, ';', row.length) != NULL;
    bool comma = memchr(row.start, ',', row.length) != NULL;
    reader->separator = semicolon ? ';' : comma ? ',' : '\t';
    bi_word rest = row, field;
    double number;
    while (next_field(&rest, reader->separator, &field)) {
        reader->header = reader->header || !bi_parse_double(field, &number);
        reader->columns += reader->columns <= MOST_COLUMNS;
    }
    if (reader->columns > MOST_COLUMNS) {
        return bi_fail(reader->list->error, BIGHT_ERROR_PARSE, reader->text.line,
                       "more than %d columns: keep x, y and z", MOST_COLUMNS);
    }
    if (reader->header) {
        return read_header(reader, row);
    }
    if (reader->columns != 3 && reader->columns != 4) {
        return bi_fail(reader->list->error, BIGHT_ERROR_PARSE, reader->text.line,
                       "%d columns without a header: name the columns x, y and z", reader->columns);
    }
    for (int32_t i = 0; i < 3; i++) {
        reader->axis[i] = reader->columns - 3 + i;
    }
    return BIGHT_OK;
}

bight_status bi_read_csv(bi_curve_list *list, const char *bytes, size_t length,
                         const bight_read_options *options)
{
    (void)options;
    csv_reader reader = {.list = list, .text = {bytes, bytes + length, 0}};
    bi_word row;
    bool started = false;
    bight_status status = BIGHT_OK;

    // a blank line ends a curve; the first row decides the layout of all
    while (status == BIGHT_OK && bi_text_line(&reader.text, &row)) {
        if (bi_line_is_comment(row)) {
            continue;
        }
        if (bi_line_is_blank(row)) {
            bool inside = bi_curve_points(list) > 0;
            status = inside ? bi_curve_end(list, BI_ENDS_REPEATED, reader.text.line) : BIGHT_OK;
            continue;
        }
        bool first = !started;
        if (first) {
            started = true;
            status = look_at_first_row(&reader, row);
        }
        if (status == BIGHT_OK && !(first && reader.header)) {
            status = read_row(&reader, row);
        }
    }

    // the last curve ends with the file; a file without points is refused here
    if (status == BIGHT_OK && (bi_curve_points(list) > 0 || list->curves->curve_count == 0)) {
        status = bi_curve_end(list, BI_ENDS_REPEATED, reader.text.line);
    }
    if (status != BIGHT_OK) {
        return status;
    }

    // which columns were taken may be a guess, so it is noted
    const int32_t *axis = reader.axis;
    bool counts = !reader.header && reader.columns == 4;
    return bi_curve_note(list, "columns %d, %d, %d are x, y, z%s", axis[0] + 1, axis[1] + 1, axis[2] + 1,
                         counts ? "; column 1 counts the rows" : "");
}
