// SPDX-License-Identifier: MIT
// Does it hold? A knot is tied, set with elastic rods and pulled; nothing here tells what a rope breaks at.

#pragma once

#include "bight/scene.h"

#define BIGHT_HOLD_LOOK 1000 ///< Steps between two looks of bight_hold_options.

/// A knot that is tied and set, ready to be pulled as often as one likes.
typedef struct bight_hold bight_hold;

/// How a knot is held and pulled. All zero is a good default; so is NULL in place of it.
typedef struct bight_hold_options {
    const char *
        material; ///< Of all its ropes (bight/material.h). Default NULL: a rod of 10 mm as bight_rod_def has it.
    double radius; ///< Metres; default 0: the material's.
    /// Newtons on each end that is pulled; default 0: 4 MPa times the radius squared, 100 N on a rope
    /// of 10 mm.
    double load;
    double ramp; ///< Seconds until the load is whole, and as many until free ends are let go. Default 0: 1.
    /// Seconds that it is looked at afterwards at least; up to four times as long while it still moves. Default 0: 3.
    double hold;
    /// Friction rolls strands and twists them (bight_rod_def.twist_friction is 1), five times slower; a rope that has no
    /// `twist` has two thirds of `bend`, as a round rod that keeps its volume. It is tied and set without. Default false.
    bool rolls;
    /// Nullable. Called every BIGHT_HOLD_LOOK steps after the free ends are let go: bight_hold_curve() and
    /// bight_hold_tension() tell how the knot is then. False: the pull ends there, and `holds` is false, unless it had come
    /// to rest in that step. A knot that is lost or at rest before that many steps is never looked at.
    bool (*look)(void *user, const bight_hold *hold, int64_t steps);
    void *user; ///< Handed to look untouched. Nullable.
} bight_hold_options;

/// What came of one pull.
typedef struct bight_hold_pull {
    double friction; ///< Of the ropes.
    double load;     ///< Newtons on each end that was pulled, in the end.
    bool holds;      ///< The hands came to rest: less than 0.05 diameters in a quarter of `hold`.
    bool lost;       ///< A free end was drawn in by more than 20 diameters.
    double drawn;    ///< How much of the free ends was drawn into the knot, all together, diameters.
    /// Newtons that still held a free end when the first had been drawn in by a diameter; NaN: never.
    double tail_force;
    int32_t slip_rope; ///< Whose end that was, -1 for none: of the scene.
    bight_rope_end slip_end;
    double tension; ///< Greatest of all links in the end, newtons.
    /// That became straight while no end slipped by 5 diameters: the knot turned into another one, in
    /// which the other ropes go round it. Of the scene; -1 for none. Not seen in one rope.
    int32_t capsized_rope;
    double capsized_load; ///< Newtons on each end that was pulled then; NaN: never.
} bight_hold_pull;

/// What a pull came to.
typedef enum bight_hold_verdict {
    BIGHT_HOLD_HOLDS,   ///< It came to rest.
    BIGHT_HOLD_SLIPS,   ///< It was moving still when it was last looked at.
    BIGHT_HOLD_RUNS_OUT ///< A free end is lost.
} bight_hold_verdict;

/// The one rule by which everybody says it. Whether it capsized besides is said by capsized_rope.
BIGHT_API bight_hold_verdict bight_hold_judge(const bight_hold_pull *pull);

/// Tie the knot of a scene and set it with rods (bight_scene_with_rods()). The scene's card says how it is loaded.
/// @param env   Nullable. Its watch is asked in each step of tying and pulling: watch.user lives as long as the hold.
/// @param text  The scene, with a card that has a load.
/// @param hold  Receives the knot; free it with bight_hold_free().
/// @param error Nullable. Says which step of tying failed, too.
/// @return As bight_scene_with_rods() and bight_play_step(); BIGHT_ERROR_UNSUPPORTED for a card without load;
///         BIGHT_ERROR_STOPPED.
BIGHT_API bight_status bight_hold_make(const bight_env *env, const char *text, size_t length,
                                       const bight_hold_options *options, bight_hold **hold,
                                       bight_error *error);

/// Pull it, from the state in which it was set: the load grows evenly while free ends are held, then these are let go
/// evenly, then nothing changes any more. A rope that is pulled at one place inside it and held at another, and
/// whose outer strands touch, as a reef knot's that binds something, is pulled as two: what lies between those places is left
/// out, and stays where it was set.
/// @param friction 0 to 10; NaN: the ropes' own.
/// @return BIGHT_ERROR_INVALID, BIGHT_ERROR_NO_MEMORY, BIGHT_ERROR_STOPPED
BIGHT_API bight_status bight_hold_try(bight_hold *hold, double friction, bight_hold_pull *pull,
                                      bight_error *error);

/// The least friction in hundredths at which it holds: tenths are tried from below until it does, then what lies below
/// is halved. The same frictions are tried whatever the range, as far as they are in it; besides these its least, first.
/// Where a knot holds at some
/// friction it is taken to hold at more.
/// @param critical Receives it; the least of the range when it holds there, infinite when it holds at none that was tried.
/// @param tries    Nullable, receives how many pulls that took.
BIGHT_API bight_status bight_hold_critical(bight_hold *hold, double low, double high, double *critical,
                                           int32_t *tries, bight_error *error);

/// Where a rope that is tied to nothing else is held to pull a loop knot of the book, a bowline or an alpine butterfly, against the
/// end that bears the load: at two vertices of its loop, as a hook holds it. At one, its two strands would lie in each other.
/// @param rope     Open, of three points or more, any unit; borrowed.
/// @param standing The end that bears the load: a bowline seen from its free end has another name.
/// @param apart    How far apart along the rope, in its unit, above 0: four diameters are a hook.
/// @param nodes    Receives the two, the less first, or an end, where the rope is too short; both -1 when it is no such knot.
/// @return As bight_sailor_identify(); BIGHT_ERROR_INVALID for an `apart` that is not above 0.
BIGHT_API bight_status bight_hold_loop(const bight_env *env, bight_curve rope, bight_rope_end standing,
                                       double apart, int32_t nodes[2], bight_error *error);

/// The scene that was played; its ropes are those that are spoken of.
BIGHT_API const bight_scene *bight_hold_scene(const bight_hold *hold);

/// Tensions of the links of a rope when the last pull ended, newtons; NULL before. Good until the next pull.
BIGHT_API const double *bight_hold_tension(const bight_hold *hold, int32_t rope, int32_t *count);

/// The ropes as the last pull left them; before, as they were set.
BIGHT_API bight_curve bight_hold_curve(const bight_hold *hold, int32_t rope);

/// NULL is fine.
BIGHT_API void bight_hold_free(bight_hold *hold);
