// SPDX-License-Identifier: MIT

#include "geom/hull_corners.h"

#include "core/memory.h"
#include "core/vec3.h"
#include "geom/mesh.h"

// of the points' extent: so near to a plane is in it, so that rounded points of one side are of one side
#define FLAT 1e-10

typedef struct corner_search {
    const bi_hull *hull;
    const bight_vec3 *x;
    const int32_t *same; // (count) the first point at the same place
    double flat;
} corner_search;

static bight_vec3 corner(const corner_search *c, int32_t face, int32_t k)
{
    return c->x[c->hull->corners[3 * (size_t)face + (size_t)k]];
}

// Twice the area, along the normal.
static bight_vec3 across(const corner_search *c, int32_t face)
{
    bight_vec3 a = corner(c, face, 0);
    return v3_cross(v3_sub(corner(c, face, 1), a), v3_sub(corner(c, face, 2), a));
}

static bool is_sliver(const corner_search *c, int32_t face)
{
    double longest = 0.0;
    for (int32_t k = 0; k < 3; k++) {
        longest = bi_max(longest, v3_distance(corner(c, face, k), corner(c, face, (k + 1) % 3)));
    }
    return !(v3_length(across(c, face)) > longest * c->flat);
}

static bool in_plane(const corner_search *c, int32_t face, int32_t other)
{
    bight_vec3 normal = v3_unit(across(c, face), v3(0, 0, 0));
    double height = v3_dot(normal, corner(c, face, 0));
    for (int32_t k = 0; k < 3; k++) {
        if (fabs(v3_dot(normal, corner(c, other, k)) - height) > c->flat) {
            return false;
        }
    }
    return true;
}

// A corner has triangles with area in three planes or more; a point within an edge has them in two, within a side in one.
// @param planes (3 count) -1; receives up to three triangles in different planes at each place
static int32_t find_corners(const corner_search *c, int32_t count, int32_t *planes)
{
    int32_t corners = 0;
    for (int32_t f = 0; f < c->hull->count; f++) {
        for (int32_t k = 0; k < 3 && !is_sliver(c, f); k++) {
            int32_t *seen = planes + 3 * (size_t)c->same[c->hull->corners[3 * (size_t)f + (size_t)k]], n = 0;
            while (n < 3 && seen[n] >= 0 && !in_plane(c, seen[n], f)) {
                n++;
            }
            if (n < 3 && seen[n] < 0) {
                seen[n] = f;
            }
        }
    }
    for (int32_t i = 0; i < count; i++) {
        corners += planes[3 * (size_t)i + 2] >= 0;
    }
    return corners;
}

static double extent(const bight_vec3 *x, int32_t count)
{
    double most = 0.0;
    for (int32_t i = 1; i < count; i++) {
        most = bi_max(most, v3_distance(x[0], x[i]));
    }
    return most;
}

bight_status bi_hull_make_corners(bi_hull *hull, const bight_vec3 *points, int32_t count)
{
    bight_status status = bi_hull_make(hull, points, count);
    if (status != BIGHT_OK) {
        return status;
    }
    size_t n = (size_t)count;
    int32_t *planes = bi_new_array(&hull->allocator, 3 * n, sizeof *planes);
    int32_t *same = bi_new_array(&hull->allocator, n, sizeof *same);
    int32_t *from = bi_new_array(&hull->allocator, n, sizeof *from);
    bight_vec3 *kept = bi_new_array(&hull->allocator, n, sizeof *kept);
    status =
        planes != NULL && same != NULL && from != NULL && kept != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    if (status == BIGHT_OK) {
        const bight_mesh places = {.positions = (bight_vec3 *)(uintptr_t)points, .vertex_count = count};
        status = bi_mesh_weld(&hull->allocator, &places, same);
    }
    if (status == BIGHT_OK) {
        for (size_t i = 0; i < 3 * n; i++) {
            planes[i] = -1;
        }
        corner_search c = {hull, points, same, FLAT * extent(points, count)};
        int32_t corners = find_corners(&c, count, planes), next = 0;
        for (int32_t i = 0; i < count && corners >= 4; i++) {
            if (planes[3 * (size_t)i + 2] >= 0) {
                from[next] = i;
                kept[next++] = points[i];
            }
        }
        status = corners >= 4 ? bi_hull_make(hull, kept, corners) : BIGHT_OK;
        for (int32_t i = 0; i < 3 * hull->count && corners >= 4 && status == BIGHT_OK; i++) {
            hull->corners[i] = from[hull->corners[i]];
        }
    }
    bi_free_array(&hull->allocator, planes, 3 * n, sizeof *planes);
    bi_free_array(&hull->allocator, same, n, sizeof *same);
    bi_free_array(&hull->allocator, from, n, sizeof *from);
    bi_free_array(&hull->allocator, kept, n, sizeof *kept);
    return status;
}
