// SPDX-License-Identifier: MIT

#include "knot/table/shadow.h"
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

#define DARTS (4 * BI_SHADOW_CROSSINGS)

static uint8_t turn(uint8_t dart, int32_t by)
{
    return (uint8_t)((dart & ~3) | ((dart + by) & 3));
}

// Numbers crossings in the order they are reached from the root, each turned so that the dart it is reached
// by comes first; the relabelled mates are the code. Stops when it gets larger than best.
static bool code_from(const uint8_t *mates, int32_t crossings, uint8_t root, int32_t sense, uint8_t *best,
                      bool first)
{
    int8_t number[BI_SHADOW_CROSSINGS];
    uint8_t entry[BI_SHADOW_CROSSINGS], code[DARTS];
    memset(number, -1, sizeof number);

    // crossings by number, and the dart by which each was reached
    int32_t reached = 1;
    bool smaller = first;
    number[root >> 2] = 0;
    entry[0] = root;
    for (int32_t i = 0; i < crossings; i++) {
        for (int32_t slot = 0; slot < 4; slot++) {
            uint8_t mate = mates[turn(entry[i], sense * slot)];
            int32_t c = mate >> 2;
            if (number[c] < 0) {
                number[c] = (int8_t)reached;
                entry[reached++] = mate;
            }

            // the mate in new labels: crossing, and turn from the dart it was reached by
            uint8_t value = (uint8_t)(4 * number[c] + ((sense * (mate - entry[(int32_t)number[c]])) & 3));
            int32_t place = 4 * i + slot;
            if (!smaller && value != best[place]) {
                if (value > best[place]) {
                    return false;
                }
                smaller = true;
                memcpy(code, best, (size_t)place);
            }
            code[place] = value;
        }
    }

    if (smaller) {
        memcpy(best, code, 4 * (size_t)crossings);
    }
    return smaller;
}

static void smallest_code(const uint8_t *mates, int32_t crossings, uint8_t *code)
{
    bool first = true;
    for (int32_t root = 0; root < 4 * crossings; root++) {
        code_from(mates, crossings, (uint8_t)root, 1, code, first);
        first = false;
        code_from(mates, crossings, (uint8_t)root, -1, code, false);
    }
}

// face[d] to the left of dart d
static int32_t number_faces(const uint8_t *mates, int32_t crossings, int8_t *face)
{
    int32_t faces = 0;
    memset(face, -1, 4 * (size_t)crossings);
    for (int32_t dart = 0; dart < 4 * crossings; dart++) {
        if (face[dart] >= 0) {
            continue;
        }
        for (uint8_t d = (uint8_t)dart; face[d] < 0; d = turn(mates[d], 3)) {
            face[d] = (int8_t)faces;
        }
        faces++;
    }
    return faces;
}

// No two faces share two arcs, and none has an arc on both sides.
static bool is_simple(const uint8_t *mates, int32_t crossings)
{
    int8_t face[DARTS];
    uint32_t neighbours[BI_SHADOW_CROSSINGS + 2] = {0};
    number_faces(mates, crossings, face);
    for (int32_t dart = 0; dart < 4 * crossings; dart++) {
        uint32_t other = UINT32_C(1) << face[mates[dart]];
        if (face[mates[dart]] == face[dart] || (neighbours[face[dart]] & other) != 0) {
            return false;
        }
        neighbours[face[dart]] |= other;
    }
    return true;
}

// A hash set of codes.
typedef struct shadow_set {
    bi_shadows *shadows;
    int32_t *slots; ///< (capacity, a power of two) 1 + index, 0 when empty
    int32_t capacity;
} shadow_set;

static uint64_t hash(const bi_shadow *shadow)
{
    // FNV-1a over eight bytes at a time
    uint64_t h = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < sizeof shadow->mates; i += 8) {
        uint64_t word;
        memcpy(&word, shadow->mates + i, 8);
        h = (h ^ word) * UINT64_C(0x100000001B3);
        h ^= h >> 29;
    }
    return h;
}

static int32_t *slot_of(const shadow_set *set, const bi_shadow *shadow)
{
    uint32_t mask = (uint32_t)set->capacity - 1, at = (uint32_t)hash(shadow) & mask;
    while (set->slots[at] != 0 &&
           memcmp(&set->shadows->list[set->slots[at] - 1], shadow, sizeof *shadow) != 0) {
        at = (at + 1) & mask;
    }
    return &set->slots[at];
}

