// SPDX-License-Identifier: MIT
// What any closed surface must satisfy.

#pragma once

#include "core/memory.h"
#include "core/pi.h"
#include "core/vec3.h"
#include "failing_memory.h"
#include "geom/mesh.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

/// V - E + F of the welded mesh: 2 for a ball, 0 for a ring. Folded triangles do not count.
static inline int32_t euler_characteristic(const bight_mesh *mesh)
{
    int32_t *first = calloc((size_t)mesh->vertex_count, sizeof *first);
    bool *used = calloc((size_t)mesh->vertex_count, sizeof *used);
    CHECK(bi_mesh_weld(NULL, mesh, first) == BIGHT_OK);
    int32_t vertices = 0, faces = 0;
    for (int32_t i = 0; i < mesh->triangle_count; i++) {
        const int32_t *t = mesh->triangles + 3 * (size_t)i;
        int32_t a = first[t[0]], b = first[t[1]], c = first[t[2]];
        if (a != b && b != c && c != a) {
            faces++;
            used[a] = used[b] = used[c] = true;
        }
    }
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        vertices += used[i];
    }
    free(used);
    free(first);
    return vertices - faces / 2; // closed: E = 3 F / 2
}

/// Finite, unit normals, indices in range.
static inline void check_sound(const bight_mesh *mesh)
{
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        CHECK(v3_is_finite(mesh->positions[i]));
        CHECK_NEAR(v3_length(mesh->normals[i]), 1.0, 1e-12);
        CHECK(isfinite(mesh->uv[2 * i]) && isfinite(mesh->uv[2 * i + 1]));
    }
    for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        CHECK(mesh->triangles[i] >= 0 && mesh->triangles[i] < mesh->vertex_count);
    }
}

/// Sound, closed, and each vertex normal within 90 degrees of the face's.
static inline void check_solid(const bight_mesh *mesh)
{
    bight_error error = {0};
    check_sound(mesh);
    if (bi_mesh_check_closed(NULL, mesh, &error) != BIGHT_OK) {
        fail_msg("%s", error.message);
    }
    for (int32_t i = 0; i < mesh->triangle_count; i++) {
        const int32_t *t = mesh->triangles + 3 * (size_t)i;
        bight_vec3 ab = v3_sub(mesh->positions[t[1]], mesh->positions[t[0]]);
        bight_vec3 ac = v3_sub(mesh->positions[t[2]], mesh->positions[t[0]]);
        bight_vec3 normal = v3_cross(ab, ac);
        for (int32_t k = 0; k < 3; k++) {
            CHECK(v3_dot(normal, mesh->normals[t[k]]) >= -1e-12 * v3_length(normal));
        }
    }
}
