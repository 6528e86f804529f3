// SPDX-License-Identifier: MIT

#include "sim/response/response.h"

#include "core/hash.h"
#include "core/vec3.h"
#include "geom/pose.h"
#include "sim/load.h"
#include "sim/obstacle.h"
#include "sim/response/solve.h"

#include <string.h>

static bight_status prepare(bight_world *world)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    if (world->response == NULL) {
        world->response = bi_new_array(allocator, 1, sizeof *world->response);
    }

    bi_response *r = world->response;
    if (r == NULL) {
        return BIGHT_ERROR_NO_MEMORY;
    }

    // all arrays of nodes have one capacity: each grows from it or has grown already, when one before failed
    int32_t needed = world->node_capacity;
    if (r->node_capacity >= needed) {
        return BIGHT_OK;
    }

    // all or none of the larger arrays
    bi_chain_node *chain = bi_new_array(allocator, (size_t)needed, sizeof *chain);
    bi_sym3 *link = bi_new_array(allocator, (size_t)needed, sizeof *link);
    int32_t *order = bi_new_array(allocator, 2 * (size_t)needed, sizeof *order);
    bight_vec3 *along = bi_new_array(allocator, 2 * (size_t)needed, sizeof *along);
    if (chain == NULL || link == NULL || order == NULL || along == NULL) {
        bi_free_array(allocator, along, 2 * (size_t)needed, sizeof *along);
        bi_free_array(allocator, chain, (size_t)needed, sizeof *chain);
        bi_free_array(allocator, link, (size_t)needed, sizeof *link);
        bi_free_array(allocator, order, 2 * (size_t)needed, sizeof *order);
        return BIGHT_ERROR_NO_MEMORY;
    }

    bi_free_array(allocator, r->chain, (size_t)r->node_capacity, sizeof *r->chain);
    bi_free_array(allocator, r->link, (size_t)r->node_capacity, sizeof *r->link);
    bi_free_array(allocator, r->order, 2 * (size_t)r->node_capacity, sizeof *r->order);
    bi_free_array(allocator, r->along, 2 * (size_t)r->node_capacity, sizeof *r->along);
    r->chain = chain;
    r->link = link;
    r->along = along;
    r->went = along + needed;
    memset(r->went, 0, (size_t)needed * sizeof *r->went);
    r->order = order;
    r->kept = order + needed;
    r->node_capacity = needed;
    return BIGHT_OK;
}

static bight_status append_list(const bight_world *world, bi_grip_list *to, const bi_grip_list *from)
{
    bight_status status = bi_reserve(&world->def.env.allocator, &to->grips, &to->capacity,
                                     (int64_t)to->count + from->count, sizeof *to->grips);
    if (status == BIGHT_OK && from->count > 0) {
        memcpy(to->grips + to->count, from->grips, (size_t)from->count * sizeof *from->grips);
        to->count += from->count;
    }
    return status;
}

// A rope whose nodes move less than this share of a radius a cycle for so many cycles rests: until something else acts
// on its group it stays to the last bit.
#define STILL 1e-6
#define STILL_CYCLES 16

static uint64_t hash_pose(uint64_t hash, const bight_pose *pose)
{
    hash = bi_hash_vec3(hash, pose->position);
    for (int32_t k = 0; k < 4; k++) {
        hash = bi_hash_double(hash, pose->rotation[k]);
    }
    return hash;
}

// All that acts on the group: its ropes and their loads, their hands, all obstacles, the settings.
static uint64_t inputs_of(const bight_world *world)
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
            hash = bi_hash_vec3(hash, hand->target);
        }
    }
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        const bi_obstacle *obstacle = &world->obstacles[i];
        hash = bi_hash_word(hash, obstacle->alive ? obstacle->generation : UINT64_MAX);
        if (obstacle->alive) {
            hash = hash_pose(hash_pose(hash, &obstacle->before), &obstacle->pose);
        }
    }
    return hash;
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

