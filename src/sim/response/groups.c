// SPDX-License-Identifier: MIT
// Ropes that may touch each other form a group, which is solved by itself: it has lists of its own, so that many groups
// cost no more than their sum.

#include "sim/response/response.h"

#include "sim/rod/rod.h"

static int32_t root_of(bight_world *world, int32_t rope)
{
    while (world->ropes[rope].group != rope) {
        rope = world->ropes[rope].group;
    }
    return rope;
}

static bool has_rod(const bight_world *world, int32_t group)
{
    bool any = false;
    for (int32_t q = group; q < world->rope_count && !any; q++) {
        any = world->ropes[q].alive && world->ropes[q].rod != NULL && world->ropes[q].group == group;
    }
    return any;
}

static void join(bight_world *world)
{
    for (int32_t q = 0; q < world->rope_count; q++) {
        world->ropes[q].group = q;
    }
    for (int32_t i = 0; i < world->near_count; i++) {
        const bi_near *near = &world->near[i];
        int32_t a = world->rope_of[near->a], b = near->obstacle < 0 ? world->rope_of[near->b] : a;
        if (a != b && world->ropes[a].engaged > 0 && world->ropes[b].engaged > 0 &&
            bi_response_may_solve_pair(world, near)) {
            a = root_of(world, a);
            b = root_of(world, b);
            world->ropes[a > b ? a : b].group = a < b ? a : b;
        }
    }
    for (int32_t q = 0; q < world->rope_count; q++) {
        world->ropes[q].group = root_of(world, q);
    }
}

int32_t bi_response_group(bight_world *world)
{
    int32_t engaged = 0;
    for (int32_t q = 0; q < world->rope_count; q++) {
        engaged += world->ropes[q].alive && world->ropes[q].engaged > 0;
    }
    if (engaged == 0) {
        return 0;
    }
    join(world);

    // a guest that no rod may touch in this cycle, by way of other ropes either, is none
    bool left = false;
    for (int32_t q = 0; q < world->rope_count; q++) {
        bi_rope *rope = &world->ropes[q];
        if (rope->alive && bi_response_is_guest(rope) && !has_rod(world, rope->group)) {
            rope->engaged = 0;
            engaged--;
            left = true;
        }
    }
    if (left) {
        join(world);
    }
    return engaged;
}

// The group of what lies on one or two ropes, or -1 when neither is solved for.
static int32_t group_of(const bight_world *world, int32_t a, int32_t b)
{
    const bi_rope *first = &world->ropes[a], *second = &world->ropes[b];
    return first->engaged > 0 ? first->group : second->engaged > 0 ? second->group : -1;
}

static int32_t group_of_rope(const bight_world *world, int32_t rope)
{
    return world->ropes[rope].alive ? group_of(world, rope, rope) : -1;
}

// A pair of ropes of two models, none of them a rod, is left to the usual law, which shifts both: solved for as a wall one
// would stop what presses on it.
static int32_t group_of_pair(const bight_world *world, int32_t pair)
{
    const bi_near *near = &world->near[pair];
    int32_t a = world->rope_of[near->a], b = near->obstacle < 0 ? world->rope_of[near->b] : a;
    bool apart = near->bend && world->ropes[a].rod != NULL; // a rod's own stiffness keeps its bends open
    return !apart && bi_response_may_solve_pair(world, near) ? group_of(world, a, b) : -1;
}

static int32_t group_of_force(const bight_world *world, int32_t force)
{
    const bi_grip *grip = &world->response->kept_forces.grips[force];
    int32_t a = world->rope_of[grip->a];
    return group_of(world, a, grip->obstacle < 0 ? world->rope_of[grip->b] : a);
}

// Counting sort: each group's items in their own order.
static bight_status sort_by_group(const bight_world *world, bi_by_group *by, int32_t count,
                                  int32_t (*group)(const bight_world *world, int32_t item))
{
    const bight_allocator *allocator = &world->def.env.allocator;
    bight_status status =
        bi_reserve(allocator, &by->item, &by->item_capacity, (int64_t)count + 1, sizeof *by->item);
    if (status == BIGHT_OK) {
        status = bi_reserve(allocator, &by->begin, &by->begin_capacity, (int64_t)world->rope_count + 2,
                            sizeof *by->begin);
    }
    if (status != BIGHT_OK) {
        return status;
    }

    // begin[g + 2] counts group g, then begin[g + 1] is where it begins, and in the end begin[g]
    for (int32_t g = 0; g < world->rope_count + 2; g++) {
        by->begin[g] = 0;
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t g = group(world, i);
        by->begin[g + 2] += g >= 0;
    }
    for (int32_t g = 0; g < world->rope_count; g++) {
        by->begin[g + 2] += by->begin[g + 1];
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t g = group(world, i);
        if (g >= 0) {
            by->item[by->begin[g + 1]++] = i;
        }
    }
    return BIGHT_OK;
}

bight_status bi_response_sort_groups(bight_world *world)
{
    bi_response *r = world->response;
    bight_status status = sort_by_group(world, &r->ropes_of, world->rope_count, group_of_rope);
    if (status == BIGHT_OK) {
        status = sort_by_group(world, &r->pairs_of, world->near_count, group_of_pair);
    }
    if (status == BIGHT_OK) {
        status = sort_by_group(world, &r->forces_of, r->kept_forces.count, group_of_force);
    }
    return status;
}

void bi_response_take_group(bight_world *world, int32_t group)
{
    bi_response *r = world->response;
    r->group = group;
    r->ropes = r->ropes_of.item + r->ropes_of.begin[group];
    r->rope_count = r->ropes_of.begin[group + 1] - r->ropes_of.begin[group];
    r->pairs = r->pairs_of.item + r->pairs_of.begin[group];
    r->pair_count = r->pairs_of.begin[group + 1] - r->pairs_of.begin[group];
    r->newtons = 0.0;
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        r->newtons = rope->rod != NULL ? bi_max(r->newtons, rope->rod->def.hand_force) : r->newtons;
    }
}

static size_t by_group_bytes(const bi_by_group *by)
{
    return ((size_t)by->item_capacity + (size_t)by->begin_capacity) * sizeof *by->item;
}

size_t bi_response_group_bytes(const bi_response *r)
{
    return by_group_bytes(&r->ropes_of) + by_group_bytes(&r->pairs_of) + by_group_bytes(&r->forces_of);
}

static void free_by_group(const bight_allocator *allocator, const bi_by_group *by)
{
    bi_free_array(allocator, by->item, (size_t)by->item_capacity, sizeof *by->item);
    bi_free_array(allocator, by->begin, (size_t)by->begin_capacity, sizeof *by->begin);
}

void bi_response_free_groups(const bi_response *r, const bight_allocator *allocator)
{
    free_by_group(allocator, &r->ropes_of);
    free_by_group(allocator, &r->pairs_of);
    free_by_group(allocator, &r->forces_of);
}
