// SPDX-License-Identifier: MIT
// Where in a picture nothing is: tiles that need no rays, because they show no surface, and none can
// dim the ground that is. Most of a film of a long thin rope is such ground.

#pragma once

#include "render/stage.h"

/// Balls around runs of neighbouring triangles.
typedef struct bi_quiet {
    double (*balls)[4]; ///< (count) centre and radius
    size_t count;
    double lamp_spread; ///< tangent of the lamp's half width
    double sky_reach;   ///< the sky is hidden up to this distance
} bi_quiet;

/// @param allocator Nullable.
/// @return BIGHT_ERROR_NO_MEMORY
bight_status bi_quiet_make(const bight_allocator *allocator, const bi_stage *stage, double lamp_spread,
                           double sky_reach, bi_quiet *quiet, bight_error *error);
void bi_quiet_free(const bight_allocator *allocator, bi_quiet *quiet);

/// May pixels x0 to x1 - 1, y0 to y1 - 1 be taken for lit ground or background without a ray? True only when
/// that is certain.
bool bi_quiet_tile(const bi_quiet *quiet, const bi_stage *stage, int32_t x0, int32_t y0, int32_t x1,
                   int32_t y1);
