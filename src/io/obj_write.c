// SPDX-License-Identifier: MIT

#include "bight/io.h"

#include "core/error.h"
#include "io/mesh_check.h"
#include "io/text.h"

#include <float.h>

// `keyword n n n`
static bight_status write_numbers(const bight_allocator *allocator, const char *keyword,
                                  const double *numbers, int32_t count, bight_bytes *bytes)
{
    bight_status status = bi_bytes_print(allocator, bytes, "%s", keyword);
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        status = bi_bytes_append(allocator, bytes, " ", 1);
        status = status == BIGHT_OK ? bi_bytes_number(allocator, bytes, numbers[i], 17) : status;
    }
    return status == BIGHT_OK ? bi_bytes_append(allocator, bytes, "\n", 1) : status;
}

static bight_status write_vectors(const bight_allocator *allocator, const char *keyword,
                                  const bight_vec3 *vectors, int32_t count, bight_bytes *bytes)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; vectors != NULL && i < count && status == BIGHT_OK; i++) {
        const double numbers[3] = {vectors[i].x, vectors[i].y, vectors[i].z};
        status = write_numbers(allocator, keyword, numbers, 3, bytes);
    }
    return status;
}

static bight_status write_triangle(const bight_allocator *allocator, const bight_mesh *mesh,
                                   const int32_t *triangle, bight_bytes *bytes)
{
    bight_status status = bi_bytes_append(allocator, bytes, "f", 1);
    for (int32_t k = 0; k < 3 && status == BIGHT_OK; k++) {
        int32_t i = triangle[k] + 1;
        if (mesh->uv != NULL && mesh->normals != NULL) {
            status = bi_bytes_print(allocator, bytes, " %d/%d/%d", i, i, i);
        } else if (mesh->uv != NULL) {
            status = bi_bytes_print(allocator, bytes, " %d/%d", i, i);
        } else if (mesh->normals != NULL) {
            status = bi_bytes_print(allocator, bytes, " %d//%d", i, i);
        } else {
            status = bi_bytes_print(allocator, bytes, " %d", i);
        }
    }
    return status == BIGHT_OK ? bi_bytes_append(allocator, bytes, "\n", 1) : status;
}

bight_status bight_write_obj(const bight_env *env, const bight_mesh *mesh, bight_bytes *bytes,
                             bight_error *error)
{
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    *bytes = (bight_bytes){0};
    bight_status status = bi_mesh_check_writable(mesh, DBL_MAX, error);
    if (status != BIGHT_OK) {
        return status;
    }
    status = write_vectors(allocator, "v", mesh->positions, mesh->vertex_count, bytes);
    for (int32_t i = 0; mesh->uv != NULL && i < mesh->vertex_count && status == BIGHT_OK; i++) {
        status = write_numbers(allocator, "vt", mesh->uv + 2 * (size_t)i, 2, bytes);
    }
    if (status == BIGHT_OK) {
        status = write_vectors(allocator, "vn", mesh->normals, mesh->vertex_count, bytes);
    }
    for (int32_t i = 0; i < mesh->triangle_count && status == BIGHT_OK; i++) {
        status = write_triangle(allocator, mesh, mesh->triangles + 3 * (size_t)i, bytes);
    }
    if (status != BIGHT_OK) {
        bight_bytes_free(allocator, bytes);
        return bi_fail(error, status, 0, "no memory to write a mesh of %d triangles", mesh->triangle_count);
    }
    return BIGHT_OK;
}
