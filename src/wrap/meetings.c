// SPDX-License-Identifier: MIT
// Does an object that is put into cloth go through it?

#include "bight/wrap.h"

#include "core/error.h"
#include "geom/crossing.h"

typedef struct part {
    bi_surface surface;
    bi_box_tree tree;
} part;

static bight_status make(const bight_allocator *allocator, const bight_vec3 *x, int32_t count,
                         const int32_t *sides, int32_t side_count, part *p)
{
    bight_status status = bi_surface_make(allocator, sides, side_count, count, &p->surface);
    return status == BIGHT_OK ? bi_box_tree_make(allocator, sides, side_count, x, &p->tree) : status;
}

bight_status bight_wrap_meetings(const bight_env *env, const bight_wrap_view *view, int64_t *meetings,
                                 bight_error *error)
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    part object = {0}, cloth = {0};
    bi_crossings found = {0};
    bi_watch watch = bi_watch_from(env);
    bight_status status =
        make(allocator, view->points, view->point_count, view->triangles, view->triangle_count, &object);
    if (status == BIGHT_OK) {
        status = make(allocator, view->cloth, view->cloth_count, view->cloth_sides, view->cloth_side_count,
                      &cloth);
    }
    if (status == BIGHT_OK) {
        const bi_sheet a = {&object.surface, view->points, &object.tree},
                       b = {&cloth.surface, view->cloth, &cloth.tree};
        status = bi_crossings_find(allocator, &watch, &a, &b,
                                   env != NULL && env->threads > 0 ? env->threads : 1, &found);
    }
    *meetings = status == BIGHT_OK ? found.count : 0;
    bi_crossings_free(allocator, &found);
    bi_surface_free(allocator, &object.surface);
    bi_surface_free(allocator, &cloth.surface);
    bi_box_tree_free(allocator, &object.tree);
    bi_box_tree_free(allocator, &cloth.tree);
    return status == BIGHT_OK
               ? status
               : bi_fail(error, status, 0, "it cannot be found where the object meets the cloth");
}
