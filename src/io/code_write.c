// SPDX-License-Identifier: MIT
// Diagrams as codes in text.

#include "bight/code_text.h"

#include "core/error.h"
#include "core/memory.h"
#include "io/sink.h"

#include <string.h>

typedef struct writer {
    const bight_env *env;
    const bight_diagram *diagram;
    bight_error *error;
    bi_sink sink;
    int32_t crossings, components;
    int32_t *numbers;  // (4 crossings)
    int32_t *lengths;  // (components)
    int8_t *signs;     // (crossings)
    int8_t *again;     // (crossings)
    int32_t *renumber; // (crossings)
} writer;

static void put_pd(writer *w, bool clockwise)
{
    bight_diagram_to_pd(w->diagram, clockwise, w->numbers);
    bi_sink_text(&w->sink, "[");
    for (int32_t i = 0; i < 4 * w->crossings; i++) {
        bi_sink_int(&w->sink, i % 4 != 0 ? "," : i > 0 ? ",[" : "[", w->numbers[i]);
        bi_sink_text(&w->sink, i % 4 == 3 ? "]" : "");
    }
    int32_t circles = bight_diagram_circles(w->diagram), first = w->crossings == 0 && circles == 1 ? 1 : 0;
    for (int32_t i = first; i < circles; i++) {
        bi_sink_int(&w->sink, w->crossings > 0 || i > 0 ? ",Loop[" : "Loop[", 2 * w->crossings + i + 1);
        bi_sink_text(&w->sink, "]");
    }
    bi_sink_text(&w->sink, "]");
}

// One component: numbers with blanks between them; several: each in brackets.
static void put_groups(writer *w)
{
    bool several = w->components > 1 || w->lengths[0] == 0;
    for (int32_t k = 0, i = 0; k < w->components; k++) {
        bi_sink_text(&w->sink, several ? (k > 0 ? ",[" : "[") : "");
        int32_t start = i;
        for (; i < start + w->lengths[k]; i++) {
            bi_sink_int(&w->sink, i == start ? "" : several ? "," : " ", w->numbers[i]);
        }
        bi_sink_text(&w->sink, several ? "]" : "");
    }
}

// Does the code without signs give the same diagram back?
static bool signs_follow(writer *w, bool gauss)
{
    bight_diagram *back = NULL;
    bight_status status =
        gauss ? bight_diagram_from_gauss(w->env, w->numbers, w->lengths, w->components, NULL, &back, NULL)
              : bight_diagram_from_dt(w->env, w->numbers, w->crossings, w->lengths, w->components, NULL,
                                      &back, NULL);
    if (status != BIGHT_OK) {
        w->sink.status = w->sink.status == BIGHT_OK ? status : w->sink.status;
        return true;
    }
    // the readers keep crossing c in its place
    bool same = memcmp(w->signs, bight_diagram_signs(back), (size_t)w->crossings) == 0;
    bight_diagram_free(back);
    return same;
}

static void put_signs(writer *w, bool gauss)
{
    if (w->crossings == 0 || signs_follow(w, gauss)) {
        return;
    }
    bi_sink_text(&w->sink, " / ");
    for (int32_t c = 0; c < w->crossings; c++) {
        bi_sink_text(&w->sink, w->signs[c] > 0 ? "+" : "-");
    }
}

static void put_gauss_signed(writer *w)
{
    bool several = w->components > 1 || w->lengths[0] == 0;
    for (int32_t k = 0, i = 0; k < w->components; k++) {
        bi_sink_text(&w->sink, several ? (k > 0 ? ",[" : "[") : "");
        for (int32_t end = i + w->lengths[k]; i < end; i++) {
            int32_t value = w->numbers[i], crossing = value < 0 ? -value : value;
            bi_sink_int(&w->sink, value > 0 ? "O" : "U", crossing);
            bi_sink_text(&w->sink, w->signs[crossing - 1] > 0 ? "+" : "-");
        }
        bi_sink_text(&w->sink, several ? "]" : "");
    }
}

