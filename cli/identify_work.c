// SPDX-License-Identifier: MIT

#include "cli/identify.h"

#include <stdlib.h>
#include <string.h>

// Codes and picture of the reduced diagram. What a code cannot say stays empty.
static void describe(identify_job *job, const bight_diagram *diagram)
{
    bight_error ignored;
    job->components = bight_diagram_components(diagram);
    if (!job->named) {
        job->result.crossings = bight_diagram_crossings(diagram);
    }
    if (job->wish->json) {
        bight_code_write(NULL, diagram, BIGHT_CODE_PD, false, &job->pd, &ignored);
        bight_code_write(NULL, diagram, BIGHT_CODE_DT, false, &job->dt, &ignored);
        bight_diagram_jones(NULL, diagram, &job->jones, &ignored);
        bight_diagram_homfly(NULL, diagram, &job->homfly, &ignored);
    }
    if (job->wish->svg != NULL) {
        const bight_svg_options options = {.title = job->result.name};
        job->status = bight_write_knot_svg(NULL, diagram, &options, &job->svg, &job->error);
    }
}

// Links are not named yet: the diagram is all there is to say.
static void leave_unnamed(identify_job *job, int32_t crossings)
{
    job->named = false;
    job->result = (bight_knot_result){.determinant = -1};
    job->result.projected_crossings = crossings;
    snprintf(job->result.name, sizeof job->result.name, "unknown");
    snprintf(job->result.reason, sizeof job->result.reason, "a link of %d components; only knots have names",
             (int)job->components);
}

// The diagram to show: drawn from the least code of each factor where there is one, else reduced from the
// curves or the code that came in.
static void show(bight_knot_workspace *workspace, identify_job *job, const bight_curve *curves,
                 const bight_diagram *given)
{
    const identify_wish *wish = job->wish;
    bight_diagram *diagram = NULL;
    int32_t crossings = 0;
    bool drawn = job->named && bight_knot_diagram(NULL, &job->result, &diagram, NULL) == BIGHT_OK;
    if (!drawn && given != NULL) {
        crossings = bight_diagram_crossings(given);
        job->status = bight_diagram_reduce(NULL, workspace, given, &diagram, &job->error);
    } else if (!drawn) {
        job->status = bight_curves_diagram(NULL, workspace, curves, job->count, &wish->options, &crossings,
                                           &diagram, &job->error);
    }
    if (job->status == BIGHT_OK) {
        if (!job->named) {
            leave_unnamed(job, crossings);
        }
        describe(job, diagram);
    }
    bight_diagram_free(diagram);
}

// Closures from all sides, and where the knot is: of one open curve.
static void look_closer(bight_knot_workspace *workspace, identify_job *job, const bight_curve *curve)
{
    const identify_wish *wish = job->wish;
    if (job->status == BIGHT_OK && wish->directions > 0 && !curve->closed) {
        job->status = bight_knot_identify_sphere(NULL, workspace, curve, wish->directions, &wish->options,
                                                 &job->spectrum, &job->error);
    }
    if (job->status == BIGHT_OK && wish->localise) {
        job->status = bight_knot_locate(NULL, workspace, curve, &wish->options, &job->range[0],
                                        &job->range[1], &job->error);
        job->has_range = job->status == BIGHT_OK && job->range[0] >= 0;
    }
}

static void work_on_curves(bight_knot_workspace *workspace, identify_job *job)
{
    const identify_wish *wish = job->wish;
    const bight_curves *curves = &job->source->curves;
    bight_curve *list = malloc((size_t)job->count * sizeof *list);
    if (list == NULL) {
        job->status = job->error.status = BIGHT_ERROR_NO_MEMORY;
        return;
    }
    for (int32_t i = 0; i < job->count; i++) {
        list[i] = bight_curves_at(curves, job->first + i);
        job->points += list[i].count;
    }
    job->components = job->count;
    job->named = job->count == 1;
    if (job->named) {
        job->status =
            bight_knot_identify(NULL, workspace, list, job->count, &wish->options, &job->result, &job->error);
        look_closer(workspace, job, list);
    }
    if (job->status == BIGHT_OK && (wish->diagram || !job->named)) {
        show(workspace, job, list, NULL);
    }
    free(list);
}

static void work_on_code(bight_knot_workspace *workspace, identify_job *job)
{
    const identify_wish *wish = job->wish;
    bight_diagram *diagram;
    job->status = bight_code_read(NULL, &job->item, job->kind, &job->name, &diagram, &job->error);
    if (job->status != BIGHT_OK) {
        return;
    }
    job->components = bight_diagram_components(diagram);
    job->named = job->components == 1;
    if (job->named) {
        job->status =
            bight_knot_identify_diagram(NULL, workspace, diagram, &wish->options, &job->result, &job->error);
    }
    if (job->status == BIGHT_OK && (wish->diagram || !job->named)) {
        show(workspace, job, NULL, diagram);
    }
    bight_diagram_free(diagram);
}

void identify_work(bight_knot_workspace *workspace, identify_job *job)
{
    double start = cli_seconds();
    if (job->count > 0) {
        job->name = job->source->curves.names[job->first];
        work_on_curves(workspace, job);
    } else {
        work_on_code(workspace, job);
    }
    job->before = job->result.projected_crossings;
    job->ms = 1000.0 * (cli_seconds() - start);
}

void identify_release(identify_source *source)
{
    if (--source->jobs > 0) {
        return;
    }
    bight_curves_free(NULL, &source->curves);
    bight_bytes_free(NULL, &source->bytes);
    free(source->file);
    free(source);
}

void identify_free(identify_job *job)
{
    bight_bytes_free(NULL, &job->pd);
    bight_bytes_free(NULL, &job->dt);
    bight_bytes_free(NULL, &job->svg);
    bight_terms_free(NULL, &job->jones);
    bight_terms_free(NULL, &job->homfly);
    identify_release(job->source);
    free(job);
}
