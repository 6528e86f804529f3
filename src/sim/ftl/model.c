// SPDX-License-Identifier: MIT
// The row of Follow The Leader (Brown, Latombe, Montgomery 2004).

#include "sim/model.h"
#include "sim/response/response.h"

#include "core/vec3.h"
#include "sim/arena.h"
#include "sim/contact.h"
#include "sim/ftl/cluster.h"
#include "sim/ftl/follow.h"
#include "sim/ftl/gravity.h"
#include "sim/ftl/strain.h"

static bight_status make(bight_world *world, bi_rope *rope, const bight_rope_def *def)
{
    (void)def;
    if (!rope->closed) {
        return BIGHT_OK;
    }
    return bi_reserve(&world->def.env.allocator, &world->unrolled, &world->unrolled_capacity,
                      4 * ((int64_t)rope->count + 1), sizeof *world->unrolled);
}

static void free_shared(bight_world *world)
{
    bi_free_array(&world->def.env.allocator, world->unrolled, (size_t)world->unrolled_capacity,
                  sizeof *world->unrolled);
    bi_free_array(&world->def.env.allocator, world->bodies, (size_t)world->body_capacity,
                  sizeof *world->bodies);
    bi_free_array(&world->def.env.allocator, world->runs, (size_t)world->run_capacity, sizeof *world->runs);
}

static size_t bytes_shared(const bight_world *world)
{
    return (size_t)world->unrolled_capacity * sizeof *world->unrolled +
           (size_t)world->body_capacity * sizeof *world->bodies +
           (size_t)world->run_capacity * sizeof *world->runs;
}

// Links in contact lead besides the hands, and those of one cluster move together.
static int32_t hold(bight_world *world)
{
    if (bi_response_is_solved(world)) {
        return 0;
    }
    bi_hold_contacts(world);
    return world->contact_count > 0 ? bi_group_clusters(world) : 0;
}

// FTL: free nodes follow held ones.
static void follow(bight_world *world)
{
    size_t mark = bi_arena_mark(world);
    int32_t *leaders = bi_arena_take(world, sizeof *leaders);
    for (int32_t i = 0; i < world->rope_count; i++) {
        const bi_rope *rope = &world->ropes[i];
        if (rope->alive && rope->model == BIGHT_MODEL_FTL && rope->engaged == 0) {
            bi_follow(world, rope, leaders + rope->first);
        }
    }
    bi_arena_release(world, mark);
}

// Clusters move as bodies by what the leaders suggested.
static bight_status move_clusters(bight_world *world)
{
    size_t mark = bi_arena_mark(world);
    world->ftl.body_of = bi_arena_take(world, sizeof *world->ftl.body_of);
    world->ftl.body_nodes = bi_arena_take(world, sizeof *world->ftl.body_nodes);
    bight_status status = bi_move_clusters(world);
    bi_arena_release(world, mark);
    return status;
}

static bight_status propose(bight_world *world)
{
    // leaders' suggestions last from the first to the second
    size_t mark = bi_arena_mark(world);
    world->ftl.left = bi_arena_take(world, sizeof *world->ftl.left);
    world->ftl.right = bi_arena_take(world, sizeof *world->ftl.right);
    follow(world);
    bight_status status =
        world->contact_count > 0 && !bi_response_is_solved(world) ? move_clusters(world) : BIGHT_OK;
    world->ftl = (bi_ftl_scratch){0};
    bi_arena_release(world, mark);

    // gravity and loads come last
    bi_sink(world);
    return status;
}

static void release(bight_world *world)
{
    if (!bi_response_is_solved(world)) {
        bi_free_contacts(world);
        bi_ungroup_clusters(world);
    }
}

static void limit_strain(const bight_world *world, bight_vec3 *to)
{
    bi_limit_strain(world, to, BI_IN_HAND);
}

static void lead(bight_world *world, bi_rope_hand *hand, bight_vec3 by)
{
    int32_t node = world->ropes[hand->rope].first + hand->node;
    world->at[node] = v3_add(world->at[node], by);
}

static double speed_limit(const bight_world *world)
{
    return world->def.speed_limit;
}

const bi_model bi_ftl_model = {.make = make,
                               .free_shared = free_shared,
                               .bytes_shared = bytes_shared,
                               .hold = hold,
                               .propose = propose,
                               .release = release,
                               .newton = bi_response_newton,
                               .limit_strain = limit_strain,
                               .lead = lead,
                               .holds = true,
                               .speed_limit = speed_limit};
