// SPDX-License-Identifier: MIT
// What a step changes, kept so that a step that is stopped leaves the world as it was.
//
// A step that fails for want of memory only takes vertices and obstacles back. One that the caller stops is
// to leave no trace: contacts, what damps the solve and all that decides the future are copied first, but
// only in worlds that can be stopped (bight_env.watch). Near pairs and intersections are found again from the
// places of vertices.

#pragma once

#include "cloth/buffer.h"
#include "cloth/contact.h"
#include "cloth/obstacle.h"
#include "geom/crossing.h"

/// The numbers among what was before the step.
typedef struct bi_cloth_kept {
    bool built, parted, slow;
    bool all; ///< Seams may be welded or layers parted: what they change is kept as well.
    int32_t contact_count, pierced_count, calm, drawn;
    double scale, reach, room, moved, pace, contour_length, ceiling;
} bi_cloth_kept;

#define BI_UNDO_BUFFERS(X)                                                                                   \
    X(bi_contact, contacts)         /* (kept.contact_count) */                                               \
    X(bi_crossing, pierced)         /* (kept.pierced_count) */                                               \
    X(bi_cloth_obstacle, obstacles) /* (obstacles.count) */                                                  \
    X(float, damping)               /* (vertex_count)  as are the rest */                                    \
    X(uint8_t, flags)                                                                                        \
    X(uint8_t, yields)                                                                                       \
    X(bight_vec3, at) /* this and the next two only if kept.all */                                           \
    X(bight_vec3, velocity)                                                                                  \
    X(int32_t, weld)

typedef struct bi_undo {
    BI_UNDO_BUFFERS(BI_BUFFER)
    bi_cloth_kept kept;
} bi_undo;

/// Keep what the step is about to change. The topology must be built.
/// @param was_built Was it built before the step began?
/// @return BIGHT_ERROR_NO_MEMORY; nothing has changed then.
bight_status bi_undo_keep(bight_cloth_world *world, bool was_built);

/// Put back what bi_undo_keep() kept.
void bi_undo_restore(bight_cloth_world *world);
