// SPDX-License-Identifier: MIT
// A hand of the script, whether it holds a node of a rope or a vertex of a cloth.

#pragma once

#include "play/play_state.h"

struct bi_hand {
    bight_hand_id rope_hand; ///< Null when it holds no rope.
    int32_t rope;
    bight_cloth_hand_id cloth_hand; ///< Null when it holds no cloth.
    int32_t cloth;
    bool on_cloth;
    const bight_scene_grasp *grasp; ///< How it took hold of a rope; NULL when it holds none.
    bool turns;                   ///< It holds a needle, which turns with it.
    bight_vec3 origin, direction; ///< Of a pull.
    bight_vec3 pulled;            ///< Its force on a rod when the step "pull" began, newtons.
    bight_play_force force;
};

/// Grasp a cloth.
bight_status bi_hand_grasp(bight_play *play, const bight_scene_grasp *step);
void bi_hand_release(bight_play *play, bi_hand *hand);
bool bi_hand_holds(const bi_hand *hand);

/// After a cycle: note the forces of cloth on hands.
void bi_hands_feel(bight_play *play);

/// Where it is, and how far from its target.
bight_vec3 bi_hand_position(const bight_play *play, const bi_hand *hand, double *lag);
void bi_hand_aim(bight_play *play, const bi_hand *hand, bight_vec3 target);

/// How the needle that it turns is turned; else no rotation. A pose at its place.
bight_pose bi_hand_pose(const bight_play *play, const bi_hand *hand);

/// Turn the needle; nothing where it holds none.
/// @return What the world says, as a failure of the play.
bight_status bi_hand_turn(bight_play *play, const bi_hand *hand, const bight_pose *pose);

/// How far a node of the needle that it turns is from it, at most, metres; else 0.
double bi_hand_reach(const bight_play *play, const bi_hand *hand);

/// A length to measure its way by: the rope's radius, or the cloth's shortest edge.
double bi_hand_grain(const bight_play *play, const bi_hand *hand);

/// Metres a cycle that it may go.
double bi_hand_limit(const bight_play *play, const bi_hand *hand);
