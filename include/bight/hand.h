// SPDX-License-Identifier: MIT
// Hands: they take hold of ropes, lead, pull and turn them.

#pragma once

#include "bight/curve.h"
#include "bight/world_id.h"

/// Grasp one node. The hand starts where the node is and holds it there; on a projection rope it pulls with
/// the rope's target_weight, and gives way to what pulls or pushes harder.
/// @return BIGHT_ERROR_STALE, BIGHT_ERROR_INVALID (no such node, or grasped already), BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_hand_grasp(bight_world *world, bight_rope_id rope, int32_t node,
                                        bight_hand_id *hand, bight_error *error);

/// Let go. False if the id is stale.
BIGHT_API bool bight_hand_release(bight_world *world, bight_hand_id hand);

/// Where the hand should go, metres. It gets there at the speed limit, over as many cycles as it takes.
/// @return BIGHT_ERROR_STALE, or BIGHT_ERROR_INVALID when the target is not finite.
BIGHT_API bight_status bight_hand_set_target(bight_world *world, bight_hand_id hand, bight_vec3 target);

#define BIGHT_MOST_HAND_FORCE 1e9 ///< Newtons.

/// On an elastic rod: pull with a force from the next cycle on, wherever the rope gives way to; bight_hand_set_target()
/// ends it. A hand that goes along its force at the speed of hands pulls with nothing, in between with a share.
/// @param force Newtons; zero lets the node hang free in the hand.
/// @param error Nullable.
/// @return BIGHT_ERROR_STALE, BIGHT_ERROR_UNSUPPORTED when it holds no rod, BIGHT_ERROR_INVALID for a force that is not
///         finite or above BIGHT_MOST_HAND_FORCE.
BIGHT_API bight_status bight_hand_set_force(bight_world *world, bight_hand_id hand, bight_vec3 force,
                                            bight_error *error);

/// What a hand on an elastic rod did to the rod in the last cycle, newtons: the force it pulled with, or that which held
/// its node where it is. Zero before the first cycle. In a cycle that was shortened the rope got less.
/// @return BIGHT_ERROR_STALE, BIGHT_ERROR_UNSUPPORTED when it holds no rod; *force is then zero.
BIGHT_API bight_status bight_hand_force(const bight_world *world, bight_hand_id hand, bight_vec3 *force);

/// Hands that may hold the twist of one rod.
#define BIGHT_TWIST_HANDS 3

/// Hold the link that follows the node (on the last node of an open rope the one before it) against turning about itself,
/// from the next cycle on, or let it turn. Only for elastic rods with `twist`. Twist is carried from one such hand to
/// the next; beyond the last one a rod turns freely and carries none. A hand that is grasped holds no twist at first.
/// A needle holds the twist of its thread as well, and takes the room of one hand: its own links cannot be held so.
/// @return BIGHT_ERROR_STALE; BIGHT_ERROR_INVALID: a rope that carries no twist, or BIGHT_TWIST_HANDS hold it already.
BIGHT_API bight_status bight_hand_hold_twist(bight_world *world, bight_hand_id hand, bool holds);

/// Turn the link that a hand holds about itself: so many radians in all since the hand has held its twist, positive
/// anticlockwise seen from where the link points to. It turns by at most BIGHT_HAND_TURN radians in a cycle.
/// @return BIGHT_ERROR_STALE, or BIGHT_ERROR_INVALID: not finite, or a hand that does not hold the twist.
BIGHT_API bight_status bight_hand_roll(bight_world *world, bight_hand_id hand, double radians);

/// Make the link that a hand holds point in a direction, of any length; zero lets it point anywhere, as at first. It
/// turns by at most BIGHT_HAND_TURN radians in a cycle, and holds against any moment. Only for elastic rods.
/// @return BIGHT_ERROR_STALE, or BIGHT_ERROR_INVALID: not finite, or a rope of another model.
BIGHT_API bight_status bight_hand_point(bight_world *world, bight_hand_id hand, bight_vec3 direction);

