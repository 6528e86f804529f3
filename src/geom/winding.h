// SPDX-License-Identifier: MIT
// How often one curve winds round another: the winding integral (Wang, Komura 2012, formula (1), after Berger,
// Prior 2006), and Gauss's linking integral for axes that turn too far for it.

#pragma once

#include "bight/curve.h"

/// Does every piece of an open axis go forwards along x, so that it turns by less than 90 degrees from it?
bool bi_winding_applies(bight_curve axis, bight_vec3 x);

/// Turns of a coil round an axis, summed up to each point of the coil: the integral of
///   x . (r x r') / |r|^2 dx / 2 pi
/// along the coil, with r(x) from the axis to the coil at one and the same x. Positive for right-handed helices
/// when coil and axis run the same way, negative when one of them runs backwards, as in Gauss's integral. Exact
/// for polygons; the axis continues straight beyond its ends. The coil may run to and fro along x.
/// @param coil  Open, at least one point.
/// @param axis  Open, and bi_winding_applies(axis, x).
/// @param x     Unit.
/// @param turns (coil.count) Receives the sums; turns[0] is 0. Nullable.
/// @return The last of them.
double bi_winding_integral(bight_curve coil, bight_curve axis, bight_vec3 x, double *turns);

/// The same number for any axis, by Gauss's integral with both ends of the axis prolonged straight for ever:
/// for a straight axis the two are equal.
double bi_winding_gauss(bight_curve coil, bight_curve axis, double *turns);

/// Gauss's linking integral of two curves, from the solid angles of pairs of links (Banchoff 1976).
double bi_gauss_linking(bight_curve a, bight_curve b);
