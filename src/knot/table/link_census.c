// SPDX-License-Identifier: MIT

#include "knot/table/link_census.h"
#include "bight/link.h"
#include "knot/neighbours.h"
#include "knot/table/shadow.h"
#include "core/error.h"
#include "core/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A diagram, known by its code; nodes 2 i and 2 i + 1 are it and its mirror image.
typedef struct link_entry {
    bi_link_code code;
    int32_t shadow, pattern, hands;
} link_entry;

typedef struct link_census {
    const bi_shadows *shadows;
    link_entry *entries;
    int32_t *parent; ///< (2 count)
    bool *drop;      ///< (2 count)
    int32_t count, capacity, node;
    bi_diagram diagram, reduced;
    bi_neighbour_scratch scratch;
    bight_allocator allocator;
} link_census;

// Darts 2 pattern bit and opposite are under; components run from their first dart on.
static void draw(const bi_shadow *shadow, int32_t n, int32_t pattern, bi_diagram *diagram)
{
    bool in[4 * BI_LINK_CROSSINGS] = {false}, seen[4 * BI_LINK_CROSSINGS] = {false};
    int32_t turned[4 * BI_LINK_CROSSINGS];
    for (int32_t start = 0; start < 4 * n; start++) {
        for (int32_t dart = start; !seen[dart]; dart = shadow->mates[dart ^ 2]) {
            seen[dart] = seen[dart ^ 2] = true;
            in[dart] = true;
        }
    }
    diagram->crossings = n;
    diagram->circles = 0;
    for (int32_t c = 0; c < n; c++) {
        int32_t under = 4 * c + (pattern >> c & 1);
        under = in[under] ? under : under ^ 2;
        diagram->sign[c] = in[bi_turn(under, 1)] ? -1 : 1;
        for (int32_t slot = 0; slot < 4; slot++) {
            turned[bi_turn(under, slot)] = 4 * c + slot;
        }
    }
    for (int32_t dart = 0; dart < 4 * n; dart++) {
        diagram->mate[turned[dart]] = turned[shadow->mates[dart]];
    }
}

static int compare(const void *a, const void *b)
{
    const link_entry *x = a, *y = b;
    int order = memcmp(&x->code, &y->code, sizeof x->code);
    return order != 0 ? order : x->pattern - y->pattern;
}

