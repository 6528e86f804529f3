// SPDX-License-Identifier: MIT

#include "sim/response/response.h"

#include "core/hash.h"
#include "core/vec3.h"
#include "sim/response/solve.h"

#include <string.h>

static bight_status prepare(bight_world *world)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    if (world->response == NULL) {
        world->response = bi_new_array(allocator, 1, sizeof *world->response);
    }
    bi_response *r = world->response;
    if (r == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }

    // all arrays of nodes have one capacity: each grows from it or has grown already, when one before failed
    int32_t needed = world->node_capacity;
    if (r->node_capacity >= needed) {
        return BIGHT_OK;
    }
    bi_chain_node *chain = bi_new_array(allocator, (size_t)needed, sizeof *chain);
    bi_sym3 *link = bi_new_array(allocator, (size_t)needed, sizeof *link);
    int32_t *order = bi_new_array(allocator, 2 * (size_t)needed, sizeof *order);
    if (chain == NULL || link == NULL || order == NULL) {
        bi_free_array(allocator, chain, (size_t)needed, sizeof *chain);
        bi_free_array(allocator, link, (size_t)needed, sizeof *link);
        bi_free_array(allocator, order, 2 * (size_t)needed, sizeof *order);
        return BIGHT_ERROR_NO_MEMORY;
    }
    bi_free_array(allocator, r->chain, (size_t)r->node_capacity, sizeof *r->chain);
    bi_free_array(allocator, r->link, (size_t)r->node_capacity, sizeof *r->link);
    bi_free_array(allocator, r->order, 2 * (size_t)r->node_capacity, sizeof *r->order);
    r->chain = chain;
    r->link = link;
    r->order = order;
    r->kept = order + needed;
    r->node_capacity = needed;
    return BIGHT_OK;
}

static bight_status append_list(const bight_world *world, bi_grip_list *to, const bi_grip_list *from)
{
    bight_status status = bi_reserve(&world->def.env.allocator, &to->grips, &to->capacity,
                                     (int64_t)to->count + from->count, sizeof *to->grips);
    if (status == BIGHT_OK && from->count > 0) {
        memcpy(to->grips + to->count, from->grips, (size_t)from->count * sizeof *from->grips);
        to->count += from->count;
    }
    return status;
}

// How fast each rope was, for the drag of the next cycle.
static void set_paces(bight_world *world)
{
    for (int32_t q = 0; q < world->rope_count; q++) {
        bi_rope *rope = &world->ropes[q];
        double most = 0.0;
        for (int32_t i = rope->first; i < rope->first + rope->count && rope->alive && rope->engaged > 0;
             i++) {
            most = bi_max(most, v3_length_squared(v3_sub(world->at[i], world->before[i])));
        }
        bool solved = rope->alive && rope->engaged > 0;
        rope->next_pace = solved ? bi_min(sqrt(most) / bi_response_speed(world, rope), 1.0) : 1.0;
    }
}

bight_status bi_response_solve(bight_world *world)
{
    if (world->response != NULL) {
        world->response->found.count = 0;
    }
    if (bi_response_group(world) == 0) {
        set_paces(world);
        return BIGHT_OK;
    }
    bight_status status = prepare(world);
    if (status != BIGHT_OK) {
        return status;
    }
    bi_response *r = world->response;
    for (int32_t q = 0; q < world->rope_count && status == BIGHT_OK; q++) {
        const bi_rope *rope = &world->ropes[q];
        if (!rope->alive || rope->engaged == 0 || rope->group != q) {
            continue;
        }

        // the forces of the last cycle are the first guess
        r->group = q;
        r->now.count = 0;
        status = append_list(world, &r->now, &r->kept_forces);
        if (status == BIGHT_OK) {
            status = bi_response_solve_group(world);
        }
        if (status == BIGHT_OK) {
            status = append_list(world, &r->found, &r->now);
        }
    }
    set_paces(world);
    return status;
}

void bi_response_commit(bight_world *world)
{
    for (int32_t q = 0; q < world->rope_count; q++) {
        world->ropes[q].pace = world->ropes[q].next_pace;
    }
    bi_response *r = world->response;
    if (r != NULL) {
        bi_grip_list swap = r->kept_forces;
        r->kept_forces = r->found;
        r->found = swap;
        r->found.count = 0;
    }
}

