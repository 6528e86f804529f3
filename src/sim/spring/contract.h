// SPDX-License-Identifier: MIT
// Contracting a point is a motion of the centreline as well, and is proved like one: the point moves to the
// chord of its neighbours, over a triangle that nothing may stick through.

#pragma once

#include "sim/spring/divide.h"

/// What the question is asked about. Positions of other ropes and of this one are those in world->before; the
/// near list is that of them.
typedef struct bi_contraction {
    const bight_world *world;
    const bi_rope *rope;
    int32_t *changed; ///< (node_count)  links, by their index before: not 0 when a contraction has moved them
    int32_t left;     ///< How many may still be asked about in this step.
} bi_contraction;

/// bi_division.may_contract, with a bi_contraction as user. Marks both links as changed when it says yes.
bool bi_may_contract(void *user, const bi_division *division, int32_t middle);
