// SPDX-License-Identifier: MIT
// Seeded torture: random hands grasp, jerk, release and pull knotted ropes around obstacles, and an
// independent judge looks after every cycle.

#pragma once

#include "bight/world.h"

/// What the judge saw. Ratios are without unit.
typedef struct torture_result {
    bool failed;       ///< A number that is not finite, a knot or link that changed, a step that failed,
                       ///< or a ratio beyond the limits below.
    char message[280]; ///< What failed first, and in which cycle; empty otherwise.
    int32_t cycles;    ///< Done before the end or the failure.
    double least_gap;  ///< Least centreline distance of links three or more apart, in what a contact
                       ///< between them allows: the diameter, or less for links close along the rope.
    double greatest_stretch;      ///< Longest link over its rest length.
    double greatest_mean_stretch; ///< Longest rope over its rest length, once it has been at rest length.
    double fastest;               ///< Farthest any node moved in a cycle, in radii of its rope.
    int32_t cuts, rollbacks;
    int32_t longest_stop; ///< Most rollbacks in a row.
    uint64_t hash;        ///< bight_world_hash() at the end.
} torture_result;

#define TORTURE_LEAST_GAP 1e-5       ///< Centrelines never meet.
#define TORTURE_GREATEST_STRETCH 3.0 ///< No link is torn.
#define TORTURE_FASTEST 20.0         ///< Nothing flies.

/// Make the scene of a seed and run it.
torture_result torture_run(uint64_t seed, int32_t cycles);

/// The same, but it ends before the next cycle once stop() says so.
torture_result torture_run_until(uint64_t seed, int32_t cycles, bool (*stop)(void));
