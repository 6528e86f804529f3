// SPDX-License-Identifier: MIT
// What a play is made of, and what all its verbs need: failing, telling, nodes, results of expectations.

#pragma once

#include "bight/couple.h"
#include "bight/play.h"
#include "core/error.h"
#include "core/vec3.h"

typedef struct bi_dressed bi_dressed; // play/dress.h
typedef struct bi_hand bi_hand;       // play/hand.h
typedef struct bi_mover bi_mover;     // play/mover.h
typedef struct bi_control bi_control; // play/control_state.h
typedef struct bi_attempts bi_attempts; // play/attempt.h

struct bight_play {
    const bight_scene *scene;
    bi_control *control;   ///< NULL when the script has no manoeuvre.
    bi_attempts *attempts; ///< NULL when no call has a state, tries or a time-out. Not the play's own memory.
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
    bi_dressed *dressed;                      ///< (scene->dress_count)
    bight_cloth_hand_id lead_hands[BIGHT_DRESS_MAX_LEADS]; ///< lead
    int32_t lead_count;
    double lead_way;        ///< Of all hands together, metres
    double lead_lag;        ///< Way that was left when the hands last came nearer, metres
    int64_t lead_nearer_at; ///< Cycles since lead began, then

    int32_t step;
    bool entered;
    int64_t cycles, entered_at;
    bi_mover *movers;  ///< (mover_count) of the current step
    bi_mover *motions; ///< (motion_count) of obstacles, for ever
    int32_t mover_count, motion_count;
    int64_t mark_cycle; ///< pull_tight: when the hands last made progress
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

/// The settings of a rope's model, as the scene gives them.
bight_rope_def bi_play_rope_def(const bight_scene_rope *rope);

/// Metres a cycle that a hand on this rope may go.
double bi_play_hand_limit(const bight_play *play, int32_t rope);

/// The node that a scene means. A spring rope's control points become more and fewer: of those it has now,
/// the one at the same share.
int32_t bi_play_node(const bight_play *play, int32_t rope, bight_scene_node_ref node);

/// Keep the result of a check.
bight_status bi_expect_record(bight_play *play, const char *what, bool holds, const char *expected,
                              const char *found);
bight_status bi_expect_most(bight_play *play, const char *what, double found, double most, const char *where);
