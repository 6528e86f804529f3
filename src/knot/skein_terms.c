// SPDX-License-Identifier: MIT

#include "knot/skein_terms.h"
#include "core/assert.h"
#include "core/memory.h"

#include <math.h>
#include <string.h>

// Half of what 64 bits hold: more than rounding can lose.
#define MOST_SIZE 4.6e18

void bi_terms_free(bi_terms *t, const bight_allocator *allocator)
{
    bi_free_array(allocator, t->heads, (size_t)t->head_capacity, sizeof *t->heads);
    bi_free_array(allocator, t->blocks, (size_t)t->block_capacity, sizeof *t->blocks);
    bi_free_array(allocator, t->slots, (size_t)t->slot_count, sizeof *t->slots);
    *t = (bi_terms){0};
}

static void set_box(bi_terms *t, bi_powers box)
{
    t->box = box;
    t->width = box.j_high - box.j_low + 1;
    t->block = t->width * (box.i_high - box.i_low + 1);
}

void bi_terms_clear(bi_terms *t, bi_powers box)
{
    t->count = 0;
    set_box(t, box);
    if (t->slot_count > 0) {
        memset(t->slots, 0, (size_t)t->slot_count * sizeof *t->slots);
    }
}

static uint32_t hash(const uint8_t *outs)
{
    uint32_t h = UINT32_C(2166136261);
    for (int32_t i = 0; i < BI_TERMS_STRANDS; i++) {
        h = (h ^ outs[i]) * UINT32_C(16777619);
    }
    return h ^ h >> 15;
}

static int32_t *slot_of(const bi_terms *t, const uint8_t *outs)
{
    uint32_t at = hash(outs) & (uint32_t)(t->slot_count - 1);
    while (t->slots[at] != 0 && memcmp(t->heads[t->slots[at] - 1].outs, outs, BI_TERMS_STRANDS) != 0) {
        at = (at + 1) & (uint32_t)(t->slot_count - 1);
    }
    return &t->slots[at];
}

void bi_terms_rehash(bi_terms *t)
{
    if (t->slot_count > 0) {
        memset(t->slots, 0, (size_t)t->slot_count * sizeof *t->slots);
    }
    for (int32_t i = 0; i < t->count; i++) {
        *slot_of(t, t->heads[i].outs) = i + 1;
    }
}

// Room for one term more: a head, a quarter of the slots at most, and a block.
static bight_status make_room(bi_terms *t, const bight_allocator *allocator)
{
    bight_status status =
        bi_reserve(allocator, &t->heads, &t->head_capacity, (int64_t)t->count + 1, sizeof *t->heads);
    status = status == BIGHT_OK ? bi_reserve(allocator, &t->blocks, &t->block_capacity,
                                             ((int64_t)t->count + 1) * t->block, sizeof *t->blocks)
                                : status;
    if (status != BIGHT_OK || 4 * ((int64_t)t->count + 1) <= t->slot_count) {
        return status;
    }
    int32_t slot_count = t->slot_count == 0 ? 64 : 2 * t->slot_count;
    int32_t *slots = bi_new_array(allocator, (size_t)slot_count, sizeof *slots);
    if (slots == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }
    bi_free_array(allocator, t->slots, (size_t)t->slot_count, sizeof *t->slots);
    t->slots = slots;
    t->slot_count = slot_count;
    bi_terms_rehash(t);
    return BIGHT_OK;
}

// Larger blocks, with what they hold in its place. From the last block on and from its last row on, so that nothing is
// written over before it is read: every number moves up.
static bight_status grow_box(bi_terms *t, const bight_allocator *allocator, bi_powers box)
{
    const bi_powers old = t->box;
    int32_t old_width = t->width, old_block = t->block, old_rows = old.i_high - old.i_low + 1;
    set_box(t, box);
    bight_status status = bi_reserve(allocator, &t->blocks, &t->block_capacity,
                                     ((int64_t)t->count + 1) * t->block, sizeof *t->blocks);
    if (status != BIGHT_OK) {
        set_box(t, old);
        return status;
    }
    int32_t rows = box.i_high - box.i_low + 1, up = old.i_low - box.i_low, right = old.j_low - box.j_low;
    for (int32_t k = t->count - 1; k >= 0; k--) {
        const uint64_t *from = t->blocks + (size_t)k * (size_t)old_block;
        uint64_t *to = t->blocks + (size_t)k * (size_t)t->block;
        for (int32_t i = rows - 1; i >= 0; i--) {
            uint64_t *row = to + (size_t)i * (size_t)t->width;
            bool filled = i >= up && i < up + old_rows;
            if (filled) {
                memmove(row + right, from + (size_t)(i - up) * (size_t)old_width,
                        (size_t)old_width * sizeof *row);
            }
            for (int32_t j = 0; j < t->width; j++) {
                row[j] = filled && j >= right && j < right + old_width ? row[j] : 0;
            }
        }
    }
    return BIGHT_OK;
}

