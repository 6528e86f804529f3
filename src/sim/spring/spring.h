// SPDX-License-Identifier: MIT
// The spring rope (Phillips, Ladd, Kavraki 2002, "the spring paper"): control points joined by springs, with
// left and right masses and velocities, divided and contracted as the rope moves.

#pragma once

#include "core/vec3.h"
#include "sim/near.h"
#include "sim/world_state.h"

/// A control point, and the spring from it to the next. A mass of zero has no velocity: the outer sides of
/// the ends of an open rope.
typedef struct bi_control_point {
    double left_mass, right_mass;
    bight_vec3 left_velocity, right_velocity; ///< Metres per second, now.
    bight_vec3 left_step, right_step; ///< Stoermer's Delta x: how far they move in the coming time step.
    double rest;                      ///< Rest length of the spring to the next point.
    bool touched; ///< The velocity was changed: the recurrence of the steps restarts from it.
} bi_control_point;

/// A section at an end that is pulled.
typedef struct bi_spring_pull {
    double section;
    bight_vec3 force;
    int32_t points;          ///< Of this step: how many points of that end,
    bight_vec3 acceleration; ///< and how each is accelerated.
} bi_spring_pull;

/// What a spring rope has beside its nodes. All arrays hold `room` elements and are owned.
typedef struct bi_springs {
    bight_spring_def def;
    int32_t room; ///< Most points.
    int32_t ball; ///< Of this step: where its spheres start in world->events.
    bool fresh;   ///< It has not been divided yet.
    bool divided; ///< Points were made or contracted in this step.
    bool shoved;  ///< A sheet that had moved pushed it in this step.
    bi_control_point *point;
    bi_control_point *spare; ///< Scratch of dividing; afterwards the points as they were when the step began.
    int32_t *moved_to;       ///< New number of a point when the rope was divided, -1 when contracted.
    bi_spring_pull pull[2];
    bight_spring_state state, was; ///< Now, and when the step began.
} bi_springs;

bight_spring_def bi_spring_def_default(void);

/// Refuse numbers out of range.
/// @param length Mean link, for what depends on it.
bight_status bi_spring_check(const bight_world *world, const bight_spring_def *def, bight_error *error);

/// The most nodes that a spring rope may have: what its length, stretched as far as it may be on average,
/// has room for.
int64_t bi_spring_room(const bight_rope_def *def, double rest_length);

/// Make the springs of a rope whose nodes lie in world->at.
/// @param rest Rest length of every spring; 0: as long as each is.
bight_status bi_springs_make(bight_world *world, bi_rope *rope, const bight_spring_def *def, double rest);

void bi_springs_free(const bight_allocator *allocator, bi_springs *springs);
size_t bi_springs_bytes(const bi_springs *springs);
uint64_t bi_springs_hash(uint64_t hash, const bi_rope *rope);

static inline double bi_point_mass(const bi_control_point *point)
{
    return point->left_mass + point->right_mass;
}

/// Mean of the steps of both sides, by mass: how far the point itself moves.
static inline bight_vec3 bi_point_step(const bi_control_point *point)
{
    return v3_mul(1.0 / bi_point_mass(point),
                  v3_madd(v3_mul(point->left_mass, point->left_step), point->right_mass, point->right_step));
}

/// Add the same to the steps of both sides.
static inline void bi_point_deflect(bi_control_point *point, bight_vec3 by)
{
    point->left_step = v3_add(point->left_step, by);
    point->right_step = v3_add(point->right_step, by);
    point->touched = true;
}

// ---- the cycle (sim/spring/cycle.c) ----------------------------------------------------------------------

/// Begin: keep what a failed step must restore, divide and contract (Algorithm 1, line 2).
bight_status bi_springs_begin(bight_world *world);

/// Propose: predict trajectories and simulate collisions (lines 3 to 9) into world->at. Hands have moved.
bight_status bi_springs_move(bight_world *world);

/// After the proof: what was cut short is slower.
void bi_springs_cut(bight_world *world);

/// End: velocities and steps from the forces at the new positions; energies; watch for divergence.
bight_status bi_springs_end(bight_world *world);

/// A step failed: velocities as they were when it began.
void bi_springs_restore(bight_world *world);

/// A deflected point may be faster than any was before: pairs are listed for this many times the way of both.
#define BI_SPRING_SPEED_UP 2.0

/// How far from each other pairs must be listed so that the next step's collisions are among them.
bi_near_margin bi_springs_margin(const bight_world *world, bi_near_margin others);

// ---- links that touch (sim/spring/strike.c) --------------------------------------------------------------

/// Whether the link belongs to a spring rope.
static inline bool bi_is_spring(const bight_world *world, int32_t link)
{
    return world->ropes[world->rope_of[link]].springs != NULL;
}

/// Two links of spring ropes are the business of their spheres, which leave notches between them: only links
/// deeper in a notch than spheres can be are pushed apart. How far, metres; 0 for all that may stay.
double bi_spring_shift(const bight_world *world, const bi_near *near);

/// Give the springs of a pair in contact the impulse that ends their approach.
/// @param near   A link and a link or obstacle, at least one of them a spring's.
/// @param normal Unit, from b (or the obstacle) towards a.
void bi_spring_strike(bight_world *world, const bi_near *near, bight_vec3 normal);
