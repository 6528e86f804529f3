// SPDX-License-Identifier: MIT

#include "sim/response/response.h"

#include "core/hash.h"
#include "core/vec3.h"
#include "geom/pose.h"
#include "sim/obstacle.h"
#include "sim/response/solve.h"
#include "sim/rod/rod.h"

#include <string.h>

static void free_nodes(const bight_allocator *allocator, const bi_response *r)
{
    size_t n = (size_t)r->node_capacity;
    bi_free_array(allocator, r->chain, n, sizeof *r->chain);
    bi_free_array(allocator, r->went, n, sizeof *r->went);
}

static void free_chains(const bight_allocator *allocator, const bi_response *r)
{
    size_t n = (size_t)r->chain_capacity;
    bi_free_array(allocator, r->block, n, sizeof *r->block);
    bi_free_array(allocator, r->link, n, sizeof *r->link);
    bi_free_array(allocator, r->along, n, sizeof *r->along);
    bi_free_array(allocator, r->order, 2 * n, sizeof *r->order);
}

// All or none of the larger arrays. All is scratch but how nodes went.
static bight_status prepare_nodes(const bight_allocator *allocator, bi_response *r, int32_t needed)
{
    size_t n = (size_t)needed;
    bi_response made = {.node_capacity = needed};
    made.chain = bi_new_array(allocator, n, sizeof *made.chain);
    made.went = bi_new_array(allocator, n, sizeof *made.went);
    if (made.chain == NULL || made.went == NULL) {
        free_nodes(allocator, &made);
        return BIGHT_ERROR_NO_MEMORY;
    }
    if (r->node_capacity > 0) {
        memcpy(made.went, r->went, (size_t)r->node_capacity * sizeof *made.went);
    }
    free_nodes(allocator, r);
    r->chain = made.chain;
    r->went = made.went;
    r->node_capacity = needed;
    return BIGHT_OK;
}

static bight_status prepare_chains(const bight_allocator *allocator, bi_response *r, int32_t needed)
{
    size_t n = (size_t)needed;
    bi_response made = {.chain_capacity = needed};
    made.block = bi_new_array(allocator, n, sizeof *made.block);
    made.link = bi_new_array(allocator, n, sizeof *made.link);
    made.along = bi_new_array(allocator, n, sizeof *made.along);
    made.order = bi_new_array(allocator, 2 * n, sizeof *made.order);
    if (made.block == NULL || made.link == NULL || made.along == NULL || made.order == NULL) {
        free_chains(allocator, &made);
        return BIGHT_ERROR_NO_MEMORY;
    }
    free_chains(allocator, r);
    r->block = made.block;
    r->link = made.link;
    r->along = r->own = made.along;
    r->order = made.order;
    r->kept = made.order + needed;
    r->chain_capacity = needed;
    return BIGHT_OK;
}

