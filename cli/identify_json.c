// SPDX-License-Identifier: MIT
// --json: one object a line, with what --fields asks for.

#include "cli/identify_chain.h"

#include <math.h>
#include <string.h>

static void json_bytes(cli_json *json, const char *key, const bight_bytes *bytes)
{
    if (bytes->size > 0) {
        cli_json_text_sized(json, key, (const char *)bytes->data, bytes->size);
    } else {
        cli_json_text(json, key, NULL);
    }
}

static void json_factors(cli_json *json, const bight_knot_result *result)
{
    cli_json_open(json, "factors", '[');
    for (int32_t i = 0; i < identify_listed(result); i++) {
        const bight_knot_factor *factor = &result->factors[i];
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", factor->name);
        cli_json_text(json, "chirality", bight_handedness_text(factor->handedness));
        cli_json_integer(json, "crossings", factor->crossings);
        cli_json_text(json, "likeness", bight_likeness_text(factor->likeness));
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

// The parts of a link, its linking numbers as rows, and what only links of two have.
static void json_link(cli_json *json, const identify_job *job)
{
    const bight_link_result *link = &job->link;
    int32_t n = job->components;
    bool prime = link->proved && link->name[0] == 'L' && strpbrk(link->name, " |#") == NULL;
    cli_json_text(json, "thistlethwaite", prime ? link->name : NULL);
    cli_json_text(json, "rolfsen", link->rolfsen[0] != '\0' ? link->rolfsen : NULL);
    if (n == 2) {
        cli_json_integer(json, "linking", link->linking);
    } else {
        cli_json_text(json, "linking", NULL);
    }

    bight_handedness hand = link->amphichiral       ? BIGHT_HANDEDNESS_AMPHICHIRAL
                            : link->part_count == 1 ? link->parts[0].handedness
                                                    : BIGHT_HANDEDNESS_UNKNOWN;
    cli_json_text(json, "chirality", bight_handedness_text(hand));
    cli_json_open(json, "parts", '[');
    for (int32_t i = 0; i < link->part_count && i < BIGHT_LINK_MAX_PARTS; i++) {
        const bight_link_part *part = &link->parts[i];
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", part->name);
        cli_json_text(json, "chirality", bight_handedness_text(part->handedness));
        cli_json_integer(json, "components", part->components);
        cli_json_integer(json, "crossings", part->crossings);
        identify_json_members(json, job, i);
        cli_json_close(json, '}');
    }

    cli_json_close(json, ']');
    identify_json_summands(json, job);
    if (job->linking == NULL) {
        cli_json_text(json, "linking_numbers", NULL);
        return;
    }

    cli_json_open(json, "linking_numbers", '[');
    for (int32_t i = 0; i < n; i++) {
        cli_json_open(json, NULL, '[');
        for (int32_t k = 0; k < n; k++) {
            cli_json_integer(json, NULL, job->linking[i * n + k]);
        }
        cli_json_close(json, ']');
    }

    cli_json_close(json, ']');
}

// The file's notes, a string for each line.
static void json_notes(cli_json *json, const bight_bytes *notes)
{
    cli_json_open(json, "notes", '[');
    for (size_t at = 0; at < notes->size;) {
        const char *line = (const char *)notes->data + at;
        const char *stop = memchr(line, '\n', notes->size - at);
        size_t length = stop != NULL ? (size_t)(stop - line) : notes->size - at;
        cli_json_text_sized(json, NULL, line, length);
        at += length + 1;
    }
    cli_json_close(json, ']');
}

// Terms as lists: exponents, then the coefficient.
static void json_terms(cli_json *json, const char *key, const bight_terms *terms, bool two)
{
    if (terms->count == 0) {
        cli_json_text(json, key, NULL);
        return;
    }
    cli_json_open(json, key, '[');
    for (int32_t i = 0; i < terms->count; i++) {
        const bight_term *term = &terms->terms[i];
        cli_json_open(json, NULL, '[');
        if (two) {
            cli_json_integer(json, NULL, term->v);
            cli_json_integer(json, NULL, term->z);
        } else {
            cli_json_number(json, NULL, 0.5 * term->v);
        }
        cli_json_integer(json, NULL, term->coefficient);
        cli_json_close(json, ']');
    }
    cli_json_close(json, ']');
}

static void json_spectrum(cli_json *json, const identify_job *job)
{
    const bight_knot_spectrum *spectrum = &job->spectrum;
    if (spectrum->directions == 0) {
        cli_json_text(json, "spectrum", NULL);
        return;
    }
    double low, high;
    int32_t closures = spectrum->directions - spectrum->left_out;
    if (spectrum->share_count > 0) {
        bight_share_interval(spectrum->shares[0].count, closures, &low, &high);
        cli_json_open(json, "majority", '{');
        cli_json_integer(json, "count", spectrum->shares[0].count);
        cli_json_integer(json, "closures", closures);
        cli_json_number(json, "low", low);
        cli_json_number(json, "high", high);
        cli_json_close(json, '}');
    }
    cli_json_open(json, "spectrum", '[');
    for (int32_t i = 0; i < spectrum->share_count; i++) {
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", spectrum->shares[i].name);
        cli_json_text(json, "chirality", bight_handedness_text(spectrum->shares[i].handedness));
        cli_json_integer(json, "count", spectrum->shares[i].count);
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

static void json_range(cli_json *json, const identify_job *job)
{
    if (!job->has_range) {
        cli_json_text(json, "range", NULL);
        return;
    }
    cli_json_open(json, "range", '[');
    cli_json_integer(json, NULL, job->range[0] + 1);
    cli_json_integer(json, NULL, job->range[1] + 1);
    cli_json_close(json, ']');
}

static void json_pair(cli_json *json, const char *key, int32_t first, int32_t last)
{
    cli_json_open(json, key, '[');
    cli_json_integer(json, NULL, first);
    cli_json_integer(json, NULL, last);
    cli_json_close(json, ']');
}

static void json_cores(cli_json *json, const identify_job *job)
{
    bool numbered = job->count > 0 && job->source->curves.numbers != NULL;
    if (job->matrix_cells > 0) {
        cli_json_open(json, "matrix", '{');
        cli_json_integer(json, "subchains", job->matrix_cells);
        cli_json_integer(json, "named", job->matrix_named);
        cli_json_close(json, '}');
    }
    if (job->has_range && numbered) {
        json_pair(json, "residues", identify_number(job, job->range[0]), identify_number(job, job->range[1]));
    }
    if (!job->wish->localise && job->wish->matrix == NULL) {
        return;
    }
    cli_json_open(json, "cores", '[');
    for (int32_t i = 0; i < job->core_count; i++) {
        const identify_core *core = &job->cores[i];
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", core->name);
        cli_json_text(json, "chirality", bight_handedness_text(core->hand));
        cli_json_text(json, "role", bight_knot_role_text(core->role));
        json_pair(json, "range", core->first + 1, core->last + 1);
        if (core->long_first >= 0) {
            json_pair(json, "longest", core->long_first + 1, core->long_last + 1);
            cli_json_integer(json, "subchains", core->cells);
        }
        cli_json_close(json, '}');
    }
    cli_json_close(json, ']');
}

// A value that is written elsewhere, or null and the reason beside it.
static bool json_value(cli_json *json, const char *key, bool there, const char *reason)
{
    char why[40];
    if (!there) {
        cli_json_text(json, key, NULL);
        if (reason[0] != '\0') {
            snprintf(why, sizeof why, "%s_reason", key);
            cli_json_text(json, why, reason);
        }
    }
    return there;
}

static void json_invariants(cli_json *json, const identify_job *job)
{
    if (identify_wants(job, IDENTIFY_ALEXANDER) &&
        json_value(json, "alexander", job->alexander.size > 0, job->no_alexander)) {
        cli_json_decimals(json, "alexander", &job->alexander);
    }
    if (identify_wants(job, IDENTIFY_ALEXANDER) && job->components > 1) {
        identify_json_several(json, job);
    }
    if (identify_wants(job, IDENTIFY_JONES)) {
        json_terms(json, "jones", &job->jones, false);
    }
    if (identify_wants(job, IDENTIFY_HOMFLY)) {
        json_terms(json, "homfly", &job->homfly, true);
    }
    if (job->no_polynomial[0] != '\0') {
        cli_json_text(json, identify_wants(job, IDENTIFY_HOMFLY) ? "homfly_reason" : "jones_reason",
                      job->no_polynomial);
    }
    if (identify_wants(job, IDENTIFY_KAUFFMAN) &&
        json_value(json, "kauffman", job->kauffman.count > 0, job->no_kauffman)) {
        json_terms(json, "kauffman", &job->kauffman, true);
    }
    if (identify_wants(job, IDENTIFY_DETERMINANT) &&
        json_value(json, "determinant", job->determinant.size > 0, job->no_determinant)) {
        cli_json_decimal(json, "determinant", (const char *)job->determinant.data, job->determinant.size);
    }
    if (identify_wants(job, IDENTIFY_SIGNATURE) &&
        json_value(json, "signature", job->has_signature, job->no_signature)) {
        cli_json_integer(json, "signature", job->signature);
    }
    if (identify_wants(job, IDENTIFY_ARF) && json_value(json, "arf", job->components == 1 && job->determinant.size > 0, "")) {
        cli_json_integer(json, "arf", bight_arf_of_text(&job->determinant));
    }
}

static void json_candidates(cli_json *json, const identify_job *job)
{
    if (job->no_candidates) {
        cli_json_text(json, "candidates", NULL);
        return;
    }
    cli_json_open(json, "candidates", '[');
    for (int32_t i = 0; i < job->candidate_count; i++) {
        cli_json_text(json, NULL, job->candidates[i]);
    }
    cli_json_close(json, ']');
}

void identify_json_place(cli_json *json, const identify_job *job)
{
    cli_json_text(json, "file", job->source->file[0] != '\0' ? job->source->file : NULL);
    cli_json_integer(json, "curve", job->number + 1);
    if (job->frame > 0) {
        cli_json_integer(json, "frame", job->frame);
    } else {
        cli_json_text(json, "frame", NULL);
    }
}

void identify_json(const identify_job *job)
{
    const bight_knot_result *result = &job->result;
    cli_json json = {.out = stdout, .line = true};
    cli_json_open(&json, NULL, '{');
    identify_json_place(&json, job);
    cli_json_text(&json, "label", job->name.text[0] != '\0' ? job->name.text : NULL);
    cli_json_integer(&json, "components", job->components);
    if (job->count > 0 && identify_wants(job, IDENTIFY_POINTS)) {
        cli_json_integer(&json, "points", job->points);
        cli_json_boolean(&json, "closed", !identify_is_open(job));
    }

    if (identify_wants(job, IDENTIFY_NAME)) {
        cli_json_text(&json, "name", result->name);
        cli_json_text(&json, "traditional", job->words.everyday[0] != '\0' ? job->words.everyday : NULL);
        cli_json_text(&json, "qualifier", job->words.qualifier[0] != '\0' ? job->words.qualifier : NULL);
    }
    if (identify_wants(job, IDENTIFY_FACTORS)) {
        json_factors(&json, result);
    }
    if (job->components > 1 && identify_wants(job, IDENTIFY_LINKING)) {
        json_link(&json, job);
    }

    if (identify_wants(job, IDENTIFY_CROSSINGS)) {
        cli_json_integer(&json, "crossings_before", job->before);
        cli_json_integer(&json, "crossings", result->crossings);
    }
    if (identify_wants(job, IDENTIFY_DT)) {
        json_bytes(&json, "dt", &job->dt);
    }
    if (identify_wants(job, IDENTIFY_PD)) {
        json_bytes(&json, "pd", &job->pd);
    }
    json_invariants(&json, job);
    if (identify_wants(job, IDENTIFY_CLOSURE)) {
        cli_json_text(&json, "closure", identify_is_open(job) ? job->wish->closure : NULL);
        json_spectrum(&json, job);
        json_range(&json, job);
        json_cores(&json, job);
        identify_json_bridges(&json, job);
        identify_json_knotoids(&json, job);
    }
    if (identify_wants(job, IDENTIFY_CONFIDENCE)) {
        const char *sure = identify_is_open(job) ? "closure" : "proved"; // a proof belongs to a closed curve
        cli_json_text(&json, "confidence", result->proved ? sure : NULL);
    }
    if (!result->proved && identify_wants(job, IDENTIFY_CANDIDATES)) {
        json_candidates(&json, job);
    }
    if (!result->proved && identify_wants(job, IDENTIFY_CONFIDENCE)) {
        cli_json_text(&json, "reason", result->reason);
    }

    if (identify_wants(job, IDENTIFY_GAUSS) && job->count == 1) {
        cli_json_number(&json, "writhe", job->writhe);
        cli_json_number(&json, "mean_crossings", job->crossing_number);
    } else if (job->gauss != NULL) {
        cli_json_open(&json, "gauss", '[');
        for (int32_t i = 0; i < job->components; i++) {
            cli_json_open(&json, NULL, '[');
            for (int32_t k = 0; k < job->components; k++) {
                cli_json_number(&json, NULL, job->gauss[i * job->components + k]);
            }
            cli_json_close(&json, ']');
        }
        cli_json_close(&json, ']');
    }

    if (job->count > 0 && identify_wants(job, IDENTIFY_NOTES)) {
        json_notes(&json, &job->source->curves.notes);
    }
    if (identify_wants(job, IDENTIFY_MS)) {
        cli_json_number(&json, "ms", round(1000.0 * job->ms) / 1000.0);
    }
    cli_json_close(&json, '}');
}
