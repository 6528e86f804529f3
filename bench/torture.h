// SPDX-License-Identifier: MIT
// Seeded torture: random hands grasp, jerk, release and pull knotted ropes around obstacles, and an
// independent judge looks after every cycle.

#pragma once

#include "bench/torture_scene.h"

/// What the judge saw. Ratios are without unit.
typedef struct torture_result {
    /// What no response may do: a number that is not finite, a knot or link that changed, a step that failed, or a
    /// ratio beyond the outer limits below. The run ends there.
    bool failed;
    bool beyond;       ///< A gap or a link beyond the limits of the kind of scene. The run goes on.
    char message[280]; ///< What failed, or went beyond first, and in which cycle; empty otherwise.
    int32_t cycles;    ///< Done before the end or the failure.
    double least_gap;  ///< Least of all cycles, 1 for more: torture_gaps.
    double greatest_stretch; ///< Longest link over its rest length.
    double fastest;          ///< Farthest any node moved in a cycle, in radii of its rope.
    int32_t cuts, rollbacks;
    int32_t longest_stop; ///< Most rollbacks in a row.
    uint64_t hash;        ///< bight_world_hash() at the end.
} torture_result;

#define TORTURE_GAP 0.85          ///< Of touching, after each cycle.
#define TORTURE_STRETCH 1.05      ///< Of a link at rest.
#define TORTURE_PULL_GAP 0.98     ///< In ordinary pulling.
#define TORTURE_PULL_STRETCH 1.02 ///< Likewise.

#define TORTURE_LEAST_GAP 1e-5       ///< Centrelines never meet.
#define TORTURE_GREATEST_STRETCH 3.0 ///< No link is torn.
#define TORTURE_FASTEST 20.0         ///< Nothing flies.

typedef struct torture_def {
    uint64_t seed;
    int32_t cycles;
    torture_kind kind;
    bight_response response;
    bool (*stop)(void); ///< Nullable: the run ends before the next cycle once it says so.
} torture_def;

/// Make the scene of a seed and run it.
torture_result torture_run_def(const torture_def *def);

/// The same, of random scenes with the paper's response.
torture_result torture_run(uint64_t seed, int32_t cycles);

/// "linked" and so on.
const char *torture_kind_name(torture_kind kind);
