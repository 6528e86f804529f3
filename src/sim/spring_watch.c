// SPDX-License-Identifier: MIT

#include "sim/spring_watch.h"

#include "core/error.h"
#include "core/vec3.h"
#include "sim/spring_motion.h"

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

// What hands can have done at most: the force that each holds, both ways of its step, and its own motion.
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
        if (world->held[node] & BI_GRASPED) {
            double force = 2.0 * springs->def.stiffness * (springs->state.stretch - 1.0) +
                           mass * v3_length(springs->def.gravity);
            sum += 2.0 * fabs(force) * v3_length(way) + mass * v3_length_squared(way) / (dt * dt);
        }
    }
    return sum;
}

bight_status bi_spring_watch_energy(bight_world *world, int32_t index, const bight_spring_state *was,
                                    bool jolted)
{
    const bi_rope *rope = &world->ropes[index];
    bi_springs *springs = rope->springs;
    const bight_spring_state *is = &springs->state;
    double inner = is->kinetic + is->elastic, all = inner + is->gravity;
    char what[100];
    if (!(fabs(all) < HUGE_VAL)) {
        return diverged(world, index, "its energy is no number");
    }
    if (is->stretch > springs->def.longest) {
        snprintf(what, sizeof what, "a spring is %.3g times as long as at rest, at most %g", is->stretch,
                 springs->def.longest);
        return diverged(world, index, what);
    }
    double gain = all - (was->kinetic + was->elastic + was->gravity) - work(world, rope);
    springs->excess = jolted ? springs->excess : bi_max(springs->excess + gain, 0.0);
    double noise = NOISE * springs->def.stiffness * is->rest_length;
    if (inner > noise && springs->excess > GAIN * inner) {
        snprintf(what, sizeof what, "%.3g of its %.3g J of motion and strain come from nowhere",
                 springs->excess, inner);
        return diverged(world, index, what);
    }
    return BIGHT_OK;
}
