// SPDX-License-Identifier: MIT

#include "io/mesh_builder.h"

#include "core/assert.h"
#include "core/error.h"
#include "core/hash.h"
#include "core/memory.h"

#include <string.h>

// The arrays of a mesh in the order of its capacities.
enum { POSITIONS, UV, TRIANGLES, UV_TRIANGLES, FACES, GROUPS, NAMES, SEAMS };

static const size_t item_sizes[8] = {sizeof(bight_vec3),       2 * sizeof(double), 3 * sizeof(int32_t),
                                     3 * sizeof(int32_t),      sizeof(int32_t),    sizeof(int32_t),
                                     sizeof(bight_mesh_group), 2 * sizeof(int32_t)};

void bight_cloth_mesh_free(const bight_allocator *allocator, bight_cloth_mesh *mesh)
{
    if (mesh == NULL) {
        return;
    }
    void *arrays[8] = {mesh->positions, mesh->uv,     mesh->triangles, mesh->uv_triangles,
                       mesh->faces,     mesh->groups, mesh->names,     mesh->seams};
    for (int32_t i = 0; i < 8; i++) {
        if (mesh->capacities[i] > 0) {
            bi_free_array(allocator, arrays[i], (size_t)mesh->capacities[i], item_sizes[i]);
        }
    }
    *mesh = (bight_cloth_mesh){0};
}

static bight_status reserve(bi_mesh_builder *builder, int32_t line, void *array, int32_t which,
                            int64_t needed)
{
    bight_status status =
        bi_reserve(builder->allocator, array, &builder->mesh.capacities[which], needed, item_sizes[which]);
    if (status != BIGHT_OK) {
        return bi_fail(builder->error, status, line, "%d vertices and %d triangles fill the memory there is",
                       builder->mesh.vertex_count, builder->mesh.triangle_count);
    }
    return BIGHT_OK;
}

bight_status bi_build_vertex(bi_mesh_builder *builder, int32_t line, bight_vec3 position)
{
    bight_cloth_mesh *mesh = &builder->mesh;
    bight_status status =
        reserve(builder, line, &mesh->positions, POSITIONS, (int64_t)mesh->vertex_count + 1);
    if (status == BIGHT_OK) {
        mesh->positions[mesh->vertex_count++] = position;
    }
    return status;
}

bight_status bi_build_uv(bi_mesh_builder *builder, int32_t line, double u, double v)
{
    bight_cloth_mesh *mesh = &builder->mesh;
    bight_status status = reserve(builder, line, &mesh->uv, UV, (int64_t)mesh->uv_count + 1);
    if (status == BIGHT_OK) {
        mesh->uv[2 * (size_t)mesh->uv_count] = u;
        mesh->uv[2 * (size_t)mesh->uv_count++ + 1] = v;
    }
    return status;
}

static bight_status add_triangle(bi_mesh_builder *builder, int32_t line, const int32_t *vertex,
                                 const int32_t *uv, int32_t k)
{
    bight_cloth_mesh *mesh = &builder->mesh;
    int64_t needed = (int64_t)mesh->triangle_count + 1;
    if (needed > INT32_MAX / 3) {
        return bi_fail(builder->error, BIGHT_ERROR_TOO_LARGE, line, "more than %d triangles", INT32_MAX / 3);
    }
    bight_status status = reserve(builder, line, &mesh->triangles, TRIANGLES, needed);
    status = status == BIGHT_OK ? reserve(builder, line, &mesh->uv_triangles, UV_TRIANGLES, needed) : status;
    status = status == BIGHT_OK ? reserve(builder, line, &mesh->faces, FACES, needed) : status;
    status = status == BIGHT_OK ? reserve(builder, line, &mesh->groups, GROUPS, needed) : status;
    if (status != BIGHT_OK) {
        return status;
    }
    size_t at = 3 * (size_t)mesh->triangle_count;
    for (int32_t i = 0; i < 3; i++) {
        int32_t corner = i == 0 ? 0 : k + i - 1;
        mesh->triangles[at + (size_t)i] = vertex[corner];
        mesh->uv_triangles[at + (size_t)i] = uv[corner];
    }
    mesh->faces[mesh->triangle_count] = mesh->face_count;
    mesh->groups[mesh->triangle_count++] = builder->group;
    return BIGHT_OK;
}

bight_status bi_build_face(bi_mesh_builder *builder, int32_t line, const int32_t *vertex, const int32_t *uv,
                           int32_t count)
{
    BI_ASSERT(vertex != NULL);
    bight_status status = BIGHT_OK;
    if (builder->mesh.group_count == 0) {
        status = bi_build_group(builder, line, "", 0);
    }
    for (int32_t k = 1; k + 1 < count && status == BIGHT_OK; k++) {
        status = add_triangle(builder, line, vertex, uv, k);
    }
    builder->mesh.face_count += status == BIGHT_OK;
    return status;
}

