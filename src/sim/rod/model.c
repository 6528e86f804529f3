// SPDX-License-Identifier: MIT
// The row of elastic rods.

#include "sim/model.h"

#include "core/vec3.h"
#include "sim/rod/rod.h"

// dt^2 / m
static double give(const bi_rope *rope, int32_t node)
{
    double dt = rope->rod->def.time_step;
    return dt * dt / bi_rod_mass(rope, node);
}

// Radii beyond touching that pairs are listed at, at least and at most: more for fast rods.
#define LEAST_MARGIN 1.2
#define MOST_MARGIN 8.0

// Both sides of a pair may come as fast as the fastest node.
static bi_near_margin margin(const bight_world *world, bi_near_margin others)
{
    double least = HUGE_VAL, fast = 0.0;
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        for (int32_t i = 0; bi_is_rod(rope) && i < rope->rod->nodes; i++) {
            double way = rope->rod->def.time_step * rope->rod->def.time_step;
            fast = bi_max(fast, way * v3_length_squared(rope->rod->velocity[i]));
        }
        least = bi_is_rod(rope) ? bi_min(least, rope->radius) : least;
    }
    double reach = bi_min(bi_max(LEAST_MARGIN * least, 2.2 * sqrt(fast)), MOST_MARGIN * least);
    others.links = bi_max(others.links, reach);
    others.obstacles = bi_max(others.obstacles, bi_max(reach, 1.4 * least));
    return others;
}

// The solver leads nodes to the aims.
static void lead(bight_world *world, bi_rope_hand *hand, bight_vec3 by)
{
    hand->aim = v3_add(world->at[world->ropes[hand->rope].first + hand->node], by);
}

const bi_model bi_rod_model = {.check = bi_rod_check,
                               .make = bi_rod_make,
                               .free = bi_rod_free,
                               .bytes = bi_rod_bytes,
                               .hash = bi_rod_hash,
                               .give = give,
                               .free_shared = bi_rod_free_shared,
                               .bytes_shared = bi_rod_bytes_shared,
                               .hash_shared = bi_rod_hash_shared,
                               .margin = margin,
                               .propose = bi_rods_propose,
                               .commit = bi_rods_commit,
                               .stretches = true,
                               .lead = lead,
                               .solves_contact = true};
