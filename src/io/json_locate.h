// SPDX-License-Identifier: MIT
// On which line of a JSON text a value stands. The parser knows lines of syntax errors only.

#pragma once

#include "bight/base.h"

/// One step from a value to a value inside it; paths are linked from the inside out.
typedef struct bi_json_path {
    const struct bi_json_path *parent; ///< NULL for a member of the outermost value.
    const char *key;                   ///< Member of an object; NULL for an element of an array.
    int32_t index;                     ///< Element of an array.
} bi_json_path;

#define BI_JSON_DEPTH 32 ///< Longest path.

/// The 1-based line where the value at path begins (its key, for a member). When it is not there: the line
/// of the innermost value that is. The text must be valid JSON.
int32_t bi_json_line(const char *text, size_t length, const bi_json_path *path);

/// The lines where the first `count` elements of the array at path begin, in one pass.
void bi_json_element_lines(const char *text, size_t length, const bi_json_path *path, int32_t *lines,
                           int32_t count);

/// "ropes[0].radius" into buffer, always terminated, cut when too long.
void bi_json_path_text(const bi_json_path *path, char *buffer, size_t size);
