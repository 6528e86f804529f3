// SPDX-License-Identifier: MIT
// From side to side of a surface's triangles (surface.h: side k of triangle t is 3 t + k, from its corner k to the next).

#pragma once

#include "geom/surface.h"

/// The next side of the same triangle, which begins where this one ends.
static inline int32_t bi_side_after(int32_t side)
{
    return side % 3 == 2 ? side - 2 : side + 1;
}

static inline int32_t bi_side_before(int32_t side)
{
    return side % 3 == 0 ? side + 2 : side - 1;
}

/// The side of another triangle that lies on this one and runs against it; -1 at a border, at an edge of three triangles and
/// more, and where the two face against each other.
static inline int32_t bi_side_across(const bi_surface *surface, int32_t side)
{
    int32_t edge = surface->triangle_edges[side], first = surface->edge_first[edge];
    if (bi_edge_triangles(surface, edge) != 2) {
        return -1;
    }
    int32_t one = surface->edge_sides[first], other = one == side ? surface->edge_sides[first + 1] : one;
    return surface->triangles[other] == surface->triangles[bi_side_after(side)] ? other : -1;
}
