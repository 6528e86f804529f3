// SPDX-License-Identifier: MIT
// The law of contact: the push at a distance, friction at an offset (formulas: contact.h).

#pragma once

#include "cloth/world.h"

/// The obstacle that a contact is against, or -1. Its vertices, where it is a mesh, are all of the face or
/// edge.
int32_t bi_contact_obstacle(const bight_cloth_world *world, const bi_contact *contact);

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
    bight_vec3 held;           ///< Rest of the offset, metres: the anchor is dragged that near.
    double most;               ///< How long that may be.
    double slid;               ///< How far it slid, metres.
} bi_touch;

/// Push along n, and friction against an offset.
bi_touch bi_contact_touch(const bi_contact *contact, double friction, double softness, bight_vec3 n,
                          bight_vec3 offset);
