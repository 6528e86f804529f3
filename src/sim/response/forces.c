// SPDX-License-Identifier: MIT

#include "sim/response/forces.h"

#include "core/memory.h"
#include "core/vec3.h"
#include "sim/rod/rod.h"

// Gaps and slips are right to this share of a radius for each radius that the rope moved, but within these.
#define ENOUGH 1e-2
#define LEAST_ENOUGH 1e-8
#define MOST_ENOUGH 1e-3

// Share of its own compliance that holds each force near the last one. Gaps and slips are off by that times the change
// of the force in a cycle: less for ropes that hardly move, for which so much of it would not let the forces settle.
#define HOLD 0.01
#define LEAST_HOLD 0.00001

// A grip in the solver's words.
static bi_cone_contact contact_of(const bight_world *world, const bi_grip *grip)
{
    const bi_response *r = world->response;
    bi_cone_contact c = {.nodes = grip->nodes,
                         .frame = grip->frame,
                         .start = {grip->gap, grip->slip[0], grip->slip[1]},
                         .friction = grip->friction};
    for (int32_t k = 0; k < grip->nodes; k++) {
        c.node[k] = r->chain[grip->node[k]].kept;
        c.weight[k] = grip->weight[k];
    }

    for (int32_t k = 0; k < grip->links; k++) {
        bi_cone_turn turn = {.moves = grip->turns[k]};
        if (bi_rod_angle_place(world, grip->link[k], &turn.node, &turn.row)) {
            c.turn[c.turns++] = turn;
        }
    }

    // the force of the step before is the guess
    bight_vec3 guess = bi_mat3_apply(&grip->frame, grip->force);
    c.force[0] = guess.x;
    c.force[1] = guess.y;
    c.force[2] = guess.z;
    return c;
}

// How fast the slowest rope of the group was in the last cycle, 0 to 1, and the least radius.
static double slowest_pace(const bight_world *world, double *radius)
{
    const bi_response *r = world->response;
    double pace = 1.0;
    *radius = HUGE_VAL;
    for (int32_t g = 0; g < r->rope_count; g++) {
        const bi_rope *rope = &world->ropes[r->ropes[g]];
        pace = bi_min(pace, rope->rest.pace);
        *radius = bi_min(*radius, rope->radius);
    }
    return pace;
}

bight_status bi_response_push(bight_world *world, bi_chain_system *system, const bi_block_system *blocks)
{
    bi_response *r = world->response;
    const bight_allocator *allocator = &world->def.env.allocator;
    bight_status status =
        bi_reserve(allocator, &r->contacts, &r->contact_capacity, r->now.count, sizeof *r->contacts);
    if (status != BIGHT_OK) {
        return status;
    }
    for (int32_t i = 0; i < r->now.count; i++) {
        r->contacts[i] = contact_of(world, &r->now.grips[i]);
    }

    // what moves fast need not be so exact
    double radius, pace = slowest_pace(world, &radius), error;
    bi_cone_problem problem = {.system = system,
                               .blocks = blocks,
                               .contacts = r->contacts,
                               .count = r->now.count,
                               .hold = bi_max(HOLD * pace, LEAST_HOLD),
                               .enough = radius * bi_min(bi_max(ENOUGH * pace, LEAST_ENOUGH), MOST_ENOUGH)};
    status = bi_cone_solve(&problem, &r->cone, allocator, &error);
    if (status != BIGHT_OK) {
        return status;
    }

    // f + J^T force
    for (int32_t j = 0; j < r->now.count; j++) {
        bi_grip *grip = &r->now.grips[j];
        const double *force = r->contacts[j].force;
        grip->force = bi_mat3_apply_transposed(&grip->frame, v3(force[0], force[1], force[2]));
        for (int32_t k = 0; k < grip->nodes; k++) {
            bi_chain_node *node = &r->chain[grip->node[k]];
            node->right = v3_madd(node->right, grip->weight[k], grip->force);
        }
        for (int32_t k = 0; k < grip->links; k++) {
            bi_rod_add_torque(world, grip->link[k], v3_dot(grip->turns[k], grip->force));
        }
    }
    return BIGHT_OK;
}

void bi_response_take_back(bight_world *world)
{
    bi_response *r = world->response;
    for (int32_t i = 0; i < r->now.count; i++) {
        bi_grip *grip = &r->now.grips[i];
        const double *guess = r->contacts[i].guess;
        grip->force = bi_mat3_apply_transposed(&grip->frame, v3(guess[0], guess[1], guess[2]));
    }
}
