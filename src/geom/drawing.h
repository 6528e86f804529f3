// SPDX-License-Identifier: MIT
// Ropes drawn flat, as in a book of knots: where they cross, and which of two passes over, becomes height.

#pragma once

#include "bight/curve.h"

/// One rope of a drawing.
typedef struct bi_drawn_rope {
    bight_vec3 *points; ///< (count) fine and smooth, metres; x and y are the drawing, z is filled in
    int32_t count;
    bool closed;
    double radius;
    const char *passes; ///< 'o' over or 'u' under, at each crossing with a rope, from the first point on
    const char *round;  ///< 'o' in front of or 'u' behind a bar, each time that the rope meets one
} bi_drawn_rope;

/// A pole or a ring in the plane of the drawing, z = 0. It has its place; ropes go in front of it or
/// behind.
typedef struct bi_drawn_bar {
    bight_vec3 from, to; ///< Ends of a pole's axis; from is the centre of a ring.
    double ring;         ///< Radius of a ring from its middle to the middle of its tube; 0 for a pole.
    double radius;       ///< Of the pole, or of the tube of the ring.
} bi_drawn_bar;

typedef enum bi_drawn_trouble {
    BI_DRAWN_WELL,
    BI_DRAWN_PASSES, ///< So many crossings and so many letters.
    BI_DRAWN_ROUND,  ///< So many meetings with bars and so many letters.
    BI_DRAWN_AGREE   ///< Both ropes say the same of one crossing, or a bar lies between them the other way.
} bi_drawn_trouble;

/// What is wrong with a drawing.
typedef struct bi_drawn_fault {
    bi_drawn_trouble trouble;
    int32_t rope, other; ///< other: of BI_DRAWN_AGREE
    int32_t found,
        given;        ///< crossings and letters; of BI_DRAWN_AGREE, the numbers of the two letters, from 1
    bight_vec3 place; ///< The first crossing without a letter, or the one in question.
} bi_drawn_fault;

/// Give every rope its height. Where two cross, their centre lines are then twice the sum of their radii
/// apart, one as much above as the other is below the plane, or above and behind what they lie on.
/// Every point is also moved by less than 1e-6 of the drawing's size, so that no crossing lies on a corner.
/// @param fault Receives the fault. The heights are not all set then.
/// @return BIGHT_OK, also with a fault; BIGHT_ERROR_NO_MEMORY.
bight_status bi_draw(const bight_allocator *allocator, bi_drawn_rope *ropes, int32_t count,
                     const bi_drawn_bar *bars, int32_t bar_count, bi_drawn_fault *fault);
