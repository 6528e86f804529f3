// SPDX-License-Identifier: MIT
// Curves of known knots, and random ones, for benches and the big check.

#pragma once

#include "bight/curve.h"
#include "bight/knot_code.h"

/// Splitmix64: the same numbers on every machine.
typedef struct bench_random {
    uint64_t state;
} bench_random;

double bench_unit(bench_random *random);                  ///< in [0, 1)
int32_t bench_below(bench_random *random, int32_t count); ///< in 0 .. count - 1
bight_vec3 bench_direction(bench_random *random);         ///< uniform on the sphere

/// Split the longest edge again and again until the closed polygon has `count` vertices; room for count.
void bench_refine(bight_vec3 *points, int32_t *have, int32_t count);

/// Thermal moves that keep the type: each vertex in turn by a random vector shorter than half the distance
/// from its two edges to all edges that do not touch them.
void bench_shake(bight_vec3 *points, int32_t count, int32_t sweeps, bench_random *random);

/// A random rotation, scale and shift.
void bench_move(bight_vec3 *points, int32_t count, bench_random *random);

/// A diagram's straight-line drawing, cut into at least `vertices` edges, shaken and moved.
/// @param points Room for vertices and for 4 a crossing.
/// @param count  Receives how many there are.
bight_status bench_draw_knot(const bight_diagram *diagram, int32_t vertices, bench_random *random,
                             bight_vec3 *points, int32_t *count, bight_error *error);

/// A random closed polygon with unit edges: steps in opposite pairs, in random order, turned against each
/// other.
void bench_random_polygon(bight_vec3 *points, int32_t count, bench_random *random);
