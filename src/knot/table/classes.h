// SPDX-License-Identifier: MIT
// The knots of a census: its classes, numbered.

#pragma once

#include "knot/table/census.h"
#include "knot/table/values.h"

/// Walks over larger diagrams join classes that moves with n crossings leave apart, and drop those that need fewer
/// crossings, until there are not more than `goal` knots. Only classes are walked from that have the polynomial of another
/// class, of a smaller knot or of a sum.
/// @param known Values of all prime knots and sums with fewer crossings, labelled with their crossings. Sums with as many
///              crossings are added.
bight_status bi_census_search(bi_census *census, bi_values *known, int32_t goal);

/// Add the values of the knots.
bight_status bi_census_values(const bi_census *census, bi_values *known);

/// How many knots there are, mirror images not counted apart.
/// @param alternating, amphichiral receive how many of them are
int32_t bi_census_knots(const bi_census *census, int32_t *alternating, int32_t *amphichiral);

/// Number the knots: number[node] for each node, -1 when it drops out. Alternating knots come first, each
/// kind in the order of its least codes.
void bi_census_number(const bi_census *census, int32_t *number);
