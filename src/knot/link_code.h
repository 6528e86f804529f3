// SPDX-License-Identifier: MIT
// One code for all equal diagrams of a link, whatever the directions of its components.

#pragma once

#include "knot/diagram.h"

/// Most crossings of a diagram that has a code.
#define BI_LINK_CROSSINGS 11

/// Crossings numbered in the order they are reached from a dart, the darts of each from the one it is reached
/// by on; for each crossing whether that dart is over, then where its four darts lead. The smallest such list
/// over all darts, both sides of the sphere and both ways to read over and under.
typedef struct bi_link_code {
    uint8_t bytes[5 * BI_LINK_CROSSINGS]; ///< 0 beyond 5 crossings
} bi_link_code;

/// The code of a diagram, and which mirror images reach it: bit 0 the diagram, bit 1 its mirror image.
/// @param diagram Connected, without circles, 1 to BI_LINK_CROSSINGS crossings: a split link has no place in
///                the list, for its crossings are not all reached from one.
int32_t bi_link_code_of(const bi_diagram *diagram, bi_link_code *code);

/// The diagram of a code, its components in some directions. @param mirrored its mirror image
bight_status bi_link_code_diagram(bi_diagram *diagram, const bi_link_code *code, int32_t crossings,
                                  bool mirrored);

/// The diagram of a shadow, its components in the direction of their first darts.
/// @param mates (4 crossings) of a shadow, 1 to BI_LINK_CROSSINGS crossings
/// @param pattern bit c: darts 4 c + 1 and 4 c + 3 are under, else 4 c and 4 c + 2
bight_status bi_link_draw(bi_diagram *diagram, const uint8_t *mates, int32_t crossings, uint32_t pattern);
