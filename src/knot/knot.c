// SPDX-License-Identifier: MIT
// The public face of the room: check the arguments, run the stages.

#include "bight/knot_diagram.h"
#include "bight/link.h"
#include "knot/identify.h"
#include "knot/canon.h"
#include "knot/public_diagram.h"
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

const char *bight_likeness_text(bight_likeness likeness)
{
    switch (likeness) {
    case BIGHT_LIKENESS_AMPHICHIRAL:
        return "amphichiral";
    case BIGHT_LIKENESS_PICTURED:
        return "as pictured";
    case BIGHT_LIKENESS_MIRRORED:
        return "mirror image";
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
    bi_orbit_init(&w->orbit, allocator);
    w->polygon.watch = w->moves.watch = &w->watch;
    w->orbit.watch = &w->watch;
    bi_invariant_scratch_watch(&w->invariants, &w->watch);
    return w;
}

bight_status bi_workspace_begin(bight_knot_workspace *w, const bight_env *env, bight_error *error)
{
    w->watch = bi_watch_from(env);
    return bi_watch_ask(&w->watch)
               ? bi_fail(error, BIGHT_ERROR_STOPPED, 0, "%s", bight_status_text(BIGHT_ERROR_STOPPED))
               : BIGHT_OK;
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
    bi_orbit_free(&w->orbit);
    bi_free_array(&w->allocator, w->numbers, (size_t)w->number_capacity, sizeof *w->numbers);
    bight_allocator allocator = w->allocator;
    bi_free_array(&allocator, w, 1, sizeof *w);
}

// From curves to workspace->diagram.
static bight_status see(bight_knot_workspace *w, const bight_curve *curves, int32_t curve_count,
                        const bight_knot_options *options, bight_error *error)
{
    bight_status status = bi_polygon_load(&w->polygon, curves, curve_count, options->closure, error);
    if (status != BIGHT_OK) {
        return status;
    }
    status = options->unshrunk ? bi_polygon_link(&w->polygon) : bi_polygon_shrink(&w->polygon);
    if (status != BIGHT_OK) {
        return bi_fail(error, status, 0, "%d vertices were not shrunk: %s", (int)w->polygon.count,
                       bight_status_text(status));
    }
    return bi_project(&w->projection, &w->polygon, options->seed, &w->diagram, error);
}

static bight_status run_stages(bight_knot_workspace *w, const bight_curve *curves, int32_t curve_count,
                               const bight_knot_options *options, bight_knot_result *result,
                               bight_error *error)
{
    bight_status status = see(w, curves, curve_count, options, error);
    if (status != BIGHT_OK) {
        return status;
    }
    result->vertices = w->polygon.count;
    return bi_identify_diagram(w, options, result, error);
}

// The component of an edge of the polygon.
static int32_t component_of(const bi_polygon *polygon, int32_t edge)
{
    int32_t low = 0, high = polygon->components;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        *(polygon->start[middle] <= edge ? &low : &high) = middle;
    }
    return low;
}

// Crossing i is meeting i: each strand belongs to the curve of its edge.
static bight_status own_by_curves(const bight_knot_workspace *w, bi_diagram *map)
{
    map->owned = true;
    bight_status status = bi_diagram_reserve(map, map->crossings);
    for (int32_t c = 0; c < map->crossings && status == BIGHT_OK; c++) {
        const bi_meeting *meeting = &w->projection.meetings[c];
        map->owner[2 * c + 1] = component_of(&w->polygon, meeting->edge[meeting->upper]);
        map->owner[2 * c] = component_of(&w->polygon, meeting->edge[1 - meeting->upper]);
    }
    return status;
}

