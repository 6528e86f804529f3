// SPDX-License-Identifier: MIT
// What the two forms of XYZ share.

#pragma once

#include "io/xyz_columns.h"
#include "io/xyz_row.h"

// What stands in front of x y z in a plain line.
typedef enum bi_xyz_front { BI_FRONT_NOTHING, BI_FRONT_INDEX, BI_FRONT_LABEL } bi_xyz_front;

typedef struct bi_xyz_reader {
    bi_curve_list *list;
    bi_text text;
    bi_ends ends; // of each curve
    bi_xyz_front front;
    int64_t index;           // of the last line of the curve
    int64_t first_index;     // and of the first
    bool gap, labelled, cut; // notes that have been made
    int64_t moved;           // points put beside the one before, across sides of a box
    bi_xyz_columns columns;  // of the frame in hand
} bi_xyz_reader;

/// Fails: a line has another number of words than its shape says, or numbers without blanks between them.
bight_status bi_xyz_wrong_count(const bi_xyz_reader *reader, bight_error *error, const bi_row *row,
                                const char *shape);

/// Three words as x, y and z. A NULL error only asks.
bight_status bi_xyz_numbers(const bi_xyz_reader *reader, const bi_word words[3], bight_vec3 *point,
                            bight_error *error);

/// Is the line one whole number?
bool bi_xyz_is_count(bi_word line, int64_t *count);

bight_status bi_xyz_end_curve(bi_xyz_reader *reader);

/// Read all frames from here on.
bight_status bi_xyz_frames(bi_xyz_reader *reader);
