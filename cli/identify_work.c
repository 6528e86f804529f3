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

static void work_on_curves(bight_knot_workspace *workspace, identify_job *job)
{
    const identify_wish *wish = job->wish;
    const bight_curves *curves = &job->source->curves;
    bight_curve few[16], *list = few;
    if (job->count > 16) {
        list = malloc((size_t)job->count * sizeof *list);
        if (list == NULL) {
            job->status = job->error.status = BIGHT_ERROR_NO_MEMORY;
            return;
        }
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
    }
    if (job->status == BIGHT_OK && (wish->diagram || !job->named)) {
        bight_diagram *diagram;
        int32_t crossings = 0;
        job->status = bight_knot_diagram(NULL, workspace, list, job->count, &wish->options, &crossings,
                                         &diagram, &job->error);
        if (job->status == BIGHT_OK) {
            if (!job->named) {
                leave_unnamed(job, crossings);
            }
            describe(job, diagram);
            bight_diagram_free(diagram);
        }
    }
    if (list != few) {
        free(list);
    }
}

static void work_on_code(bight_knot_workspace *workspace, identify_job *job)
{
    const identify_wish *wish = job->wish;
    bight_diagram *diagram, *reduced = NULL;
    job->status = bight_code_read(NULL, &job->item, job->kind, &job->name, &diagram, &job->error);
    if (job->status != BIGHT_OK) {
        return;
    }
    job->components = bight_diagram_components(diagram);
    job->named = job->components == 1;
    if (job->named) {
        job->status =
            bight_knot_identify_diagram(NULL, workspace, diagram, &wish->options, &job->result, &job->error);
    } else {
        leave_unnamed(job, bight_diagram_crossings(diagram));
    }
    if (job->status == BIGHT_OK && (wish->diagram || !job->named)) {
        job->status = bight_diagram_reduce(NULL, workspace, diagram, &reduced, &job->error);
        if (job->status == BIGHT_OK) {
            describe(job, reduced);
        }
    }
    bight_diagram_free(reduced);
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
    identify_release(job->source);
    free(job);
}
