// SPDX-License-Identifier: MIT
// Manoeuvres (Wang, Komura 2012, section 4): a finite-state machine over a program of crossings, windings and
// tightenings. It works through handles alone, so it ties any rope model.

#pragma once

#include "core/turn.h"
#include "geom/geodesic.h"
#include "play/play_state.h"

#define BI_MOST_FINGERS 512

// A node is there when it is nearer to its goal than BI_ARRIVED radii; or nearer than BI_NEAR and no longer
// getting nearer for BI_SETTLED cycles, because a model's targets are soft constraints.
#define BI_ARRIVED 0.1
#define BI_NEAR 1.0
#define BI_SETTLED 30

typedef enum bi_finger_role {
    BI_FINGER_TIP,
    BI_FINGER_BOTTOM, ///< Stays where it is.
    BI_FINGER_GRIP,   ///< The node that is brought to the crossing.
    BI_FINGER_LINE,   ///< Keeps the target straight near the crossing.
    BI_FINGER_LEG,    ///< Keeps a leg out of the way, as far as it gives.
    BI_FINGER_WOUND   ///< Lies on the geodesic, or is led towards it.
} bi_finger_role;

/// A node that a manoeuvre holds. Scripts do not see it.
typedef struct bi_finger {
    bight_handle_id handle;
    int32_t strand; ///< Of the scene: whom it serves.
    int32_t rope, node, role;
    int32_t rank;           ///< Wound: nodes from the crossing.
    bight_vec3 start, goal; ///< Of the stage.
    bight_vec3 center;      ///< Of the way, when it swings.
    bool swings;            ///< It goes round center, at a distance that changes evenly, not straight.
    bight_vec3 plan;        ///< Wound: the goal before obstacles in its way were looked at.
} bi_finger;

/// A strand as a manoeuvre sees it now.
typedef struct bi_strand_view {
    const bight_scene_strand *strand;
    int32_t index, rope;
    bight_curve curve;     ///< Of the whole rope.
    int32_t forward;       ///< +1 or -1: the way of indices to the tip.
    int32_t tip;           ///< Node.
    double radius, length; ///< Of the rope, of a link.
} bi_strand_view;

/// The frame of a crossing (figure 4).
typedef struct bi_crossing {
    int32_t active, target; ///< Strands; -1 for none.
    int32_t active_node;    ///< Of the active rope, at the crossing.
    int32_t active_bottom, target_bottom;
    bool wound;             ///< It has been wound on.
    bool stretched;         ///< The strands lay aside and were pulled straight to be lifted.
    double height;          ///< Of X above the higher bottom, metres.
    int32_t target_node;    ///< Of the target's.
    bight_vec3 point;       ///< X
    bight_vec3 x, up, side; ///< Right-handed, unit: active comes from -x and leads to +x.
} bi_crossing;

/// A winding on its way (figure 7).
typedef struct bi_winding {
    bi_axis axis;         ///< Of the target, in the winding's direction.
    bi_geodesic geodesic; ///< G
    bight_vec3 *strand;   ///< (most_axis) nodes of the target, in that direction
    bight_vec3 *laid;     ///< (most_axis) the same when G was laid last
    bight_vec3 *targets;  ///< (most_targets) t_i
    double *places;       ///< (most_targets) lengths along G
    double *turns;        ///< (most_targets) winding integral up to t_i
    int32_t most_axis, most_targets;
    int32_t axis_first, axis_step, axis_count; ///< Nodes of the target's rope.
    bool straight;                             ///< The target is straightened, and held.
    int32_t line_count;                        ///< Nodes of the axis that are.
    int32_t target_count;                      ///< t_0 ... t_(count - 1)
    int32_t first, forward;                    ///< Active node p_0, and the way to its tip.
    int32_t tail;                              ///< Nodes after p_0.
    int32_t lead;                              ///< How many are led ahead of the contact now.
    int32_t crowded;                           ///< Cycles that the last of them was held back.
    double link, target_link;                  ///< Of the active rope and of the target, metres.
    int32_t target_rope;
    bight_vec3 normal;  ///< The axis's direction at X_T.
    double start_along; ///< X_G on the axis, metres
    bi_turn start_phi;  ///< ... and round it, in its frames.
    double front, end;  ///< Links from X_G that lie on G: now, and in the end.
    bi_geodesic_start start;
} bi_winding;

