// SPDX-License-Identifier: MIT
// Edges that pierce faces, and the rows that pull them out again.
//
// The pairwise form of contour minimisation (Volino and Magnenat-Thalmann 2006): where an edge of unit
// direction E pierces a face of unit normal N, S is the sum over the edge's triangles of the unit vector
// along their intersection with the face, into the triangle; the edge is pushed along G = S - 2 (S.E)/(N.E) N
// against the face. On a straight stretch of contour S vanishes: there one side is sent back (yield_side.h).

#pragma once

#include "bight/cloth.h"
#include "geom/contour.h"

#define BI_TANGLE_BUFFERS(X)

typedef struct bi_tangle {
    bi_crossings pierced;  ///< Edges through faces at the present positions.
    bi_contours contours;  ///< The curves they lie on.
    double contour_length; ///< Of all of them, metres.
    bool known;            ///< Those are of the present positions.
} bi_tangle;

/// List what pierces what where bi_near_update() has looked, join it to contours, and mark the vertices
/// within two rings.
bight_status bi_tangle_find(bight_cloth_world *world);

/// Add the rows that untangle.
bight_status bi_tangle_rows(bight_cloth_world *world);

/// S for an edge from p to q that pierces a face with unit normal n at a point: for each of its triangles,
/// given by its third corner.
bight_vec3 bi_tangle_along(bight_vec3 point, bight_vec3 p, bight_vec3 q, bight_vec3 n,
                           const bight_vec3 *corners, int32_t count);

/// Gradient of the total length of contours with respect to the place of the point: of the edge, exact form
/// -(S - (S.E)/(N.E) N), and of the face, -((S.E)/(N.E)) N.
void bi_tangle_gradient(bight_vec3 s, bight_vec3 e, bight_vec3 n, bight_vec3 *edge, bight_vec3 *face);

/// G of the pairwise form: on the edge; its opposite on the face.
bight_vec3 bi_tangle_push(bight_vec3 s, bight_vec3 e, bight_vec3 n);
