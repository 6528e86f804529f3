// SPDX-License-Identifier: MIT
// One line of a file of points, as programs write it.

#pragma once

#include "io/text.h"

#define BI_ROW_WORDS 64

/// The words of a line, without what stands behind a word that starts with # or !. Numbers that a fixed format has run together
/// (-1.000-2.000) are parted before each sign, when each part has a decimal point.
typedef struct bi_row {
    bi_word words[BI_ROW_WORDS];
    int32_t count; ///< BI_ROW_WORDS + 1 when there are more
} bi_row;

bi_row bi_row_split(bi_word line);

/// bi_parse_double(), and Fortran's 1.5D-3 for 1.5e-3.
bool bi_row_number(bi_word word, double *value);

/// Two decimal points in one word of digits: numbers without a blank between them.
bool bi_row_is_jammed(bi_word word);

/// Does every word say that a component ends: X, or one word END?
bool bi_row_ends_component(const bi_row *row);

/// Does the line only comment: its first word starts with #, %, ! or //?
bool bi_row_is_comment(bi_word line);
