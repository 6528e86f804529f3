// SPDX-License-Identifier: MIT
// The table from nothing: shadows, diagrams, classes, and the text that the library includes.

#include "bight/knot_table.h"
#include "knot/table/classes.h"
#include "knot/dictionary.h"
#include "core/error.h"
#include "core/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Prime knots by crossing number: Hoste, Thistlethwaite, Weeks, "The first 1,701,936 knots", 1998.
static const int32_t published[BIGHT_TABULATE_MAX_CROSSINGS + 1] = {0, 0,  0,  1,   1,   2,    3,
                                                                    7, 21, 49, 165, 552, 2176, 9988};

static bight_status print(bight_bytes *text, const bight_allocator *allocator, const char *format, ...)
{
    char part[128];
    va_list list;
    va_start(list, format);
    int32_t length = vsnprintf(part, sizeof part, format, list);
    va_end(list);
    bight_status status =
        bi_reserve(allocator, &text->data, &text->capacity, (int64_t)text->size + length, 1);
    if (status == BIGHT_OK) {
        memcpy(text->data + text->size, part, (size_t)length);
        text->size += (size_t)length;
    }
    return status;
}

static uint64_t pack(const bi_census_code *code, int32_t crossings)
{
    uint64_t packed = 0;
    for (int32_t i = 0; i < 16; i++) {
        packed = packed << 4 | (uint64_t)(i < crossings ? code->entries[i] - 1 : 0);
    }
    return packed;
}

// Is the diagram of a leading node's code, its first crossing right-handed, the right-handed knot? It is when
// it has more right-handed crossings than left-handed ones, or as many.
static bight_status leader_is_right(const bi_census *census, int32_t leader, bi_diagram *diagram, bool *right)
{
    bi_code code = bi_census_code_of(census, leader);
    bight_status status = bi_code_diagram(diagram, &code, 1);
    *right = bi_diagram_writhe(diagram) >= 0;
    return status;
}

typedef struct lists {
    uint64_t *shadows;  // (shadow_count) packed codes
    uint64_t *first;    // (shadow_count + 1) first diagram of each shadow
    uint64_t *diagrams; // (diagram_count) pattern << 16 | knot << 2 | relation
    int32_t shadow_count, diagram_count;
    int32_t *number;
    bi_diagram diagram;
} lists;

static bight_status fill_lists(const bi_census *census, lists *l)
{
    for (int32_t i = 0; i < census->count; i++) {
        int32_t node = 2 * i, root = bi_census_root(census, node), mirror = bi_census_root(census, node + 1);
        if (census->drop[root]) {
            continue;
        }
        uint64_t packed = pack(&census->codes[i], census->crossings);
        if (l->shadow_count == 0 || l->shadows[l->shadow_count - 1] != packed) {
            l->first[l->shadow_count] = (uint64_t)l->diagram_count;
            l->shadows[l->shadow_count++] = packed;
        }
        bool right;
        bight_status status = leader_is_right(census, root < mirror ? root : mirror, &l->diagram, &right);
        if (status != BIGHT_OK) {
            return status;
        }
        uint64_t relation = root == mirror             ? BI_RELATION_AMPHICHIRAL
                            : (root < mirror) == right ? BI_RELATION_RIGHT
                                                       : BI_RELATION_LEFT;
        l->diagrams[l->diagram_count++] =
            (uint64_t)census->codes[i].pattern << 16 | (uint64_t)l->number[node] << 2 | relation;
    }
    l->first[l->shadow_count] = (uint64_t)l->diagram_count;
    return BIGHT_OK;
}

// What the lists of the text hold: see bi_dictionary_level.
static uint64_t shadow_byte(const lists *l, int32_t i)
{
    return l->shadows[i % l->shadow_count] >> (56 - 8 * (i / l->shadow_count)) & 255;
}

static uint64_t count_of(const lists *l, int32_t i)
{
    return l->first[i + 1] - l->first[i];
}

static uint64_t block_first(const lists *l, int32_t i)
{
    return l->first[BI_DICTIONARY_BLOCK * i];
}

static uint64_t pattern_of(const lists *l, int32_t i)
{
    return l->diagrams[i] >> 16;
}

static uint64_t knot_of(const lists *l, int32_t i)
{
    return l->diagrams[i] & 0xFFFF;
}

// One list of numbers, 20 a line.
static bight_status print_list(bight_bytes *text, const bight_allocator *allocator, const char *name,
                               int32_t crossings, const char *type, const lists *l,
                               uint64_t (*value)(const lists *l, int32_t i), int32_t count)
{
    bight_status status =
        print(text, allocator, "static const %s %s_%d[%d] = {", type, name, (int)crossings, (int)count);
    for (int32_t i = 0; i < count && status == BIGHT_OK; i++) {
        status = print(text, allocator, i % 20 == 0 ? "\n%llu," : "%llu,", (unsigned long long)value(l, i));
    }
    return status == BIGHT_OK ? print(text, allocator, "\n};\n") : status;
}

