// SPDX-License-Identifier: MIT
// Springs and Stoermer's rule (the spring paper, section 3, Algorithm 3).

#pragma once

#include "sim/spring/spring.h"

/// The constant k of a spring of this rest length.
static inline double bi_spring_constant(const bight_spring_def *def, double rest)
{
    return def->hooke > 0.0 ? def->hooke : def->stiffness / rest;
}

/// A chain of control points where it is now.
typedef struct bi_spring_chain {
    const bight_vec3 *at;    ///< (count)
    bi_control_point *point; ///< (count)
    int32_t count;
    bool closed;
    const uint8_t *held; ///< (count)  BI_IN_HAND points move with their hands.
    const bight_spring_def *def;
    const bi_spring_pull *pull; ///< (2)
    const bight_vec3 *load;     ///< (count)  newtons at each point, NULL for none
} bi_spring_chain;

/// The chain of a rope whose nodes lie in `at` (world->at or world->before).
bi_spring_chain bi_spring_chain_of(const bight_world *world, const bi_rope *rope, const bight_vec3 *at);

/// Which points are pulled in this step, and how each is accelerated.
void bi_spring_pulls(const bi_spring_chain *chain, bi_spring_pull pull[2]);

/// Start the recurrence where it was interrupted, Delta x = Delta t (v + Delta t / 2 f) (Algorithm 3, line 1;
/// the paper prints it without the second Delta t): for all touched points that no hand holds.
void bi_spring_seed(const bi_spring_chain *chain);

/// Velocities and the next steps once the points have moved (lines 5 and 6): v = Delta x / Delta t +
/// Delta t / 2 f, Delta x += Delta t^2 f, with the forces where they are now. f is the acceleration of the
/// point: both sides share it, as they share the place, and keep the velocities that they have. Touched
/// points are seeded from their new velocity.
/// @param energy Receives energies, momentum, length and stretch.
void bi_spring_step(const bi_spring_chain *chain, bight_spring_state *energy);

/// The time step below which the chain is stable by Gershgorin's bound on its stiffness and damping, seconds.
double bi_spring_stable_step(const bi_spring_chain *chain);
