// SPDX-License-Identifier: MIT
// Scenes: what is in the world, who pulls where, and what must come true. JSON text in, plain data out.
// The keys, their units, ranges and defaults are in docs/scene.md and docs/scene.schema.json; the fields
// below carry the same names.

#pragma once

#include "bight/base.h"
#include "bight/curve.h"
#include "bight/scene_cloth.h"
#include "bight/scene_dress.h"
#include "bight/scene_value.h"
#include "bight/world.h"

#define BIGHT_MAX_SCENE_BYTES (64 * 1024 * 1024) ///< The JSON text.
#define BIGHT_MAX_SCENE_STEPS 1000000            ///< Of the script.
#define BIGHT_MAX_DRAWN_NODES 5000               ///< Of one rope that is drawn.

/// Numbers that a scene may leave out, and that have no fixed default, are NaN when it does.
/// Names that it leaves out are NULL, objects too.

// ---- what is there ----------------------------------------------------------------------------------

/// Settings of the world of ropes.
typedef struct bight_scene_world {
#define X(field, unit, words, least, most, standard) double field; ///< See bight_world_def.
    BIGHT_WORLD_FIELDS(X)
#undef X
    int32_t response; ///< bight_response
    bight_vec3 gravity;
} bight_scene_world;

/// How pictures are taken.
typedef struct bight_scene_view {
    bight_vec3 from;       ///< From the middle of the scene to the camera; only the direction counts.
    bight_vec3 up;         ///< Not parallel to from.
    double margin;         ///< Room around the ropes, as a fraction of the picture.
    int32_t width, height; ///< Of stills: pixels, both even.
    int32_t film_width, film_height; ///< Of films, likewise: smaller, as there are many pictures to draw.
    int32_t fps;                     ///< Of the video, frames a second.
    int32_t frames;                  ///< Of the video; 0: none unless the caller asks.
} bight_scene_view;

/// How a rope says where its nodes are.
typedef enum bight_scene_curve_kind {
    BIGHT_CURVE_LINE,
    BIGHT_CURVE_POINTS,
    BIGHT_CURVE_FILE,
    BIGHT_CURVE_DRAWN
} bight_scene_curve_kind;

/// A straight rope: first and last node, metres.
typedef struct bight_scene_line {
    bight_vec3 from, to;
} bight_scene_line;

/// A rope drawn flat, as in a book of knots. The plane of the drawing is z = 0, seen from +z.
typedef struct bight_scene_drawn {
    bight_scene_points path; ///< It bends round through these; z is 0.
    const char *passes;      ///< "ouou": over or under, at each crossing with a drawn rope along the path.
    const char *round;       ///< Likewise in front of or behind each pole or ring of the plane that it meets.
} bight_scene_drawn;

/// What a needle is: which of its sizes is given.
typedef enum bight_scene_needle_kind {
    BIGHT_NEEDLE_ARC,
    BIGHT_NEEDLE_STRAIGHT,
    BIGHT_NEEDLE_LINKS ///< So many of the rope's own links, as they lie.
} bight_scene_needle_kind;

/// A needle that is put to an end of a rope; bight_rod_def.needle of its rod says which links of its curve it became.
typedef struct bight_scene_needle {
    bight_rope_end end;
    bight_scene_needle_kind kind;
    double radius;           ///< Of the arc, metres; else NaN.
    double length;           ///< Of a straight one, metres; else NaN.
    int32_t links;           ///< Of BIGHT_NEEDLE_LINKS; else 0.
    double arc;              ///< Degrees.
    bight_scene_points side; ///< Where the circle's centre lies from the thread's end, or none.
    double diameter;         ///< Of the wire, metres; 0: that of the rope.
} bight_scene_needle;

/// As in bight_projection_def.
typedef struct bight_scene_projection {
#define X(type, field, unit, words, least, most, standard) type field;
    BIGHT_PROJECTION_FIELDS(X)
#undef X
    bool rigid;
} bight_scene_projection;

