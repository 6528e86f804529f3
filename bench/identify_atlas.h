// SPDX-License-Identifier: MIT
// How long knots with as many crossings as the atlas has take.

#pragma once

#include "bight/knot.h"

/// Rings of 200 vertices in space, each a random knot with 16 crossings, named with the atlas.
typedef struct bench_atlas_times {
    int32_t rings, unknown; ///< rings 0: there is no atlas
    int32_t wrong;          ///< named, but not as it was made
    double mean_ms, slowest_ms;
    double crossings; ///< of the first diagram, in the mean
} bench_atlas_times;

/// @return False when it was stopped or a curve could not be made, after saying so.
bool bench_time_atlas(bight_knot_workspace *workspace, bench_atlas_times *times);
