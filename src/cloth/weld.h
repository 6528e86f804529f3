// SPDX-License-Identifier: MIT
// Seams that have closed: sewn vertices within half the thickness become one.
//
// Two borders that only threads hold together can wind about each other, and pairs that near can hardly be
// proved not to cross. So a closed stitch is welded: the corners of triangles that were one or the other
// vertex are the first of them from then on, and all that follows - stretch, contact, safe mode - sees one
// sheet. The others have no triangles any more, and follow the first one.

#pragma once

#include "cloth/buffer.h"

#define BI_WELD_BUFFERS(X)                                                                                   \
    X(int32_t, into)   /* (vertex_count)  the vertex that each is one with */                                \
    X(int32_t, before) /* (vertex_count)  scratch of an attempt, as are the next two: into, before it */     \
    X(bight_vec3, at)  /* (vertex_count)  positions before it */                                             \
    X(uint8_t, state)  /* (seams.count)  what becomes of each stitch */

typedef struct bi_welds {
    BI_WELD_BUFFERS(BI_BUFFER)
} bi_welds;

/// Weld what has closed, between steps, and rebuild the topology if anything has. Vertices move less than
/// the thickness by it, and only where nothing else is near enough to be reached: a clean world stays clean.
/// @return BIGHT_ERROR_NO_MEMORY
bight_status bi_weld(bight_cloth_world *world);

/// Take every weld apart: sheets are put elsewhere.
void bi_weld_undo(bight_cloth_world *world);

/// Vertices that were welded to others go where those are.
void bi_weld_follow(bight_cloth_world *world);
