// SPDX-License-Identifier: MIT
// Files out of a scene, curves out of files, scenes out of names.

#include "web_book.h"
#include "web_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- meshes -----------------------------------------------------------------------------------------

// Links of a rope's needle; none of what a script has made no rod.
static int32_t needle_of(int32_t rope)
{
    bool rod = bight_rope_get_model(bw_now.world, bight_play_rope(bw_now.play, rope)) == BIGHT_MODEL_ROD;
    return rod ? bw_now.scene->ropes[rope].rod->needle.links : 0;
}

// A rope, without its needle.
static bight_status make_tube(int32_t rope, bight_mesh *mesh, bight_error *error)
{
    bight_tube tube = {.curve = bight_play_curve(bw_now.play, rope),
                       .radius = bight_rope_radius(bw_now.world, bight_play_rope(bw_now.play, rope))};
    int32_t links = needle_of(rope);
    if (links > 0 && bw_now.scene->ropes[rope].rod->needle.end == BIGHT_END_FIRST) {
        tube.curve.points += links;
    }
    tube.curve.count -= links;
    return bight_tube_mesh(NULL, &tube, mesh, error);
}

static bight_status make_needle(int32_t rope, bight_mesh *mesh, bight_error *error)
{
    int32_t links = needle_of(rope);
    double *radii = malloc(((size_t)links + 1) * sizeof *radii);
    if (radii == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    bight_curve curve = bight_play_curve(bw_now.play, rope);
    int32_t first = bight_scene_needle_radii(&bw_now.scene->ropes[rope], radii);
    bight_tube tube = {.curve = {curve.points + first, links + 1, false},
                       .radius = radii[first > 0 ? 0 : links],
                       .radii = radii};
    bight_status status = bight_tube_mesh(NULL, &tube, mesh, error);
    free(radii);
    return status;
}

#define SKIN_LEVEL 1 // each triangle of cloth cut into four, as the page draws it

static bight_status make_skin(int32_t cloth, bight_mesh *mesh, bight_error *error)
{
    int32_t count;
    const bight_vec3 *at = bight_play_cloth_positions(bw_now.play, cloth, &count);
    return bight_cloth_skin(NULL, &bw_now.scene->cloths[cloth].def, at, SKIN_LEVEL, mesh, error);
}

// all ropes and cloths as one mesh
static bight_status make_stl(bight_error *error)
{
    bight_mesh all = {0};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < bw_rope_count() + bw_cloth_count() && status == BIGHT_OK; i++) {
        bight_mesh one = {0};
        status =
            i < bw_rope_count() ? make_tube(i, &one, error) : make_skin(i - bw_rope_count(), &one, error);
        status = status == BIGHT_OK ? bight_mesh_append(NULL, &all, &one) : status;
        bight_mesh_free(NULL, &one);
        if (status == BIGHT_OK && i < bw_rope_count() && needle_of(i) > 0) {
            status = make_needle(i, &one, error);
            status = status == BIGHT_OK ? bight_mesh_append(NULL, &all, &one) : status;
            bight_mesh_free(NULL, &one);
        }
    }
    if (status == BIGHT_OK) {
        status = bight_write_stl(NULL, &all, &bw_made, error);
    }
    bight_mesh_free(NULL, &all);
    return status;
}

static void place(bight_mesh *mesh, bight_pose pose)
{
    const double *q = pose.rotation;
    double length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    for (int32_t pass = 0; pass < 2; pass++) {
        bight_vec3 *list = pass == 0 ? mesh->positions : mesh->normals;
        for (int32_t i = 0; i < mesh->vertex_count && list != NULL; i++) {
            bight_vec3 v = list[i];
            if (length > 0.0) {
                // v + 2 w (q x v) + 2 q x (q x v)
                bight_vec3 c = {q[1] * v.z - q[2] * v.y, q[2] * v.x - q[0] * v.z, q[0] * v.y - q[1] * v.x};
                v.x += 2.0 * (q[3] * c.x + q[1] * c.z - q[2] * c.y);
                v.y += 2.0 * (q[3] * c.y + q[2] * c.x - q[0] * c.z);
                v.z += 2.0 * (q[3] * c.z + q[0] * c.y - q[1] * c.x);
            }
            if (pass == 0) {
                v = (bight_vec3){v.x + pose.position.x, v.y + pose.position.y, v.z + pose.position.z};
            }
            list[i] = v;
        }
    }
}

