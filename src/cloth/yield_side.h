// SPDX-License-Identifier: MIT
// Which side of a contour gives way, and which way.
//
// On a straight stretch of contour minimising its length says nothing; there, what the contour cuts off from
// one of its two surfaces is sent back through the other (after Baraff, Witkin, Kass 2003).

#pragma once

#include "cloth/state.h"

/// Say for each entry of contours.crossings which of the contour's two surfaces its edge is of.
bight_status bi_yield_side_roles(bight_cloth_world *world);

/// Choose the side of each contour that gives way; say for each crossing which way its edge is sent.
bight_status bi_yield_side_find(bight_cloth_world *world);

/// Unit normal of a triangle; zero when it has none.
bight_vec3 bi_yield_side_normal(const bight_cloth_world *world, int32_t triangle);
