// SPDX-License-Identifier: MIT
// Codes as other programs spell them, turned into the grammar of docs/formats.md.

#pragma once

#include "io/text.h"

#include "bight/code_text.h"

/// How a code is spelt.
typedef enum bi_dialect {
    BI_DIALECT_NONE,     ///< as the grammar says
    BI_DIALECT_BRAID,    ///< s1 s2^-1, sigma_1*sigma_2^{-1}, s1^3
    BI_DIALECT_SIGNS,    ///< a Gauss code, then a sign for each crossing: -1 2 -3 1 -2 3 ---
    BI_DIALECT_REGINA,   ///< +>1 -<2 +>3 -<1 +>2 -<3
    BI_DIALECT_X,        ///< X_{1,5,2,4} X1524 Xp[1,5,2,4]
    BI_DIALECT_PASSAGES, ///< O1+U2+, without a keyword
    BI_DIALECT_SAGE,     ///< Link([[[1,-2,3,-1,2,-3]],[1,1,1]])
    BI_DIALECT_NAME,     ///< Knot[8,19]: not a code
    BI_DIALECT_CONWAY,   ///< Conway[2 2], Conway: 2 2
    BI_DIALECT_FLIPS     ///< cacbca.001: not read
} bi_dialect;

/// What the item, behind names and keywords that end with a colon, is.
bi_dialect bi_code_dialect(const bight_code_item *item);

/// Append the item in the grammar of docs/formats.md, line for line. Of BI_DIALECT_NONE nothing changes.
/// @return BIGHT_ERROR_PARSE, with words that say what to write, for what is not read; BIGHT_ERROR_NO_MEMORY.
bight_status bi_code_translate(const bight_allocator *allocator, const bight_code_item *item,
                               bight_bytes *text, bight_error *error);
