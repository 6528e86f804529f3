// SPDX-License-Identifier: MIT

#include "sim/obstacle_mesh.h"

#include "core/error.h"
#include "core/vec3.h"

#include <stdlib.h>
#include <string.h>

static bight_status check_mesh(const bight_obstacle_def *def, bight_error *error)
{
    if (def->points == NULL || def->triangles == NULL || def->point_count < 4 || def->triangle_count < 4) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "a mesh obstacle needs at least 4 points and 4 triangles");
    }
    if (def->triangle_count > BIGHT_MAX_TRIANGLES) {
        return bi_fail(error, BIGHT_ERROR_TOO_LARGE, 0, "the mesh has %d triangles: at most %d",
                       def->triangle_count, BIGHT_MAX_TRIANGLES);
    }
    for (int32_t i = 0; i < def->point_count; i++) {
        if (!v3_is_finite(def->points[i])) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "mesh point %d is not finite", i);
        }
        if (!bi_obstacle_in_range(def->points[i])) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "mesh point %d is beyond %g", i,
                           BI_OBSTACLE_FARTHEST);
        }
    }
    for (int32_t i = 0; i < 3 * def->triangle_count; i++) {
        if (def->triangles[i] < 0 || def->triangles[i] >= def->point_count) {
            return bi_fail(error, BIGHT_ERROR_INVALID, 0, "mesh triangle %d names point %d of %d", i / 3,
                           def->triangles[i], def->point_count);
        }
    }
    return BIGHT_OK;
}

// A directed edge of a triangle, low point first; forward when the triangle runs from low to high.
typedef struct edge {
    int32_t low, high, forward, triangle;
} edge;

static int compare_edges(const void *left, const void *right)
{
    const edge *a = left, *b = right;
    if (a->low != b->low) {
        return a->low < b->low ? -1 : 1;
    }
    if (a->high != b->high) {
        return a->high < b->high ? -1 : 1;
    }
    return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}

// Closed and consistently turned: every edge has exactly two triangles, one going each way.
static bight_status check_closed(const bight_allocator *allocator, const bight_obstacle_def *def,
                                 bight_error *error)
{
    int32_t count = 3 * def->triangle_count;
    edge *edges = bi_new_array(allocator, (size_t)count, sizeof *edges);
    if (edges == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t from = def->triangles[i], to = def->triangles[i % 3 == 2 ? i - 2 : i + 1];
        edges[i] = (edge){from < to ? from : to, from < to ? to : from, from < to, i / 3};
    }
    qsort(edges, (size_t)count, sizeof *edges, compare_edges);
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < count && status == BIGHT_OK; i += 2) {
        bool paired = i + 1 < count && edges[i].low == edges[i + 1].low &&
                      edges[i].high == edges[i + 1].high && edges[i].forward != edges[i + 1].forward;
        bool shared = i + 2 < count && edges[i].low == edges[i + 2].low && edges[i].high == edges[i + 2].high;
        if (!paired || shared) {
            status =
                bi_fail(error, BIGHT_ERROR_INVALID, 0,
                        "the mesh is not closed at the edge of points %d and %d (triangle %d): every edge "
                        "needs two triangles, one going each way",
                        edges[i].low, edges[i].high, edges[i].triangle);
        }
    }
    bi_free_array(allocator, edges, (size_t)count, sizeof *edges);
    return status;
}

// Where a triangle comes in the order of the hierarchy: along a Morton curve through the bounding box.
typedef struct place {
    uint64_t key;
    int32_t triangle;
} place;

static int compare_places(const void *left, const void *right)
{
    const place *a = left, *b = right;
    if (a->key != b->key) {
        return a->key < b->key ? -1 : 1;
    }
    return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}

static uint64_t spread_bits(uint64_t x)
{
    uint64_t spread = 0;
    for (int32_t bit = 0; bit < 20; bit++) {
        spread |= ((x >> bit) & 1) << (3 * bit);
    }
    return spread;
}

static bight_vec3 centre_of(const bight_obstacle_def *def, int32_t triangle)
{
    const int32_t *corner = def->triangles + 3 * triangle;
    bight_vec3 sum = v3_add(v3_add(def->points[corner[0]], def->points[corner[1]]), def->points[corner[2]]);
    return v3_mul(1.0 / 3.0, sum);
}

