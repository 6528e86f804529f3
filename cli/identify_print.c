// SPDX-License-Identifier: MIT

#include "cli/identify_chain.h"
#include "cli/identify_table.h"

#include <math.h>
#include <string.h>

// Stretches in a line of text.
#define MOST_CORES 6

static int32_t listed(const bight_knot_result *result)
{
    return result->factor_count < BIGHT_KNOT_MAX_FACTORS ? result->factor_count : BIGHT_KNOT_MAX_FACTORS;
}

static bool wants(const identify_job *job, int32_t field)
{
    return identify_has(job->wish->fields, field);
}

// "file", "file curve 2", "file A": which of the file's curves it is.
static void print_which(const identify_job *job)
{
    if (job->count == 0 && job->source->file[0] == '\0') {
        bool first = (const void *)job->item.text == job->source->bytes.data;
        size_t front = first ? job->source->front : 0;
        cli_put_text(stdout, job->item.text + front, job->item.length - front);
    } else {
        cli_put_text(stdout, job->source->file, strlen(job->source->file));
    }
    if (job->name.text[0] != '\0') {
        fputc(' ', stdout);
        cli_put_text(stdout, job->name.text, strlen(job->name.text));
    } else if (!job->alone) {
        printf(" %s %d", job->count == 0 ? "code" : "curve", (int)job->number + 1);
    }
}

// All of them while they are few, else those that are not 0.
static void print_linking(const identify_job *job)
{
    int32_t n = job->components;
    if (n == 2) {
        printf(", linking number %d", (int)job->link.linking);
    }
    if (n < 3 || job->linking == NULL) {
        return;
    }
    bool any = false;
    for (int32_t i = 0; i < n; i++) {
        for (int32_t k = i + 1; k < n; k++) {
            int32_t linking = job->linking[i * n + k];
            if (n <= 4 || linking != 0) {
                printf("%s %d-%d: %d", any ? "," : ", linking numbers", (int)i + 1, (int)k + 1, (int)linking);
                any = true;
            }
        }
    }
    fputs(any ? "" : ", all linking numbers 0", stdout);
}

static void print_bytes(const char *what, const bight_bytes *bytes, const char *reason)
{
    if (bytes->size > 0) {
        printf(", %s %.*s", what, (int)bytes->size, (const char *)bytes->data);
    } else {
        printf(", no %s%s%s%s", what, reason[0] != '\0' ? " (" : "", reason, reason[0] != '\0' ? ")" : "");
    }
}

static void print_terms(const char *what, const bight_terms *terms, const char *letter, const char *reason)
{
    if (terms->count == 0) {
        printf(", no %s%s%s%s", what, reason[0] != '\0' ? " (" : "", reason, reason[0] != '\0' ? ")" : "");
        return;
    }
    printf(", %s ", what);
    identify_write_terms(stdout, terms, letter);
}

// What --fields adds to a line.
static void print_fields(const identify_job *job)
{
    bool knot = job->components == 1;
    if (wants(job, IDENTIFY_DT)) {
        print_bytes("dt", &job->dt, "");
    }
    if (wants(job, IDENTIFY_PD)) {
        print_bytes("pd", &job->pd, "");
    }
    if (wants(job, IDENTIFY_ALEXANDER)) {
        print_bytes("alexander", &job->alexander, job->no_alexander);
    }
    if (wants(job, IDENTIFY_ALEXANDER) && !knot) {
        identify_print_several(job);
    }
    if (wants(job, IDENTIFY_JONES)) {
        print_terms("jones", &job->jones, "t", job->no_polynomial);
    }
    if (wants(job, IDENTIFY_HOMFLY)) {
        print_terms("homfly", &job->homfly, "v", job->no_polynomial);
    }
    if (wants(job, IDENTIFY_KAUFFMAN)) {
        print_terms("kauffman", &job->kauffman, "a", job->no_kauffman);
    }
    if (wants(job, IDENTIFY_DETERMINANT)) {
        print_bytes("determinant", &job->determinant, job->no_determinant);
    }
    if (wants(job, IDENTIFY_SIGNATURE) && job->has_signature) {
        printf(", signature %d", (int)job->signature);
    } else if (wants(job, IDENTIFY_SIGNATURE)) {
        printf(", no signature (%s)", job->no_signature);
    }
    if (wants(job, IDENTIFY_ARF) && knot && job->determinant.size > 0) {
        printf(", arf %d", (int)bight_arf_of_text(&job->determinant));
    }
    if (wants(job, IDENTIFY_GAUSS) && knot && job->count > 0) {
        printf(", writhe %.6g, mean crossings %.6g", job->writhe, job->crossing_number);
    }
    for (int32_t i = 1; i < job->components && job->gauss != NULL; i++) {
        for (int32_t k = 0; k < i; k++) {
            printf(", gauss %d-%d: %.6g", (int)k + 1, (int)i + 1, job->gauss[i * job->components + k]);
        }
    }
    if (wants(job, IDENTIFY_MS)) {
        printf(", %.3f ms", job->ms);
    }
}

