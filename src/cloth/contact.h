// SPDX-License-Identifier: MIT
// Contact and friction: which near pairs push each other now, how hard, and where they stick.
//
// Below its gap g a pair at distance d pushes with k (g - d)^2 / d: nothing where it begins, without bound
// where it would end, so that a hard pull on a knot does not squeeze layers through each other. A push with a
// kink at g would never let a vertex rest that weighs next to nothing against the stiffness of cloth.
// Friction is a spring from the anchor, where the two last stuck, of at most mu times the push; beyond that
// the anchor is dragged along. A contact at rest therefore does not creep.

#pragma once

#include "cloth/buffer.h"
#include "cloth/rows.h"

/// A stick anchor: the material points that touched when they last stuck, and how far they were from sliding
/// then.
typedef struct bi_anchor {
    float weight[4]; ///< Of the contact's vertices.
    float offset[3]; ///< Tangential, metres.
    float local[3];  ///< Against a solid: the point in its frame. Of a cord: from its axis, world frame.
    int32_t link;    ///< Of a cord.
    float along;     ///< Where on the link, 0 to 1.
    float slid[2];   ///< Metres in the last step in which the cord or obstacle had rested, and had moved.
    bool set;
} bi_anchor;

/// One active contact.
typedef struct bi_contact {
    uint8_t kind;    ///< bi_row_kind: VF, EE, SOLID or CORD
    int8_t side;     ///< As in its near pair.
    int32_t a, b;    ///< As in its near pair.
    int32_t v[4];    ///< Vertices; unused ones repeat the first with weight zero.
    float weight[4]; ///< Sum to zero; to one against a solid and a cord.
    float distance, gap;
    float normal[3];
    float stiffness; ///< Along the normal, N/m.
    float grip;      ///< Along the surface while it sticks, N/m.
    float load;      ///< Normal force, N.
    float slip;      ///< How far it slid in this step, metres.
    float along;     ///< Of a cord: where on its link it touches, 0 to 1.
    bi_anchor anchor;
} bi_contact;

#define BI_CONTACT_BUFFERS(X)                                                                                \
    X(bi_contact, items)                                                                                     \
    X(float, move_limit) /* (vertex_count)  how far this iteration may move each, metres */

typedef struct bi_contacts {
    BI_CONTACT_BUFFERS(BI_BUFFER)
    int32_t count;
} bi_contacts;

/// Find the pairs in contact at the present positions, and set how far each vertex may move.
bight_status bi_contact_find(bight_cloth_world *world);

/// Add their rows; the forces on obstacles are summed from zero.
bight_status bi_contact_rows(bight_cloth_world *world);
