// SPDX-License-Identifier: MIT
// From two triangles that come near each other to the vertices, faces and edges of them that do.
//
// Most pairs of triangles that a walk down the hierarchy visits have nothing in reach, so rejecting them is
// most of the cost. Before a walk each triangle gets its corners and four planes in float: through its sides
// at right angles to it, and its own. What lies beyond one of the first three, or off the fourth, by more
// than the reach, is beyond the reach; twelve products for each corner of the other triangle, four planes at
// once, leave out nearly everything. What floats round is added to the reach.
//
// Triangles with a common vertex are passed over: crease.h minds them.

#pragma once

#include "cloth/world.h"

/// A pair as it is found.
typedef struct bi_found_pair {
    int32_t a, b;
    float gap, distance;
} bi_found_pair;

/// A triangle in the order of its hierarchy, from an origin in the middle.
typedef struct bi_facet {
    float nx[4], ny[4], nz[4],
        d[4];      ///< Three sides, pointing outwards, and the plane: unit normals, or zero.
    float x[3][3]; ///< Corners.
    int32_t v[3], triangle;
    uint32_t flat; ///< Bit k: the sheet is flat about side k.
} bi_facet;

/// One search.
typedef struct bi_pairs_search {
    bight_cloth_world *world;
    double reach;
    double flat_cosine2; ///< Of what counts as flat about an edge; above 1 for none.
    float slack;         ///< For boxes.
    float loose_reach;   ///< reach and what floats round.
    bight_vec3 origin;
    bi_facet *facets; ///< (triangle_count)  those of the sheets' hierarchy, then of obstacles'
} bi_pairs_search;

/// What the facets take of the step arena, bytes.
int64_t bi_pairs_bytes(const bight_cloth_world *world);

/// Fit the hierarchies and make the facets, in the step arena: the caller gives them back.
bight_status bi_pairs_start(bi_pairs_search *search);

/// Add the pairs of one part of world->near.parts, or of world->near.body_parts after them, to part `to` of
/// world->near.found.
void bi_pairs_find(const bi_pairs_search *search, int32_t part, int32_t to);
