// SPDX-License-Identifier: MIT

#include "cli/identify_chain.h"

#include <stdlib.h>
#include <string.h>

bool identify_wants(const identify_job *job, int32_t field)
{
    return identify_has(job->wish->fields, field);
}

bool identify_is_open(const identify_job *job)
{
    bool open = false;
    for (int32_t i = 0; i < job->count; i++) {
        open = open || !job->source->curves.closed[job->first + i];
    }
    return open;
}

int32_t identify_listed(const bight_knot_result *result)
{
    return result->factor_count < BIGHT_KNOT_MAX_FACTORS ? result->factor_count : BIGHT_KNOT_MAX_FACTORS;
}

// What was not computed stays empty, and the reason is kept.
static bool is_done(identify_job *job, bight_status status, const bight_error *error, char reason[256])
{
    if (status == BIGHT_ERROR_STOPPED) {
        job->status = status;
    } else if (status != BIGHT_OK) {
        snprintf(reason, 256, "%s", error->message);
    }
    return status == BIGHT_OK;
}

static void find_polynomials(identify_job *job, const bight_diagram *diagram)
{
    bight_error error = {0};
    bight_status status = bight_diagram_homfly(cli_env(), diagram, &job->wish->budget, &job->homfly, &error);
    if (status == BIGHT_OK && identify_wants(job, IDENTIFY_JONES)) {
        status = bight_jones_from_homfly(cli_env(), &job->homfly, &job->jones, &error);
    }
    is_done(job, status, &error, job->no_polynomial);
}

static void find_kauffman(identify_job *job, const bight_diagram *diagram)
{
    bight_error error = {0};
    is_done(job, bight_diagram_kauffman(cli_env(), diagram, &job->wish->budget, &job->kauffman, &error),
            &error, job->no_kauffman);
}

// What takes polynomial time. Each has the budget for itself.
static void find_invariants(identify_job *job, const bight_diagram *diagram)
{
    const bight_budget *budget = &job->wish->budget;
    bight_error error = {0};
    if (identify_wants(job, IDENTIFY_DETERMINANT) || (identify_wants(job, IDENTIFY_ARF) && job->components == 1)) {
        is_done(job, bight_diagram_determinant(cli_env(), diagram, budget, &job->determinant, &error), &error,
                job->no_determinant);
    }
    if (identify_wants(job, IDENTIFY_SIGNATURE) && job->status == BIGHT_OK) {
        job->has_signature =
            is_done(job, bight_diagram_signature(cli_env(), diagram, budget, &job->signature, &error), &error,
                    job->no_signature);
    }
    if (identify_wants(job, IDENTIFY_ALEXANDER) && job->status == BIGHT_OK && job->components > 1) {
        identify_find_alexander(job, diagram);
    } else if (identify_wants(job, IDENTIFY_ALEXANDER) && job->status == BIGHT_OK) {
        is_done(job, bight_diagram_alexander(cli_env(), diagram, budget, &job->alexander, &error), &error,
                job->no_alexander);
    }
}

// Codes, invariants and picture of the reduced diagram. What a code cannot say stays empty.
static void describe(identify_job *job, const bight_diagram *diagram)
{
    bight_error ignored;
    if (identify_wants(job, IDENTIFY_PD)) {
        bight_code_write(NULL, diagram, BIGHT_CODE_PD, false, &job->pd, &ignored);
    }
    if (identify_wants(job, IDENTIFY_DT)) {
        bight_code_write(NULL, diagram, BIGHT_CODE_DT, false, &job->dt, &ignored);
    }
    find_invariants(job, diagram);
    if (job->status == BIGHT_OK && (identify_wants(job, IDENTIFY_HOMFLY) || identify_wants(job, IDENTIFY_JONES))) {
        find_polynomials(job, diagram);
    }
    if (job->status == BIGHT_OK && identify_wants(job, IDENTIFY_KAUFFMAN)) {
        find_kauffman(job, diagram);
    }
    if (job->wish->svg != NULL && job->status == BIGHT_OK) {
        const bight_svg_options options = {.title = job->result.name};
        job->status = bight_write_knot_svg(cli_env(), diagram, &options, &job->svg, &job->error);
    }
}

// Parts, and the name when all of them have one.
static void name_link(identify_job *job, const bight_diagram *given, bight_diagram **reduced)
{
    bight_knot_result *result = &job->result;
    job->status = bight_link_identify_makeup(cli_env(), given, &job->wish->options, &job->link, &job->makeup,
                                             reduced, &job->error);
    memcpy(result->name, job->link.name, sizeof result->name);
    snprintf(result->traditional, sizeof result->traditional, "%s", job->link.traditional);
    snprintf(result->reason, sizeof result->reason, "%s", job->link.reason);
    result->crossings = job->link.crossings;
    result->proved = job->link.proved;
}

