// SPDX-License-Identifier: MIT
// The order in which Thistlethwaite numbers links: by the least code of Dowker and Thistlethwaite (1983).
//
// Passages are numbered 1, 2, 3, ... along a first component, from a crossing with another component on, in either
// direction. The next component is the one met at the least odd number whose crossing has no other number yet; it is
// numbered on, in either direction, so that the next even number stands there. When there is no such number the least
// even one is taken, which then gets the next odd one. So each crossing has an odd and an even number. The code is the
// list of halves of the components' lengths, then of halves of the even numbers at the crossings of 1, 3, 5, ...; an
// entry is marked when its odd passage lies on the other level than passage 1. Lists are compared entry by entry, then
// marks: the code whose first differing mark is set is the smaller one.

#pragma once

#include "knot/link_code.h"

/// Most components of a diagram that has a code.
#define BI_LINK_COMPONENTS 8

typedef struct bi_link_dt {
    uint8_t lengths[BI_LINK_COMPONENTS]; ///< halves, 0 beyond the last component
    uint8_t entries[BI_LINK_CROSSINGS];  ///< halves of the even numbers, 0 beyond the last
    uint32_t pattern;                    ///< marks, the first entry's in bit crossings - 1
} bi_link_dt;

/// The least code of a diagram, the same for its mirror image.
/// @param diagram Connected, 2 to BI_LINK_COMPONENTS components, 2 to BI_LINK_CROSSINGS crossings.
void bi_link_dt_of(const bi_diagram *diagram, bi_link_dt *dt);

/// < 0, 0 or > 0, for codes with as many crossings and components.
int bi_link_dt_compare(const bi_link_dt *a, const bi_link_dt *b);
