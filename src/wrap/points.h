// SPDX-License-Identifier: MIT
// What is done with the points of an object and of a cloth.

#pragma once

#include "bight/mesh.h"
#include "core/error.h"
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

/// Why a hull could not be made, by the status of bi_hull_make().
static inline bight_status bi_wrap_no_hull(const bight_mesh *mesh, bight_status status, bight_error *error)
{
    switch (status) {
    case BIGHT_ERROR_NO_MEMORY:
        return bi_fail(error, status, 0, "no memory for the hull of an object");
    case BIGHT_ERROR_TOO_LARGE:
        return bi_fail(error, status, 0, "the object has %d vertices, too many for a hull: take fewer",
                       (int)mesh->vertex_count);
    case BIGHT_ERROR_INVALID:
        return bi_fail(error, status, 0, "%d vertices have no hull: take an object of at least 4",
                       (int)mesh->vertex_count);
    default:
        return bi_fail(error, status, 0, "the hull of an object was not found: %s",
                       bight_status_text(status));
    }
}
