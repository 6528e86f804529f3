// SPDX-License-Identifier: MIT
// What a play is made of.

#pragma once

#include "bight/couple.h"
#include "bight/play.h"
#include "core/error.h"
#include "core/vec3.h"

/// Something on its way along a path: a hand or an obstacle.
typedef struct bi_mover {
    int32_t hand, obstacle; ///< Index, -1 for the other.
    int32_t kind;           ///< bight_scene_move_kind
    bight_vec3 *points;     ///< (count) of the path, owned; NULL for turns
    double *lengths;        ///< (count) along the path, owned
    int32_t count, segment;
    bight_pose start;           ///< Where the mover was; a hand has only a position.
    bight_vec3 axis, center;    ///< Turns: unit axis.
    double turns, rise, length; ///< Metres of path; of the farthest point of a turning obstacle.
    double limit;               ///< Metres a cycle at the speed limit.
    double pace;                ///< Fraction of the path a cycle.
    double part;                ///< Done, 0 to 1.
    bool waits;                 ///< The target waits for a mover that is held back.
    bool arrive, done;
    double best;               ///< Least way left so far, metres.
    int32_t stalled, patience; ///< Cycles.
} bi_mover;

typedef struct bi_hand {
    bight_handle_id handle; ///< Null when it holds no rope.
    int32_t rope;
    bight_cloth_hand_id cloth_hand; ///< Null when it holds no cloth.
    int32_t cloth;
    bool on_cloth;
    bight_vec3 origin, direction; ///< Of a pull.
} bi_hand;

typedef struct bi_control bi_control; // play/control.h

struct bight_play {
    const bight_scene *scene;
    bi_control *control; ///< NULL when the script has no manoeuvre.
    bight_play_def def;
    bight_world *world;
    bight_rope_id *ropes;         ///< (scene->rope_count)
    bight_obstacle_id *obstacles; ///< (scene->obstacle_count)
    bi_hand *hands;               ///< (scene->hand_count)
    bight_vec3 *forces; ///< (4 scene->rope_count) on either end of each rope now, and when the step began
    int64_t *expected;  ///< (scene->script_count + 1) guessed cycles before each step
    double thinnest;    ///< Least radius of the ropes.
    double speed_limit; ///< Radii a cycle, as set now.

    bight_cloth_world *cloth_world;           ///< NULL without cloth, as all of these; see play/sheets.h
    bight_couple *couple;                     ///< NULL without ropes, too.
    bight_cloth_id *cloths;                   ///< (scene->cloth_count)
    bight_cloth_obstacle_id *cloth_obstacles; ///< (scene->obstacle_count)
    bight_pose *aims;                         ///< (scene->obstacle_count) where obstacles should go
    double *reaches;                          ///< (scene->obstacle_count) bi_obstacle_reach() of each
    double finest;                            ///< Shortest edge of the cloths.
    bight_play_cloth_totals cloth_totals;
    bight_cloth_report cloth_report;          ///< Of the last cycle.
    bight_cloth_watch watch;                  ///< settle
    bool settled;                             ///< The last settle ended well.

    int32_t step;
    bool entered;
    int64_t cycles, entered_at;
    bi_mover *movers;  ///< (mover_count) of the current step
    bi_mover *motions; ///< (motion_count) of obstacles, for ever
    int32_t mover_count, motion_count;
    int64_t mark_cycle; ///< pull_tight: when the hands last got farther
    double mark;        ///< ... and how far that was, metres
    int32_t calm;       ///< wait: cycles running without motion
    bool tight;         ///< The last pull_tight ended well.
    char words[160];    ///< How the step ended.

    bight_step_report report;
    double fastest, fraction;
    bight_play_check *checks; ///< (check_count)
    int32_t check_count, check_capacity, failed_checks;
    bight_play_knot *knots; ///< (scene->rope_count) as last seen
    bool finished;
    bight_error failure; ///< status is BIGHT_OK while all is well
};

/// End the play: "step N (verb): <words>" with the step's line.
bight_status bi_play_fail(bight_play *play, bight_status status, const char *format, ...) BI_PRINTF(3, 4);

