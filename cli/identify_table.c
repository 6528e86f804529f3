// SPDX-License-Identifier: MIT

#define _POSIX_C_SOURCE 200809L

#include "cli/identify_table.h"

#include <stdlib.h>
#include <string.h>

// Columns of each field, in the order of the fields; those of no field come first, the error last.
static const struct {
    int32_t field;
    const char *name;
} columns[] = {
    {IDENTIFY_POINTS, "points"},
    {IDENTIFY_POINTS, "closed"},
    {IDENTIFY_NAME, "name"},
    {IDENTIFY_NAME, "traditional"},
    {IDENTIFY_FACTORS, "chirality"},
    {IDENTIFY_LINKING, "linking"},
    {IDENTIFY_CROSSINGS, "crossings_before"},
    {IDENTIFY_CROSSINGS, "crossings"},
    {IDENTIFY_DT, "dt"},
    {IDENTIFY_PD, "pd"},
    {IDENTIFY_ALEXANDER, "alexander"},
    {IDENTIFY_JONES, "jones"},
    {IDENTIFY_HOMFLY, "homfly"},
    {IDENTIFY_KAUFFMAN, "kauffman"},
    {IDENTIFY_DETERMINANT, "determinant"},
    {IDENTIFY_SIGNATURE, "signature"},
    {IDENTIFY_ARF, "arf"},
    {IDENTIFY_GAUSS, "writhe"},
    {IDENTIFY_GAUSS, "mean_crossings"},
    {IDENTIFY_CLOSURE, "closure"},
    {IDENTIFY_CLOSURE, "spectrum"},
    {IDENTIFY_CLOSURE, "first"},
    {IDENTIFY_CLOSURE, "last"},
    {IDENTIFY_CONFIDENCE, "confidence"},
    {IDENTIFY_CONFIDENCE, "reason"},
    {IDENTIFY_CANDIDATES, "candidates"},
    {IDENTIFY_NOTES, "notes"},
    {IDENTIFY_MS, "ms"},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

void identify_table_head(const identify_wish *wish)
{
    char between = wish->table;
    printf("file%ccurve%cframe%clabel%ccomponents", between, between, between, between);
    for (int32_t i = 0; i < COLUMNS; i++) {
        if (identify_has(wish->fields, columns[i].field)) {
            printf("%c%s", between, columns[i].name);
        }
    }
    printf("%cerror\n", between);
}

// ---- cells ------------------------------------------------------------------------------------------

// The row in hand. A cell is written into a text of its own, for only its end shows whether it needs quotes.
typedef struct row {
    char between;
    bool started;
    FILE *cell;
    char *text;
    size_t size;
} row;

static FILE *cell(row *r)
{
    r->cell = open_memstream(&r->text, &r->size);
    return r->cell;
}

// RFC 4180: a field with the separator, a quote or a line end stands in quotes, and quotes in it are doubled. A text never
// has tabs or line ends, so a TSV needs no quotes.
static void end_cell(row *r)
{
    if (r->started) {
        fputc(r->between, stdout);
    }
    r->started = true;
    if (r->cell == NULL) {
        return; // no memory: empty
    }
    fclose(r->cell);
    bool quoted = r->between == ',' && strpbrk(r->text, ",\"") != NULL;
    for (size_t i = 0; i < r->size; i++) {
        if (quoted && i == 0) {
            fputc('"', stdout);
        }
        if (quoted && r->text[i] == '"') {
            fputc('"', stdout);
        }
        fputc(r->text[i], stdout);
    }
    if (quoted) {
        fputc('"', stdout);
    }
    free(r->text);
    r->text = NULL;
    r->cell = NULL;
}

static void put_sized(row *r, const char *text, size_t length)
{
    FILE *out = cell(r);
    if (out != NULL) {
        cli_put_text(out, text, length);
    }
    end_cell(r);
}

static void put(row *r, const char *text)
{
    put_sized(r, text, strlen(text));
}

static void put_bytes(row *r, const bight_bytes *bytes)
{
    put_sized(r, bytes->size > 0 ? (const char *)bytes->data : "", bytes->size);
}

static void put_integer(row *r, bool there, int64_t value)
{
    char text[32] = "";
    if (there) {
        snprintf(text, sizeof text, "%lld", (long long)value);
    }
    put(r, text);
}

static void put_number(row *r, bool there, const char *format, double value)
{
    char text[48] = "";
    if (there) {
        snprintf(text, sizeof text, format[0] == 'm' ? "%.3f" : "%.12g", value);
    }
    put(r, text);
}

static void put_terms(row *r, const bight_terms *terms, const char *letter)
{
    FILE *out = cell(r);
    if (out != NULL && terms->count > 0) {
        identify_write_terms(out, terms, letter);
    }
    end_cell(r);
}

// Of a knot its factors' hands, of a link that of its one part.
static void put_chirality(row *r, const identify_job *job)
{
    FILE *out = cell(r);
    const bight_knot_result *result = &job->result;
    const bight_link_result *link = &job->link;
    if (out != NULL && job->components == 1) {
        int32_t count =
            result->factor_count < BIGHT_KNOT_MAX_FACTORS ? result->factor_count : BIGHT_KNOT_MAX_FACTORS;
        for (int32_t i = 0; i < count; i++) {
            fprintf(out, "%s%s", i == 0 ? "" : " # ", bight_handedness_text(result->factors[i].handedness));
        }
    } else if (out != NULL) {
        fputs(bight_handedness_text(link->amphichiral       ? BIGHT_HANDEDNESS_AMPHICHIRAL
                                    : link->part_count == 1 ? link->parts[0].handedness
                                                            : BIGHT_HANDEDNESS_UNKNOWN),
              out);
    }
    end_cell(r);
}

// "1-2: 1; 1-3: 0", of two components their number alone.
static void put_linking(row *r, const identify_job *job)
{
    int32_t n = job->components;
    FILE *out = cell(r);
    if (out != NULL && n == 2) {
        fprintf(out, "%d", (int)job->link.linking);
    }
    for (int32_t i = 0; out != NULL && n > 2 && job->linking != NULL && i < n; i++) {
        for (int32_t k = i + 1; k < n; k++) {
            fprintf(out, "%s%d-%d: %d", i + k > 1 ? "; " : "", (int)i + 1, (int)k + 1,
                    (int)job->linking[i * n + k]);
        }
    }
    end_cell(r);
}

// "3_1 right 60; 0_1 40"
static void put_spectrum(row *r, const bight_knot_spectrum *spectrum)
{
    FILE *out = cell(r);
    for (int32_t i = 0; out != NULL && i < spectrum->share_count; i++) {
        const bight_knot_share *share = &spectrum->shares[i];
        bool chiral =
            share->handedness == BIGHT_HANDEDNESS_RIGHT || share->handedness == BIGHT_HANDEDNESS_LEFT;
        fprintf(out, "%s%s%s%s %d", i == 0 ? "" : "; ", share->name, chiral ? " " : "",
                chiral ? bight_handedness_text(share->handedness) : "", (int)share->count);
    }
    end_cell(r);
}

static void put_candidates(row *r, const identify_job *job)
{
    FILE *out = cell(r);
    for (int32_t i = 0; out != NULL && !job->result.proved && i < job->candidate_count; i++) {
        fprintf(out, "%s%s", i == 0 ? "" : " ", job->candidates[i]);
    }
    end_cell(r);
}

// The file's notes with semicolons between.
static void put_notes(row *r, const bight_bytes *notes)
{
    FILE *out = cell(r);
    size_t begin = 0;
    for (size_t i = 0; out != NULL && i < notes->size; i++) {
        if (notes->data[i] == '\n') {
            fputs(begin > 0 ? "; " : "", out);
            cli_put_text(out, (const char *)notes->data + begin, i - begin);
            begin = i + 1;
        }
    }
    end_cell(r);
}

// ---- rows -------------------------------------------------------------------------------------------

static void put_column(row *r, const identify_job *job, const char *name)
{
    const bight_knot_result *result = &job->result;
    bool curves = job->count > 0, knot = job->components == 1, open = identify_is_open(job);
    bool one = job->count == 1;
    if (strcmp(name, "points") == 0) {
        put_integer(r, curves, job->points);
    } else if (strcmp(name, "closed") == 0) {
        put(r, !curves ? "" : open ? "false" : "true");
    } else if (strcmp(name, "name") == 0) {
        put(r, result->name);
    } else if (strcmp(name, "traditional") == 0) {
        put(r, job->words.everyday);
    } else if (strcmp(name, "chirality") == 0) {
        put_chirality(r, job);
    } else if (strcmp(name, "linking") == 0) {
        put_linking(r, job);
    } else if (strcmp(name, "crossings_before") == 0) {
        put_integer(r, true, job->before);
    } else if (strcmp(name, "crossings") == 0) {
        put_integer(r, true, result->crossings);
    } else if (strcmp(name, "dt") == 0) {
        put_bytes(r, &job->dt);
    } else if (strcmp(name, "pd") == 0) {
        put_bytes(r, &job->pd);
    } else if (strcmp(name, "alexander") == 0) {
        put_bytes(r, &job->alexander);
    } else if (strcmp(name, "jones") == 0) {
        put_terms(r, &job->jones, "t");
    } else if (strcmp(name, "homfly") == 0) {
        put_terms(r, &job->homfly, "v");
    } else if (strcmp(name, "kauffman") == 0) {
        put_terms(r, &job->kauffman, "a");
    } else if (strcmp(name, "determinant") == 0) {
        put_bytes(r, &job->determinant);
    } else if (strcmp(name, "signature") == 0) {
        put_integer(r, job->has_signature, job->signature);
    } else if (strcmp(name, "arf") == 0) {
        bool there = knot && job->determinant.size > 0;
        put_integer(r, there, there ? bight_arf_of_text(&job->determinant) : 0);
    } else if (strcmp(name, "writhe") == 0) {
        put_number(r, one, "", job->writhe);
    } else if (strcmp(name, "mean_crossings") == 0) {
        put_number(r, one, "", job->crossing_number);
    } else if (strcmp(name, "closure") == 0) {
        put(r, open ? job->wish->closure : "");
    } else if (strcmp(name, "spectrum") == 0) {
        put_spectrum(r, &job->spectrum);
    } else if (strcmp(name, "first") == 0 || strcmp(name, "last") == 0) {
        put_integer(r, job->has_range, job->range[name[0] == 'l'] + 1);
    } else if (strcmp(name, "confidence") == 0) {
        put(r, !result->proved ? "" : open ? "closure" : "proved");
    } else if (strcmp(name, "reason") == 0) {
        put(r, result->proved ? "" : result->reason);
    } else if (strcmp(name, "candidates") == 0) {
        put_candidates(r, job);
    } else if (strcmp(name, "notes") == 0) {
        put_notes(r, &job->source->curves.notes);
    } else {
        put_number(r, true, "ms", job->ms);
    }
}

void identify_table_row(const identify_job *job)
{
    row r = {.between = job->wish->table};
    bool good = job->status == BIGHT_OK;
    put(&r, job->source->file);
    put_integer(&r, true, (int64_t)job->number + 1);
    put_integer(&r, job->frame > 0, job->frame);
    put(&r, job->name.text);
    put_integer(&r, job->components > 0, job->components);
    for (int32_t i = 0; i < COLUMNS; i++) {
        if (identify_has(job->wish->fields, columns[i].field) && good) {
            put_column(&r, job, columns[i].name);
        } else if (identify_has(job->wish->fields, columns[i].field)) {
            put(&r, "");
        }
    }
    put(&r, good ? "" : job->error.message[0] != '\0' ? job->error.message : bight_status_text(job->status));
    putchar('\n');
}