static bight_status print_lists(const lists *l, int32_t n, bight_bytes *text,
                                const bight_allocator *allocator)
{
    const struct {
        const char *name, *type;
        uint64_t (*value)(const lists *l, int32_t i);
        int32_t count;
    } all[] = {
        {"shadows", "uint8_t", shadow_byte, (n + 1) / 2 * l->shadow_count},
        {"counts", "uint8_t", count_of, l->shadow_count},
        {"blocks", "uint32_t", block_first, 1 + (l->shadow_count - 1) / BI_DICTIONARY_BLOCK},
        {"patterns", "uint16_t", pattern_of, l->diagram_count},
        {"knots", "uint16_t", knot_of, l->diagram_count},
    };
    bight_status status = BIGHT_OK;
    for (size_t i = 0; i < sizeof all / sizeof *all && status == BIGHT_OK; i++) {
        status = print_list(text, allocator, all[i].name, n, all[i].type, l, all[i].value, all[i].count);
    }
    return status;
}

static bight_status print_level(const bi_census *census, bight_knot_counts *counts, bight_bytes *text,
                                const bight_allocator *allocator)
{
    size_t size = (size_t)census->count + 1;
    lists l = {.number = bi_new_array(allocator, 2 * size, sizeof *l.number)};
    l.shadows = bi_new_array(allocator, 3 * size, sizeof *l.shadows);
    bi_diagram_init(&l.diagram, allocator);
    bight_status status = l.number != NULL && l.shadows != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    if (status == BIGHT_OK) {
        l.first = l.shadows + size;
        l.diagrams = l.first + size;
        bi_census_number(census, l.number);
        status = fill_lists(census, &l);
        counts->kept = l.diagram_count;
        status = status == BIGHT_OK ? print_lists(&l, census->crossings, text, allocator) : status;
    }
    bi_free_array(allocator, l.number, 2 * size, sizeof *l.number);
    bi_free_array(allocator, l.shadows, 3 * size, sizeof *l.shadows);
    bi_diagram_free(&l.diagram);
    return status;
}

static bight_status tabulate_level(const bi_shadows *shadows, bi_values *known, bight_knot_counts *counts,
                                   bight_bytes *text, const bight_allocator *allocator)
{
    bi_census census;
    bight_status status = bi_census_make(&census, shadows, allocator);
    if (status != BIGHT_OK) {
        return status;
    }
    *counts = (bight_knot_counts){.crossings = shadows->crossings, .diagrams = census.count};
    counts->published = published[shadows->crossings];
    for (int32_t i = 0; i < shadows->count; i++) {
        counts->shadows += bi_shadow_is_knot(&shadows->list[i], shadows->crossings);
    }
    status = bi_census_connect(&census);
    status = status == BIGHT_OK ? bi_census_search(&census, known, counts->published) : status;
    if (status == BIGHT_OK) {
        int32_t knots = bi_census_knots(&census, &counts->alternating, &counts->amphichiral);
        counts->nonalternating = knots - counts->alternating;
        status = print_level(&census, counts, text, allocator);
        status = status == BIGHT_OK ? bi_census_values(&census, known) : status;
    }
    bi_census_free(&census);
    return status;
}

bight_status bight_knot_tabulate(const bight_env *env, int32_t crossings,
                                 void (*report)(void *user, const bight_knot_counts *counts), void *user,
                                 bight_bytes *text, bight_error *error)
{
    if (text == NULL || crossings < 3 || crossings > BIGHT_TABULATE_MAX_CROSSINGS) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%d crossings: 3 to %d are possible", (int)crossings,
                       BIGHT_TABULATE_MAX_CROSSINGS);
    }

    const bight_allocator standard = {0}, *allocator = env != NULL ? &env->allocator : &standard;
    *text = (bight_bytes){0};
    bi_shadows shadows;
    bight_knot_counts counts[BIGHT_TABULATE_MAX_CROSSINGS + 1];
    bi_watch watch = bi_watch_from(env);
    bight_status status = bi_shadows_first(&shadows, allocator);
    shadows.watch = &watch;
    bi_values known;
    bi_values_init(&known, allocator, &watch);
    status = status == BIGHT_OK ? print(text, allocator, "// Made by bight tabulate %d.\n", (int)crossings)
                                : status;

    // by crossing number: shadows, the diagrams on them that no pass shortens, classes of these, lists
    while (status == BIGHT_OK && shadows.crossings < crossings) {
        status = bi_shadows_next(&shadows);
        bight_knot_counts *now = &counts[shadows.crossings];
        status = status == BIGHT_OK ? tabulate_level(&shadows, &known, now, text, allocator) : status;
        if (status == BIGHT_OK && report != NULL) {
            report(user, now);
        }
    }

    // BI_LEVELS lists crossings, alternating and non-alternating knots of each level
    bi_shadows_free(&shadows);
    bi_values_free(&known);
    status = status == BIGHT_OK ? print(text, allocator, "#define BI_LEVELS(X)") : status;
    for (int32_t n = 3; n <= crossings && status == BIGHT_OK; n++) {
        status = print(text, allocator, " X(%d, %d, %d)", (int)n, (int)counts[n].alternating,
                       (int)counts[n].nonalternating);
    }
    status = status == BIGHT_OK ? print(text, allocator, "\n") : status;

    if (status != BIGHT_OK) {
        bight_bytes_free(allocator, text);
        return bi_fail(error, status, 0, "knots of %d crossings were not tabulated: %s", (int)crossings,
                       bight_status_text(status));
    }
    return BIGHT_OK;
}
