// SPDX-License-Identifier: MIT
// The ladder of measures against contours that do not shrink (docs/cloth.md, Untangling), and the best state
// so far.

#pragma once

#include "cloth/buffer.h"

#define BI_SETTLE_BUFFERS(X) X(bight_vec3, best) /* (vertex_count)  positions of the best state so far */

typedef struct bi_settle {
    BI_SETTLE_BUFFERS(BI_BUFFER)
    double softness; ///< Contact stiffness near contours is multiplied by this.
    bool fill;       ///< Push whole regions inside contours.
    int32_t rings;   ///< So many rings more around intersections have no contacts.
} bi_settle;
