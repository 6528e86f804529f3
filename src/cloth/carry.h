// SPDX-License-Identifier: MIT
// What hands carry is moved as a whole before anything is solved for.
//
// A translation of everything that hangs together changes no distance and stretches nothing, and without inertia
// what rests in one place rests in the other. So when all hands on a piece of cloth go on alike, that part of their
// way is no motion of the cloth in the step: pieces, bodies with mass and hands that contacts join are shifted by
//
//     d = m max(0, min a . m),
//
// a the ways of the hands in this step and m the direction of their sum. The solve, the step filter and cloth/growth.h see only
// what is left, motion beside d: what they damp, shorten or stop is stopped beside the hands, not in space.
//
// Nothing is shifted that is pinned, that nothing holds, or whose box comes within twice the thickness of the box of anything else:
// it needs no proof then that nothing meets on the way. With inertia cloth keeps its motion by itself.

#pragma once

#include "cloth/buffer.h"

/// A part that is shifted as a whole: a piece of cloth (what hangs together along edges), or an obstacle.
typedef struct bi_carry_part {
    int32_t into;         ///< A part that it is joined with, or itself.
    int32_t hands;        ///< Those that hold it.
    bool fixed;           ///< By a pin, or an obstacle without mass.
    bight_vec3 low, high; ///< Its box, grown by the thickness, metres.
    bight_vec3 way;       ///< Sum of the ways of hands, then its direction.
    double least;         ///< Of the ways along it, metres.
    // of an obstacle before the shift
    bight_vec3 position, target, rubbed;
} bi_carry_part;

#define BI_CARRY_BUFFERS(X)                                                                                  \
    X(int32_t, piece)       /* (vertex_count)  the part of each vertex */                                    \
    X(bight_vec3, was)      /* (vertex_count)  places before the shift */                                    \
    X(bi_carry_part, parts) /* (pieces + obstacles)  pieces, then obstacles in their order */

typedef struct bi_carry {
    BI_CARRY_BUFFERS(BI_BUFFER)
    int32_t pieces;
    double moved; ///< The longest shift of the last step, metres.
} bi_carry;

/// Before a step: shift what hands carry, with them.
/// @return Was anything shifted?
bool bi_carry_on(bight_cloth_world *world);

/// Take the shift of the step that has failed back, to the bit. Places must be those after it.
void bi_carry_back(bight_cloth_world *world);

/// Number the pieces, when the topology is built.
bight_status bi_carry_build(bight_cloth_world *world);
