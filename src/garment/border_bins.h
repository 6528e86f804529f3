// SPDX-License-Identifier: MIT
// How far a place is from a border, looked up in squares.

#pragma once

#include "bight/base.h"

typedef struct bi_border_bins {
    const double *border; ///< (x 2) borrowed
    int32_t *next;        ///< (count) the point that each border edge goes to
    int32_t *chain;       ///< (2 count) the next entry in the same square, -1 at the end; entry 2 i + end
    int32_t *first;       ///< (columns x rows)
    int32_t count, columns, rows;
    double low[2], size;
} bi_border_bins;

/// @param edge About how long border edges are: those above twice this are found near their ends only.
bight_status bi_border_bins_make(const bight_allocator *allocator, const double *border, const int32_t *loops,
                                 int32_t loop_count, const double low[2], const double high[2], double edge,
                                 bi_border_bins *bins);
void bi_border_bins_free(const bight_allocator *allocator, bi_border_bins *bins);

/// Distance to the nearest border edge with an end within two squares; a large number when there is none.
double bi_border_distance(const bi_border_bins *bins, const double place[2]);
