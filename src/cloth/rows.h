// SPDX-License-Identifier: MIT
// Rows: what ties a few vertices together beside elasticity. A row with weights w, stiffness K and force f
// adds K (sum of w_i x_i) to the matrix without being written into it, and w_i f to the right side.

#pragma once

#include "cloth/block.h"
#include "cloth/buffer.h"

/// What kind of row of the system.
typedef enum bi_row_kind {
    BI_ROW_VF,
    BI_ROW_EE,
    BI_ROW_SOLID,
    BI_ROW_EF,
    BI_ROW_SEAM,
    BI_ROW_CORD
} bi_row_kind;

/// A row of the system: stiffness between weighted sums of vertices, and the force along it.
typedef struct bi_row {
    float k[6];    ///< Symmetric 3 x 3: xx, yy, zz, xy, xz, yz, N/m.
    float f[3];    ///< Force on a vertex of weight one, N.
    int32_t first; ///< Its entries.
    int32_t count;
} bi_row;

#define BI_ROW_BUFFERS(X)                                                                                    \
    X(bi_row, items)        /* (count) */                                                                    \
    X(int32_t, touch_first) /* (bi_rigid_unknowns() + 1) */

typedef struct bi_rows {
    BI_ROW_BUFFERS(BI_BUFFER)
    int32_t count, entry_count;
    bi_row_entry *entries; ///< (entry_count)  vertices of each row; this and the next two in the step arena
    bi_row_entry *touches; ///< (entry_count)  rows of each unknown
    bi_float4 *pulls;      ///< (count)  k times the row's motion
    size_t base, size;     ///< Where those begin in the arena, and what they take, bytes.
} bi_rows;

/// Start with none. Entries lie in the step arena until bi_rows_release().
void bi_rows_clear(bight_cloth_world *world);

/// Give back what the rows take of the step arena; there are none then.
void bi_rows_release(bight_cloth_world *world);

/// Make room for rows and entries to come, so that adding cannot fail.
bight_status bi_rows_reserve(bight_cloth_world *world, int64_t rows, int64_t entries);

/// Add one row; vertices that do not move are left out. @param vertices Points of bodies among them (rigid.h).
/// @param k Symmetric: xx, yy, zz, xy, xz, yz.
void bi_rows_add(bight_cloth_world *world, const int32_t *vertices, const float *weights, int32_t count,
                 const float k[6], bight_vec3 f);

/// k = s n n' + t (I - n n')
void bi_rows_stiffness(float k[6], double s, double t, bight_vec3 n);

/// List the rows of each vertex, and add the rows' forces to world->elastic.force.
bight_status bi_rows_finish(bight_cloth_world *world);