// Factors and slipknots, the most important ones.
static void print_cores(const identify_job *job)
{
    int32_t shown = 0, hidden = 0;
    for (int32_t i = 0; i < job->core_count; i++) {
        const identify_core *core = &job->cores[i];
        if (core->role == BIGHT_KNOT_ROLE_WHOLE) {
            continue;
        }
        if (shown == MOST_CORES) {
            hidden++;
            continue;
        }
        bool chiral = core->hand == BIGHT_HANDEDNESS_RIGHT || core->hand == BIGHT_HANDEDNESS_LEFT;
        printf("%s %s %s%s%s %d to %d", shown == 0 ? ";" : ",", bight_knot_role_text(core->role), core->name,
               chiral ? " " : "", chiral ? bight_handedness_text(core->hand) : "", (int)core->first + 1,
               (int)core->last + 1);
        shown++;
    }
    if (hidden > 0) {
        printf(" and %d more", (int)hidden);
    }
}

static void print_text(const identify_job *job)
{
    const bight_knot_result *result = &job->result;
    print_which(job);
    printf(": %s", result->name);
    if (job->link.rolfsen[0] != '\0') {
        printf(" (%s)", job->link.rolfsen);
    }
    const char *words = job->words.everyday[0] != '\0' ? job->words.everyday : job->words.qualifier;
    if (words[0] != '\0') {
        printf(", %s", words);
    }
    for (int32_t i = 0; i < listed(result) && result->proved; i++) {
        printf("%s%s", i == 0 ? ", " : " # ", bight_handedness_text(result->factors[i].handedness));
    }
    print_linking(job);
    printf(", %d crossings, %d reduced", (int)job->before, (int)result->crossings);
    if (job->has_range) {
        printf(", vertices %d to %d", (int)job->range[0] + 1, (int)job->range[1] + 1);
        if (job->source->curves.numbers != NULL) {
            printf(" (residues %d to %d)", (int)identify_number(job, job->range[0]),
                   (int)identify_number(job, job->range[1]));
        }
    }
    print_cores(job);
    identify_print_bridges(job);
    identify_print_knotoids(job);
    for (int32_t i = 0; i < job->spectrum.share_count; i++) {
        const bight_knot_share *share = &job->spectrum.shares[i];
        bool twice = false; // both hands of a knot came up
        for (int32_t k = 0; k < job->spectrum.share_count; k++) {
            twice = twice || (k != i && strcmp(job->spectrum.shares[k].name, share->name) == 0);
        }
        printf("%s%s%s%s %d of %d", i == 0 ? "; " : ", ", share->name, twice ? " " : "",
               twice ? bight_handedness_text(share->handedness) : "", (int)share->count,
               (int)job->spectrum.directions);
    }
    if (job->spectrum.share_count > 0) {
        double low, high;
        int32_t closures = job->spectrum.directions - job->spectrum.left_out;
        bight_share_interval(job->spectrum.shares[0].count, closures, &low, &high);
        printf("; the name is that of %.0f %% of closures (%.0f to %.0f)",
               100.0 * job->spectrum.shares[0].count / closures, 100.0 * low, 100.0 * high);
    }
    print_fields(job);
    printf("%s%s\n", result->proved ? "" : ": ", result->proved ? "" : result->reason);
}

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
    for (int32_t i = 0; i < listed(result); i++) {
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
    const char *at = (const char *)notes->data, *end = at + notes->size;
    cli_json_open(json, "notes", '[');
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop != NULL ? stop : end;
        cli_json_text_sized(json, NULL, at, (size_t)(stop - at));
        at = stop + 1;
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
    if (wants(job, IDENTIFY_ALEXANDER) &&
        json_value(json, "alexander", job->alexander.size > 0, job->no_alexander)) {
        cli_json_decimals(json, "alexander", &job->alexander);
    }
    if (wants(job, IDENTIFY_ALEXANDER) && job->components > 1) {
        identify_json_several(json, job);
    }
    if (wants(job, IDENTIFY_JONES)) {
        json_terms(json, "jones", &job->jones, false);
    }
    if (wants(job, IDENTIFY_HOMFLY)) {
        json_terms(json, "homfly", &job->homfly, true);
    }
    if (job->no_polynomial[0] != '\0') {
        cli_json_text(json, wants(job, IDENTIFY_HOMFLY) ? "homfly_reason" : "jones_reason",
                      job->no_polynomial);
    }
    if (wants(job, IDENTIFY_KAUFFMAN) &&
        json_value(json, "kauffman", job->kauffman.count > 0, job->no_kauffman)) {
        json_terms(json, "kauffman", &job->kauffman, true);
    }
    if (wants(job, IDENTIFY_DETERMINANT) &&
        json_value(json, "determinant", job->determinant.size > 0, job->no_determinant)) {
        cli_json_decimal(json, "determinant", (const char *)job->determinant.data, job->determinant.size);
    }
    if (wants(job, IDENTIFY_SIGNATURE) &&
        json_value(json, "signature", job->has_signature, job->no_signature)) {
        cli_json_integer(json, "signature", job->signature);
    }
    if (wants(job, IDENTIFY_ARF) && json_value(json, "arf", job->components == 1 && job->determinant.size > 0, "")) {
        cli_json_integer(json, "arf", bight_arf_of_text(&job->determinant));
    }
}

