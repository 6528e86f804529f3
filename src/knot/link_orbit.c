// SPDX-License-Identifier: MIT

#include "knot/link_orbit.h"
#include "core/assert.h"
#include "core/memory.h"

#include <string.h>

void bi_link_orbit_init(bi_link_orbit *orbit, const bight_allocator *allocator)
{
    *orbit = (bi_link_orbit){0};
    bi_diagram_init(&orbit->diagram, allocator);
    bi_diagram_init(&orbit->smaller, allocator);
    bi_neighbour_scratch_init(&orbit->scratch, allocator);
    orbit->allocator = orbit->diagram.allocator;
}

void bi_link_orbit_free(bi_link_orbit *orbit)
{
    bi_free_array(&orbit->allocator, orbit->nodes, (size_t)orbit->node_capacity, sizeof *orbit->nodes);
    bi_free_array(&orbit->allocator, orbit->slots, (size_t)orbit->slot_count, sizeof *orbit->slots);
    bi_diagram_free(&orbit->diagram);
    bi_diagram_free(&orbit->smaller);
    bi_neighbour_scratch_free(&orbit->scratch);
    *orbit = (bi_link_orbit){0};
}

// ---- the set ----------------------------------------------------------------------------------------

// FNV-1a
static uint32_t hash(const bi_link_code *code, int32_t hands)
{
    uint64_t h = UINT64_C(0xCBF29CE484222325) ^ (uint64_t)(uint32_t)hands;
    for (size_t i = 0; i < sizeof code->bytes; i++) {
        h = (h ^ code->bytes[i]) * UINT64_C(0x100000001B3);
    }
    return (uint32_t)(h >> 32 ^ h);
}

static int32_t *slot_of(const bi_link_orbit *orbit, const bi_link_code *code, int32_t hands)
{
    uint32_t mask = (uint32_t)(orbit->slot_count - 1), at = hash(code, hands) & mask;
    while (orbit->slots[at] != 0) {
        const bi_link_node *node = &orbit->nodes[orbit->slots[at] - 1];
        if (node->hands == hands && memcmp(&node->code, code, sizeof *code) == 0) {
            break;
        }
        at = (at + 1) & mask;
    }
    return &orbit->slots[at];
}

bool bi_link_orbit_holds(const bi_link_orbit *orbit, const bi_diagram *diagram)
{
    bi_link_code code;
    if (orbit->count == 0 || orbit->diagram.crossings != diagram->crossings) {
        return false;
    }
    bi_link_code_of(diagram, &code);
    for (int32_t hands = 1; hands <= 3; hands++) {
        if (*slot_of(orbit, &code, hands) != 0) {
            return true;
        }
    }
    return false;
}

static bight_status make_room(bi_link_orbit *orbit)
{
    bight_status status = bi_reserve(&orbit->allocator, &orbit->nodes, &orbit->node_capacity,
                                     (int64_t)orbit->count + 1, sizeof *orbit->nodes);
    if (status != BIGHT_OK || 2 * (orbit->count + 1) <= orbit->slot_count) {
        return status;
    }
    int32_t slot_count = orbit->slot_count == 0 ? 64 : 2 * orbit->slot_count;
    int32_t *slots = bi_new_array(&orbit->allocator, (size_t)slot_count, sizeof *slots);
    if (slots == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    bi_free_array(&orbit->allocator, orbit->slots, (size_t)orbit->slot_count, sizeof *orbit->slots);
    orbit->slots = slots;
    orbit->slot_count = slot_count;
    for (int32_t i = 0; i < orbit->count; i++) {
        *slot_of(orbit, &orbit->nodes[i].code, orbit->nodes[i].hands) = i + 1;
    }
    return BIGHT_OK;
}

// ---- the walk ---------------------------------------------------------------------------------------

typedef struct walk {
    bi_link_orbit *orbit;
    int32_t crossings, most;
    bi_link_visit visit;
    void *user;
    bi_orbit_end end;
    bight_status status;
} walk;

// In one piece, and no two faces share two arcs.
static bool is_prime(const bi_diagram *diagram)
{
    int32_t face[4 * BI_LINK_CROSSINGS], piece[2 * BI_LINK_CROSSINGS];
    uint32_t shared[2 * BI_LINK_CROSSINGS + 2] = {0};
    if (bi_diagram_pieces(diagram, piece, piece + diagram->crossings) > 1) {
        return false;
    }
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

static bool meet(void *user, bi_diagram *diagram)
{
    walk *w = user;
    bi_link_orbit *orbit = w->orbit;
    if (diagram->crossings < w->crossings || diagram->circles > 0 || !is_prime(diagram)) {
        w->end = BI_ORBIT_SMALLER;
        w->status = bi_diagram_copy(&orbit->smaller, diagram);
        return false;
    }
    if (bi_watch_stops(orbit->watch, 10000)) {
        w->status = BIGHT_ERROR_STOPPED;
        return false;
    }

    // a diagram that was met before needs nothing more
    bi_link_code code;
    int32_t hands = bi_link_code_of(diagram, &code);
    w->status = make_room(orbit);
    if (w->status != BIGHT_OK) {
        return false;
    }
    int32_t *slot = slot_of(orbit, &code, hands);
    if (*slot != 0) {
        return true;
    }
    if (orbit->count == w->most) {
        w->end = BI_ORBIT_SPENT;
        return false;
    }
    orbit->nodes[orbit->count] = (bi_link_node){code, hands};
    *slot = ++orbit->count;
    if (!w->visit(w->user, &code, hands)) {
        w->end = BI_ORBIT_FOUND;
        return false;
    }
    return true;
}

bight_status bi_link_orbit_walk(bi_link_orbit *orbit, const bi_diagram *start, int32_t most,
                                bi_link_visit visit, void *user, bi_orbit_end *end)
{
    int32_t n = start->crossings;
    BI_ASSERT(n >= 2 && n <= BI_LINK_CROSSINGS);
    bight_status status = bi_neighbour_scratch_reserve(&orbit->scratch, n);
    status = status == BIGHT_OK ? bi_diagram_copy(&orbit->diagram, start) : status;
    if (status != BIGHT_OK) {
        return status;
    }
    orbit->count = 0;
    if (orbit->slot_count > 0) {
        memset(orbit->slots, 0, (size_t)orbit->slot_count * sizeof *orbit->slots);
    }
    walk w = {orbit, n, most, visit, user, BI_ORBIT_WHOLE, BIGHT_OK};
    bool alternating = bi_diagram_is_alternating(start);
    bool more = meet(&w, &orbit->diagram);
    for (int32_t i = 0; i < orbit->count && more && w.status == BIGHT_OK; i++) {
        // directions are forgotten by the code, so a diagram comes back with some
        w.status =
            bi_link_code_diagram(&orbit->diagram, &orbit->nodes[i].code, n, (orbit->nodes[i].hands & 1) == 0);
        more = w.status == BIGHT_OK && bi_flypes(&orbit->diagram, &orbit->scratch, meet, &w) &&
               (alternating || bi_passes(&orbit->diagram, &orbit->scratch, meet, &w));
    }
    *end = w.end;
    return w.status;
}
