// SPDX-License-Identifier: MIT

#include "knot/homfly_terms.h"
#include "core/memory.h"

#include <string.h>

void bi_terms_free(bi_terms *t, const bight_allocator *allocator)
{
    bi_free_array(allocator, t->outs, (size_t)t->capacity * BI_TERMS_STRANDS, sizeof *t->outs);
    bi_free_array(allocator, t->blocks, (size_t)t->capacity * (size_t)t->block, sizeof *t->blocks);
    bi_free_array(allocator, t->slots, (size_t)t->slot_count, sizeof *t->slots);
    t->outs = NULL;
    t->blocks = NULL;
    t->slots = NULL;
    t->count = t->capacity = t->slot_count = 0;
}

static uint32_t hash(const uint8_t *outs)
{
    uint32_t h = UINT32_C(2166136261);
    for (int32_t i = 0; i < BI_TERMS_STRANDS; i++) {
        h = (h ^ outs[i]) * UINT32_C(16777619);
    }
    return h ^ h >> 15;
}

void bi_terms_clear(bi_terms *t)
{
    t->count = 0;
    t->used = 0;
    if (t->slot_count > 0) {
        memset(t->slots, 0, (size_t)t->slot_count * sizeof *t->slots);
    }
}

int32_t *bi_terms_slot(const bi_terms *t, const uint8_t *outs)
{
    uint32_t at = hash(outs) & (uint32_t)(t->slot_count - 1);
    while (t->slots[at] != 0 &&
           memcmp(t->outs + (size_t)(t->slots[at] - 1) * BI_TERMS_STRANDS, outs, BI_TERMS_STRANDS) != 0) {
        at = (at + 1) & (uint32_t)(t->slot_count - 1);
    }
    return &t->slots[at];
}

bight_status bi_terms_grow(bi_terms *t, const bight_allocator *allocator)
{
    bi_terms wide = *t;
    wide.capacity = t->capacity == 0 ? 16 : 2 * t->capacity;
    wide.slot_count = 4 * wide.capacity;
    wide.outs = bi_new_array(allocator, (size_t)wide.capacity * BI_TERMS_STRANDS, sizeof *t->outs);
    wide.blocks = bi_new_array(allocator, (size_t)wide.capacity * (size_t)t->block, sizeof *t->blocks);
    wide.slots = bi_new_array(allocator, (size_t)wide.slot_count, sizeof *t->slots);
    if (wide.outs == NULL || wide.blocks == NULL || wide.slots == NULL) {
        bi_terms_free(&wide, allocator);
        return BIGHT_ERROR_NO_MEMORY;
    }
    if (t->count > 0) {
        memcpy(wide.outs, t->outs, (size_t)t->count * BI_TERMS_STRANDS);
        memcpy(wide.blocks, t->blocks, (size_t)t->count * (size_t)t->block * sizeof *t->blocks);
    }
    for (int32_t i = 0; i < wide.count; i++) {
        *bi_terms_slot(&wide, wide.outs + (size_t)i * BI_TERMS_STRANDS) = i + 1;
    }
    int32_t count = t->count;
    bi_terms_free(t, allocator);
    *t = wide;
    t->count = count;
    return BIGHT_OK;
}

// Adds factor v^shift_v z^shift_z times a block to the term with these outgoing ends.
bight_status bi_terms_add(bi_terms *t, const bight_allocator *allocator, const uint8_t *outs,
                          const uint64_t *block, int32_t used, int32_t shift_v, int32_t shift_z,
                          uint64_t factor)
{
    if (t->count == t->capacity) {
        bight_status status = bi_terms_grow(t, allocator);
        if (status != BIGHT_OK) {
            return status;
        }
    }

    // the term with these ends; a new one is 0
    int32_t *slot = bi_terms_slot(t, outs), width = 2 * t->z_size + 1, size = t->v_size;
    if (*slot == 0) {
        memcpy(t->outs + (size_t)t->count * BI_TERMS_STRANDS, outs, BI_TERMS_STRANDS);
        memset(t->blocks + (size_t)t->count * (size_t)t->block, 0, (size_t)t->block * sizeof *t->blocks);
        *slot = ++t->count;
    }

    // row i holds the powers of z at v^i: to[i + shift_v][j + shift_z] += factor block[i][j]
    uint64_t *to = t->blocks + (size_t)(*slot - 1) * (size_t)t->block;
    for (int32_t i = -used; i <= used; i++) {
        const uint64_t *row = block + (size_t)(i + size) * (size_t)width;
        bool empty = true;
        for (int32_t j = 0; j < width && empty; j++) {
            empty = row[j] == 0;
        }
        if (empty) {
            continue;
        }

        // no power may leave the block
        int32_t goal = i + shift_v;
        if (goal > size || goal < -size || (shift_z > 0 && row[width - 1] != 0) ||
            (shift_z < 0 && row[0] != 0)) {
            return BIGHT_ERROR_TOO_LARGE;
        }
        t->used = goal > t->used ? goal : -goal > t->used ? -goal : t->used;
        uint64_t *goal_row = to + (size_t)(goal + size) * (size_t)width;
        for (int32_t j = shift_z < 0 ? 1 : 0; j < (shift_z > 0 ? width - 1 : width); j++) {
            goal_row[j + shift_z] += factor * row[j];
        }
    }
    return BIGHT_OK;
}