/// A rope.
typedef struct bight_scene_rope {
    bight_curve curve; ///< The nodes that the description below comes to. Owned by the scene.
    int32_t text_line; ///< Where the scene describes it, 1-based.
    const char *name;  ///< Never NULL: "rope1" and so on when not given.
    const char *note;
    bight_rope_model model;
    const bight_scene_projection *projection; ///< NULL when not given; only with BIGHT_MODEL_PROJECTION.
    const bight_spring_def *spring;           ///< Never NULL; for spring ropes.
    const bight_rod_def *rod;                 ///< Never NULL; for elastic rods.
    const bight_scene_needle *needle;         ///< Nullable.
    const char *material;                     ///< What rod and radius are of (bight/material.h). Nullable.
    double radius;                            ///< Metres.
    int32_t color;                            ///< 0xRRGGBB; -1 when not given.
    bight_scene_curve_kind curve_kind;
    const bight_scene_line *line;
    bight_scene_points points;
    const char *file;
    const bight_scene_drawn *drawn;
    bool closed, smooth;
    int32_t links;      ///< 0 when not given.
    double link_length; ///< Metres; NaN when not given.
} bight_scene_rope;

/// How thick a rope's needle is drawn: its wire, and a taper of ten diameters, at most half of its length, to its point. Contacts
/// know nothing of it: for these it is as thick as the rope.
/// @param rope  With a needle: rod->needle.links > 0.
/// @param radii Receives radii, metres, of the needle's links + 1 nodes, in the order of the rope's.
/// @return The first of those nodes.
BIGHT_API int32_t bight_scene_needle_radii(const bight_scene_rope *rope, double *radii);

/// A ball.
typedef struct bight_scene_sphere {
    double radius;
} bight_scene_sphere;
/// A pole with round ends, along its local y. Metres.
typedef struct bight_scene_capsule {
    double radius, length;
} bight_scene_capsule;
/// A box around its position.
typedef struct bight_scene_box {
    bight_vec3 size;
} bight_scene_box;
/// A ring round local y. Metres.
typedef struct bight_scene_torus {
    double radius, tube;
} bight_scene_torus;
/// A closed triangle mesh.
typedef struct bight_scene_mesh {
    int32_t kind;                       ///< 0: a file, 1: a garment.
    const char *file;                   ///< NULL with a garment.
    const bight_scene_garment *garment; ///< NULL with a file.
    double scale;
} bight_scene_mesh;

/// How something moves that never stops.
typedef enum bight_scene_motion_kind {
    BIGHT_MOTION_PATH,
    BIGHT_MOTION_TURN ///< With a period.
} bight_scene_motion_kind;

/// A motion that never ends: round an axis, or along a path and back to its start.
typedef struct bight_scene_motion {
    bight_scene_motion_kind kind;
    bight_scene_points path;
    double period;             ///< Cycles for a turn; negative turns the other way.
    bight_vec3 axis;           ///< Through center.
    bight_scene_points center; ///< One point, or none for the obstacle's own position.
    double speed;              ///< Along the path, in speed limits.
    bool smooth;
} bight_scene_motion;

/// Something rigid that ropes and cloth cannot enter.
typedef struct bight_scene_obstacle {
    bight_obstacle_def def; ///< What the description below comes to. Its arrays are owned by the scene.
    int32_t text_line;
    const char *name; ///< Never NULL: "obstacle1" and so on when not given.
    const char *note;
    int32_t color; ///< 0xRRGGBB; -1 when not given.
    bight_shape_kind kind;
    const bight_scene_sphere *sphere;
    const bight_scene_capsule *capsule;
    const bight_scene_box *box;
    const bight_scene_torus *torus;
    const bight_scene_mesh *mesh;
    bight_vec3 position;
    bight_scene_points along; ///< One direction for local y, or none.
    const bight_scene_rotation *rotation;
    double mass;     ///< kg; 0: it stands, or moves as the script says.
    double friction; ///< Of ropes and cloth on it; NaN: theirs.
    const bight_scene_motion *motion;
} bight_scene_obstacle;

// ---- what happens -----------------------------------------------------------------------------------

