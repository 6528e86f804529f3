// SPDX-License-Identifier: MIT
// Theta-curves: a chain and a bridge, closed in one way, and its three cycles.

#include "bight/chain.h"
#include "core/error.h"
#include "core/memory.h"
#include "knot/polygon.h"

// Where a vertex of the curve is in the polygon, which has no repeated neighbours.
static int32_t place_of(const bi_polygon *polygon, int32_t vertex)
{
    int32_t place = 0;
    for (int32_t i = 0; i < polygon->count; i++) {
        place = polygon->origin[i] >= 0 && polygon->origin[i] <= vertex ? i : place;
    }
    return place;
}

static bight_status check(const bight_curve *curve, int32_t first, int32_t last, const void *answer,
                          bight_error *error)
{
    if (curve == NULL || curve->points == NULL || answer == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "pass a curve and where to write the answer");
    }
    bool good = first >= 0 && last < curve->count && last - first >= 2 &&
                !(curve->closed && last - first > curve->count - 2);
    return good ? BIGHT_OK
                : bi_fail(error, BIGHT_ERROR_INVALID, 0,
                          "a bridge from vertex %d to %d of %d: give two vertices of the chain that are no "
                          "neighbours, the "
                          "lower one first",
                          (int)first + 1, (int)last + 1, (int)curve->count);
}

bight_status bight_theta_identify(const bight_env *env, bight_knot_workspace *workspace,
                                  const bight_curve *curve, int32_t first, int32_t last,
                                  const bight_knot_options *options, bight_knot_result *cycles,
                                  bight_error *error)
{
    bight_status status = check(curve, first, last, cycles, error);
    if (status != BIGHT_OK) {
        return status;
    }

    // the whole curve, closed: one closure for all cycles
    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    const bight_knot_options defaults = {0}, *wanted = options != NULL ? options : &defaults;
    bi_polygon polygon;
    bi_polygon_init(&polygon, allocator);
    bi_watch watch = bi_watch_from(env);
    polygon.watch = &watch;
    status = bi_polygon_load(&polygon, curve, 1, wanted->closure, error);
    int32_t count = polygon.count;
    bight_vec3 *points = status == BIGHT_OK ? bi_new_array(allocator, (size_t)count, sizeof *points) : NULL;
    if (status == BIGHT_OK && points == NULL) {
        status = bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a theta-curve");
    }

    // each cycle is a piece of the closed polygon, from one end of the bridge on; the bridge closes it
    int32_t a = status == BIGHT_OK ? place_of(&polygon, first) : 0;
    int32_t b = status == BIGHT_OK ? place_of(&polygon, last) : 0;
    for (int32_t k = 0; k < BIGHT_THETA_CYCLES && status == BIGHT_OK; k++) {
        int32_t from = k == BIGHT_THETA_REST ? b : a;
        int32_t length = k == BIGHT_THETA_LOOP   ? b - a + 1
                         : k == BIGHT_THETA_REST ? count - (b - a) + 1
                                                 : count;
        for (int32_t i = 0; i < length; i++) {
            points[i] = polygon.points[(from + i) % count];
        }
        bight_curve cycle = {points, length, true};
        status = bight_knot_identify(env, workspace, &cycle, 1, wanted, &cycles[k], error);
    }
    bi_free_array(allocator, points, (size_t)count, sizeof *points);
    bi_polygon_free(&polygon);
    return status;
}
