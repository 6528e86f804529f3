// SPDX-License-Identifier: MIT
// What a sheet owns, and the hierarchy over its triangles.

#include "core/hash.h"
#include "core/parallel.h"
#include "core/vec3.h"
#include "geom/box_tree.h"
#include "sim/obstacle_mesh.h"
#include "sim/sheet/sheet.h"

#include <string.h>

// When spheres overlap by so much more than when the hierarchy was sorted it is sorted again.
#define TOO_LOOSE 1.5

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

void bi_sheet_sort(bi_obstacle *obstacle, int32_t threads)
{
    BI_ASSERT(obstacle->sheet != NULL && obstacle->triangle_count > 0);
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
    BI_ASSERT(obstacle->sheet != NULL);
    fit(obstacle, threads);
    bool again = looseness(&obstacle->placed) > TOO_LOOSE * obstacle->sheet->loose;
    if (again) {
        bi_sheet_sort(obstacle, threads);
    }
    return again;
}

bight_status bi_sheet_part_make(const bight_allocator *allocator, const bight_sheet_def *def,
                                bi_obstacle *obstacle)
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