static bight_status grow(shadow_set *set)
{
    const bight_allocator *allocator = &set->shadows->allocator;
    if (set->capacity > INT32_MAX / 4) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    int32_t old = set->capacity, capacity = old == 0 ? 1024 : 2 * old;
    bi_free_array(allocator, set->slots, (size_t)old, sizeof *set->slots);
    set->slots = bi_new_array(allocator, (size_t)capacity, sizeof *set->slots);
    set->capacity = set->slots != NULL ? capacity : 0;
    if (set->slots == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    for (int32_t i = 0; i < set->shadows->count; i++) {
        *slot_of(set, &set->shadows->list[i]) = i + 1;
    }
    return BIGHT_OK;
}

static bight_status add(shadow_set *set, const bi_shadow *shadow)
{
    bi_shadows *shadows = set->shadows;
    bight_status status = 2 * (shadows->count + 1) > set->capacity ? grow(set) : BIGHT_OK;
    if (status != BIGHT_OK) {
        return status;
    }
    int32_t *slot = slot_of(set, shadow);
    if (*slot != 0) {
        return BIGHT_OK;
    }
    status = bi_reserve(&shadows->allocator, &shadows->list, &shadows->capacity, (int64_t)shadows->count + 1,
                        sizeof *shadows->list);
    if (status == BIGHT_OK) {
        shadows->list[shadows->count++] = *shadow;
        *slot = shadows->count;
    }
    return status;
}

// The arcs out of darts a and b, which have one face to their left, are fused into crossing c.
static void fuse(bi_shadow *shadow, int32_t c, uint8_t a, uint8_t b)
{
    uint8_t ends[4] = {a, shadow->mates[a], b, shadow->mates[b]};
    for (int32_t i = 0; i < 4; i++) {
        shadow->mates[4 * c + i] = ends[i];
        shadow->mates[ends[i]] = (uint8_t)(4 * c + i);
    }
}

static bight_status add_children(shadow_set *set, const bi_shadow *parent, int32_t crossings)
{
    for (int32_t dart = 0; dart < 4 * crossings; dart++) {
        if (bi_watch_stops(set->shadows->watch, 50000)) {
            return BIGHT_ERROR_STOPPED;
        }
        uint8_t other = turn(parent->mates[dart], 3);
        for (int32_t apart = 1; apart <= 2; apart++, other = turn(parent->mates[other], 3)) {
            if (other == dart || other == parent->mates[dart]) {
                continue;
            }
            bi_shadow child = *parent, code = {{0}};
            fuse(&child, crossings, (uint8_t)dart, other);
            if (is_simple(child.mates, crossings + 1)) {
                smallest_code(child.mates, crossings + 1, code.mates);
                bight_status status = add(set, &code);
                if (status != BIGHT_OK) {
                    return status;
                }
            }
        }
    }
    return BIGHT_OK;
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(bi_shadow));
}

bight_status bi_shadows_first(bi_shadows *shadows, const bight_allocator *allocator)
{
    *shadows = (bi_shadows){.crossings = 2};
    if (allocator != NULL) {
        shadows->allocator = *allocator;
    }
    static const uint8_t clasp[8] = {5, 4, 7, 6, 1, 0, 3, 2};
    bi_shadow shadow = {{0}};
    memcpy(shadow.mates, clasp, sizeof clasp);
    bight_status status =
        bi_reserve(&shadows->allocator, &shadows->list, &shadows->capacity, 1, sizeof *shadows->list);
    if (status == BIGHT_OK) {
        shadows->list[shadows->count++] = shadow;
    }
    return status;
}

bight_status bi_shadows_next(bi_shadows *shadows)
{
    if (shadows->crossings >= BI_SHADOW_CROSSINGS) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    bi_shadows next = {
        .crossings = shadows->crossings + 1, .allocator = shadows->allocator, .watch = shadows->watch};
    shadow_set set = {.shadows = &next};
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < shadows->count && status == BIGHT_OK; i++) {
        status = add_children(&set, &shadows->list[i], shadows->crossings);
    }
    bi_free_array(&next.allocator, set.slots, (size_t)set.capacity, sizeof *set.slots);
    if (status == BIGHT_OK) {
        qsort(next.list, (size_t)next.count, sizeof *next.list, compare);
    }
    bi_shadows_free(status == BIGHT_OK ? shadows : &next);
    if (status == BIGHT_OK) {
        *shadows = next;
    }
    return status;
}

void bi_shadows_free(bi_shadows *shadows)
{
    bight_allocator allocator = shadows->allocator;
    bi_free_array(&allocator, shadows->list, (size_t)shadows->capacity, sizeof *shadows->list);
    *shadows = (bi_shadows){.allocator = allocator, .watch = shadows->watch};
}

bool bi_shadow_is_knot(const bi_shadow *shadow, int32_t crossings)
{
    uint8_t dart = 0;
    int32_t steps = 0;
    do {
        dart = shadow->mates[turn(dart, 2)];
        steps++;
    } while (dart != 0);
    return steps == 2 * crossings;
}
