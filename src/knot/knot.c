// SPDX-License-Identifier: MIT
// The public face of the room: check the arguments, run the stages.

#include "knot/identify.h"
#include "core/error.h"
#include "core/memory.h"

const char *bight_handedness_text(bight_handedness handedness)
{
    switch (handedness) {
    case BIGHT_HANDEDNESS_AMPHICHIRAL:
        return "amphichiral";
    case BIGHT_HANDEDNESS_RIGHT:
        return "right";
    case BIGHT_HANDEDNESS_LEFT:
        return "left";
    default:
        return "unknown";
    }
}

bight_knot_workspace *bight_knot_workspace_new(const bight_env *env)
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    bight_knot_workspace *w = bi_new_array(allocator, 1, sizeof *w);
    if (w == NULL) {
        return NULL;
    }
    if (allocator != NULL) {
        w->allocator = *allocator;
    }
    bi_polygon_init(&w->polygon, allocator);
    bi_projection_init(&w->projection, allocator);
    bi_diagram_init(&w->diagram, allocator);
    bi_diagram_init(&w->piece, allocator);
    bi_diagram_init(&w->trial, allocator);
    bi_move_scratch_init(&w->moves, allocator);
    bi_invariant_scratch_init(&w->invariants, allocator);
    return w;
}

void bight_knot_workspace_free(bight_knot_workspace *w)
{
    if (w == NULL) {
        return;
    }
    bi_polygon_free(&w->polygon);
    bi_projection_free(&w->projection);
    bi_diagram_free(&w->diagram);
    bi_diagram_free(&w->piece);
    bi_diagram_free(&w->trial);
    bi_move_scratch_free(&w->moves);
    bi_invariant_scratch_free(&w->invariants);
    bi_free_array(&w->allocator, w->numbers, (size_t)w->number_capacity, sizeof *w->numbers);
    bight_allocator allocator = w->allocator;
    bi_free_array(&allocator, w, 1, sizeof *w);
}

static bight_status run_stages(bight_knot_workspace *w, const bight_curve *curves, int32_t curve_count,
                               const bight_knot_options *options, bight_knot_result *result,
                               bight_error *error)
{
    bight_status status =
        bi_polygon_load(&w->polygon, curves, curve_count, options->closure, options->seed, error);
    if (status != BIGHT_OK) {
        return status;
    }
    status = bi_polygon_shrink(&w->polygon);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "no memory to shrink %d vertices", (int)w->polygon.count);
    }
    status = bi_project(&w->projection, &w->polygon, options->seed, &w->diagram, error);
    if (status != BIGHT_OK) {
        return status;
    }
    result->vertices = w->polygon.count;
    return bi_identify_diagram(w, options, result, error);
}

bight_status bight_knot_identify(const bight_env *env, bight_knot_workspace *workspace,
                                 const bight_curve *curves, int32_t curve_count,
                                 const bight_knot_options *options, bight_knot_result *result,
                                 bight_error *error)
{
    static const bight_knot_options defaults = {0};
    options = options != NULL ? options : &defaults;
    if (result == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "result is NULL: pass where to write the answer");
    }
    *result = (bight_knot_result){0};
    if (curves == NULL || curve_count != 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%d curves: pass one, links are not named yet",
                       curves == NULL ? 0 : (int)curve_count);
    }
    if (options->closure != BIGHT_KNOT_CLOSURE_FAR && options->closure != BIGHT_KNOT_CLOSURE_DIRECT) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "options.closure is %d: see bight_knot_closure",
                       (int)options->closure);
    }
    bight_knot_workspace *w = workspace != NULL ? workspace : bight_knot_workspace_new(env);
    if (w == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a workspace");
    }
    bight_status status = run_stages(w, curves, curve_count, options, result, error);
    if (status != BIGHT_OK) {
        *result = (bight_knot_result){0};
    }
    if (workspace == NULL) {
        bight_knot_workspace_free(w);
    }
    return status;
}
