// SPDX-License-Identifier: MIT
// Bending about one edge as a quadratic form of positions (Bergou, Wardetzky, Harmon, Zorin, Grinspun 2006,
// "A Quadratic Bending Model for Inextensible Surfaces"): with x0, x1 the edge and x2, x3 across it,
//     E = stiffness/2 |c0 x0 + c1 x1 + c2 x2 + c3 x3|^2.
// It is exact for sheets that bend without stretching; its Hessian is constant and acts on each axis alone.

#pragma once

#include "bight/base.h"

typedef struct bi_hinge {
    double weight[4]; ///< c, sums to zero; all zero for a triangle without area
    double stiffness; ///< N/m
} bi_hinge;

/// @param bend N m: energy per area is bend/2 curvature^2.
/// @param rest The two triangles in the flat pattern, each as 2D coordinates of: first end of the edge,
/// second
///             end, corner across. Only shapes count: each triangle may lie anywhere in the pattern.
bi_hinge bi_hinge_make(double bend, const double rest[2][3][2]);
