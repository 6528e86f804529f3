// SPDX-License-Identifier: MIT

#include "bight/knot_diagram.h"

#include "core/error.h"
#include "core/memory.h"
#include "knot/identify.h"
#include "knot/public_diagram.h"

// A diagram of its own for the caller, with as many components as it has.
static bight_status hand_out(const bight_env *env, bight_knot_workspace *w, bight_diagram **diagram)
{
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    bight_diagram *made = bi_new_array(allocator, 1, sizeof *made);
    size_t darts = 4 * (size_t)w->diagram.crossings;
    int32_t *seen = bi_new_array(allocator, darts + 1, sizeof *seen);
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    if (made != NULL && seen != NULL) {
        bi_diagram_init(&made->map, allocator);
        status = bi_diagram_copy(&made->map, &w->diagram);
        made->components = w->diagram.circles + bi_diagram_count_components(&w->diagram, seen);
    }
    bi_free_array(allocator, seen, darts + 1, sizeof *seen);
    if (status == BIGHT_OK) {
        *diagram = made;
    } else if (made != NULL) {
        bi_diagram_free(&made->map);
        bi_free_array(allocator, made, 1, sizeof *made);
    }
    return status;
}

static bight_status reduce(const bight_env *env, bight_knot_workspace *w, bight_diagram **diagram,
                           bight_error *error)
{
    int32_t crossings = w->diagram.crossings;
    bight_status status = bi_move_scratch_reserve(&w->moves, crossings);
    if (status == BIGHT_OK) {
        bi_pass_all(&w->diagram, &w->moves);
        status = bi_watch_status(&w->watch, BIGHT_OK);
        status = status == BIGHT_OK ? hand_out(env, w, diagram) : status;
    }
    return status == BIGHT_OK ? status
                              : bi_fail(error, status, 0, "a diagram of %d crossings was not reduced: %s",
                                        (int)crossings, bight_status_text(status));
}

bight_status bight_diagram_reduce(const bight_env *env, bight_knot_workspace *workspace,
                                  const bight_diagram *diagram, bight_diagram **reduced, bight_error *error)
{
    *reduced = NULL;
    bight_knot_workspace *w = workspace != NULL ? workspace : bight_knot_workspace_new(env);
    if (w == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a workspace");
    }
    bight_status status = bi_workspace_begin(w, env, error);
    if (status == BIGHT_OK && bi_diagram_copy(&w->diagram, &diagram->map) != BIGHT_OK) {
        status = bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a diagram");
    }
    status = status == BIGHT_OK ? reduce(env, w, reduced, error) : status;
    if (workspace == NULL) {
        bight_knot_workspace_free(w);
    }
    return status;
}
