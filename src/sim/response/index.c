// SPDX-License-Identifier: MIT
// Hashes of pairs of links: those that are close, and the contacts of a list.

#include "sim/response/response.h"

static uint32_t slot_of(int32_t a, int32_t b, int32_t capacity)
{
    uint32_t h = (uint32_t)a * 0x9E3779B1u ^ (uint32_t)b * 0x85EBCA77u;
    return (h ^ h >> 15) & (uint32_t)(capacity - 1);
}

static uint32_t next_slot(uint32_t slot, int32_t capacity)
{
    return (slot + 1) & (uint32_t)(capacity - 1);
}

// An open hash with room for so many, empty. Only what is used is cleared.
static bight_status empty_slots(const bight_allocator *allocator, int32_t **slots, int32_t *capacity,
                                int32_t count, int32_t *used)
{
    int32_t needed = 64;
    while (needed < 2 * count) {
        needed *= 2;
    }
    if (needed > *capacity) {
        bi_free_array(allocator, *slots, (size_t)*capacity, sizeof **slots);
        *slots = bi_new_array(allocator, (size_t)needed, sizeof **slots);
        *capacity = *slots != NULL ? needed : 0;
        if (*slots == NULL) {
            return BIGHT_ERROR_NO_MEMORY;
        }
    }
    *used = needed;
    for (int32_t i = 0; i < needed; i++) {
        (*slots)[i] = -1;
    }
    return BIGHT_OK;
}

bight_status bi_response_list_pairs(bight_world *world)
{
    bi_response *r = world->response;
    const bight_allocator *allocator = &world->def.env.allocator;
    bight_status status =
        bi_reserve(allocator, &r->sights, &r->sight_capacity, world->near_count, sizeof *r->sights);
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &r->close, &r->close_capacity, world->near_count, sizeof *r->close);
    }
    return status;
}

bight_status bi_response_index_grips(bight_world *world)
{
    bi_response *r = world->response;
    bight_status status = empty_slots(&world->def.env.allocator, &r->last_slots, &r->last_slot_capacity,
                                      r->now.count, &r->last_slot_count);
    for (int32_t i = 0; i < r->now.count && status == BIGHT_OK; i++) {
        uint32_t s = slot_of(r->now.grips[i].a, r->now.grips[i].b, r->last_slot_count);
        while (r->last_slots[s] >= 0) {
            s = next_slot(s, r->last_slot_count);
        }
        r->last_slots[s] = i;
    }
    return status;
}

bight_status bi_response_index_close(bight_world *world)
{
    bi_response *r = world->response;
    bight_status status =
        empty_slots(&world->def.env.allocator, &r->slots, &r->slot_capacity, r->close_count, &r->slot_count);
    for (int32_t g = 0; g < r->close_count && status == BIGHT_OK; g++) {
        const bi_near *near = &world->near[r->close[g]];
        if (near->obstacle < 0) {
            uint32_t s = slot_of(near->a, near->b, r->slot_count);
            while (r->slots[s] >= 0) {
                s = next_slot(s, r->slot_count);
            }
            r->slots[s] = r->close[g];
        }
    }
    return status;
}

const bi_grip *bi_response_find_grip(const bi_response *r, const bi_grip_list *list, int32_t a, int32_t b,
                                     int32_t obstacle)
{
    for (uint32_t s = slot_of(a, b, r->last_slot_count); r->last_slots[s] >= 0;
         s = next_slot(s, r->last_slot_count)) {
        const bi_grip *grip = &list->grips[r->last_slots[s]];
        if (grip->a == a && grip->b == b && grip->obstacle == obstacle) {
            return grip;
        }
    }
    return NULL;
}

int32_t bi_response_find_close(const bight_world *world, int32_t a, int32_t b)
{
    const bi_response *r = world->response;
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    for (uint32_t s = slot_of(low, high, r->slot_count); r->slots[s] >= 0; s = next_slot(s, r->slot_count)) {
        const bi_near *near = &world->near[r->slots[s]];
        if (near->a == low && near->b == high) {
            return r->slots[s];
        }
    }
    return -1;
}
