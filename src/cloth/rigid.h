// SPDX-License-Identifier: MIT
// Obstacles with mass: rigid bodies that cloth carries.
//
// A body of mass m is four points of mass m/4 at
//
//     p_k = centre + s_k1 a u1 + s_k2 b u2 + s_k3 c u3,   s = (+,+,+), (+,-,-), (-,+,-), (-,-,+),
//
// where u are its principal axes and a^2, b^2, c^2 its second moments: the four have the same mass, centre
// and inertia. A place x of the body is sum of l_k p_k, l_k = 1/4 (1 + s_k1 x1/a + s_k2 x2/b + s_k3 x3/c), so rows
// (rows.h) tie vertices to it by weights, as they do to faces. In the solve the points only move as one body:
// their moves are R z, z of three shifts and three turns, and the preconditioner is R (R' A R)^-1 R'.
//
// Vectors of the solver and the right side have four elements after those of vertices for each obstacle up to the last that
// has mass. An obstacle without mass that comes later changes none of them.

#pragma once

#include "bight/cloth.h"
#include "cloth/contact.h"
#include "geom/inertia.h"

typedef struct bi_rigid {
    double mass;            ///< kg; 0: it moves as it is told to.
    bi_spread spread;       ///< Where mass is above 0.
    bight_vec3 local[4];    ///< p_k in the obstacle's frame, metres.
    bight_vec3 velocity[4]; ///< Of p_k, m/s.
    bight_vec3 arm[4];      ///< p_k less their middle, in this iteration, metres.
    double inverse[6][6];   ///< (R' A R)^-1 of this iteration: shifts, turns times `size`.
    double size;            ///< The distance of each p_k from the middle, sqrt(a^2 + b^2 + c^2), metres.
} bi_rigid;

/// Give an obstacle a mass, kg, above 0; it begins at rest. A mesh must be closed and have a volume inside. The topology is to
/// be built again: vectors become longer.
void bi_rigid_set(bight_cloth_world *world, int32_t obstacle, double mass);

/// Obstacles up to the last that has mass; 0 when none has.
int32_t bi_rigid_count(const bight_cloth_world *world);

/// Elements of vectors of the solver: vertices, and four for each of these obstacles.
int64_t bi_rigid_unknowns(const bight_cloth_world *world);

/// Arms, and inertia and gravity: the force on the four points of each body, towards x + dt v kept + dt^2 gravity from
/// where they were when the step began.
void bi_rigid_forces(bight_cloth_world *world);

/// What a contact ties to its body beside its vertices.
/// @param weights Receives those of the body's points.
/// @return The first of its points, or -1 when there is no body.
int32_t bi_rigid_entries(const bight_cloth_world *world, const bi_contact *contact, int32_t obstacle,
                         float weights[4]);

/// Move bodies by the solution: their targets are where they then are.
void bi_rigid_aim(bight_cloth_world *world);

/// What a body has not done in this iteration it does not want any more.
void bi_rigid_rest(bight_cloth_world *world);

/// Velocities at the end of a step. @return The farthest that a point of a body went, metres.
double bi_rigid_finish(bight_cloth_world *world);

// ---- in the solve (rigid_solve.c), all in the order of obstacles ------------------------------------------

/// The preconditioner of all bodies. Rows and arms are there.
void bi_rigid_factor(bight_cloth_world *world);

/// product = matrix x direction at bodies. @return direction . product
double bi_rigid_multiply(bight_cloth_world *world);

/// residual = force - product if led, direction = time times velocity. @param along Receives residual . direction.
/// @return residual . preconditioned residual
double bi_rigid_residual(bight_cloth_world *world, bool led, double time, double *along);

/// move = alpha direction, residual -= alpha product, direction = preconditioned residual.
/// @return residual . direction
double bi_rigid_begin(bight_cloth_world *world, float alpha);

/// move += alpha direction, residual -= alpha product. @return residual . preconditioned residual
double bi_rigid_advance(bight_cloth_world *world, float alpha);

/// direction = preconditioned residual + beta direction
void bi_rigid_direct(bight_cloth_world *world, float beta);

/// No move yet.
void bi_rigid_lead(bight_cloth_world *world);
