// SPDX-License-Identifier: MIT
// Memory of a polygon.

#include "core/error.h"
#include "core/assert.h"
#include "core/memory.h"
#include "knot/polygon.h"

void bi_polygon_init(bi_polygon *polygon, const bight_allocator *allocator)
{
    *polygon = (bi_polygon){0};
    if (allocator != NULL) {
        polygon->allocator = *allocator;
    }
    bi_hull_init(&polygon->hull, allocator);
}

void bi_polygon_free(bi_polygon *polygon)
{
    const bight_allocator *allocator = &polygon->allocator;
    bi_free_array(allocator, polygon->points, (size_t)polygon->point_capacity, sizeof *polygon->points);
    bi_free_array(allocator, polygon->origin, (size_t)polygon->origin_capacity, sizeof *polygon->origin);
    bi_free_array(allocator, polygon->start, (size_t)polygon->start_capacity, sizeof *polygon->start);
    bi_free_array(allocator, polygon->next, (size_t)polygon->next_capacity, sizeof *polygon->next);
    bi_free_array(allocator, polygon->previous, (size_t)polygon->previous_capacity,
                  sizeof *polygon->previous);
    bi_free_array(allocator, polygon->blocker, (size_t)polygon->blocker_capacity, sizeof *polygon->blocker);
    bi_free_array(allocator, polygon->boxes, (size_t)polygon->box_capacity, sizeof *polygon->boxes);
    bi_free_array(allocator, polygon->rounded, (size_t)polygon->rounded_capacity, sizeof *polygon->rounded);
    bi_hull_free(&polygon->hull);
    bi_polygon_init(polygon, NULL);
}

bight_status bi_polygon_reserve(bi_polygon *polygon, int64_t count)
{
    BI_ASSERT(count >= 0);
    const bight_allocator *allocator = &polygon->allocator;
    bight_status status =
        bi_reserve(allocator, &polygon->points, &polygon->point_capacity, count, sizeof *polygon->points);
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &polygon->origin, &polygon->origin_capacity, count, sizeof(int32_t));
    }
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &polygon->next, &polygon->next_capacity, count, sizeof(int32_t));
    }
    if (status == BIGHT_OK) {
        status =
            bi_reserve(allocator, &polygon->previous, &polygon->previous_capacity, count, sizeof(int32_t));
    }
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &polygon->blocker, &polygon->blocker_capacity, count, sizeof(int32_t));
    }
    if (status == BIGHT_OK) {
        // n / 8 + n / 64 + ..., each rounded up
        status = bi_reserve(allocator, &polygon->boxes, &polygon->box_capacity, count / 7 + 16,
                            sizeof *polygon->boxes);
    }
    return status;
}
