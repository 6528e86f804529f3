// SPDX-License-Identifier: MIT
// A rope with a hand on each end: what the benches of ropes measure.

#pragma once

#include "bight/world.h"

typedef struct bench_rope_world {
    bight_world *world; ///< Owned: bight_world_destroy().
    bight_rope_id rope;
    bight_hand_id hand[2];
    bight_vec3 home[2]; ///< Where the hands are at home, metres.
    int64_t cycle;      ///< For the bench's own count.
    int32_t threads;
} bench_rope_world;

/// A world with one rope of links of length one. Prints what is wrong as "bight: bench NAME: ..." and exits
/// when it cannot be made.
/// @param points (links + 1) metres
bench_rope_world bench_rope_make(const char *name, const bight_world_def *world_def, bight_rope_model model,
                                 const bight_vec3 *points, int32_t links);

/// Hands pull apart so that the knot closes; they are at home where that leaves them. Ends early after a signal.
/// @param cycles At most so many.
/// @param taut   Stop earlier, when the stretch limit holds both hands back.
void bench_rope_tighten(bench_rope_world *bench, int32_t cycles, bool taut);

/// Processor seconds so far of a single thread, which other jobs on the machine do not lengthen; with more
/// threads seconds on the clock.
double bench_seconds(int32_t threads);
