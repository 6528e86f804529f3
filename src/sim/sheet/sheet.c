// SPDX-License-Identifier: MIT

#include "sim/sheet/sheet.h"

#include "core/error.h"
#include "core/vec3.h"
#include "sim/no_crossing.h"
#include "sim/obstacle.h"
#include "sim/validate.h"

#define SHEET_COOKIE 0x54EE7A11u

// Metres: far above anything whose digits still tell it from its neighbour, and squares fit into a float.
#define FARTHEST 1e15

bight_sheet_def bight_sheet_def_default(void)
{
    return (bight_sheet_def){.slip = -1.0, .friction = -1.0, .cookie = SHEET_COOKIE};
}

bight_status bi_sheet_check_points(const bight_vec3 *points, int32_t count, bight_error *error)
{
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 p = points[i];
        double far = bi_max(bi_max(fabs(p.x), fabs(p.y)), fabs(p.z));
        if (!v3_is_finite(p)) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "point %d of the sheet is not finite", i);
        }
        if (far > FARTHEST) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "point %d of the sheet is %g m from the origin: at most %g m", i, far, FARTHEST);
        }
    }
    return BIGHT_OK;
}

static bight_status check(const bight_sheet_def *def, bight_error *error)
{
    static const bight_world_def greatest = {
#define X(field, unit, words, least, most, standard) .field = (most),
        BIGHT_WORLD_FIELDS(X)
#undef X
    };
    if (def->cookie != SHEET_COOKIE) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the sheet definition was not initialised: start from bight_sheet_def_default()");
    }

    if (def->points == NULL || def->triangles == NULL || def->point_count < 3 || def->triangle_count < 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a sheet needs at least 3 points and 1 triangle");
    }

    if (def->triangle_count > BIGHT_MAX_TRIANGLES) {
        return bi_fail(error, BIGHT_ERROR_TOO_LARGE, 0, "the sheet has %d triangles: at most %d",
                       def->triangle_count, BIGHT_MAX_TRIANGLES);
    }

    if (!(def->margin >= 0.0 && def->margin <= 1e9)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "margin of the sheet is %g m: give 0 to 1e9",
                       def->margin);
    }

    if (!(def->slip <= greatest.slip) || !isfinite(def->slip)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "slip of the sheet is %g: give 0 to %g, or below 0 for the world's", def->slip,
                       greatest.slip);
    }

    if (!bi_friction_in_range(def->friction)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "the sheet's friction is %g: give 0 to %g, or below 0 for the rope's", def->friction,
                       BI_MOST_FRICTION);
    }

    // corners that exist
    for (int32_t i = 0; i < 3 * def->triangle_count; i++) {
        if (def->triangles[i] < 0 || def->triangles[i] >= def->point_count) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "triangle %d of the sheet names point %d: it has 0 to %d", i / 3,
                           def->triangles[i], def->point_count - 1);
        }
    }
    return bi_sheet_check_points(def->points, def->point_count, error);
}

bight_status bight_sheet_create(bight_world *world, const bight_sheet_def *def, bight_sheet_id *id,
                                bight_error *error)
{
    *id = (bight_sheet_id){0};
    bight_status status = check(def, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // a place that may have been another sheet's or obstacle's
    const bight_allocator *allocator = &world->def.env.allocator;
    int32_t slot = 0;
    status = bi_take_obstacle(world, &slot);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory for a sheet");
    }
    bight_pose still = {.rotation = {0, 0, 0, 1}};
    bi_obstacle *obstacle = &world->obstacles[slot];
    uint32_t generation = obstacle->generation + 1;
    *obstacle = (bi_obstacle){.generation = generation,
                              .solid = {.kind = BIGHT_SHAPE_MESH},
                              .friction = def->friction,
                              .pose = still,
                              .before = still,
                              .target = still};

    // its points and hierarchy, then whether it stands in a rope's way
    status = bi_sheet_part_make(allocator, def, obstacle);
    if (status == BIGHT_OK) {
        bi_sheet_sort(obstacle, world->def.env.threads);
        obstacle->alive = true;
        status = bi_check_no_crossing(world, error);
    }

    // refused: the world is as it was
    if (status != BIGHT_OK) {
        bi_world_restored(world);
        bi_obstacle_free(allocator, obstacle);
        *obstacle = (bi_obstacle){.generation = generation};
        world->obstacle_count -= generation == 1; // the place was new: nobody knows of it
        return status == BIGHT_ERROR_INVALID ? status : bi_fail(error, status, 0, "no memory for a sheet");
    }

    world->sheet_count++;
    bi_world_edited(world);
    *id = (bight_sheet_id){(uint32_t)slot + 1, generation};
    BI_VALIDATE(bi_world_is_valid(world));
    return BIGHT_OK;
}

bool bight_sheet_destroy(bight_world *world, bight_sheet_id id)
{
    bi_obstacle *obstacle = bi_find_sheet(world, id);
    if (obstacle == NULL) {
        return false;
    }
    uint32_t generation = obstacle->generation;
    bi_obstacle_free(&world->def.env.allocator, obstacle);
    *obstacle = (bi_obstacle){.generation = generation};
    world->sheet_count--;
    bi_world_edited(world);
    BI_VALIDATE(bi_world_is_valid(world));
    return true;
}

bight_status bight_sheet_set_friction(bight_world *world, bight_sheet_id id, double friction)
{
    return bi_friction_set(bi_find_sheet(world, id), friction);
}

const bight_vec3 *bight_sheet_points(const bight_world *world, bight_sheet_id id, int32_t *count)
{
    const bi_obstacle *obstacle = bi_find_sheet(world, id);
    *count = obstacle != NULL ? obstacle->point_count : 0;
    return obstacle != NULL ? obstacle->points : NULL;
}
