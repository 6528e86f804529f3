// SPDX-License-Identifier: MIT
// A cycle is a function of the state and of what acts on the world from outside. Where it led from a state to the same
// state once, it will do so again, to the last bit, as long as the same acts on it.

#include "sim/obstacle.h"
#include "sim/sleep.h"

#include "core/hash.h"
#include "core/vec3.h"
#include "geom/pose.h"
#include "sim/response/response.h"

#include <string.h>

uint64_t bi_sleep_inputs(const bight_world *world)
{
    const bight_world_def *def = &world->def;
    uint64_t hash = bi_hash_vec3(BI_HASH_START, def->gravity);
#define X(field, unit, words, least, most, standard) hash = bi_hash_double(hash, def->field);
    BIGHT_WORLD_FIELDS(X)
#undef X
    hash = bi_hash_word(hash, (uint64_t)def->response);
    for (int32_t i = 0; i < world->hand_count; i++) {
        const bi_rope_hand *hand = &world->hands[i];
        hash = bi_hash_word(hash, (uint64_t)hand->generation << 1 | hand->alive);
        hash = bi_hash_word(hash, (uint64_t)(uint32_t)hand->rope << 32 | (uint32_t)hand->node);
        hash = bi_hash_vec3(hash, hand->pulls ? hand->force : hand->target);
    }
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        const bi_obstacle *obstacle = &world->obstacles[i];
        hash = bi_hash_word(hash, (uint64_t)obstacle->generation << 1 | obstacle->alive);
        hash = obstacle->alive ? bi_pose_hash(bi_pose_hash(hash, &obstacle->pose), &obstacle->target) : hash;
        hash = bi_friction_hash(hash, obstacle);
    }
    return hash;
}

// All that decides the next cycle besides its inputs: what the world's hash has, and the list of near pairs.
static uint64_t state_of(const bight_world *world)
{
    uint64_t hash =
        bi_hash_word(bight_world_hash(world), (uint64_t)world->near_count << 1 | world->near_valid);
    hash = bi_hash_double(bi_hash_double(hash, world->near_links), world->near_obstacles);
    hash = bi_hash_double(hash, world->shortest_middle);
    for (int32_t i = 0; i < world->near_count; i++) {
        const bi_near *near = &world->near[i];
        hash = bi_hash_word(hash, (uint64_t)(uint32_t)near->a << 32 | (uint32_t)near->b);
        hash = bi_hash_double(bi_hash_double(hash, near->distance), near->reach);
    }
    for (int32_t i = 0; i < world->hand_count; i++) {
        hash = bi_hash_double(hash, world->hands[i].pull);
    }
    return hash;
}

// Spring ropes have a clock, and sheets move between cycles.
static bool may_sleep(const bight_world *world)
{
    return !world->sleep.never && world->node_count > 0 && world->sheet_count == 0 &&
           world->model_count[BIGHT_MODEL_SPRING] == 0;
}

static bool nothing_moved(const bight_world *world, bool shifts, const bight_step_report *report)
{
    if (shifts || report->advanced < 1.0 || report->moved > 0.0 || world->still_cycles < 2) {
        return false;
    }
    for (int32_t i = 0; i < world->node_count; i++) {
        bight_vec3 at = world->at[i], before = world->before[i];
        if (at.x != before.x || at.y != before.y || at.z != before.z) {
            return false; // by so little that its square is nothing
        }
    }
    return true;
}

void bi_sleep_keep(bight_world *world)
{
    if (world->still_cycles < BIGHT_REST_CYCLES || !bi_response_is_solved(world) ||
        world->still_inputs != bi_sleep_inputs(world)) {
        return;
    }
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        if (rope->alive && bi_response_may_solve(rope) && rope->engaged == 0) {
            memcpy(world->at + rope->first, world->before + rope->first,
                   (size_t)rope->count * sizeof *world->at);
        }
    }
}

// Sums that a cycle adds to, one list for taking the difference and for adding it.
#define SUMS(X)                                                                                              \
    X(cycles) X(certified) X(cuts) X(rollbacks) X(response_cuts) X(swept_tests) X(contacts) X(stretch_stops)

void bi_sleep_look(bight_world *world, bool shifts, const bight_world_stats *before,
                   const bight_step_report *report)
{
    bi_sleep *sleep = &world->sleep;
    if (!may_sleep(world) || !nothing_moved(world, shifts, report)) {
        sleep->state = 0;
        return;
    }

    // the cycle that ends as the one before it ended has led from a state to itself
    uint64_t state = state_of(world) | 1;
    sleep->asleep = state == sleep->state;
    sleep->state = state;
    if (sleep->asleep) {
        sleep->report = *report;
#define X(sum) sleep->added.sum = world->stats.sum - before->sum;
        SUMS(X)
#undef X
    }
}

bool bi_sleep_goes_on(bight_world *world, bight_step_report *report)
{
    bi_sleep *sleep = &world->sleep;
    if (!sleep->asleep) {
        return false;
    }
    if (world->still_inputs != bi_sleep_inputs(world)) {
        sleep->asleep = false;
        sleep->state = 0;
        return false;
    }

#define X(sum) world->stats.sum += sleep->added.sum;
    SUMS(X)
#undef X
    world->still_cycles = bi_min_int(world->still_cycles + 1, BIGHT_REST_CYCLES);
    sleep->report.rests = world->still_cycles == BIGHT_REST_CYCLES;
    if (report != NULL) {
        *report = sleep->report;
    }
    return true;
}
