// SPDX-License-Identifier: MIT
// Where the folds of a gathered cloth lie: shut in its strand, and going apart in the bight, side by side or as a bag.

#pragma once

#include "dress/pleat_axis.h"

#define BI_PLEAT_OPENINGS 64

/// How the bight is opened. All down to `line` is given.
typedef struct bi_pleat_open {
    const bi_pleat_axis *axis; ///< made, borrowed
    double pleat;              ///< metres: width of a pleat
    double shut;   ///< how far a fold stands aside in the strand, over its y: layers lie on each other
    double half;   ///< metres: from the middle to a tip
    double open;   ///< what a fold keeps of its y at most, in a bight that opens side by side
    double bag;    ///< radians, from the middle to a fold at y = half; 0: side by side
    double end;    ///< radians that the outermost fold turns at most where strands begin; 0: as elsewhere
    double wide;   ///< metres: half the width that strands of a bag with an `end` begin with
    double line;   ///< metres from the knot's middle to what a bag goes round
    bight_vec3 up; ///< unit: from the bight's middle to the knot, square to its `across`
    double whole;  ///< metres from the middle to where a bag goes round as far as was asked for
    double strap;  ///< metres of cloth in which a strand is shut, beyond `whole`
    double spread; ///< as `shut`, where strands begin
    double rates[BI_PLEAT_OPENINGS + 1]; ///< of a bight that opens side by side
} bi_pleat_open;

/// Find how far folds go apart.
void bi_pleat_open_make(bi_pleat_open *open);

/// Where a place of the pattern lies. @param s, y metres, along the line from tip to tip and to the side of it
bight_vec3 bi_pleat_open_at(const bi_pleat_open *open, double s, double y);
