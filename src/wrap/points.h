// SPDX-License-Identifier: MIT
// What is done with the points of an object and of a cloth.

#pragma once

#include "bight/mesh.h"
#include "core/vec3.h"

/// The exact predicates take numbers from 2^-120 up, and 0.
static inline bight_vec3 bi_wrap_trimmed(bight_vec3 p)
{
    return v3(fabs(p.x) < 0x1p-120 ? 0.0 : p.x, fabs(p.y) < 0x1p-120 ? 0.0 : p.y,
              fabs(p.z) < 0x1p-120 ? 0.0 : p.z);
}

/// How long a mesh is along x, y and z, and the middle of that box.
static inline bight_vec3 bi_wrap_extent(const bight_mesh *mesh, bight_vec3 *middle)
{
    bight_vec3 low = mesh->positions[0], high = low;
    for (int32_t i = 1; i < mesh->vertex_count; i++) {
        bight_vec3 p = mesh->positions[i];
        low = v3(bi_min(low.x, p.x), bi_min(low.y, p.y), bi_min(low.z, p.z));
        high = v3(bi_max(high.x, p.x), bi_max(high.y, p.y), bi_max(high.z, p.z));
    }
    *middle = v3_lerp(low, high, 0.5);
    return v3_sub(high, low);
}