bight_status bight_diagram_from_curves(const bight_env *env, bight_knot_workspace *workspace,
                                       const bight_curve *curves, int32_t curve_count,
                                       const bight_knot_options *options, bight_diagram **diagram,
                                       bight_error *error)
{
    static const bight_knot_options defaults = {0};
    options = options != NULL ? options : &defaults;
    if (curves == NULL || curve_count < 1 || diagram == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "pass a curve or more, and where to write the diagram");
    }
    *diagram = NULL;

    // the caller's workspace, or one for this call
    bight_knot_workspace *w = workspace != NULL ? workspace : bight_knot_workspace_new(env);
    if (w == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a workspace");
    }

    // the projection of the shrunk curves, copied out of the workspace
    bight_status status = bi_workspace_begin(w, env, error);
    status = status == BIGHT_OK ? see(w, curves, curve_count, options, error) : status;
    status = status == BIGHT_OK ? bight_diagram_from_braid(env, NULL, 0, 1, diagram, error) : status;
    if (status == BIGHT_OK) {
        (*diagram)->components = curve_count;
        status = bi_diagram_copy(&(*diagram)->map, &w->diagram);
        status = status == BIGHT_OK ? own_by_curves(w, &(*diagram)->map) : status;
    }

    // no half-made diagram is handed out
    if (status == BIGHT_ERROR_NO_MEMORY) {
        bight_diagram_free(*diagram);
        *diagram = NULL;
        bi_fail(error, status, 0, "no memory for a diagram");
    }

    if (workspace == NULL) {
        bight_knot_workspace_free(w);
    }
    return status;
}

bight_status bight_curves_linking(const bight_env *env, bight_knot_workspace *workspace,
                                  const bight_curve *curves, int32_t curve_count,
                                  const bight_knot_options *options, int32_t *linking, bight_error *error)
{
    static const bight_knot_options defaults = {0};
    if (curves == NULL || curve_count < 1 || linking == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "pass a curve or more, and where to write the numbers");
    }

    bight_knot_workspace *w = workspace != NULL ? workspace : bight_knot_workspace_new(env);
    if (w == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a workspace");
    }
    for (size_t i = 0; i < (size_t)curve_count * (size_t)curve_count; i++) {
        linking[i] = 0;
    }
    bight_status status = bi_workspace_begin(w, env, error);
    options = options != NULL ? options : &defaults;
    status = status == BIGHT_OK ? see(w, curves, curve_count, options, error) : status;

    // 2 lk(a, b) = sum of the signs of the crossings between a and b
    for (int32_t i = 0; i < w->projection.count && status == BIGHT_OK; i++) {
        const bi_meeting *meeting = &w->projection.meetings[i];
        int32_t one = component_of(&w->polygon, meeting->edge[0]);
        int32_t two = component_of(&w->polygon, meeting->edge[1]);
        linking[one * curve_count + two] += meeting->sign;
    }

    // each pair was counted in two places, a knot's own crossings do not count
    for (int32_t one = 0; one < curve_count && status == BIGHT_OK; one++) {
        linking[one * curve_count + one] = 0;
        for (int32_t two = 0; two < one; two++) {
            int32_t *here = &linking[one * curve_count + two], *there = &linking[two * curve_count + one];
            *here = *there = (*here + *there) / 2;
        }
    }

    if (workspace == NULL) {
        bight_knot_workspace_free(w);
    }
    return status;
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
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%d curves: pass one; for links see bight/link.h",
                       curves == NULL ? 0 : (int)curve_count);
    }

    if (options->closure != BIGHT_KNOT_CLOSURE_FAR && options->closure != BIGHT_KNOT_CLOSURE_DIRECT) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "options.closure is %d: see bight_knot_closure",
                       (int)options->closure);
    }

    // the caller's workspace, or one for this call
    bight_knot_workspace *w = workspace != NULL ? workspace : bight_knot_workspace_new(env);
    if (w == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a workspace");
    }

    // close, shrink, project, reduce, look up; a failure leaves no half answer
    bight_status status = bi_workspace_begin(w, env, error);
    status = status == BIGHT_OK ? run_stages(w, curves, curve_count, options, result, error) : status;
    if (status != BIGHT_OK) {
        *result = (bight_knot_result){0};
    }

    if (workspace == NULL) {
        bight_knot_workspace_free(w);
    }
    return status;
}

