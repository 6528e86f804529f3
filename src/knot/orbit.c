// SPDX-License-Identifier: MIT

#include "knot/orbit.h"
#include "core/assert.h"
#include "core/memory.h"

#include <string.h>

void bi_orbit_init(bi_orbit *orbit, const bight_allocator *allocator)
{
    *orbit = (bi_orbit){0};
    if (allocator != NULL) {
        orbit->allocator = *allocator;
    }
    bi_diagram_init(&orbit->diagram, allocator);
    bi_diagram_init(&orbit->smaller, allocator);
    bi_neighbour_scratch_init(&orbit->scratch, allocator);
}

void bi_orbit_free(bi_orbit *orbit)
{
    bi_free_array(&orbit->allocator, orbit->nodes, (size_t)orbit->node_capacity, sizeof *orbit->nodes);
    bi_free_array(&orbit->allocator, orbit->slots, (size_t)orbit->slot_count, sizeof *orbit->slots);
    bi_diagram_free(&orbit->diagram);
    bi_diagram_free(&orbit->smaller);
    bi_neighbour_scratch_free(&orbit->scratch);
    *orbit = (bi_orbit){0};
}

int32_t bi_orbit_compare(const bi_orbit_key *a, const bi_orbit_key *b)
{
    if (a->shadow != b->shadow) {
        return a->shadow < b->shadow ? -1 : 1;
    }
    return (a->pattern < b->pattern) - (a->pattern > b->pattern);
}

bi_orbit_key bi_orbit_key_of(const bi_code *code)
{
    bi_orbit_key key = {.pattern = (uint16_t)code->pattern};
    for (int32_t i = 0; i < BI_ORBIT_CROSSINGS; i++) {
        key.shadow = key.shadow << 4 | (uint64_t)(i < code->crossings ? code->entries[i] - 1 : 0);
    }
    return key;
}

bi_code bi_orbit_code_of(const bi_orbit_key *key, int32_t crossings)
{
    bi_code code = {.crossings = crossings, .pattern = key->pattern};
    for (int32_t i = 0; i < crossings; i++) {
        code.entries[i] = (uint8_t)((key->shadow >> (60 - 4 * i) & 15) + 1);
    }
    return code;
}

// ---- the set ----------------------------------------------------------------------------------------

static uint32_t hash(const bi_orbit_key *key, int32_t hands)
{
    uint64_t h = (key->shadow ^ (uint64_t)key->pattern << 20 ^ (uint64_t)(uint32_t)hands << 40) *
                 UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ h >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
    return (uint32_t)(h >> 32);
}

static int32_t *slot_of(const bi_orbit *orbit, const bi_orbit_key *key, int32_t hands)
{
    uint32_t mask = (uint32_t)(orbit->slot_count - 1), at = hash(key, hands) & mask;
    while (orbit->slots[at] != 0) {
        const bi_orbit_node *node = &orbit->nodes[orbit->slots[at] - 1];
        if (node->hands == hands && bi_orbit_compare(&node->key, key) == 0) {
            break;
        }
        at = (at + 1) & mask;
    }
    return &orbit->slots[at];
}

int32_t bi_orbit_find(const bi_orbit *orbit, const bi_orbit_key *key, int32_t hands)
{
    return orbit->count > 0 ? *slot_of(orbit, key, hands) - 1 : -1;
}

bool bi_orbit_holds(const bi_orbit *orbit, const bi_diagram *diagram)
{
    bi_code code;
    bi_code_of(diagram, &code);
    bi_orbit_key key = bi_orbit_key_of(&code);
    for (int32_t hands = BI_HAND_RIGHT; hands <= (BI_HAND_RIGHT | BI_HAND_LEFT); hands++) {
        if (bi_orbit_find(orbit, &key, hands) >= 0) {
            return true;
        }
    }
    return false;
}

