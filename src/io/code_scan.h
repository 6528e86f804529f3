// SPDX-License-Identifier: MIT
// The numbers of a code and how brackets group them, whatever the kind.

#pragma once

#include "bight/code_text.h"
#include "io/text.h"

/// Start from {.allocator = ...}; free with bi_code_free() even after a failure.
typedef struct bi_scanned_code {
    const bight_allocator *allocator;
    bight_error *error;
    int32_t line;         ///< of the item, for errors
    bight_code_kind kind; ///< what a keyword said, else AUTO
    bi_word name;         ///< in front of a colon
    int32_t *numbers;     ///< (count)
    int32_t *ends;        ///< (groups) group i is numbers[ends[i - 1]] up to numbers[ends[i]]
    int32_t *signs;       ///< (sign_count) behind a slash, +1 or -1
    int32_t *marks;       ///< (mark_count) sign of each O1+ or U1-; 0 where it was left out
    bi_word letters;      ///< the only word of letters, when there is one
    int32_t count, groups, sign_count, mark_count;
    int32_t circles; ///< Loop[...] of a PD code
    int32_t number_capacity, end_capacity, sign_capacity, mark_capacity;
} bi_scanned_code;

void bi_code_free(bi_scanned_code *code);

/// Read the item into *code.
/// @return BIGHT_ERROR_PARSE, BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY
bight_status bi_code_scan(bi_scanned_code *code, const bight_code_item *item);

/// Does the word say a kind of code: PD, DT, DTCode, Gauss, GaussCode, BR, Braid, in any case?
bight_code_kind bi_code_keyword(bi_word word);
