// SPDX-License-Identifier: MIT
// Start shapes that benches share: straight, coiled and loosely knotted ropes with unit links.

#pragma once

#include "bight/curve.h"

/// A straight rope along x: points (links + 1).
void bench_straight(bight_vec3 *points, int32_t links);

/// An arc of a circle whose ends are nine tenths of its length apart: neither taut nor slack.
void bench_arc(bight_vec3 *points, int32_t links);

/// A loose open torus knot T(2, q), q odd, with two straight tails, resampled to unit links.
/// q = 3 is the overhand knot, q = 7 the knot 7_1. points (links + 1); links 120 or more.
void bench_torus_knot(bight_vec3 *points, int32_t links, int32_t q);
