// SPDX-License-Identifier: MIT
// Whether the motion that was found is one to make: the last word on gaps and lengths before the proof.

#include "sim/response/response.h"

#include "core/vec3.h"
#include "sim/near.h"

// Least share of touching that a pair may be led to, and greatest length of a link over its rest length.
#define LEAST_GAP 0.985
#define LEAST_GAP_OF_RODS 0.99
#define MOST_STRETCH 1.02

// By less than these shares a state has not become worse.
#define SAME_GAP 1e-9
#define SAME_LENGTH 1e-12

static double least_gap(const bight_world *world)
{
    return world->response->newtons > 0.0 ? LEAST_GAP_OF_RODS : LEAST_GAP;
}

typedef void (*act_on)(bight_world *world, int32_t node);

// How far apart a pair of the group is now.
static double distance_of(const bight_world *world, int32_t index)
{
    const bi_response *r = world->response;
    return r->looked ? r->sights[index].distance : bi_near_distance(world, &world->near[index], true);
}

// The pairs of the group that may have sunk in: the others are too far apart.
static const int32_t *pairs_of(const bi_response *r, int32_t *count)
{
    *count = r->looked ? r->close_count : r->pair_count;
    return r->looked ? r->close : r->pairs;
}

static bool is_torn(const bight_world *world, const bi_rope *rope, int32_t i, int32_t j)
{
    double now = v3_length_squared(v3_sub(world->at[j], world->at[i])), most = MOST_STRETCH * rope->length;
    if (!(now > most * most)) {
        return false;
    }
    if (rope->rod != NULL) {
        // a rod is as long as its tension makes it, and may become so step by step
        double before = v3_distance(world->before[j], world->before[i]);
        most = bi_max(most, before + (MOST_STRETCH - 1.0) * rope->length);
    }
    return now > most * most &&
           now > v3_length_squared(v3_sub(world->before[j], world->before[i])) * (1.0 + SAME_LENGTH);
}

// Links close along the rope touch in any bend: they are pushed apart, and no more is asked of them.
// @param floor The share of touching that is asked for where the pair becomes worse.
static bool is_sunk(const bight_world *world, int32_t index, double floor)
{
    const bi_near *near = &world->near[index];
    if (near->bend) {
        return false;
    }
    double now = distance_of(world, index);
    return now < floor * near->reach && now < world->response->sights[index].start - SAME_GAP * near->reach;
}

// Where some have sunk into each other they can be drawn apart only if one may become worse while others become
// better: no pair below the worst of the group, and the sum of (least - gap)^2 not greater than it was.
static double floor_of(const bight_world *world)
{
    double least = least_gap(world), floor = least, before = 0.0, after = 0.0;
    const bi_response *r = world->response;
    int32_t count;
    const int32_t *pairs = pairs_of(r, &count);
    for (int32_t g = 0; g < count; g++) {
        int32_t k = pairs[g];
        const bi_near *near = &world->near[k];
        const bi_sight *sight = &r->sights[k];
        if (near->bend) {
            continue;
        }
        double old = sight->start / near->reach, lack = bi_max(least - old, 0.0);
        floor = bi_min(floor, old);
        before += lack * lack;
        lack = bi_max(least - distance_of(world, k) / near->reach, 0.0);
        after += lack * lack;
    }
    return after <= before ? floor : least;
}

// Call act() for the nodes of all that does not fit; with act NULL stop at the first.
static bool any_misfit(bight_world *world, act_on act, double floor)
{
    const bi_response *r = world->response;
    bool any = false;

    // links
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        for (int32_t l = 0; l < bi_link_count(rope) && !bi_response_is_guest(rope); l++) {
            int32_t i = rope->first + l, j = bi_next(rope, i);
            if (!is_torn(world, rope, i, j)) {
                continue;
            }
            if (act == NULL) {
                return true;
            }
            any = true;
            act(world, i);
            act(world, j);
        }
    }

    // pairs, of which one side or both are solved for
    int32_t count;
    const int32_t *pairs = pairs_of(r, &count);
    for (int32_t g = 0; g < count; g++) {
        int32_t k = pairs[g];
        const bi_near *near = &world->near[k];
        bool a = bi_response_solves(world, world->rope_of[near->a]);
        bool b = near->obstacle < 0 && bi_response_solves(world, world->rope_of[near->b]);
        if (!is_sunk(world, k, floor)) {
            continue;
        }
        if (act == NULL) {
            return true;
        }
        any = true;
        if (a) {
            act(world, near->a);
            act(world, bi_link_end(world, near->a));
        }
        if (b) {
            act(world, near->b);
            act(world, bi_link_end(world, near->b));
        }
    }
    return any;
}

static void stay(bight_world *world, int32_t node)
{
    world->at[node] = world->before[node];
    world->response->looked = false;
}

bool bi_response_fits(bight_world *world)
{
    return !any_misfit(world, NULL, floor_of(world));
}

bool bi_response_freeze(bight_world *world, int32_t rounds)
{
    bool any = true;
    for (int32_t k = 0; k < rounds && any; k++) {
        any = any_misfit(world, stay, least_gap(world));
    }
    return !any;
}