static int32_t find_code(const link_census *c, const bi_link_code *code)
{
    int32_t low = 0, high = c->count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (memcmp(&c->entries[middle].code, code, sizeof *code) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < c->count && memcmp(&c->entries[low].code, code, sizeof *code) == 0 ? low : -1;
}

static int32_t root(const link_census *c, int32_t node)
{
    while (c->parent[node] != node) {
        node = c->parent[node] = c->parent[c->parent[node]];
    }
    return node;
}

static void join(link_census *c, int32_t a, int32_t b)
{
    a = root(c, a);
    b = root(c, b);
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    c->parent[high] = low;
    c->drop[low] = c->drop[low] || c->drop[high];
}

// Every diagram of two components that no pass shortens, once.
static bight_status collect(link_census *c)
{
    int32_t n = c->shadows->crossings, seen[4 * BI_LINK_CROSSINGS];
    bight_status status = BIGHT_OK;

    // all choices of over and under on all shadows of two components
    for (int32_t s = 0; s < c->shadows->count && status == BIGHT_OK; s++) {
        for (int32_t pattern = 0; pattern < 1 << n && status == BIGHT_OK; pattern++) {
            if (bi_watch_stops(c->shadows->watch, 5000)) {
                return BIGHT_ERROR_STOPPED;
            }
            draw(&c->shadows->list[s], n, pattern, &c->diagram);
            if (bi_diagram_count_components(&c->diagram, seen) != 2) {
                break;
            }

            // what a pass shortens has fewer crossings and is not of this level
            status = bi_diagram_copy(&c->reduced, &c->diagram);
            bi_pass_all(&c->reduced, &c->scratch.moves);
            if (status != BIGHT_OK || c->reduced.crossings < n) {
                continue;
            }
            status = bi_reserve(&c->allocator, &c->entries, &c->capacity, (int64_t)c->count + 1,
                                sizeof *c->entries);
            if (status == BIGHT_OK) {
                link_entry *entry = &c->entries[c->count++];
                entry->hands = bi_link_code_of(&c->diagram, &entry->code);
                entry->shadow = s;
                entry->pattern = pattern;
            }
        }
    }

    // equal codes are neighbours once sorted: the first of each stays
    if (c->count > 0) {
        qsort(c->entries, (size_t)c->count, sizeof *c->entries, compare);
    }
    int32_t kept = 0;
    for (int32_t i = 0; i < c->count; i++) {
        if (kept == 0 || memcmp(&c->entries[kept - 1].code, &c->entries[i].code, sizeof(bi_link_code)) != 0) {
            c->entries[kept++] = c->entries[i];
        }
    }

    c->count = kept;
    return status;
}

static bool meet(void *user, bi_diagram *diagram)
{
    link_census *c = user;
    bi_link_code code;
    int32_t place = -1, hands = 0;
    if (diagram->crossings == c->shadows->crossings) {
        hands = bi_link_code_of(diagram, &code);
        place = find_code(c, &code);
    }
    if (place < 0) {
        c->drop[root(c, c->node)] = true;
        return false;
    }
    for (int32_t hand = 0; hand < 2; hand++) {
        if ((hands >> hand & 1) != 0) {
            join(c, c->node, 2 * place + hand);
            join(c, c->node ^ 1, 2 * place + 1 - hand);
        }
    }
    return true;
}

static void connect(link_census *c)
{
    for (int32_t i = 0; i < c->count && !bi_watch_stops(c->shadows->watch, 100000); i++) {
        const link_entry *entry = &c->entries[i];
        c->node = 2 * i + ((entry->hands & 1) != 0 ? 0 : 1);
        draw(&c->shadows->list[entry->shadow], c->shadows->crossings, entry->pattern, &c->diagram);
        if (meet(c, &c->diagram) && bi_flypes(&c->diagram, &c->scratch, meet, c)) {
            bi_passes(&c->diagram, &c->scratch, meet, c);
        }
    }
    for (int32_t node = 0; node < 2 * c->count; node++) {
        int32_t here = root(c, node);
        c->drop[here] = c->drop[here] || c->drop[root(c, node ^ 1)];
    }
}

static bight_status print(bight_bytes *text, const bight_allocator *allocator, const char *part)
{
    size_t length = strlen(part);
    bight_status status =
        bi_reserve(allocator, &text->data, &text->capacity, (int64_t)(text->size + length), 1);
    if (status == BIGHT_OK) {
        memcpy(text->data + text->size, part, length);
        text->size += length;
    }
    return status;
}

// Links are numbered from 1 in the order of their least codes, alternating or not.
static bight_status print_links(link_census *c, int32_t *links, bight_bytes *text)
{
    int32_t n = c->shadows->crossings;
    bight_status status = BIGHT_OK;
    int32_t *number = bi_new_array(&c->allocator, 2 * (size_t)c->count + 1, sizeof *number);
    if (number == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; i < c->count && status == BIGHT_OK; i++) {
        int32_t one = root(c, 2 * i), two = root(c, 2 * i + 1), leader = one < two ? one : two;
        if (c->drop[one]) {
            continue;
        }
        if (number[leader] == 0) {
            number[leader] = ++*links;
        }
        char part[160];
        int32_t length =
            snprintf(part, sizeof part, "{%d, %d, %d, \"", (int)n, (int)number[leader], one == two);
        for (int32_t k = 0; k < 5 * n; k++) {
            part[length++] = (char)('0' + c->entries[i].code.bytes[k]);
        }
        part[length] = '\0';
        status = print(text, &c->allocator, part);
        status = status == BIGHT_OK ? print(text, &c->allocator, "\"},\n") : status;
    }
    bi_free_array(&c->allocator, number, 2 * (size_t)c->count + 1, sizeof *number);
    return status;
}

static bight_status tabulate_level(const bi_shadows *shadows, int32_t *links, bight_bytes *text,
                                   const bight_allocator *allocator)
{
    link_census c = {.shadows = shadows};
    bi_diagram_init(&c.diagram, allocator);
    bi_diagram_init(&c.reduced, allocator);
    bi_neighbour_scratch_init(&c.scratch, allocator);
    c.allocator = c.diagram.allocator;

    // the diagrams that no pass shortens
    bight_status status = bi_neighbour_scratch_reserve(&c.scratch, shadows->crossings);
    status = status == BIGHT_OK ? bi_diagram_reserve(&c.diagram, shadows->crossings) : status;
    status = status == BIGHT_OK ? collect(&c) : status;

    // union-find: each diagram and each mirror image alone, joined by flypes and passes
    size_t nodes = 2 * (size_t)c.count + 1;
    c.parent = bi_new_array(allocator, nodes, sizeof *c.parent);
    c.drop = bi_new_array(allocator, nodes, sizeof *c.drop);
    status = c.parent == NULL || c.drop == NULL ? BIGHT_ERROR_NO_MEMORY : status;
    if (status == BIGHT_OK) {
        for (int32_t i = 0; i < 2 * c.count; i++) {
            c.parent[i] = i;
        }
        connect(&c);
        status = bi_watch_status(shadows->watch, BIGHT_OK);
        status = status == BIGHT_OK ? print_links(&c, links, text) : status;
    }

    bi_free_array(allocator, c.parent, nodes, sizeof *c.parent);
    bi_free_array(allocator, c.drop, nodes, sizeof *c.drop);
    bi_free_array(allocator, c.entries, (size_t)c.capacity, sizeof *c.entries);
    bi_diagram_free(&c.diagram);
    bi_diagram_free(&c.reduced);
    bi_neighbour_scratch_free(&c.scratch);
    return status;
}

bight_status bi_link_tabulate(const bight_allocator *allocator, bi_watch *watch, int32_t crossings,
                              int32_t *counts, bight_bytes *text)
{
    const bight_allocator standard = {0};
    allocator = allocator != NULL ? allocator : &standard;
    bi_shadows shadows;
    *text = (bight_bytes){0};
    bight_status status = bi_shadows_first(&shadows, allocator);
    shadows.watch = watch;
    while (status == BIGHT_OK && shadows.crossings <= crossings && shadows.crossings <= BI_LINK_CROSSINGS) {
        counts[shadows.crossings] = 0;
        status = tabulate_level(&shadows, &counts[shadows.crossings], text, allocator);
        status = status == BIGHT_OK ? bi_shadows_next(&shadows) : status;
    }
    bi_shadows_free(&shadows);
    if (status != BIGHT_OK) {
        bight_bytes_free(allocator, text);
    }
    return status;
}

bight_status bight_link_tabulate(const bight_env *env, int32_t *counts, bight_bytes *text, bight_error *error)
{
    if (counts == NULL || text == NULL) {
        return bi_fail(error, BIGHT_ERROR_INVALID, 0, "%s is NULL", counts == NULL ? "counts" : "text");
    }
    counts[0] = counts[1] = 0;
    bi_watch watch = bi_watch_from(env);
    bight_status status = bi_link_tabulate(env != NULL ? &env->allocator : NULL, &watch,
                                           BIGHT_LINK_TABLE_CROSSINGS, counts, text);
    if (status == BIGHT_ERROR_STOPPED) {
        return bi_fail(error, status, 0, "%s", bight_status_text(status));
    }
    return status == BIGHT_OK ? BIGHT_OK : bi_fail(error, status, 0, "no memory to tabulate links");
}
