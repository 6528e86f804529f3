// SPDX-License-Identifier: MIT
// Bending about one edge as a quadratic form of positions (Bergou, Wardetzky, Harmon, Zorin, Grinspun 2006,
// "A Quadratic Bending Model for Inextensible Surfaces"): with x0, x1 the edge and x2, x3 across it,
//     E = stiffness/2 |c0 x0 + c1 x1 + c2 x2 + c3 x3|^2.
// Its Hessian is constant and acts on each axis alone. The sum over hinges depends on how a sheet is cut into
// triangles: bent to a cylinder, squares come out 3 times too stiff along their sides, regular triangles 1.5
// times. So the stiffness of all hinges of a sheet is scaled such that the mean over directions is right.

#pragma once

#include "bight/base.h"

typedef struct bi_hinge {
    double weight[4]; ///< c, sums to zero; all zero for a triangle without area
    double stiffness; ///< N/m
    double area;      ///< Of the sheet that the hinge stands for: a third of its two triangles.
    double energy;    ///< Of the hinge when the sheet has curvature 1 in one direction, mean over directions.
    double turn;      ///< m^2: |sum of c_i x_i| then, likewise; area, were it bent as the sheet is.
} bi_hinge;

/// @param bend N m: energy per area is bend/2 curvature^2.
/// @param rest The two triangles in the flat pattern, each as 2D coordinates of: first end of the edge,
/// second
///             end, corner across. Only shapes count: each triangle may lie anywhere in the pattern.
bi_hinge bi_hinge_make(double bend, const double rest[2][3][2]);