static bi_powers join_powers(bi_powers a, bi_powers b)
{
    return (bi_powers){a.i_low < b.i_low ? a.i_low : b.i_low, a.i_high > b.i_high ? a.i_high : b.i_high,
                       a.j_low < b.j_low ? a.j_low : b.j_low, a.j_high > b.j_high ? a.j_high : b.j_high};
}

static bool holds(bi_powers box, bi_powers p)
{
    return p.i_low >= box.i_low && p.i_high <= box.i_high && p.j_low >= box.j_low && p.j_high <= box.j_high;
}

bight_status bi_terms_begin(bi_terms *t, const bight_allocator *allocator)
{
    bi_terms_clear(t, (bi_powers){0});
    bight_status status = make_room(t, allocator);
    if (status == BIGHT_OK) {
        t->count = 1;
        t->heads[0] = (bi_term_head){.size = 1.0};
        t->blocks[0] = 1;
        bi_terms_rehash(t);
    }
    return status;
}

bight_status bi_terms_add(bi_terms *t, const bight_allocator *allocator, const uint8_t *outs,
                          const bi_terms *from, int32_t which, int32_t shift_v, int32_t shift_z,
                          uint64_t factor)
{
    // where the rectangle goes, in halves: (2 i + odd + shift) = 2 (i + up) + new odd
    const bi_term_head *head = &from->heads[which];
    uint8_t odd = (uint8_t)((head->odd + (shift_v & 1)) & 1);
    int32_t up = (head->odd + shift_v - odd) / 2, right = (head->odd + shift_z - odd) / 2;
    bi_powers old = head->powers;
    bi_powers powers = {(int16_t)(old.i_low + up), (int16_t)(old.i_high + up), (int16_t)(old.j_low + right),
                        (int16_t)(old.j_high + right)};
    bight_status status =
        holds(t->box, powers) ? BIGHT_OK : grow_box(t, allocator, join_powers(t->box, powers));
    status = status == BIGHT_OK ? make_room(t, allocator) : status;
    if (status != BIGHT_OK) {
        return status;
    }

    // the term with these ends; a new one is 0
    int32_t *slot = slot_of(t, outs);
    if (*slot == 0) {
        bi_term_head *made = &t->heads[t->count];
        memcpy(made->outs, outs, BI_TERMS_STRANDS);
        made->powers = powers;
        made->odd = odd;
        made->size = 0.0;
        memset(t->blocks + (size_t)t->count * (size_t)t->block, 0, (size_t)t->block * sizeof *t->blocks);
        *slot = ++t->count;
    }
    bi_term_head *goal = &t->heads[*slot - 1];
    BI_ASSERT(goal->odd == odd);
    goal->powers = join_powers(goal->powers, powers);
    goal->size += fabs((double)(int64_t)factor) * head->size;

    // row i holds the powers of z at v^(2 i + odd): to[i + up][j + right] += factor block[i][j]
    uint64_t *to = t->blocks + (size_t)(*slot - 1) * (size_t)t->block;
    const uint64_t *block = from->blocks + (size_t)which * (size_t)from->block;
    int32_t count = old.j_high - old.j_low + 1;
    for (int32_t i = old.i_low; i <= old.i_high; i++) {
        const uint64_t *row =
            block + (size_t)(i - from->box.i_low) * (size_t)from->width + (old.j_low - from->box.j_low);
        uint64_t *goal_row =
            to + (size_t)(i + up - t->box.i_low) * (size_t)t->width + (powers.j_low - t->box.j_low);
        for (int32_t j = 0; j < count; j++) {
            goal_row[j] += factor * row[j];
        }
    }
    return BIGHT_OK;
}

bool bi_terms_measure(bi_terms *t)
{
    bool fits = true;
    for (int32_t k = 0; k < t->count; k++) {
        bi_term_head *head = &t->heads[k];
        fits = fits && head->size <= MOST_SIZE;
        head->size = 0.0;
        const uint64_t *block = t->blocks + (size_t)k * (size_t)t->block;
        for (int32_t i = head->powers.i_low; i <= head->powers.i_high; i++) {
            const uint64_t *row = block + (size_t)(i - t->box.i_low) * (size_t)t->width - t->box.j_low;
            for (int32_t j = head->powers.j_low; j <= head->powers.j_high; j++) {
                head->size += fabs((double)(int64_t)row[j]);
            }
        }
    }
    return fits;
}