static bight_status prepare(bight_world *world)
{
    const bight_allocator *allocator = &world->def.env.allocator;
    if (world->response == NULL) {
        world->response = bi_new_array(allocator, 1, sizeof *world->response);
    }

    bi_response *r = world->response;
    const int32_t *models = world->model_count;
    bool guests =
        models[BIGHT_MODEL_ROD] > 0 && models[BIGHT_MODEL_SPRING] + models[BIGHT_MODEL_PROJECTION] > 0;
    int32_t needed = world->node_capacity, chains = models[BIGHT_MODEL_FTL] > 0 || guests ? needed : 0;
    bight_status status = r != NULL ? BIGHT_OK : BIGHT_ERROR_NO_MEMORY;
    if (status == BIGHT_OK && r->node_capacity < needed) {
        status = prepare_nodes(allocator, r, needed);
    }
    if (status == BIGHT_OK && r->chain_capacity < chains) {
        status = prepare_chains(allocator, r, chains);
    }
    return status;
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

// Contacts of a group with elastic rods have their forces in newtons while it is solved for; those that no rod is part of
// are kept in F.
static void convert(const bight_world *world, bi_grip_list *list, int32_t from, double factor)
{
    for (int32_t i = from; i < list->count && world->response->newtons > 0.0; i++) {
        bi_grip *grip = &list->grips[i];
        if (!bi_grip_has_rod(world, grip)) {
            grip->force = v3_mul(factor, grip->force);
        }
    }
}

static bight_status solve_or_keep(bight_world *world)
{
    bi_response *r = world->response;
    uint64_t inputs = bi_response_inputs(world);
    r->drag = bi_response_drag(world);
    if (bi_response_group_rests(world, inputs)) {
        bi_response_look_back(world, inputs);
        return append_kept(world, &r->found);
    }

    // the forces of the last cycle are the first guess
    r->now.count = 0;
    r->resting = false;
    bight_status status = append_kept(world, &r->now);
    if (status == BIGHT_OK) {
        convert(world, &r->now, 0, r->newtons);
        status = bi_response_solve_group(world);
    }
    if (status == BIGHT_OK) {
        int32_t before = r->found.count;
        status = append_list(world, &r->found, &r->now);
        convert(world, &r->found, before, r->newtons > 0.0 ? 1.0 / r->newtons : 1.0);
    }
    bi_response_look_back(world, inputs);
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

// All engaged ropes are where the cycle began, guests where their own laws have led them, and before the last round all obstacles.
static void put_back(bight_world *world, bool last)
{
    for (int32_t q = 0; q < world->rope_count; q++) {
        const bi_rope *rope = &world->ropes[q];
        if (rope->alive && bi_response_is_guest(rope)) {
            bi_guest_put_back(world, rope);
        } else if (rope->alive && rope->engaged > 0) {
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
        bi_response_add_paths(world, &r->kept_forces, &r->found);
        r->found.count = 0;
    }

    // a hand that stopped at the end of its rope pulls from now on; how the rope went was not solved for
    for (int32_t h = 0; h < world->hand_count && bi_response_is_solved(world); h++) {
        const bi_rope_hand *hand = &world->hands[h];
        bi_rope *rope = &world->ropes[hand->rope];
        if (hand->alive && hand->stretched && bi_response_may_solve(rope)) {
            rope->engaged += rope->engaged == 0;
        }
    }
}

void bi_response_strike(bight_world *world)
{
    for (int32_t q = 0; q < world->rope_count; q++) {
        const bi_rope *rope = &world->ropes[q];
        if (rope->alive && rope->springs != NULL && bi_response_is_guest(rope)) {
            bi_guest_strike(world, rope);
        }
    }
}

void bi_response_remove_nodes(bight_world *world, int32_t first, int32_t count)
{
    bi_response *r = world->response;
    if (r == NULL) {
        return;
    }

    // nodes behind move up
    int32_t behind = bi_min_int(world->node_count, r->node_capacity) - first - count;
    if (behind > 0) {
        memmove(r->went + first, r->went + first + count, (size_t)behind * sizeof *r->went);
    }

    // forces on them are gone, the others keep theirs
    bi_grip_list *kept = &r->kept_forces;
    int32_t left = 0;
    for (int32_t i = 0; i < kept->count; i++) {
        bi_grip grip = kept->grips[i];
        bool links = grip.obstacle < 0;
        if ((grip.a >= first && grip.a < first + count) ||
            (links && grip.b >= first && grip.b < first + count)) {
            continue;
        }
        grip.a -= grip.a >= first ? count : 0;
        grip.b -= links && grip.b >= first ? count : 0;
        for (int32_t k = 0; k < grip.links; k++) {
            grip.link[k] -= grip.link[k] >= first ? count : 0;
        }
        kept->grips[left++] = grip;
    }
    kept->count = left;
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

// What the links pull at it.
double bi_response_hold(const bight_world *world, const bi_rope_hand *hand)
{
    const bi_rope *rope = &world->ropes[hand->rope];
    if (rope->engaged == 0 || !bi_response_is_solved(world) || !bi_response_may_solve(rope)) {
        return 0.0;
    }
    int32_t node = rope->first + hand->node;
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
        if (rope->alive && bi_response_is_guest(rope)) {
            hash = bi_hash_double(bi_hash_word(hash, (uint64_t)rope->engaged), rope->rest.pace);
        }
        if (!rope->alive || !bi_response_may_solve(rope)) {
            continue;
        }
        hash =
            bi_hash_word(hash, rope->rod != NULL ? 1 : (uint64_t)rope->engaged); // a rod is so in every cycle
        hash = bi_hash_double(bi_hash_double(hash, rope->rest.pace), rope->rest.drag);
        hash = bi_hash_word(bi_hash_word(hash, (uint64_t)rope->rest.still), rope->rest.inputs);
        bool solved = rope->engaged > 0 && rope->rest.inputs != 0; // in the last cycle
        for (int32_t i = rope->first; i < rope->first + rope->count && solved; i++) {
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
    return sizeof *r + (size_t)r->node_capacity * (sizeof *r->chain + sizeof *r->went) +
           (size_t)r->chain_capacity *
               (sizeof *r->block + sizeof *r->link + sizeof *r->along + 2 * sizeof *r->order) +
           grips * sizeof(bi_grip) + (size_t)r->sight_capacity * sizeof *r->sights +
           (size_t)r->close_capacity * sizeof *r->close +
           ((size_t)r->slot_capacity + (size_t)r->last_slot_capacity) * sizeof *r->slots +
           (size_t)r->contact_capacity * sizeof *r->contacts + bi_cone_bytes(&r->cone) +
           bi_response_group_bytes(r);
}

size_t bi_response_matrix_bytes(const bight_world *world)
{
    return world->response != NULL ? bi_cone_bytes(&world->response->cone) : 0;
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
    free_nodes(allocator, r);
    free_chains(allocator, r);
    free_list(allocator, &r->kept_forces);
    free_list(allocator, &r->found);
    free_list(allocator, &r->now);
    free_list(allocator, &r->last);
    bi_free_array(allocator, r->close, (size_t)r->close_capacity, sizeof *r->close);
    bi_free_array(allocator, r->sights, (size_t)r->sight_capacity, sizeof *r->sights);
    bi_free_array(allocator, r->last_slots, (size_t)r->last_slot_capacity, sizeof *r->last_slots);
    bi_free_array(allocator, r->slots, (size_t)r->slot_capacity, sizeof *r->slots);
    bi_free_array(allocator, r->contacts, (size_t)r->contact_capacity, sizeof *r->contacts);
    bi_cone_free(&r->cone, allocator);
    bi_response_free_groups(r, allocator);
    bi_free_array(allocator, r, 1, sizeof *r);
    world->response = NULL;
}