/// What a step does, in the order of its keys in the format.
typedef enum bight_scene_verb {
    BIGHT_VERB_GRASP,
    BIGHT_VERB_MOVE,
    BIGHT_VERB_TOGETHER,
    BIGHT_VERB_TARGET,
    BIGHT_VERB_RELEASE,
    BIGHT_VERB_WAIT,
    BIGHT_VERB_PULL_TIGHT,
    BIGHT_VERB_EXPECT,
    BIGHT_VERB_STILL,
    BIGHT_VERB_SET,
    BIGHT_VERB_PULL,
    BIGHT_VERB_PIN,
    BIGHT_VERB_UNPIN,
    BIGHT_VERB_SETTLE,
    BIGHT_VERB_LEAD,
    BIGHT_VERB_REDRESS,
    BIGHT_VERB_MODEL,
    BIGHT_VERB_CROSS, ///< This and all below are manoeuvres: the step has a program.
    BIGHT_VERB_WIND,
    BIGHT_VERB_TIGHTEN,
    BIGHT_VERB_LET_GO,
    BIGHT_VERB_MANOEUVRE,
    BIGHT_VERB_HALF_KNOT, ///< This and all below are programs of the library, called by their name.
    BIGHT_VERB_SELF_KNOT,
    BIGHT_VERB_GRANNY_KNOT,
    BIGHT_VERB_REEF_KNOT,
    BIGHT_VERB_SURGEONS_KNOT
} bight_scene_verb;

/// How a grasp says where.
typedef enum bight_scene_grasp_kind {
    BIGHT_GRASP_NODE,
    BIGHT_GRASP_NEAR,
    BIGHT_GRASP_VERTEX,
    BIGHT_GRASP_VERTICES
} bight_scene_grasp_kind;

/// A hand takes hold of a node of a rope or of vertices of a cloth.
typedef struct bight_scene_grasp {
    const char *hand, *rope;
    int32_t hand_index, rope_index; ///< Into the scene's hands and ropes.
    bight_scene_grasp_kind kind;
    bight_scene_node_ref node;
    bight_scene_points near; ///< One point: the node or vertex nearest to it when the step begins.
    const char *cloth;       ///< Instead of rope.
    int32_t cloth_index;     ///< -1: it is a rope that is grasped; else rope_index is -1.
    bight_scene_spot vertex;
    int32_t vertex_index;       ///< What vertex comes to.
    bight_scene_spots vertices; ///< Several in one hand.
    bight_scene_vertices held;  ///< What they come to.
    bool twist;  ///< Hold the link of an elastic rod against turning; so does a roll that is not 0.
    double roll; ///< Turns, by which the hand then turns it.
    bight_scene_points point; ///< Where the link is to point, or none.
    bool needle;              ///< Hold a needle so that it does not turn in the hand.
} bight_scene_grasp;

/// Where a move leads.
typedef enum bight_scene_move_kind { BIGHT_MOVE_TO, BIGHT_MOVE_BY, BIGHT_MOVE_TURNS } bight_scene_move_kind;

/// A hand or an obstacle moves along a path.
typedef struct bight_scene_move {
    const char *hand, *obstacle;        ///< One of the two.
    int32_t hand_index, obstacle_index; ///< -1 for the one that is not given.
    bight_scene_move_kind kind;
    bight_scene_points to, by;          ///< Absolute; from where the step found it. Metres.
    double turns;                       ///< Round axis through center, anticlockwise seen from its tip.
    bight_vec3 axis;
    bight_scene_points center; ///< One point, or none: an obstacle's own position, for a hand the origin.
    double rise;               ///< Metres along axis, over all turns.
    bool smooth;
    double speed;     ///< In speed limits of the rope, above 0.
    int32_t cycles;   ///< Take this long instead; 0 when not given.
    bool arrive;      ///< False: being stopped is fine.
    int32_t patience; ///< Cycles without progress until the step gives up.
} bight_scene_move;

/// Moves at the same time.
typedef struct bight_scene_moves {
    const bight_scene_move *at; ///< (count)
    int32_t count;
} bight_scene_moves;

/// Where a hand should go from now on, at its own pace; the script goes on at once.
typedef struct bight_scene_target {
    const char *hand;
    int32_t hand_index;
    bight_vec3 at; ///< Metres.
} bight_scene_target;

/// Time passes.
typedef struct bight_scene_wait {
    int32_t cycles;
    double settle; ///< Radii a cycle; NaN when not given.
} bight_scene_wait;