typedef struct bi_control {
    bi_finger fingers[BI_MOST_FINGERS];
    int32_t finger_count;
    int32_t action; ///< Of the step's program.
    bool entered;
    int64_t entered_at; ///< Cycle.
    int32_t stage;
    double part, pace;    ///< Of the stage: 0 to 1, and what a cycle adds.
    double best;          ///< Least way left, metres.
    int32_t stalled;      ///< Cycles without getting nearer.
    bi_crossing crossing; ///< The last one.
    bi_winding winding;
    bi_hand pullers[8];
    int32_t puller_count;
} bi_control;

/// Begin the step's program. *instant: it is over without a cycle.
bight_status bi_control_enter(bight_play *play, bool *instant);

/// Before and after each cycle. *over: the program is done.
void bi_control_aim(bight_play *play);
bight_status bi_control_look(bight_play *play, bool *over);

/// Cycles that an action may take, for progress bars.
double bi_control_guess(const bight_scene_action *action);

void bi_control_free(bight_play *play);

/// "step 3 (granny_knot), part 2 (wind): <words>".
bight_status bi_control_fail(bight_play *play, const char *format, ...) BI_PRINTF(2, 3);

// ---- fingers ----------------------------------------------------------------------------------------

bi_finger *bi_finger_find(const bight_play *play, int32_t rope, int32_t node);

/// The scene's hand that holds a node, -1 for none.
int32_t bi_hand_on(const bight_play *play, int32_t rope, int32_t node);

/// Take hold of a node, or change the role of the finger that holds it.
bight_status bi_finger_take(bight_play *play, const bi_strand_view *strand, int32_t node, int32_t role,
                            bi_finger **finger);

/// Fail when one of the scene's own hands holds a node from first on, every step-th, count of them.
bight_status bi_finger_free_nodes(bight_play *play, const bi_strand_view *strand, int32_t first, int32_t step,
                                  int32_t count);

/// Let go of a strand's fingers of the roles in the bit mask.
void bi_finger_release(bight_play *play, int32_t strand, uint32_t roles);

#define BI_ROLE(role) (1u << (role))
#define BI_ALL_ROLES 0xFFu

double bi_finger_lag(const bight_play *play, const bi_finger *finger);

/// The fingers go straight from where they are to their goals, all together, at `speed`.
void bi_stage_begin(bight_play *play, double speed);
void bi_stage_aim(bight_play *play);

/// *over: all are there. Fails when nothing gets nearer for `patience` cycles.
bight_status bi_stage_look(bight_play *play, int32_t patience, const char *what, bool *over);

// ---- strands ----------------------------------------------------------------------------------------

bi_strand_view bi_strand_see(const bight_play *play, int32_t strand);

/// Against gravity, or y without gravity. Unit.
bight_vec3 bi_up(const bight_play *play);

/// Distance of a ball of a rope from all obstacles, less its radius; *nearest is the obstacle's index or -1,
/// *away leads out of it (zero when unknown).
double bi_clearance(const bight_play *play, bight_vec3 at, double radius, int32_t *nearest, bight_vec3 *away);

// ---- manoeuvres -------------------------------------------------------------------------------------

bight_status bi_cross_enter(bight_play *play, const bight_scene_cross *cross);
bight_status bi_cross_look(bight_play *play, const bight_scene_cross *cross, bool *over);

/// Metres from a strand's tip to the point that a crossing takes.
double bi_cross_tail(const bi_strand_view *view, const bight_scene_cross *cross);

/// Metres of active strand that a winding needs beyond the crossing when the target is straight.
double bi_wind_needs(const bi_strand_view *active, const bi_strand_view *target,
                     const bight_scene_wind *wind);

bight_status bi_wind_enter(bight_play *play, const bight_scene_wind *wind);
void bi_wind_aim(bight_play *play, const bight_scene_wind *wind);
bight_status bi_wind_look(bight_play *play, const bight_scene_wind *wind, bool *over);

bight_status bi_tighten_enter(bight_play *play, const bight_scene_tighten *tighten);
void bi_tighten_aim(bight_play *play, const bight_scene_tighten *tighten);
bight_status bi_tighten_look(bight_play *play, const bight_scene_tighten *tighten, bool *over);
