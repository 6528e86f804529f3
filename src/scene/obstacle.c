// SPDX-License-Identifier: MIT
// The shape and pose of an obstacle, and the files that a scene names.

#include "scene/build.h"

#include "bight/io.h"
#include "core/turn.h"
#include "core/vec3.h"

#include <stdio.h>
#include <string.h>

// ---- files ------------------------------------------------------------------------------------------

bight_status bi_scene_file_fail(const bi_reader *reader, const bi_json_path *path, const char *name,
                                const bight_error *cause)
{
    if (cause->status == BIGHT_ERROR_NO_MEMORY) {
        return bi_read_no_memory(reader);
    }
    char at[32] = "";
    if (cause->line > 0) {
        snprintf(at, sizeof at, ":%d", (int)cause->line);
    }
    bi_read_fail(reader, path, " cannot be used: %.60s%s: %.140s", name, at, cause->message);
    if (reader->error != NULL) {
        reader->error->status = cause->status;
    }
    return cause->status;
}

bight_status bi_scene_fetch(const bi_reader *reader, const bight_scene_files *files, const bi_json_path *path,
                            const char *name, const void **bytes, size_t *length)
{
    if (files == NULL || files->read == NULL) {
        return bi_read_fail(reader, path,
                            " names a file, and here no files can be read: write points instead");
    }
    bight_error cause = {.status = BIGHT_ERROR_IO, .message = "it cannot be read"};
    bight_status status = files->read(files->user, name, bytes, length, &cause);
    cause.status = status;
    return status == BIGHT_OK ? status : bi_scene_file_fail(reader, path, name, &cause);
}

// The scene keeps a scaled copy.
static bight_status keep_mesh(const bi_reader *reader, bight_scene_obstacle *obstacle, const bight_vec3 *from,
                              int32_t point_count, const int32_t *sides, int32_t triangle_count)
{
    bight_obstacle_def *def = &obstacle->def;
    size_t corners = 3 * (size_t)triangle_count;
    bight_vec3 *points = bi_pool_new(reader->pool, (size_t)point_count, sizeof *points);
    int32_t *triangles = bi_pool_new(reader->pool, corners, sizeof *triangles);
    if (points == NULL || triangles == NULL) {
        return bi_read_no_memory(reader);
    }
    for (int32_t i = 0; i < point_count; i++) {
        points[i] = v3_mul(obstacle->mesh->scale, from[i]);
    }
    if (corners > 0) {
        memcpy(triangles, sides, corners * sizeof *triangles);
    }
    def->points = points;
    def->triangles = triangles;
    def->point_count = point_count;
    def->triangle_count = triangle_count;
    return BIGHT_OK;
}

static bight_status fetch_mesh(const bi_reader *reader, const bight_scene_files *files,
                               const bi_json_path *path, bight_scene_obstacle *obstacle)
{
    bi_json_path shape = {path, "mesh", 0}, inner = {&shape, "file", 0};
    bight_env env = {.allocator = reader->pool->allocator};
    bight_error cause = {0};
    bight_status status;
    if (obstacle->mesh->garment != NULL) {
        bight_cloth_mesh made;
        status = bi_scene_garment(reader, &shape, obstacle->mesh->garment, &made);
        status = status == BIGHT_OK ? keep_mesh(reader, obstacle, made.positions, made.vertex_count,
                                                made.triangles, made.triangle_count)
                                    : status;
        bight_cloth_mesh_free(&env.allocator, &made);
        return status;
    }
    const void *bytes;
    size_t length;
    status = bi_scene_fetch(reader, files, &inner, obstacle->mesh->file, &bytes, &length);
    if (status != BIGHT_OK) {
        return status;
    }
    bight_mesh mesh = {0};
    status = bight_read_obj(&env, bytes, length, &mesh, &cause);
    if (files->release != NULL) {
        files->release(files->user, bytes, length);
    }
    if (status != BIGHT_OK) {
        return bi_scene_file_fail(reader, &inner, obstacle->mesh->file, &cause);
    }
    status =
        keep_mesh(reader, obstacle, mesh.positions, mesh.vertex_count, mesh.triangles, mesh.triangle_count);
    bight_mesh_free(&env.allocator, &mesh);
    return status;
}

// ---- poses ------------------------------------------------------------------------------------------

