// SPDX-License-Identifier: MIT
// Contact and friction: which near pairs push each other now, how hard, and where they stick.
//
// Below its gap g a pair at distance d pushes with k (g - d)^2 / d: nothing where it begins, without bound
// where it would end, so that a hard pull on a knot does not squeeze layers through each other. A push with a
// kink at g would never let a vertex rest that weighs next to nothing against the stiffness of cloth.
// Friction is a spring from the anchor, where the two last stuck, of at most mu times the push; beyond that
// the anchor is dragged along. A contact at rest therefore does not creep.

#pragma once

#include "cloth/state.h"

/// Find the pairs in contact at the present positions, and set how far each vertex may move.
bight_status bi_contact_find(bight_cloth_world *world);

/// Add their rows; the forces on obstacles are summed anew.
bight_status bi_contact_rows(bight_cloth_world *world);

/// Coulomb's coefficient of a contact.
double bi_contact_friction(const bight_cloth_world *world, const bi_contact *contact);

/// The push and its stiffness at the contact's distance; k is what sticks there holds along the surface, N/m,
/// when the two begin to touch.
void bi_contact_push(bi_contact *contact, double k);

/// How far what touches has come from where it stuck, at right angles to n; zero before it has an anchor.
bight_vec3 bi_contact_offset(const bight_cloth_world *world, const bi_contact *contact, bight_vec3 n);

/// What a contact does at a moment.
typedef struct bi_touch {
    bight_vec3 force;          ///< The push on what has weight 1, N; friction adds -tangential held.
    double normal, tangential; ///< Stiffness, N/m.
    bight_vec3 held;           ///< What is left of the offset, metres: the anchor is dragged that near.
    double most;               ///< How long that may be.
    double slid;               ///< How far it slid, metres.
} bi_touch;

/// Push along n, and friction against an offset.
bi_touch bi_contact_touch(const bi_contact *contact, double friction, double softness, bight_vec3 n,
                          bight_vec3 offset);
