// SPDX-License-Identifier: MIT
// What the comment of a frame says of it: extended XYZ.

#pragma once

#include "io/curve_list.h"
#include "io/periodic_box.h"

/// Where in a line of the frame its point stands, and the box.
typedef struct bi_xyz_columns {
    int32_t at,
        count; ///< first of x, y, z, from 0, and all columns; count is 0 when the comment says nothing
    bi_periodic_box box; ///< known: its edges are along the axes and some sides periodic
} bi_xyz_columns;

/// Read Properties=, Lattice= and pbc= of the line. Words of other meaning are passed over.
bight_status bi_xyz_read_columns(bi_curve_list *list, bi_word comment, int32_t line, bi_xyz_columns *columns);