static bool rests(const bight_world *world, uint64_t inputs)
{
    const bi_response *r = world->response;
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_response_rest *rest = &world->ropes[r->ropes[g]].rest;
        if (rest->still < STILL_CYCLES || rest->inputs != inputs) {
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
        for (int32_t i = rope->first; i < rope->first + rope->count; i++) {
            bight_vec3 way = v3_sub(world->at[i], world->before[i]);
            both += v3_dot(way, r->went[i]);
            now += v3_length_squared(way);
            last += v3_length_squared(r->went[i]);
        }
    }
    return both < 0.0 && both * both > TO_AND_FRO * TO_AND_FRO * now * last;
}

// How fast each rope of the group was, for the drag of the next cycle, and whether it moved.
static void look_at_motion(bight_world *world, uint64_t inputs)
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
        bool still = most <= STILL * rope->radius && inputs == rope->rest.inputs;
        rope->next_rest.pace = bi_min(most / bi_response_speed(world, rope), 1.0);
        rope->next_rest.still = still ? bi_min_int(rope->rest.still + 1, STILL_CYCLES) : 0;
        rope->next_rest.drag = r->drag;
        rope->next_rest.inputs = inputs;
    }
}

// What the contacts of the group had as forces after the last cycle, behind those in the list.
static bight_status append_kept(const bight_world *world, bi_grip_list *to)
{
    const bi_response *r = world->response;
    const bi_by_group *of = &r->forces_of;
    bight_status status = BIGHT_OK;
    for (int32_t i = of->begin[r->group]; i < of->begin[r->group + 1] && status == BIGHT_OK; i++) {
        status = append_list(world, to, &(bi_grip_list){&r->kept_forces.grips[of->item[i]], 1, 1});
    }
    return status;
}

// The drag of the group is the greatest of its ropes.
static double drag_of(const bight_world *world)
{
    double drag = 1.0;
    const bi_response *r = world->response;
    for (int32_t g = 0; g < r->rope_count; g++) {
        drag = bi_max(drag, world->ropes[r->ropes[g]].rest.drag);
    }
    return drag;
}

static bight_status solve_or_keep(bight_world *world)
{
    bi_response *r = world->response;
    uint64_t inputs = inputs_of(world);
    r->drag = drag_of(world);
    if (rests(world, inputs)) {
        look_at_motion(world, inputs);
        return append_kept(world, &r->found);
    }

    // the forces of the last cycle are the first guess
    r->now.count = 0;
    r->resting = false;
    bight_status status = append_kept(world, &r->now);
    if (status == BIGHT_OK) {
        status = bi_response_solve_group(world);
    }
    if (status == BIGHT_OK) {
        status = append_list(world, &r->found, &r->now);
    }
    look_at_motion(world, inputs);
    return status;
}

// What is not listed may come as near as this share of touching.
#define LISTED 0.985

// How far a node may go so that no two that are not listed come to touch, links and obstacles that move included.
static double room_of(const bight_world *world)
{
    double thinnest = bi_thinnest(world), travel = 0.0;
    for (int32_t i = 0; i < world->obstacle_count; i++) {
        const bi_obstacle *obstacle = &world->obstacles[i];
        if (bi_response_drives(obstacle)) {
            travel = bi_max(travel, bi_pose_travel(&obstacle->before, &obstacle->pose, obstacle->bound));
        }
    }
    double links = 0.5 * (world->near_links - 2.0 * LISTED * thinnest);
    return bi_max(bi_min(links, world->near_obstacles - LISTED * thinnest - travel), 0.0);
}

// Rounds of solves in a cycle.
#define ROUNDS 6

// All engaged ropes are where the cycle began, and before the last round all obstacles.
static void put_back(bight_world *world, bool last)
{
    for (int32_t q = 0; q < world->rope_count; q++) {
        const bi_rope *rope = &world->ropes[q];
        if (rope->alive && rope->engaged > 0) {
            memcpy(world->at + rope->first, world->before + rope->first,
                   (size_t)rope->count * sizeof *world->at);
        }
    }
    for (int32_t i = 0; i < world->obstacle_count && last; i++) {
        bi_obstacle *obstacle = &world->obstacles[i];
        if (bi_response_drives(obstacle)) {
            obstacle->pose = obstacle->before;
            bi_obstacle_place(obstacle);
        }
    }
}

