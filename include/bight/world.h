// SPDX-License-Identifier: MIT
// The world: ropes, obstacles and hands, stepped by the cycle of Brown, Latombe, Montgomery 2004
// ("the paper" below): read the hands, Follow The Leader, find collisions, remove overlaps, publish.

#pragma once

#include "bight/base.h"
#include "bight/curve.h"
#include "bight/hand.h"
#include "bight/rope_model.h"
#include "bight/shape.h"
#include "bight/world_id.h"
#include "bight/world_report.h"

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

/// A hash of everything that decides the future: nodes, hands, obstacles, sheets, loads, contact
/// constraints. Equal for equal histories on any compiler, thread count and on WebAssembly.
BIGHT_API uint64_t bight_world_hash(const bight_world *world);
