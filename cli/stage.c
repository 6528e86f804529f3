// SPDX-License-Identifier: MIT

#include "cli/stage.h"

#include "bight/mesh.h"
#include "cli/cloths.h"
#include "cli/needles.h"
#include "cli/tension.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- obstacles --------------------------------------------------------------------------------------

static bight_vec3 posed(const bight_pose *pose, bight_vec3 v, bool point)
{
    // v + 2 w (u x v) + 2 u x (u x v), u the vector part of the unit quaternion
    const double *r = pose->rotation;
    double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3];
    double s = square > 0.0 ? 2.0 / square : 0.0;
    bight_vec3 t = {r[1] * v.z - r[2] * v.y, r[2] * v.x - r[0] * v.z, r[0] * v.y - r[1] * v.x};
    bight_vec3 q = {r[1] * t.z - r[2] * t.y, r[2] * t.x - r[0] * t.z, r[0] * t.y - r[1] * t.x};
    v.x += s * (r[3] * t.x + q.x) + (point ? pose->position.x : 0.0);
    v.y += s * (r[3] * t.y + q.y) + (point ? pose->position.y : 0.0);
    v.z += s * (r[3] * t.z + q.z) + (point ? pose->position.z : 0.0);
    return v;
}

void cli_stage_pose(cli_stage *stage, const cli_moment *moment)
{
    const bight_pose *poses = moment->poses;
    for (int32_t i = 0; i < stage->scene->obstacle_count; i++) {
        const bight_mesh *from = &stage->meshes[i];
        bight_mesh *to = &stage->posed[i];
        for (int32_t k = 0; k < from->vertex_count; k++) {
            to->positions[k] = posed(&poses[i], from->positions[k], true);
            if (from->normals != NULL) {
                to->normals[k] = posed(&poses[i], from->normals[k], false);
            }
        }
    }
}

