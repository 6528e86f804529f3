// SPDX-License-Identifier: MIT
// Which triangles of a mesh hang together: fans around a vertex, sides that face one way, pieces of a
// pattern.

#pragma once

#include "bight/cloth_mesh.h"
#include "geom/surface.h"

/// Sets of numbers that are joined (Tarjan 1975); the lowest of a set stands for it.
/// @return The number that stands for the set of i.
int32_t bi_set_find(int32_t *parent, int32_t i);
void bi_set_join(int32_t *parent, int32_t a, int32_t b);

/// The corner of side s's triangle at one of the side's two vertices.
static inline int32_t bi_side_corner(const bi_surface *surface, int32_t side, int32_t vertex)
{
    return surface->triangles[side] == vertex ? side : side % 3 == 2 ? side - 2 : side + 1;
}

/// Join the corners at each vertex that are neighbours in a fan.
/// @param strict At an edge of more than two triangles only pairs hang together: the first and the first that
/// runs
///               the other way, and so on. Otherwise all do.
/// @param parent (3 x triangle_count) receives the sets of corners
void bi_corner_fans(const bi_surface *surface, bool strict, int32_t *parent);

/// Which triangles are turned over, seen from the others that they hang together with by edges of two
/// triangles.
typedef struct bi_turns {
    int8_t *turned; ///< (triangle_count) 1: against most of its part; 0: not; -1: folded  owned by the caller
    int32_t *queue; ///< (triangle_count) room to work in
    int32_t *
        one_sided; ///< (triangle_count) the edges at which a part cannot face one way, one for each such part
    int32_t one_sided_count;
} bi_turns;

void bi_find_turns(const bi_surface *surface, bi_turns *turns);