static bight_status make_shape(int32_t obstacle, bight_mesh *mesh, bight_error *error)
{
    const bight_obstacle_def *def = &bw_now.scene->obstacles[obstacle].def;
    bight_status status = BIGHT_OK;
    if (def->kind == BIGHT_SHAPE_MESH) {
        bight_mesh borrowed = {.positions = (bight_vec3 *)(uintptr_t)def->points,
                               .triangles = (int32_t *)(uintptr_t)def->triangles,
                               .vertex_count = def->point_count,
                               .triangle_count = def->triangle_count};
        status = bight_mesh_append(NULL, mesh, &borrowed);
    } else {
        status = bight_shape_mesh(NULL, def->kind, def->size, 0, mesh, error);
    }
    if (status == BIGHT_OK) {
        place(mesh, bight_play_pose(bw_now.play, obstacle));
    }
    return status;
}

static void color(bight_glb_mesh *mesh, int32_t rgb, int32_t otherwise)
{
    int32_t value = rgb >= 0 ? rgb : otherwise;
    for (int32_t i = 0; i < 3; i++) {
        mesh->colour[i] = (value >> (16 - 8 * i) & 255) / 255.0;
    }
    mesh->roughness = 0.8;
}

static bight_status make_glb(bight_error *error)
{
    int32_t ropes = bw_rope_count(), soft = ropes + bw_cloth_count(), count = soft + bw_obstacle_count();
    // and needles
    bight_mesh *meshes = calloc((size_t)(count + ropes), sizeof *meshes);
    bight_glb_mesh *list = calloc((size_t)(count + ropes), sizeof *list);
    bight_status status = meshes != NULL && list != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        list[i].mesh = &meshes[i];
        if (i < ropes) {
            status = make_tube(i, &meshes[i], error);
            list[i].name = bw_rope_name(i);
            color(&list[i], bw_now.scene->ropes[i].color, 0xd97706);
        } else if (i < soft) {
            status = make_skin(i - ropes, &meshes[i], error);
            list[i].name = bw_cloth_name(i - ropes);
            list[i].two_sided = true;
            color(&list[i], bw_now.scene->cloths[i - ropes].look->color, 0xc8452f);
        } else {
            status = make_shape(i - soft, &meshes[i], error);
            list[i].name = bw_obstacle_name(i - soft);
            color(&list[i], bw_now.scene->obstacles[i - soft].color, 0x9aa0a6);
        }
    }
    for (int32_t i = 0; i < ropes && status == BIGHT_OK; i++) {
        if (needle_of(i) > 0) {
            status = make_needle(i, &meshes[count], error);
            list[count] = (bight_glb_mesh){.name = "needle", .mesh = &meshes[count], .metallic = 1.0};
            color(&list[count], -1, 0xbfc2c7);
            list[count++].roughness = 0.35;
        }
    }
    if (status == BIGHT_OK) {
        status = bight_write_glb(NULL, list, count, &bw_made, error);
    }
    for (int32_t i = 0; meshes != NULL && i < count; i++) {
        bight_mesh_free(NULL, &meshes[i]);
    }
    free(meshes);
    free(list);
    return status;
}

static bight_status make_xyz(bight_error *error)
{
    int32_t count = bw_rope_count();
    if (count == 0) {
        snprintf(error->message, sizeof error->message,
                 "there is no rope here, and an XYZ file holds curves: export GLB or STL");
        return BIGHT_ERROR_INVALID;
    }
    bight_curve *curves = malloc((size_t)count * sizeof *curves);
    if (curves == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        curves[i] = bight_play_curve(bw_now.play, i);
    }
    bight_status status = bight_write_xyz(NULL, curves, count, bw_title(), &bw_made, error);
    free(curves);
    return status;
}

int32_t bw_make_file(int32_t format)
{
    bight_bytes_free(NULL, &bw_made);
    bight_error error = {0};
    bight_status status = format == BW_STL   ? make_stl(&error)
                          : format == BW_GLB ? make_glb(&error)
                          : format == BW_OBJ ? bw_make_cloth(BIGHT_MESH_FORMAT_OBJ, &error)
                          : format == BW_PLY ? bw_make_cloth(BIGHT_MESH_FORMAT_PLY, &error)
                                             : make_xyz(&error);
    error.status = status;
    return status == BIGHT_OK ? 0 : bw_fail(&error);
}

// ---- scenes out of names ----------------------------------------------------------------------------

int32_t bw_make_tie(const char *name, int32_t left)
{
    bight_bytes_free(NULL, &bw_made);
    bight_error error = {0};
    bight_diagram *diagram = NULL;
    bight_start start = {0};
    char title[160];
    snprintf(title, sizeof title, "%s%s", name, left ? ", left-handed" : "");
    bight_status status = bight_tie_diagram(NULL, bw_book(), name, left != 0, &diagram, &error);
    if (status == BIGHT_OK) {
        status = bight_start_make(NULL, diagram, NULL, &start, &error);
    }
    if (status == BIGHT_OK) {
        status = bight_start_scene(NULL, &start, title, NULL, &bw_made, &error);
    }
    bight_start_free(NULL, &start);
    bight_diagram_free(diagram);
    return status == BIGHT_OK ? 0 : bw_fail(&error);
}

