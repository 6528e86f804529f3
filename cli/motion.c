// SPDX-License-Identifier: MIT
// run.glb: what happened, as an animation for viewers that know glTF.

#include "cli/cloth_shape.h"
#include "cli/cloths.h"
#include "cli/needles.h"

#include <stdlib.h>
#include <string.h>

#define SECONDS_EACH 0.1
#define MOST_BYTES ((size_t)32 << 20)
#define MOST_FINE 300 // links of a rope that is swept with two rings a link

typedef struct motion {
    cli_film *film;
    const cli_stage *stage;
    int32_t frames, ropes, obstacles, cloths, needles;
    bight_mesh *shapes;    // ((ropes + cloths + needles) x frames)
    bight_bytes *textures; // (cloths)
    cli_cloth_points *points; // (cloths)
    bight_pose *poses;     // (obstacles x frames)
    double *times;         // (frames)
} motion;

// Which frame of the film is frame k of so many.
static int32_t film_frame(const motion *m, int32_t k)
{
    int32_t all = cli_film_frames(m->film);
    return (int32_t)((int64_t)k * (all - 1) / (m->frames - 1));
}

// Each vertex has a place and a normal in each frame.
static int32_t frames_that_fit(const cli_film *film, const cli_stage *stage)
{
    size_t vertices = 0;
    for (int32_t i = 0; i < stage->scene->rope_count; i++) {
        size_t nodes = (size_t)stage->scene->ropes[i].curve.count;
        vertices += 9 * (nodes > MOST_FINE ? nodes : 2 * nodes) + 40;
    }
    vertices += 60 * (size_t)stage->needle_count; // caps where they begin
    for (int32_t i = 0; i < stage->scene->cloth_count; i++) {
        int32_t places = cli_cloth_shape_of(&stage->scene->cloths[i]).uv_count,
                own = stage->scene->cloths[i].def.vertex_count;
        vertices += (size_t)(places > own ? places : own);
    }
    size_t most = MOST_BYTES / (24 * vertices);
    int32_t all = cli_film_frames(film);
    return most < (size_t)all ? (int32_t)most : all;
}

static bight_status sweep(motion *m, bight_error *error)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < m->cloths && status == BIGHT_OK; i++) {
        status = cli_cloth_points_find(m->stage->scene, i, &m->points[i]) ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t k = 0; k < m->frames && status == BIGHT_OK; k++) {
        const cli_moment *moment = cli_film_moment(m->film, film_frame(m, k));
        m->times[k] = SECONDS_EACH * k;
        for (int32_t i = 0; i < m->ropes && status == BIGHT_OK; i++) {
            bight_curve curve = cli_thread(m->stage, i, moment->curves[i], NULL);
            bight_tube tube = {.curve = curve,
                               .radius = m->stage->scene->ropes[i].radius,
                               .sides = 8,
                               .samples_per_link = curve.count > MOST_FINE ? 1 : 2};
            status = bight_tube_mesh(NULL, &tube, &m->shapes[i * m->frames + k], error);
        }
        for (int32_t i = 0; i < m->cloths && status == BIGHT_OK; i++) {
            status = cli_cloth_points_mesh(&m->stage->scene->cloths[i], &m->points[i], moment->cloths[i],
                                           &m->shapes[(m->ropes + i) * m->frames + k], error);
        }
        for (int32_t i = 0; i < m->needles && status == BIGHT_OK; i++) {
            bight_tube tube = cli_needle_tube(m->stage, i, moment);
            tube.sides = 8;
            tube.samples_per_link = 2;
            status =
                bight_tube_mesh(NULL, &tube, &m->shapes[(m->ropes + m->cloths + i) * m->frames + k], error);
        }
        for (int32_t i = 0; i < m->obstacles; i++) {
            m->poses[i * m->frames + k] = moment->poses[i];
        }
    }
    return status;
}

static void look(int32_t color, const double *colour, double roughness, bight_glb_mesh *mesh)
{
    mesh->roughness = roughness;
    for (int32_t c = 0; c < 3; c++) {
        mesh->colour[c] = color >= 0 ? ((color >> (16 - 8 * c)) & 255) / 255.0 : colour[c];
    }
}

