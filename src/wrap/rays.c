// SPDX-License-Identifier: MIT

#include "wrap/rays.h"

#include "core/memory.h"
#include "core/vec3.h"
#include "geom/crossing.h"
#include "wrap/points.h"

#define MOST_RAYS 1000000

// ---- one ray ----------------------------------------------------------------------------------------

// Does the segment come near a box? Boxes are made a little larger, so that rounding loses none.
static bool near_box(const bi_box *box, bight_vec3 from, bight_vec3 way, double slack)
{
    const double p[3] = {from.x, from.y, from.z}, d[3] = {way.x, way.y, way.z};
    double first = 0.0, last = 1.0;
    for (int32_t k = 0; k < 3; k++) {
        double low = (double)box->low[k] - slack - p[k], high = (double)box->high[k] + slack - p[k];
        if (fabs(d[k]) <= slack) {
            if (low > slack || high < -slack) {
                return false;
            }
            continue;
        }
        double a = low / d[k], b = high / d[k];
        first = bi_max(first, bi_min(a, b));
        last = bi_min(last, bi_max(a, b));
    }
    return first <= last + 1e-9;
}

static bool meets(const bi_wrap_wall *wall, int32_t triangle, bight_vec3 from, bight_vec3 to)
{
    const int32_t *corner = wall->triangles + 3 * (size_t)triangle;
    if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) {
        return false;
    }
    const bight_vec3 x[5] = {from, to, bi_wrap_trimmed(wall->at[corner[0]]),
                             bi_wrap_trimmed(wall->at[corner[1]]), bi_wrap_trimmed(wall->at[corner[2]])};
    // triangles with a common edge agree on which side of it the ray goes by, as its ends rank last in all of them
    const int32_t ranks[5] = {wall->count, wall->count + 1, corner[0], corner[1], corner[2]};
    return bi_edge_meets_triangle(x, ranks) == BI_CROSSING;
}

bool bi_wrap_meets(const bi_wrap_wall *wall, bight_vec3 from, bight_vec3 way, int32_t except)
{
    // as far as any of them can be
    double length = v3_distance(from, wall->middle) + wall->reach, slack = 1e-9 * length;
    bight_vec3 to = bi_wrap_trimmed(v3_madd(from, length, way)), ray = v3_sub(to, from);
    const bi_box_tree *tree = &wall->tree;
    struct {
        int32_t level, node;
    } wait[2 * BI_TREE_LEVELS];
    int32_t count = 0;
    wait[count].level = tree->level_count - 1;
    wait[count++].node = 0;
    while (count > 0) {
        int32_t level = wait[--count].level, node = wait[count].node;
        if (!near_box(&tree->boxes[tree->level_first[level] + node], from, ray, slack)) {
            continue;
        }
        if (level == 0) {
            if (tree->order[node] != except && meets(wall, tree->order[node], from, to)) {
                return true;
            }
            continue;
        }
        int32_t below = tree->level_first[level] - tree->level_first[level - 1];
        for (int32_t k = 0; k < 2 && 2 * node + k < below; k++) {
            wait[count].level = level - 1;
            wait[count++].node = 2 * node + k;
        }
    }
    return false;
}

bight_status bi_wrap_wall_make(const bight_allocator *allocator, const bight_vec3 *at, int32_t count,
                               const int32_t *triangles, int32_t triangle_count, bi_wrap_wall *wall)
{
    *wall = (bi_wrap_wall){
        .at = at, .triangles = triangles, .count = count, .triangle_count = triangle_count, .middle = at[0]};
    for (int32_t i = 0; i < count; i++) {
        wall->reach = bi_max(wall->reach, v3_distance(wall->middle, at[i]));
    }
    return bi_box_tree_make(allocator, triangles, triangle_count, at, &wall->tree);
}

void bi_wrap_wall_free(const bight_allocator *allocator, bi_wrap_wall *wall)
{
    bi_box_tree_free(allocator, &wall->tree);
}

// ---- places -----------------------------------------------------------------------------------------

static bight_vec3 across(const bight_wrap_view *view, int32_t triangle)
{
    const int32_t *corner = view->triangles + 3 * (size_t)triangle;
    bight_vec3 a = view->points[corner[0]];
    return v3_cross(v3_sub(view->points[corner[1]], a), v3_sub(view->points[corner[2]], a));
}

void bi_wrap_areas(const bight_wrap_view *view, double *area)
{
    double sum = 0.0;
    for (int32_t t = 0; t < view->triangle_count; t++) {
        sum += 0.5 * v3_length(across(view, t));
        area[t] = sum;
    }
}

// Place i of so many: its triangle by steps of equal area, its weights by a sequence that fills the unit square evenly (Roberts,
// "The unreasonable effectiveness of quasirandom sequences", 2018).
bi_wrap_place bi_wrap_place_at(const bight_wrap_view *view, const double *area, int32_t i, int32_t count)
{
    double goal = area[view->triangle_count - 1] * ((i + 0.5) / count);
    int32_t low = 0, high = view->triangle_count - 1;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (area[middle] > goal) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    double u = (i + 1) * 0.7548776662466927, v = (i + 1) * 0.5698402909980532;
    u -= floor(u);
    v -= floor(v);
    if (u + v > 1.0) {
        u = 1.0 - u;
        v = 1.0 - v;
    }
    const int32_t *corner = view->triangles + 3 * (size_t)low;
    bight_vec3 a = view->points[corner[0]], b = view->points[corner[1]], c = view->points[corner[2]];
    bight_vec3 at = v3_add(a, v3_add(v3_mul(u, v3_sub(b, a)), v3_mul(v, v3_sub(c, a))));
    return (bi_wrap_place){bi_wrap_trimmed(at), v3_unit(across(view, low), v3(0, 1, 0)), low};
}

static bool is_sound(const bight_vec3 *points, int32_t point_count, const int32_t *triangles,
                     int32_t triangle_count)
{
    for (int32_t i = 0; i < point_count; i++) {
        if (!(fabs(points[i].x) <= 0x1p100 && fabs(points[i].y) <= 0x1p100 && fabs(points[i].z) <= 0x1p100)) {
            return false;
        }
    }
    for (int64_t i = 0; i < 3 * (int64_t)triangle_count; i++) {
        if (triangles[i] < 0 || triangles[i] >= point_count) {
            return false;
        }
    }
    return true;
}

bight_status bi_wrap_check_view(const bight_wrap_view *view, bight_error *error)
{
    if (view->rays < 0 || view->rays > MOST_RAYS) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%d rays: 1 to %d are cast", (int)view->rays,
                       MOST_RAYS);
    }
    if (view->triangle_count < 1 || view->cloth_side_count < 1 ||
        !is_sound(view->points, view->point_count, view->triangles, view->triangle_count) ||
        !is_sound(view->cloth, view->cloth_count, view->cloth_sides, view->cloth_side_count) ||
        view->point_count > INT32_MAX - 2 || view->cloth_count > INT32_MAX - 2) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "an object and a cloth have triangles of places that are there, and finite");
    }
    return BIGHT_OK;
}
