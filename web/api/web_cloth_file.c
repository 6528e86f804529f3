// SPDX-License-Identifier: MIT
// Cloth out of a scene as a mesh: faces, groups and places on the pattern as its file has them, vertices
// where they are now.

#include "web_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- one mesh of several ----------------------------------------------------------------------------

// Room for `count` more things, all of them zero. False when there is no memory.
static bool grow(void *array, size_t have, size_t count, size_t size)
{
    void **at = array;
    void *grown = realloc(*at, (have + count) * size + 1);
    if (grown == NULL) {
        return false;
    }
    memset((char *)grown + have * size, 0, count * size);
    *at = grown;
    return true;
}

static bool make_room(bight_cloth_mesh *all, const bight_cloth_mesh *one)
{
    size_t triangles = (size_t)all->triangle_count, more = (size_t)one->triangle_count;
    return grow(&all->positions, (size_t)all->vertex_count, (size_t)one->vertex_count,
                sizeof *all->positions) &&
           grow(&all->uv, 2 * (size_t)all->uv_count, 2 * (size_t)one->uv_count, sizeof *all->uv) &&
           grow(&all->triangles, 3 * triangles, 3 * more, sizeof *all->triangles) &&
           grow(&all->uv_triangles, 3 * triangles, 3 * more, sizeof *all->uv_triangles) &&
           grow(&all->faces, triangles, more, sizeof *all->faces) &&
           grow(&all->groups, triangles, more, sizeof *all->groups) &&
           grow(&all->names, (size_t)all->group_count, (size_t)one->group_count, sizeof *all->names) &&
           grow(&all->seams, 2 * (size_t)all->seam_count, 2 * (size_t)one->seam_count, sizeof *all->seams);
}

static bool append(bight_cloth_mesh *all, const bight_cloth_mesh *one)
{
    if (!make_room(all, one)) {
        return false;
    }
    for (int32_t i = 0; i < one->vertex_count; i++) {
        all->positions[all->vertex_count + i] = one->positions[i];
    }
    for (int32_t i = 0; i < 2 * one->uv_count; i++) {
        all->uv[2 * all->uv_count + i] = one->uv[i];
    }
    for (int32_t i = 0; i < 3 * one->triangle_count; i++) {
        int32_t at = 3 * all->triangle_count + i, place = one->uv_triangles[i];
        all->triangles[at] = one->triangles[i] + all->vertex_count;
        all->uv_triangles[at] = place >= 0 ? place + all->uv_count : -1;
    }
    for (int32_t i = 0; i < one->triangle_count; i++) {
        all->faces[all->triangle_count + i] = one->faces[i] + all->face_count;
        all->groups[all->triangle_count + i] = one->groups[i] + all->group_count;
    }
    for (int32_t i = 0; i < one->group_count; i++) {
        all->names[all->group_count + i] = one->names[i];
    }
    for (int32_t i = 0; i < 2 * one->seam_count; i++) {
        all->seams[2 * all->seam_count + i] = one->seams[i] + all->vertex_count;
    }
    all->vertex_count += one->vertex_count;
    all->uv_count += one->uv_count;
    all->triangle_count += one->triangle_count;
    all->face_count += one->face_count;
    all->group_count += one->group_count;
    all->seam_count += one->seam_count;
    return true;
}

static void let_go(bight_cloth_mesh *mesh)
{
    void *arrays[] = {mesh->positions, mesh->uv,     mesh->triangles, mesh->uv_triangles,
                      mesh->faces,     mesh->groups, mesh->names,     mesh->seams};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        free(arrays[i]);
    }
    *mesh = (bight_cloth_mesh){0};
}

// ---- the cloths of the scene ------------------------------------------------------------------------

