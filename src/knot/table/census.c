// SPDX-License-Identifier: MIT

#include "knot/table/census.h"
#include "knot/passages.h"
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

int32_t bi_census_root(const bi_census *census, int32_t node)
{
    int32_t *parent = census->parent;
    while (parent[node] != node) {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    return node;
}

void bi_census_join(bi_census *census, int32_t a, int32_t b)
{
    a = bi_census_root(census, a);
    b = bi_census_root(census, b);
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    census->changes += low != high;
    census->parent[high] = low;
    census->drop[low] = census->drop[low] || census->drop[high];
}

static int compare(const void *a, const void *b)
{
    const bi_census_code *x = a, *y = b;
    int order = memcmp(x->entries, y->entries, sizeof x->entries);
    return order != 0 ? order : (x->pattern < y->pattern) - (x->pattern > y->pattern);
}

int32_t bi_census_find(const bi_census *census, const bi_code *code)
{
    bi_census_code key = {{0}, (uint16_t)code->pattern};
    memcpy(key.entries, code->entries, (size_t)code->crossings);
    const bi_census_code *found =
        bsearch(&key, census->codes, (size_t)census->count, sizeof *census->codes, compare);
    return found != NULL ? (int32_t)(found - census->codes) : -1;
}

bi_code bi_census_code_of(const bi_census *census, int32_t node)
{
    const bi_census_code *from = &census->codes[node / 2];
    bi_code code = {.pattern = from->pattern, .crossings = census->crossings};
    memcpy(code.entries, from->entries, sizeof from->entries);
    return code;
}

static bight_status add(bi_census *census, const bi_code *code)
{
    bight_status status = bi_reserve(&census->allocator, &census->codes, &census->capacity,
                                     (int64_t)census->count + 1, sizeof *census->codes);
    if (status == BIGHT_OK) {
        bi_census_code *to = &census->codes[census->count++];
        *to = (bi_census_code){{0}, (uint16_t)code->pattern};
        memcpy(to->entries, code->entries, (size_t)code->crossings);
    }
    return status;
}

// What one shadow is tried with.
typedef struct trial {
    bi_diagram alternating, diagram, reduced;
    bi_move_scratch moves;
    bi_code code; ///< of the alternating diagram
    int32_t passages[2 * BI_SHADOW_CROSSINGS];
    int8_t signs[BI_SHADOW_CROSSINGS];
    int32_t group[BI_SHADOW_CROSSINGS]; ///< crossings chained by faces with two corners: switched together
    int32_t groups;
} trial;

// The alternating diagram of a shadow, and its passages in the order of its code.
static bight_status start_shadow(trial *t, const bi_shadow *shadow, int32_t n)
{
    int32_t passages[2 * BI_SHADOW_CROSSINGS], length = 2 * n, dart = 0;
    for (int32_t i = 0; i < 2 * n; i++) {
        passages[i] = 2 * (dart >> 2) + (i & 1);
        dart = shadow->mates[dart ^ 2];
    }

    // redrawn from its code, so that crossings are numbered as the code numbers them
    bight_status status =
        bi_diagram_from_passages(&t->alternating, passages, n, &length, 1, NULL, NULL, NULL);
    if (status == BIGHT_OK) {
        bi_code_of(&t->alternating, &t->code);
        status = bi_code_diagram(&t->alternating, &t->code, 1);
    }
    if (status != BIGHT_OK) {
        return status;
    }

    // crossing i is met at 2 i + 1, above, and at 2 entries[i], below (counted from 1)
    for (int32_t i = 0; i < n; i++) {
        t->passages[2 * i] = 2 * i + 1;
        t->passages[2 * t->code.entries[i] - 1] = 2 * i;
        t->signs[i] = t->alternating.sign[i];
        t->group[i] = i;
    }

    // a face with two corners joins their groups: were one switched alone, the strands would slide apart
    for (int32_t d = 0; d < 4 * n; d++) {
        int32_t next = bi_next_in_face(&t->alternating, d);
        if (bi_next_in_face(&t->alternating, next) == d) {
            int32_t a = t->group[d >> 2], b = t->group[next >> 2];
            for (int32_t i = 0; i < n; i++) {
                t->group[i] = t->group[i] == b ? a : t->group[i];
            }
        }
    }

    // groups are numbered -1, -2, ..., apart from the crossings that stood for them
    t->groups = 0;
    for (int32_t i = 0; i < n; i++) {
        if (t->group[i] == i) {
            for (int32_t j = 0; j < n; j++) {
                t->group[j] = t->group[j] == i ? -1 - t->groups : t->group[j];
            }
            t->groups++;
        }
    }
    return status;
}

// The crossings of some groups are switched; the group of the first crossing never is.
static bight_status try_groups(bi_census *census, trial *t, uint32_t switched, int32_t n)
{
    int32_t passages[2 * BI_SHADOW_CROSSINGS], length = 2 * n;
    int8_t signs[BI_SHADOW_CROSSINGS];
    bi_code made = {.crossings = n};
    for (int32_t i = 0; i < n; i++) {
        made.pattern = made.pattern << 1 | (switched >> (-1 - t->group[i]) & 1);
    }
    for (int32_t i = 0; i < n; i++) {
        signs[i] = bi_code_mark(&made, i) != 0 ? (int8_t)-t->signs[i] : t->signs[i];
    }
    for (int32_t i = 0; i < 2 * n; i++) {
        passages[i] = t->passages[i] ^ bi_code_mark(&made, t->passages[i] >> 1);
    }
    bight_status status = bi_diagram_from_passages(&t->diagram, passages, n, &length, 1, signs, NULL, NULL);
    status = status == BIGHT_OK ? bi_diagram_copy(&t->reduced, &t->diagram) : status;
    if (status != BIGHT_OK) {
        return status;
    }
    bi_pass_all(&t->reduced, &t->moves);
    if (t->reduced.crossings < n) {
        return BIGHT_OK;
    }
    bi_code code;
    bi_code_of(&t->diagram, &code);
    bool first = memcmp(code.entries, t->code.entries, (size_t)n) == 0 && code.pattern == made.pattern;
    return first ? add(census, &code) : BIGHT_OK;
}

static bight_status collect(bi_census *census, const bi_shadows *shadows, trial *t)
{
    int32_t n = shadows->crossings;
    bight_status status = bi_move_scratch_reserve(&t->moves, n);
    for (int32_t i = 0; i < shadows->count && status == BIGHT_OK; i++) {
        if (!bi_shadow_is_knot(&shadows->list[i], n)) {
            continue;
        }
        status = start_shadow(t, &shadows->list[i], n);
        status = status == BIGHT_OK ? add(census, &t->code) : status;
        int32_t fixed = -1 - t->group[0];
        for (uint32_t s = 1; s < UINT32_C(1) << t->groups && status == BIGHT_OK; s++) {
            if ((s >> fixed & 1) == 0) {
                status =
                    bi_watch_stops(census->watch, 5000) ? BIGHT_ERROR_STOPPED : try_groups(census, t, s, n);
            }
        }
    }
    return status;
}

bight_status bi_census_make(bi_census *census, const bi_shadows *shadows, const bight_allocator *allocator)
{
    *census = (bi_census){.crossings = shadows->crossings, .watch = shadows->watch};
    trial t = {.groups = 0};
    bi_diagram_init(&t.alternating, allocator);
    bi_diagram_init(&t.diagram, allocator);
    bi_diagram_init(&t.reduced, allocator);
    bi_move_scratch_init(&t.moves, allocator);
    census->allocator = t.alternating.allocator;
    bight_status status = collect(census, shadows, &t);
    bi_diagram_free(&t.alternating);
    bi_diagram_free(&t.diagram);
    bi_diagram_free(&t.reduced);
    bi_move_scratch_free(&t.moves);
    if (status == BIGHT_OK && census->count > 0) {
        qsort(census->codes, (size_t)census->count, sizeof *census->codes, compare);
        census->parent = bi_new_array(&census->allocator, 2 * (size_t)census->count, sizeof *census->parent);
        census->drop = bi_new_array(&census->allocator, 2 * (size_t)census->count, sizeof *census->drop);
        status = census->parent != NULL && census->drop != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; status == BIGHT_OK && i < 2 * census->count; i++) {
        census->parent[i] = i;
    }
    if (status != BIGHT_OK) {
        bi_census_free(census);
    }
    return status;
}

void bi_census_free(bi_census *census)
{
    const bight_allocator *allocator = &census->allocator;
    bi_free_array(allocator, census->parent, 2 * (size_t)census->count, sizeof *census->parent);
    bi_free_array(allocator, census->drop, 2 * (size_t)census->count, sizeof *census->drop);
    bi_free_array(allocator, census->codes, (size_t)census->capacity, sizeof *census->codes);
    *census = (bi_census){0};
}

typedef struct connecting {
    bi_census *census;
    int32_t node;
} connecting;

bool bi_census_meet(bi_census *census, int32_t node, const bi_diagram *diagram)
{
    bi_code code;
    int32_t place = -1, hands = 0;
    if (diagram->crossings == census->crossings) {
        hands = bi_code_of(diagram, &code);
        place = bi_census_find(census, &code);
    }
    if (place < 0) {
        census->changes++;
        census->drop[bi_census_root(census, node)] = census->drop[bi_census_root(census, node ^ 1)] = true;
        return false;
    }
    for (int32_t side = 0; side < 2; side++) {
        if ((hands & (side == 0 ? BI_HAND_RIGHT : BI_HAND_LEFT)) != 0) {
            bi_census_join(census, node, 2 * place + side);
            bi_census_join(census, node ^ 1, 2 * place + 1 - side);
        }
    }
    return !census->drop[bi_census_root(census, node)];
}

static bool meet(void *user, bi_diagram *diagram)
{
    connecting *c = user;
    return !bi_watch_stops(c->census->watch, 5000) && bi_census_meet(c->census, c->node, diagram);
}

bight_status bi_census_connect(bi_census *census)
{
    bi_diagram diagram;
    bi_neighbour_scratch scratch;
    bi_diagram_init(&diagram, &census->allocator);
    bi_neighbour_scratch_init(&scratch, &census->allocator);
    bight_status status = bi_neighbour_scratch_reserve(&scratch, census->crossings);
    for (int32_t i = 0; i < census->count && status == BIGHT_OK; i++) {
        bi_code code = bi_census_code_of(census, 2 * i);
        status =
            bi_watch_stops(census->watch, 200000) ? BIGHT_ERROR_STOPPED : bi_code_diagram(&diagram, &code, 1);
        connecting c = {census, 2 * i};
        if (status == BIGHT_OK && meet(&c, &diagram) && bi_flypes(&diagram, &scratch, meet, &c) &&
            code.pattern != 0) {
            bi_passes(&diagram, &scratch, meet, &c);
        }
    }
    for (int32_t i = 0; i < 2 * census->count; i++) {
        int32_t root = bi_census_root(census, i), mirror = bi_census_root(census, i ^ 1);
        census->drop[root] = census->drop[root] || census->drop[mirror];
    }
    bi_diagram_free(&diagram);
    bi_neighbour_scratch_free(&scratch);
    return bi_watch_status(census->watch, status);
}
