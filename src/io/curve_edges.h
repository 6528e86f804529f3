// SPDX-License-Identifier: MIT
// Curves from single lines between points, as files of drawings have them: in any order, each in any direction.

#pragma once

#include "io/curve_list.h"

/// Points and the lines between them, which the caller owns.
typedef struct bi_edges {
    const bight_vec3 *points;  ///< (point_count)
    const int32_t (*pairs)[2]; ///< (count) numbers of points, in range
    int32_t point_count, count;
    const char *name; ///< of the curves, nullable
} bi_edges;

/// Join lines that share a point, or points of one place, into curves, and add these. A curve begins at its end that the file's
/// order of lines runs away from; one without ends is closed and begins with its first line. Lines given twice count once, a line
/// from a place to itself not at all. Where three lines meet there is no curve: an error that names the point, from 1.
/// @return also BIGHT_ERROR_NO_MEMORY
bight_status bi_curve_join_edges(bi_curve_list *list, const bi_edges *edges);