/// Hands pull until nothing moves any more.
typedef struct bight_scene_pull {
    bight_scene_names hands;
    const int32_t *hand_indices;   ///< (hands.count)
    bight_scene_points directions; ///< As many as hands, or none: apart from each other.
    double speed;                  ///< In speed limits.
    int32_t cycles;                ///< At most.
    int32_t window;                ///< Cycles without progress that count as tight.
    double progress;               ///< Radii in a window that still count as progress.
} bight_scene_pull;

/// A force on a section at one end of a spring rope, see bight_rope_pull(); or of a hand on a rod.
typedef struct bight_scene_force {
    const char *hand;   ///< NULL: an end is pulled.
    int32_t hand_index; ///< -1 for an end.
    const char *rope;
    int32_t rope_index;
    bight_rope_end end;
    double section;   ///< Metres of rope at rest.
    bight_vec3 force; ///< Newtons.
    int32_t cycles;   ///< From the force there is to this one, evenly; 0: at once.
} bight_scene_force;

/// Forces that change at the same time.
typedef struct bight_scene_forces {
    const bight_scene_force *at; ///< (count)
    int32_t count;
} bight_scene_forces;

/// What a rope is wound about.
typedef enum bight_scene_about {
    BIGHT_ABOUT_ANY = -1, ///< Not said.
    BIGHT_ABOUT_AXIS,     ///< The obstacle's axis, its local y.
    BIGHT_ABOUT_TUBE      ///< The tube of a torus.
} bight_scene_about;

/// How often a rope should go round an obstacle or another rope.
typedef struct bight_scene_winding {
    const char *rope, *obstacle, *target;             ///< An obstacle or a target rope.
    int32_t rope_index, obstacle_index, target_index; ///< -1 for the one that is not given.
    double turns, tolerance;
    bight_scene_about about;
    double least_spread, most_spread; ///< Metres of target that the winding takes up; NaN when not asked.
    double from, to;                  ///< The part of the rope that is looked at, 0 to 1 of its links.
    const char *cloth;                ///< Of a line of its vertices instead of a rope; nullable.
    bight_scene_spots line;           ///< Its vertices, one after another; none: of a rope.
    int32_t cloth_index;              ///< -1 without.
    bight_scene_vertices vertices;    ///< What the line comes to.
} bight_scene_winding;

/// Gauss's linking integral of two ropes.
typedef struct bight_scene_linking {
    bight_scene_names ropes; ///< Two.
    int32_t rope_indices[2];
    double number, tolerance;
} bight_scene_linking;

/// The knot of two ropes made one.
typedef struct bight_scene_joined {
    bight_scene_names ropes; ///< Two open ones.
    int32_t rope_indices[2];
    bight_rope_end to; ///< Which end of the second is joined to the last node of the first.
    const char *knot;
} bight_scene_joined;

/// Rope between two hands, or ends, minus the distance between them.
typedef struct bight_scene_slack {
    bight_scene_names hands; ///< Two, on one rope; none: the rope's ends.
    int32_t hand_indices[2];
    double max, min; ///< Rope between the hands minus their distance, in rope diameters.
} bight_scene_slack;

/// Where a node should be.
typedef struct bight_scene_place {
    const char *rope;
    int32_t rope_index;
    bight_scene_node_ref node;
    bight_vec3 point;
    double within; ///< Metres.
} bight_scene_place;

/// Length of a part of a rope over its length at rest.
typedef struct bight_scene_extension {
    const char *rope;
    int32_t rope_index;
    double from, to; ///< Shares of the rope at rest, 0 to 1.
    double min, max; ///< Of its length over its length at rest.
} bight_scene_extension;

/// How far a rope's knot is from what it should hold: from the nearest place where the rope lies on itself (links within
/// 1.1 diameters of each other, with more than 5 diameters of rope between them), surface to surface.
typedef struct bight_scene_seat {
    const char *rope, *obstacle;
    int32_t rope_index, obstacle_index;
    double min, max; ///< Metres; NaN when not asked.
} bight_scene_seat;

/// The worst of all cycles so far: bight_world_worst. Numbers that are NaN and counts that are -1 are not asked for.
typedef struct bight_scene_worst {
    double gap;     ///< At least.
    double stretch; ///< At most, as the others.
    double motion;
    int32_t jammed;
    double pull;
} bight_scene_worst;

