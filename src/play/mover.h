// SPDX-License-Identifier: MIT
// Hands and obstacles on their ways along paths.

#pragma once

#include "play/play_state.h"

/// A hand or an obstacle that moves along a path.
struct bi_mover {
    int32_t hand, obstacle; ///< Index, -1 for the other.
    bight_scene_move_kind kind;
    bight_vec3 *points;     ///< (count) of the path, owned; NULL for turns
    double *lengths;        ///< (count) along the path, owned
    int32_t count, segment;
    bight_pose start;           ///< Where the mover was; a hand has a rotation only where it turns a needle.
    bight_vec3 axis, center;    ///< Turns: unit axis.
    double turns, rise, length; ///< Metres of path; of the farthest point of a turning obstacle.
    double limit;               ///< Metres a cycle at the speed limit.
    double pace;                ///< Fraction of the path a cycle.
    double part;                ///< Done, 0 to 1.
    bool waits;                 ///< The target waits for a mover that is held back.
    bool arrive, done;
    double best;               ///< Least way left so far, metres.
    int32_t stalled, patience; ///< Cycles.
};

/// Prepare a move from where its hand or obstacle is now.
bight_status bi_mover_start(bight_play *play, bi_mover *mover, const bight_scene_move *move);

/// Prepare the motion of obstacle `obstacle`.
bight_status bi_mover_start_motion(bight_play *play, bi_mover *mover, int32_t obstacle);

/// Set the target for the coming cycle. @return As bi_hand_turn().
bight_status bi_mover_aim(bight_play *play, bi_mover *mover);

/// After the cycle: is it there, or stuck? *stuck only when it has to arrive. @return As bi_hand_turn().
bight_status bi_mover_look(bight_play *play, bi_mover *mover, bool *stuck);

/// How far the hand or obstacle is from its target, metres.
double bi_mover_lag(const bight_play *play, const bi_mover *mover);

void bi_mover_free(bight_play *play, bi_mover *mover);

// ---- several at once (moves.c) ------------------------------------------------------------------------

/// Begin the moves of a step, from where their hands and obstacles are now.
bight_status bi_moves_start(bight_play *play, const bight_scene_move *moves, int32_t count);

/// After each cycle: *over when all are there. Fails when one is stuck.
bight_status bi_moves_look(bight_play *play, bool *over);

/// Forget them, done or not.
void bi_moves_end(bight_play *play);
