// SPDX-License-Identifier: MIT
// What the two ways to solve contacts with friction share.

#pragma once

#include "solve/cone.h"

/// What a contact does, by p = force - v / own. Along the normal p > 0 is closed; with d = p / |p| along the tangents:
typedef enum bi_cone_state {
    BI_CONE_OPEN,  ///< force = 0
    BI_CONE_STICK, ///< |p| <= friction x normal force: gap = 0, slip = 0
    BI_CONE_TURN,  ///< It slides, and d turns with the forces: three unknowns.
    BI_CONE_SLIDE  ///< It slides far: the tangential force is friction x normal force x d, one unknown.
} bi_cone_state;

typedef struct bi_cone_contact {
    double own[2]; ///< Compliances: along the normal, and on average along the tangents.
    double d[2];
    double share;  ///< friction x normal force / |p|
    int32_t first; ///< Its first unknown of the Newton step, or -1.
    int32_t state; ///< bi_cone_state
} bi_cone_contact;

/// All in the problem's scratch.
typedef struct bi_cone_work {
    double *v;                    ///< (3 count)  W force + free
    double *from, *v_from;        ///< (3 count)  where a step began
    double *to, *v_to;            ///< (3 count)  where it leads
    bi_cone_contact *now, *taken; ///< (count)  at force and v, and at the last factor
    double *lu, *right;           ///< (BI_CONE_NEWTON_MOST squared, and one row) at most
    int32_t *pivot;
} bi_cone_work;

/// Newton steps solve dense systems: no larger ones than this.
#define BI_CONE_NEWTON_MOST 360

/// v = W force + free
void bi_cone_velocities(const bi_cone_problem *p, double *v);

/// Find what each contact does at force and v.
/// @return Greatest |force - projection(force - v / own)| own, metres: how far the forces are from the answer.
double bi_cone_look(const bi_cone_problem *p, const double *v, bi_cone_contact *contact);

/// Newton steps while they help, at most `steps` factors.
/// @param error Of now; v and now are those of the forces, before and after.
/// @return The error.
double bi_cone_newton(const bi_cone_problem *p, const bi_cone_work *work, double error, int32_t *steps);
