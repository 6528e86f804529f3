// SPDX-License-Identifier: MIT
// Contacts with Coulomb friction, given the dense matrix of how each force moves each contact: few contacts, many
// freedoms between them. (For many contacts on few freedoms there is cone.h.)

#pragma once

#include "bight/base.h"

/// v = start + W f. Three rows a contact: its normal, then two tangents. Wanted: v_n >= 0, f_n >= 0, one of them zero;
/// slip v_t = 0 with |f_t| <= friction f_n, or |f_t| = friction f_n against the slip (Coulomb's own, non-associated cone).
typedef struct bi_coulomb {
    int32_t count;          ///< Contacts, m.
    const double *w;        ///< (3m x 3m) symmetric, metres per newton; positive on the diagonal
    const double *start;    ///< (3m) metres
    const double *friction; ///< (m) at least 0
    double *force;          ///< (3m) newtons. In: the guess. Out: the answer, within the cones.
    double enough;          ///< Metres that the last sweep may change any v by.
    double *scratch;        ///< bi_coulomb_scratch() numbers
} bi_coulomb;

/// Numbers of scratch for so many contacts.
int64_t bi_coulomb_scratch(int32_t count);

/// Gauss-Seidel on the cones; where it is slow, Newton steps on the sets of open, sticking and sliding contacts.
/// @param sweeps Receives how many were made.
/// @return What the last sweep changed, metres; above `enough` when it did not converge.
double bi_coulomb_solve(const bi_coulomb *problem, int32_t *sweeps);
