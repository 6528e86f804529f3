// SPDX-License-Identifier: MIT
// Contact and friction: which near pairs push each other now, how hard, and where they stick.
//
// Below its gap g a pair at distance d pushes with k (g - d)^2 / d: nothing where it begins, without bound
// where it would end, so that a hard pull on a knot does not squeeze layers through each other. A push with a
// kink at g would never let a vertex rest that weighs next to nothing against the stiffness of cloth.
// Friction is a spring from the anchor, where the two last stuck, of at most mu times the push; beyond that
// the anchor is dragged along. A contact at rest therefore does not creep.

#pragma once

#include "cloth/state.h"

/// Find the pairs in contact at the present positions, and set how far each vertex may move.
bight_status bi_contact_find(bight_cloth_world *world);

/// Add their rows; the forces on obstacles are summed anew.
bight_status bi_contact_rows(bight_cloth_world *world);
