// SPDX-License-Identifier: MIT
// The cloths of a scene as one mesh: final.obj, run.pc2.

#include "bight/cloth_mesh_file.h"
#include "cli/cloth_shape.h"
#include "cli/cloths.h"

#include <stdlib.h>
#include <string.h>

#define FRAME_RATE 10.0 // as in run.glb

cli_cloth_shape cli_cloth_shape_of(const bight_scene_cloth *cloth)
{
    const bight_cloth_def *def = &cloth->def;
    const bight_cloth_mesh *read = cloth->read;
    if (read != NULL && read->triangle_count == def->triangle_count &&
        read->vertex_count == def->vertex_count) {
        return (cli_cloth_shape){.uv = read->uv,
                                 .uv_triangles = read->uv_triangles,
                                 .faces = read->faces,
                                 .groups = read->groups,
                                 .seams = read->seams,
                                 .names = read->names,
                                 .uv_count = read->uv_count,
                                 .face_count = read->face_count,
                                 .group_count = read->group_count,
                                 .seam_count = read->seam_count};
    }
    return (cli_cloth_shape){.uv = def->uv,
                             .uv_triangles = def->uv_triangles != NULL ? def->uv_triangles : def->triangles,
                             .uv_count = def->uv != NULL ? def->uv_count : 0,
                             .face_count = def->triangle_count,
                             .group_count = 1};
}

bight_mesh_group cli_cloth_group_name(const bight_scene *scene, int32_t cloth, int32_t group)
{
    const cli_cloth_shape s = cli_cloth_shape_of(&scene->cloths[cloth]);
    const char *own = s.names != NULL ? s.names[group].text : "";
    const char *whose = own[0] == '\0' || scene->cloth_count > 1 ? scene->cloths[cloth].name : "";
    bight_mesh_group name;
    snprintf(name.text, sizeof name.text, "%.31s%s%.31s", whose,
             whose[0] != '\0' && own[0] != '\0' ? "." : "", own);
    return name;
}

static void add_cloth(const cli_stage *stage, int32_t i, bight_cloth_mesh *mesh)
{
    const bight_scene *scene = stage->scene;
    const bight_cloth_def *def = &scene->cloths[i].def;
    const cli_cloth_shape s = cli_cloth_shape_of(&scene->cloths[i]);
    memcpy(mesh->positions + mesh->vertex_count, stage->moment.cloths[i],
           (size_t)def->vertex_count * sizeof *mesh->positions);
    for (int32_t k = 0; k < 3 * def->triangle_count; k++) {
        int32_t at = 3 * mesh->triangle_count + k;
        bool place = s.uv_count > 0 && s.uv_triangles[k] >= 0;
        mesh->triangles[at] = mesh->vertex_count + def->triangles[k];
        mesh->uv_triangles[at] = place ? mesh->uv_count + s.uv_triangles[k] : -1;
    }
    for (int32_t k = 0; k < def->triangle_count; k++) {
        mesh->faces[mesh->triangle_count + k] = mesh->face_count + (s.faces != NULL ? s.faces[k] : k);
        mesh->groups[mesh->triangle_count + k] = mesh->group_count + (s.groups != NULL ? s.groups[k] : 0);
    }
    for (int32_t k = 0; k < s.group_count; k++) {
        mesh->names[mesh->group_count + k] = cli_cloth_group_name(scene, i, k);
    }
    if (s.uv_count > 0) {
        memcpy(mesh->uv + 2 * (size_t)mesh->uv_count, s.uv, 2 * (size_t)s.uv_count * sizeof *mesh->uv);
    }
    for (int32_t k = 0; k < 2 * s.seam_count; k++) {
        mesh->seams[2 * mesh->seam_count + k] = mesh->vertex_count + s.seams[k];
    }
    mesh->vertex_count += def->vertex_count;
    mesh->triangle_count += def->triangle_count;
    mesh->uv_count += s.uv_count;
    mesh->face_count += s.face_count;
    mesh->group_count += s.group_count;
    mesh->seam_count += s.seam_count;
}

static void free_joined(bight_cloth_mesh *mesh)
{
    free(mesh->positions);
    free(mesh->uv);
    free(mesh->triangles);
    free(mesh->uv_triangles);
    free(mesh->faces);
    free(mesh->groups);
    free(mesh->names);
    free(mesh->seams);
}

