// SPDX-License-Identifier: MIT

#include "sim/strain.h"

#include "core/vec3.h"

#define SWEEPS 4

// How much shorter than at rest a link may be. Below that a strand that is pushed from both ends would be
// squeezed instead of bending.
#define SHORTEST 0.95

// A taut strand has all its links at the limit: those need no sweep.
#define SLACK 1.002

// Squares of the lengths that a link may have, and of those that call for a sweep.
typedef struct limits {
    double shortest, longest;
    double sweep_below, sweep_above;
} limits;

static double length_squared(const bight_vec3 *to, int32_t a, int32_t b)
{
    return v3_length_squared(v3_sub(to[b], to[a]));
}

static bool restore_link(const bight_world *world, bight_vec3 *to, int32_t a, int32_t b, const limits *limit,
                         uint8_t stays)
{
    double squared = length_squared(to, a, b);
    if (squared <= limit->longest * limit->longest && squared >= limit->shortest * limit->shortest) {
        return false;
    }
    bool a_stays = world->held[a] & stays, b_stays = world->held[b] & stays;
    double length = sqrt(squared), wanted = length > limit->longest ? limit->longest : limit->shortest;
    if ((a_stays && b_stays) || !(length > 0.0)) {
        return false;
    }
    double excess = (length - wanted) / length, share = a_stays || b_stays ? 1.0 : 0.5;
    bight_vec3 reach = v3_sub(to[b], to[a]);
    if (!a_stays) {
        to[a] = v3_madd(to[a], share * excess, reach);
    }
    if (!b_stays) {
        to[b] = v3_madd(to[b], -share * excess, reach);
    }
    return true;
}

// Sweeps over the stretch of rope in which links are out of bounds; it grows by a link at both ends each time.
static void limit_rope(const bight_world *world, const bi_rope *rope, bight_vec3 *to, uint8_t stays)
{
    limits limit = {.shortest = SHORTEST * rope->length, .longest = world->def.stretch_limit * rope->length};
    limit.sweep_below = limit.shortest * limit.shortest / (SLACK * SLACK);
    limit.sweep_above = limit.longest * limit.longest * (SLACK * SLACK);
    int32_t links = bi_link_count(rope), low = links, high = -1;
    for (int32_t k = 0; k < links; k++) {
        int32_t link = rope->first + k;
        double squared = length_squared(to, link, bi_next(rope, link));
        if (squared > limit.sweep_above || squared < limit.sweep_below) {
            low = k < low ? k : low;
            high = k;
        }
    }
    for (int32_t sweep = 0; sweep < SWEEPS && low <= high; sweep++) {
        bool changed = false;
        low = low > 0 ? low - 1 : 0;
        high = high < links - 1 ? high + 1 : links - 1;
        for (int32_t k = low; k <= high; k++) {
            int32_t link = rope->first + (sweep % 2 == 0 ? k : low + high - k);
            changed |= restore_link(world, to, link, bi_next(rope, link), &limit, stays);
        }
        if (!changed) {
            break;
        }
    }
}

void bi_limit_strain(const bight_world *world, bight_vec3 *to, uint8_t stays)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        if (world->ropes[r].alive) {
            limit_rope(world, &world->ropes[r], to, stays);
        }
    }
}
