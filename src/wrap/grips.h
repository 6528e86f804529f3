// SPDX-License-Identifier: MIT
// What hands take of a cloth: patches at its corners.

#pragma once

#include <stdint.h>

/// A corner's patch has the vertices i and j squares from it, along and across, i + j at most this: a twentieth of the side.
static inline int32_t bi_wrap_patch(int32_t columns)
{
    return columns / 20 > 2 ? columns / 20 : 2;
}