// Of curves in their order; of a code in the order of its Gauss code, circles last.
static void find_linking(bight_knot_workspace *workspace, identify_job *job, const bight_curve *curves,
                         const bight_diagram *diagram)
{
    int32_t n = job->components;
    int32_t *linking = job->status == BIGHT_OK && n <= IDENTIFY_MOST_LINKING
                           ? calloc((size_t)n * (size_t)n, sizeof *linking)
                           : NULL;
    if (linking == NULL) {
        return;
    }
    job->linking = linking;
    if (curves != NULL) {
        job->status =
            bight_curves_linking(cli_env(), workspace, curves, n, &job->wish->options, linking, &job->error);
        return;
    }
    for (int32_t i = 0; i < n; i++) {
        for (int32_t k = 0; k < i; k++) {
            linking[i * n + k] = linking[k * n + i] = bight_diagram_linking(diagram, i, k);
        }
    }
}

// Linking integrals of all pairs, where one asks for them.
static void find_gauss(identify_job *job, const bight_curve *curves)
{
    int32_t n = job->components;
    bool asked = identify_wants(job, IDENTIFY_GAUSS) && job->status == BIGHT_OK && n <= IDENTIFY_MOST_LINKING;
    job->gauss = asked ? calloc((size_t)n * (size_t)n, sizeof *job->gauss) : NULL;
    for (int32_t i = 0; i < n && job->gauss != NULL; i++) {
        for (int32_t k = 0; k < i && job->status == BIGHT_OK; k++) {
            job->status = bight_curves_gauss(cli_env(), &curves[i], &curves[k], &job->gauss[i * n + k]);
            job->gauss[k * n + i] = job->gauss[i * n + k];
        }
    }
}

static void work_on_link(identify_job *job, const bight_diagram *given)
{
    bight_diagram *reduced = NULL;
    job->result =
        (bight_knot_result){.projected_crossings = bight_diagram_crossings(given), .determinant = -1};
    name_link(job, given, &reduced);
    if (job->status == BIGHT_OK && job->wish->diagram) {
        describe(job, reduced);
    }
    bight_diagram_free(reduced);
}

// The knots of the table that the unknown factors may be.
static void find_candidates(identify_job *job)
{
    int32_t factors = job->result.factor_count, room = 0;
    factors = factors < BIGHT_KNOT_MAX_FACTORS ? factors : BIGHT_KNOT_MAX_FACTORS;
    for (int32_t i = 0; i < factors; i++) {
        const bight_knot_factor *factor = &job->result.factors[i];
        char names[64][16];
        int32_t count = 0;
        bight_error error = {0};
        if (strcmp(factor->name, "unknown") != 0) {
            continue;
        }
        bight_status status =
            bight_knot_candidates(cli_env(), factor, &job->wish->budget, names, 64, &count, &error);
        if (status != BIGHT_OK) {
            job->status = status == BIGHT_ERROR_STOPPED ? status : job->status;
            job->no_candidates = true;
            continue;
        }
        room = job->candidate_count + (count < 64 ? count : 64);
        char(*longer)[16] = room > job->candidate_count ? realloc(job->candidates, (size_t)room * 16) : NULL;
        if (longer != NULL) {
            memcpy(longer + job->candidate_count, names, (size_t)(room - job->candidate_count) * 16);
            job->candidates = longer;
            job->candidate_count = room;
        }
    }
}

// The diagram of a knot to show: drawn from the least code of each factor where there is one, else reduced
// from the curve or the code that came in.
static void show(bight_knot_workspace *workspace, identify_job *job, const bight_curve *curve,
                 const bight_diagram *given)
{
    const identify_wish *wish = job->wish;
    bight_diagram *diagram = NULL, *seen = NULL;
    if (bight_knot_diagram(cli_env(), &job->result, &diagram, NULL) != BIGHT_OK) {
        if (given == NULL) {
            job->status =
                bight_diagram_from_curves(cli_env(), workspace, curve, 1, &wish->options, &seen, &job->error);
        }
        if (job->status == BIGHT_OK) {
            job->status = bight_diagram_reduce(cli_env(), workspace, given != NULL ? given : seen, &diagram,
                                               &job->error);
        }
    }
    if (job->status == BIGHT_OK) {
        describe(job, diagram);
    }
    if (job->status == BIGHT_OK && identify_wants(job, IDENTIFY_CANDIDATES) && !job->result.proved) {
        job->no_candidates = job->no_polynomial[0] != '\0'; // once is enough
        if (!job->no_candidates) {
            find_candidates(job);
        }
    }
    bight_diagram_free(seen);
    bight_diagram_free(diagram);
}