static bight_status make_mesh(const bight_obstacle_def *def, bight_mesh *mesh, bight_error *error)
{
    if (def->kind != BIGHT_SHAPE_MESH) {
        return bight_shape_mesh(NULL, def->kind, def->size, 0, mesh, error);
    }
    mesh->positions = malloc(sizeof *mesh->positions * ((size_t)def->point_count + 1));
    mesh->triangles = malloc(sizeof *mesh->triangles * (3 * (size_t)def->triangle_count + 1));
    if (mesh->positions == NULL || mesh->triangles == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    memcpy(mesh->positions, def->points, sizeof *mesh->positions * (size_t)def->point_count);
    memcpy(mesh->triangles, def->triangles, sizeof *mesh->triangles * 3 * (size_t)def->triangle_count);
    mesh->vertex_count = def->point_count;
    mesh->triangle_count = def->triangle_count;
    return BIGHT_OK;
}

// a second set of positions and normals; triangles are shared
static bool copy_mesh(const bight_mesh *from, bight_mesh *to)
{
    *to = (bight_mesh){.triangles = from->triangles,
                       .vertex_count = from->vertex_count,
                       .triangle_count = from->triangle_count};
    size_t bytes = sizeof *to->positions * ((size_t)from->vertex_count + 1);
    to->positions = malloc(bytes);
    to->normals = from->normals != NULL ? malloc(bytes) : NULL;
    return to->positions != NULL && (from->normals == NULL || to->normals != NULL);
}

// ---- open and close ---------------------------------------------------------------------------------

static void set_colour(int32_t color, double colour[3])
{
    for (int32_t i = 0; i < 3; i++) {
        colour[i] = ((color >> (16 - 8 * i)) & 0xFF) / 255.0;
    }
}

bool cli_stage_open(cli_stage *stage, const bight_scene *scene)
{
    size_t ropes = (size_t)scene->rope_count, obstacles = (size_t)scene->obstacle_count;
    *stage = (cli_stage){.scene = scene, .width = scene->view->width, .height = scene->view->height};
    stage->meshes = calloc(obstacles + 1, sizeof *stage->meshes);
    stage->posed = calloc(obstacles + 1, sizeof *stage->posed);
    stage->pictures = calloc(obstacles + 1, sizeof *stage->pictures);
    stage->tubes = calloc(2 * ropes + 1, sizeof *stage->tubes); // and needles
    stage->moment.curves = calloc(ropes + 1, sizeof *stage->moment.curves);
    stage->moment.poses = calloc(obstacles + 1, sizeof *stage->moment.poses);
    bool good = stage->meshes != NULL && stage->posed != NULL && stage->pictures != NULL &&
                stage->tubes != NULL && stage->moment.curves != NULL && stage->moment.poses != NULL &&
                cli_cloths_open(stage) && cli_needles_open(stage);
    for (int32_t i = 0; i < scene->obstacle_count && good; i++) {
        bight_error error = {0};
        good = make_mesh(&scene->obstacles[i].def, &stage->meshes[i], &error) == BIGHT_OK &&
               copy_mesh(&stage->meshes[i], &stage->posed[i]);
        stage->pictures[i].mesh = &stage->posed[i];
        if (good && scene->obstacles[i].color >= 0) {
            set_colour(scene->obstacles[i].color, stage->pictures[i].colour);
        }
    }

    for (int32_t i = 0; i < scene->rope_count && good; i++) {
        stage->tubes[i].radius = scene->ropes[i].radius;
        bight_rope_colour(i, stage->tubes[i].colour);
        if (scene->ropes[i].color >= 0) {
            set_colour(scene->ropes[i].color, stage->tubes[i].colour);
        }
    }

    if (!good) {
        cli_say(NULL, 0, "no memory for pictures");
        cli_stage_close(stage);
    }
    return good;
}

void cli_stage_close(cli_stage *stage)
{
    for (int32_t i = 0; stage->posed != NULL && stage->meshes != NULL && i < stage->scene->obstacle_count;
         i++) {
        free(stage->posed[i].positions);
        free(stage->posed[i].normals);
        bight_mesh_free(NULL, &stage->meshes[i]);
    }
    cli_cloths_close(stage);
    cli_needles_close(stage);
    free(stage->meshes);
    free(stage->posed);
    free(stage->pictures);
    free(stage->tubes);
    free(stage->moment.curves);
    free(stage->moment.poses);
    *stage = (cli_stage){0};
}

void cli_stage_look(cli_stage *stage, const bight_play *play)
{
    for (int32_t i = 0; i < stage->scene->rope_count; i++) {
        stage->moment.curves[i] = bight_play_curve(play, i);
    }
    for (int32_t i = 0; i < stage->scene->obstacle_count; i++) {
        stage->moment.poses[i] = bight_play_pose(play, i);
    }
    for (int32_t i = 0; i < stage->scene->cloth_count; i++) {
        int32_t count;
        stage->moment.cloths[i] = bight_play_cloth_positions(play, i, &count);
    }
}

// ---- pictures ---------------------------------------------------------------------------------------

bight_status cli_stage_picture(cli_stage *stage, const cli_moment *moment, const bight_camera *camera,
                               int32_t samples, uint8_t *rgb, bight_error *error)
{
    bight_picture picture = {.tubes = stage->tubes,
                             .tube_count = stage->scene->rope_count,
                             .meshes = stage->pictures,
                             .mesh_count = stage->scene->obstacle_count,
                             .cloths = stage->sheets,
                             .cloth_count = stage->scene->cloth_count,
                             .ground = BIGHT_GROUND_BEHIND,
                             .width = stage->width,
                             .height = stage->height,
                             .camera = *camera,
                             .samples = samples};
    cli_stage_pose(stage, moment);
    for (int32_t i = 0; i < stage->scene->rope_count; i++) {
        stage->tubes[i].curve = cli_thread(stage, i, moment->curves[i], NULL);
    }
    for (int32_t k = 0; k < stage->needle_count; k++) {
        bight_tube tube = cli_needle_tube(stage, k, moment);
        bight_picture_tube *needle = &stage->tubes[picture.tube_count++];
        *needle = (bight_picture_tube){.curve = tube.curve,
                                       .radius = tube.radius,
                                       .radii = tube.radii,
                                       .pattern = BIGHT_PATTERN_PLAIN,
                                       .gloss = 0.8};
        memcpy(needle->colour, cli_steel, sizeof needle->colour);
    }
    bight_status status = cli_cloths_skin(stage, moment, error);
    bight_env env = {.threads = cli_processors()};
    return status == BIGHT_OK ? bight_render(&env, &picture, rgb, error) : status;
}

static const cli_moment *present(void *user, int32_t index)
{
    (void)index;
    return user;
}

bool cli_write_png(cli_stage *stage, const char *folder, const char *name, double close, bool *unsupported)
{
    bight_camera camera;
    bight_error error = {0};
    bight_bytes bytes = {0};
    uint8_t *rgb = malloc(3 * (size_t)stage->width * (size_t)stage->height);
    cli_stage_pose(stage, &stage->moment);
    bool framed =
        isnan(close) ? cli_stage_camera(
                           stage, &(cli_frames){.count = 1, .look = present, .user = &stage->moment}, &camera)
                     : cli_stage_close_up(stage, close, &camera);
    bight_status status = rgb == NULL || !framed
                              ? BIGHT_ERROR_NO_MEMORY
                              : cli_stage_picture(stage, &stage->moment, &camera, 0, rgb, &error);
    if (status == BIGHT_OK) {
        status = bight_write_png(NULL, rgb, stage->width, stage->height, 3, &bytes, &error);
    }
    free(rgb);
    *unsupported = status == BIGHT_ERROR_UNSUPPORTED;
    if (status != BIGHT_OK) {
        cli_say(name, 0, "%s", error.message[0] != '\0' ? error.message : bight_status_text(status));
        return false;
    }
    return cli_write_bytes(folder, name, &bytes);
}

// ---- meshes and curves ------------------------------------------------------------------------------

bool cli_write_xyz(cli_stage *stage, const char *folder, const char *name, const char *comment)
{
    bight_error error = {0};
    bight_bytes bytes = {0};
    bight_status status =
        bight_write_xyz(NULL, stage->moment.curves, stage->scene->rope_count, comment, &bytes, &error);
    if (status != BIGHT_OK) {
        cli_say(name, 0, "%s", error.message);
        return false;
    }
    return cli_write_bytes(folder, name, &bytes);
}

bool cli_write_glb(cli_stage *stage, const char *folder, const char *name)
{
    const bight_scene *scene = stage->scene;
    int32_t ropes = scene->rope_count, rigid = ropes + scene->obstacle_count,
            soft = rigid + scene->cloth_count, count = soft + stage->needle_count;
    int32_t skins = ropes + scene->cloth_count + stage->needle_count;
    bight_mesh *tubes = calloc((size_t)skins + 1, sizeof *tubes); // and cloths, and needles
    bight_bytes *textures = calloc((size_t)scene->cloth_count + 1, sizeof *textures);
    bight_glb_mesh *meshes = calloc((size_t)count + 1, sizeof *meshes);
    double most = stage->tension != NULL ? cli_tension_most(stage->tension, scene) : 0.0;
    bight_error error = {0};
    bight_status status =
        tubes != NULL && textures != NULL && meshes != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    for (int32_t i = 0; i < ropes && status == BIGHT_OK; i++) {
        int32_t first;
        bight_tube tube = {.curve = cli_thread(stage, i, stage->moment.curves[i], &first),
                           .radius = scene->ropes[i].radius,
                           .sides = CLI_TENSION_SIDES,
                           .samples_per_link = CLI_TENSION_SAMPLES};
        status = bight_tube_mesh(NULL, &tube, &tubes[i], &error);
        meshes[i] = (bight_glb_mesh){.name = scene->ropes[i].name, .mesh = &tubes[i], .roughness = 0.8};
        memcpy(meshes[i].colour, stage->tubes[i].colour, sizeof meshes[i].colour);
        meshes[i].colours = status == BIGHT_OK && stage->tension != NULL
                                ? cli_tension_colours(stage->tension, i, first, tube.curve, most, &tubes[i])
                                : NULL;
        for (int32_t k = 0; k < 3 && meshes[i].colours != NULL; k++) {
            meshes[i].colour[k] = 1.0; // what colours multiply
        }
    }

    if (status == BIGHT_OK) {
        cli_stage_pose(stage, &stage->moment);
    }
    for (int32_t i = 0; i < scene->obstacle_count && status == BIGHT_OK; i++) {
        meshes[ropes + i] = (bight_glb_mesh){.name = scene->obstacles[i].name,
                                             .mesh = &stage->posed[i],
                                             .colour = {0.6, 0.6, 0.6},
                                             .roughness = 0.5};
        if (scene->obstacles[i].color >= 0) {
            set_colour(scene->obstacles[i].color, meshes[ropes + i].colour);
        }
    }

    for (int32_t i = 0; i < scene->cloth_count && status == BIGHT_OK; i++) {
        const bight_scene_cloth *cloth = &scene->cloths[i];
        meshes[rigid + i] = (bight_glb_mesh){.name = cloth->name, .mesh = &tubes[ropes + i]};
        status = cli_cloth_mesh(cloth, stage->moment.cloths[i], stage->sheets[i].repeat, stage->level > 0,
                                &tubes[ropes + i], &error);
        status =
            status == BIGHT_OK ? cli_cloth_look(stage, i, &meshes[rigid + i], &textures[i], &error) : status;
    }

    for (int32_t k = 0; k < stage->needle_count && status == BIGHT_OK; k++) {
        bight_mesh *mesh = &tubes[ropes + scene->cloth_count + k];
        bight_tube tube = cli_needle_tube(stage, k, &stage->moment);
        status = bight_tube_mesh(NULL, &tube, mesh, &error);
        meshes[soft + k] = cli_needle_look(stage, k, mesh);
    }

    bight_bytes bytes = {0};
    if (status == BIGHT_OK) {
        status = bight_write_glb(NULL, meshes, count, &bytes, &error);
    }

    for (int32_t i = 0; tubes != NULL && i < skins; i++) {
        bight_mesh_free(NULL, &tubes[i]);
    }
    for (int32_t i = 0; meshes != NULL && i < ropes; i++) {
        free((void *)(uintptr_t)meshes[i].colours);
    }
    for (int32_t i = 0; textures != NULL && i < scene->cloth_count; i++) {
        bight_bytes_free(NULL, &textures[i]);
    }

    free(textures);
    free(tubes);
    free(meshes);
    if (status != BIGHT_OK) {
        cli_say(name, 0, "%s", error.message[0] != '\0' ? error.message : bight_status_text(status));
        return false;
    }
    return cli_write_bytes(folder, name, &bytes);
}
