// SPDX-License-Identifier: MIT

#include "sim/sheet/sheet.h"

#include "core/error.h"
#include "core/hash.h"
#include "core/parallel.h"
#include "core/vec3.h"
#include "geom/box_tree.h"
#include "sim/near.h"
#include "sim/obstacle.h"
#include "sim/obstacle_mesh.h"

#include <string.h>

#define SHEET_COOKIE 0x54EE7A11u

// Metres: far above anything whose digits still tell it from its neighbour, and squares fit into a float.
#define FARTHEST 1e15

// When spheres overlap by so much more than when the hierarchy was sorted it is sorted again.
#define TOO_LOOSE 1.5

bight_sheet_def bight_sheet_def_default(void)
{
    return (bight_sheet_def){.slip = -1.0, .cookie = SHEET_COOKIE};
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
    if (!(def->slip <= 0.5) || !isfinite(def->slip)) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "slip of the sheet is %g: give 0 to 0.5, or below 0 for the world's", def->slip);
    }
    for (int32_t i = 0; i < 3 * def->triangle_count; i++) {
        if (def->triangles[i] < 0 || def->triangles[i] >= def->point_count) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                           "triangle %d of the sheet names point %d: it has 0 to %d", i / 3,
                           def->triangles[i], def->point_count - 1);
        }
    }
    return bi_sheet_check_points(def->points, def->point_count, error);
}

// ---- the hierarchy
// -----------------------------------------------------------------------------------------

static void fit_block(void *data, int32_t block)
{
    bi_obstacle *obstacle = data;
    int32_t from = block * BI_PARALLEL_BLOCK;
    int32_t to = bi_min_int(from + BI_PARALLEL_BLOCK, obstacle->triangle_count);
    for (int32_t i = from; i < to; i++) {
        bight_vec3 corner[3];
        bi_obstacle_triangle(obstacle, i, corner);
        obstacle->placed.spheres[i] = bi_triangle_sphere(corner);
    }
}

static void fit(bi_obstacle *obstacle, int32_t threads)
{
    int32_t blocks = (obstacle->triangle_count + BI_PARALLEL_BLOCK - 1) / BI_PARALLEL_BLOCK;
    bi_parallel_for(threads, blocks, fit_block, obstacle);
    bi_sphere_tree_refit(&obstacle->placed);
}

// Radii of all inner nodes in those of the leaves: what a traversal costs more when the order is bad.
static double looseness(const bi_sphere_tree *tree)
{
    double leaves = 0.0, inner = 0.0;
    int32_t total = tree->level_first[tree->level_count];
    for (int32_t i = 0; i < tree->leaf_count; i++) {
        leaves += (double)tree->spheres[i].r;
    }
    for (int32_t i = tree->leaf_count; i < total; i++) {
        inner += (double)tree->spheres[i].r;
    }
    return leaves > 0.0 ? inner / leaves : 0.0;
}

static void sort(bi_obstacle *obstacle, int32_t threads)
{
    bi_sheet_part *sheet = obstacle->sheet;
    int32_t count = obstacle->triangle_count;
    bi_triangle_order(sheet->number, count, sheet->given, obstacle->points);
    sheet->sorted = BI_HASH_START;
    for (int32_t i = 0; i < count; i++) {
        memcpy(obstacle->triangles + 3 * (size_t)i, sheet->given + 3 * (size_t)sheet->number[i],
               3 * sizeof *obstacle->triangles);
        sheet->sorted = bi_hash_word(sheet->sorted, (uint32_t)sheet->number[i]);
    }
    fit(obstacle, threads);
    sheet->loose = looseness(&obstacle->placed);
}

bool bi_sheet_fit(bi_obstacle *obstacle, int32_t threads)
{
    fit(obstacle, threads);
    bool again = looseness(&obstacle->placed) > TOO_LOOSE * obstacle->sheet->loose;
    if (again) {
        sort(obstacle, threads);
    }
    return again;
}

// ---- making and removing
// -----------------------------------------------------------------------------------

