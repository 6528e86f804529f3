// SPDX-License-Identifier: MIT
// What a manoeuvre in progress is made of (Wang, Komura 2012, section 4), and how it fails.

#pragma once

#include "core/turn.h"
#include "geom/geodesic.h"
#include "play/hand.h"
#include "play/pole.h"

#define BI_MOST_FINGERS 512

typedef enum bi_finger_role {
    BI_FINGER_TIP,
    BI_FINGER_BOTTOM, ///< Stays where it is.
    BI_FINGER_GRIP,   ///< The node that is brought to the crossing.
    BI_FINGER_LINE,   ///< Keeps the target straight near the crossing.
    BI_FINGER_LEG,    ///< Keeps a leg out of the way, as far as it gives.
    BI_FINGER_WOUND   ///< Lies on the geodesic, or moves towards it.
} bi_finger_role;

/// A node that a manoeuvre holds. Scripts do not see it.
typedef struct bi_finger {
    bight_hand_id rope_hand;
    int32_t strand; ///< Of the scene: whom it serves.
    int32_t rope, node, role;
    int32_t rank;           ///< Wound: nodes from the crossing.
    bight_vec3 start, goal; ///< Of the stage.
    bight_vec3 center;      ///< Of the way, when it swings.
    bool swings;            ///< It moves round center, at a distance that changes evenly, not straight.
    bight_vec3 plan;        ///< Wound: the goal before obstacles in its way were looked at.
} bi_finger;

/// The frame of a crossing (figure 4).
typedef struct bi_cross_frame {
    int32_t active, target; ///< Strands; -1 for none.
    int32_t active_node;    ///< Of the active rope, at the crossing.
    int32_t active_bottom, target_bottom;
    bool wound;             ///< It has been wound on.
    bool stretched;         ///< The strands lay aside and were pulled straight to be lifted.
    double height;          ///< Of X above the higher bottom, metres.
    int32_t target_node;    ///< Of the target's.
    bight_vec3 point;       ///< X
    bight_vec3 x, up, side; ///< Right-handed, unit: active comes from -x and leads to +x.
} bi_cross_frame;

/// A winding under way (figure 7).
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
    int32_t target_rope;                       ///< -1: round the pole
    bi_pole pole;
    bight_vec3 normal;  ///< The axis's direction at X_T.
    double start_along; ///< X_G on the axis, metres
    bi_turn start_phi;  ///< ... and round it, in its frames.
    double front, end;  ///< Links from X_G that lie on G: now, and in the end.
    bi_geodesic_start start;
} bi_winding;

/// Cloth that a hand winds round a capsule; lengths in metres, directions and places in the obstacle's frame.
typedef struct bi_cloth_winding {
    bight_vec3 axis;  ///< the capsule's, unit
    bight_vec3 along; ///< which way along it the winding goes: axis or -axis
    bight_vec3 out;   ///< from the axis to where the cloth leaves the capsule first, unit
    bight_vec3 side;  ///< across both, the way that it goes round
    double height;    ///< of that place, along the axis
    double radius;    ///< of the tube that cloth is laid on
    double free;      ///< cloth from there to the hand
    double lean;   ///< 0 to 1: how far the free cloth was turned from across the axis to the winding's angle
    double turned; ///< turns that are wound
} bi_cloth_winding;

/// An action with its own values.
typedef struct bi_action {
    bight_scene_action action;
    bight_scene_cross cross;
    bight_scene_wind wind;
    bight_scene_tighten tighten;
} bi_action;

struct bi_control {
    bi_action now; ///< What is carried out.
    bi_finger fingers[BI_MOST_FINGERS];
    int32_t finger_count;
    int32_t action; ///< Of the step's program.
    bool entered;
    int64_t entered_at; ///< Cycle.
    int32_t stage;
    double part, pace;    ///< Of the stage: 0 to 1, and what a cycle adds.
    double best;          ///< Least way left, metres.
    int32_t stalled;      ///< Cycles without getting nearer.
    bi_cross_frame crossing; ///< The last one.
    bi_winding winding;
    bi_cloth_winding cloth_winding;
    bi_hand pullers[8];
    int32_t puller_count;
};

/// The action of the step's program that is carried out now.
const bight_scene_action *bi_control_action(const bight_play *play);

/// "step 3 (granny_knot), part 2 (wind): <words>".
bight_status bi_control_fail(bight_play *play, const char *format, ...) BI_PRINTF(2, 3);
