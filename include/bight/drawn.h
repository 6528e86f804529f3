// SPDX-License-Identifier: MIT
// Knots tied by drawing: a hand goes along a line that is drawn on a plane, as on a table seen from above, and lays the
// rope over or under all that it crosses on the way. How high it has to go at each crossing follows from where the ropes
// are (pulling over and pulling under, Ruchikachorn and Igarashi 2008).

#pragma once

#include "bight/world.h"

/// On which side of a strand the hand passes.
typedef enum bight_side {
    BIGHT_OVER, ///< Nearer to the viewer.
    BIGHT_UNDER,
} bight_side;

/// How to draw. Start from bight_drawn_def_default().
typedef struct bight_drawn_def {
    bight_vec3 origin; ///< A point of the plane in which rope is laid, metres. Default (0, 0, 0).
    bight_vec3 up;     ///< Towards the viewer; need not be a unit. Default (0, 0, 1).
    /// Least gap between surfaces at a crossing, in sums of both radii, 0 to 10. Default 0.3.
    double clearance;
    double slope;  ///< How steeply the hand rises before and falls after a crossing, 0.05 to 20. Default 1.
    uint32_t cookie; ///< Set by bight_drawn_def_default(). Leave it alone.
} bight_drawn_def;

/// The defaults above.
BIGHT_API bight_drawn_def bight_drawn_def_default(void);

/// A line that a hand follows.
typedef struct bight_drawn bight_drawn;

/// How far a hand has come.
typedef struct bight_drawn_state {
    double left;        ///< Metres of the line, on the plane, that are still ahead.
    double height;      ///< Metres of the hand above the plane.
    bool crossing;      ///< There is a strand where the hand is, or ahead where it already rises for it.
    bight_side side;    ///< On which side of it the hand passes.
    bight_rope_id rope; ///< Whose strand that is; null without one.
    int32_t link;       ///< Which link of it.
    int32_t waiting;    ///< Cycles in a row in which the hand was held back and the line had to wait.
} bight_drawn_state;

/// Begin a line where the hand is. The world and the hand must outlive it.
/// @param drawn Receives the line, or NULL on failure. Free it with bight_drawn_free().
/// @param error Nullable. Says which field.
/// @return BIGHT_ERROR_INVALID, BIGHT_ERROR_STALE for the hand, BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_drawn_create(bight_world *world, bight_hand_id hand, const bight_drawn_def *def,
                                          bight_drawn **drawn, bight_error *error);

/// End a line. The hand keeps its target. NULL is allowed.
BIGHT_API void bight_drawn_free(bight_drawn *drawn);

/// Draw on, straight to a point.
/// @param point Metres; how high it is above the plane does not matter.
/// @param side  Of everything that is crossed on the way there.
/// @return BIGHT_ERROR_INVALID for a point that is not finite, BIGHT_ERROR_NO_MEMORY: the line is as it was.
BIGHT_API bight_status bight_drawn_to(bight_drawn *drawn, bight_vec3 point, bight_side side,
                                      bight_error *error);

/// Forget what is still ahead: the hand stays where it is on the line.
BIGHT_API void bight_drawn_cut(bight_drawn *drawn);

/// Set the hand's target for the next cycle: call it before each bight_world_step(). O(links of all ropes).
/// The hand goes on along the line only as fast as it gets to the height that the crossings ahead ask for.
/// @param state Nullable.
/// @return BIGHT_ERROR_STALE when the hand or its rope is gone.
BIGHT_API bight_status bight_drawn_step(bight_drawn *drawn, bight_drawn_state *state);