static bight_status take(const bight_allocator *allocator, const bight_sheet_def *def, bi_obstacle *obstacle)
{
    size_t points = (size_t)def->point_count, triangles = (size_t)def->triangle_count;
    obstacle->sheet = bi_new_array(allocator, 1, sizeof *obstacle->sheet);
    if (obstacle->sheet == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    bi_sheet_part *sheet = obstacle->sheet;
    sheet->margin = def->margin;
    sheet->slip = def->slip;
    obstacle->point_count = def->point_count;
    obstacle->triangle_count = def->triangle_count;
    obstacle->points = bi_new_array(allocator, points, sizeof *obstacle->points);
    obstacle->triangles = bi_new_array(allocator, 3 * triangles, sizeof *obstacle->triangles);
    sheet->given = bi_new_array(allocator, 3 * triangles, sizeof *sheet->given);
    sheet->number = bi_new_array(allocator, triangles, sizeof *sheet->number);
    sheet->wanted = bi_new_array(allocator, points, sizeof *sheet->wanted);
    bight_status status = bi_sphere_tree_make(allocator, &obstacle->placed, def->triangle_count);
    if (status != BIGHT_OK || obstacle->points == NULL || obstacle->triangles == NULL ||
        sheet->given == NULL || sheet->number == NULL || sheet->wanted == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    memcpy(obstacle->points, def->points, points * sizeof *def->points);
    memcpy(sheet->given, def->triangles, 3 * triangles * sizeof *def->triangles);
    return BIGHT_OK;
}

void bi_sheet_part_free(const bight_allocator *allocator, bi_obstacle *obstacle)
{
    bi_sheet_part *sheet = obstacle->sheet;
    if (sheet != NULL) {
        size_t points = (size_t)obstacle->point_count, triangles = (size_t)obstacle->triangle_count;
        bi_free_array(allocator, sheet->given, 3 * triangles, sizeof *sheet->given);
        bi_free_array(allocator, sheet->number, triangles, sizeof *sheet->number);
        bi_free_array(allocator, sheet->wanted, points, sizeof *sheet->wanted);
        bi_free_array(allocator, sheet, 1, sizeof *sheet);
        obstacle->sheet = NULL;
    }
}

size_t bi_sheet_part_bytes(const bi_obstacle *obstacle)
{
    const bi_sheet_part *sheet = obstacle->sheet;
    return sheet == NULL ? 0
                         : sizeof *sheet + 4 * (size_t)obstacle->triangle_count * sizeof *sheet->given +
                               (size_t)obstacle->point_count * sizeof *sheet->wanted;
}

uint64_t bi_sheet_hash(uint64_t hash, const bi_obstacle *obstacle)
{
    const bi_sheet_part *sheet = obstacle->sheet;
    hash = bi_hash_double(bi_hash_double(hash, sheet->margin), sheet->slip);
    hash = bi_hash_word(bi_hash_double(hash, sheet->loose), sheet->sorted);
    for (int32_t i = 0; i < obstacle->point_count; i++) {
        hash = bi_hash_vec3(hash, obstacle->points[i]);
    }
    return hash;
}

bi_obstacle *bi_find_sheet(const bight_world *world, bight_sheet_id id)
{
    if (id.index1 == 0 || id.index1 > (uint32_t)world->obstacle_count) {
        return NULL;
    }
    bi_obstacle *obstacle = &world->obstacles[id.index1 - 1];
    return obstacle->alive && obstacle->sheet != NULL && obstacle->generation == id.generation ? obstacle
                                                                                               : NULL;
}

bight_status bight_sheet_create(bight_world *world, const bight_sheet_def *def, bight_sheet_id *id,
                                bight_error *error)
{
    *id = (bight_sheet_id){0};
    bight_status status = check(def, error);
    if (status != BIGHT_OK) {
        return status;
    }
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
                              .pose = still,
                              .before = still,
                              .target = still};
    int32_t contacts = world->contact_count;
    status = take(allocator, def, obstacle);
    if (status == BIGHT_OK) {
        sort(obstacle, world->def.env.threads);
        obstacle->alive = true;
        status = bi_check_no_crossing(world, error);
    }
    bi_world_edited(world);
    if (status != BIGHT_OK) {
        world->contact_count = contacts; // the world is as it was
        bi_obstacle_free(allocator, obstacle);
        *obstacle = (bi_obstacle){.generation = generation};
        world->obstacle_count -= generation == 1; // the place was new: nobody knows of it
        return status == BIGHT_ERROR_INVALID ? status : bi_fail(error, status, 0, "no memory for a sheet");
    }
    world->sheet_count++;
    *id = (bight_sheet_id){(uint32_t)slot + 1, generation};
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
    return true;
}

const bight_vec3 *bight_sheet_points(const bight_world *world, bight_sheet_id id, int32_t *count)
{
    const bi_obstacle *obstacle = bi_find_sheet(world, id);
    *count = obstacle != NULL ? obstacle->point_count : 0;
    return obstacle != NULL ? obstacle->points : NULL;
}