bool identify_is_open(const identify_job *job)
{
    bool open = false;
    for (int32_t i = 0; i < job->count; i++) {
        open = open || !job->source->curves.closed[job->first + i];
    }
    return open;
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

static void print_json(const identify_job *job)
{
    const bight_knot_result *result = &job->result;
    cli_json json = {.out = stdout, .line = true};
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "file", job->source->file[0] != '\0' ? job->source->file : NULL);
    cli_json_integer(&json, "curve", job->number + 1);
    if (job->frame > 0) {
        cli_json_integer(&json, "frame", job->frame);
    } else {
        cli_json_text(&json, "frame", NULL);
    }
    cli_json_text(&json, "label", job->name.text[0] != '\0' ? job->name.text : NULL);
    cli_json_integer(&json, "components", job->components);
    if (job->count > 0 && wants(job, IDENTIFY_POINTS)) {
        cli_json_integer(&json, "points", job->points);
        cli_json_boolean(&json, "closed", !identify_is_open(job));
    }

    if (wants(job, IDENTIFY_NAME)) {
        cli_json_text(&json, "name", result->name);
        cli_json_text(&json, "traditional", job->words.everyday[0] != '\0' ? job->words.everyday : NULL);
        cli_json_text(&json, "qualifier", job->words.qualifier[0] != '\0' ? job->words.qualifier : NULL);
    }
    if (wants(job, IDENTIFY_FACTORS)) {
        json_factors(&json, result);
    }
    if (job->components > 1 && wants(job, IDENTIFY_LINKING)) {
        json_link(&json, job);
    }

    if (wants(job, IDENTIFY_CROSSINGS)) {
        cli_json_integer(&json, "crossings_before", job->before);
        cli_json_integer(&json, "crossings", result->crossings);
    }
    if (wants(job, IDENTIFY_DT)) {
        json_bytes(&json, "dt", &job->dt);
    }
    if (wants(job, IDENTIFY_PD)) {
        json_bytes(&json, "pd", &job->pd);
    }
    json_invariants(&json, job);
    if (wants(job, IDENTIFY_CLOSURE)) {
        cli_json_text(&json, "closure", identify_is_open(job) ? job->wish->closure : NULL);
        json_spectrum(&json, job);
        json_range(&json, job);
        json_cores(&json, job);
        identify_json_bridges(&json, job);
        identify_json_knotoids(&json, job);
    }
    if (wants(job, IDENTIFY_CONFIDENCE)) {
        const char *sure = identify_is_open(job) ? "closure" : "proved"; // a proof belongs to a closed curve
        cli_json_text(&json, "confidence", result->proved ? sure : NULL);
    }
    if (!result->proved && wants(job, IDENTIFY_CANDIDATES)) {
        json_candidates(&json, job);
    }
    if (!result->proved && wants(job, IDENTIFY_CONFIDENCE)) {
        cli_json_text(&json, "reason", result->reason);
    }

    if (wants(job, IDENTIFY_GAUSS) && job->count == 1) {
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

    if (job->count > 0 && wants(job, IDENTIFY_NOTES)) {
        json_notes(&json, &job->source->curves.notes);
    }
    if (wants(job, IDENTIFY_MS)) {
        cli_json_number(&json, "ms", round(1000.0 * job->ms) / 1000.0);
    }
    cli_json_close(&json, '}');
}

// OUT.svg for the first picture of all, OUT-2.svg for the second.
static int write_numbered(const char *option, const char *out, int32_t number, const bight_bytes *bytes)
{
    const char *name = strrchr(out, '/'), *dot = strrchr(name != NULL ? name : out, '.');
    char path[4096], middle[16] = "";
    dot = dot != NULL ? dot : out + strlen(out);
    if (number > 1) {
        snprintf(middle, sizeof middle, "-%d", (int)number);
    }
    int length = snprintf(path, sizeof path, "%.*s%s%s", (int)(dot - out), out, middle, dot);
    if (length < 0 || (size_t)length >= sizeof path) {
        cli_say(NULL, 0, "%s: the path is too long: give a shorter one", option);
        return CLI_FAILED;
    }
    return cli_write_file(path, bytes->data, bytes->size) ? CLI_DONE : CLI_FAILED;
}

// "FILE: frame 3: the curve meets itself": which of several it is. A reader's message says the frame already.
static int say_fault(const identify_job *job)
{
    const char *file = job->source->file;
    bight_error error = job->error;
    error.status = job->status;
    const char *text = error.message[0] != '\0' ? job->error.message : bight_status_text(job->status);
    const char *name = job->name.text;
    char frame[24] = "";
    if (job->frame > 0) {
        snprintf(frame, sizeof frame, "frame %d", (int)job->frame);
    } else if (!job->alone && name[0] == '\0') {
        snprintf(frame, sizeof frame, "%s %d", job->count == 0 ? "code" : "curve", (int)job->number + 1);
    }
    bool said = job->count == 0 && job->item.length == 0; // by the reader
    if (!said && (frame[0] != '\0' || name[0] != '\0')) {
        snprintf(error.message, sizeof error.message, "%s%s%s: %.*s", frame,
                 frame[0] != '\0' && name[0] != '\0' ? ", " : "", name,
                 (int)(sizeof error.message - sizeof job->name - 30), text);
    }
    return cli_input_error(file[0] != '\0' ? file : NULL, &error);
}

int identify_print(const identify_job *job, identify_pictures *pictures)
{
    if (job->status == BIGHT_ERROR_STOPPED) {
        return CLI_INTERRUPTED;
    }
    if (job->status != BIGHT_OK) {
        if (job->wish->table) {
            identify_table_row(job);
        }
        return say_fault(job);
    }
    if (job->wish->table) {
        identify_table_row(job);
    } else if (job->wish->json) {
        print_json(job);
    } else {
        print_text(job);
    }
    const identify_wish *wish = job->wish;
    int code = wish->svg != NULL ? write_numbered("--svg", wish->svg, ++pictures->svg, &job->svg) : CLI_DONE;
    return code == CLI_DONE && job->matrix.size > 0
               ? write_numbered("--matrix", wish->matrix, ++pictures->matrix, &job->matrix)
               : code;
}
