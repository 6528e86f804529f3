// SPDX-License-Identifier: MIT
// The spring ropes' part in the world's cycle (the spring paper, Algorithm 1).

#include "core/vec3.h"
#include "sim/arena.h"
#include "sim/load.h"
#include "sim/near.h"
#include "sim/spring/spring.h"
#include "sim/spring/contract.h"
#include "sim/spring/divide.h"
#include "sim/spring/motion.h"
#include "sim/spring/watch.h"

#include <string.h>

// Passes over a rope that has just been made, until its springs are short enough: each halves the longest.
#define FIRST_PASSES 64

// Part of the density that a contraction must leave everywhere. Light rope is fast: it costs time step by the
// square root.
#define LEAST_DENSITY 0.75

// Contractions in one step that are worth a look at the near list each.
#define MOST_CONTRACTIONS 256

// @param to_at (node_count) receives the positions of the divided chain; NULL to ask only whether it is
// needed.
static bi_division division_of(const bight_world *world, const bi_rope *rope, bight_vec3 *to_at)
{
    bi_springs *springs = rope->springs;
    return (bi_division){.alpha = springs->def.alpha * rope->radius,
                         .beta = springs->def.beta * rope->radius,
                         .density = LEAST_DENSITY * springs->def.density,
                         .at = world->at + rope->first,
                         .point = springs->point,
                         .count = rope->count,
                         .closed = rope->closed,
                         .held = world->held + rope->first,
                         .to_at = to_at != NULL ? to_at + rope->first : NULL,
                         .to = springs->spare,
                         .room = rope->room,
                         .moved_to = springs->moved_to};
}

// Nodes have new numbers: everything that names one by its number follows.
static void renumber(bight_world *world, int32_t index, const bi_division *division)
{
    BI_ASSERT(division->to_count >= 2 && division->to_count <= world->ropes[index].room);
    bi_rope *rope = &world->ropes[index];
    bi_springs *springs = rope->springs;
    memset(world->held + rope->first, 0, (size_t)rope->count * sizeof *world->held);
    bi_load_follow(rope, springs->moved_to, rope->count);
    rope->count = division->to_count;
    memcpy(world->at + rope->first, division->to_at, (size_t)rope->count * sizeof *world->at);

    // both arrays change places
    springs->spare = springs->point;
    springs->point = division->to;
    springs->divided = true;

    // hands and hierarchy
    for (int32_t i = 0; i < world->hand_count; i++) {
        bi_rope_hand *hand = &world->hands[i];
        if (hand->alive && hand->rope == index) {
            hand->node = springs->moved_to[hand->node];
            world->held[rope->first + hand->node] |= BI_IN_HAND;
        }
    }
    bi_chain_tree_set_links(&rope->tree, bi_link_count(rope));

    springs->state.inserts += division->inserts;
    springs->state.deletes += division->deletes;
    rope->length = springs->state.rest_length / bi_link_count(rope);
    world->near_valid = false;
}

// @param moved (node_count) links that contractions have moved so far, not 0 there.
static void divide(bight_world *world, int32_t index, bight_vec3 *to_at, int32_t *moved, bool *changed)
{
    bi_rope *rope = &world->ropes[index];
    bi_division division = division_of(world, rope, to_at);
    *changed = bi_division_needed(&division);
    if (!*changed) {
        return;
    }
    bi_contraction contraction = {world, rope, moved, MOST_CONTRACTIONS};
    division.may_contract = bi_may_contract;
    division.user = &contraction;
    bi_divide(&division);
    rope->springs->state.kept += division.kept;
    *changed = division.inserts + division.deletes > 0;
    if (*changed) {
        renumber(world, index, &division);
    }
}

// One pass over every rope that needs it; all of them ask about the same state.
static bight_status divide_all(bight_world *world, bool fresh_only, bool *changed)
{
    // hardly any cycle divides anything
    bool needed = false;
    *changed = false;
    for (int32_t r = 0; r < world->rope_count && !needed; r++) {
        bi_rope *rope = &world->ropes[r];
        if (rope->alive && rope->springs != NULL && (!fresh_only || rope->springs->fresh)) {
            bi_division division = division_of(world, rope, NULL);
            needed = bi_division_needed(&division);
        }
    }

    // contractions are proved from the near list of this very state
    bight_status status = BIGHT_OK;
    if (needed && !world->near_valid) {
        status = bi_find_near(world, world->at, bi_usual_margin(world));
    }

    if (!needed || status != BIGHT_OK) {
        return status;
    }

    memcpy(world->before, world->at, (size_t)world->node_count * sizeof *world->at);
    size_t mark = bi_arena_mark(world);
    bight_vec3 *to_at = bi_arena_take(world, sizeof *to_at);
    int32_t *moved = bi_arena_take(world, sizeof *moved);
    memset(moved, 0, (size_t)world->node_count * sizeof *moved);

    for (int32_t r = 0; r < world->rope_count; r++) {
        bi_rope *rope = &world->ropes[r];
        if (rope->alive && rope->springs != NULL && (!fresh_only || rope->springs->fresh)) {
            bool this_one;
            divide(world, r, to_at, moved, &this_one);
            *changed = *changed || this_one;
        }
    }

    bi_arena_release(world, mark);
    return BIGHT_OK;
}

bight_status bi_springs_begin(bight_world *world)
{
    bool changed = true;
    for (int32_t r = 0; r < world->rope_count; r++) {
        if (world->ropes[r].springs != NULL) {
            world->ropes[r].springs->divided = world->ropes[r].springs->shoved = false;
        }
    }
    bight_status status = divide_all(world, false, &changed);
    for (int32_t pass = 1; pass < FIRST_PASSES && changed && status == BIGHT_OK; pass++) {
        status = divide_all(world, true, &changed);
    }
    for (int32_t r = 0; r < world->rope_count; r++) {
        bi_springs *springs = world->ropes[r].springs;
        if (world->ropes[r].alive && springs != NULL) {
            springs->fresh = false;
            springs->was = springs->state;
            memcpy(springs->spare, springs->point, (size_t)world->ropes[r].count * sizeof *springs->spare);
        }
    }
    return status;
}

void bi_springs_restore(bight_world *world)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        bi_springs *springs = world->ropes[r].springs;
        if (world->ropes[r].alive && springs != NULL) {
            memcpy(springs->point, springs->spare, (size_t)world->ropes[r].count * sizeof *springs->point);
            springs->state = springs->was;
        }
    }
}

// A rope whose motion was shortened was so much slower.
void bi_springs_cut(bight_world *world)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        for (int32_t i = 0; i < rope->count && rope->springs != NULL && rope->island.taken < 1.0; i++) {
            bi_control_point *point = &rope->springs->point[i];
            point->left_step = v3_mul(rope->island.taken, point->left_step);
            point->right_step = v3_mul(rope->island.taken, point->right_step);
            point->touched = true;
        }
    }
}

bight_status bi_springs_end(bight_world *world)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        bi_rope *rope = &world->ropes[r];
        if (rope->alive && rope->springs != NULL) {
            bi_spring_chain chain = bi_spring_chain_of(world, rope, world->at);
            bi_spring_step(&chain, &rope->springs->state);
            rope->springs->state.time += rope->springs->def.time_step;
        }
    }
    return bi_spring_watch_energy(world);
}
