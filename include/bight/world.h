// SPDX-License-Identifier: MIT
// The world: ropes, obstacles and hands, stepped by the cycle of Brown, Latombe, Montgomery 2004
// ("the paper" below): read the hands, Follow The Leader, find collisions, remove overlaps, publish.

#pragma once

#include "bight/base.h"
#include "bight/curve.h"
#include "bight/shape.h"

/// All the state of one simulation. Two worlds share nothing.
typedef struct bight_world bight_world;

/// What a world holds is named by small values. All zero is the null id; ids of destroyed things are stale.
typedef struct bight_rope_id {
    uint32_t index1, generation;
} bight_rope_id;
/// Something rigid.
typedef struct bight_obstacle_id {
    uint32_t index1, generation;
} bight_obstacle_id;
/// A hand on a node.
typedef struct bight_hand_id {
    uint32_t index1, generation;
} bight_hand_id;
/// A sheet that ropes touch; see bight/sheet.h.
typedef struct bight_sheet_id { ///< bight/sheet.h
    uint32_t index1, generation;
} bight_sheet_id;

#define BIGHT_MAX_NODES 4000000     ///< All ropes of a world together.
#define BIGHT_MAX_TRIANGLES 4000000 ///< One mesh obstacle.

// ---- world ------------------------------------------------------------------------------------------

/// Settings of a world: field, unit or NULL, meaning, least, most, default. One list for the defaults, the
/// checks, the keys of scenes, their schema and the manual.
#define BIGHT_WORLD_FIELDS(X)                                                                                \
    X(slip, "rope diameters", "How far a contact lets strands slide apart each cycle: smaller grips more.",  \
      0.0, 0.5, 0.15)                                                                                        \
    X(speed_limit, "rope radii per cycle", "Fastest that a hand or an obstacle may go.", 0.01, 0.98, 0.9)    \
    X(stretch_limit, NULL,                                                                                   \
      "A hand stops rather than stretch the rope between two held nodes beyond this ratio.", 1.0, 1.5, 1.02) \
    X(friction, NULL, "Coulomb's coefficient between ropes and what they touch, with the solved response.",  \
      0.0, 2.0, 0.3)

/// What Follow The Leader ropes do where they touch.
typedef enum bight_response {
    BIGHT_RESPONSE_PAPER,  ///< Overlaps are shifted apart; links in contact move as one body (step 4 of the
                           ///< paper's algorithm, and its section on clusters).
    BIGHT_RESPONSE_SOLVED, ///< Lengths, gaps and Coulomb friction are solved for together, led by the hands:
                           ///< docs/models/response.md.
    BIGHT_RESPONSE_COUNT
} bight_response;

/// How to make a world. Start from bight_world_def_default(). Ranges and defaults: BIGHT_WORLD_FIELDS.
typedef struct bight_world_def {
    bight_env env;        ///< Memory, log and threads. Default: malloc, no log, one thread.
    double slip;          ///< The paper's epsilon, in rope diameters. Smaller grips more.
    double speed_limit;   ///< The paper's delta, in rope radii per cycle.
    double stretch_limit; ///< The paper's h. A hand stops rather than stretch k links between two held nodes
                          ///< beyond k h. Single links may exceed h: by some per cent inside a tight knot, by
                          ///< more after a jerk; bight_world_get_worst() tells. With the solved response only
                          ///< ropes that touch nothing look at it: others stop hands by their pull.
    bight_vec3 gravity;   ///< How far an unsupported node sinks in one cycle, metres; default zero. Keep it
                          ///< below speed_limit radii: the certificate cuts short what would sink into
                          ///< something. The model has no inertia: sinking is viscous.
    double friction;      ///< Coulomb's coefficient. The paper's response has slip instead.
    bight_response response; ///< Default BIGHT_RESPONSE_SOLVED.
    uint32_t cookie;         ///< Set by bight_world_def_default(). Leave it alone.
} bight_world_def;

/// Empty space without gravity; ropes that touch are solved for.
BIGHT_API bight_world_def bight_world_def_default(void);

/// Make an empty world.
/// @param world Receives the world, or NULL on failure. Free it with bight_world_destroy().
/// @param error Nullable. Says which field is out of range.
BIGHT_API bight_status bight_world_create(const bight_world_def *def, bight_world **world,
                                          bight_error *error);

/// Change slip, speed_limit, stretch_limit, friction, response and gravity from the next cycle on.
/// @param def From bight_world_get_def(), changed; env is not used.
/// @return BIGHT_ERROR_INVALID, and then nothing has changed.
BIGHT_API bight_status bight_world_set_def(bight_world *world, const bight_world_def *def,
                                           bight_error *error);

/// The settings in force.
BIGHT_API bight_world_def bight_world_get_def(const bight_world *world);

/// Free a world and all in it. NULL is fine.
BIGHT_API void bight_world_destroy(bight_world *world);

// ---- ropes ------------------------------------------------------------------------------------------

