// SPDX-License-Identifier: MIT
// A polygonal curve: all that passes between moving ropes, naming knots and drawing them.

#pragma once

#include "bight/base.h"

/// A polygonal curve. Borrowed: the caller owns points.
typedef struct bight_curve {
    const bight_vec3 *points; ///< (count)
    int32_t count;            ///< at least 2, at least 3 when closed
    bool closed;              ///< the last point joins the first, which is not repeated
} bight_curve;
