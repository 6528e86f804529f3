// SPDX-License-Identifier: MIT
// The row of rods under constraint projection (Wang, Komura 2012).

#include "sim/model.h"

#include "core/vec3.h"
#include "sim/projection/contact.h"
#include "sim/projection/projection.h"

static bight_status check(const bight_world *world, const bight_rope_def *def, bight_error *error)
{
    (void)world;
    return bi_projection_rope_check(&def->projection, error);
}

// The scratch of all projection ropes comes with the first of them.
static bight_status make(bight_world *world, bi_rope *rope, const bight_rope_def *def)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    if (world->projection == NULL) {
        world->projection = bi_new_array(allocator, 1, sizeof *world->projection);
    }
    if (world->projection != NULL) {
        rope->projection = bi_projection_rope_make(allocator, &def->projection, rope->count, rope->closed);
    }
    return rope->projection != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
}

static void free_rope(const bight_allocator *allocator, bi_rope *rope)
{
    bi_projection_rope_free(allocator, rope->projection);
    rope->projection = NULL;
}

static size_t bytes(const bi_rope *rope)
{
    return bi_projection_rope_bytes(rope->projection);
}

static void free_shared(bight_world *world)
{
    bi_projection_solver_free(&world->def.env.allocator, world->projection);
}

static size_t bytes_shared(const bight_world *world)
{
    return bi_projection_solver_bytes(world->projection);
}

// After what all ropes have of other models, as the golden hashes have it.
static uint64_t hash_shared(uint64_t hash, const bight_world *world)
{
    for (int32_t i = 0; i < world->rope_count; i++) {
        if (world->ropes[i].alive && world->ropes[i].projection != NULL) {
            hash = bi_projection_rope_hash(hash, world->ropes[i].projection);
        }
    }
    return hash;
}

// Every pair that may meet in the next cycle is a constraint of it, and no node moves more than a radius.
static bi_near_margin margin(const bight_world *world, bi_near_margin others)
{
    double reach = 2.0 * bi_thinnest(world);
    others.links = bi_max(others.links, reach);
    others.obstacles = bi_max(others.obstacles, reach);
    return others;
}

static double speed_limit(const bight_world *world)
{
    (void)world;
    return 1.0;
}

const bi_model bi_projection_model = {.check = check,
                                      .make = make,
                                      .free = free_rope,
                                      .bytes = bytes,
                                      .free_shared = free_shared,
                                      .bytes_shared = bytes_shared,
                                      .hash_shared = hash_shared,
                                      .margin = margin,
                                      .propose = bi_move_rods,
                                      .commit = bi_commit_rods,
                                      .speed_limit = speed_limit};