/// How a rope moves. All models share geometry, obstacles, hands, contacts' certificate and naming.
typedef enum bight_rope_model {
    BIGHT_MODEL_FTL,        ///< Follow The Leader (Brown, Latombe, Montgomery 2004).
    BIGHT_MODEL_SPRING,     ///< Dynamic springs with adaptive control points (Phillips, Ladd, Kavraki 2002).
    BIGHT_MODEL_PROJECTION, ///< Rigid rods under constraint projection (Wang, Komura 2012, section 4).
    BIGHT_MODEL_ROD,        ///< An elastic rod with mass, stiffness and friction, in SI units.
    BIGHT_MODEL_COUNT
} bight_rope_model;

/// Settings of projection: type, field, unit, meaning, least, most, default. One list, as above; the weights
/// are the paper's values (equation 6).
#define BIGHT_PROJECTION_FIELDS(X)                                                                           \
    X(double, stretch_weight, NULL,                                                                          \
      "How strongly links of the right length weigh against moving at all (a of the paper, at rest).", 0.0,  \
      1e6, 1.0)                                                                                              \
    X(double, stretch_growth, NULL,                                                                          \
      "stretch_weight grows by exp(stretch_growth abs(C)), C = (link / rest length)^2 - 1.", 0.0, 100.0,     \
      10.0)                                                                                                  \
    X(double, bend_weight, NULL, "Likewise for straightness (b); 0 hangs like a chain.", 0.0, 1e6, 2000.0)   \
    X(double, target_weight, NULL, "Likewise for hands (c).", 0.0, 1e6, 3000.0)                              \
    X(double, tolerance, "link lengths", "Iterate until links are right to this.", 1e-9, 0.5, 1e-3)          \
    X(int32_t, iterations, NULL, "At most so many times a cycle.", 1, 100, 4)

/// How a projection rope weighs its constraints against moving at all. Weights have no unit: lengths count in
/// links. Start from bight_projection_def_default(). Ranges and defaults: BIGHT_PROJECTION_FIELDS.
typedef struct bight_projection_def {
    double stretch_weight; ///< The paper's a at rest.
    double stretch_growth; ///< a grows by exp(stretch_growth |Ce|), Ce = (link / rest length)^2 - 1.
    double bend_weight;    ///< The paper's b. 0 hangs like a chain.
    double target_weight;  ///< The paper's c: how strongly hands and targets pull.
    double tolerance;   ///< Iterate until links are right to this share of their length and overlaps to this
                        ///< share of touching.
    int32_t iterations; ///< But so many times a cycle at most.
    bool rigid; ///< Default true: the stretch weight counts a million times, and the links' tension is
                ///< carried over from cycle to cycle, so that at rest they are as long as they should be.
                ///< False: the paper's soft links, to the letter with iterations 1.
    uint32_t cookie; ///< Set by bight_projection_def_default(). Leave it alone.
} bight_projection_def;

/// The paper's weights.
BIGHT_API bight_projection_def bight_projection_def_default(void);

/// Of spring ropes: field, unit, meaning, least, most, default. One list, as above; the density is that of a
/// 10 mm cord.
#define BIGHT_SPRING_FIELDS(X)                                                                               \
    X(stiffness, "newtons",                                                                                  \
      "Hooke's constant of one metre of rope: a spring of rest length d0 has this over d0.", 1e-9, 1e15,     \
      10.0)                                                                                                  \
    X(hooke, "newtons per metre",                                                                            \
      "Above 0: the same constant for every spring instead. Rope that was divided while taut stays longer.", \
      0.0, 1e15, 0.0)                                                                                        \
    X(damping, "newton seconds", "Dashpot along one metre of rope, likewise.", 0.0, 1e15, 0.001)             \
    X(drag, "1/s", "Deceleration by the air, times the speed.", 0.0, 1e9, 0.0)                               \
    X(density, "kilograms per metre", "Mass.", 1e-9, 1e9, 0.078)                                             \
    X(alpha, "radii",                                                                                        \
      "A control point is contracted when its neighbours come closer to each other. Below beta.", 1e-3, 2.0, \
      1.5)                                                                                                   \
    X(beta, "radii", "Longer springs are divided.", 1e-3, 2.0, 2.0)                                          \
    X(time_step, "seconds", "Of a cycle; the same for all spring ropes.", 1e-9, 10.0, 0.0002)                \
    X(restitution, NULL, "Of collisions: 1 is elastic.", 0.0, 1.0, 1.0)                                      \
    X(longest, NULL, "A spring longer than this times its rest length has diverged: the run fails.", 1.001,  \
      1e6, 4.0)

/// What a spring rope is made of. Ropes of other models do not look at it. Ranges and defaults:
/// BIGHT_SPRING_FIELDS.
typedef struct bight_spring_def {
    double stiffness; ///< Hooke's constant of one metre of rope, newtons: a spring of rest length d0 has
                      ///< k = stiffness / d0, so that a spring and its pieces pull alike.
    double hooke;   ///< Or the paper's own law: newtons per metre, the same k for every spring. Rope that was
                    ///< divided while taut is then softer and stays longer. 0: stiffness counts.
    double damping; ///< Dashpot along one metre of rope, newton seconds: a spring has damping / d0. It also
                    ///< brings the left and right velocities of a point together.
    double drag;    ///< Deceleration by the air, 1/s: a = -drag v.
    double density; ///< Mass of one metre of rope, kg.
    double alpha; ///< Radii, below beta: a control point is contracted when its two neighbours come closer to
                  ///< each other than this.
    double beta;  ///< Radii: longer springs are divided. At 2 the spheres of neighbours still meet.
    double time_step;   ///< Seconds in a cycle; the same for all spring ropes of a world.
    double restitution; ///< Of a collision; 1 is elastic.
    double longest;     ///< Length over rest length beyond which a spring has diverged.
    /// Metres per second squared. Default zero. (The world's gravity moves other models.)
    bight_vec3 gravity;
} bight_spring_def;