void bi_play_tell(const bight_play *play, bight_play_event event);

// ---- hands ------------------------------------------------------------------------------------------

/// Grasp a cloth.
bight_status bi_hand_grasp(bight_play *play, const bight_scene_grasp *step);
void bi_hand_release(bight_play *play, bi_hand *hand);
bool bi_hand_holds(const bi_hand *hand);

/// Where it is, and how far from its target.
bight_vec3 bi_hand_position(const bight_play *play, const bi_hand *hand, double *lag);
void bi_hand_aim(bight_play *play, const bi_hand *hand, bight_vec3 target);

/// A length to measure its way by: the rope's radius, or the cloth's shortest edge.
double bi_hand_grain(const bight_play *play, const bi_hand *hand);

/// Metres a cycle that it may go.
double bi_hand_limit(const bight_play *play, const bi_hand *hand);

/// Metres a cycle that a hand on this rope may go.
double bi_play_hand_limit(const bight_play *play, int32_t rope);

/// The node that a scene means. A spring rope's control points become more and fewer: of those it has now,
/// the one at the same share.
int32_t bi_play_node(const bight_play *play, int32_t rope, bight_scene_node_ref node);

// ---- movers -----------------------------------------------------------------------------------------

/// Prepare a move from where its hand or obstacle is now.
bight_status bi_mover_start(bight_play *play, bi_mover *mover, const bight_scene_move *move);

/// Prepare the motion of obstacle `obstacle`.
bight_status bi_mover_start_motion(bight_play *play, bi_mover *mover, int32_t obstacle);

/// Set the target for the coming cycle.
void bi_mover_aim(bight_play *play, bi_mover *mover);

/// After the cycle: is it there, or stuck? *stuck only when it has to arrive.
void bi_mover_look(bight_play *play, bi_mover *mover, bool *stuck);

/// How far the hand or obstacle is from its target, metres.
double bi_mover_lag(const bight_play *play, const bi_mover *mover);

void bi_mover_free(bight_play *play, bi_mover *mover);

/// Start several at once; after each cycle: *over when all are there. Fails when one is stuck.
bight_status bi_moves_start(bight_play *play, const bight_scene_move *moves, int32_t count);
bight_status bi_moves_look(bight_play *play, bool *over);

// ---- pulling ----------------------------------------------------------------------------------------

#define BI_MOST_PULLING 64

/// Note where the hands are and where each of them pulls: as given, or away from the middle of them all.
/// @return The first one that has no direction, or -1.
int32_t bi_pull_start(bight_play *play, bi_hand *const *hands, int32_t count, bight_scene_points directions);

/// Each target is one step ahead on a straight line: a hand that is pushed aside comes back to it.
void bi_pull_aim(bight_play *play, const bi_hand *hand, double speed);

/// Tight is when all hands together have not got `progress` radii beyond their best for `window` cycles:
/// shaking to and fro is no progress, and a stop by the stretch limit, by a jam or by an obstacle all count
/// alike.
/// @return How far they have pulled in all, metres.
double bi_pull_look(bight_play *play, bi_hand *const *hands, int32_t count, int32_t window, double progress,
                    bool *tight);

// ---- verbs ------------------------------------------------------------------------------------------

/// Begin the current step. *instant: it is over without a cycle.
bight_status bi_verb_enter(bight_play *play, bool *instant);

/// Before each cycle of the step.
void bi_verb_aim(bight_play *play);

/// After each cycle of the step. *over: it is done.
bight_status bi_verb_look(bight_play *play, bool *over);

/// Guess the cycles of every step.
void bi_verb_estimate(bight_play *play);

/// Keep the result of a check.
bight_status bi_expect_record(bight_play *play, const char *what, bool holds, const char *expected,
                              const char *found);
bight_status bi_expect_most(bight_play *play, const char *what, double found, double most, const char *where);

/// Check an expectation; results go to play->checks.
bight_status bi_expect_check(bight_play *play, const bight_scene_expect *expect);
