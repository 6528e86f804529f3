// SPDX-License-Identifier: MIT

#include "sim/spring/watch.h"

#include "core/error.h"
#include "core/vec3.h"
#include "sim/spring/motion.h"

#include <stdio.h>

// Radii in a time step.
#define FASTEST 2.0

// Part of kinetic and elastic energy that may have come from nowhere: what Stoermer's rule itself lets the
// energy swing by is a quarter where a step is half of the stable one.
#define GAIN 0.5

// Energies below this share of the stiffness are not looked at: a strain of a thousandth all over.
#define NOISE 1e-6

static bight_status diverged(bight_world *world, int32_t index, const char *what)
{
    const bi_rope *rope = &world->ropes[index];
    bi_spring_chain chain = bi_spring_chain_of(world, rope, world->before);
    double stable = bi_spring_stable_step(&chain), step = rope->springs->def.time_step;
    const char *mend = step > 0.5 * stable ? "lower spring.time_step or stiffness, or raise density"
                                           : "pull or move it more gently, raise damping, or lower time_step";
    return bi_fail(&world->failure, BIGHT_ERROR_DIVERGED, 0,
                   "rope %d diverges: %s; the time step is %.3g s, stable below %.3g s: %s", index, what,
                   step, stable, mend);
}

bight_status bi_spring_watch_speed(bight_world *world, int32_t index, double most)
{
    double radius = world->ropes[index].radius;
    if (most <= FASTEST * radius) {
        return BIGHT_OK;
    }
    char what[100] = "a point is nowhere";
    if (most < HUGE_VAL) {
        snprintf(what, sizeof what, "a point would go %.3g radii in a step, at most %g", most / radius,
                 FASTEST);
    }
    return diverged(world, index, what);
}

// The forces of the springs beside a point, and its weight.
static double load(const bight_world *world, const bi_rope *rope, int32_t i)
{
    const bi_springs *springs = rope->springs;
    double sum = bi_point_mass(&springs->point[i]) * v3_length(springs->def.gravity);
    for (int32_t side = 0; side < 2; side++) {
        int32_t spring = side == 1 ? i : i > 0 ? i - 1 : rope->count - 1;
        if (spring < bi_link_count(rope)) {
            int32_t a = rope->first + spring;
            double rest = springs->point[spring].rest;
            double longer = v3_distance(world->at[a], world->at[bi_next(rope, a)]) - rest;
            sum += fabs(longer) * bi_spring_constant(&springs->def, rest);
        }
    }
    return sum;
}

// What pulls and loads have done, and hands at most: twice the load of each along its way, and its own
// motion.
static double work(const bight_world *world, const bi_rope *rope)
{
    const bi_springs *springs = rope->springs;
    double sum = 0.0, dt = springs->def.time_step;
    for (int32_t i = 0; i < rope->count; i++) {
        int32_t node = rope->first + i;
        bight_vec3 way = v3_sub(world->at[node], world->before[node]);
        bight_vec3 pull = v3(0, 0, 0);
        if (i < springs->pull[0].points) {
            pull = springs->pull[0].acceleration;
        }
        if (i >= rope->count - springs->pull[1].points) {
            pull = v3_add(pull, springs->pull[1].acceleration);
        }
        double mass = bi_point_mass(&springs->point[i]);
        sum += bi_max(mass * v3_dot(pull, way), 0.0);
        sum += rope->loaded ? bi_max(v3_dot(rope->load[i], way), 0.0) : 0.0;
        if (world->held[node] & BI_IN_HAND) {
            double force = load(world, rope, i);
            sum += 2.0 * force * v3_length(way) + mass * v3_length_squared(way) / (dt * dt);
        }
    }
    return sum;
}

// Something shifted points, or collisions came between two kicks of Stoermer's rule, so that a gain in this
// step says nothing.
static bool jolted(const bi_rope *rope)
{
    const bight_spring_state *is = &rope->springs->state, *was = &rope->springs->was;
    return rope->island.taken < 1.0 || is->strikes != was->strikes || is->overlaps != was->overlaps ||
           is->events != was->events || rope->springs->divided || rope->springs->shoved || was->time == 0.0;
}

static double energy(const bight_spring_state *state)
{
    return state->kinetic + state->elastic + state->gravity;
}

static bight_status watch_rope(bight_world *world, int32_t index)
{
    const bi_springs *springs = world->ropes[index].springs;
    if (!(fabs(energy(&springs->state)) < HUGE_VAL)) {
        return diverged(world, index, "its energy is no number");
    }
    if (springs->state.stretch > springs->def.longest) {
        char what[100];
        snprintf(what, sizeof what, "a spring is %.3g times as long as at rest, at most %g",
                 springs->state.stretch, springs->def.longest);
        return diverged(world, index, what);
    }
    return BIGHT_OK;
}

bight_status bi_spring_watch_energy(bight_world *world)
{
    double gain = 0.0, inner = 0.0, noise = 0.0, most = -HUGE_VAL;
    int32_t culprit = 0;
    bool jolt = false;
    for (int32_t r = 0; r < world->rope_count; r++) {
        const bi_rope *rope = &world->ropes[r];
        const bi_springs *springs = rope->springs;
        if (!rope->alive || springs == NULL) {
            continue;
        }
        bight_status status = watch_rope(world, r);
        if (status != BIGHT_OK) {
            return status;
        }

        // energy that this rope has and nothing gave it
        double own = energy(&springs->state) - energy(&springs->was) - work(world, rope);
        double k_rest = springs->def.hooke > 0.0 ? springs->def.hooke * rope->radius : springs->def.stiffness;
        culprit = own > most ? r : culprit;
        most = bi_max(most, own);
        gain += own;
        inner += springs->state.kinetic + springs->state.elastic;
        noise += NOISE * k_rest * springs->state.rest_length;
        jolt = jolt || jolted(rope);
    }

    // a gain adds up over cycles, unless something shifted points in this one
    world->spring_excess = bi_max(world->spring_excess + (jolt ? bi_min(gain, 0.0) : gain), 0.0);
    if (inner > noise && world->spring_excess > GAIN * inner) {
        char what[100];
        snprintf(what, sizeof what, "%.3g of the ropes' %.3g J of motion and strain come from nowhere",
                 world->spring_excess, inner);
        world->spring_excess = 0.0;
        return diverged(world, culprit, what);
    }
    return BIGHT_OK;
}