/// Of elastic rods: field, unit, meaning, least, most, default. One list, as above; the defaults are those of a 10 mm
/// climbing rope.
#define BIGHT_ROD_FIELDS(X)                                                                                  \
    X(density, "kilograms per metre", "Mass.", 1e-9, 1e9, 0.078)                                             \
    X(stretch, "newtons", "Stretching stiffness E A: the force that would make the rope twice as long.",     \
      1e-6, 1e12, 1e5)                                                                                       \
    X(bend, "newton square metres", "Bending stiffness B: moment over curvature.", 0.0, 1e9, 1e-3)           \
    X(twist, "newton square metres", "Twisting stiffness C: moment over twist. 0: no twist is carried.",     \
      0.0, 1e9, 0.0)                                                                                         \
    X(rest_twist, "radians per metre", "Twist at rest, right-handed when positive.", -1e6, 1e6, 0.0)         \
    X(turns, "turns",                                                                                        \
      "Twist that it is made with beyond that at rest, in all; the ends keep it where held.", -1e6, 1e6,     \
      0.0)                                                                                                   \
    X(friction, NULL,                                                                                        \
      "Coulomb's coefficient, on obstacles and on itself; between two rods the square root of the product.", \
      0.0, 10.0, 0.3)                                                                                        \
    X(drag, "newton seconds per square metre", "Drag of the air: force on a metre of rope over its speed.",  \
      0.0, 1e9, 0.02)                                                                                        \
    X(bed, "newtons per metre",                                                                              \
      "Of a bed in which rope stays where it is laid, as in sand: force against sideways motion, a "         \
      "twentieth of it along the rope.",                                                                     \
      0.0, 1e9, 0.0)                                                                                         \
    X(damping, "seconds", "Internal damping: bending resists as if curvature were `damping` ahead.", 0.0,    \
      100.0, 0.0)                                                                                            \
    X(hand_force, "newtons",                                                                                 \
      "The most that a hand pulls with while it moves. At rest it holds against any.", 1e-9, 1e12, 20.0)     \
    X(time_step, "seconds", "Of a cycle; the same for all rods.", 1e-9, 1.0, 0.002)                          \
    X(rest_curvature, "per metre",                                                                           \
      "Curvature at rest, in one direction of the material; below 1 / radius. Needs `twist`.", 0.0, 1e6,     \
      0.0)                                                                                                   \
    X(rest_shape, NULL,                                                                                      \
      "How much of the shape that it has when it is made it keeps at rest: 1 all, 0 is straight. Needs "     \
      "`twist`.",                                                                                            \
      0.0, 1.0, 0.0)                                                                                         \
    X(twist_friction, NULL,                                                                                  \
      "Where friction acts, radii from the axis: 1 rolls and twists the rope, 0 does neither. Needs "        \
      "`twist`.",                                                                                            \
      0.0, 1.0, 0.0)

/// An end of a rope.
typedef enum bight_rope_end { BIGHT_END_FIRST, BIGHT_END_LAST } bight_rope_end;

/// A needle: links at an end of an elastic rod that keep the shape that they are made with, as a rigid thing of steel wire.
/// For contacts it is as thick as the rope.
typedef struct bight_needle_def {
    int32_t links;      ///< 0, the default: none. Else at least 3, and fewer than the rope has.
    bight_rope_end end; ///< At which end. Default BIGHT_END_FIRST.
    /// Of the wire, metres: what it weighs, and how little it gives way: strain = force / (2e11 N/m^2 x section).
    /// A tenth of the rope's radius to 20 radii; 0, the default: that of the rope.
    double diameter;
} bight_needle_def;

/// What an elastic rod is made of (docs/models/rod.md). Ropes of other models do not look at it. Ranges and defaults:
/// BIGHT_ROD_FIELDS.
typedef struct bight_rod_def {
    double density;    ///< Mass of one metre of rope, kg.
    double stretch;    ///< Stretching stiffness E A, newtons.
    double bend;       ///< Bending stiffness B, newton square metres.
    double twist;      ///< Twisting stiffness C, newton square metres; 0: no twist is carried.
    double rest_twist; ///< Twist at rest, radians per metre, right-handed when positive.
    /// Twist that it is made with beyond that, turns in all; where no hand holds an end it goes.
    double turns;
    double friction;   ///< Coulomb's coefficient.
    double drag;       ///< Of the air: force on a metre over its speed, N s/m^2.
    double bed;        ///< Of a bed: what a metre resists sideways motion with, N/m; a twentieth along it.
    double damping;    ///< Internal damping of bending, seconds.
    double hand_force; ///< The most that a hand pulls with while it moves, newtons.
    double time_step;  ///< Seconds in a cycle; the same for all rods of a world.
    /// At rest, 1 / m, in one direction of the material, which the rod's own bend gives when it is
    /// made; times the radius below 1, times a link at most 1. Needs twist > 0.
    double rest_curvature;
    /// Share of its bends when it is made that it has at rest, 0 to 1: it remembers its spool. Needs
    /// twist > 0 and no rest_curvature.
    double rest_shape;
    /// Where friction acts, radii from the axis, 0 to 1: at 1 it rolls and twists the rope as its surface is
    /// rubbed; at 0 twist passes through contacts. Needs twist > 0.
    double twist_friction;
    /// Metres per second squared. Default zero. (The world's gravity moves other models.)
    bight_vec3 gravity;
    /// Steps of second order (BDF2) where it touches nothing: what swings goes on swinging. Default
    /// false: implicit Euler always.
    bool second_order;
    bight_needle_def needle; ///< Default: none. Needs an open rope and twist 0.
} bight_rod_def;

