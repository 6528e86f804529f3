// SPDX-License-Identifier: MIT
// Where in a JSON document a value stands: its words, as "ropes[0].radius", and its line.

#pragma once

#include "io/json.h"

/// One step from a value to a value inside it; paths are linked from the inside out.
typedef struct bi_json_path {
    const struct bi_json_path *parent; ///< NULL for a member of the outermost value.
    const char *key;                   ///< Member of an object; NULL for an element of an array.
    int32_t index;                     ///< Element of an array.
} bi_json_path;

#define BI_JSON_DEPTH 32 ///< Longest path.

/// The line of the value at path: of its key, for a member. When it is not there: that of the innermost value
/// that is. root not NULL.
int32_t bi_json_path_line(const bi_json *root, const bi_json_path *path);

/// "ropes[0].radius" into buffer, always terminated, cut when too long.
void bi_json_path_text(const bi_json_path *path, char *buffer, size_t size);
