// SPDX-License-Identifier: MIT
// Which subchains of an open curve are the same knot for sure.

#pragma once

#include "bight/knot_matrix.h"
#include "core/watch.h"

/// One closure of all subchains: from their last vertex to path[0], on to path[path_count - 1], to their first vertex.
typedef struct bi_matrix_grid {
    const bight_vec3 *points; ///< (count) in the range of the predicates, with the path
    int32_t count;
    const int32_t *vertices; ///< (side)
    int32_t side;
    bight_vec3 path[BIGHT_KNOT_MAX_PATH];
    int32_t path_count;
    int32_t *grown; ///< (count) scratch: see matrix_cells.c
    int32_t *cut;   ///< (count) scratch
} bi_matrix_grid;

/// Join cells that differ by moves which nothing hinders.
/// @param parent (cells) disjoint sets, see core/disjoint.h; begun by this call
/// @return BIGHT_OK or BIGHT_ERROR_STOPPED
bight_status bi_matrix_join(const bi_matrix_grid *grid, int32_t *parent, bi_watch *watch);

/// The same for subchains that are closed by the straight line between their ends; the path is not looked at.
/// @param threads Joined cells do not depend on them.
/// @return BIGHT_OK, BIGHT_ERROR_STOPPED or BIGHT_ERROR_NO_MEMORY
bight_status bi_matrix_join_direct(const bi_matrix_grid *grid, int32_t *parent, int32_t threads,
                                   const bight_allocator *allocator, bi_watch *watch);

/// Vertices between the ends up to which a subchain is an unknot however it is closed: an arc of four straight pieces,
/// seen along the first of them, shows three, which cross once at most.
#define BI_MATRIX_TRIVIAL 2
