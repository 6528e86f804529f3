// SPDX-License-Identifier: MIT
// Which pairs of a tangled world have neither contact nor proof: those that a contour runs between.
//
// Contours move on from triangle to triangle, so what lies on either side of one must be free to cross. But
// only with one another: cloth near a contour that touches a third layer keeps off it like any other, or
// every push out of one layer would be a push into the next.

#pragma once

#include "cloth/buffer.h"

/// A vertex near one of the two surfaces of a contour.
typedef struct bi_exempt_label {
    int32_t vertex, label;
} bi_exempt_label;

#define BI_EXEMPT_BUFFERS(X)                                                                                 \
    X(bi_exempt_label, found) /* which vertices are near which contours, in the order of those */            \
    X(int32_t, seen)          /* (vertex_count)  scratch: label that was last given to each */               \
    X(int32_t, first)         /* (vertex_count + 1) */                                                       \
    X(int32_t, labels)        /* of each vertex, ascending */

typedef struct bi_exemptions {
    BI_EXEMPT_BUFFERS(BI_BUFFER)
} bi_exemptions;

/// Say which vertices lie within some rings of which contours, in which of their two surfaces; mark those
/// that do.
bight_status bi_exempt_find(bight_cloth_world *world);

/// May these cross? Do they lie on both surfaces of some contour?
/// @param a, b (a_count, b_count) vertices
bool bi_exempt_between(const bight_cloth_world *world, const int32_t *a, int32_t a_count, const int32_t *b,
                       int32_t b_count);
