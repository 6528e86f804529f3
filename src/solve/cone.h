// SPDX-License-Identifier: MIT
// Contacts with Coulomb friction: forces within their cones that keep gaps open and stop slip.

#pragma once

#include "bight/base.h"

/// v = W force + free, three numbers a contact: along the normal (a gap) and along two tangents (a slip).
/// Wanted: gap >= 0, normal force >= 0, one of them zero; and slip = 0 with |tangential force| <= friction x normal
/// force, or a tangential force of that size against the slip (Coulomb's own, non-associated cone).
///
/// Where there are more contacts than freedoms many forces do that, and the way to them is long. So forces are held
/// near the guess: v + hold x own (force - guess) stands for v, own being the contact's entries on the diagonal of W
/// (the proximal point method). Who solves again from the answer comes to a state that fits without it, and there
/// nothing is held back: a rope at rest does not creep.
typedef struct bi_cone_problem {
    int32_t count;          ///< Contacts.
    double *w;              ///< (3 count x 3 count) symmetric, positive semidefinite; `hold` is added to it
    double *free;           ///< (3 count)  likewise
    const double *friction; ///< (count)  at least 0
    double *force;          ///< (3 count)  in: the guess; out: the answer
    double *scratch;        ///< (bi_cone_scratch(count))
    double hold;            ///< At least 0; 0.01 makes most problems easy.
    double enough;          ///< The error that will do: what gaps and slips are off by, metres.
    int32_t sweeps;         ///< At most.
} bi_cone_problem;

/// Numbers of scratch.
size_t bi_cone_scratch(int32_t count);

/// Newton steps on the present open, sticking and sliding sets; where they do not help, Gauss-Seidel sweeps.
/// @return The error; <= enough when it has converged.
double bi_cone_solve(const bi_cone_problem *problem);
