// SPDX-License-Identifier: MIT
// A cloth in an animation: vertices in the order of its file, places on the pattern as there, a part for each group.

#include "bight/cloth.h"
#include "bight/io.h"
#include "cli/cloth_shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNKNOWN (-2)

// A corner uses the point of its vertex with the same place, or makes one. next (corners) chains points of a vertex.
static int32_t point_of(cli_cloth_points *p, int32_t *next, int32_t vertex, int32_t place)
{
    int32_t at = vertex, last = vertex;
    if (p->place[vertex] == UNKNOWN) {
        p->place[vertex] = place;
    }
    while (at >= 0 && p->place[at] != place) {
        last = at;
        at = next[at];
    }
    if (at < 0) {
        at = p->count++;
        next[last] = at;
        next[at] = -1;
        p->vertex[at] = vertex;
        p->place[at] = place;
    }
    return at;
}

// Triangles keep their order within their group. first (group_count + 1) is scratch.
static void sort_by_group(const bight_scene *scene, int32_t cloth, const cli_cloth_shape *s,
                          const int32_t *corners, int32_t *first, cli_cloth_points *p)
{
    int32_t count = scene->cloths[cloth].def.triangle_count;
    for (int32_t t = 0; t < count; t++) {
        first[1 + (s->groups != NULL ? s->groups[t] : 0)]++;
    }
    for (int32_t g = 0; g < s->group_count; g++) {
        if (first[g + 1] > 0) {
            bight_mesh_group *name = &p->names[p->part_count];
            *name = cli_cloth_group_name(scene, cloth, g);
            p->parts[p->part_count++] = (bight_glb_part){name->text, first[g], first[g + 1]};
        }
        first[g + 1] += first[g];
    }
    for (int32_t t = 0; t < count; t++) {
        int32_t at = first[s->groups != NULL ? s->groups[t] : 0]++;
        memcpy(p->triangles + 3 * (size_t)at, corners + 3 * (size_t)t, 3 * sizeof *corners);
    }
}

bool cli_cloth_points_find(const bight_scene *scene, int32_t cloth, cli_cloth_points *points)
{
    const bight_cloth_def *def = &scene->cloths[cloth].def;
    const cli_cloth_shape s = cli_cloth_shape_of(&scene->cloths[cloth]);
    size_t corners = 3 * (size_t)def->triangle_count, room = corners + (size_t)def->vertex_count + 1;
    *points = (cli_cloth_points){.count = def->vertex_count};
    points->vertex = malloc(room * sizeof *points->vertex);
    points->place = malloc(room * sizeof *points->place);
    points->triangles = malloc((corners + 1) * sizeof *points->triangles);
    points->names = calloc((size_t)s.group_count + 1, sizeof *points->names);
    points->parts = calloc((size_t)s.group_count + 1, sizeof *points->parts);
    int32_t *next = malloc(room * sizeof *next), *own = malloc((corners + 1) * sizeof *own);
    int32_t *first = calloc((size_t)s.group_count + 1, sizeof *first);
    bool good = points->vertex != NULL && points->place != NULL && points->triangles != NULL &&
                points->names != NULL && points->parts != NULL && next != NULL && own != NULL &&
                first != NULL;
    for (int32_t v = 0; good && v < def->vertex_count; v++) {
        points->vertex[v] = v;
        points->place[v] = UNKNOWN;
        next[v] = -1;
    }
    for (size_t c = 0; good && c < corners; c++) {
        int32_t place = s.uv_count > 0 ? s.uv_triangles[c] : -1;
        own[c] = point_of(points, next, def->triangles[c], place);
    }
    if (good) {
        sort_by_group(scene, cloth, &s, own, first, points);
    }
    free(next);
    free(own);
    free(first);
    return good;
}

void cli_cloth_points_free(cli_cloth_points *points)
{
    free(points->vertex);
    free(points->place);
    free(points->triangles);
    free(points->names);
    free(points->parts);
    *points = (cli_cloth_points){0};
}

bight_status cli_cloth_points_mesh(const bight_scene_cloth *cloth, const cli_cloth_points *points,
                                   const bight_vec3 *positions, bight_mesh *mesh, bight_error *error)
{
    // normals do not ask for the pattern: one for each vertex, in the order of the corners
    bight_cloth_def bare = cloth->def;
    bare.uv = NULL;
    bare.uv_triangles = NULL;
    bare.uv_count = 0;
    bight_mesh skin;
    bight_status status = bight_cloth_skin(NULL, &bare, positions, 0, &skin, error);
    if (status != BIGHT_OK) {
        return status;
    }
    const cli_cloth_shape s = cli_cloth_shape_of(cloth);
    size_t corners = 3 * (size_t)bare.triangle_count, count = (size_t)points->count;
    bight_vec3 *normals = malloc(((size_t)bare.vertex_count + 1) * sizeof *normals);
    *mesh = (bight_mesh){.positions = malloc(count * sizeof *mesh->positions),
                         .normals = malloc(count * sizeof *mesh->normals),
                         .uv = s.uv_count > 0 ? malloc(2 * count * sizeof *mesh->uv) : NULL,
                         .triangles = malloc(corners * sizeof *mesh->triangles),
                         .vertex_count = points->count,
                         .triangle_count = bare.triangle_count};
    bool good = normals != NULL && mesh->positions != NULL && mesh->normals != NULL &&
                (s.uv_count == 0 || mesh->uv != NULL) && mesh->triangles != NULL;
    for (int32_t v = 0; good && v < bare.vertex_count; v++) {
        normals[v] = (bight_vec3){0, 1, 0}; // of a vertex without a triangle
    }
    for (size_t c = 0; good && c < corners; c++) {
        normals[bare.triangles[c]] = skin.normals[skin.triangles[c]];
    }
    for (size_t i = 0; good && i < count; i++) {
        const double *place = points->place[i] >= 0 ? s.uv + 2 * (size_t)points->place[i] : NULL;
        mesh->positions[i] = positions[points->vertex[i]];
        mesh->normals[i] = normals[points->vertex[i]];
        for (size_t k = 0; mesh->uv != NULL && k < 2; k++) {
            mesh->uv[2 * i + k] = place != NULL ? place[k] : 0.0;
        }
    }
    if (good) {
        memcpy(mesh->triangles, points->triangles, corners * sizeof *mesh->triangles);
    } else {
        bight_mesh_free(NULL, mesh);
    }
    free(normals);
    bight_mesh_free(NULL, &skin);
    return good ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
}

double cli_cloth_points_tiles(const bight_scene_cloth *cloth, double repeat)
{
    const cli_cloth_shape s = cli_cloth_shape_of(cloth);
    const double *metres = cloth->def.uv;
    if (metres == NULL || !(repeat > 0.0)) {
        return 0.0;
    }
    // the scene scaled the places of the file by one number, which the largest tells best
    int32_t largest = 0;
    for (int32_t i = 0; i < 2 * s.uv_count; i++) {
        largest = fabs(s.uv[i]) > fabs(s.uv[largest]) ? i : largest;
    }
    double unit = s.uv[largest] != 0.0 ? metres[largest] / s.uv[largest] : 1.0;
    return unit / repeat;
}
