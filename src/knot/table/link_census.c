// SPDX-License-Identifier: MIT

#include "knot/table/link_census.h"
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

#define DARTS (4 * BI_LINK_CROSSINGS)

static int compare(const void *a, const void *b)
{
    const bi_link_entry *x = a, *y = b;
    return memcmp(&x->code, &y->code, sizeof x->code);
}

static int32_t find(const bi_link_census *census, const bi_link_code *code)
{
    const bi_link_entry key = {.code = *code};
    const bi_link_entry *found =
        bsearch(&key, census->entries, (size_t)census->count, sizeof *census->entries, compare);
    return found != NULL ? (int32_t)(found - census->entries) : -1;
}

int32_t bi_link_census_root(const bi_link_census *census, int32_t node)
{
    int32_t *parent = census->parent;
    while (parent[node] != node) {
        node = parent[node] = parent[parent[node]];
    }
    return node;
}

static void join(bi_link_census *census, int32_t a, int32_t b)
{
    a = bi_link_census_root(census, a);
    b = bi_link_census_root(census, b);
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    census->parent[high] = low;
    census->drop[low] = census->drop[low] || census->drop[high];
}

// A shadow, and what chooses over and under on it.
typedef struct choices {
    uint32_t alternating;             ///< the pattern that alternates
    int32_t group[BI_LINK_CROSSINGS]; ///< crossings chained by faces with two corners: switched together
    int32_t groups;
} choices;

// Faces left of darts 4 c and 4 c + 2 are of one colour, those left of the others of the other one; a diagram alternates
// when the darts of one colour are over everywhere.
static choices choices_of(const uint8_t *mates, int32_t n)
{
    choices c = {0};
    int32_t colour[DARTS], stack[DARTS], depth = 0;
    memset(colour, -1, sizeof colour);
    colour[0] = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        // the next dart of the crossing has the other colour; the next of the face, clockwise of the mate, the same
        int32_t d = stack[--depth], next[2] = {bi_turn(d, 1), bi_turn(mates[d], 3)};
        for (int32_t i = 0; i < 2; i++) {
            if (colour[next[i]] < 0) {
                colour[next[i]] = colour[d] ^ (i == 0);
                stack[depth++] = next[i];
            }
        }
    }
    for (int32_t i = 0; i < n; i++) {
        c.alternating |= (uint32_t)colour[4 * i] << i;
        c.group[i] = i;
    }

    // a face with two corners joins their groups: were one switched alone, the strands would slide apart
    for (int32_t d = 0; d < 4 * n; d++) {
        int32_t next = bi_turn(mates[d], 3);
        if (bi_turn(mates[next], 3) == d) {
            int32_t a = c.group[d >> 2], b = c.group[next >> 2];
            for (int32_t i = 0; i < n; i++) {
                c.group[i] = c.group[i] == b ? a : c.group[i];
            }
        }
    }

    // groups by number; that of crossing 0 is the first
    int32_t number[BI_LINK_CROSSINGS];
    memset(number, -1, sizeof number);
    for (int32_t i = 0; i < n; i++) {
        int32_t *place = &number[c.group[i]];
        *place = *place < 0 ? c.groups++ : *place;
        c.group[i] = *place;
    }
    return c;
}

static bight_status try_pattern(bi_link_census *census, const uint8_t *mates, uint32_t pattern,
                                bool alternating)
{
    bight_status status = bi_link_draw(&census->diagram, mates, census->crossings, pattern);
    status = status == BIGHT_OK ? bi_diagram_copy(&census->reduced, &census->diagram) : status;
    if (status != BIGHT_OK) {
        return status;
    }

    // what a pass shortens has fewer crossings and is not of this level
    bi_pass_all(&census->reduced, &census->scratch.moves);
    if (census->reduced.crossings < census->crossings) {
        return BIGHT_OK;
    }
    status = bi_reserve(&census->allocator, &census->entries, &census->capacity, (int64_t)census->count + 1,
                        sizeof *census->entries);
    if (status == BIGHT_OK) {
        bi_link_entry *entry = &census->entries[census->count++];
        entry->hands = (uint8_t)bi_link_code_of(&census->diagram, &entry->code);
        entry->alternating = alternating;
    }
    return status;
}

