// SPDX-License-Identifier: MIT
// Contacts with Coulomb friction: forces within their cones that keep gaps open and stop slip.

#pragma once

#include "bight/base.h"

/// v = W force + free, three numbers a contact: along the normal (a gap) and along two tangents (a slip).
/// Wanted: gap >= 0, normal force >= 0, one of them zero; and slip = 0 with |tangential force| <= friction x normal
/// force, or a tangential force of that size against the slip (Coulomb's own, non-associated cone).
typedef struct bi_cone_problem {
    int32_t count;          ///< Contacts.
    const double *w;        ///< (3 count x 3 count) symmetric, positive semidefinite
    const double *free;     ///< (3 count)
    const double *friction; ///< (count)  at least 0
    double *force;          ///< (3 count)  in: a guess; out: the answer
    double *scratch;        ///< (bi_cone_scratch(count))
    double enough;          ///< Stop when no gap and no slip changes by more than this in a sweep.
    double near_by;         ///< Newton steps are tried below this error, and when the sweeps are used up.
    int32_t sweeps;         ///< At most.
} bi_cone_problem;

/// Numbers of scratch.
size_t bi_cone_scratch(int32_t count);

/// Gauss-Seidel over the contacts; where that is slow, Newton steps on the present open, sticking and sliding sets.
/// @return The change of gaps and slips in the last sweep, <= enough when it has converged.
double bi_cone_solve(const bi_cone_problem *problem);