#define BIGHT_ROPE_RADIUS 0.5 ///< Of a rope that does not say its own, metres: the paper's.

/// How to make a rope. Start from bight_rope_def_default(), then set curve.
typedef struct bight_rope_def {
    bight_curve curve;  ///< The nodes, metres. Copied. Non-neighbouring links must not touch.
    double radius;      ///< Metres, > 0, at most 16 link lengths. Default BIGHT_ROPE_RADIUS.
    double link_length; ///< Rest length of each link, metres; 0 takes the mean link of the curve. Default 0.
    bight_rope_model model;          ///< Default BIGHT_MODEL_FTL.
    bight_projection_def projection; ///< Only for BIGHT_MODEL_PROJECTION. Default: the paper's weights.
    bight_spring_def spring; ///< For BIGHT_MODEL_SPRING. Without link_length each spring begins at rest.
    bight_rod_def rod;       ///< For BIGHT_MODEL_ROD, which needs BIGHT_RESPONSE_SOLVED.
    uint32_t cookie;         ///< Set by bight_rope_def_default(). Leave it alone.
} bight_rope_def;

/// The paper's rope: unit links, radius one half. No points yet.
BIGHT_API bight_rope_def bight_rope_def_default(void);

/// Add a rope. Warm-up memory for stepping is taken here or in the first steps, never later.
/// @param rope  Receives the id; the null id on failure, and then the world is unchanged.
/// @param error Nullable. Says which field and which point.
/// @return BIGHT_ERROR_INVALID for values out of range or not finite, links longer than 1.5 or shorter than
///         0.5 link lengths, or a centreline that crosses itself, another rope or an obstacle;
///         BIGHT_ERROR_TOO_LARGE; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_rope_create(bight_world *world, const bight_rope_def *def, bight_rope_id *rope,
                                         bight_error *error);

/// Remove a rope and the hands on it. False if the id is stale.
BIGHT_API bool bight_rope_destroy(bight_world *world, bight_rope_id rope);

/// Borrow the centre line, metres. points is NULL and count 0 if the id is stale. A spring rope's nodes
/// become more and fewer from cycle to cycle; hands stay on theirs. Good until the world is next stepped or
/// edited.
BIGHT_API bight_curve bight_rope_curve(const bight_world *world, bight_rope_id rope);

/// How it moves; BIGHT_MODEL_FTL if the id is stale.
BIGHT_API bight_rope_model bight_rope_get_model(const bight_world *world, bight_rope_id rope);

/// Pull a section at one end of a spring rope from the next cycle on: every control point of it is
/// accelerated alike, by a force that adds up to `force`. It stays until it is given anew; zero ends it.
/// @param end     0: the first node, 1: the last.
/// @param section Metres of rope at rest, from that end; 0 pulls the end's own control point.
/// @param force   Newtons.
/// @param error   Nullable.
/// @return BIGHT_ERROR_STALE, or BIGHT_ERROR_INVALID: not a spring rope, closed, an end that is not 0 or 1, a
///         section below 0, or a number that is not finite.
BIGHT_API bight_status bight_rope_pull(bight_world *world, bight_rope_id rope, int32_t end, double section,
                                       bight_vec3 force, bight_error *error);

/// The mechanics of a spring rope after the last cycle, and what was done since it was made.
typedef struct bight_spring_state {
    double time;              ///< Seconds.
    double mass;              ///< Kilograms, of all control points.
    double rest_length;       ///< Metres, of all springs; as it was made, to rounding.
    double length;            ///< Metres, of all springs now.
    double stretch;           ///< Greatest length over rest length of a spring.
    double kinetic;           ///< Joules: left and right halves of all points.
    double elastic;           ///< Joules: k / 2 (d - d0)^2.
    double gravity;           ///< Joules: -m g . x, zero at the world's origin.
    bight_vec3 momentum;      ///< Newton seconds.
    int64_t inserts, deletes; ///< Control points made and contracted.
    int64_t kept;   ///< Contractions not done because the rope could have passed through something, or would
                    ///< have become too uneven.
    int64_t events; ///< Collisions of two control points. One between two ropes counts for both.
    int64_t stale;  ///< Predicted collisions dropped because one of the points had been deflected.
    int64_t secondary; ///< Collisions predicted after a deflection.
    int64_t overlaps;  ///< Pairs that overlapped when a cycle began and were pushed apart.
    int64_t stopped;   ///< Control points that were hit so often in one cycle that they waited for the next.
    int64_t strikes; ///< Impulses between a link and an obstacle, a rope of another model, or a link that lay
                     ///< between the spheres of another.
} bight_spring_state;

