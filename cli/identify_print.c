// SPDX-License-Identifier: MIT

#include "cli/identify_chain.h"
#include "cli/identify_table.h"

#include <string.h>

// Stretches in a line of text.
#define MOST_CORES 6

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
    if (identify_wants(job, IDENTIFY_DT)) {
        print_bytes("dt", &job->dt, "");
    }
    if (identify_wants(job, IDENTIFY_PD)) {
        print_bytes("pd", &job->pd, "");
    }
    if (identify_wants(job, IDENTIFY_ALEXANDER)) {
        print_bytes("alexander", &job->alexander, job->no_alexander);
    }
    if (identify_wants(job, IDENTIFY_ALEXANDER) && !knot) {
        identify_print_several(job);
    }
    if (identify_wants(job, IDENTIFY_JONES)) {
        print_terms("jones", &job->jones, "t", job->no_polynomial);
    }
    if (identify_wants(job, IDENTIFY_HOMFLY)) {
        print_terms("homfly", &job->homfly, "v", job->no_polynomial);
    }
    if (identify_wants(job, IDENTIFY_KAUFFMAN)) {
        print_terms("kauffman", &job->kauffman, "a", job->no_kauffman);
    }
    if (identify_wants(job, IDENTIFY_DETERMINANT)) {
        print_bytes("determinant", &job->determinant, job->no_determinant);
    }
    if (identify_wants(job, IDENTIFY_SIGNATURE) && job->has_signature) {
        printf(", signature %d", (int)job->signature);
    } else if (identify_wants(job, IDENTIFY_SIGNATURE)) {
        printf(", no signature (%s)", job->no_signature);
    }
    if (identify_wants(job, IDENTIFY_ARF) && knot && job->determinant.size > 0) {
        printf(", arf %d", (int)bight_arf_of_text(&job->determinant));
    }
    if (identify_wants(job, IDENTIFY_GAUSS) && knot && job->count > 0) {
        printf(", writhe %.6g, mean crossings %.6g", job->writhe, job->crossing_number);
    }
    for (int32_t i = 1; i < job->components && job->gauss != NULL; i++) {
        for (int32_t k = 0; k < i; k++) {
            printf(", gauss %d-%d: %.6g", (int)k + 1, (int)i + 1, job->gauss[i * job->components + k]);
        }
    }
    if (identify_wants(job, IDENTIFY_MS)) {
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
    for (int32_t i = 0; i < identify_listed(result) && result->proved; i++) {
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
        identify_json(job);
    } else {
        print_text(job);
    }
    const identify_wish *wish = job->wish;
    int code = wish->svg != NULL ? write_numbered("--svg", wish->svg, ++pictures->svg, &job->svg) : CLI_DONE;
    return code == CLI_DONE && job->matrix.size > 0
               ? write_numbered("--matrix", wish->matrix, ++pictures->matrix, &job->matrix)
               : code;
}
