// SPDX-License-Identifier: MIT

#include "knot/sailor.h"
#include "bight/knot_diagram.h"
#include "bight/knot_invariant.h"
#include "bight/link.h"
#include "core/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static const char *hand_letter(bight_handedness hand)
{
    return hand == BIGHT_HANDEDNESS_RIGHT         ? "R"
           : hand == BIGHT_HANDEDNESS_LEFT        ? "L"
           : hand == BIGHT_HANDEDNESS_AMPHICHIRAL ? ""
                                                  : "?";
}

#define MOST_WORDS 24

// Summands of a part with + between, parts with | between, each in the order of the letters.
static bool write_name(const bight_link_result *result, const bight_link_makeup *makeup,
                       char key[BI_MARK_TEXT])
{
    char parts[MOST_WORDS][120];
    if (result->part_count > MOST_WORDS || result->part_count > BIGHT_LINK_MAX_PARTS) {
        return false;
    }
    for (int32_t p = 0; p < result->part_count; p++) {
        char words[MOST_WORDS][64];
        int32_t count = 0;
        for (int32_t i = 0; i < makeup->count; i++) {
            const bight_link_summand *s = &makeup->summands[i];
            if (s->part == p && count < MOST_WORDS) {
                if (s->handedness == BIGHT_HANDEDNESS_UNKNOWN) {
                    return false;
                }
                snprintf(words[count++], sizeof *words, "%s%s", s->name, hand_letter(s->handedness));
            }
        }
        qsort(words, (size_t)count, sizeof *words, by_text);
        snprintf(parts[p], sizeof *parts, "%s", count == 0 ? result->parts[p].name : "");
        for (int32_t i = 0; i < count; i++) {
            size_t used = strlen(parts[p]);
            snprintf(parts[p] + used, sizeof *parts - used, "%s%s", i > 0 ? "+" : "", words[i]);
        }
    }
    qsort(parts, (size_t)result->part_count, sizeof *parts, by_text);
    size_t used = 0;
    for (int32_t p = 0; p < result->part_count && used < BI_MARK_TEXT; p++) {
        int written = snprintf(key + used, BI_MARK_TEXT - used, "%s%s", p > 0 ? "|" : "", parts[p]);
        used += (size_t)written;
    }
    return used < BI_MARK_TEXT;
}

// Directions change the Jones polynomial of a link by a power of t alone (Jones 1985), so it is begun at t^0.
static void write_jones(const bight_terms *jones, int32_t components, char key[BI_MARK_TEXT])
{
    uint64_t hash = UINT64_C(14695981039346656037); // FNV-1a
    int32_t low = INT32_MAX;
    for (int32_t i = 0; i < jones->count; i++) {
        low = jones->terms[i].v < low ? jones->terms[i].v : low;
    }
    for (int32_t i = 0; i < jones->count; i++) {
        int64_t numbers[2] = {jones->terms[i].v - (components > 1 ? low : 0), jones->terms[i].coefficient};
        for (int32_t k = 0; k < 16; k++) {
            hash = (hash ^ (uint64_t)((uint64_t)numbers[k / 8] >> (8 * (k % 8)) & 255)) *
                   UINT64_C(1099511628211);
        }
    }
    snprintf(key, BI_MARK_TEXT, "J%016llx", (unsigned long long)hash);
}

bight_status bi_mark_key(const bi_hold *hold, const bight_env *env, bight_knot_workspace *space,
                         char key[BI_MARK_TEXT], int32_t *size, bight_error *error)
{
    bight_curve curves[16];
    bi_hold_curves(hold, curves);
    bight_diagram *diagram = NULL, *reduced = NULL;
    const bight_allocator *allocator = env != NULL ? &env->allocator : NULL;
    bight_link_result *result = bi_new_array(allocator, 1, sizeof *result);
    bight_link_makeup makeup = {0};
    const bight_knot_options options = {.name_only = true, .effort = 200};
    bight_status status = result != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    status = status == BIGHT_OK
                 ? bight_diagram_from_curves(env, space, curves, hold->curve_count, &options, &diagram, error)
                 : status;
    status = status == BIGHT_OK
                 ? bight_link_identify_makeup(env, diagram, &options, result, &makeup, &reduced, error)
                 : status;
    if (status == BIGHT_OK && !(result->proved && write_name(result, &makeup, key))) {
        const bight_budget budget = {.seconds = -1.0, .bytes = 200000000};
        bight_terms jones = {0};
        status = bight_diagram_jones(env, reduced, &budget, &jones, error);
        if (status == BIGHT_OK) {
            write_jones(&jones, result->components, key);
        } else if (status != BIGHT_ERROR_NO_MEMORY && status != BIGHT_ERROR_STOPPED) {
            snprintf(key, BI_MARK_TEXT, "?");
            status = BIGHT_OK;
        }
        bight_terms_free(env, &jones);
    }
    *size = status == BIGHT_OK ? result->crossings : 0;
    bight_diagram_free(diagram);
    bight_diagram_free(reduced);
    bight_link_makeup_free(env, &makeup);
    bi_free_array(allocator, result, 1, sizeof *result);
    return status;
}