/// Hold a needle by the node that a hand has hold of so that it does not turn in the hand, from the next cycle on, or let it
/// turn. Where several hands do so the one that has done so longest holds it, and where that one lets go or is released the
/// next; the others go along. A hand that is grasped lets it turn at first.
/// @return BIGHT_ERROR_STALE, or BIGHT_ERROR_INVALID: no node of a needle.
BIGHT_API bight_status bight_hand_hold_needle(bight_world *world, bight_hand_id hand, bool holds);

/// Turn the needle that a hand holds about the hand, until it lies as it was made, turned by a rotation. It turns by at
/// most BIGHT_HAND_TURN radians in a cycle, no node of it faster than hands go, and with the hand's force at its
/// farthest node at most; held still it holds against any moment. Of several hands only the one that holds it turns it: what
/// another is told is forgotten in the next cycle, unless the needle is its own by then.
/// @param rotation (4)  Quaternion x, y, z, w, of any length, as in bight_pose; bight_hand_state.rotation is that of now.
/// @return BIGHT_ERROR_STALE, or BIGHT_ERROR_INVALID: not finite, all zero, or a hand that does not hold a needle.
BIGHT_API bight_status bight_hand_turn(bight_world *world, bight_hand_id hand, const double rotation[4]);

/// The moment by which a hand turned, or held, its needle about the hand in the last cycle, newton metres. The force is
/// bight_hand_force(). Zero before the first cycle and for a needle that another hand holds.
/// @return BIGHT_ERROR_STALE, or BIGHT_ERROR_UNSUPPORTED when it does not hold a needle; *torque is then zero.
BIGHT_API bight_status bight_hand_torque(const bight_world *world, bight_hand_id hand, bight_vec3 *torque);

#define BIGHT_HAND_TURN 0.05 ///< Radians that a hand turns in a cycle, at most.

/// What became of the last order.
typedef struct bight_hand_state {
    bight_vec3 position; ///< Where the grasped node is, metres.
    bight_vec3 target;   ///< Where it should be, metres.
    double lag;          ///< Distance between the two, metres.
    bool stretched; ///< The stretch limit stopped it in the last cycle; with the solved response, on a rope that touches
                    ///< something: it pulls with more than 0.9 of its greatest force.
    bool blocked;        ///< A cut or a rollback held it back in the last cycle.
    /// How hard it pulls, in the greatest force of a hand that moves. One that wants to go on: the share of its way in
    /// the last cycle that it was held back by, 0 to 1, with any response. One at rest, with the solved response on a
    /// rope that touches something: the force of the rope on it, above 1 where it holds against several. Other hands
    /// at rest: 0, for the force is not known.
    double pull;
    bool pulls;       ///< It pulls with a force, bight_hand_set_force(); its target is where it is.
    bight_vec3 force; ///< That force, newtons, else zero.
    bight_rope_id rope;
    int32_t node;
    double roll; ///< How far it has turned its link about itself, radians: bight_hand_roll().
    /// Of a hand on a node of a needle: how the needle is turned against how it was made, a unit quaternion x, y, z, w;
    /// else no rotation.
    double rotation[4];
    double turn_lag; ///< Radians to where bight_hand_turn() is to turn it.
} bight_hand_state;

/// @return BIGHT_ERROR_STALE; *state is then zero.
BIGHT_API bight_status bight_hand_get(const bight_world *world, bight_hand_id hand, bight_hand_state *state);

// Until 0.1 a hand was called a handle. The old names stay for one version more.
#define bight_handle_id bight_hand_id                 ///< The old name.
#define bight_handle_state bight_hand_state           ///< The old name.
#define bight_handle_grasp bight_hand_grasp           ///< The old name.
#define bight_handle_release bight_hand_release       ///< The old name.
#define bight_handle_set_target bight_hand_set_target ///< The old name.
#define bight_handle_get bight_hand_get               ///< The old name.