bight_status bi_response_solve(bight_world *world)
{
    bi_response *r = world->response;
    if (r != NULL) {
        r->found.count = 0;
        r->resting = false;
    }

    for (int32_t q = 0; q < world->rope_count; q++) {
        world->ropes[q].next_rest = (bi_response_rest){.pace = 1.0, .drag = 1.0};
    }

    // groups of ropes that may touch each other
    int32_t engaged = bi_response_group(world), alive = 0;
    if (engaged == 0) {
        return BIGHT_OK;
    }

    bight_status status = prepare(world);
    if (status == BIGHT_OK) {
        status = bi_response_sort_groups(world);
    }
    if (status == BIGHT_OK) {
        status = bi_response_list_pairs(world);
    }
    if (status != BIGHT_OK) {
        return status;
    }

    // nothing moves when every rope there is rests
    r = world->response;
    r->room = room_of(world);
    for (int32_t q = 0; q < world->rope_count; q++) {
        alive += world->ropes[q].alive;
    }

    // group by group. An obstacle that gave way to one may be in the way of another: then all begin again
    for (int32_t round = 0; round < ROUNDS && status == BIGHT_OK; round++) {
        r->resting = alive == engaged;
        r->yielded = false;
        r->found.count = 0;
        int32_t groups = 0;
        for (int32_t q = 0; q < world->rope_count && status == BIGHT_OK; q++) {
            bi_rope *rope = &world->ropes[q];
            if (rope->alive && rope->engaged > 0 && rope->group == q) {
                groups++;
                bi_response_take_group(world, q);
                status = solve_or_keep(world);
            }
        }
        if (!r->yielded || groups == 1) {
            break;
        }
        put_back(world, round + 2 == ROUNDS);
    }
    return status;
}

bool bi_response_rests(const bight_world *world)
{
    return bi_response_is_solved(world) && world->response != NULL && world->response->resting;
}

void bi_response_commit(bight_world *world)
{
    for (int32_t q = 0; q < world->rope_count; q++) {
        world->ropes[q].rest = world->ropes[q].next_rest;
    }
    bi_response *r = world->response;
    if (r != NULL) {
        for (int32_t q = 0; q < world->rope_count; q++) {
            const bi_rope *rope = &world->ropes[q];
            for (int32_t i = rope->first; i < rope->first + rope->count && rope->alive && rope->engaged > 0; i++) {
                r->went[i] = v3_sub(world->at[i], world->before[i]);
            }
        }
        bi_grip_list swap = r->kept_forces;
        r->kept_forces = r->found;
        r->found = swap;
        r->found.count = 0;
    }
}

void bi_response_forget(bight_world *world)
{
    for (int32_t q = 0; q < world->rope_count; q++) {
        world->ropes[q].engaged = 0;
        world->ropes[q].rest = (bi_response_rest){0};
    }
    if (world->response != NULL) {
        world->response->kept_forces.count = world->response->found.count = 0;
    }
}

// Moving: F |aim - x| / d. At rest: what the links pull at it.
double bi_response_pull(const bight_world *world, const bi_rope_hand *hand)
{
    const bi_rope *rope = &world->ropes[hand->rope];
    if (rope->engaged == 0 || !bi_response_is_solved(world)) {
        return 0.0;
    }
    int32_t node = rope->first + hand->node;
    double d = v3_distance(hand->aim, world->before[node]);
    if (d > 1e-9 * rope->radius) {
        return bi_min(v3_distance(hand->aim, world->at[node]) / d, 1.0);
    }
    bight_vec3 sum = v3(0, 0, 0);
    for (int32_t side = 0; side < 2; side++) {
        int32_t link = side == 0 ? hand->node : hand->node - 1, links = bi_link_count(rope);
        link = link < 0 && rope->closed ? links - 1 : link;
        if (link >= 0 && link < links) {
            int32_t i = rope->first + link, j = bi_next(rope, i), other = side == 0 ? j : i;
            bight_vec3 e = v3_sub(world->at[other], world->at[node]);
            double tension = bi_response_stiffness(rope) * (v3_length(e) - rope->length);
            sum = v3_madd(sum, tension, v3_unit(e, v3(0, 0, 0)));
        }
    }
    return v3_length(sum);
}

