// SPDX-License-Identifier: MIT
// Vertices that a file has more than once, for the borders of its pattern.

#include "core/error.h"
#include "core/hash.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "io/mesh_builder.h"

#include <string.h>

// The first vertex at this position; `index` when it is that itself. Later ones are not in the table.
static int32_t first_at(const bight_cloth_mesh *mesh, int32_t *slots, size_t size, int32_t index)
{
    bight_vec3 p = v3_add(mesh->positions[index], v3(0, 0, 0)); // turns -0 into +0, which is the same place
    size_t slot = (size_t)bi_hash_vec3(BI_HASH_START, p) & (size - 1);
    for (; slots[slot] != 0; slot = (slot + 1) & (size - 1)) {
        bight_vec3 q = v3_add(mesh->positions[slots[slot] - 1], v3(0, 0, 0));
        if (memcmp(&p, &q, sizeof p) == 0) {
            return slots[slot] - 1;
        }
    }
    slots[slot] = index + 1;
    return index;
}

bight_status bi_build_join_vertices(bi_mesh_builder *builder)
{
    bight_cloth_mesh *mesh = &builder->mesh;
    const bight_allocator *allocator = builder->allocator;
    size_t vertices = (size_t)mesh->vertex_count, size = 16;
    if (vertices == 0) {
        return BIGHT_OK;
    }
    while (size < 2 * vertices) {
        size *= 2;
    }
    int32_t *slots = bi_new_array(allocator, size, sizeof *slots);
    int32_t *becomes = bi_new_array(allocator, vertices, sizeof *becomes);
    bight_status status = BIGHT_OK;
    if (slots == NULL || becomes == NULL) {
        status = bi_fail(builder->error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for %d vertices",
                         mesh->vertex_count);
    }

    // what stays moves up
    for (int32_t i = 0; i < (int32_t)vertices && status == BIGHT_OK; i++) {
        becomes[i] = first_at(mesh, slots, size, i);
    }
    int32_t left = 0;
    for (int32_t i = 0; i < (int32_t)vertices && status == BIGHT_OK; i++) {
        if (becomes[i] == i) {
            mesh->positions[left] = mesh->positions[i];
            becomes[i] = left++;
        } else {
            becomes[i] = becomes[becomes[i]]; // the first one comes before, and has its number
        }
    }
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count && status == BIGHT_OK; i++) {
        mesh->triangles[i] = becomes[mesh->triangles[i]];
    }
    for (size_t i = 0; i < 2 * (size_t)mesh->seam_count && status == BIGHT_OK; i++) {
        mesh->seams[i] = becomes[mesh->seams[i]];
    }
    mesh->vertex_count = status == BIGHT_OK ? left : mesh->vertex_count;
    bi_free_array(allocator, slots, size, sizeof *slots);
    bi_free_array(allocator, becomes, vertices, sizeof *becomes);
    return status;
}
