// SPDX-License-Identifier: MIT
// A sheet moves to new places while all ropes rest. The list of near pairs proves it as it proves the motion
// of ropes: pairs that are not listed are further apart than the fastest point moves, listed pairs are
// further apart than their triangle moves, or pass the continuous test. Afterwards it is kept up to date,
// so that the next cycle does not have to rebuild it.

#include "core/error.h"
#include "core/vec3.h"
#include "geom/sweep.h"
#include "sim/certify.h"
#include "sim/near.h"
#include "sim/obstacle_mesh.h"
#include "sim/sheet/sheet.h"
#include "sim/validate.h"

#include <string.h>

static void corners_of(const bi_obstacle *obstacle, int32_t triangle, bight_vec3 from[3], bight_vec3 to[3])
{
    bi_obstacle_triangle(obstacle, triangle, from);
    for (int32_t k = 0; k < 3; k++) {
        to[k] = obstacle->sheet->wanted[obstacle->triangles[3 * triangle + k]];
    }
}

// How far the fastest corner of a triangle moves.
static double triangle_moves(const bight_vec3 from[3], const bight_vec3 to[3])
{
    double most = 0.0;
    for (int32_t k = 0; k < 3; k++) {
        most = bi_max(most, v3_length_squared(v3_sub(to[k], from[k])));
    }
    return sqrt(most);
}

static double fastest_point(const bi_obstacle *obstacle)
{
    double most = 0.0;
    for (int32_t i = 0; i < obstacle->point_count; i++) {
        most = bi_max(most, v3_length_squared(v3_sub(obstacle->sheet->wanted[i], obstacle->points[i])));
    }
    return sqrt(most);
}

// The list must reach as far as the fastest point may come.
static bight_status look_far_enough(bight_world *world, double fastest, double floor)
{
    double needed = 1.01 * (fastest + floor);
    if (world->near_valid && needed < world->near_obstacles) {
        return BIGHT_OK;
    }
    bi_near_margin margin = bi_usual_margin(world);
    margin.obstacles = bi_max(margin.obstacles, needed);
    return bi_find_near(world, world->at, margin);
}

static bight_status refuse(const bight_world *world, const bi_near *near, double part, bight_error *error)
{
    int32_t rope = world->rope_of[near->a];
    return bi_fail(
        error, BIGHT_ERROR_INVALID, 0,
        "triangle %d of sheet %d meets link %d of rope %d after %.3g of its way: move it less, or the "
        "rope first",
        world->obstacles[near->obstacle].sheet->number[near->b], near->obstacle,
        near->a - world->ropes[rope].first, rope, part);
}

static bight_status prove(bight_world *world, int32_t index, double floor, bight_error *error)
{
    const bi_obstacle *obstacle = &world->obstacles[index];
    const bi_near *worst = NULL;
    double least = 1.0;
    for (int32_t i = 0; i < world->near_count; i++) {
        const bi_near *near = &world->near[i];
        if (near->obstacle != index) {
            continue;
        }
        bight_vec3 from[3], to[3];
        corners_of(obstacle, near->b, from, to);
        if (near->distance > triangle_moves(from, to) + floor) {
            continue;
        }
        int32_t end = bi_next(&world->ropes[world->rope_of[near->a]], near->a);
        double part = bi_sweep_moving_triangle(world->at[near->a], world->at[end], from, to, floor);
        world->stats.swept_tests++;
        if (part < least) {
            least = part;
            worst = near;
        }
    }
    return worst == NULL ? BIGHT_OK : refuse(world, worst, least, error);
}

// What the motion may have used up of every distance.
static void keep_near(bight_world *world, int32_t index, double fastest)
{
    for (int32_t i = 0; i < world->near_count; i++) {
        bi_near *near = &world->near[i];
        if (near->obstacle == index) {
            bight_vec3 from[3], to[3];
            corners_of(&world->obstacles[index], near->b, from, to);
            near->distance -= triangle_moves(from, to);
        }
    }
    world->near_obstacles -= fastest;
}

bight_status bight_sheet_move(bight_world *world, bight_sheet_id id, const bight_vec3 *points,
                              bight_error *error)
{
    bi_obstacle *obstacle = bi_find_sheet(world, id);
    if (obstacle == NULL) {
        return bi_fail(error, BIGHT_ERROR_STALE, 0, "there is no such sheet");
    }

    if (points == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "a sheet needs its %d points to move",
                       obstacle->point_count);
    }

    bight_status status = bi_sheet_check_points(points, obstacle->point_count, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // a sheet that stays needs no proof
    size_t bytes = (size_t)obstacle->point_count * sizeof *points;
    memcpy(obstacle->sheet->wanted, points, bytes);
    double fastest = fastest_point(obstacle);
    if (fastest == 0.0) {
        return BIGHT_OK;
    }

    // no rope is crossed by the motion
    if (world->node_count > 0) {
        double floor = bi_surface_floor(world);
        status = look_far_enough(world, fastest, floor);
        if (status != BIGHT_OK) {
            return bi_fail(error, status, 0, "no memory for the collision lists");
        }
        int32_t index = (int32_t)id.index1 - 1;
        status = prove(world, index, floor, error);
        if (status != BIGHT_OK) {
            return status;
        }
        keep_near(world, index, fastest);
    }

    // it moves; the list names triangles by their places in the hierarchy
    memcpy(obstacle->points, points, bytes);
    if (bi_sheet_fit(obstacle, world->def.env.threads)) {
        world->near_valid = false; // it names triangles by their places
        world->near_count = 0;
    }

    BI_VALIDATE(bi_world_is_valid(world));
    return BIGHT_OK;
}