/// Everything given must hold. Numbers that are NaN and counts that are -1 are not asked for.
typedef struct bight_scene_expect {
    const char *note;
    const char *rope; ///< Which rope knot and chirality are about. The first when not given.
    int32_t rope_index;
    const char *knot;
    bight_play_chirality chirality; ///< BIGHT_CHIRALITY_ANY: not asked.
    double overlap;    ///< Most that two ropes' surfaces may overlap, in diameters.
    double stretch;    ///< Longest link over its rest length, at most.
    double lag;        ///< Farthest that a hand may be from its target, radii.
    double kinetic;    ///< Joules, of all spring ropes together, at most.
    double fastest;    ///< Farthest any node has moved in one cycle so far, in speed limits.
    int32_t cuts, rollbacks; ///< At most, so far.
    bool tight;              ///< The last pull_tight ended because the ropes gave no more.
    const bight_scene_winding *winding;
    const bight_scene_linking *linking;
    const bight_scene_slack *slack;
    const bight_scene_place *place;
    const bight_scene_joined *joined;
    const bight_scene_extension *extension;
    const bight_scene_seat *seat;
    const bight_scene_worst *worst;
    bool rests; ///< All is still: bight_step_report.rests.
    const bight_scene_cloth_expect *cloth;
    bight_scene_names dressed;      ///< Knots in cloth that must be what their templates say.
    const int32_t *dressed_indices; ///< (dressed.count)
} bight_scene_expect;

// ---- manoeuvres -------------------------------------------------------------------------------------

/// One end of a rope, as manoeuvres take it in hand.
typedef struct bight_scene_strand {
    int32_t text_line;
    const char *name; ///< Never NULL.
    const char *note;
    const char *rope;
    int32_t rope_index;
    bight_rope_end end; ///< Where its tip is.
    double tail; ///< Metres from the tip to the point that is crossed; NaN: see docs/scene.md.
    bight_scene_node_ref bottom; ///< The constrained bottom point; not given: found when it is needed.
} bight_scene_strand;

/// Sense of crossings and windings: positive is right-handed.
typedef enum bight_scene_sign { BIGHT_SIGN_POSITIVE, BIGHT_SIGN_NEGATIVE } bight_scene_sign;

/// Lift two strands and bring them to a cross (Wang, Komura 2012, section 4.1).
typedef struct bight_scene_cross {
    const char *active, *target;
    int32_t active_index, target_index; ///< Into the scene's strands; into the program's, inside one.
    bight_scene_sign sign;
    bight_scene_points at;              ///< The crossing point X, or none: in the middle of the bottoms.
    double height;                      ///< Of X above the higher bottom, metres; NaN when not given.
    double tail;                        ///< Of both strands, metres; NaN: as the strands say.
    double speed;                       ///< In speed limits.
    int32_t patience, cycles;           ///< Without progress; at most.
} bight_scene_cross;

/// Wind a strand round another or round an obstacle, node after node along a geodesic (section 4.2).
typedef struct bight_scene_wind {
    const char *active, *target;
    int32_t active_index;
    int32_t target_index;   ///< Strand; -1 when it is an obstacle.
    int32_t obstacle_index; ///< -1 when it is a strand.
    bight_scene_sign sign;
    double turns; ///< The winding integral that is wanted, above 0.
    double angle; ///< theta, degrees: above 0, below 90.
    double lead;  ///< Metres of rope that are led ahead of the contact; NaN when not given.
    double speed; ///< In speed limits.
    int32_t patience, cycles;
    bool moving;                 ///< The target is not held: it may move.
    bight_scene_moves meanwhile; ///< What else moves until the winding is done.
    int32_t hand_index; ///< A hand that holds cloth, which is wound by it; -1 when a strand is wound.
} bight_scene_wind;

/// Pull the ends until nothing gives (section 4, step 4).
typedef struct bight_scene_tighten {
    bight_scene_names strands;
    const int32_t *strand_indices; ///< (strands.count)
    bight_scene_points directions; ///< As many as strands, or none: each away from the winding.
    double speed;
    int32_t cycles, window;
    double progress; ///< Radii.
    bool hold;       ///< Keep hold of the strands afterwards.
} bight_scene_tighten;

