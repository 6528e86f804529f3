// SPDX-License-Identifier: MIT
// The ladder of measures against contours that do not shrink (docs/cloth.md, Untangling), and the best state
// so far.

#pragma once

#include "cloth/buffer.h"

#define BI_SETTLE_BUFFERS(X)                                                                                 \
    X(bight_vec3, best)    /* (vertex_count)  positions of the best state so far */                          \
    X(bight_vec3, anchors) /* (vertex_count)  positions that vertices have stayed near since */

typedef struct bi_settle {
    BI_SETTLE_BUFFERS(BI_BUFFER)
    double softness; ///< Contact stiffness near contours is multiplied by this.
    bool fill;       ///< Push whole regions inside contours.
    double resting;  ///< Steps since anchors were set, each by its part of the time step.
    int32_t contacts; ///< When anchors were set.
    int32_t rings;   ///< So many rings more around intersections have no contacts.
} bi_settle;
