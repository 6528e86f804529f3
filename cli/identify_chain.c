// SPDX-License-Identifier: MIT

#include "cli/identify_chain.h"

#include <stdlib.h>
#include <string.h>

// Up to so many points --localise looks at every subchain of a majority; beyond, at every second, third ...
#define MOST_EXACT 1000

int32_t identify_number(const identify_job *job, int32_t vertex)
{
    const bight_curves *curves = &job->source->curves;
    return curves->numbers != NULL ? curves->numbers[curves->starts[job->first] + vertex] : vertex + 1;
}

// The name that most closures have takes the place of that of the far one, with all that goes with it.
static void take_majority(bight_knot_workspace *workspace, identify_job *job, const bight_curve *curve)
{
    const bight_knot_spectrum *spectrum = &job->spectrum;
    const bight_knot_share *most = &spectrum->shares[0];
    bight_handedness hand =
        job->result.factor_count == 1 ? job->result.factors[0].handedness : BIGHT_HANDEDNESS_UNKNOWN;
    if (spectrum->share_count == 0 ||
        (strcmp(most->name, job->result.name) == 0 && most->handedness == hand)) {
        return;
    }
    bight_vec3 *points = malloc(((size_t)curve->count + BIGHT_KNOT_MAX_PATH) * sizeof *points);
    if (points == NULL) {
        job->status = job->error.status = BIGHT_ERROR_NO_MEMORY;
        return;
    }
    memcpy(points, curve->points, (size_t)curve->count * sizeof *points);
    int32_t between = most->path_count;
    memcpy(points + curve->count, most->path, (size_t)between * sizeof *points);
    bight_curve closed = {points, curve->count + between, true};
    job->status =
        bight_knot_identify(cli_env(), workspace, &closed, 1, &job->wish->options, &job->result, &job->error);
    free(points);
}

static identify_core *add_core(identify_job *job)
{
    identify_core *longer = realloc(job->cores, ((size_t)job->core_count + 1) * sizeof *job->cores);
    if (longer == NULL) {
        job->status = job->error.status = BIGHT_ERROR_NO_MEMORY;
        return NULL;
    }
    job->cores = longer;
    longer[job->core_count] = (identify_core){.long_first = -1};
    return &longer[job->core_count++];
}

// What the matrix says of the chain: the core of its knot, of each factor, of each slipknot.
static void take_cores(identify_job *job, const bight_knot_matrix *matrix)
{
    enum { MOST = 200 };
    bight_knot_stretch *list = malloc(MOST * sizeof *list);
    int32_t count =
        list != NULL ? bight_knot_matrix_stretches(cli_env(), matrix, &job->result, list, MOST) : -1;
    if (count < 0) {
        job->status = job->error.status = BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; i < count && i < MOST && job->status == BIGHT_OK; i++) {
        const bight_knot_stretch *from = &list[i];
        const bight_knot_kind *kind = &matrix->kinds[from->kind];
        identify_core *core = add_core(job);
        if (core != NULL) {
            snprintf(core->name, sizeof core->name, "%s", kind->name);
            core->hand = kind->handedness;
            core->role = from->role;
            core->first = from->first;
            core->last = from->last;
            core->long_first = from->long_first;
            core->long_last = from->long_last;
            core->cells = from->cells;
        }
        if (from->role == BIGHT_KNOT_ROLE_WHOLE) {
            job->has_range = true;
            job->range[0] = from->first;
            job->range[1] = from->last;
        }
    }
    free(list);
}

// The matrix by the closures that are asked for, its file, and what it says.
static void make_matrix(identify_job *job, const bight_curve *curve, int32_t step)
{
    const identify_wish *wish = job->wish;
    bight_knot_matrix_def def = {wish->directions, wish->way, step, wish->options};
    bight_env env = *cli_env();
    env.threads = wish->threads;
    bight_knot_matrix matrix;
    job->status = bight_knot_matrix_make(&env, curve, &def, &matrix, &job->error);
    if (job->status != BIGHT_OK) {
        return;
    }
    take_cores(job, &matrix);
    job->matrix_cells = (int64_t)bight_knot_matrix_at(0, matrix.side);
    job->matrix_named = matrix.named;
    if (job->status == BIGHT_OK && wish->matrix != NULL) {
        bool csv = cli_ends_in(wish->matrix, "csv");
        job->status = csv ? identify_matrix_csv(job, &matrix, &job->matrix)
                          : identify_matrix_picture(job, &matrix, cli_ends_in(wish->matrix, "png"),
                                                    &job->matrix, &job->error);
    }
    bight_knot_matrix_free(&env, &matrix);
}

// The shortest stretch by the far closure, and that of each factor of a sum.
static void locate(bight_knot_workspace *workspace, identify_job *job, const bight_curve *curve)
{
    const bight_knot_options *options = &job->wish->options;
    job->status =
        bight_knot_locate(cli_env(), workspace, curve, options, &job->range[0], &job->range[1], &job->error);
    job->has_range = job->status == BIGHT_OK && job->range[0] >= 0;
    const bight_knot_result *whole = &job->result;
    bool sum = whole->proved && whole->factor_count > 1 && whole->factor_count <= BIGHT_KNOT_MAX_FACTORS;
    for (int32_t i = 0; sum && i < whole->factor_count && job->status == BIGHT_OK; i++) {
        const bight_knot_factor *factor = &whole->factors[i];

        // equal factors lie apart: the stretches of those before are kept clear of
        int32_t taken[2 * BIGHT_KNOT_MAX_FACTORS], count = 0, first, last;
        for (int32_t k = 0; k < job->core_count; k++) {
            const identify_core *core = &job->cores[k];
            if (strcmp(core->name, factor->name) == 0 && core->hand == factor->handedness) {
                taken[2 * count] = core->first;
                taken[2 * count++ + 1] = core->last;
            }
        }
        job->status = bight_knot_locate_factor(cli_env(), workspace, curve, options, factor, taken, count,
                                               &first, &last, &job->error);
        identify_core *core = job->status == BIGHT_OK && first >= 0 ? add_core(job) : NULL;
        if (core != NULL) {
            snprintf(core->name, sizeof core->name, "%s", factor->name);
            core->hand = factor->handedness;
            core->role = BIGHT_KNOT_ROLE_FACTOR;
            core->first = first;
            core->last = last;
        }
    }
}

void identify_chain(bight_knot_workspace *workspace, identify_job *job, const bight_curve *curve)
{
    const identify_wish *wish = job->wish;
    bool open = !curve->closed, voted = wish->directions > 0 && open;
    if (job->status == BIGHT_OK && voted) {
        job->status = bight_knot_identify_closures(cli_env(), workspace, curve, wish->way, wish->directions,
                                                   &wish->options, &job->spectrum, &job->error);
        if (job->status == BIGHT_OK) {
            take_majority(workspace, job, curve);
        }
    }
    if (job->status != BIGHT_OK) {
        return;
    }
    identify_knotoids(job, curve);
    identify_bridges(workspace, job, curve);
    if (job->status != BIGHT_OK) {
        return;
    }
    if (wish->matrix != NULL && open) {
        make_matrix(job, curve, wish->step);
    } else if (wish->localise && voted) {
        make_matrix(job, curve, (curve->count + MOST_EXACT - 1) / MOST_EXACT);
    } else if (wish->localise) {
        locate(workspace, job, curve);
    }
}
