// SPDX-License-Identifier: MIT

#include "dress/push_lives.h"

#include "core/memory.h"
#include "core/vec3.h"

#include <string.h>

#define MOST_LIFE 30
#define UNSEEN 2 // iterations after which a pair is dropped
#define WEIGHT 1.2

// Below this length a way does not lead anywhere.
#define LOST 0.05
#define ASIDE 0.1

static int32_t *slot_of(const bi_push_lives *lives, const bi_push_pair *pair)
{
    uint64_t hash = ((uint64_t)(uint32_t)pair->edge << 33 | (uint64_t)(uint32_t)pair->triangle << 1 |
                     (uint32_t)pair->of_rest) *
                    UINT64_C(0x9E3779B97F4A7C15);
    uint32_t mask = (uint32_t)lives->slot_capacity - 1, at = (uint32_t)(hash >> 32) & mask;
    for (;; at = (at + 1) & mask) {
        const bi_push_pair *here = lives->slots[at] > 0 ? &lives->before[lives->slots[at] - 1].pair : NULL;
        if (here == NULL || (here->edge == pair->edge && here->triangle == pair->triangle &&
                             here->of_rest == pair->of_rest)) {
            return &lives->slots[at];
        }
    }
}

static bight_status make_room(const bight_allocator *allocator, bi_push_lives *lives, int32_t more)
{
    bight_status status = bi_reserve(allocator, &lives->before, &lives->before_capacity,
                                     (int64_t)lives->count + more, sizeof *lives->before);
    int64_t needed = 256;
    while (needed < 2 * (int64_t)lives->count) {
        needed *= 2;
    }
    if (status != BIGHT_OK || needed <= lives->slot_capacity) {
        return status;
    }
    if (needed > INT32_MAX) {
        return BIGHT_ERROR_TOO_LARGE;
    }
    int32_t *slots = bi_new_array(allocator, (size_t)needed, sizeof *slots);
    if (slots == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    bi_free_array(allocator, lives->slots, (size_t)lives->slot_capacity, sizeof *slots);
    lives->slots = slots;
    lives->slot_capacity = (int32_t)needed;
    return BIGHT_OK;
}

bight_status bi_push_lives_next(const bight_allocator *allocator, bi_push_lives *lives,
                                const bi_push_pairs *pairs)
{
    bight_status status = make_room(allocator, lives, pairs->count);
    if (status != BIGHT_OK) {
        return status;
    }

    // what lived becomes what lived before, and is found there by its name
    bi_push_life *was = lives->items;
    int32_t old = lives->count, capacity = lives->capacity;
    lives->items = lives->before;
    lives->capacity = lives->before_capacity;
    lives->before = was;
    lives->before_capacity = capacity;
    lives->count = 0;
    memset(lives->slots, 0, (size_t)lives->slot_capacity * sizeof *lives->slots);
    for (int32_t i = 0; i < old; i++) {
        was[i].missed++;
        *slot_of(lives, &was[i].pair) = i + 1;
    }

    // those that are seen, then those that were
    for (int32_t i = 0; i < pairs->count; i++) {
        int32_t slot = *slot_of(lives, &pairs->items[i]);
        int32_t life = slot > 0 ? was[slot - 1].life + 1 : 1;
        if (slot > 0) {
            was[slot - 1].missed = UNSEEN;
        }
        lives->items[lives->count++] = (bi_push_life){pairs->items[i], bi_min_int(life, MOST_LIFE), 0};
    }
    for (int32_t i = 0; i < old; i++) {
        if (was[i].missed < UNSEEN) {
            lives->items[lives->count++] = was[i];
        }
    }
    return BIGHT_OK;
}

bight_vec3 bi_push_lives_way(const bi_push_lives *lives)
{
    double weights[MOST_LIFE + 1] = {1.0}, sum = 0.0;
    for (int32_t k = 1; k <= MOST_LIFE; k++) {
        weights[k] = WEIGHT * weights[k - 1];
    }
    bight_vec3 way = v3(0, 0, 0), aside = v3(0, 0, 0);
    for (int32_t i = 0; i < lives->count; i++) {
        double w = weights[lives->items[i].life];
        way = v3_madd(way, w, lives->items[i].pair.push);
        aside = v3_madd(aside, w, lives->items[i].pair.normal);
        sum += w;
    }
    if (!(sum > 0.0)) {
        return way;
    }
    way = v3_mul(1.0 / sum, way);
    double length = v3_length(way);
    if (length < LOST) {
        return v3_madd(way, ASIDE, v3_unit(aside, v3(0, 0, 0)));
    }
    return length > 1.0 ? v3_mul(1.0 / length, way) : way;
}

void bi_push_lives_free(const bight_allocator *allocator, bi_push_lives *lives)
{
    if (lives->capacity > 0) {
        bi_free_array(allocator, lives->items, (size_t)lives->capacity, sizeof *lives->items);
    }
    if (lives->before_capacity > 0) {
        bi_free_array(allocator, lives->before, (size_t)lives->before_capacity, sizeof *lives->before);
    }
    bi_free_array(allocator, lives->slots, (size_t)lives->slot_capacity, sizeof *lives->slots);
    *lives = (bi_push_lives){0};
}
