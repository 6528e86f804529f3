// SPDX-License-Identifier: MIT

#include "sim/no_crossing.h"

#include "core/error.h"
#include "geom/pose.h"
#include "sim/near.h"
#include "sim/obstacle_mesh.h"
#include "sim/sheet/sheet.h"

// A mesh knows only its surface: a rope that lies deep inside is near none of it.
static bight_status check_outside_meshes(const bight_world *world, bight_error *error)
{
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        const bi_obstacle *obstacle = &world->obstacles[i];
        for (int32_t r = 0; r < world->rope_count; r++) {
            const bi_rope *rope = &world->ropes[r];
            if (!obstacle->alive || obstacle->solid.kind != BIGHT_SHAPE_MESH || obstacle->sheet != NULL ||
                !rope->alive) {
                continue;
            }
            if (bi_obstacle_mesh_holds(obstacle, bi_pose_in(&obstacle->pose, world->at[rope->first]))) {
                return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                               "rope %d is inside obstacle %d: move one of them apart", r, i);
            }
        }
    }
    return BIGHT_OK;
}

bight_status bi_check_no_crossing(bight_world *world, bight_error *error)
{
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        world->obstacles[i].before = world->obstacles[i].pose;
    }

    // everything closer than touching
    bi_near_margin none = {.all_neighbours = true};
    bight_status status = bi_find_near(world, world->at, none);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory for the collision lists");
    }

    // the first pair of the list that meets
    double floor = bi_crossing_floor(world);
    for (int32_t i = 0; i < world->near_count; i++) {
        const bi_near *near = &world->near[i];
        if (near->distance > floor) {
            continue;
        }
        int32_t rope = world->rope_of[near->a], a = near->a - world->ropes[rope].first;

        // name both sides of it
        const bi_sheet_part *sheet = near->obstacle >= 0 ? world->obstacles[near->obstacle].sheet : NULL;
        if (sheet != NULL) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "link %d of rope %d goes through triangle %d of sheet %d: move one of them apart",
                           a, rope, sheet->number[near->b], near->obstacle);
        }
        if (near->obstacle >= 0) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "link %d of rope %d is inside obstacle %d: move one of them apart", a, rope,
                           near->obstacle);
        }
        int32_t other = world->rope_of[near->b];
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "link %d of rope %d meets link %d of rope %d: move the points apart", a, rope,
                       near->b - world->ropes[other].first, other);
    }
    return check_outside_meshes(world, error);
}