static void order_triangles(const bight_obstacle_def *def, place *places)
{
    bight_vec3 low = def->points[0], high = low;
    for (int32_t i = 1; i < def->point_count; i++) {
        bight_vec3 p = def->points[i];
        low = v3(bi_min(low.x, p.x), bi_min(low.y, p.y), bi_min(low.z, p.z));
        high = v3(bi_max(high.x, p.x), bi_max(high.y, p.y), bi_max(high.z, p.z));
    }
    double size = bi_max(bi_max(high.x - low.x, high.y - low.y), bi_max(high.z - low.z, 1e-300));
    for (int32_t i = 0; i < def->triangle_count; i++) {
        bight_vec3 at = v3_mul(1048575.0 / size, v3_sub(centre_of(def, i), low));
        uint64_t key = spread_bits((uint64_t)bi_max(at.x, 0.0)) |
                       spread_bits((uint64_t)bi_max(at.y, 0.0)) << 1 |
                       spread_bits((uint64_t)bi_max(at.z, 0.0)) << 2;
        places[i] = (place){key, i};
    }
    qsort(places, (size_t)def->triangle_count, sizeof *places, compare_places);
}

bi_sphere bi_triangle_sphere(const bight_vec3 corner[3])
{
    bight_vec3 centre = v3_mul(1.0 / 3.0, v3_add(v3_add(corner[0], corner[1]), corner[2]));
    double reach = 0.0;
    for (int32_t k = 0; k < 3; k++) {
        reach = bi_max(v3_length_squared(v3_sub(centre, corner[k])), reach);
    }
    return bi_sphere_around_segment(centre, centre, sqrt(reach));
}

bight_status bi_obstacle_take_mesh(const bight_allocator *allocator, const bight_obstacle_def *def,
                                   bi_obstacle *obstacle, bight_error *error)
{
    bight_status status = check_mesh(def, error);
    if (status == BIGHT_OK) {
        status = check_closed(allocator, def, error);
    }

    if (status != BIGHT_OK) {
        return status;
    }

    // all the memory, or none of what follows
    int32_t triangles = def->triangle_count;
    place *places = bi_new_array(allocator, (size_t)triangles, sizeof *places);
    obstacle->points = bi_new_array(allocator, (size_t)def->point_count, sizeof *obstacle->points);
    obstacle->point_count = obstacle->points != NULL ? def->point_count : 0;
    obstacle->triangles = bi_new_array(allocator, 3 * (size_t)triangles, sizeof *obstacle->triangles);
    obstacle->triangle_count = obstacle->triangles != NULL ? triangles : 0;
    status = bi_sphere_tree_make(allocator, &obstacle->tree, triangles);
    if (status != BIGHT_OK || places == NULL || obstacle->points == NULL || obstacle->triangles == NULL) {
        bi_free_array(allocator, places, (size_t)triangles, sizeof *places);
        return BIGHT_ERROR_NO_MEMORY;
    }

    memcpy(obstacle->points, def->points, (size_t)def->point_count * sizeof *def->points);
    for (int32_t i = 0; i < def->point_count; i++) {
        obstacle->bound = bi_max(obstacle->bound, v3_length(def->points[i]));
    }

    // triangles along a Morton curve, so that blocks of the hierarchy are near each other
    order_triangles(def, places);
    for (int32_t i = 0; i < triangles; i++) {
        memcpy(obstacle->triangles + 3 * i, def->triangles + 3 * places[i].triangle, 3 * sizeof(int32_t));
        bight_vec3 corner[3];
        bi_obstacle_triangle(obstacle, i, corner);
        obstacle->tree.spheres[i] = bi_triangle_sphere(corner);
    }

    bi_sphere_tree_refit(&obstacle->tree);
    bi_free_array(allocator, places, (size_t)triangles, sizeof *places);
    return BIGHT_OK;
}

// A ray in no particular direction leaves a closed surface as often as it enters it.
bool bi_obstacle_mesh_holds(const bi_obstacle *obstacle, bight_vec3 local)
{
    const bight_vec3 ray = v3(0.5377, 0.7431, 0.3988);
    bool inside = false;
    for (int32_t i = 0; i < obstacle->triangle_count; i++) {
        bight_vec3 corner[3];
        bi_obstacle_triangle(obstacle, i, corner);
        bight_vec3 a = v3_sub(corner[0], local), b = v3_sub(corner[1], local), c = v3_sub(corner[2], local);

        // the signs of three volumes say on which side of each edge the ray passes
        bool ab = v3_dot(ray, v3_cross(a, b)) > 0.0, bc = v3_dot(ray, v3_cross(b, c)) > 0.0;
        bool ca = v3_dot(ray, v3_cross(c, a)) > 0.0;
        if (ab != bc || bc != ca) {
            continue;
        }
        bight_vec3 normal = v3_cross(v3_sub(b, a), v3_sub(c, a));
        bool ahead = (v3_dot(normal, a) > 0.0) == (v3_dot(normal, ray) > 0.0);
        inside = inside != ahead;
    }
    return inside;
}
