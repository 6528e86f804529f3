// SPDX-License-Identifier: MIT

#include "garment/pieces.h"

#include "core/error.h"
#include "core/memory.h"

#include <stdio.h>
#include <string.h>

bight_status bi_pieces_find(const bight_sewing *pattern, const char *garment, const char *const *names,
                            int32_t count, uint32_t *wanted, bight_error *error)
{
    *wanted = 0;
    for (int32_t i = 0; i < count; i++) {
        bool found = false;
        for (int32_t p = 0; p < pattern->panel_count; p++) {
            bool same = strcmp(pattern->panels[p].name.text, names[i]) == 0;
            *wanted |= same ? 1u << p : 0u;
            found = found || same;
        }
        if (!found) {
            char all[160] = "";
            size_t used = 0;
            for (int32_t p = 0; p < pattern->panel_count && used < sizeof all; p++) {
                int put = snprintf(all + used, sizeof all - used, "%s%s", p > 0 ? ", " : "",
                                   pattern->panels[p].name.text);
                used += put > 0 ? (size_t)put : 0;
            }
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "pieces[%d] is \"%.40s\", which %.40s does not have: it has %s", i, names[i],
                           garment, all);
        }
    }
    return BIGHT_OK;
}

// Numbers of what is left, -1 for what goes; how many are left.
static int32_t renumber(int32_t *number, int32_t count)
{
    int32_t left = 0;
    for (int32_t i = 0; i < count; i++) {
        number[i] = number[i] != 0 ? left++ : -1;
    }
    return left;
}

static void keep(bight_cloth_mesh *mesh, uint32_t wanted, int32_t *vertices, int32_t *places)
{
    for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        if ((wanted >> mesh->groups[i / 3] & 1u) != 0) {
            vertices[mesh->triangles[i]] = 1;
            places[mesh->uv_triangles[i]] = 1;
        }
    }
    int32_t vertex_count = renumber(vertices, mesh->vertex_count),
            place_count = renumber(places, mesh->uv_count), kept = 0, seams = 0;
    for (int32_t v = 0; v < mesh->vertex_count; v++) {
        if (vertices[v] >= 0) {
            mesh->positions[vertices[v]] = mesh->positions[v];
        }
    }
    for (int32_t v = 0; v < mesh->uv_count; v++) {
        if (places[v] >= 0) {
            mesh->uv[2 * places[v]] = mesh->uv[2 * v];
            mesh->uv[2 * places[v] + 1] = mesh->uv[2 * v + 1];
        }
    }
    for (int32_t s = 0; s < mesh->seam_count; s++) {
        int32_t a = vertices[mesh->seams[2 * s]], b = vertices[mesh->seams[2 * s + 1]];
        if (a >= 0 && b >= 0) {
            mesh->seams[2 * seams] = a;
            mesh->seams[2 * seams++ + 1] = b;
        }
    }
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        if ((wanted >> mesh->groups[t] & 1u) == 0) {
            continue;
        }
        for (int32_t k = 0; k < 3; k++) {
            mesh->triangles[3 * kept + k] = vertices[mesh->triangles[3 * t + k]];
            mesh->uv_triangles[3 * kept + k] = places[mesh->uv_triangles[3 * t + k]];
        }
        mesh->groups[kept] = mesh->groups[t];
        mesh->faces[kept] = kept;
        kept++;
    }
    mesh->vertex_count = vertex_count;
    mesh->uv_count = place_count;
    mesh->seam_count = seams;
    mesh->triangle_count = mesh->face_count = kept;
}

bight_status bi_pieces_keep(const bight_allocator *allocator, uint32_t wanted, bight_cloth_mesh *mesh)
{
    size_t vertex_count = (size_t)mesh->vertex_count, place_count = (size_t)mesh->uv_count;
    int32_t *vertices = bi_new_array(allocator, vertex_count, sizeof *vertices);
    int32_t *places = bi_new_array(allocator, place_count, sizeof *places);
    bool room = vertices != NULL && places != NULL;
    if (room) {
        keep(mesh, wanted, vertices, places);
    }
    bi_free_array(allocator, vertices, vertex_count, sizeof *vertices);
    bi_free_array(allocator, places, place_count, sizeof *places);
    return room ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
}