static void put_letter(writer *w, int32_t value)
{
    char letter = (char)(value > 0 ? 'a' + value - 1 : 'A' - value - 1);
    bi_sink_data(&w->sink, &letter, 1);
}

// A knot's entries alone, or DT[crossings, components, their crossings, entries].
static bight_status put_letters(writer *w)
{
    if (w->crossings > 26 || w->components > 26) {
        return bi_fail(w->error, BIGHT_ERROR_UNSUPPORTED, 0,
                       "%d crossings: letters reach to 26, write dt instead", w->crossings);
    }
    bool several = w->components > 1;
    if (several) {
        bi_sink_text(&w->sink, "DT[");
        put_letter(w, w->crossings);
        put_letter(w, w->components);
        for (int32_t k = 0; k < w->components; k++) {
            put_letter(w, w->lengths[k]);
        }
    }
    for (int32_t i = 0; i < w->crossings; i++) {
        put_letter(w, w->numbers[i] / 2);
    }
    bi_sink_text(&w->sink, several ? "]" : "");
    return BIGHT_OK;
}

// A knot's Gauss code from where the strand first passes over, crossings numbered as they are met.
static void start_above(writer *w)
{
    int32_t count = 2 * w->crossings, start = 0;
    int32_t *entries = w->numbers, *turned = w->numbers + count;
    while (start < count - 1 && entries[start] < 0) {
        start++;
    }
    for (int32_t i = 0; i < count; i++) {
        turned[i] = entries[(start + i) % count];
    }
    memcpy(w->again, w->signs, (size_t)w->crossings);
    int32_t met = 0;
    for (int32_t c = 0; c < w->crossings; c++) {
        w->renumber[c] = 0;
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t old = turned[i] < 0 ? -turned[i] - 1 : turned[i] - 1;
        if (w->renumber[old] == 0) {
            w->renumber[old] = ++met;
            w->signs[met - 1] = w->again[old];
        }
        entries[i] = turned[i] < 0 ? -w->renumber[old] : w->renumber[old];
    }
}

// The DT code of the knot whose Gauss code is in numbers.
static void dt_of_gauss(writer *w)
{
    int32_t count = 2 * w->crossings;
    int32_t *entries = w->numbers, *partner = w->numbers + count;
    memcpy(w->again, w->signs, (size_t)w->crossings);
    for (int32_t i = 0; i < count; i++) {
        int32_t size = entries[i] < 0 ? -entries[i] : entries[i];
        if (i % 2 == 1) {
            partner[size - 1] = i + 1;
        }
    }
    for (int32_t i = 0; i < count; i += 2) {
        int32_t size = entries[i] < 0 ? -entries[i] : entries[i];
        w->signs[i / 2] = w->again[size - 1];
        entries[i / 2] = entries[i] > 0 ? partner[size - 1] : -partner[size - 1];
    }
    w->lengths[0] = w->crossings;
}

static bight_status put_dt(writer *w, bool letters, bool plain)
{
    if (w->crossings == 0 && w->components == 1) {
        bi_sink_text(&w->sink, "[]");
        return BIGHT_OK;
    }
    bight_status status = BIGHT_OK;
    if (w->components == 1) {
        bight_diagram_to_gauss(w->diagram, w->numbers, w->lengths, w->signs);
        start_above(w);
        dt_of_gauss(w);
    } else {
        status = bight_diagram_to_dt(w->diagram, w->numbers, w->lengths, w->signs, w->error);
    }
    if (status == BIGHT_OK && letters) {
        status = put_letters(w);
    } else if (status == BIGHT_OK) {
        put_groups(w);
    }
    if (status == BIGHT_OK && !plain) {
        put_signs(w, false);
    }
    return status;
}