/// Other values for the actions of a call that has failed. NaN: as they are.
typedef struct bight_scene_try {
    const char *note;
    double angle, lead;  ///< Of windings: degrees, metres.
    double tail, height; ///< Of crossings, metres.
    double speed;        ///< Of all, in speed limits.
} bight_scene_try;

/// What is tried in turn.
typedef struct bight_scene_tries {
    const bight_scene_try *at; ///< (count)
    int32_t count;
} bight_scene_tries;

/// Carry out a program.
typedef struct bight_scene_call {
    const char *name; ///< NULL when the verb is the name.
    bight_scene_names strands, obstacles;
    bool mirror;  ///< The other sign for each cross and winding.
    double angle; ///< Instead of each winding's, degrees; NaN: as they are.
    double speed; ///< Instead of each step's; NaN: as they are.
    const char *state; ///< What is reached by it; NULL for none.
    bight_scene_tries
        retry;       ///< When it fails, all is put back to where it began, and these are tried in turn.
    int32_t timeout; ///< Cycles that all of it may take; 0: only those of its steps count.
} bight_scene_call;

/// What must have been reached in a program.
typedef struct bight_scene_goal {
    const char *strand; ///< The rope of this strand is looked at.
    int32_t strand_index;
    const char *knot;     ///< A name or everyday name of it alone; NULL: any.
    const char *everyday; ///< What it is called with what it holds (bight/sailor.h); NULL: anything.
} bight_scene_goal;

/// What a step of a program does.
typedef enum bight_scene_action_kind {
    BIGHT_ACTION_CROSS,
    BIGHT_ACTION_WIND,
    BIGHT_ACTION_TIGHTEN,
    BIGHT_ACTION_LET_GO,
    BIGHT_ACTION_MANOEUVRE,
    BIGHT_ACTION_GOAL
} bight_scene_action_kind;

/// One step of a program. When a scene has been read, those of a script's step are no calls, and have strands
/// of the scene.
typedef struct bight_scene_action {
    bight_scene_action_kind kind;
    const char *note;
    const bight_scene_cross *cross; ///< Of these, the one that kind names is set.
    const bight_scene_wind *wind;
    const bight_scene_tighten *tighten;
    bight_scene_names let_go;
    const int32_t *let_go_indices; ///< (let_go.count)
    const bight_scene_call *manoeuvre;
    const bight_scene_goal *goal;
    const char *program; ///< Name of the innermost program that it comes from, NULL for none.
} bight_scene_action;

/// Most calls with a state, tries or a time-out that a step of a script becomes.
#define BIGHT_SCENE_MAX_SPANS 64

/// The actions that a call became, where it reaches a state, may be tried again or has a time-out.
typedef struct bight_scene_span {
    const char *name; ///< Of the program that was called.
    const bight_scene_call *call;
    int32_t first, end; ///< Actions from first on, before end.
} bight_scene_span;

/// Steps of a program, in order.
typedef struct bight_scene_program {
    const bight_scene_action *at; ///< (count)
    int32_t count;
    const bight_scene_span
        *spans; ///< (span_count) outer ones before those inside; at most BIGHT_SCENE_MAX_SPANS
    int32_t span_count;
} bight_scene_program;

/// A program as data: what to do with strands that are named when it is called.
typedef struct bight_scene_manoeuvre {
    int32_t text_line;
    const char *name, *note;
    bight_scene_names strands, obstacles; ///< Its own names for them.
    bight_scene_program steps;
} bight_scene_manoeuvre;

/// New settings of the world of ropes, and of that of cloth.
typedef struct bight_scene_set {
#define X(field, unit, words, least, most, standard) double field; ///< NaN: as it is.
    BIGHT_WORLD_FIELDS(X)
#undef X
    bight_scene_points gravity;         ///< One vector, or none.
    const bight_scene_set_cloth *cloth; ///< Nullable.
} bight_scene_set;

