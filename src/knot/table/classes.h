// SPDX-License-Identifier: MIT
// The knots of a census: its classes, numbered.

#pragma once

#include "knot/table/census.h"

/// Detours over larger diagrams join classes that moves with n crossings leave apart.
bight_status bi_census_search(bi_census *census, int32_t goal);

/// How many knots there are, mirror images not counted apart.
/// @param alternating, amphichiral receive how many of them are
int32_t bi_census_knots(const bi_census *census, int32_t *alternating, int32_t *amphichiral);

/// Number the knots: number[node] for each node, -1 when it drops out. Alternating knots come first, each
/// kind in the order of its least codes.
void bi_census_number(const bi_census *census, int32_t *number);
