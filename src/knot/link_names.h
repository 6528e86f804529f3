// SPDX-License-Identifier: MIT
// The table of prime links of two components.

#pragma once

#include "knot/diagram.h"

/// A link of the table.
typedef struct bi_link_name {
    char rolfsen[16], thistlethwaite[16]; ///< "5^2_1", "L5a1"
    const char *everyday;                 ///< "" when it has none
    bool amphichiral;
} bi_link_name;

/// Look a diagram up.
/// @param map Connected, two components, no circles; any number of crossings.
/// @return Is it in the table?
bool bi_link_find(const bi_diagram *map, bi_link_name *name);
