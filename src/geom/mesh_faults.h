// SPDX-License-Identifier: MIT
// Finding faults, for bight_mesh_check() and for what mends them.

#pragma once

#include "bight/cloth_mesh.h"
#include "core/watch.h"
#include "geom/surface.h"

/// Beyond this a coordinate is no number to the exact predicates.
#define BI_LARGEST 0x1p120

/// All faults of BIGHT_MESH_FAULT_LIST into the report, and its counts and borders.
/// @param watch Asked between kinds of faults.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_STOPPED
bight_status bi_find_faults(const bight_allocator *allocator, bi_watch *watch, const bight_cloth_mesh *mesh,
                            const bi_surface *surface, bight_mesh_report *report);

/// For each triangle the first one with the same three vertices, itself mostly; folded ones are themselves.
bight_status bi_find_duplicates(const bight_allocator *allocator, const bi_surface *surface, int32_t *first);

/// Is the triangle's height below a millionth of its longest side? Not finite ones are not needles.
bool bi_is_needle(const bight_vec3 *positions, const int32_t *corner);

/// Do all coordinates have a magnitude of at most BI_LARGEST?
bool bi_is_placed(bight_vec3 p);