/// @return BIGHT_ERROR_STALE, or BIGHT_ERROR_INVALID when it is not a spring rope; *state is then zero.
BIGHT_API bight_status bight_rope_spring_state(const bight_world *world, bight_rope_id rope,
                                               bight_spring_state *state);

/// The mechanics of an elastic rod after the last cycle.
typedef struct bight_rod_state {
    double mass;    ///< Kilograms.
    double stretch; ///< Greatest length over rest length of a link.
    double tension; ///< Greatest tension of a link, newtons; negative when all are pressed.
    double kinetic; ///< Joules.
    double elastic; ///< Joules, of stretching.
    double bending; ///< Joules.
    double gravity; ///< Joules: -m g . x, zero at the world's origin.
    double twisting; ///< Joules.
    /// Twist in all, turns, right-handed when positive; with that at rest. 0 when none is carried.
    double turns;
} bight_rod_state;

/// @return BIGHT_ERROR_STALE, or BIGHT_ERROR_INVALID when it is not an elastic rod; *state is then zero.
BIGHT_API bight_status bight_rope_rod_state(const bight_world *world, bight_rope_id rope,
                                            bight_rod_state *state);

/// Tension of a rod's link, newtons: E A (length / rest length - 1). Bent to a radius R that is its pull less B / R^2.
/// @param link 0 to the number of links - 1.
/// @return 0 for a rope of another model, a stale id or a link that it does not have.
BIGHT_API double bight_rope_tension(const bight_world *world, bight_rope_id rope, int32_t link);

/// Twisting moment of an elastic rod at a node, between its two links, newton metres: C (twist - rest_twist). Positive when
/// it is twisted to the right.
/// @param node 0 to the number of nodes - 1.
/// @return 0 for a rope that carries no twist, a stale id, a node that it does not have, or an end of it.
BIGHT_API double bight_rope_twist(const bight_world *world, bight_rope_id rope, int32_t node);

/// Let a rope go on as one of another model, or of the same one with other settings: it may be tied with a fast model
/// and pulled as a rod. Nodes, radius, rest length and hands stay; all is at rest, loads and targets are forgotten, and
/// each hand holds its node where it is. What it did to a link ends: bight_hand_point(), bight_hand_hold_twist() and
/// bight_hand_hold_needle() are said again, of a rod that is made anew, too.
/// @param def   Its model, and projection or rod for that model. The rest is not looked at.
/// @param error Nullable.
/// @return BIGHT_ERROR_STALE; BIGHT_ERROR_UNSUPPORTED to or from BIGHT_MODEL_SPRING, whose nodes come and go;
///         BIGHT_ERROR_INVALID for settings out of range, a link that is not within 0.05 of its rest length, a rod in a
///         world with the paper's response or whose time step is not that of the other rods; BIGHT_ERROR_NO_MEMORY.
///         The world is then as it was.
BIGHT_API bight_status bight_rope_set_model(bight_world *world, bight_rope_id rope, const bight_rope_def *def,
                                            bight_error *error);

/// Length over rest length of a part of a rope, of any model.
/// @param from, to Shares of the rope's rest length, 0 <= from < to <= 1; 0 and 1 for all of it.
/// @return 0 if the id is stale or the shares are not in order.
BIGHT_API double bight_rope_stretch(const bight_world *world, bight_rope_id rope, double from, double to);

/// How a rope lies after the last cycle.
typedef struct bight_rope_state {
    /// Rope that could still be drawn straight, rope diameters: the rope between its outermost hands and contacts is
    /// made of runs of nodes that touch nothing; the sum over them of length minus distance of their ends. What knots
    /// hold by touching is not slack in this sense, a loop that a knot leaves open is. NaN for ropes that do not lie
    /// straight when they are taut (other models than Follow The Leader), for one that neither a hand nor a contact
    /// holds, and before the first cycle.
    double slack;

    /// A hand of it wants to go on; all those that want to are stopped by the rope (bight_hand_state.stretched), not
    /// by a cut, and came no nearer to their targets than by BIGHT_TIGHT_MOTION in the last cycle. With the solved
    /// response a rope that touches something, or is taut, stops a hand by its force: no node of it may go faster than a
    /// twentieth of a hand. A rope that touches nothing has to be straight: slack at most BIGHT_TIGHT_SLACK. With the
    /// paper's response, where contacts alone may hold a hand, slack is as little and no node of any rope moved
    /// beyond BIGHT_REST_MOTION: a knot whose contacts shift for ever never is. Only Follow The Leader ropes are
    /// called tight.
    bool tight;
} bight_rope_state;

/// O(nodes of the rope). @return BIGHT_ERROR_STALE; *state is then zero.
BIGHT_API bight_status bight_rope_get_state(const bight_world *world, bight_rope_id rope,
                                            bight_rope_state *state);

/// Radius in metres, 0 if the id is stale.
BIGHT_API double bight_rope_radius(const bight_world *world, bight_rope_id rope);

/// Rest length of one link in metres, the mean one of a spring rope; 0 if the id is stale.
BIGHT_API double bight_rope_link_length(const bight_world *world, bight_rope_id rope);

// ---- hands ------------------------------------------------------------------------------------------

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