bight_status bi_build_group(bi_mesh_builder *builder, int32_t line, const char *name, size_t length)
{
    bight_cloth_mesh *mesh = &builder->mesh;
    bight_mesh_group group = {{0}};
    size_t kept = length < sizeof group.text - 1 ? length : sizeof group.text - 1;
    for (size_t i = 0; i < kept; i++) {
        group.text[i] = name[i] >= ' ' && name[i] <= '~' ? name[i] : '?';
    }
    for (int32_t i = mesh->group_count - 1; i >= 0; i--) {
        if (memcmp(&mesh->names[i], &group, sizeof group) == 0) {
            builder->group = i;
            return BIGHT_OK;
        }
    }
    if (mesh->group_count == BI_MOST_GROUPS) {
        builder->group = BI_MOST_GROUPS - 1;
        return BIGHT_OK;
    }
    bight_status status = reserve(builder, line, &mesh->names, NAMES, (int64_t)mesh->group_count + 1);
    if (status == BIGHT_OK) {
        builder->group = mesh->group_count;
        mesh->names[mesh->group_count++] = group;
    }
    return status;
}

bight_status bi_build_seam(bi_mesh_builder *builder, int32_t line, int32_t a, int32_t b)
{
    bight_cloth_mesh *mesh = &builder->mesh;
    bight_status status = reserve(builder, line, &mesh->seams, SEAMS, (int64_t)mesh->seam_count + 1);
    if (status == BIGHT_OK) {
        mesh->seams[2 * (size_t)mesh->seam_count] = a;
        mesh->seams[2 * (size_t)mesh->seam_count++ + 1] = b;
    }
    return status;
}

// ---- places on the pattern ------------------------------------------------------------------------------

// Places that agree at one vertex form a chain that starts in a table of (vertex, u, v).
static int32_t place_of(bight_cloth_mesh *mesh, int32_t *slots, size_t size, int32_t vertex, int32_t old,
                        int32_t *owners, double *kept, int32_t *count)
{
    const double *uv = mesh->uv + 2 * (size_t)old;
    uint64_t hash =
        bi_hash_double(bi_hash_double(bi_hash_word(BI_HASH_START, (uint64_t)vertex), uv[0]), uv[1]);
    size_t slot = (size_t)hash & (size - 1);
    for (; slots[slot] != 0; slot = (slot + 1) & (size - 1)) {
        int32_t there = slots[slot] - 1;
        const double *other = kept + 2 * (size_t)there;
        if (owners[there] == vertex && memcmp(other, uv, 2 * sizeof *uv) == 0) {
            return there;
        }
    }
    owners[*count] = vertex;
    memcpy(kept + 2 * (size_t)*count, uv, 2 * sizeof *uv);
    slots[slot] = ++*count;
    return *count - 1;
}

bight_status bi_build_join_uv(bi_mesh_builder *builder)
{
    bight_cloth_mesh *mesh = &builder->mesh;
    if (mesh->uv_count == 0) {
        return BIGHT_OK;
    }

    // a hash table of (vertex, u, v), at most half full so that probes stay short
    const bight_allocator *allocator = builder->allocator;
    size_t corners = 3 * (size_t)mesh->triangle_count, size = 16;
    while (size < 2 * corners) {
        size *= 2;
    }
    int32_t *slots = bi_new_array(allocator, size, sizeof *slots), count = 0;
    int32_t *owners = bi_new_array(allocator, corners, sizeof *owners);
    double *kept = bi_new_array(allocator, corners, 2 * sizeof *kept);
    bight_status status = BIGHT_OK;
    if (slots == NULL || owners == NULL || kept == NULL) {
        status = bi_fail(builder->error, BIGHT_ERROR_NO_MEMORY, 0,
                         "no memory for the pattern of %d triangles", mesh->triangle_count);
    }

    // corners of a vertex with equal u and v share one place on the pattern
    for (size_t i = 0; i < corners && status == BIGHT_OK; i++) {
        if (mesh->uv_triangles[i] >= 0) {
            mesh->uv_triangles[i] =
                place_of(mesh, slots, size, mesh->triangles[i], mesh->uv_triangles[i], owners, kept, &count);
        }
    }

    // the pattern keeps the places in use, in the order of the corners
    if (status == BIGHT_OK) {
        status = reserve(builder, 0, &mesh->uv, UV, count);
    }
    if (status == BIGHT_OK && count > 0) {
        memcpy(mesh->uv, kept, 2 * (size_t)count * sizeof *kept);
    }

    mesh->uv_count = status == BIGHT_OK ? count : mesh->uv_count;
    bi_free_array(allocator, slots, size, sizeof *slots);
    bi_free_array(allocator, owners, corners, sizeof *owners);
    bi_free_array(allocator, kept, corners, 2 * sizeof *kept);
    return status;
}