static bight_status write_all(motion *m, bight_bytes *bytes, bight_error *error)
{
    static const double grey[3] = {0.6, 0.6, 0.6};
    const bight_scene *scene = m->stage->scene;
    int32_t soft = m->ropes + m->obstacles + m->cloths, count = soft + m->needles;
    bight_glb_mesh *meshes = calloc((size_t)count, sizeof *meshes);
    if (meshes == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }

    for (int32_t i = 0; i < m->ropes; i++) {
        const bight_mesh *shapes = &m->shapes[i * m->frames];
        meshes[i] = (bight_glb_mesh){.name = scene->ropes[i].name, .mesh = shapes, .shapes = shapes};
        look(-1, m->stage->tubes[i].colour, 0.8, &meshes[i]);
    }

    for (int32_t i = 0; i < m->obstacles; i++) {
        bight_glb_mesh *mesh = &meshes[m->ropes + i];
        *mesh = (bight_glb_mesh){.name = scene->obstacles[i].name,
                                 .mesh = &m->stage->meshes[i],
                                 .poses = &m->poses[i * m->frames]};
        look(scene->obstacles[i].color, grey, 0.5, mesh);
    }

    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < m->cloths && status == BIGHT_OK; i++) {
        bight_glb_mesh *mesh = &meshes[m->ropes + m->obstacles + i];
        const bight_mesh *shapes = &m->shapes[(m->ropes + i) * m->frames];
        *mesh = (bight_glb_mesh){.name = scene->cloths[i].name,
                                 .mesh = shapes,
                                 .shapes = shapes,
                                 .parts = m->points[i].parts,
                                 .part_count = m->points[i].part_count,
                                 .texture_scale =
                                     cli_cloth_points_tiles(&scene->cloths[i], m->stage->sheets[i].repeat)};
        status = cli_cloth_look(m->stage, i, mesh, &m->textures[i], error);
    }

    for (int32_t i = 0; i < m->needles; i++) {
        const bight_mesh *shapes = &m->shapes[(m->ropes + m->cloths + i) * m->frames];
        meshes[soft + i] = cli_needle_look(m->stage, i, shapes);
        meshes[soft + i].shapes = shapes;
    }

    if (status == BIGHT_OK) {
        status = bight_write_glb_motion(NULL, meshes, count, m->times, m->frames, bytes, error);
    }
    free(meshes);
    return status;
}

bool cli_write_motion(cli_film *film, const cli_stage *stage, const char *folder, const char *name,
                      bool *left_out)
{
    motion m = {.film = film,
                .stage = stage,
                .frames = frames_that_fit(film, stage),
                .ropes = stage->scene->rope_count,
                .obstacles = stage->scene->obstacle_count,
                .cloths = stage->scene->cloth_count,
                .needles = stage->needle_count};
    bight_error error = {0};
    bight_bytes bytes = {0};
    *left_out = m.frames < 2;
    if (*left_out) {
        cli_say(name, 0, "so many nodes are too much for an animation: it is left out");
        return true;
    }

    int32_t shapes = (m.ropes + m.cloths + m.needles) * m.frames;
    m.shapes = calloc((size_t)shapes, sizeof *m.shapes);
    m.textures = calloc((size_t)m.cloths + 1, sizeof *m.textures);
    m.points = calloc((size_t)m.cloths + 1, sizeof *m.points);
    m.poses = calloc((size_t)(m.obstacles * m.frames) + 1, sizeof *m.poses);
    m.times = calloc((size_t)m.frames, sizeof *m.times);
    bool memory =
        m.shapes != NULL && m.textures != NULL && m.points != NULL && m.poses != NULL && m.times != NULL;
    bight_status status = memory ? sweep(&m, &error) : BIGHT_ERROR_NO_MEMORY;
    status = status == BIGHT_OK ? write_all(&m, &bytes, &error) : status;
    for (int32_t i = 0; m.shapes != NULL && i < shapes; i++) {
        bight_mesh_free(NULL, &m.shapes[i]);
    }
    for (int32_t i = 0; m.textures != NULL && i < m.cloths; i++) {
        bight_bytes_free(NULL, &m.textures[i]);
    }

    for (int32_t i = 0; m.points != NULL && i < m.cloths; i++) {
        cli_cloth_points_free(&m.points[i]);
    }

    free(m.points);
    free(m.textures);
    free(m.shapes);
    free(m.poses);
    free(m.times);
    if (status != BIGHT_OK) {
        cli_say(name, 0, "%s", error.message[0] != '\0' ? error.message : bight_status_text(status));
        return false;
    }
    return cli_write_bytes(folder, name, &bytes);
}
