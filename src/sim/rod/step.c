// SPDX-License-Identifier: MIT
// A cycle of all rods: Newton passes, each with contacts found anew; a step that does not converge is halved.

#include "core/vec3.h"
#include "geom/sweep.h"
#include "sim/rod/rod.h"

#include <string.h>

// Passes at least and at most, and halvings of a step.
#define LEAST_PASSES 2
#define MOST_PASSES 8
#define HALVINGS 6

// Strain that the last pass may be off by; beyond the second the step has not converged.
#define ENOUGH_STRAIN 5e-4
#define MOST_STRAIN 0.02

// A contact that is nearer than this share of touching wants another pass.
#define SUNK 0.998

// Radii that no node goes beyond in a cycle, and share of its distance that a pair may move.
#define FARTHEST 16.0
#define MOST_APPROACH 0.98

static const bi_rope *rod_at(const bight_world *world, int32_t r)
{
    return bi_is_rod(&world->ropes[r]) ? &world->ropes[r] : NULL;
}

// Nodes where they were, but for what hands lead; tension as it was.
static void begin(bight_world *world, double part)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = rod_at(world, r);
        if (rope != NULL) {
            bi_rod *rod = rope->rod;
            memcpy(world->at + rope->first, world->before + rope->first,
                   (size_t)rope->count * sizeof *world->at);
            memcpy(rod->next_tension, rod->tension, (size_t)rod->nodes * sizeof *rod->tension);
            memset(rod->fixed, 0, (size_t)rod->nodes);
        }
    }
    for (int32_t i = 0; i < world->hand_count; i++) {
        const bi_rope_hand *hand = &world->hands[i];
        const bi_rope *rope = hand->alive ? rod_at(world, hand->rope) : NULL;
        if (rope != NULL && !hand->pulls) {
            int32_t node = rope->first + hand->node;
            rope->rod->fixed[hand->node] = 1;
            world->at[node] = v3_lerp(world->before[node], hand->aim, part);
        }
    }
}

// Take the steps of a pass. @return False when one is no number.
static bool take_steps(bight_world *world, double dt, double *strain)
{
    bool sound = true;
    *strain = 0.0;
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = rod_at(world, r);
        if (rope == NULL) {
            continue;
        }
        for (int32_t i = 0; i < rope->count; i++) {
            bight_vec3 *at = &world->at[rope->first + i];
            *at = v3_add(*at, rope->rod->step[bi_rod_place(rope->rod, i)]);
            sound = sound && v3_is_finite(*at);
        }
        *strain = bi_max(*strain, sound ? bi_rod_account(world, rope, dt) : HUGE_VAL);
    }
    return sound;
}

static bool any_sunk(const bight_world *world)
{
    bool any = false;
    for (int32_t i = 0; i < world->rods->now.count; i++) {
        any = any || world->rods->now.at[i].share < SUNK;
    }
    return any;
}

static void swap(bi_rod_contacts *a, bi_rod_contacts *b)
{
    bi_rod_contacts kept = *a;
    *a = *b;
    *b = kept;
}

// The contacts that this one goes on from: of the last cycle, which stay, and then of the pass before.
static bight_status keep_contacts(bight_world *world, const bi_rod_contacts *from)
{
    bi_rod_contacts *to = &world->rods->before;
    bight_status status =
        bi_reserve(&world->def.env.allocator, &to->at, &to->capacity, from->count, sizeof *to->at);
    if (status == BIGHT_OK && from->count > 0) {
        memcpy(to->at, from->at, (size_t)from->count * sizeof *to->at);
    }
    to->count = status == BIGHT_OK ? from->count : 0;
    return status;
}

// No node too far, and no pair so that it could have changed sides.
static bool goes_too_far(const bight_world *world)
{
    double most = 0.0;
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = rod_at(world, r);
        for (int32_t i = 0; rope != NULL && i < rope->count; i++) {
            double way = v3_distance(world->at[rope->first + i], world->before[rope->first + i]);
            most = bi_max(most, way);
            if (way > FARTHEST * rope->radius) {
                return true;
            }
        }
    }
    for (int32_t i = 0; i < world->near_count; i++) {
        const bi_near *near = &world->near[i];
        if (near->obstacle >= 0 || near->bend || near->distance > 2.0 * most) {
            continue;
        }
        int32_t a = near->a, b = near->b, a_end = bi_link_end(world, a), b_end = bi_link_end(world, b);
        bi_moving_segment one = {world->before[a], world->before[a_end], world->at[a], world->at[a_end]};
        bi_moving_segment two = {world->before[b], world->before[b_end], world->at[b], world->at[b_end]};
        if (bi_relative_motion(&one, &two) > MOST_APPROACH * near->distance) {
            return true;
        }
    }
    return false;
}

