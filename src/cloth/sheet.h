// SPDX-License-Identifier: MIT
// Sheets: what the caller gave, before seams are welded.

#pragma once

#include "cloth/buffer.h"

typedef struct bi_cloth_sheet {
    uint32_t generation;
    int32_t first_vertex, vertex_count, first_triangle, triangle_count;
    bight_cloth_material material;
    double rope_friction; ///< Of cords on it; below 0: as the cord says.
    double near_cords; ///< Greatest stretch of its triangles near cords, after the last step; 1 without any.
    double bend_scale; ///< Makes the hinges of this sheet as stiff as the material says (cloth/bending.h).
    double friction_scale; ///< Makes their friction the material's, mean over directions.
} bi_cloth_sheet;

/// Weights of a triangle: F u = sum of u[i] x[i], F v = sum of v[i] x[i], with those of the first corner
/// minus the sum of the others.
typedef struct bi_triangle_rest {
    float u[2], v[2], area;
    int32_t sheet;
} bi_triangle_rest;

#define BI_SHEET_BUFFERS(X)                                                                                  \
    X(bi_cloth_sheet, items)                                                                                 \
    X(int32_t, triangles)      /* (triangle_count x 3)  as given, indices from the sheet's first vertex */   \
    X(bi_triangle_rest, rests) /* (triangle_count) */

typedef struct bi_cloth_sheets {
    BI_SHEET_BUFFERS(BI_BUFFER)
    int32_t count;
    bool any_friction;      ///< Some sheet has a friction of its own for cords.
    int32_t triangle_count; ///< Of all sheets: these come first in topology.triangles.
} bi_cloth_sheets;

/// Look up a sheet. @return NULL for a stale id.
bi_cloth_sheet *bi_find_cloth_sheet(const bight_cloth_world *world, bight_cloth_id id);

/// Add vertices behind the present ones. @return BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY.
bight_status bi_cloth_add_vertices(bight_cloth_world *world, const bight_vec3 *positions, int32_t count,
                                   uint8_t flags);
