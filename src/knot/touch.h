// SPDX-License-Identifier: MIT
// Where a polygon meets itself, so that it has no knot type.

#pragma once

#include "bight/base.h"
#include "knot/polygon.h"

/// Finds two edges that meet, if any do: exact, and slow (all pairs). Asked only when no view is generic.
/// @param one, two Receive the vertices at which the edges begin.
bool bi_find_touch(const bi_polygon *polygon, int32_t *one, int32_t *two);

/// Says which two strands meet: points and curves counted from 1, as lines and vertices are.
/// @return BIGHT_ERROR_INVALID
bight_status bi_refuse_touch(const bi_polygon *polygon, int32_t one, int32_t two, bight_error *error);