// Every diagram of several components that no pass shortens, once. A mirror image is not drawn: crossing 0 is never
// switched.
static bight_status collect(bi_link_census *census, const bi_shadows *shadows)
{
    int32_t n = census->crossings, kept = 0;
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < shadows->count && status == BIGHT_OK; i++) {
        const uint8_t *mates = shadows->list[i].mates;
        if (bi_shadow_is_knot(&shadows->list[i], n)) {
            continue;
        }
        const choices c = choices_of(mates, n);
        for (uint32_t s = 0; s < UINT32_C(1) << c.groups && status == BIGHT_OK; s += 2) {
            uint32_t pattern = c.alternating;
            for (int32_t k = 0; k < n; k++) {
                pattern ^= (s >> c.group[k] & 1) << k;
            }
            status = bi_watch_stops(census->watch, 5000) ? BIGHT_ERROR_STOPPED
                                                         : try_pattern(census, mates, pattern, s == 0);
        }
    }

    // equal codes are neighbours once sorted: the first of each stays
    if (status == BIGHT_OK && census->count > 0) {
        qsort(census->entries, (size_t)census->count, sizeof *census->entries, compare);
        for (int32_t i = 0; i < census->count; i++) {
            if (kept == 0 || compare(&census->entries[kept - 1], &census->entries[i]) != 0) {
                census->entries[kept++] = census->entries[i];
            }
        }
        census->count = kept;
    }
    return status;
}

bight_status bi_link_census_make(bi_link_census *census, const bi_shadows *shadows,
                                 const bight_allocator *allocator)
{
    int32_t n = shadows->crossings;
    *census = (bi_link_census){.crossings = n, .watch = shadows->watch};
    bi_diagram_init(&census->diagram, allocator);
    bi_diagram_init(&census->reduced, allocator);
    bi_neighbour_scratch_init(&census->scratch, allocator);
    census->allocator = census->diagram.allocator;
    bight_status status = bi_neighbour_scratch_reserve(&census->scratch, n);
    status = status == BIGHT_OK ? collect(census, shadows) : status;

    // union-find: each diagram and each mirror image alone
    size_t nodes = 2 * (size_t)census->count + 1;
    census->parent = bi_new_array(&census->allocator, nodes, sizeof *census->parent);
    census->drop = bi_new_array(&census->allocator, nodes, sizeof *census->drop);
    status = census->parent == NULL || census->drop == NULL ? BIGHT_ERROR_NO_MEMORY : status;
    for (int32_t i = 0; i < 2 * census->count && status == BIGHT_OK; i++) {
        census->parent[i] = i;
    }
    if (status != BIGHT_OK) {
        bi_link_census_free(census);
    }
    return status;
}

void bi_link_census_free(bi_link_census *census)
{
    const bight_allocator *allocator = &census->allocator;
    size_t nodes = 2 * (size_t)census->count + 1;
    bi_free_array(allocator, census->parent, nodes, sizeof *census->parent);
    bi_free_array(allocator, census->drop, nodes, sizeof *census->drop);
    bi_free_array(allocator, census->entries, (size_t)census->capacity, sizeof *census->entries);
    bi_diagram_free(&census->diagram);
    bi_diagram_free(&census->reduced);
    bi_neighbour_scratch_free(&census->scratch);
    *census = (bi_link_census){0};
}

bool bi_link_census_meet(bi_link_census *census, int32_t node, const bi_diagram *diagram)
{
    bi_link_code code;
    int32_t place = -1, hands = 0, numbers[2 * BI_LINK_CROSSINGS];
    if (diagram->crossings == census->crossings && diagram->circles == 0 &&
        bi_diagram_pieces(diagram, numbers, numbers + diagram->crossings) == 1) {
        hands = bi_link_code_of(diagram, &code);
        place = find(census, &code);
    }
    if (place < 0) {
        census->drop[bi_link_census_root(census, node)] = true;
        census->drop[bi_link_census_root(census, node ^ 1)] = true;
        return false;
    }
    for (int32_t hand = 0; hand < 2; hand++) {
        if ((hands >> hand & 1) != 0) {
            join(census, node, 2 * place + hand);
            join(census, node ^ 1, 2 * place + 1 - hand);
        }
    }
    return true;
}

typedef struct connecting {
    bi_link_census *census;
    int32_t node;
} connecting;

static bool meet(void *user, bi_diagram *diagram)
{
    const connecting *c = user;
    return !bi_watch_stops(c->census->watch, 20000) && bi_link_census_meet(c->census, c->node, diagram);
}

bight_status bi_link_census_connect(bi_link_census *census)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < census->count && status == BIGHT_OK; i++) {
        const bi_link_entry *entry = &census->entries[i];
        connecting c = {census, 2 * i};
        status = bi_watch_stops(census->watch, 20000)
                     ? BIGHT_ERROR_STOPPED
                     : bi_link_code_diagram(&census->diagram, &entry->code, census->crossings, false);

        // a class that drops out needs no more; one diagram is its own mirror image when both hands reach its code
        if (status == BIGHT_OK && !census->drop[bi_link_census_root(census, c.node)] &&
            meet(&c, &census->diagram) && bi_flypes(&census->diagram, &census->scratch, meet, &c) &&
            !entry->alternating) {
            bi_passes(&census->diagram, &census->scratch, meet, &c);
        }
    }
    for (int32_t node = 0; node < 2 * census->count; node++) {
        int32_t here = bi_link_census_root(census, node);
        census->drop[here] = census->drop[here] || census->drop[bi_link_census_root(census, node ^ 1)];
    }
    return bi_watch_status(census->watch, status);
}
