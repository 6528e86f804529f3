// SPDX-License-Identifier: MIT
// One time step's proposal: trajectories of all control points, and the collisions along them.

#include "core/error.h"
#include "core/vec3.h"
#include "sim/near.h"
#include "sim/spring/spring.h"
#include "sim/spring/motion.h"
#include "sim/spring/watch.h"

#include <string.h>

static bight_vec3 held_step(const bight_world *world, int32_t node)
{
    return v3_sub(world->at[node], world->before[node]);
}

// Lines 3 and 4 of the step's beginning: who is pulled, what was interrupted.
static void predict(bight_world *world, bi_rope *rope)
{
    bi_springs *springs = rope->springs;
    bi_spring_chain chain = bi_spring_chain_of(world, rope, world->before);
    bi_spring_pulls(&chain, springs->pull);
    for (int32_t i = 0; i < rope->count; i++) {
        if (world->held[rope->first + i] & BI_IN_HAND) {
            springs->point[i].left_step = springs->point[i].right_step = held_step(world, rope->first + i);
        }
    }
    bi_spring_seed(&chain);
}

// ---- pairs that may meet ---------------------------------------------------------------------------------

static int32_t ball_of(const bight_world *world, int32_t node)
{
    const bi_rope *rope = &world->ropes[world->rope_of[node]];
    return rope->springs->ball + node - rope->first;
}

// Adjacent spheres always touch, and second neighbours may: the spring paper does not look at them.
static bool exempt(const bight_world *world, int32_t a, int32_t b)
{
    const bi_rope *rope = &world->ropes[world->rope_of[a]];
    if (world->rope_of[a] != world->rope_of[b]) {
        return false;
    }
    int32_t gap = a > b ? a - b : b - a;
    return gap <= 2 || (rope->closed && rope->count - gap <= 2);
}

static bight_status offer(bight_world *world, int32_t a, int32_t b)
{
    if (exempt(world, a, b)) {
        return BIGHT_OK;
    }
    double reach = world->ropes[world->rope_of[a]].radius + world->ropes[world->rope_of[b]].radius +
                   2.0 * BI_SPRING_SPEED_UP * world->spring_most;
    if (v3_length_squared(v3_sub(world->before[b], world->before[a])) >= reach * reach) {
        return BIGHT_OK;
    }
    return bi_events_pair(&world->def.env.allocator, &world->events, ball_of(world, a), ball_of(world, b));
}

// The nodes that stand for a link: its first, and for the last link of an open rope both.
static int32_t ends_of(const bight_world *world, int32_t link)
{
    const bi_rope *rope = &world->ropes[world->rope_of[link]];
    return !rope->closed && link == rope->first + rope->count - 2 ? 2 : 1;
}

// Spheres that are near each other have links that are near each other, and those are listed: each pair of
// spheres belongs to one pair of links. Only the last sphere and the fourth last share a pair of second
// neighbours, which need not be listed.
static bight_status gather_pairs(bight_world *world)
{
    bight_status status = BIGHT_OK;
    for (int32_t i = 0; i < world->near_count && status == BIGHT_OK; i++) {
        const bi_near *near = &world->near[i];
        if (near->obstacle >= 0 || !bi_is_spring(world, near->a) || !bi_is_spring(world, near->b)) {
            continue;
        }
        bool same = world->rope_of[near->a] == world->rope_of[near->b];
        for (int32_t k = 0; k < ends_of(world, near->a); k++) {
            for (int32_t l = 0; l < ends_of(world, near->b) && status == BIGHT_OK; l++) {
                int32_t a = near->a + k, b = near->b + l, gap = a > b ? a - b : b - a;
                bool last = same && ends_of(world, near->b) == 2 && l == 1 && gap == 3;
                status = last ? BIGHT_OK : offer(world, a, b);
            }
        }
    }
    for (int32_t r = 0; r < world->rope_count && status == BIGHT_OK; r++) {
        const bi_rope *rope = &world->ropes[r];
        if (rope->alive && rope->springs != NULL && !rope->closed && rope->count >= 4) {
            int32_t last = rope->first + rope->count - 1;
            status = offer(world, last - 3, last);
        }
    }
    return status;
}