/// Ropes go on as ropes of another model.
typedef struct bight_scene_model {
    bight_scene_names ropes;     ///< None: all.
    const int32_t *rope_indices; ///< (rope_count)
    int32_t rope_count;
    bight_rope_model to; ///< With what the rope says about it: projection, rod.
    double friction;     ///< Of rods from now on; NaN: as the rope says.
} bight_scene_model;

/// One step of the script.
typedef struct bight_scene_step {
    int32_t text_line;
    bight_scene_verb verb;
    const char *note;
    const bight_scene_grasp *grasp; ///< Of these, the one that verb names is set.
    const bight_scene_move *move;
    bight_scene_moves together;
    const bight_scene_target *target;
    bight_scene_names release;
    const int32_t *release_indices; ///< (release.count)
    const bight_scene_wait *wait;
    const bight_scene_pull *pull_tight;
    const bight_scene_expect *expect;
    const char *still;
    double close; ///< With still: rope diameters around the most tangled place; NaN for all.
    const bight_scene_set *set;
    bight_scene_forces pull;
    const bight_scene_pin *pin, *unpin;
    const bight_scene_settle *settle;
    const bight_scene_lead *lead;
    const bight_scene_redress *redress;
    const bight_scene_model *model;
    int32_t until; ///< The step ends when so many cycles are done since the start; 0 when not given.
    const bight_scene_cross *cross;
    const bight_scene_wind *wind;
    const bight_scene_tighten *tighten;
    bight_scene_names let_go;
    const bight_scene_call *manoeuvre, *half_knot, *self_knot, *granny_knot, *reef_knot, *surgeons_knot;
    bight_scene_program program; ///< Of a manoeuvre: what it comes to.
} bight_scene_step;

// ---- a knot that people tie -------------------------------------------------------------------------

/// What kind of knot it is.
typedef enum bight_knot_category {
    BIGHT_CATEGORY_STOPPER,
    BIGHT_CATEGORY_BEND,
    BIGHT_CATEGORY_LOOP,
    BIGHT_CATEGORY_HITCH,
    BIGHT_CATEGORY_BINDING,
    BIGHT_CATEGORY_DECORATIVE,
    BIGHT_CATEGORY_COUNT ///< how many there are, not a category
} bight_knot_category;

/// How a knot is loaded: by hands that the scene's script has in the end.
typedef struct bight_scene_load {
    bight_scene_names pull; ///< These pull, on along their ropes.
    bight_scene_names hold; ///< These stay where they are. All others let go.
    bight_scene_points directions; ///< One for each that pulls, or none: along their ropes.
} bight_scene_load;

/// What a scene says about the knot that it ties.
typedef struct bight_scene_card {
    const char *name;          ///< "bowline"
    bight_scene_names aliases; ///< May be none.
    bight_knot_category category;
    const char *type;          ///< Knot type of one rope held by its two ends: "6_1". Nullable.
    const char *use;           ///< What it is for.
    const char *sequence;      ///< How it is tied.
    const char *source;        ///< Where that way of tying comes from.
    const char *warning;       ///< When it is not safe. Nullable.
    const char *mistakes;      ///< How it goes wrong. Nullable.
    bight_scene_names relatives; ///< Knots of the book that are like it. May be none.
    int32_t abok;                ///< Its number in The Ashley Book of Knots; 0: not given.
    const bight_scene_load *load; ///< What `bight hold` does to it. Nullable.
} bight_scene_card;

// ---- the whole --------------------------------------------------------------------------------------

/// A scene. Read it freely; only bight_scene_parse() makes one.
typedef struct bight_scene {
    int32_t version; ///< 1
    const char *schema, *title, *note;
    const bight_scene_card *knot;   ///< NULL when it is not about one.
    const bight_scene_world *world; ///< Never NULL.
    const bight_scene_view *view;   ///< Never NULL.
    const bight_scene_rope *ropes;
    const bight_scene_obstacle *obstacles;
    const bight_scene_step *script;
    const bight_scene_strand *strands;
    const bight_scene_manoeuvre *manoeuvres;
    const bight_scene_cloth_world *cloth; ///< Never NULL.
    const bight_scene_cloth *cloths;
    const bight_scene_seam *seams;
    const bight_scene_dress *dress;
    int32_t rope_count, obstacle_count, script_count, strand_count, manoeuvre_count; ///< Ropes may be none.
    int32_t cloth_count, seam_count, dress_count;
    const char *const *hands; ///< (hand_count) every hand that the script names, in order of appearance
    int32_t hand_count;
    const char *const *doubts; ///< (doubt_count) what was probably not meant, in words: cloth of an odd size
    int32_t doubt_count;
} bight_scene;