// ---- dropped files ----------------------------------------------------------------------------------

typedef struct dropped {
    bight_vec3 *points; ///< Owned.
    int32_t count;
    bool closed;
    double radius; ///< 0 when the file does not say.
    bight_curve_name name;
} dropped;

static dropped *drops;
static int32_t drop_count;

static bool keep(const bight_vec3 *points, int32_t count, bool closed, double radius, const char *name)
{
    dropped *grown = realloc(drops, ((size_t)drop_count + 1) * sizeof *grown);
    drops = grown != NULL ? grown : drops;
    bight_vec3 *copy = malloc((size_t)count * sizeof *copy);
    if (grown == NULL || copy == NULL) {
        free(copy);
        return false;
    }
    memcpy(copy, points, (size_t)count * sizeof *copy);
    drops[drop_count] = (dropped){.points = copy, .count = count, .closed = closed, .radius = radius};
    snprintf(drops[drop_count].name.text, sizeof drops[drop_count].name.text, "%s", name);
    drop_count++;
    return true;
}

static bight_status read_codes(const void *bytes, size_t size, bight_code_kind kind, bight_error *error)
{
    size_t at = 0;
    int32_t line = 0;
    bight_code_item item;
    bight_status status = BIGHT_OK;
    while (status == BIGHT_OK && drop_count < 64 && bight_code_next(bytes, size, &at, &line, &item)) {
        bight_diagram *diagram = NULL;
        bight_start start = {0};
        bight_curve_name name = {{0}};
        status = bight_code_read(NULL, &item, kind, &name, &diagram, error);
        if (status == BIGHT_OK) {
            status = bight_start_make(NULL, diagram, NULL, &start, error);
            error->line = error->line > 0 ? error->line : item.line;
        }
        if (status == BIGHT_OK && !keep(start.points, start.count, start.closed, start.radius, name.text)) {
            status = BIGHT_ERROR_NO_MEMORY;
        }
        bight_start_free(NULL, &start);
        bight_diagram_free(diagram);
    }
    return status;
}

static bight_status read_points(const void *bytes, size_t size, const char *file_name, bight_error *error)
{
    const bight_read_options options = {.file_name = file_name};
    bight_curves curves = {0};
    bight_status status = bight_read_curves(NULL, bytes, size, &options, &curves, error);
    for (int32_t i = 0; i < curves.curve_count && status == BIGHT_OK; i++) {
        bight_curve curve = bight_curves_at(&curves, i);
        status = keep(curve.points, curve.count, curve.closed, 0.0, curves.names[i].text)
                     ? BIGHT_OK
                     : BIGHT_ERROR_NO_MEMORY;
    }
    bw_made = curves.notes; // the notes are kept, the rest goes
    curves.notes = (bight_bytes){0};
    bight_curves_free(NULL, &curves);
    return status;
}

int32_t bw_refuse(const void *bytes, size_t size)
{
    bight_error error = {0};
    error.status = bight_refuse_foreign(bytes, size, &error);
    return error.status == BIGHT_OK ? 0 : bw_fail(&error);
}

int32_t bw_read(const void *bytes, size_t size, const char *file_name)
{
    bight_bytes_free(NULL, &bw_made);
    for (int32_t i = 0; i < drop_count; i++) {
        free(drops[i].points);
    }
    drop_count = 0;
    bight_error error = {0};
    bight_code_kind kind = bight_code_detect(bytes, size, file_name);
    bight_status status = kind != BIGHT_CODE_COUNT ? read_codes(bytes, size, kind, &error)
                                                   : read_points(bytes, size, file_name, &error);
    error.status = status;
    if (status == BIGHT_OK && drop_count == 0) {
        return bw_fail_words("the file holds no curve and no code");
    }
    return status == BIGHT_OK ? drop_count : bw_fail(&error);
}

int32_t bw_read_curve(int32_t curve)
{
    bw_numbers[0] = drops[curve].count;
    bw_numbers[1] = drops[curve].closed;
    bw_numbers[2] = drops[curve].radius;
    return 0;
}

const double *bw_read_points(int32_t curve)
{
    return &drops[curve].points->x;
}

const char *bw_read_name(int32_t curve)
{
    return drops[curve].name.text;
}
