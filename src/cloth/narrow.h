// SPDX-License-Identifier: MIT
// One vertex against one triangle, one edge against another: do they face each other, how far, which way?

#pragma once

#include "core/vec3.h"

/// Two features that face each other.
typedef struct bi_facing {
    double weight[4];  ///< Sum of weight[i] x[i] is the vector between their closest points, from b to a.
    double distance;   ///< Signed: along normal.
    bight_vec3 normal; ///< Unit, on the side asked for.
    double share;      ///< 0 to 1: less for edges that are nearly parallel, whose crossing is ill defined.
} bi_facing;

/// Vertex x[0] over triangle x[1..3]: projected along the triangle's normal it lies inside, or it lies beyond
/// one side by less than the neighbour's prism leaves open.
/// @param side   1 or -1: which side of the triangle the vertex belongs on; 0: where it is.
/// @param across (3) the corner across side k (from corner k to k + 1) of the neighbour there, NULL when side
/// k is
///               a border or belongs to the neighbour's account.
/// @return False when they do not face each other.
bool bi_face_vertex(const bight_vec3 x[4], int32_t side, const bight_vec3 *const across[3],
                    bi_facing *facing);

/// Edge x[0] x[1] over edge x[2] x[3]: the closest points lie inside both.
/// @param side 1 or -1: sign of the triple product (normal, first, second); 0: as it is.
bool bi_face_edge(const bight_vec3 x[4], int32_t side, bi_facing *facing);

/// On which side vertex x[0] is of triangle x[1..3], and edge x[0] x[1] of edge x[2] x[3]: 1, -1, or 0.
int32_t bi_vertex_side(const bight_vec3 x[4]);
int32_t bi_edge_side(const bight_vec3 x[4]);
