// SPDX-License-Identifier: MIT

#include "sim/taut.h"

#include "core/vec3.h"
#include "sim/near.h"
#include "sim/response/response.h"
#include "sim/rod/link_hand.h"
#include "sim/rod/rod.h"
#include "sim/sleep.h"

#include <string.h>

// Closer than this share of touching is at it. The paper's response puts contacts a slip beyond touching.
#define AT_TOUCH 1.02

// ---- slack -----------------------------------------------------------------------------------------------

void bi_taut_mark(bight_world *world)
{
    memset(world->touched, 0, (size_t)world->node_count * sizeof *world->touched);
    double share = AT_TOUCH + (bi_response_is_solved(world) ? 0.0 : world->def.slip);
    for (int32_t i = 0; i < world->near_count; i++) {
        const bi_near *near = &world->near[i];
        if (near->distance > share * near->reach) {
            continue;
        }
        world->touched[near->a] = world->touched[bi_link_end(world, near->a)] = 1;
        if (near->obstacle < 0) {
            world->touched[near->b] = world->touched[bi_link_end(world, near->b)] = 1;
        }
    }
}

static bool is_fixed(const bight_world *world, int32_t node)
{
    return world->touched[node] != 0 || (world->held[node] & BI_IN_HAND) != 0;
}

// Sum over the runs between fixed nodes of length - distance of the ends, metres; NaN when less than two are fixed. A
// closed rope is walked from its first fixed node once round to it.
static double slack_of(const bight_world *world, const bi_rope *rope)
{
    int32_t end = rope->first + rope->count, first = rope->first;
    while (first < end && !is_fixed(world, first)) {
        first++;
    }
    double slack = 0.0, run = 0.0;
    int32_t from = first, i = first, runs = 0;
    for (int32_t k = 0; k < bi_link_count(rope) && first < end; k++) {
        int32_t next = bi_next(rope, i);
        if (next == rope->first && !rope->closed) {
            break;
        }
        run += v3_distance(world->at[i], world->at[next]);
        i = next;
        if (is_fixed(world, i)) {
            slack += bi_max(run - v3_distance(world->at[from], world->at[i]), 0.0);
            run = 0.0;
            from = i;
            runs++;
        }
    }
    return runs > 0 ? slack : (double)NAN;
}

// ---- tight -----------------------------------------------------------------------------------------------

// A hand nearer to its target than this, in radii, is there.
#define THERE 1e-6

static bool wants_to_go_on(const bight_world *world, const bi_rope_hand *hand)
{
    const bi_rope *rope = &world->ropes[hand->rope];
    bight_vec3 at = world->at[rope->first + hand->node];
    return hand->alive && v3_distance(at, hand->target) > THERE * rope->radius;
}

// The rope stops it, and it comes hardly nearer to its target. Sideways it may still swing.
static bool is_stopped(const bight_world *world, const bi_rope_hand *hand)
{
    const bi_rope *rope = &world->ropes[hand->rope];
    int32_t node = rope->first + hand->node;
    double nearer =
        v3_distance(world->before[node], hand->target) - v3_distance(world->at[node], hand->target);
    return hand->stretched && !hand->blocked && nearer <= BIGHT_TIGHT_MOTION * rope->radius;
}

// A rope whose nodes all go slower than this share of a hand's speed is not on its way any more.
#define CALM 0.05

// @param pulled Receives whether a hand of the rope wants to go on.
static bool is_tight(const bight_world *world, int32_t r, bool *pulled)
{
    const bi_rope *rope = &world->ropes[r];
    *pulled = false;
    bool solved = bi_response_is_solved(world), stopped = solved || world->still_cycles > 0;
    bool by_force = solved && rope->engaged > 0 && rope->rest.pace <= CALM;
    for (int32_t i = 0; i < world->hand_count; i++) {
        const bi_rope_hand *hand = &world->hands[i];
        if (hand->rope == r && wants_to_go_on(world, hand)) {
            *pulled = true;
            stopped = stopped && is_stopped(world, hand);
        }
    }
    return *pulled && stopped && rope->model == BIGHT_MODEL_FTL &&
           (by_force || slack_of(world, rope) <= BIGHT_TIGHT_SLACK * 2.0 * rope->radius);
}

static bool any_obstacle_moved(const bight_world *world)
{
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        const bi_obstacle *obstacle = &world->obstacles[i];
        if (obstacle->alive && memcmp(&obstacle->before, &obstacle->pose, sizeof obstacle->pose) != 0) {
            return true;
        }
    }
    return false;
}

// A rod may turn about itself while its nodes stay. A needle that is pressed against something lags for ever, and rests once
// it turns no more.
static bool any_rod_turns(const bight_world *world)
{
    for (int32_t i = 0; i < world->rope_count; i++) {
        const bi_rope *rope = &world->ropes[i];
        const bi_needle *needle = rope->alive && rope->rod != NULL ? rope->rod->needle : NULL;
        double way =
            rope->alive ? bi_max(bi_response_surface_way(rope), needle != NULL ? needle->way : 0.0) : 0.0;
        if (way > BIGHT_REST_MOTION * rope->radius) {
            return true;
        }
    }
    for (int32_t i = 0; i < world->hand_count; i++) {
        const bi_rope_hand *hand = &world->hands[i];
        if (hand->alive && bi_link_hand_turns(hand)) {
            return true;
        }
    }
    return false;
}

void bi_taut_look(bight_world *world, bight_step_report *report)
{
    // still: not what was cut, for that wanted to move
    bool still = report->advanced >= 1.0 && report->moved <= BIGHT_REST_MOTION * bi_thinnest(world) &&
                 !any_obstacle_moved(world) && !any_rod_turns(world);
    uint64_t inputs = still ? bi_sleep_inputs(world) : 0;
    still = still && (world->still_cycles == 0 || inputs == world->still_inputs);
    world->still_cycles = still ? bi_min_int(world->still_cycles + 1, BIGHT_REST_CYCLES) : 0;
    world->still_inputs = inputs;
    report->rests = world->still_cycles == BIGHT_REST_CYCLES;

    // tight: some rope is pulled, and of those that are each one
    bool some = false, all = true;
    for (int32_t r = 0; r < world->rope_count && all; r++) {
        bool pulled;
        bool tight = world->ropes[r].alive && is_tight(world, r, &pulled);
        if (world->ropes[r].alive) {
            some = some || pulled;
            all = tight || !pulled;
        }
    }
    report->tight = some && all;
}

bight_status bight_rope_get_state(const bight_world *world, bight_rope_id id, bight_rope_state *state)
{
    *state = (bight_rope_state){0};
    const bi_rope *rope = bi_find_rope(world, id);
    if (rope == NULL) {
        return BIGHT_ERROR_STALE;
    }
    bool pulled, limp = rope->model == BIGHT_MODEL_FTL && world->stats.cycles > 0;
    state->slack = limp ? slack_of(world, rope) / (2.0 * rope->radius) : (double)NAN;
    state->tight = world->stats.cycles > 0 && is_tight(world, (int32_t)id.index1 - 1, &pulled);
    return BIGHT_OK;
}
