// SPDX-License-Identifier: MIT
// Obstacles as the user of a world makes, leads and removes them.

#include "core/error.h"
#include "core/vec3.h"
#include "geom/pose.h"
#include "sim/no_crossing.h"
#include "sim/obstacle.h"
#include "sim/obstacle_mesh.h"
#include "sim/validate.h"

#define OBSTACLE_COOKIE 0x0B57AC1Eu

bight_obstacle_def bight_obstacle_def_default(void)
{
    return (bight_obstacle_def){.kind = BIGHT_SHAPE_SPHERE,
                                .size = {1, 1, 1},
                                .pose = {.rotation = {0, 0, 0, 1}},
                                .friction = -1.0,
                                .cookie = OBSTACLE_COOKIE};
}

static bight_status check(const bight_obstacle_def *def, bight_error *error)
{
    if (def->cookie != OBSTACLE_COOKIE) {
        return bi_fail(
            error, BIGHT_ERROR_INVALID, 0,
            "the obstacle definition was not initialised: start from bight_obstacle_def_default()");
    }

    // a place
    if (!bi_pose_is_finite(&def->pose)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the obstacle's pose is not finite: give plain numbers");
    }
    bight_vec3 at = def->pose.position;
    if (!bi_obstacle_in_range(at)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the obstacle is at %g, %g, %g: give lengths below %g",
                       at.x, at.y, at.z, BI_OBSTACLE_FARTHEST);
    }

    if (!bi_friction_in_range(def->friction)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the obstacle's friction is %g: give 0 to %g, or below 0 for the rope's",
                       def->friction, BI_MOST_FRICTION);
    }

    // each kind has its own number of sizes
    static const int32_t sizes_used[] = {[BIGHT_SHAPE_SPHERE] = 1,
                                         [BIGHT_SHAPE_CAPSULE] = 2,
                                         [BIGHT_SHAPE_BOX] = 3,
                                         [BIGHT_SHAPE_TORUS] = 2,
                                         [BIGHT_SHAPE_MESH] = 0};
    if ((uint32_t)def->kind > BIGHT_SHAPE_MESH) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "obstacle kind %d does not exist", (int)def->kind);
    }

    const double size[3] = {def->size.x, def->size.y, def->size.z};
    for (int32_t i = 0; i < sizes_used[def->kind]; i++) {
        if (!(size[i] > 0.0 && size[i] < 1e9)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "obstacle size %c is %g: give a length above 0",
                           "xyz"[i], size[i]);
        }
    }

    if (def->kind == BIGHT_SHAPE_TORUS && def->size.y >= def->size.x) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "the ring's tube radius %g must be below its radius %g",
                       def->size.y, def->size.x);
    }
    return BIGHT_OK;
}

static bight_status fill(bight_world *world, const bight_obstacle_def *def, bi_obstacle *obstacle,
                         bight_error *error)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    obstacle->solid = (bi_solid){def->kind, def->size};
    obstacle->friction = def->friction;
    obstacle->pose = obstacle->before = obstacle->target = bi_pose_normalised(def->pose);
    bight_status status;
    if (def->kind == BIGHT_SHAPE_MESH) {
        status = bi_obstacle_take_mesh(allocator, def, obstacle, error);
    } else {
        obstacle->bound = bi_solid_bound(&obstacle->solid);
        status = bi_sphere_tree_make(allocator, &obstacle->tree, 1);
        if (status == BIGHT_OK) {
            obstacle->tree.spheres[0] = bi_sphere_around_segment(v3(0, 0, 0), v3(0, 0, 0), obstacle->bound);
        }
    }
    if (status == BIGHT_OK) {
        status = bi_sphere_tree_make(allocator, &obstacle->placed, obstacle->tree.leaf_count);
    }
    if (status == BIGHT_OK) {
        bi_obstacle_place(obstacle);
        obstacle->alive = true;
        status = bi_check_no_crossing(world, error);
    }
    return status;
}

bight_status bight_obstacle_create(bight_world *world, const bight_obstacle_def *def, bight_obstacle_id *id,
                                   bight_error *error)
{
    *id = (bight_obstacle_id){0};
    bight_status status = check(def, error);
    int32_t slot = 0;
    if (status == BIGHT_OK) {
        status = bi_take_obstacle(world, &slot);
    }

    if (status != BIGHT_OK) {
        return status == BIGHT_ERROR_NO_MEMORY ? bi_fail(error, status, 0, "no memory for an obstacle")
                                               : status;
    }

    uint32_t generation = world->obstacles[slot].generation + 1;
    bi_obstacle *obstacle = &world->obstacles[slot];
    *obstacle = (bi_obstacle){.generation = generation};
    status = fill(world, def, obstacle, error);
    if (status != BIGHT_OK) {
        bi_world_restored(world);
        bi_obstacle_free(&world->def.env.allocator, obstacle);
        *obstacle = (bi_obstacle){.generation = generation};
        world->obstacle_count -= generation == 1; // the place was new: nobody knows of it
        return status == BIGHT_ERROR_NO_MEMORY ? bi_fail(error, status, 0, "no memory for an obstacle")
                                               : status;
    }

    bi_world_edited(world);
    *id = (bight_obstacle_id){(uint32_t)slot + 1, generation};
    BI_VALIDATE(bi_world_is_valid(world));
    return BIGHT_OK;
}

bool bight_obstacle_destroy(bight_world *world, bight_obstacle_id id)
{
    bi_obstacle *obstacle = bi_find_obstacle(world, id);
    if (obstacle == NULL) {
        return false;
    }
    uint32_t generation = obstacle->generation;
    bi_obstacle_free(&world->def.env.allocator, obstacle);
    *obstacle = (bi_obstacle){.generation = generation};
    bi_world_edited(world);
    BI_VALIDATE(bi_world_is_valid(world));
    return true;
}

bight_status bight_obstacle_set_target(bight_world *world, bight_obstacle_id id, bight_pose target)
{
    bi_obstacle *obstacle = bi_find_obstacle(world, id);
    if (obstacle == NULL) {
        return BIGHT_ERROR_STALE;
    }
    if (!bi_pose_is_finite(&target)) {
        return BIGHT_ERROR_INVALID;
    }
    obstacle->target = bi_pose_normalised(target);
    return BIGHT_OK;
}

bight_status bight_obstacle_set_friction(bight_world *world, bight_obstacle_id id, double friction)
{
    return bi_friction_set(bi_find_obstacle(world, id), friction);
}

bight_status bight_obstacle_get(const bight_world *world, bight_obstacle_id id, bight_pose *pose, double *lag)
{
    const bi_obstacle *obstacle = bi_find_obstacle(world, id);
    *pose = (bight_pose){0};
    if (obstacle == NULL) {
        return BIGHT_ERROR_STALE;
    }
    *pose = obstacle->pose;
    if (lag != NULL) {
        *lag = bi_pose_travel(&obstacle->pose, &obstacle->target, obstacle->bound);
    }
    return BIGHT_OK;
}