/// Where the files that a scene names come from: the library opens nothing itself.
typedef struct bight_scene_files {
    /// Hand over a whole file. name is as the scene wrote it. On failure fill in error (never NULL here).
    bight_status (*read)(void *user, const char *name, const void **bytes, size_t *length,
                         bight_error *error);
    /// Take it back; called once for each successful read, before bight_scene_parse() returns. Nullable.
    void (*release)(void *user, const void *bytes, size_t length);
    void *user; ///< Handed to both untouched. Nullable.
} bight_scene_files;

/// Read a scene.
/// @param text  UTF-8 JSON, `length` bytes, need not end in a zero. Not kept.
/// @param files Nullable: a scene that names files is then an error.
/// @param env   Nullable. Memory for the scene, and for its JSON while it is read.
/// @param scene Receives the scene, or NULL on failure. Free it with bight_scene_destroy().
/// @param error Nullable. The line, the key (as in "ropes[0].radius"), what is wrong, what to write instead.
/// @return BIGHT_ERROR_PARSE, BIGHT_ERROR_TOO_LARGE, BIGHT_ERROR_NO_MEMORY, or what files->read returned.
BIGHT_API bight_status bight_scene_parse(const void *text, size_t length, const bight_scene_files *files,
                                         const bight_env *env, bight_scene **scene, bight_error *error);

/// How bight_scene_with_rods() rewrites a scene. All zero is a good default; so is NULL in place of it.
typedef struct bight_rod_scene_options {
    /// Of its first rope, metres, above 0: all is as large as suits it. Default 0: the material's, or
    /// BIGHT_ROD_RADIUS.
    double radius;
    const char *material; ///< Of all its ropes, but for their radius (bight/material.h). Nullable.
} bight_rod_scene_options;

#define BIGHT_ROD_RADIUS 0.005 ///< Of a rope that is to be a rod and says no radius, metres: a rope of 10 mm.

/// Rewrite a scene that ties ropes of the model Follow The Leader: it ties them as before, but at a real size, and
/// makes them elastic rods (step "model") before the last pull_tight; without one after the last step that does
/// something, and lets them settle for 500 cycles. What it sets as friction below the world's is then the rods', too;
/// where it sets none and hands pull at all ends, the rods have 0.05 or less in that pull, as a knot is worked into shape.
/// @param text    A scene, as bight_scene_parse() reads it.
/// @param files   As there. Nullable.
/// @param options Nullable.
/// @param bytes   Receives the JSON; free it with bight_bytes_free().
/// @return As bight_scene_parse(); BIGHT_ERROR_INVALID for a radius out of range; BIGHT_ERROR_UNSUPPORTED for a scene with
///         cloth, without ropes, or with ropes of other models or from files.
BIGHT_API bight_status bight_scene_with_rods(const bight_env *env, const char *text, size_t length,
                                             const bight_scene_files *files,
                                             const bight_rod_scene_options *options, bight_bytes *bytes,
                                             bight_error *error);

/// Free a scene and all in it. NULL is fine.
BIGHT_API void bight_scene_destroy(bight_scene *scene);

/// The index of a node in a rope of count nodes, or -1 when there is no such node.
BIGHT_API int32_t bight_scene_node(bight_scene_node_ref node, int32_t count);

/// The word that a script uses for a verb. A string constant.
BIGHT_API const char *bight_scene_verb_name(bight_scene_verb verb);

/// Write the JSON Schema (2020-12) of scenes: the text of docs/scene.schema.json.
/// @param write Receives the text piece by piece, in order.
BIGHT_API void bight_scene_schema(void (*write)(void *user, const char *text, size_t length), void *user);

/// Write the tables of keys in Markdown: the second half of docs/scene.md.
BIGHT_API void bight_scene_reference(void (*write)(void *user, const char *text, size_t length), void *user);