// The quaternion of the shortest turn from y to `to`: (y x to, 1 + y . to), made unit.
static void shortest_turn(bight_vec3 to, double rotation[4])
{
    bight_vec3 unit = v3_unit(to, v3(0, 1, 0));
    bight_vec3 axis = v3_cross(v3(0, 1, 0), unit);
    double w = 1.0 + unit.y, length = sqrt(v3_dot(axis, axis) + w * w);
    if (!(length > 1e-9)) { // straight down: half a turn round x
        rotation[0] = 1.0;
        rotation[1] = rotation[2] = rotation[3] = 0.0;
        return;
    }
    rotation[0] = axis.x / length;
    rotation[1] = axis.y / length;
    rotation[2] = axis.z / length;
    rotation[3] = w / length;
}

static void turn_about(bight_vec3 axis, double degrees, double rotation[4])
{
    bight_vec3 unit = v3_unit(axis, v3(0, 1, 0));
    bi_turn half = bi_turn_of(degrees / 720.0);
    rotation[0] = half.sine * unit.x;
    rotation[1] = half.sine * unit.y;
    rotation[2] = half.sine * unit.z;
    rotation[3] = half.cosine;
}

bight_pose bi_scene_pose(bight_vec3 position, bight_scene_points along, const bight_scene_rotation *rotation)
{
    bight_pose pose = {.position = position, .rotation = {0, 0, 0, 1}};
    if (along.count > 0) {
        shortest_turn(along.at[0], pose.rotation);
    } else if (rotation != NULL) {
        turn_about(rotation->axis, rotation->degrees, pose.rotation);
    }
    return pose;
}

bight_status bi_scene_check_mass(const bi_reader *reader, const bight_scene *said,
                                 const bight_scene_obstacle *obstacle, int32_t index)
{
    bi_json_path obstacles = {NULL, "obstacles", 0}, path = {&obstacles, NULL, index},
                 mass = {&path, "mass", 0};
    if (obstacle->mass == 0.0) {
        return BIGHT_OK;
    }
    if (said->cloth_count == 0) {
        return bi_read_fail(reader, &mass,
                            " needs cloth that carries it, and the scene has none: give cloths");
    }
    if (said->rope_count > 0) {
        return bi_read_fail(
            reader, &mass,
            " is only for scenes without ropes, which do not carry obstacles: drop one of the two");
    }
    if (obstacle->motion != NULL) {
        return bi_read_fail(
            reader, &mass,
            " lets it move as forces say, and it has a motion of its own: drop one of the two");
    }
    return BIGHT_OK;
}

bight_status bi_scene_build_obstacle(const bi_reader *reader, const bight_scene_files *files,
                                     bight_scene_obstacle *obstacle, int32_t index)
{
    bi_json_path obstacles = {NULL, "obstacles", 0}, path = {&obstacles, NULL, index};
    bight_obstacle_def *def = &obstacle->def;
    *def = bight_obstacle_def_default();
    def->kind = obstacle->kind;
    def->friction = isnan(obstacle->friction) ? def->friction : obstacle->friction;
    def->pose = bi_scene_pose(obstacle->position, obstacle->along, obstacle->rotation);

    // a turn is 1 / period in a cycle
    if (obstacle->motion != NULL && obstacle->motion->period == 0.0) {
        bi_json_path motion = {&path, "motion", 0}, period = {&motion, "period", 0};
        return bi_read_fail(reader, &period, " is 0: give the cycles that one turn takes");
    }

    // radii and half lengths, about the pose's origin
    bi_json_path box = {&path, "box", 0}, size = {&box, "size", 0};
    bi_json_path torus = {&path, "torus", 0}, tube = {&torus, "tube", 0};
    switch (def->kind) {
    case BIGHT_SHAPE_SPHERE:
        def->size = v3(obstacle->sphere->radius, 0, 0);
        break;
    case BIGHT_SHAPE_CAPSULE:
        def->size = v3(obstacle->capsule->radius, 0.5 * obstacle->capsule->length, 0);
        break;
    case BIGHT_SHAPE_BOX:
        def->size = v3_mul(0.5, obstacle->box->size);
        if (!(def->size.x > 0.0 && def->size.y > 0.0 && def->size.z > 0.0)) {
            return bi_read_fail(reader, &size, " is not above 0 in all three: give three lengths of edges");
        }
        break;
    case BIGHT_SHAPE_TORUS:
        def->size = v3(obstacle->torus->radius, obstacle->torus->tube, 0);
        if (!(obstacle->torus->tube < obstacle->torus->radius)) {
            return bi_read_fail(reader, &tube, " is %g: give less than the ring's radius, %g",
                                obstacle->torus->tube, obstacle->torus->radius);
        }
        break;
    case BIGHT_SHAPE_MESH:
        return fetch_mesh(reader, files, &path, obstacle);
    }
    return BIGHT_OK;
}
