// SPDX-License-Identifier: MIT
// How long the next time step is, and how far vertices go in it: halved after trouble, half as much again after steps without any.

#pragma once

#include <stdint.h>

typedef struct bi_step_control {
    double scale;                      ///< Of the time step, after trouble: at most 1.
    double reach;                      ///< Of how far a vertex may move, after nothing was proved: at most 1.
    int32_t calm;                      ///< Steps without trouble since the scale was changed.
    double last_contour;               ///< Of the step before, metres.
    double moved;                      ///< Farthest that any vertex moved in the last iteration, metres.
    double dt;                         ///< Time step of the present step, s.
    double kept;                       ///< What it keeps of the velocity, times dt, s.
    int64_t steps;                     ///< Made so far.
} bi_step_control;
