// SPDX-License-Identifier: MIT
// Which ropes the response solves for.

#include "sim/response/response.h"

#include "core/vec3.h"

// Cycles that a rope is solved for after the last pair was near.
#define ENGAGED_CYCLES 16

// Closer than this share of the least radius beyond touching is near. The usual margins list such pairs.
#define NEAR 0.5

// A link this much longer than at rest is taut.
#define TAUT_STRETCH 1.001

// What a motion without the response may do beside BI_RESPONSE_FREE_GAP: a link this much longer at most.
#define FREE_STRETCH 1.02

static bool is_near(const bi_near *near, double thinnest)
{
    return !near->bend && near->distance < near->reach + NEAR * thinnest;
}

// The ropes of a pair; the same one twice when it is one, or when the other thing is an obstacle.
static void ropes_of(bight_world *world, const bi_near *near, bi_rope *rope[2])
{
    rope[0] = &world->ropes[world->rope_of[near->a]];
    rope[1] = near->obstacle < 0 ? &world->ropes[world->rope_of[near->b]] : rope[0];
}

bool bi_response_needs_list(const bight_world *world)
{
    double thinnest = bi_thinnest(world);
    return world->near_links < (2.0 + NEAR) * thinnest || world->near_obstacles < (1.0 + NEAR) * thinnest;
}

// Some link carries half the greatest force of a hand or more (bi_response_stiffness()).
static bool is_taut(const bight_world *world, const bi_rope *rope)
{
    double most = TAUT_STRETCH * rope->length;
    for (int32_t l = 0; l < bi_link_count(rope); l++) {
        int32_t i = rope->first + l;
        if (v3_length_squared(v3_sub(world->at[bi_next(rope, i)], world->at[i])) > most * most) {
            return true;
        }
    }
    return false;
}

void bi_response_engage(bight_world *world)
{
    // a taut rope stays engaged: let go of, it would be drawn out until a link is torn, and then brought back
    int32_t waiting = 0;
    for (int32_t q = 0; q < world->rope_count; q++) {
        bi_rope *rope = &world->ropes[q];
        bool guest = bi_response_is_guest(rope);
        rope->engaged -= rope->engaged > 1 || (rope->engaged == 1 && (guest || !is_taut(world, rope)));
        waiting += rope->alive;
    }

    // a fine rope that is knotted has many pairs, and one of them tells
    double thinnest = bi_thinnest(world);
    bool rods =
        world->model_count[BIGHT_MODEL_ROD] > 0; // guests that no rod may touch leave again (groups.c)
    for (int32_t i = 0; i < world->near_count && waiting > 0; i++) {
        if (is_near(&world->near[i], thinnest)) {
            bi_rope *rope[2];
            ropes_of(world, &world->near[i], rope);
            for (int32_t k = 0; k < 2; k++) {
                bool was = rope[k]->engaged == ENGAGED_CYCLES;
                bool engages = bi_response_may_solve(rope[k]) || (rods && world->near[i].obstacle < 0);
                rope[k]->engaged = engages ? ENGAGED_CYCLES : rope[k]->engaged;
                waiting -= engages && !was;
            }
        }
    }
}

static bool has_torn_link(const bight_world *world, const bi_rope *rope)
{
    double most = FREE_STRETCH * rope->length;
    for (int32_t l = 0; l < bi_link_count(rope); l++) {
        int32_t i = rope->first + l, j = bi_next(rope, i);
        double now = v3_length_squared(v3_sub(world->at[j], world->at[i]));
        if (now > most * most && now > v3_length_squared(v3_sub(world->before[j], world->before[i]))) {
            return true;
        }
    }
    return false;
}

bool bi_response_engage_more(bight_world *world)
{
    bool more = false;
    for (int32_t i = 0; i < world->near_count; i++) {
        const bi_near *near = &world->near[i];
        bi_rope *rope[2];
        ropes_of(world, near, rope);
        if (near->distance >= BI_RESPONSE_FREE_GAP * near->reach || !bi_response_may_solve_pair(world, near)) {
            continue;
        }
        for (int32_t k = 0; k < 2; k++) {
            more = more || rope[k]->engaged == 0;
            rope[k]->engaged += rope[k]->engaged == 0;
        }
    }
    for (int32_t q = 0; q < world->rope_count; q++) {
        bi_rope *rope = &world->ropes[q];
        if (rope->alive && bi_response_may_solve(rope) && rope->engaged == 0 && has_torn_link(world, rope)) {
            rope->engaged = ENGAGED_CYCLES;
            more = true;
        }
    }
    return more;
}