void bi_response_forget(bight_world *world)
{
    for (int32_t q = 0; q < world->rope_count; q++) {
        world->ropes[q].engaged = 0;
    }
    if (world->response != NULL) {
        world->response->kept_forces.count = world->response->found.count = 0;
    }
}

// Moving: F |aim - x| / d. At rest: what the links pull at it.
double bi_response_pull(const bight_world *world, const bi_rope_hand *hand)
{
    const bi_rope *rope = &world->ropes[hand->rope];
    if (rope->engaged == 0 || !bi_response_is_solved(world)) {
        return 0.0;
    }
    int32_t node = rope->first + hand->node;
    double d = v3_distance(hand->aim, world->before[node]);
    if (d > 1e-9 * rope->radius) {
        return v3_distance(hand->aim, world->at[node]) / d;
    }
    bight_vec3 sum = v3(0, 0, 0);
    for (int32_t side = 0; side < 2; side++) {
        int32_t link = side == 0 ? hand->node : hand->node - 1, links = bi_link_count(rope);
        link = link < 0 && rope->closed ? links - 1 : link;
        if (link >= 0 && link < links) {
            int32_t i = rope->first + link, j = bi_next(rope, i), other = side == 0 ? j : i;
            bight_vec3 e = v3_sub(world->at[other], world->at[node]);
            double tension = bi_response_stiffness(rope) * (v3_length(e) - rope->length);
            sum = v3_madd(sum, tension, v3_unit(e, v3(0, 0, 0)));
        }
    }
    return v3_length(sum);
}

uint64_t bi_response_hash(uint64_t hash, const bight_world *world)
{
    if (!bi_response_is_solved(world)) {
        return hash;
    }
    for (int32_t q = 0; q < world->rope_count; q++) {
        hash = bi_hash_word(hash, (uint64_t)world->ropes[q].engaged);
        hash = bi_hash_double(hash, world->ropes[q].pace);
    }
    for (int32_t i = 0; world->response != NULL && i < world->response->kept_forces.count; i++) {
        const bi_grip *grip = &world->response->kept_forces.grips[i];
        hash = bi_hash_word(hash, (uint64_t)(uint32_t)grip->a << 32 | (uint32_t)grip->b);
        hash = bi_hash_word(hash, (uint64_t)(uint32_t)grip->obstacle);
        hash = bi_hash_vec3(hash, grip->force);
    }
    return hash;
}

size_t bi_response_bytes(const bight_world *world)
{
    const bi_response *r = world->response;
    if (r == NULL) {
        return 0;
    }
    size_t grips = (size_t)r->kept_forces.capacity + (size_t)r->found.capacity + (size_t)r->now.capacity +
                   (size_t)r->last.capacity;
    return sizeof *r +
           (size_t)r->node_capacity * (sizeof *r->chain + sizeof *r->link + 2 * sizeof *r->order) +
           grips * sizeof(bi_grip) + (size_t)r->excess_capacity * sizeof *r->excess +
           (size_t)r->slot_capacity * sizeof *r->slots +
           ((size_t)r->compliance_capacity + (size_t)r->numbers_capacity) * sizeof(double);
}

static void free_list(const bight_allocator *allocator, const bi_grip_list *list)
{
    bi_free_array(allocator, list->grips, (size_t)list->capacity, sizeof *list->grips);
}

void bi_response_free(bight_world *world)
{
    bi_response *r = world->response;
    const bight_allocator *allocator = &world->def.env.allocator;
    if (r == NULL) {
        return;
    }
    bi_free_array(allocator, r->chain, (size_t)r->node_capacity, sizeof *r->chain);
    bi_free_array(allocator, r->link, (size_t)r->node_capacity, sizeof *r->link);
    bi_free_array(allocator, r->order, 2 * (size_t)r->node_capacity, sizeof *r->order);
    free_list(allocator, &r->kept_forces);
    free_list(allocator, &r->found);
    free_list(allocator, &r->now);
    free_list(allocator, &r->last);
    bi_free_array(allocator, r->excess, (size_t)r->excess_capacity, sizeof *r->excess);
    bi_free_array(allocator, r->slots, (size_t)r->slot_capacity, sizeof *r->slots);
    bi_free_array(allocator, r->compliance, (size_t)r->compliance_capacity, sizeof *r->compliance);
    bi_free_array(allocator, r->numbers, (size_t)r->numbers_capacity, sizeof *r->numbers);
    bi_free_array(allocator, r, 1, sizeof *r);
    world->response = NULL;
}
