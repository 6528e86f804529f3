// SPDX-License-Identifier: MIT

#include "io/mesh_check.h"

#include "core/assert.h"
#include "core/error.h"

#include <math.h>

// NaN fails every comparison, so it fails this one too
static bool within(bight_vec3 v, double limit)
{
    return fabs(v.x) <= limit && fabs(v.y) <= limit && fabs(v.z) <= limit;
}

bight_status bi_mesh_check_writable(const bight_mesh *mesh, double limit, bight_error *error)
{
    BI_ASSERT(mesh != NULL && limit > 0.0);
    if (mesh == NULL || mesh->positions == NULL || mesh->triangles == NULL || mesh->vertex_count < 1 ||
        mesh->triangle_count < 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a mesh without triangles cannot be written");
    }
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        bool good = within(mesh->positions[i], limit) &&
                    (mesh->normals == NULL || within(mesh->normals[i], limit)) &&
                    (mesh->uv == NULL ||
                     (fabs(mesh->uv[2 * (size_t)i]) <= limit && fabs(mesh->uv[2 * (size_t)i + 1]) <= limit));
        if (!good) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "vertex %d of a mesh is not finite", i + 1);
        }
    }
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        if (mesh->triangles[i] < 0 || mesh->triangles[i] >= mesh->vertex_count) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "triangle %lld of a mesh names vertex %d of %d",
                           (long long)(i / 3) + 1, mesh->triangles[i], mesh->vertex_count);
        }
    }
    return BIGHT_OK;
}