// ---- picking ----------------------------------------------------------------------------------------

/// What a ray would take hold of.
typedef struct bight_pick {
    bight_rope_id rope; ///< Null: nothing.
    int32_t node;       ///< The node nearest to the ray there, for bight_hand_grasp().
    double place;    ///< Where on the centre line: a whole number and a share, 7.25 is a quarter into link 7.
    double distance; ///< Metres along the ray to where it comes nearest to that place.
    double off;      ///< Metres between the two: at most the radius where the ray meets the rope.
} bight_pick;

/// The node that is nearest to a ray. Ropes that the ray meets come before those that are only near it; of these the one
/// in front, of the others the nearest. Obstacles hide nothing. O(links). Ropes only: vertices of cloth have pickers of
/// their own in the page.
/// @param direction Need not be a unit.
/// @param reach     Metres from a rope's surface that still count, >= 0.
/// @return False when there is nothing, or when a number is not finite; *pick is then zero.
BIGHT_API bool bight_world_pick(const bight_world *world, bight_vec3 origin, bight_vec3 direction,
                                double reach, bight_pick *pick);

// ---- targets (projection ropes only) ------------------------------------------------------------------

/// Where nodes of a projection rope should go, all at once and as often as every cycle: what was asked before
/// is forgotten, count 0 lets the rope go. Unlike hands, targets pull softly, by their weight, and are not
/// held back by the stretch limit; like hands they lead no farther than the speed limit in one cycle. A node
/// may have a hand and a target. O(count), no memory is taken.
/// @param nodes   (count)  Each at most once.
/// @param points  (count)  Metres.
/// @param weights (count)  0 to 1e6 each. Nullable: target_weight for all.
/// @param error   Nullable. Says which target.
/// @return BIGHT_ERROR_STALE, BIGHT_ERROR_UNSUPPORTED for ropes of another model, BIGHT_ERROR_INVALID; the
/// targets
///         are then as they were.
BIGHT_API bight_status bight_rope_set_targets(bight_world *world, bight_rope_id rope, const int32_t *nodes,
                                              const bight_vec3 *points, const double *weights, int32_t count,
                                              bight_error *error);

/// Change the weights of a projection rope from the next cycle on.
/// @return BIGHT_ERROR_STALE, BIGHT_ERROR_UNSUPPORTED for ropes of another model, BIGHT_ERROR_INVALID.
BIGHT_API bight_status bight_rope_set_projection(bight_world *world, bight_rope_id rope,
                                                 const bight_projection_def *def, bight_error *error);

/// The weights in force; all zero if the id is stale or the rope has another model.
BIGHT_API bight_projection_def bight_rope_get_projection(const bight_world *world, bight_rope_id rope);

// ---- loads --------------------------------------------------------------------------------------------

/// What pulls or pushes each node of a rope from the next cycle on, until it is given anew; count 0 ends it.
/// - Follow The Leader and projection: how far the node goes by itself in one cycle, metres, like gravity of
///   its own and added to it; no farther than speed_limit radii. Links keep their length and the certificate
///   looks at it as at any motion. Nodes that a hand or a contact holds do not feel it (projection: they do).
/// - Spring and elastic rod: newtons. Nodes that a hand holds do not feel it. A point that is made between two others has no
///   load; the load of a point that is contracted goes to its two neighbours, half each: the sum stays.
/// Memory for as many nodes as the rope may have is taken with the first load of a rope, never later.
/// @param load  (count) Copied.
/// @param count As many as the rope has nodes now (bight_rope_curve), or 0.
/// @param error Nullable. Says which node.
/// @return BIGHT_ERROR_STALE; BIGHT_ERROR_INVALID for another count or a number that is not finite, the loads
///         are then as they were; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_rope_set_load(bight_world *world, bight_rope_id rope, const bight_vec3 *load,
                                           int32_t count, bight_error *error);

// Until 0.1 a hand was called a handle. The old names stay for one version more.
#define bight_handle_id bight_hand_id                 ///< The old name.
#define bight_handle_state bight_hand_state           ///< The old name.
#define bight_handle_grasp bight_hand_grasp           ///< The old name.
#define bight_handle_release bight_hand_release       ///< The old name.
#define bight_handle_set_target bight_hand_set_target ///< The old name.
#define bight_handle_get bight_hand_get               ///< The old name.

// ---- obstacles --------------------------------------------------------------------------------------

/// How to make an obstacle. Start from bight_obstacle_def_default().
typedef struct bight_obstacle_def {
    bight_shape_kind kind;    ///< Default BIGHT_SHAPE_SPHERE.
    bight_vec3 size;          ///< Metres, see the kind. Default (1, 1, 1).
    bight_pose pose;          ///< Default: at the origin, not rotated.
    const bight_vec3 *points; ///< (point_count) mesh only, local frame, metres. Copied.
    const int32_t *triangles; ///< (triangle_count x 3) mesh only, counter-clockwise from outside. Copied.
    int32_t point_count;
    int32_t triangle_count;
    double
        friction; ///< Coulomb's coefficient of every rope that is solved for (BIGHT_RESPONSE_SOLVED) on it, 0 to
        ///< 10, whatever the rope is made of; below 0, the default: an elastic rod's own, for others
        ///< the world's.
    uint32_t cookie; ///< Set by bight_obstacle_def_default(). Leave it alone.
} bight_obstacle_def;

