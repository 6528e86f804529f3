// SPDX-License-Identifier: MIT
// What the lists of near pairs share: the vertices of a pair, the distances below which pairs push each
// other, how far the lists reach, and which edges may cross.

#pragma once

#include "cloth/world.h"

/// Edges begin to push at this part of the thickness: layers that lie on each other are carried by their
/// vertices, and edges matter where ridges meet.
#define BI_EDGE_GAP 0.75

/// And this where the sheet is flat about either of two edges: there vertices keep cloth off as well as edges
/// would, as long as it is not pressed together hard.
#define BI_FLAT_EDGE_GAP 0.25

/// Thicknesses: no margin is cut below that.
#define BI_NEAR_LEAST_MARGIN 0.25

/// The vertices of a vertex-face pair: vertex, corners. Of an edge-edge pair: ends of a, ends of b.
void bi_near_vertices(const bight_cloth_world *world, bool edges, int32_t a, int32_t b, int32_t v[4]);

/// The greatest margin that keeps lists short, metres.
double bi_near_most_margin(const bight_cloth_world *world);

/// The margin where all pairs have room, metres.
double bi_near_free_margin(const bight_cloth_world *world);

/// The distance below which two push each other; of edges, BI_EDGE_GAP of it.
double bi_pairs_gap(const bight_cloth_world *world, bool edges, const int32_t v[4]);

/// Half the distance of two at rest, at most the thickness: the gap of neighbours.
double bi_pairs_neighbour_gap(const bight_cloth_world *world, bool edges, const int32_t v[4]);

/// May the closest points of two lines lie inside both edges before lists are rebuilt?
bool bi_pairs_may_cross(const bight_vec3 p[2], const bight_vec3 q[2], double margin);

/// Has a pair been so far apart that it cannot have come within one and a half thicknesses since it was
/// listed? Those that come nearer are looked at before they touch, so that the side they come from is known.
static inline bool bi_near_is_clear(const bight_cloth_world *world, const bi_near_pair *pair)
{
    return (double)pair->clear * world->near.clear_unit - 2.0 * world->near.motion > 1.5 * world->thickness;
}

/// One level, metres.
static inline double bi_near_level(const bight_cloth_world *world)
{
    return world->near.proof / 63.0;
}
