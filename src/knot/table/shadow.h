// SPDX-License-Identifier: MIT
// All prime reduced shadows: diagrams without over and under.
//
// A shadow is a 4-regular map on the sphere; it is prime and reduced when no two faces share two arcs, that
// is, when its dual is a simple quadrangulation. Every simple quadrangulation but the square comes from a
// smaller one by splitting a vertex so that one of the two new faces has two or three sides' worth of corners
// (Brinkmann, Greenberg, Greenhill, McKay, Thomas, Wollan 2005, expansions P0 and P1); for a shadow this
// means: two arcs of one face that are neighbours, or have one arc between them, are pulled together and
// fused into a crossing.

#pragma once

#include "core/watch.h"

/// Most crossings that are generated.
#define BI_SHADOW_CROSSINGS 16

/// A shadow: mate of each dart, darts 4 c .. 4 c + 3 counter-clockwise; 0 from 4 crossings on.
typedef struct bi_shadow {
    uint8_t mates[4 * BI_SHADOW_CROSSINGS];
} bi_shadow;

/// Shadows with one number of crossings, each once up to reflection, sorted.
typedef struct bi_shadows {
    bi_shadow *list; ///< (count)
    int32_t crossings, count, capacity;
    bight_allocator allocator;
    bi_watch *watch; ///< Nullable.
} bi_shadows;

/// The one shadow with two crossings.
bight_status bi_shadows_first(bi_shadows *shadows, const bight_allocator *allocator);

/// Those with one crossing more take their place.
bight_status bi_shadows_next(bi_shadows *shadows);

void bi_shadows_free(bi_shadows *shadows);

/// Is it the shadow of a knot, one closed curve?
bool bi_shadow_is_knot(const bi_shadow *shadow, int32_t crossings);
