// SPDX-License-Identifier: MIT
// How much of an object is seen past its cloth from all around. A ray straight out of the surface may meet a knot far above an open
// mouth; who looks into the mouth from the side sees the object.

#include "core/memory.h"
#include "core/vec3.h"
#include "wrap/rays.h"

#define USUAL_PLACES 1024
#define VIEWS 96

// Directions spread evenly over the sphere: in equal steps of height, each a golden angle further round.
static void spread(bight_vec3 views[VIEWS])
{
    const double step_cos = -0.7373688780783197, step_sin = 0.6754902942615238; // of pi (3 - sqrt 5)
    double c = 1.0, s = 0.0;
    for (int32_t k = 0; k < VIEWS; k++) {
        double y = 1.0 - (2.0 * k + 1.0) / VIEWS, r = sqrt(1.0 - y * y);
        views[k] = v3(r * c, y, r * s);
        double turned = c * step_cos - s * step_sin;
        s = s * step_cos + c * step_sin;
        c = turned;
    }
}

// Per view: the area that the object's picture has without cloth, and how much of that is seen.
typedef struct picture {
    double whole, seen;
} picture;

static void look(const bight_wrap_view *view, const double *area, const bi_wrap_wall *cloth,
                 const bi_wrap_wall *object, picture pictures[VIEWS])
{
    bight_vec3 views[VIEWS];
    spread(views);
    int32_t count = view->rays > 0 ? view->rays : USUAL_PLACES;
    for (int32_t i = 0; i < count && area[view->triangle_count - 1] > 0.0; i++) {
        bi_wrap_place place = bi_wrap_place_at(view, area, i, count);
        for (int32_t k = 0; k < VIEWS && bi_wrap_counts(view, place.at); k++) {
            double weight = v3_dot(place.normal, views[k]);
            if (weight > 0.0 && !bi_wrap_meets(object, place.at, views[k], place.triangle)) {
                pictures[k].whole += weight;
                pictures[k].seen += bi_wrap_meets(cloth, place.at, views[k], -1) ? 0.0 : weight;
            }
        }
    }
}

bight_status bight_wrap_open(const bight_env *env, const bight_wrap_view *view, double *mean, double *most,
                             bight_error *error)
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    *mean = *most = (double)NAN;
    bight_status status = bi_wrap_check_view(view, error);
    if (status != BIGHT_OK) {
        return status;
    }
    bi_wrap_wall cloth = {0}, object = {0};
    picture pictures[VIEWS] = {{0.0, 0.0}}, all = {0.0, 0.0};
    double *area = bi_new_array(allocator, (size_t)view->triangle_count, sizeof *area);
    status = area != NULL ? bi_wrap_wall_make(allocator, view->cloth, view->cloth_count, view->cloth_sides,
                                              view->cloth_side_count, &cloth)
                          : BIGHT_ERROR_NO_MEMORY;
    if (status == BIGHT_OK) {
        status = bi_wrap_wall_make(allocator, view->points, view->point_count, view->triangles,
                                   view->triangle_count, &object);
    }
    if (status == BIGHT_OK) {
        bi_wrap_areas(view, area);
        look(view, area, &cloth, &object, pictures);
    }
    for (int32_t k = 0; k < VIEWS; k++) {
        double share = pictures[k].whole > 0.0 ? pictures[k].seen / pictures[k].whole : (double)NAN;
        *most = share > *most || isnan(*most) ? share : *most;
        all.whole += pictures[k].whole;
        all.seen += pictures[k].seen;
    }
    *mean = all.whole > 0.0 ? all.seen / all.whole : (double)NAN;
    bi_wrap_wall_free(allocator, &cloth);
    bi_wrap_wall_free(allocator, &object);
    bi_free_array(allocator, area, (size_t)view->triangle_count, sizeof *area);
    return status == BIGHT_OK ? status
                              : bi_fail(error, status, 0, "no memory to look at an object past its cloth");
}
