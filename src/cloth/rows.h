// SPDX-License-Identifier: MIT
// Rows: what ties a few vertices together beside elasticity. A row with weights w, stiffness K and force f
// adds K (sum of w_i x_i) to the matrix without being written into it, and w_i f to the right side.

#pragma once

#include "cloth/state.h"

/// Start with none.
void bi_rows_clear(bight_cloth_world *world);

/// Make room for rows and entries to come, so that adding cannot fail.
bight_status bi_rows_reserve(bight_cloth_world *world, int64_t rows, int64_t entries);

/// Add one row; vertices that do not move are left out. @param k Symmetric: xx, yy, zz, xy, xz, yz.
void bi_rows_add(bight_cloth_world *world, const int32_t *vertices, const float *weights, int32_t count,
                 const float k[6], bight_vec3 f);

/// k = s n n' + t (I - n n')
void bi_rows_stiffness(float k[6], double s, double t, bight_vec3 n);

/// List the rows of each vertex, and add the rows' forces to world->force.
bight_status bi_rows_finish(bight_cloth_world *world);