// A grid or tube: each triangle is a face, all of them one group.
static bight_status add_made(bight_cloth_mesh *all, const bight_scene_cloth *cloth, const bight_vec3 *at)
{
    const bight_cloth_def *def = &cloth->def;
    bight_mesh_group name = {{0}};
    snprintf(name.text, sizeof name.text, "%s", cloth->name);
    int32_t *order = malloc((size_t)def->triangle_count * sizeof *order + 1);
    int32_t *groups = calloc((size_t)def->triangle_count + 1, sizeof *groups);
    int32_t *bare = malloc(3 * (size_t)def->triangle_count * sizeof *bare + 1);
    bool kept = order != NULL && groups != NULL && bare != NULL;
    for (int32_t i = 0; kept && i < def->triangle_count; i++) {
        order[i] = i;
        bare[3 * i] = bare[3 * i + 1] = bare[3 * i + 2] = -1;
    }
    if (kept) {
        const int32_t *corners = def->uv_triangles != NULL ? def->uv_triangles : def->triangles;
        bight_cloth_mesh one = {
            .positions = (bight_vec3 *)(uintptr_t)at,
            .uv = (double *)(uintptr_t)def->uv,
            .triangles = (int32_t *)(uintptr_t)def->triangles,
            .uv_triangles = def->uv != NULL ? (int32_t *)(uintptr_t)corners : bare,
            .faces = order,
            .groups = groups,
            .names = &name,
            .vertex_count = def->vertex_count,
            .uv_count = def->uv == NULL     ? 0
                        : def->uv_count > 0 ? def->uv_count
                                            : def->vertex_count,
            .triangle_count = def->triangle_count,
            .face_count = def->triangle_count,
            .group_count = 1,
        };
        kept = append(all, &one);
    }
    free(order);
    free(groups);
    free(bare);
    return kept ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
}

// Out of a file: the file is read again, for its faces, groups and texture coordinates.
static bight_status add_read(bight_cloth_mesh *all, const bight_scene_cloth *cloth, const bight_vec3 *at,
                             bight_error *error)
{
    const void *bytes;
    size_t size;
    bight_cloth_mesh one = {0};
    bight_status status = bw_read_file(NULL, cloth->mesh->file, &bytes, &size, error);
    if (status == BIGHT_OK) {
        status = bight_read_cloth_mesh(NULL, bytes, size, cloth->mesh->file, &one, error);
    }
    if (status == BIGHT_OK) {
        memcpy(one.positions, at, (size_t)one.vertex_count * sizeof *at);
        status = append(all, &one) ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    }
    bight_cloth_mesh_free(NULL, &one);
    return status;
}

// Dressed with a knot: the mesh that it was put into, perhaps refined; vertices that it was cut with at borders are not its own.
static const bight_cloth_mesh *dressed(int32_t cloth)
{
    const bight_scene *scene = bw_now.scene;
    for (int32_t i = 0; i < scene->dress_count; i++) {
        if (scene->dress[i].cloth_index == cloth) {
            return scene->dress[i].mesh;
        }
    }
    return NULL;
}

static bight_status add_dressed(bight_cloth_mesh *all, const bight_cloth_mesh *mesh, const bight_vec3 *at)
{
    bight_cloth_mesh one = *mesh;
    one.positions = (bight_vec3 *)(uintptr_t)at;
    return append(all, &one) ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
}

bight_status bw_make_cloth(bight_mesh_format format, bight_error *error)
{
    if (bw_cloth_count() == 0) {
        snprintf(error->message, sizeof error->message,
                 "there is no cloth here, and an OBJ or PLY file holds cloth: export GLB or STL");
        return BIGHT_ERROR_INVALID;
    }
    bight_cloth_mesh all = {0};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < bw_cloth_count() && status == BIGHT_OK; i++) {
        const bight_scene_cloth *cloth = &bw_now.scene->cloths[i];
        int32_t count;
        const bight_vec3 *at = bight_play_cloth_positions(bw_now.play, i, &count);
        const bight_cloth_mesh *mesh = dressed(i);
        status = mesh != NULL                                       ? add_dressed(&all, mesh, at)
                 : cloth->mesh != NULL && cloth->mesh->file != NULL ? add_read(&all, cloth, at, error)
                                                                    : add_made(&all, cloth, at);
    }
    if (status == BIGHT_OK) {
        status = bight_write_cloth_mesh(NULL, &all, format, NULL, &bw_made, error);
    }
    let_go(&all);
    return status;
}