/// A ball of one metre at the origin.
BIGHT_API bight_obstacle_def bight_obstacle_def_default(void);

/// Add an obstacle. It does not move until bight_obstacle_set_target().
/// @return BIGHT_ERROR_INVALID for sizes that are not positive and finite, friction above 10, a place or a point of a mesh beyond
///         1e30 metres, a mesh that is not closed (which edge), an index out of range, or a rope's centreline
///         inside; BIGHT_ERROR_TOO_LARGE; BIGHT_ERROR_NO_MEMORY.
BIGHT_API bight_status bight_obstacle_create(bight_world *world, const bight_obstacle_def *def,
                                             bight_obstacle_id *obstacle, bight_error *error);

/// Remove an obstacle. False if the id is stale.
BIGHT_API bool bight_obstacle_destroy(bight_world *world, bight_obstacle_id obstacle);

/// Where the obstacle should go. No point of it moves faster than the speed limit of the thinnest rope.
/// @return BIGHT_ERROR_STALE, or BIGHT_ERROR_INVALID when the pose is not finite.
BIGHT_API bight_status bight_obstacle_set_target(bight_world *world, bight_obstacle_id obstacle,
                                                 bight_pose target);

/// Change its friction, as in bight_obstacle_def, from the next cycle on.
/// @return BIGHT_ERROR_STALE, or BIGHT_ERROR_INVALID for more than 10 or what is no number.
BIGHT_API bight_status bight_obstacle_set_friction(bight_world *world, bight_obstacle_id obstacle,
                                                   double friction);

/// Where it is now. *lag (nullable) receives how far the point that is farthest from its target has to go.
BIGHT_API bight_status bight_obstacle_get(const bight_world *world, bight_obstacle_id obstacle,
                                          bight_pose *pose, double *lag);

// ---- stepping ---------------------------------------------------------------------------------------

/// Two links, or a link and an obstacle or a sheet, that touched in the last cycle.
typedef struct bight_contact {
    bight_rope_id rope[2];      ///< rope[1] is null when an obstacle or a sheet was touched.
    int32_t link[2];            ///< Link i joins nodes i and i + 1.
    bight_obstacle_id obstacle; ///< Null when no obstacle was touched.
    bight_sheet_id sheet;       ///< Null when no sheet was touched.
    int32_t triangle;           ///< Of the sheet, as numbered when it was made; 0 otherwise.
    double distance;            ///< Between centrelines (or centreline and surface) when found, metres.
    bight_vec3 point; ///< Half way between the closest points; on an obstacle's or a sheet's surface. Metres.
} bight_contact;

/// What one cycle did.
typedef struct bight_step_report {
    int32_t contacts; ///< Pairs that overlapped; with the solved response those within 1.01 of touching, too.
    int32_t clusters; ///< Groups of links that moved as one body.
    double moved;     ///< Farthest any node moved in the whole cycle, metres.
    double advanced;  ///< Fraction of the motion that was certified and taken: 1, less after a cut, 0 after
        ///< a rollback. Ropes that cannot meet are cut apart from each other; this is the least.
    bool cut;              ///< Some rope's motion was cut short before a crossing that it would have made.
    bool rolled_back;      ///< Nothing of some rope's motion could be certified; it kept its old state.
    int32_t stretch_stops; ///< Hands that the stretch limit stopped; see bight_hand_state.stretched.
    int32_t blocked;       ///< Hands that a cut or a rollback held back.
    double lag;            ///< Greatest distance of a hand from its target, metres.

    /// Least gap after the cycle, as in bight_world_worst. Exact below 1; above it only pairs near touching are looked
    /// at, and it is infinite when there are none.
    double gap;

    /// Longest link over its rest length after the cycle, likewise; 0 without ropes that promise one.
    double stretch;

    /// Pairs below BIGHT_JAM_GAP that this cycle did not open. Those that the proof stopped are among them: only centre
    /// lines that are about to meet stop a motion.
    int32_t jammed;

    /// All is still: for BIGHT_REST_CYCLES cycles nothing has gone or turned about itself beyond BIGHT_REST_MOTION, no obstacle
    /// at all, and nothing was cut. A world whose numbers do not change any more costs next to nothing then.
    bool rests;

    bool tight;  ///< Some rope is pulled, and every rope that is pulled is tight: bight_rope_state.
    double pull; ///< Greatest bight_hand_state.pull.
} bight_step_report;

#define BIGHT_JAM_GAP 0.98      ///< Pairs closer than this share of touching should open.
#define BIGHT_REST_MOTION 1e-6  ///< Radii of the thinnest rope in a cycle.
#define BIGHT_REST_CYCLES 16    ///< In a row.
#define BIGHT_TIGHT_SLACK 0.1   ///< Rope diameters; a taut rope has no more.
#define BIGHT_TIGHT_MOTION 1e-4 ///< Radii in a cycle; a hand that is stopped comes no nearer to its target.