bight_status bight_knot_identify_diagram(const bight_env *env, bight_knot_workspace *workspace,
                                         const bight_diagram *diagram, const bight_knot_options *options,
                                         bight_knot_result *result, bight_error *error)
{
    static const bight_knot_options defaults = {0};
    if (result == NULL || diagram == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s is NULL", result == NULL ? "result" : "diagram");
    }
    *result = (bight_knot_result){0};
    if (diagram->components != 1) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0,
                       "a diagram of %d components: for links see bight/link.h", (int)diagram->components);
    }

    // the caller's workspace, or one for this call
    bight_knot_workspace *w = workspace != NULL ? workspace : bight_knot_workspace_new(env);
    if (w == NULL) {
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a workspace");
    }

    // a copy is reduced: the caller's diagram stays as it is
    bight_status status = bi_workspace_begin(w, env, error);
    if (status == BIGHT_OK && bi_diagram_copy(&w->diagram, &diagram->map) != BIGHT_OK) {
        status = bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "no memory for a diagram");
    }

    options = options != NULL ? options : &defaults;
    status = status == BIGHT_OK ? bi_identify_diagram(w, options, result, error) : status;
    if (status != BIGHT_OK) {
        *result = (bight_knot_result){0};
    }

    if (workspace == NULL) {
        bight_knot_workspace_free(w);
    }
    return status;
}

// Cuts an arc of each and joins the loose ends the other way round: a connected sum.
static bight_status add_summand(bi_diagram *sum, const bi_diagram *summand)
{
    int32_t tail1 = 2, tail2 = 4 * sum->crossings + 2;
    bool first = sum->crossings == 0;
    bight_status status = bi_diagram_append(sum, summand);
    if (status == BIGHT_OK && !first) {
        int32_t head1 = sum->mate[tail1], head2 = sum->mate[tail2];
        sum->mate[tail1] = head2;
        sum->mate[head2] = tail1;
        sum->mate[tail2] = head1;
        sum->mate[head1] = tail2;
    }
    return status;
}

bight_status bight_knot_diagram(const bight_env *env, const bight_knot_result *result,
                                bight_diagram **diagram, bight_error *error)
{
    if (result == NULL || diagram == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s is NULL", result == NULL ? "result" : "diagram");
    }

    // each factor is drawn from its code
    *diagram = NULL;
    for (int32_t i = 0; i < result->factor_count; i++) {
        if (i >= BIGHT_KNOT_MAX_FACTORS || result->factors[i].dt_count == 0) {
            return bi_fail(error, BIGHT_ERROR_UNSUPPORTED, 0, "the result has a factor without a code");
        }
    }

    // the connected sum of all factors, from one circle on, which is the sum of none
    bight_status status = bight_diagram_from_braid(env, NULL, 0, 1, diagram, error);
    bi_diagram factor;
    bi_diagram_init(&factor, env != NULL ? &env->allocator : NULL);
    for (int32_t i = 0; i < result->factor_count && status == BIGHT_OK; i++) {
        const bight_knot_factor *from = &result->factors[i];
        bi_code code = {.crossings = from->dt_count};
        for (int32_t k = 0; k < from->dt_count; k++) {
            code.entries[k] = (uint8_t)((from->dt[k] < 0 ? -from->dt[k] : from->dt[k]) / 2);
            code.pattern = code.pattern << 1 | (from->dt[k] < 0 ? 1 : 0);
        }
        status = bi_code_diagram(&factor, &code, from->dt_sign);
        status = status == BIGHT_OK ? add_summand(&(*diagram)->map, &factor) : status;
        (*diagram)->map.circles = 0;
    }

    bi_diagram_free(&factor);
    if (status != BIGHT_OK) {
        bight_diagram_free(*diagram);
        *diagram = NULL;
        return bi_fail(error, status, 0, "no memory for a reduced diagram");
    }
    return BIGHT_OK;
}