static bight_status make_room(bi_orbit *orbit)
{
    bight_status status = bi_reserve(&orbit->allocator, &orbit->nodes, &orbit->node_capacity,
                                     (int64_t)orbit->count + 1, sizeof *orbit->nodes);
    if (status != BIGHT_OK || 2 * (int64_t)(orbit->count + 1) <= orbit->slot_count) {
        return status;
    }
    int32_t slot_count = orbit->slot_count == 0 ? 256 : 2 * orbit->slot_count;
    int32_t *slots = bi_new_array(&orbit->allocator, (size_t)slot_count, sizeof *slots);
    if (slots == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    bi_free_array(&orbit->allocator, orbit->slots, (size_t)orbit->slot_count, sizeof *orbit->slots);
    orbit->slots = slots;
    orbit->slot_count = slot_count;
    for (int32_t i = 0; i < orbit->count; i++) {
        *slot_of(orbit, &orbit->nodes[i].key, orbit->nodes[i].hands) = i + 1;
    }
    return BIGHT_OK;
}

static void store(bi_orbit_node *node, const bi_diagram *diagram)
{
    for (int32_t c = 0; c < diagram->crossings; c++) {
        node->sign[c] = diagram->sign[c];
    }
    for (int32_t dart = 0; dart < 4 * diagram->crossings; dart++) {
        node->mate[dart] = (uint8_t)diagram->mate[dart];
    }
}

static void load(const bi_orbit_node *node, int32_t crossings, bi_diagram *diagram)
{
    diagram->crossings = crossings;
    diagram->circles = 0;
    for (int32_t c = 0; c < crossings; c++) {
        diagram->sign[c] = node->sign[c];
    }
    for (int32_t dart = 0; dart < 4 * crossings; dart++) {
        diagram->mate[dart] = node->mate[dart];
    }
}

void bi_orbit_clear(bi_orbit *orbit)
{
    orbit->count = 0;
    if (orbit->slot_count > 0) {
        memset(orbit->slots, 0, (size_t)orbit->slot_count * sizeof *orbit->slots);
    }
}

// Makes a node of the diagram in an empty slot.
static void fill(bi_orbit *orbit, int32_t *slot, const bi_orbit_key *key, int32_t hands,
                 const bi_diagram *diagram)
{
    bi_orbit_node *node = &orbit->nodes[orbit->count];
    node->key = *key;
    node->hands = (uint8_t)hands;
    store(node, diagram);
    *slot = ++orbit->count;
}

bight_status bi_orbit_put(bi_orbit *orbit, const bi_orbit_key *key, int32_t hands, const bi_diagram *diagram)
{
    bight_status status = make_room(orbit);
    int32_t *slot = status == BIGHT_OK ? slot_of(orbit, key, hands) : NULL;
    if (slot != NULL && *slot == 0) {
        fill(orbit, slot, key, hands, diagram);
    }
    return status;
}

void bi_orbit_take(const bi_orbit *orbit, int32_t i, int32_t crossings, bi_diagram *diagram)
{
    load(&orbit->nodes[i], crossings, diagram);
}

// ---- the walk ---------------------------------------------------------------------------------------

typedef struct walk {
    bi_orbit *orbit;
    int32_t crossings, most;
    bi_orbit_visit visit;
    void *user;
    bi_orbit_end end;
    bight_status status;
} walk;

bool bi_orbit_is_prime(const bi_diagram *diagram)
{
    int32_t face[4 * BI_ORBIT_CROSSINGS];
    uint32_t shared[BI_ORBIT_CROSSINGS + 2] = {0};
    bi_diagram_faces(diagram, face);
    for (int32_t dart = 0; dart < 4 * diagram->crossings; dart++) {
        int32_t here = face[dart], there = face[diagram->mate[dart]];
        if (here == there || (shared[here] >> there & 1) != 0) {
            return false;
        }
        shared[here] |= UINT32_C(1) << there; // of the other dart: shared[there] has here
    }
    return true;
}

static bool smaller(walk *w, const bi_diagram *diagram)
{
    w->end = BI_ORBIT_SMALLER;
    w->status = bi_diagram_copy(&w->orbit->smaller, diagram);
    return false;
}

static bool meet(void *user, bi_diagram *diagram)
{
    walk *w = user;
    bi_orbit *orbit = w->orbit;
    if (diagram->crossings < w->crossings || diagram->circles > 0) {
        return smaller(w, diagram);
    }
    if (bi_watch_stops(orbit->watch, 2000)) {
        w->status = BIGHT_ERROR_STOPPED;
        return false;
    }
    bi_code code;
    int32_t hands = bi_code_of(diagram, &code);
    bi_orbit_key key = bi_orbit_key_of(&code);
    w->status = make_room(orbit);
    if (w->status != BIGHT_OK) {
        return false;
    }
    int32_t *slot = slot_of(orbit, &key, hands);
    if (*slot != 0) {
        return true;
    }
    if (!bi_orbit_is_prime(diagram)) {
        return smaller(w, diagram);
    }
    if (orbit->count == w->most) {
        w->end = BI_ORBIT_SPENT;
        return false;
    }
    fill(orbit, slot, &key, hands, diagram);
    if (!w->visit(w->user, &key, hands)) {
        w->end = BI_ORBIT_FOUND;
        return false;
    }
    return true;
}

bight_status bi_orbit_walk(bi_orbit *orbit, const bi_diagram *start, int32_t most, bi_orbit_visit visit,
                           void *user, bi_orbit_end *end)
{
    int32_t n = start->crossings;
    BI_ASSERT(n >= 3 && n <= BI_ORBIT_CROSSINGS);
    bight_status status = bi_neighbour_scratch_reserve(&orbit->scratch, n);
    status = status == BIGHT_OK ? bi_diagram_reserve(&orbit->diagram, n) : status;
    status = status == BIGHT_OK ? bi_diagram_copy(&orbit->diagram, start) : status;
    if (status != BIGHT_OK) {
        return status;
    }
    bi_orbit_clear(orbit);
    walk w = {orbit, n, most, visit, user, BI_ORBIT_WHOLE, BIGHT_OK};
    bool alternating = bi_diagram_is_alternating(start);
    bool more = meet(&w, &orbit->diagram);
    for (int32_t i = 0; i < orbit->count && more && w.status == BIGHT_OK; i++) {
        load(&orbit->nodes[i], n, &orbit->diagram);
        more = bi_flypes(&orbit->diagram, &orbit->scratch, meet, &w) &&
               (alternating || bi_passes(&orbit->diagram, &orbit->scratch, meet, &w));
    }
    *end = w.end;
    return w.status;
}