// ---- the step --------------------------------------------------------------------------------------------

// The spheres of one rope. @return How far the fastest of them moves; infinite when that is not a number.
static double roll_out(bight_world *world, int32_t index)
{
    const bi_rope *rope = &world->ropes[index];
    bi_ball *balls = world->events.balls + rope->springs->ball;
    double most = 0.0;
    bool sound = true;
    for (int32_t i = 0; i < rope->count; i++) {
        const bi_control_point *point = &rope->springs->point[i];
        bool held = world->held[rope->first + i] & BI_IN_HAND;
        bight_vec3 move = bi_point_step(point);
        double squared = v3_length_squared(move);
        sound = sound & (squared < HUGE_VAL);
        most = squared > most ? squared : most;
        balls[i] = (bi_ball){.at = world->before[rope->first + i],
                             .move = move,
                             .inverse = held ? 0.0 : 1.0 / bi_point_mass(point),
                             .radius = rope->radius,
                             .restitution = rope->springs->def.restitution,
                             .rope = index};
    }
    return sound ? sqrt(most) : HUGE_VAL;
}

static bight_status make_room(bight_world *world)
{
    int32_t balls = 0;
    for (int32_t r = 0; r < world->rope_count; r++) {
        bi_rope *rope = &world->ropes[r];
        if (rope->alive && rope->springs != NULL) {
            rope->springs->ball = balls;
            balls += rope->count;
        }
    }
    return bi_events_start(&world->def.env.allocator, &world->events, balls, world->rope_count);
}

// The balls' new places. What deflected a ball deflects both sides of its point; what pushed it apart
// from another is no velocity.
static void take_in(bight_world *world)
{
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        if (!rope->alive || rope->springs == NULL) {
            continue;
        }
        const bi_ball *ball = world->events.balls + rope->springs->ball;
        for (int32_t i = 0; i < rope->count; i++) {
            bi_control_point *point = &rope->springs->point[i];
            if (world->held[rope->first + i] & BI_IN_HAND) {
                continue;
            }
            world->at[rope->first + i] = ball[i].at;
            if (ball[i].stamp > 0) {
                bight_vec3 velocity = v3_sub(ball[i].stopped ? ball[i].kept : ball[i].move, ball[i].pushed);
                bi_point_deflect(point, v3_sub(velocity, bi_point_step(point)));
            }
        }
        bight_spring_state *state = &rope->springs->state;
        const bi_event_counts *counts = &world->events.counts[r];
        state->events += counts->events;
        state->stale += counts->stale;
        state->secondary += counts->secondary;
        state->overlaps += counts->overlaps;
        state->stopped += counts->stopped;
    }
}

bight_status bi_springs_move(bight_world *world)
{
    world->spring_most = 0.0;
    bight_status status = make_room(world);

    // lines 3 and 4: trajectories of all points
    for (int32_t r = 0; r < world->rope_count && status == BIGHT_OK; r++) {
        bi_rope *rope = &world->ropes[r];
        if (rope->alive && rope->springs != NULL) {
            predict(world, rope);
            double most = roll_out(world, r);
            world->spring_most = bi_max(world->spring_most, most);
            status = bi_spring_watch_speed(world, r, most);
        }
    }

    // the list must hold every pair of spheres that may meet within the step
    double needed = 2.0 * BI_SPRING_SPEED_UP * world->spring_most;
    if (status == BIGHT_OK && world->near_links - 2.0 * bi_thinnest(world) < needed) {
        bi_near_margin margin = bi_usual_margin(world);
        margin.links = bi_max(margin.links, 1.2 * needed);
        margin.before = true;
        status = bi_find_near(world, world->before, margin);

        // obstacles have moved on since: one may hide so much of its way
        world->near_obstacles -= world->def.speed_limit * bi_thinnest(world);
    }

    // lines 5 to 9: collisions in the order of their times
    if (status == BIGHT_OK) {
        status = gather_pairs(world);
    }
    if (status == BIGHT_OK) {
        status = bi_events_run(&world->def.env.allocator, &world->events, NULL, 0, NULL);
    }
    if (status == BIGHT_OK) {
        take_in(world);
    }
    return status;
}