// The strands are told when the letters do not tell them.
static bight_status put_braid(writer *w)
{
    int32_t *word = NULL, length = 0, strands = 0, most = 0;
    bight_status status = bight_diagram_to_braid(w->env, w->diagram, &word, &length, &strands, w->error);
    if (status != BIGHT_OK) {
        return status;
    }
    for (int32_t i = 0; i < length; i++) {
        int32_t size = word[i] < 0 ? -word[i] : word[i];
        most = size > most ? size : most;
    }
    bool told = most + 1 == strands && length > 0;
    if (!told) {
        bi_sink_int(&w->sink, "BR[", strands);
        bi_sink_text(&w->sink, ",{");
    }
    for (int32_t i = 0; i < length; i++) {
        bi_sink_int(&w->sink, i == 0 ? "" : told ? " " : ",", word[i]);
    }
    bi_sink_text(&w->sink, told ? "" : "}]");
    bi_free_array(w->sink.allocator, word, (size_t)length, sizeof *word);
    return BIGHT_OK;
}

static bight_status put(writer *w, bight_code_kind kind, bool plain)
{
    switch (kind) {
    case BIGHT_CODE_PD:
    case BIGHT_CODE_PD_CLOCKWISE:
        put_pd(w, kind == BIGHT_CODE_PD_CLOCKWISE);
        return BIGHT_OK;
    case BIGHT_CODE_DT:
    case BIGHT_CODE_DT_LETTERS:
        return put_dt(w, kind == BIGHT_CODE_DT_LETTERS, plain);
    case BIGHT_CODE_BRAID:
        return put_braid(w);
    default:
        bight_diagram_to_gauss(w->diagram, w->numbers, w->lengths, w->signs);
        if (w->components == 1) {
            start_above(w);
        }
        if (kind == BIGHT_CODE_GAUSS_SIGNED) {
            put_gauss_signed(w);
        } else {
            put_groups(w);
            if (!plain) {
                put_signs(w, true);
            }
        }
        return BIGHT_OK;
    }
}

bight_status bight_code_write(const bight_env *env, const bight_diagram *diagram, bight_code_kind kind,
                              bool plain, bight_bytes *bytes, bight_error *error)
{
    *bytes = (bight_bytes){0};
    if ((int)kind <= BIGHT_CODE_AUTO || kind >= BIGHT_CODE_COUNT) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "kind is %d: see bight_code_kind", (int)kind);
    }
    const bight_allocator *allocator = env == NULL ? NULL : &env->allocator;
    writer w = {.env = env, .diagram = diagram, .error = error, .sink = {allocator, {0}, BIGHT_OK}};
    w.crossings = bight_diagram_crossings(diagram);
    w.components = bight_diagram_components(diagram);

    // PD has 4 numbers a crossing; the fifth and a second sign are for numbering crossings as they are met
    size_t n = (size_t)w.crossings + 1, components = (size_t)w.components + 1;
    w.numbers = bi_new_array(allocator, 5 * n, sizeof *w.numbers);
    w.lengths = bi_new_array(allocator, components, sizeof *w.lengths);
    w.signs = bi_new_array(allocator, 2 * n, sizeof *w.signs);
    bight_status status = BIGHT_ERROR_NO_MEMORY;
    if (w.numbers != NULL && w.lengths != NULL && w.signs != NULL) {
        w.again = w.signs + n;
        w.renumber = w.numbers + 4 * n;
        status = put(&w, kind, plain);
    }

    bi_free_array(allocator, w.numbers, 5 * n, sizeof *w.numbers);
    bi_free_array(allocator, w.lengths, components, sizeof *w.lengths);
    bi_free_array(allocator, w.signs, 2 * n, sizeof *w.signs);
    if (status == BIGHT_OK && w.sink.status != BIGHT_OK) {
        status = w.sink.status;
    }

    // an unsupported diagram was reported by its writer; anything else is memory
    if (status != BIGHT_OK) {
        bight_bytes_free(allocator, &w.sink.bytes);
        bool told = status == BIGHT_ERROR_UNSUPPORTED;
        return told ? status : bi_fail(error, status, 0, "no memory for a code of %d crossings", w.crossings);
    }

    *bytes = w.sink.bytes;
    return BIGHT_OK;
}
