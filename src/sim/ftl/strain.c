// SPDX-License-Identifier: MIT

#include "sim/ftl/strain.h"

#include "core/vec3.h"

#define SWEEPS 4

// How much shorter than at rest a link may be. Below that a run that is pushed from both ends would be
// squeezed instead of bending.
#define SHORTEST 0.95

// A taut run has all its links at the limit: those need no sweep.
#define SLACK 1.002

// Squares of the lengths that a link may have, and of those that call for a sweep.
typedef struct limits {
    double shortest, longest;
    double least, greatest;
    double sweep_below, sweep_above;
} limits;

// Ends a and b of a link that is too long or too short move along it, half each, or one of them all of it.
static bool restore_link(bight_vec3 *a, bight_vec3 *b, double squared, bool a_stays, bool b_stays,
                         const limits *limit)
{
    double length = sqrt(squared), wanted = length > limit->longest ? limit->longest : limit->shortest;
    if ((a_stays && b_stays) || !(length > 0.0)) {
        return false;
    }
    double excess = (length - wanted) / length, share = a_stays || b_stays ? 1.0 : 0.5;
    bight_vec3 reach = v3_sub(*b, *a);
    if (!a_stays) {
        *a = v3_madd(*a, share * excess, reach);
    }
    if (!b_stays) {
        *b = v3_madd(*b, -share * excess, reach);
    }
    return true;
}

// One sweep over links low .. high, forward or backward: the node between two links is kept at hand, as the
// next link may have to move it again.
static bool sweep(const bi_rope *rope, const uint8_t *held, bight_vec3 *to, int32_t low, int32_t high,
                  bool forward, const limits *limit, uint8_t stays)
{
    bool changed = false;
    int32_t nodes = rope->count, here = forward ? low : high + 1 < nodes ? high + 1 : 0;
    bight_vec3 at_here = to[here];
    for (int32_t k = low; k <= high; k++) {
        int32_t link = forward ? k : low + high - k, after = link + 1 < nodes ? link + 1 : 0;
        int32_t there = forward ? after : link;
        bight_vec3 at_there = to[there];
        double squared = v3_length_squared(v3_sub(at_there, at_here));
        if (squared > limit->greatest || squared < limit->least) {
            bool here_stays = held[here] & stays, there_stays = held[there] & stays;
            changed |= forward ? restore_link(&to[here], &to[there], squared, here_stays, there_stays, limit)
                               : restore_link(&to[there], &to[here], squared, there_stays, here_stays, limit);
            at_there = to[there];
        }
        here = there;
        at_here = at_there;
    }
    return changed;
}

// Sweeps over the stretch of rope in which links are out of bounds; it grows by a link at both ends each
// time.
static void limit_rope(const bight_world *world, const bi_rope *rope, bight_vec3 *to, uint8_t stays)
{
    limits limit = {.shortest = SHORTEST * rope->length, .longest = world->def.stretch_limit * rope->length};
    limit.least = limit.shortest * limit.shortest;
    limit.greatest = limit.longest * limit.longest;
    limit.sweep_below = limit.least / (SLACK * SLACK);
    limit.sweep_above = limit.greatest * (SLACK * SLACK);

    // from the first link out of bounds to the last
    int32_t links = bi_link_count(rope), low = links, high = -1;
    bight_vec3 *node = to + rope->first, last = node[0];
    for (int32_t k = 0; k < links; k++) {
        bight_vec3 next = node[k + 1 < rope->count ? k + 1 : 0];
        double squared = v3_length_squared(v3_sub(next, last));
        if (squared > limit.sweep_above || squared < limit.sweep_below) {
            low = k < low ? k : low;
            high = k;
        }
        last = next;
    }

    // sweeps to and fro, a link wider each time
    const uint8_t *held = world->held + rope->first;
    for (int32_t round = 0; round < SWEEPS && low <= high; round++) {
        low = low > 0 ? low - 1 : 0;
        high = high < links - 1 ? high + 1 : links - 1;
        if (!sweep(rope, held, node, low, high, round % 2 == 0, &limit, stays)) {
            break;
        }
    }
}

void bi_limit_strain(const bight_world *world, bight_vec3 *to, uint8_t stays)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        if (world->ropes[r].alive && world->ropes[r].model == BIGHT_MODEL_FTL &&
            world->ropes[r].engaged == 0) {
            limit_rope(world, &world->ropes[r], to, stays);
        }
    }
}