/// One cycle (the paper's Algorithm Rope-Simulator, steps 1 to 5). No memory is taken once warm.
/// Every cycle is certified: a continuous test proves that no centreline met another, or the surface of an
/// obstacle, on the way from the old state to the new; what it cannot prove is not done.
/// @param report Nullable.
/// @return BIGHT_ERROR_NO_MEMORY, or BIGHT_ERROR_DIVERGED when a spring rope's numbers run away, with the
///         numbers and what to change in bight_world_error(). The world is then as it was, but for control
///         points of spring ropes that were made or contracted before.
BIGHT_API bight_status bight_world_step(bight_world *world, bight_step_report *report);

/// Why the last step failed; all zero when it did not.
BIGHT_API bight_error bight_world_error(const bight_world *world);

/// Sums over all cycles since the world was made.
typedef struct bight_world_stats {
    int64_t cycles;        ///< Steps taken.
    int64_t certified;     ///< Steps whose motion the continuous test proved (all of them, by construction).
    int64_t cuts;          ///< Steps cut short.
    int64_t rollbacks;     ///< Steps that could not move at all.
    int64_t response_cuts; ///< Steps whose removal of overlaps had to be shortened.
    int64_t swept_tests;   ///< Pairs that needed the continuous test itself, not only the distance bound.
    int64_t contacts;      ///< Contacts found, summed.
    int64_t stretch_stops; ///< Hand stops, summed.
} bight_world_stats;

/// Counts over all cycles so far.
BIGHT_API bight_world_stats bight_world_get_stats(const bight_world *world);

/// Beyond these a cycle's ropes are no longer what they are made of. Nothing passes through anything even then,
/// but lengths and depths are not to be trusted at that place.
#define BIGHT_WORST_STRETCH 1.1 ///< Length of a link over its rest length, at most.
#define BIGHT_WORST_GAP 0.9     ///< Distance of two things over that at which they touch, at least.
#define BIGHT_WORST_MOTION 1.25 ///< Way of a node in one cycle in speed limits of its rope, at most.

/// The worst of all cycles since the world was made, each with where and when. Ids may be stale by now. Spring
/// ropes are left out of stretch and motion: they give way by design, and bight_rope_spring_state() tells.
typedef struct bight_world_worst {
    double stretch; ///< Longest link over rest length; 0 before the first cycle and without ropes.
    bight_rope_id stretch_rope;
    int32_t stretch_link;
    int64_t stretch_cycle; ///< Counted from 1.

    /// Least distance of two links over their radii (of links close along the rope: over nine tenths of the
    /// rope between them), or of a link from an obstacle over its radius. 1 is touching, 0 centreline on
    /// centreline or on the surface; infinite when nothing came near anything. Links with one other or with
    /// less than 3.1 radii of rope between them touch in any bend and do not count, nor do sheets.
    double gap;
    bight_rope_id gap_rope[2]; ///< The second is null for an obstacle.
    int32_t gap_link[2];
    bight_obstacle_id gap_obstacle; ///< Null for two ropes.
    int64_t gap_cycle;

    /// Farthest way of a node in one cycle over speed_limit radii of its rope; over one radius on a
    /// projection rope, whose nodes keep to that.
    double motion;
    bight_rope_id motion_rope;
    int32_t motion_node;
    int64_t motion_cycle;

    int32_t jammed;       ///< Most pairs that could not come free in a cycle: bight_step_report.jammed.
    int64_t jammed_cycle; ///< 0 when there were none.

    double pull; ///< Greatest pull of a hand: bight_hand_state.pull.
    bight_hand_id pull_hand;
    int64_t pull_cycle; ///< 0 when no hand was held back.
} bight_world_worst;

/// The worst over all cycles so far.
BIGHT_API bight_world_worst bight_world_get_worst(const bight_world *world);

/// Borrow the contacts of the last cycle, in a fixed order. Good until the world is stepped or edited.
BIGHT_API const bight_contact *bight_world_contacts(const bight_world *world, int32_t *count);

/// A hash of everything that decides the future: nodes, hands, obstacles, sheets, loads, contact
/// constraints. Equal for equal histories on any compiler, thread count and on WebAssembly.
BIGHT_API uint64_t bight_world_hash(const bight_world *world);

/// Bytes the world holds.
BIGHT_API size_t bight_world_memory(const bight_world *world);

/// What the memory of a world is for.
#define BIGHT_MEMORY_PARTS(X)                                                                                \
    X(WORLD, world)       /* the world itself, its ropes and hands */                                        \
    X(NODES, nodes)       /* arrays by node, of all models */                                                \
    X(TREES, trees)       /* hierarchies of ropes, and loads */                                              \
    X(MODELS, models)     /* what models of ropes keep */                                                    \
    X(NEAR, near)         /* pairs that are near each other */                                               \
    X(CONTACTS, contacts) /* contacts as bight_world_contacts() has them */                                  \
    X(RESPONSE, response) /* the solved response without its matrices */                                     \
    X(MATRICES, matrices) /* sparse matrices of it */                                                        \
    X(OBSTACLES, obstacles)

typedef enum bight_memory_part {
#define X(name, word) BIGHT_MEMORY_##name,
    BIGHT_MEMORY_PARTS(X)
#undef X
        BIGHT_MEMORY_PART_COUNT
} bight_memory_part;

/// Bytes of one part; all of them together are bight_world_memory(). 0 for what is no part.
BIGHT_API size_t bight_world_memory_part(const bight_world *world, bight_memory_part part);
