// SPDX-License-Identifier: MIT
// What all files of the room ask of a world: things by their ids, places for new ones, the thinnest rope.

#include "sim/world_state.h"

#include "core/vec3.h"
#include "sim/sheet/sheet.h"

#include <string.h>

void bi_world_restored(bight_world *world)
{
    world->near_valid = false;
    world->near_count = 0;
    world->sleep.asleep = false;
    world->sleep.state = 0;
}

void bi_world_edited(bight_world *world)
{
    bi_world_restored(world);
    world->contact_count = 0;
    bi_world_woken(world);
    if (world->node_count > 0) {
        memset(world->touched, 0, (size_t)world->node_count * sizeof *world->touched);
    }
}

bight_status bi_world_reserve_nodes(bight_world *world, int64_t more)
{
    BI_ASSERT(more >= 0 && world->arena_used == 0);
    int64_t needed = world->node_count + more;
    if (needed > BIGHT_MAX_NODES) {
        return BIGHT_ERROR_TOO_LARGE;
    }

    if (needed <= world->node_capacity) {
        return BIGHT_OK;
    }

    // all or nothing: the old arrays stay until every new one is there
    int64_t doubled = 2 * (int64_t)world->node_capacity;
    size_t capacity = (size_t)(doubled > needed ? doubled : needed);
    capacity = capacity > BIGHT_MAX_NODES ? BIGHT_MAX_NODES : capacity;
    const bight_allocator *allocator = &world->def.env.allocator;
    bool complete = true;
#define X(type, name)                                                                                        \
    type *new_##name = bi_new_array(allocator, capacity, sizeof(type));                                      \
    complete = complete && new_##name != NULL;
    BI_NODE_ARRAYS(X)
#undef X

    // copy what there is, or take back what was made
    size_t used = (size_t)world->node_count, old_capacity = (size_t)world->node_capacity;
#define X(type, name)                                                                                        \
    if (complete) {                                                                                          \
        if (used > 0) {                                                                                      \
            memcpy(new_##name, world->name, used * sizeof(type));                                            \
        }                                                                                                    \
        bi_free_array(allocator, world->name, old_capacity, sizeof(type));                                   \
        world->name = new_##name;                                                                            \
    } else {                                                                                                 \
        bi_free_array(allocator, new_##name, capacity, sizeof(type));                                        \
    }

    BI_NODE_ARRAYS(X)
#undef X

    if (!complete) {
        return BIGHT_ERROR_NO_MEMORY;
    }

    world->node_capacity = (int32_t)capacity;
    return BIGHT_OK;
}

bi_rope *bi_find_rope(const bight_world *world, bight_rope_id id)
{
    if (id.index1 == 0 || id.index1 > (uint32_t)world->rope_count) {
        return NULL;
    }
    bi_rope *rope = &world->ropes[id.index1 - 1];
    return rope->alive && rope->generation == id.generation ? rope : NULL;
}

bi_rope_hand *bi_find_hand(const bight_world *world, bight_hand_id id)
{
    if (id.index1 == 0 || id.index1 > (uint32_t)world->hand_count) {
        return NULL;
    }
    bi_rope_hand *hand = &world->hands[id.index1 - 1];
    return hand->alive && hand->generation == id.generation ? hand : NULL;
}

bi_obstacle *bi_find_obstacle(const bight_world *world, bight_obstacle_id id)
{
    if (id.index1 == 0 || id.index1 > (uint32_t)world->obstacle_count) {
        return NULL;
    }
    bi_obstacle *obstacle = &world->obstacles[id.index1 - 1];
    bool found = obstacle->alive && obstacle->sheet == NULL && obstacle->generation == id.generation;
    return found ? obstacle : NULL;
}

bi_obstacle *bi_find_sheet(const bight_world *world, bight_sheet_id id)
{
    if (id.index1 == 0 || id.index1 > (uint32_t)world->obstacle_count) {
        return NULL;
    }
    bi_obstacle *obstacle = &world->obstacles[id.index1 - 1];
    return obstacle->alive && obstacle->sheet != NULL && obstacle->generation == id.generation ? obstacle
                                                                                               : NULL;
}

bight_status bi_take_obstacle(bight_world *world, int32_t *slot)
{
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        if (!world->obstacles[i].alive) {
            *slot = i;
            return BIGHT_OK;
        }
    }

    // none is free
    bight_status status = bi_reserve(&world->def.env.allocator, &world->obstacles, &world->obstacle_capacity,
                                     (int64_t)world->obstacle_count + 1, sizeof *world->obstacles);
    if (status == BIGHT_OK) {
        *slot = world->obstacle_count++;
        world->obstacles[*slot] = (bi_obstacle){0};
    }
    return status;
}

double bi_thinnest(const bight_world *world)
{
    double thinnest = HUGE_VAL;
    for (int32_t i = 0; i < world->rope_count; i++) {
        if (world->ropes[i].alive && world->ropes[i].radius < thinnest) {
            thinnest = world->ropes[i].radius;
        }
    }
    return thinnest;
}

double bi_crossing_floor(const bight_world *world)
{
    return 1e-4 * bi_thinnest(world);
}
