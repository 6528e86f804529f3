// SPDX-License-Identifier: MIT
// How much of an object is behind cloth, by rays straight out of its surface.

#include "core/memory.h"
#include "core/vec3.h"
#include "wrap/rays.h"

#define USUAL_RAYS 4096

static double count_rays(const bight_wrap_view *view, const double *area, const bi_wrap_wall *cloth)
{
    int32_t count = view->rays > 0 ? view->rays : USUAL_RAYS, looked = 0, covered = 0;
    for (int32_t i = 0; i < count && area[view->triangle_count - 1] > 0.0; i++) {
        bi_wrap_place place = bi_wrap_place_at(view, area, i, count);
        if (bi_wrap_counts(view, place.at)) {
            looked++;
            covered += bi_wrap_meets(cloth, place.at, place.normal, -1);
        }
    }
    return looked > 0 ? (double)covered / looked : (double)NAN;
}

bight_status bight_wrap_coverage(const bight_env *env, const bight_wrap_view *view, double *coverage,
                                 bight_error *error)
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    *coverage = (double)NAN;
    bight_status status = bi_wrap_check_view(view, error);
    if (status != BIGHT_OK) {
        return status;
    }
    bi_wrap_wall cloth = {0};
    double *area = bi_new_array(allocator, (size_t)view->triangle_count, sizeof *area);
    status = area != NULL ? bi_wrap_wall_make(allocator, view->cloth, view->cloth_count, view->cloth_sides,
                                              view->cloth_side_count, &cloth)
                          : BIGHT_ERROR_NO_MEMORY;
    if (status == BIGHT_OK) {
        bi_wrap_areas(view, area);
        *coverage = count_rays(view, area, &cloth);
    }
    bi_wrap_wall_free(allocator, &cloth);
    bi_free_array(allocator, area, (size_t)view->triangle_count, sizeof *area);
    return status == BIGHT_OK ? status : bi_fail(error, status, 0, "no memory to look at what cloth covers");
}

// ---- frames -----------------------------------------------------------------------------------------

void bight_wrap_below_rim(bight_wrap_view *view, const bight_wrap_plan *plan, double rim)
{
    view->up = rim < 1.0 ? plan->up : v3(0, 0, 0);
    view->below = rim < 1.0 ? plan->low + rim * (plan->high - plan->low) : 0.0;
}

void bight_wrap_local(const bight_pose *pose, const bight_vec3 *points, int32_t count, bight_vec3 *local)
{
    // with q of the rotation back: v + 2 w (q x v) + 2 q x (q x v)
    const bight_vec3 q = v3(-pose->rotation[0], -pose->rotation[1], -pose->rotation[2]);
    for (int32_t i = 0; i < count; i++) {
        bight_vec3 v = v3_sub(points[i], pose->position), c = v3_cross(q, v);
        local[i] = v3_madd(v3_madd(v, 2.0 * pose->rotation[3], c), 2.0, v3_cross(q, c));
    }
}