uint64_t bi_response_hash(uint64_t hash, const bight_world *world)
{
    if (!bi_response_is_solved(world)) {
        return hash;
    }
    hash = bi_hash_word(hash, (uint64_t)world->still_cycles);
    for (int32_t q = 0; q < world->rope_count; q++) {
        const bi_rope *rope = &world->ropes[q];
        if (!rope->alive || rope->model != BIGHT_MODEL_FTL) {
            continue;
        }
        hash = bi_hash_word(hash, (uint64_t)rope->engaged);
        hash = bi_hash_double(bi_hash_double(hash, rope->rest.pace), rope->rest.drag);
        hash = bi_hash_word(bi_hash_word(hash, (uint64_t)rope->rest.still), rope->rest.inputs);
        for (int32_t i = rope->first; i < rope->first + rope->count && rope->engaged > 0; i++) {
            hash = world->response != NULL ? bi_hash_vec3(hash, world->response->went[i]) : hash;
        }
    }
    for (int32_t i = 0; world->response != NULL && i < world->response->kept_forces.count; i++) {
        const bi_grip *grip = &world->response->kept_forces.grips[i];
        hash = bi_hash_word(hash, (uint64_t)(uint32_t)grip->a << 32 | (uint32_t)grip->b);
        hash = bi_hash_word(hash, (uint64_t)(uint32_t)grip->obstacle);
        hash = bi_hash_vec3(hash, grip->force);
    }
    return hash;
}

size_t bi_response_bytes(const bight_world *world)
{
    const bi_response *r = world->response;
    if (r == NULL) {
        return 0;
    }
    size_t grips = (size_t)r->kept_forces.capacity + (size_t)r->found.capacity + (size_t)r->now.capacity +
                   (size_t)r->last.capacity;
    return sizeof *r +
           (size_t)r->node_capacity *
               (sizeof *r->chain + sizeof *r->link + 2 * sizeof *r->order + 2 * sizeof *r->along) +
           grips * sizeof(bi_grip) + (size_t)r->sight_capacity * sizeof *r->sights +
           ((size_t)r->slot_capacity + (size_t)r->last_slot_capacity) * sizeof *r->slots +
           (size_t)r->contact_capacity * sizeof *r->contacts + bi_cone_bytes(&r->cone) +
           bi_response_group_bytes(r);
}

static void free_list(const bight_allocator *allocator, const bi_grip_list *list)
{
    bi_free_array(allocator, list->grips, (size_t)list->capacity, sizeof *list->grips);
}

void bi_response_free(bight_world *world)
{
    bi_response *r = world->response;
    const bight_allocator *allocator = &world->def.env.allocator;
    if (r == NULL) {
        return;
    }
    bi_free_array(allocator, r->chain, (size_t)r->node_capacity, sizeof *r->chain);
    bi_free_array(allocator, r->link, (size_t)r->node_capacity, sizeof *r->link);
    bi_free_array(allocator, r->along, 2 * (size_t)r->node_capacity, sizeof *r->along);
    bi_free_array(allocator, r->order, 2 * (size_t)r->node_capacity, sizeof *r->order);
    free_list(allocator, &r->kept_forces);
    free_list(allocator, &r->found);
    free_list(allocator, &r->now);
    free_list(allocator, &r->last);
    bi_free_array(allocator, r->sights, (size_t)r->sight_capacity, sizeof *r->sights);
    bi_free_array(allocator, r->last_slots, (size_t)r->last_slot_capacity, sizeof *r->last_slots);
    bi_free_array(allocator, r->slots, (size_t)r->slot_capacity, sizeof *r->slots);
    bi_free_array(allocator, r->contacts, (size_t)r->contact_capacity, sizeof *r->contacts);
    bi_cone_free(&r->cone, allocator);
    bi_response_free_groups(r, allocator);
    bi_free_array(allocator, r, 1, sizeof *r);
    world->response = NULL;
}
