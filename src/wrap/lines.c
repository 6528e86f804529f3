// SPDX-License-Identifier: MIT
// Lines of the cloth over an object: geodesics on its hull, from under its middle to above it.

#include "bight/wrap.h"

#include "core/error.h"
#include "core/memory.h"
#include "core/vec3.h"
#include "geom/hull.h"
#include "wrap/points.h"

#define BULGE 1e-3 // see make_hull()
#define DETOUR 1.5

// The object's hull with every point of a flat side on it: points are drawn in by BULGE of the square of their distance, so that flat
// sides bulge and no triangle is a sliver, however the points are rounded. Lengths change by about as much.
static bight_status make_hull(const bight_allocator *allocator, const bight_mesh *mesh, bight_vec3 extent,
                              bi_hull *hull, bight_vec3 **x)
{
    size_t count = (size_t)mesh->vertex_count;
    bight_vec3 middle = v3(0, 0.5 * extent.y, 0);
    double most = 0.25 * v3_length_squared(extent);
    bi_hull_init(hull, allocator);
    *x = bi_new_array(allocator, count, sizeof **x);
    if (*x == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        bight_vec3 d = v3_sub(mesh->positions[i], middle);
        (*x)[i] = bi_wrap_trimmed(v3_madd(middle, 1.0 - BULGE * v3_length_squared(d) / most, d));
    }
    return bi_hull_make(hull, *x, (int32_t)count);
}

// Straight on after setting out towards a corner, as long as that is no detour of more than DETOUR; else the shortest way.
static bight_status find_line(const bight_env *env, const bight_cloth_mesh *hull, double high, int32_t corner,
                              bight_geodesic *way, bight_error *error)
{
    bight_vec3 to = v3(0, 2.0 * high, 0),
               along = v3(corner == 1 || corner == 2 ? 1 : -1, 0, corner < 2 ? 1 : -1);
    bight_geodesic_def def = {.from = {0, -high, 0}, .to = &to};
    bight_geodesic straight;
    bight_error why = {0};
    bight_status status = bight_geodesic_find(env, hull, &def, way, &why);
    if (status == BIGHT_OK) {
        def.along = &along;
        def.length = DETOUR * way->length;
        status = bight_geodesic_find(env, hull, &def, &straight, &why);
        if (status == BIGHT_OK) {
            bight_geodesic_free(env != NULL ? &env->allocator : NULL, way);
            *way = straight;
        }
        status = status == BIGHT_ERROR_INVALID ? BIGHT_OK : status;
    }
    return status == BIGHT_OK
               ? status
               : bi_fail(error, status, 0, "no line leads over the object: %.150s", why.message);
}

bight_status bight_wrap_lines(const bight_env *env, const bight_mesh *mesh, const bight_wrap_plan *plan,
                              bight_geodesic ways[BIGHT_WRAP_CORNERS], bight_error *error)
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    bi_hull hull;
    bight_vec3 *x;
    for (int32_t k = 0; k < BIGHT_WRAP_CORNERS; k++) {
        ways[k] = (bight_geodesic){0};
    }
    bight_status status = make_hull(allocator, mesh, plan->stand.extent, &hull, &x);
    if (status == BIGHT_OK) {
        bight_cloth_mesh surface = {.positions = x, .triangles = hull.corners};
        surface.vertex_count = mesh->vertex_count;
        surface.triangle_count = hull.count;
        for (int32_t k = 0; k < BIGHT_WRAP_CORNERS && status == BIGHT_OK; k++) {
            status = find_line(env, &surface, plan->stand.extent.y, k, &ways[k], error);
        }
    } else {
        status = bi_wrap_no_hull(mesh, status, error);
    }
    for (int32_t k = 0; k < BIGHT_WRAP_CORNERS && status != BIGHT_OK; k++) {
        bight_geodesic_free(allocator, &ways[k]);
        ways[k] = (bight_geodesic){0};
    }
    bi_free_array(allocator, x, (size_t)mesh->vertex_count, sizeof *x);
    bi_hull_free(&hull);
    return status;
}
