// SPDX-License-Identifier: MIT
// Which side of a contour yields, and its direction.
//
// On a straight stretch of contour minimising its length says nothing; there, what the contour cuts off from
// one of its two surfaces is sent back through the other (after Baraff, Witkin, Kass 2003).

#pragma once

#include "cloth/buffer.h"

/// The side of a contour that yields: its number, or -1, and where to, unit.
typedef struct bi_yield_side {
    int32_t side;
    bight_vec3 way;
} bi_yield_side;

#define BI_YIELD_SIDE_BUFFERS(X)                                                                             \
    X(uint8_t, roles)       /* (for each of contours.crossings)  which surface pierces: 0 or 1 */            \
    X(uint8_t, yields)      /* (vertex_count)  did it yield when contours were last looked at? */            \
    X(int32_t, reached)     /* (vertex_count)  scratch of floods */                                          \
    X(int32_t, side_of)     /* (vertex_count)  nearest side of a contour, or -1 */                           \
    X(int32_t, side_size)   /* (4 for each contour)  vertices */                                             \
    X(bi_yield_side, sides) /* (for each contour)  which side yields */                                      \
    X(bight_vec3, send)     /* (for each crossing)  which way its edge moves to leave the face */

typedef struct bi_yield_sides {
    BI_YIELD_SIDE_BUFFERS(BI_BUFFER)
    int32_t *queue; ///< (vertex_count)  of floods, in the step arena
} bi_yield_sides;

/// Say for each entry of contours.crossings which of the contour's two surfaces its edge is of.
bight_status bi_yield_side_roles(bight_cloth_world *world);

/// Choose the side of each contour that yields, and for each crossing the direction in which its edge is
/// sent.
bight_status bi_yield_side_find(bight_cloth_world *world);

/// Unit normal of a triangle; zero when it has none.
bight_vec3 bi_yield_side_normal(const bight_cloth_world *world, int32_t triangle);
