// SPDX-License-Identifier: MIT
// Keys of a program of wrapping.

#pragma once

#include "bight/wrap.h"
#include "scene/table.h"

/// What the text says.
typedef struct bi_parsed_wrap {
    int32_t version;
    const char *schema;
    bight_wrap_program said;
} bi_parsed_wrap;

extern const bi_table bi_wrap_table; ///< bi_parsed_wrap
