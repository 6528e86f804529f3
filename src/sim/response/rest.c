// SPDX-License-Identifier: MIT
// How a group moved: whether it rests, and how much its contacts are dragged in the next cycle.

#include "sim/obstacle.h"
#include "sim/response/response.h"

#include "core/hash.h"
#include "core/vec3.h"
#include "geom/pose.h"
#include "sim/load.h"
#include "sim/rod/rod.h"

uint64_t bi_response_inputs(const bight_world *world)
{
    const bight_world_def *def = &world->def;
    uint64_t hash = bi_hash_vec3(BI_HASH_START, def->gravity);
    hash = bi_hash_double(bi_hash_double(hash, def->friction), def->speed_limit);
    const bi_response *r = world->response;
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        hash = bi_hash_word(hash, (uint64_t)(uint32_t)r->ropes[g] << 32 | rope->generation);
        hash = rope->loaded ? bi_load_hash(hash, rope) : hash;
    }
    for (int32_t h = 0; h < world->hand_count; h++) {
        const bi_rope_hand *hand = &world->hands[h];
        if (hand->alive && bi_response_solves(world, hand->rope)) {
            hash = bi_hash_word(hash, (uint64_t)(uint32_t)hand->rope << 32 | (uint32_t)hand->node);
            hash = bi_hash_vec3(hash, hand->pulls ? hand->force : hand->target);
        }
    }
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        const bi_obstacle *obstacle = &world->obstacles[i];
        hash = bi_hash_word(hash, obstacle->alive ? obstacle->generation : UINT64_MAX);
        if (obstacle->alive) {
            hash = bi_pose_hash(bi_pose_hash(hash, &obstacle->before), &obstacle->pose);
            hash = bi_friction_hash(hash, obstacle);
        }
    }
    return hash | 1; // never that of a rope that was not solved for
}

// A sheet, a driven obstacle or a rope of another model near the group moves by laws of its own.
static bool meets_others(const bight_world *world)
{
    const bi_response *r = world->response;
    for (int32_t g = 0; g < r->pair_count; g++) {
        const bi_near *near = &world->near[r->pairs[g]];
        bool a = bi_response_solves(world, world->rope_of[near->a]);
        const bi_obstacle *obstacle = near->obstacle >= 0 ? &world->obstacles[near->obstacle] : NULL;
        bool moves = obstacle != NULL && (obstacle->sheet != NULL || bi_response_drives(obstacle));
        bool b = near->obstacle < 0 && bi_response_solves(world, world->rope_of[near->b]);
        if ((a && moves) || (near->obstacle < 0 && a != b)) {
            return true;
        }
    }
    return false;
}

bool bi_response_group_rests(const bight_world *world, uint64_t inputs)
{
    const bi_response *r = world->response;
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_response_rest *rest = &world->ropes[r->ropes[g]].rest;
        bool guest = bi_response_is_guest(&world->ropes[r->ropes[g]]); // it moves by a law of its own
        if (rest->still < BIGHT_REST_CYCLES || rest->inputs != inputs || guest) {
            return false;
        }
    }
    return !meets_others(world);
}

// Knots that move to and fro, one cycle this way and the next that way, are dragged more until they do not: the cosine
// of the angle between two motions of the group is then below -TO_AND_FRO.
#define TO_AND_FRO 0.3
#define CALM_DRAG 4.0

static bool goes_to_and_fro(const bight_world *world)
{
    const bi_response *r = world->response;
    double both = 0.0, now = 0.0, last = 0.0;
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        bool before = rope->rest.inputs != 0; // else it was not solved for in the last cycle
        for (int32_t i = rope->first; i < rope->first + rope->count && before; i++) {
            bight_vec3 way = v3_sub(world->at[i], world->before[i]);
            both += v3_dot(way, r->went[i]);
            now += v3_length_squared(way);
            last += v3_length_squared(r->went[i]);
        }
    }
    return both < 0.0 && both * both > TO_AND_FRO * TO_AND_FRO * now * last;
}

double bi_response_surface_way(const bi_rope *rope)
{
    double most = 0.0;
    for (int32_t j = 0; bi_rod_rolls(rope) && j < bi_link_count(rope); j++) {
        most = bi_max(most, fabs(bi_rod_turned(rope, j)));
    }
    return most * rope->radius;
}

void bi_response_look_back(bight_world *world, uint64_t inputs)
{
    bi_response *r = world->response;
    if (goes_to_and_fro(world)) {
        r->drag = bi_min(CALM_DRAG * r->drag, BI_RESPONSE_MOST_DRAG);
    }
    for (int32_t g = 0; g < r->rope_count; g++) {
        bi_rope *rope = &world->ropes[r->ropes[g]];
        double most = 0.0;
        for (int32_t i = rope->first; i < rope->first + rope->count; i++) {
            most = bi_max(most, v3_length_squared(v3_sub(world->at[i], world->before[i])));
        }
        most = sqrt(most);
        double way = bi_max(most, bi_response_surface_way(rope));
        bool still = way <= BIGHT_REST_MOTION * rope->radius && inputs == rope->rest.inputs;
        rope->next_rest.pace = bi_min(most / bi_response_speed(world, rope), 1.0);
        rope->next_rest.still = still ? bi_min_int(rope->rest.still + 1, BIGHT_REST_CYCLES) : 0;
        rope->next_rest.drag = r->drag;
        rope->next_rest.inputs = inputs;
    }
}

double bi_response_drag(const bight_world *world)
{
    double drag = 1.0;
    const bi_response *r = world->response;
    for (int32_t g = 0; g < r->rope_count; g++) {
        drag = bi_max(drag, world->ropes[r->ropes[g]].rest.drag);
    }
    return drag;
}
