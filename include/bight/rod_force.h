// SPDX-License-Identifier: MIT
// What elastic rods feel: moments in them, and the forces of their contacts. More is in bight/world.h: bight_rope_tension(),
// bight_rope_twist(); and in bight/hand.h: bight_hand_force().

#pragma once

#include "bight/world.h"

/// Bending moment of an elastic rod at a node, newton metres: B |x- - 2 x + x+| / l^2, without what damping adds.
/// @param node 0 to the number of nodes - 1.
/// @return 0 for a rope of another model, a stale id, a node that it does not have, or an end of it.
BIGHT_API double bight_rope_bending(const bight_world *world, bight_rope_id rope, int32_t node);

/// What a contact of elastic rods did in the last cycle: Coulomb's law, |friction| <= coefficient x pressing.
typedef struct bight_contact_force {
    bight_rope_id rope[2];      ///< rope[1] is null when an obstacle or a sheet was touched.
    int32_t link[2];            ///< Link i joins nodes i and i + 1.
    bight_obstacle_id obstacle; ///< Null when no obstacle was touched.
    bight_sheet_id sheet;       ///< Null when no sheet was touched.
    bight_vec3 point; ///< Half way between the closest points; on an obstacle's or a sheet's surface. Metres.
    bight_vec3 normal; ///< Unit vector, towards rope[0].
    double pressing;   ///< Normal force on rope[0] along it, newtons; more than 0.
    /// Force on rope[0] across it, newtons. What rope[0] touches feels the opposite of both.
    bight_vec3 friction;
    double coefficient; ///< Of friction.
    bool sticks;        ///< Less friction than there may be; else it slides, or is about to.
    bight_vec3 slid;    ///< How far rope[0] slid on what it touches in that cycle, metres, across the normal.
    /// The length of the way that it slid since it first pressed, metres. A contact that begins within
    /// two links of one that pressed in the cycle before carries on that one's: it moved along a rope.
    double path;
} bight_contact_force;

/// The forces of all contacts of elastic rods that press, in a fixed order. Call it after a step and before the world is
/// edited. In a cycle that was shortened the ropes got less. O(contacts).
/// @param forces (room) Receives the first of them. NULL when room is 0.
/// @return How many there are.
BIGHT_API int32_t bight_world_contact_forces(const bight_world *world, bight_contact_force *forces,
                                             int32_t room);
