// SPDX-License-Identifier: MIT

#include "dress/copy.h"

#include "core/memory.h"

#include <string.h>

static bight_status copy_array(const bight_allocator *allocator, const void *from, void *to, int32_t *room,
                               int32_t count, size_t size)
{
    *room = 0;
    *(void **)to = NULL;
    bight_status status = count == 0 ? BIGHT_OK : bi_reserve(allocator, to, room, count, size);
    if (status == BIGHT_OK && count > 0) {
        memcpy(*(void **)to, from, (size_t)count * size);
    }
    return status;
}

bight_status bi_dress_copy_mesh(const bight_allocator *allocator, const bight_cloth_mesh *from,
                                bight_cloth_mesh *to)
{
    *to = *from;
    memset(to->capacities, 0, sizeof to->capacities);
    to->positions = NULL;
    to->uv = NULL;
    to->triangles = to->uv_triangles = to->faces = to->groups = to->seams = NULL;
    to->names = NULL;
    int32_t *room = to->capacities, triangles = from->triangle_count;
    const struct {
        const void *from;
        void *to;
        int32_t count;
        size_t size;
    } arrays[8] = {{from->positions, &to->positions, from->vertex_count, sizeof *from->positions},
                   {from->uv, &to->uv, from->uv_count, 2 * sizeof *from->uv},
                   {from->triangles, &to->triangles, triangles, 3 * sizeof *from->triangles},
                   {from->uv_triangles, &to->uv_triangles, triangles, 3 * sizeof *from->uv_triangles},
                   {from->faces, &to->faces, triangles, sizeof *from->faces},
                   {from->groups, &to->groups, triangles, sizeof *from->groups},
                   {from->names, &to->names, from->group_count, sizeof *from->names},
                   {from->seams, &to->seams, from->seam_count, 2 * sizeof *from->seams}};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < 8 && status == BIGHT_OK; i++) {
        status =
            copy_array(allocator, arrays[i].from, arrays[i].to, &room[i], arrays[i].count, arrays[i].size);
    }
    if (status != BIGHT_OK) {
        bight_cloth_mesh_free(allocator, to);
    }
    return status;
}