// All cloths one after another. The caller frees it with free_joined(), also on failure.
static bight_status join(const cli_stage *stage, bight_cloth_mesh *mesh)
{
    const bight_scene *scene = stage->scene;
    size_t vertices = 0, triangles = 0, places = 0, groups = 0, seams = 0;
    for (int32_t i = 0; i < scene->cloth_count; i++) {
        const cli_cloth_shape s = cli_cloth_shape_of(&scene->cloths[i]);
        vertices += (size_t)scene->cloths[i].def.vertex_count;
        triangles += (size_t)scene->cloths[i].def.triangle_count;
        places += (size_t)s.uv_count;
        groups += (size_t)s.group_count;
        seams += (size_t)s.seam_count;
    }
    mesh->positions = malloc(sizeof *mesh->positions * (vertices + 1));
    mesh->uv = malloc(2 * sizeof *mesh->uv * (places + 1));
    mesh->triangles = malloc(3 * sizeof *mesh->triangles * (triangles + 1));
    mesh->uv_triangles = malloc(3 * sizeof *mesh->uv_triangles * (triangles + 1));
    mesh->faces = malloc(sizeof *mesh->faces * (triangles + 1));
    mesh->groups = malloc(sizeof *mesh->groups * (triangles + 1));
    mesh->names = calloc(groups + 1, sizeof *mesh->names);
    mesh->seams = malloc(2 * sizeof *mesh->seams * (seams + 1));
    if (mesh->positions == NULL || mesh->uv == NULL || mesh->triangles == NULL ||
        mesh->uv_triangles == NULL || mesh->faces == NULL || mesh->groups == NULL || mesh->names == NULL ||
        mesh->seams == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; i < scene->cloth_count; i++) {
        add_cloth(stage, i, mesh);
    }
    return BIGHT_OK;
}

static bool leave(const char *folder, const char *name, bight_status status, const bight_error *error,
                  bight_bytes *bytes)
{
    if (status != BIGHT_OK) {
        cli_say(name, 0, "%s", error->message[0] != '\0' ? error->message : bight_status_text(status));
        return false;
    }
    return cli_write_bytes(folder, name, bytes);
}

bool cli_write_obj(const cli_stage *stage, const char *folder, const char *name)
{
    bight_cloth_mesh mesh = {0};
    bight_bytes bytes = {0};
    bight_error error = {0};
    bight_status status = join(stage, &mesh);
    if (status == BIGHT_OK) {
        status = bight_write_cloth_mesh(NULL, &mesh, BIGHT_MESH_FORMAT_OBJ, NULL, &bytes, &error);
    }
    free_joined(&mesh);
    return leave(folder, name, status, &error, &bytes);
}

bool cli_write_pc2(const cli_stage *stage, cli_film *film, const char *folder, const char *name)
{
    const bight_scene *scene = stage->scene;
    bight_cloth_mesh mesh = {0};
    bight_bytes bytes = {0};
    bight_error error = {0};
    int32_t count = cli_film_frames(film);
    bight_status status = join(stage, &mesh);
    size_t vertices = (size_t)mesh.vertex_count;
    bight_vec3 *all = status == BIGHT_OK ? malloc(sizeof *all * (vertices * (size_t)count + 1)) : NULL;
    status = status == BIGHT_OK && all == NULL ? BIGHT_ERROR_NO_MEMORY : status;
    for (int32_t f = 0; f < count && status == BIGHT_OK; f++) {
        const cli_moment *moment = cli_film_moment(film, f);
        bight_vec3 *to = all + (size_t)f * vertices;
        for (int32_t i = 0; i < scene->cloth_count; i++) {
            size_t own = (size_t)scene->cloths[i].def.vertex_count;
            memcpy(to, moment->cloths[i], own * sizeof *to);
            to += own;
        }
    }
    if (status == BIGHT_OK) {
        const bight_mesh_frames run = {all, count, FRAME_RATE};
        status = bight_write_cloth_mesh(NULL, &mesh, BIGHT_MESH_FORMAT_PC2, &run, &bytes, &error);
    }
    free(all);
    free_joined(&mesh);
    return leave(folder, name, status, &error, &bytes);
}
