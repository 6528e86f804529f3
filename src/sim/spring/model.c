// SPDX-License-Identifier: MIT
// The row of springs (Phillips, Ladd, Kavraki 2002).

#include "sim/model.h"

#include "core/hash.h"
#include "core/vec3.h"
#include "sim/spring/spring.h"

static bight_status check(const bight_world *world, const bight_rope_def *def, bight_error *error)
{
    return bi_spring_check(world, &def->spring, error);
}

static bight_status make(bight_world *world, bi_rope *rope, const bight_rope_def *def)
{
    return bi_springs_make(world, rope, &def->spring, def->link_length);
}

static void free_rope(const bight_allocator *allocator, bi_rope *rope)
{
    bi_springs_free(allocator, rope->springs);
    rope->springs = NULL;
}

static size_t bytes(const bi_rope *rope)
{
    return bi_springs_bytes(rope->springs);
}

static double rest_length(const bi_rope *rope, int32_t link)
{
    BI_ASSERT(link >= 0 && link < bi_link_count(rope));
    return rope->springs->point[link].rest;
}

// dt^2 / m
static double give(const bi_rope *rope, int32_t node)
{
    BI_ASSERT(node >= 0 && node < rope->count);
    double mass = bi_point_mass(&rope->springs->point[node]), dt = rope->springs->def.time_step;
    return mass > 0.0 ? dt * dt / mass : 0.0;
}

static void free_shared(bight_world *world)
{
    bi_events_free(&world->def.env.allocator, &world->events);
}

static size_t bytes_shared(const bight_world *world)
{
    return bi_events_bytes(&world->events);
}

static uint64_t hash_shared(uint64_t hash, const bight_world *world)
{
    return bi_hash_double(hash, world->spring_excess);
}

// A blocked hand waits: what it kept from moving has a cycle to move before the hand tries again.
static void lead(bight_world *world, bi_rope_hand *hand, bight_vec3 by)
{
    int32_t node = world->ropes[hand->rope].first + hand->node;
    world->at[node] = hand->blocked ? world->at[node] : v3_add(world->at[node], by);
}

const bi_model bi_spring_model = {.check = check,
                                  .room = bi_spring_room,
                                  .make = make,
                                  .free = free_rope,
                                  .bytes = bytes,
                                  .hash = bi_springs_hash,
                                  .rest_length = rest_length,
                                  .give = give,
                                  .free_shared = free_shared,
                                  .bytes_shared = bytes_shared,
                                  .hash_shared = hash_shared,
                                  .margin = bi_springs_margin,
                                  .begin = bi_springs_begin,
                                  .propose = bi_springs_move,
                                  .cut = bi_springs_cut,
                                  .end = bi_springs_end,
                                  .restore = bi_springs_restore,
                                  .stretches = true,
                                  .lead = lead,
                                  .shift = bi_spring_shift,
                                  .strike = bi_spring_strike};