static void work_on_curves(bight_knot_workspace *workspace, identify_job *job)
{
    const identify_wish *wish = job->wish;
    const bight_curves *curves = &job->source->curves;
    bight_curve *list = malloc((size_t)job->count * sizeof *list);
    bight_diagram *diagram = NULL;
    if (list == NULL) {
        job->status = job->error.status = BIGHT_ERROR_NO_MEMORY;
        return;
    }

    for (int32_t i = 0; i < job->count; i++) {
        list[i] = bight_curves_at(curves, job->first + i);
        job->points += list[i].count;
    }

    job->components = job->count;
    if (job->count == 1) {
        job->status =
            bight_knot_identify(cli_env(), workspace, list, 1, &wish->options, &job->result, &job->error);
        identify_chain(workspace, job, list);
        if (identify_wants(job, IDENTIFY_GAUSS) && job->status == BIGHT_OK) {
            job->status = bight_curve_writhe(cli_env(), list, &job->writhe, &job->crossing_number);
        }
        if (job->status == BIGHT_OK && wish->diagram) {
            show(workspace, job, list, NULL);
        }
    } else {
        job->status = bight_diagram_from_curves(cli_env(), workspace, list, job->count, &wish->options,
                                                &diagram, &job->error);
        if (job->status == BIGHT_OK) {
            work_on_link(job, diagram);
        }
        find_linking(workspace, job, list, NULL);
        find_gauss(job, list);
    }

    bight_diagram_free(diagram);
    free(list);
}

static void work_on_code(bight_knot_workspace *workspace, identify_job *job)
{
    const identify_wish *wish = job->wish;
    bight_diagram *diagram;
    job->status = bight_code_read(cli_env(), &job->item, job->kind, &job->name, &diagram, &job->error);
    if (job->status != BIGHT_OK) {
        return;
    }
    job->components = bight_diagram_components(diagram);
    if (job->components == 1) {
        job->status = bight_knot_identify_diagram(cli_env(), workspace, diagram, &wish->options, &job->result,
                                                  &job->error);
        if (job->status == BIGHT_OK && wish->diagram) {
            show(workspace, job, NULL, diagram);
        }
    } else {
        work_on_link(job, diagram);
        find_linking(workspace, job, NULL, diagram);
    }
    bight_diagram_free(diagram);
}

// What the file calls the curve; of a link all names that have room, "A B C".
static bight_curve_name name_of(const identify_job *job)
{
    const bight_curve_name *names = &job->source->curves.names[job->first];
    bight_curve_name name = names[0];
    for (int32_t i = 1; i < job->count && name.text[0] != '\0' && names[i].text[0] != '\0'; i++) {
        size_t length = strlen(name.text), more = strlen(names[i].text);
        if (length + more + 2 > sizeof name.text) {
            break;
        }
        name.text[length] = ' ';
        memcpy(name.text + length + 1, names[i].text, more + 1);
    }
    return name;
}

void identify_work(bight_knot_workspace *workspace, identify_job *job)
{
    if (job->status != BIGHT_OK) {
        return; // it could not be read
    }
    double start = cli_seconds();
    bool chain = job->count == 1 && !job->source->curves.closed[job->first];
    if (job->wish->matrix != NULL && !chain) {
        job->status = BIGHT_ERROR_INVALID;
        snprintf(job->error.message, sizeof job->error.message, "--matrix: %s has no subchains: %s",
                 job->count == 0  ? "a code"
                 : job->count > 1 ? "a link"
                                  : "a closed curve",
                 job->count > 1 ? "name its curves with --apart" : "give an open curve");
    } else if (job->count > 0) {
        job->name = name_of(job);
        work_on_curves(workspace, job);
    } else {
        work_on_code(workspace, job);
    }
    if (job->components == 1) {
        // a code is that of a closed curve
        bool closed = job->count == 0 || job->source->curves.closed[job->first];
        bight_knot_around around = {.closed = closed, .bare = true};
        if (!closed && job->status == BIGHT_OK && job->result.factor_count == 1) {
            bight_curve curve = bight_curves_at(&job->source->curves, job->first);
            around.crossings = bight_curve_least_crossings(curve, job->result.crossings);
        }
        bight_knot_words_of(&job->result, &around, &job->words);
    } else {
        snprintf(job->words.everyday, sizeof job->words.everyday, "%s", job->result.traditional);
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
    bight_bytes_free(NULL, &job->alexander);
    bight_bytes_free(NULL, &job->determinant);
    bight_bytes_free(NULL, &job->pd);
    bight_bytes_free(NULL, &job->dt);
    bight_bytes_free(NULL, &job->svg);
    bight_polynomial_free(NULL, &job->several);
    bight_link_makeup_free(NULL, &job->makeup);
    bight_terms_free(NULL, &job->jones);
    bight_terms_free(NULL, &job->homfly);
    bight_terms_free(NULL, &job->kauffman);
    free(job->candidates);
    free(job->linking);
    free(job->cores);
    free(job->bridges);
    free(job->knotoids);
    free(job->gauss);
    bight_bytes_free(NULL, &job->matrix);
    identify_release(job->source);
    free(job);
}
