// SPDX-License-Identifier: MIT
// What is worn on the upper body: front, back, sleeves in one with them (a kimono cut), and what is sewn to the neck.

#pragma once

#include "garment/draft.h"

typedef struct bi_top {
    double chest, length, hem; ///< girths of chest and hem, length from the neck's side down
    double sleeve, cuff;       ///< length from the neck's side, girth at its end
    double neck, front_depth;  ///< half the neck's width, depth in front
    bool open;                 ///< in front, `gap` on either side of the middle
    double gap;
    bool buttoned;           ///< an open front, sewn together all the way
    double tail, tail_width; ///< of an open front, below its hem; 0 for none
    double collar;           ///< height of a stand; 0 for none
    double hood;             ///< height; 0 for none
    double curve;            ///< how much lower the hem is in the middle
} bi_top;

/// Add its panels to a draft that has none: front (or front_right, front_left), back, hood_right, hood_left, collar.
void bi_draft_top(bi_draft *draft, const bi_top *top);