// One step of dt. @param done Whether it converged.
static bight_status try_step(bight_world *world, double dt, double part, bool *done)
{
    bi_rod_solver *solver = world->rods;
    begin(world, part);
    solver->step = dt;
    *done = false;
    bight_status status = keep_contacts(world, &solver->last);
    double strain = HUGE_VAL;
    for (int32_t pass = 0; pass < MOST_PASSES && status == BIGHT_OK; pass++) {
        bool sound = true;
        status = bi_rod_find_contacts(world, dt);
        if (status == BIGHT_OK && pass >= LEAST_PASSES && strain < ENOUGH_STRAIN && !any_sunk(world)) {
            break;
        }
        status = status == BIGHT_OK ? bi_rod_solve(world, &sound) : status;
        if (status != BIGHT_OK || !sound || !take_steps(world, dt, &strain)) {
            return status;
        }
        solver->passes = pass + 1;
        swap(&solver->now, &solver->before);
    }

    // what was solved last
    swap(&solver->now, &solver->before);
    *done = status == BIGHT_OK && strain < MOST_STRAIN && !goes_too_far(world);
    return status;
}

static double time_step(const bight_world *world)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        if (rod_at(world, r) != NULL) {
            return world->ropes[r].rod->def.time_step;
        }
    }
    return 0.0;
}

bight_status bi_rods_propose(bight_world *world)
{
    bi_rod_solver *solver = world->rods;
    bool done = false;
    double part = 1.0;
    for (int32_t halving = 0; halving <= HALVINGS; halving++) {
        bight_status status = try_step(world, part * time_step(world), part, &done);
        if (status != BIGHT_OK || done) {
            return status;
        }
        solver->halvings++;
        part *= 0.5;
    }

    // nothing was small enough: they stay, and are at rest
    solver->stops++;
    solver->step = 0.0;
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = rod_at(world, r);
        if (rope != NULL) {
            memcpy(world->at + rope->first, world->before + rope->first,
                   (size_t)rope->count * sizeof *world->at);
        }
    }
    return BIGHT_OK;
}

// ---- after the cycle --------------------------------------------------------------------------------------

static void count_contacts(bight_world *world)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        if (rod_at(world, r) != NULL) {
            world->ropes[r].rod->contacts = world->ropes[r].rod->sticking = 0;
        }
    }
    for (int32_t i = 0; i < world->rods->last.count; i++) {
        const bi_rod_contact *c = &world->rods->last.at[i];
        double normal = v3_dot(c->axis[0], c->force);
        double across = v3_length(v3_madd(c->force, -normal, c->axis[0]));
        bool presses = normal > 0.0, sticks = presses && across < c->friction * normal * (1.0 - 1e-9);
        for (int32_t side = 0; side < (c->obstacle < 0 ? 2 : 1); side++) {
            bi_rope *rope = &world->ropes[world->rope_of[side == 0 ? c->a : c->b]];
            if (bi_is_rod(rope) && (side == 0 || world->rope_of[c->a] != world->rope_of[c->b])) {
                rope->rod->contacts += presses;
                rope->rod->sticking += sticks;
            }
        }
    }
}

void bi_rods_commit(bight_world *world)
{
    bi_rod_solver *solver = world->rods;
    double dt = solver->step;
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = rod_at(world, r);
        if (rope == NULL) {
            continue;
        }
        bi_rod *rod = rope->rod;
        for (int32_t i = 0; i < rope->count; i++) {
            bight_vec3 by = v3_sub(world->at[rope->first + i], world->before[rope->first + i]);
            rod->velocity[i] = dt > 0.0 ? v3_mul(1.0 / dt, by) : v3(0, 0, 0);
        }
        if (dt > 0.0) {
            double *swapped = rod->tension;
            rod->tension = rod->next_tension;
            rod->next_tension = swapped;
        }
    }
    if (dt > 0.0) {
        swap(&solver->now, &solver->last);
    }
    solver->time += dt;
    count_contacts(world);

    // a hand that pulls goes along
    for (int32_t i = 0; i < world->hand_count; i++) {
        bi_rope_hand *hand = &world->hands[i];
        if (hand->alive && hand->pulls) {
            hand->target = world->at[world->ropes[hand->rope].first + hand->node];
        }
    }
}
