// SPDX-License-Identifier: MIT
// Garments that a scene names: made by code, all of it or some of its pieces.

#include "core/memory.h"
#include "scene/build.h"

#include <stdio.h>
#include <string.h>

#define MOST_SIZES 16

static bight_status find_garment(const bi_reader *reader, const bi_json_path *path,
                                 const bight_scene_garment *said, int32_t *garment)
{
    bi_json_path name = {path, "name", 0};
    *garment = bight_garment_find(said->name);
    return *garment >= 0
               ? BIGHT_OK
               : bi_read_fail(reader, &name, " is \"%.60s\", which is no garment: see bight garment list",
                              said->name);
}

static bight_status take_sizes(const bi_reader *reader, const bi_json_path *path,
                               const bight_scene_garment *said, int32_t garment, double sizes[MOST_SIZES])
{
    bi_json_path list = {path, "sizes", 0};
    int32_t count;
    const bight_garment_size *known = bight_garment_sizes(garment, &count);
    for (int32_t i = 0; i < count; i++) {
        sizes[i] = known[i].standard;
    }
    for (int32_t s = 0; s < said->size_count; s++) {
        bi_json_path item = {&list, NULL, s}, name = {&item, "size", 0}, value = {&item, "value", 0};
        int32_t found = -1;
        for (int32_t i = 0; i < count; i++) {
            found = strcmp(known[i].name, said->sizes[s].size) == 0 ? i : found;
        }
        if (found < 0) {
            return bi_read_fail(reader, &name,
                                " is \"%.60s\", which %.40s does not have: see bight garment list",
                                said->sizes[s].size, said->name);
        }
        if (!(said->sizes[s].value >= known[found].least && said->sizes[s].value <= known[found].most)) {
            return bi_read_fail(reader, &value, " is %g: give %g to %g", said->sizes[s].value,
                                known[found].least, known[found].most);
        }
        sizes[found] = said->sizes[s].value;
    }
    return BIGHT_OK;
}

// ---- pieces ---------------------------------------------------------------------------------------------

static bight_status find_pieces(const bi_reader *reader, const bi_json_path *path,
                                const bight_scene_garment *said, const bight_cloth_mesh *mesh, bool *wanted)
{
    bi_json_path pieces = {path, "pieces", 0};
    for (int32_t p = 0; p < said->pieces.count; p++) {
        bool found = false;
        for (int32_t g = 0; g < mesh->group_count; g++) {
            bool same = strcmp(mesh->names[g].text, said->pieces.at[p]) == 0;
            wanted[g] = wanted[g] || same;
            found = found || same;
        }
        if (!found) {
            bi_json_path item = {&pieces, NULL, p};
            char all[160] = "";
            size_t used = 0;
            for (int32_t g = 0; g < mesh->group_count && used < sizeof all; g++) {
                int put =
                    snprintf(all + used, sizeof all - used, "%s%s", g > 0 ? ", " : "", mesh->names[g].text);
                used += put > 0 ? (size_t)put : 0;
            }
            return bi_read_fail(reader, &item, " is \"%.40s\", which %.40s does not have: it has %s",
                                said->pieces.at[p], said->name, all);
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

// Triangles of the wanted groups, with their vertices and places, each in its order.
static void keep_pieces(bight_cloth_mesh *mesh, const bool *wanted, int32_t *vertices, int32_t *places)
{
    for (int32_t i = 0; i < 3 * mesh->triangle_count; i++) {
        if (wanted[mesh->groups[i / 3]]) {
            vertices[mesh->triangles[i]] = 1;
            places[mesh->uv_triangles[i]] = 1;
        }
    }
    int32_t vertex_count = renumber(vertices, mesh->vertex_count),
            place_count = renumber(places, mesh->uv_count), kept = 0;
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
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        if (!wanted[mesh->groups[t]]) {
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
    mesh->triangle_count = mesh->face_count = kept;
}

static bight_status take_pieces(const bi_reader *reader, const bi_json_path *path,
                                const bight_scene_garment *said, bight_cloth_mesh *mesh)
{
    const bight_allocator *allocator = &reader->pool->allocator;
    size_t groups = (size_t)mesh->group_count, vertex_count = (size_t)mesh->vertex_count,
           place_count = (size_t)mesh->uv_count;
    bool *wanted = bi_new_array(allocator, groups, sizeof *wanted);
    int32_t *vertices = bi_new_array(allocator, vertex_count, sizeof *vertices);
    int32_t *places = bi_new_array(allocator, place_count, sizeof *places);
    bool room = wanted != NULL && vertices != NULL && places != NULL;
    bight_status status = room ? find_pieces(reader, path, said, mesh, wanted) : bi_read_no_memory(reader);
    if (status == BIGHT_OK) {
        keep_pieces(mesh, wanted, vertices, places);
    }
    bi_free_array(allocator, wanted, groups, sizeof *wanted);
    bi_free_array(allocator, vertices, vertex_count, sizeof *vertices);
    bi_free_array(allocator, places, place_count, sizeof *places);
    return status;
}

bight_status bi_scene_garment(const bi_reader *reader, const bi_json_path *parent,
                              const bight_scene_garment *said, bight_cloth_mesh *mesh)
{
    bi_json_path path = {parent, "garment", 0};
    double sizes[MOST_SIZES];
    int32_t garment;
    *mesh = (bight_cloth_mesh){0};
    bight_status status = find_garment(reader, &path, said, &garment);
    status = status == BIGHT_OK ? take_sizes(reader, &path, said, garment, sizes) : status;
    if (status != BIGHT_OK) {
        return status;
    }
    bight_env env = {.allocator = reader->pool->allocator};
    bight_error cause = {0};
    status = bight_garment_make(&env, garment, said->edge, sizes, mesh, NULL, &cause);
    if (status != BIGHT_OK) {
        return status == BIGHT_ERROR_NO_MEMORY ? bi_read_no_memory(reader)
                                               : bi_read_fail(reader, &path, ": %.200s", cause.message);
    }
    status = said->pieces.count > 0 ? take_pieces(reader, &path, said, mesh) : BIGHT_OK;
    if (status != BIGHT_OK) {
        bight_cloth_mesh_free(&env.allocator, mesh);
    }
    return status;
}
