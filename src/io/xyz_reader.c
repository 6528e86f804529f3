// SPDX-License-Identifier: MIT

#include "io/xyz_reader.h"

#include "core/error.h"

bight_status bi_xyz_wrong_count(const bi_xyz_reader *reader, bight_error *error, const bi_row *row,
                                const char *shape)
{
    for (int32_t i = 0; i < row->count && i < BI_ROW_WORDS; i++) {
        if (bi_row_is_jammed(row->words[i])) {
            return bi_fail(error, BIGHT_ERROR_PARSE, reader->text.line,
                           "`%s`: numbers run together: write blanks between them",
                           bi_word_show(row->words[i]).text);
        }
    }
    return bi_fail(error, BIGHT_ERROR_PARSE, reader->text.line, "%s%d words instead of `%s`",
                   row->count > 4 ? "more than " : "", row->count > 4 ? 4 : row->count, shape);
}

bight_status bi_xyz_numbers(const bi_xyz_reader *reader, const bi_word words[3], bight_vec3 *point,
                            bight_error *error)
{
    double *numbers[3] = {&point->x, &point->y, &point->z};
    for (int32_t i = 0; i < 3; i++) {
        if (!bi_row_number(words[i], numbers[i])) {
            return bi_fail(error, BIGHT_ERROR_PARSE, reader->text.line,
                           "`%s` is not a number: write decimals like -1.5e-3", bi_word_show(words[i]).text);
        }
    }
    return BIGHT_OK;
}

bool bi_xyz_is_count(bi_word line, int64_t *count)
{
    bi_row row = bi_row_split(line);
    return row.count == 1 && bi_parse_integer(row.words[0], count);
}

bight_status bi_xyz_end_curve(bi_xyz_reader *reader)
{
    return bi_curve_end(reader->list, reader->ends, reader->text.line);
}
