// SPDX-License-Identifier: MIT
// Which nodes of a rope are those of a needle at one of its ends, and how far it reaches.

#pragma once

#include "core/vec3.h"

#include <stdint.h>

/// Fewer links are no shape.
#define BI_NEEDLE_LEAST_LINKS 3

/// Of its wire, rope radii.
#define BI_NEEDLE_LEAST_DIAMETER 0.1
#define BI_NEEDLE_MOST_DIAMETER 20.0

/// The first node, which is the first link's too, of a needle of so many links at an open rope's first end or its last; it ends
/// at that node + links.
static inline int32_t bi_needle_first_node(bool last, int32_t links, int32_t nodes)
{
    return last ? nodes - 1 - links : 0;
}

/// How far its nodes are from a place, at most.
/// @param x The nodes of the rope.
static inline double bi_needle_reach(const bight_vec3 *x, int32_t first, int32_t links, bight_vec3 from)
{
    double far = 0.0;
    for (int32_t i = first; i <= first + links; i++) {
        far = bi_max(far, v3_distance(x[i], from));
    }
    return far;
}
