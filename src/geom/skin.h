// SPDX-License-Identifier: MIT
// A sheet of triangles made fit to be looked at: finer, round between its vertices, with smooth normals, and
// cut where its pattern is cut.

#pragma once

#include "bight/mesh.h"

typedef struct bi_skin_source {
    const bight_vec3 *positions;
    const int32_t *triangles;    ///< (triangle_count x 3)
    const double *uv;            ///< (uv_count x 2), or NULL
    const int32_t *uv_triangles; ///< (triangle_count x 3), NULL: triangles
    int32_t vertex_count, triangle_count, uv_count;
} bi_skin_source;

/// @param level  0 to 4: how often each triangle is cut into four
/// @param mesh   Receives the mesh, with normals, and with uv when there are any; the caller frees it.
/// @return BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_INVALID for an index out of range.
bight_status bi_skin_make(const bight_allocator *allocator, const bi_skin_source *source, int32_t level,
                          bight_mesh *mesh);
